use super::measurement::{MISMATCHES, QUALITIES, QualityMetric, STEPS};
use super::table::{ENGINES, bold, number, table};
use super::{Machine, Measurements, Section};
use std::fmt::Write as _;

/// The metrics that ours are held against the best peer in.
const RATED: [&str; 10] = [
    "ns_per_pair",
    "ns_per_query",
    "ms_per_build",
    "ms_per_step",
    "ns_per_box_and_pair",
    "ms_without_recycling",
    "ms_to_first_step",
    "ms_of_slowest_step",
    "bytes_per_proxy",
    "bytes_per_body",
];

/// The report as markdown: a table for each metric of each section, with the ratio ours ÷ best peer.
#[must_use]
pub fn markdown(measurements: &Measurements, machine: &Machine, effort: &str) -> String {
    let mut text = format!(
        "# Measured {}\n\n{}; {}; commit {}; {effort} report; load {} at the end.\n\n\
         Medians of interleaved rounds in one process; of scenes the mean over the steps that were timed, as many of \
         each engine, in turns of ten. Less is better everywhere: a ratio below 1 says that ours is \
         better than the best peer. *Mismatches* are answers that differ from the double-precision arbiter's. What is \
         compared, and how fairly, is in `benches/README.md`.\n",
        machine.date, machine.cpu, machine.build, machine.commit, machine.load
    );
    for section in Section::ALL {
        for metric in RATED {
            table(&mut text, measurements, section.name(), metric);
        }
        mismatches(&mut text, measurements, section.name());
        if section == Section::Quality {
            QUALITIES.iter().for_each(|quality| side_by_side(&mut text, measurements, quality));
        }
        if section == Section::Stages {
            stages(&mut text, measurements);
        }
        if section == Section::Threads {
            threads(&mut text, measurements);
        }
        if section == Section::Circles {
            circles(&mut text, measurements);
        }
    }
    text
}

/// What the engines come to in one measure of quality, after how many steps, and ours ÷ Box2D where less is better.
fn side_by_side(text: &mut String, all: &Measurements, quality: &QualityMetric) {
    let QualityMetric { metric, title, is_rated } = quality;
    let rows: Vec<_> = all.0.iter().filter(|m| m.section == "quality" && m.metric == *metric).collect();
    let engines: Vec<&str> = ENGINES.into_iter().filter(|engine| rows.iter().any(|m| m.engine == *engine)).collect();
    if engines.is_empty() {
        return;
    }
    let mut heads = vec!["scene", "steps"];
    heads.extend(is_rated.then_some("ours ÷ box2d"));
    heads.extend(&engines);
    let _ = write!(text, "\n## quality: {title}\n\n| {} |\n", heads.join(" | "));
    let _ = writeln!(text, "|{}", "---|".repeat(heads.len()));
    for scene in rows.chunk_by(|a, b| a.workload == b.workload) {
        let workload = &scene[0].workload;
        let value = |engine: &str| scene.iter().find(|m| m.engine == engine).map(|m| m.value);
        let shown = |value: Option<f64>| value.map_or("–".to_owned(), number);
        let mut cells = vec![workload.clone(), shown(all.value("quality", workload, scene[0].engine, STEPS))];
        if *is_rated {
            let peer = value("box2d").filter(|peer| *peer > 0.0);
            let ratio = value("ours").zip(peer).map(|(ours, peer)| ours / peer);
            cells.push(ratio.map_or("–".to_owned(), bold));
        }
        cells.extend(engines.iter().map(|engine| shown(value(engine))));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
}

/// What two threads come to against one.
fn threads(text: &mut String, all: &Measurements) {
    let scenes: Vec<_> = all.0.iter().filter(|m| m.metric == "times_as_fast" && m.engine == "ours").collect();
    if !scenes.is_empty() {
        text.push_str(
            "\n## threads: times as fast on two threads as on one\n\n\
            *Side by side* are two worlds of ours at a time, each stepped by one thread: what two cores give at best. *There and \
            back* is what a cache line takes to the other core and back, in nanoseconds, the median over the scene's steps.\n\n\
            | scene | ours | box2d | side by side | there and back |\n|---|---|---|---|---|\n",
        );
    }
    for ours in scenes {
        let of = |engine| all.value("threads", &ours.workload, engine, "times_as_fast").map_or("–".to_owned(), number);
        let _ = writeln!(
            text,
            "| {} | **{}** | {} | {} | {} |",
            ours.workload,
            number(ours.value),
            of("box2d"),
            of("side_by_side"),
            all.value("threads", &ours.workload, "machine", "ns_to_another_core_and_back")
                .map_or("–".to_owned(), number)
        );
    }
    let rows: Vec<_> = all.0.iter().filter(|m| m.metric == "ms_by_clock" && m.engine == "ours").collect();
    if rows.is_empty() {
        return;
    }
    text.push_str(
        "\n## threads: milliseconds by the clock\n\n| workload | one thread | two | times as fast |\n|---|---|---|---|\n",
    );
    for one in rows {
        let two = all.value("threads", &one.workload, "ours_2t", "ms_by_clock").unwrap_or(f64::NAN);
        let _ = writeln!(
            text,
            "| {} | {} | {} | **{}** |",
            one.workload,
            number(one.value),
            number(two),
            number(one.value / two)
        );
    }
}

/// What the test of bounding circles removes, takes and saves.
fn circles(text: &mut String, all: &Measurements) {
    let of_scene = |m: &&super::Measurement| m.section == "circles" && m.metric == "pairs";
    let mut rows = all.0.iter().filter(of_scene).peekable();
    if rows.peek().is_some() {
        text.push_str(
            "\n## circles: pairs of boxes removed before the narrow phase\n\n\
             | scene | pairs | that meet, % | of the others removed, % | test, ns a pair | manifolds without it, ns a pair | saved, µs |\n\
             |---|---|---|---|---|---|---|\n",
        );
    }
    for row in rows {
        let metrics = ["percent_meeting", "percent_removed", "ns_per_test", "ns_without_it", "us_saved"];
        let values =
            metrics.map(|metric| number(all.value("circles", &row.workload, row.engine, metric).unwrap_or(f64::NAN)));
        let _ = writeln!(text, "| {} | {} | {} |", row.workload, number(row.value), values.join(" | "));
    }
}

/// How often each stage of our verdicts was the one that decided.
fn stages(text: &mut String, all: &Measurements) {
    let decided = |m: &&super::Measurement| m.section == "stages" && m.metric == "share_exact";
    if !all.0.iter().any(|m| decided(&m)) {
        return;
    }
    text.push_str(
        "\n## stages: share of pairs decided by each\n\n| workload | f32 lanes | doubles | whole numbers |\n|---|---|---|---|\n",
    );
    for m in all.0.iter().filter(decided) {
        let double = all.value("stages", &m.workload, m.engine, "share_double").unwrap_or(f64::NAN);
        let shares = [1.0 - double - m.value, double, m.value].map(number);
        let _ = writeln!(text, "| {} | {} |", m.workload, shares.join(" | "));
    }
}

fn mismatches(text: &mut String, all: &Measurements, section: &str) {
    let found: Vec<String> = all
        .0
        .iter()
        .filter(|m| m.section == section && m.metric == MISMATCHES && m.value > 0.0)
        .map(|m| format!("{} {} in {}", m.engine, m.value, m.workload))
        .collect();
    let checked = all.0.iter().any(|m| m.section == section && m.metric == MISMATCHES);
    match (checked, found.is_empty()) {
        (false, _) => {}
        (true, true) => text.push_str("\nMismatches: none, in any engine.\n"),
        (true, false) => {
            let _ = writeln!(text, "\nMismatches: {}; none elsewhere.", found.join(", "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_is_held_against_box2d_where_less_is_better() {
        let mut all = Measurements::default();
        for (engine, energy, depth) in [("ours", 0.5, 3.0), ("box2d", 0.25, 6.0), ("rapier2d", 0.75, 1.0)] {
            all.add("quality", "washer", engine, STEPS, 200.0);
            all.add("quality", "washer", engine, "energy_ratio", energy);
            all.add("quality", "washer", engine, "mean_penetration_mm", depth);
        }
        let mut text = String::new();
        QUALITIES.iter().for_each(|quality| side_by_side(&mut text, &all, quality));
        assert!(text.contains("| washer | 200 | 0.500 | 0.250 | 0.750 |"), "{text}");
        assert!(text.contains("| scene | steps | ours ÷ box2d | ours | box2d | rapier2d |"), "{text}");
        assert!(text.contains("| washer | 200 | **0.500** | 3.00 | 6.00 | 1.00 |"), "{text}");
    }
}
