use super::measurement::{MISMATCHES, QUALITIES};
use super::{Machine, Measurements, Section};
use std::fmt::Write as _;

/// The engines in the order of the tables' columns.
const ENGINES: [&str; 10] = [
    "ours",
    "ours_batch",
    "ours_filled",
    "ours_indexed",
    "parry2d",
    "box2d",
    "sepax2d",
    "rapier2d",
    "broccoli",
    "rstar",
];

/// Batches from shapes and poses to answers, the fastest of which is held against the peers; where there is none of them,
/// `ours_batch` is one.
const OUR_BATCHES: [&str; 2] = ["ours_filled", "ours_indexed"];

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

/// Shown beside the engines, but no peer to be measured against.
const TEXTBOOK: &str = "textbook";

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
            QUALITIES.iter().for_each(|(metric, title)| side_by_side(&mut text, measurements, metric, title));
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

fn table(text: &mut String, all: &Measurements, section: &str, metric: &str) {
    let is_here = |m: &&super::Measurement| m.section == section && m.metric == metric;
    let mut workloads: Vec<&str> = Vec::new();
    for m in all.0.iter().filter(is_here) {
        if !workloads.contains(&m.workload.as_str()) {
            workloads.push(&m.workload);
        }
    }
    if workloads.is_empty() {
        return;
    }
    let engines: Vec<&str> = ENGINES
        .into_iter()
        .chain([TEXTBOOK])
        .filter(|engine| all.0.iter().filter(is_here).any(|m| m.engine == *engine))
        .collect();
    let fills = engines.iter().any(|engine| OUR_BATCHES.contains(engine));
    // In each column of ratios the fastest of these engines.
    let mut ratios: Vec<(&str, &[&str])> = vec![("ours", &["ours"])];
    if fills {
        ratios.extend([("kernel", ["ours_batch"].as_slice()), ("batch", OUR_BATCHES.as_slice())]);
    } else if engines.contains(&"ours_batch") {
        ratios.push(("batch", &["ours_batch"]));
    }
    let timed_steps = |workload: &str| {
        (metric == "ms_per_step").then(|| all.value(section, workload, "ours", "timed_steps")).flatten()
    };
    let _ = write!(text, "\n## {section}: {}\n\n| workload |", title(metric));
    let counts_steps = timed_steps(workloads[0]).is_some();
    if counts_steps {
        text.push_str(" steps timed |");
    }
    ratios.iter().for_each(|(name, _)| {
        let _ = write!(text, " {name} ÷ best peer |");
    });
    engines.iter().for_each(|engine| {
        let _ = write!(text, " {engine} |");
    });
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(usize::from(counts_steps) + engines.len() + ratios.len()));
    for workload in workloads {
        let value = |engine: &str| all.value(section, workload, engine, metric);
        let best_peer = engines
            .iter()
            .filter(|engine| !engine.starts_with("ours") && **engine != TEXTBOOK)
            .filter_map(|engine| value(engine))
            .reduce(f64::min);
        let _ = write!(text, "| {workload} |");
        if let Some(steps) = timed_steps(workload) {
            let _ = write!(text, " {steps} |");
        }
        for (_, ours) in &ratios {
            let fastest = ours.iter().filter_map(|engine| value(engine)).reduce(f64::min);
            let _ = write!(text, " {} |", ratio(fastest, best_peer));
        }
        for engine in &engines {
            let _ = write!(text, " {} |", value(engine).map_or("–".to_owned(), number));
        }
        text.push('\n');
    }
}

/// What the engines come to in one measure of quality, without ratios: none of them is simply better when less.
fn side_by_side(text: &mut String, all: &Measurements, metric: &str, title: &str) {
    let rows: Vec<_> = all.0.iter().filter(|m| m.section == "quality" && m.metric == metric).collect();
    let engines: Vec<&str> = ENGINES.into_iter().filter(|engine| rows.iter().any(|m| m.engine == *engine)).collect();
    if engines.is_empty() {
        return;
    }
    let _ = write!(text, "\n## quality: {title}\n\n| scene | {} |\n|---|", engines.join(" | "));
    let _ = writeln!(text, "{}", "---|".repeat(engines.len()));
    for scene in rows.chunk_by(|a, b| a.workload == b.workload) {
        let value =
            |engine: &&str| scene.iter().find(|m| m.engine == *engine).map_or("–".to_owned(), |m| number(m.value));
        let values: Vec<String> = engines.iter().map(value).collect();
        let _ = writeln!(text, "| {} | {} |", scene[0].workload, values.join(" | "));
    }
}

/// What two threads come to against one.
fn threads(text: &mut String, all: &Measurements) {
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
    let of_scene = |m: &&super::Measurement| m.section == "circles" && m.metric == "pairs_per_step";
    let mut rows = all.0.iter().filter(of_scene).peekable();
    if rows.peek().is_some() {
        text.push_str(
            "\n## circles: pairs of boxes removed before the narrow phase\n\n\
             | scene | pairs a step | removed, % | test, ns a pair | narrow phase, ns a candidate | saved, µs a step |\n\
             |---|---|---|---|---|---|\n",
        );
    }
    for row in rows {
        let metrics = ["percent_removed", "ns_per_test", "ns_per_candidate", "us_saved_per_step"];
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

fn title(metric: &str) -> &str {
    match metric {
        "ns_per_pair" => "nanoseconds per pair",
        "ns_per_query" => "nanoseconds per query",
        "ms_per_build" => "milliseconds to build",
        "ms_per_step" => "milliseconds per step",
        "ns_per_box_and_pair" => "nanoseconds for each box and each pair",
        "ms_without_recycling" => "milliseconds per step, with contact recycling off in every engine",
        "ms_to_first_step" => "milliseconds to set up and make the first step",
        "ms_of_slowest_step" => "milliseconds of the slowest step",
        "bytes_per_proxy" => "bytes per proxy",
        _ => "bytes per body",
    }
}

fn ratio(ours: Option<f64>, best_peer: Option<f64>) -> String {
    match (ours, best_peer) {
        (Some(ours), Some(best)) if best > 0.0 => format!("**{}**", number(ours / best)),
        _ => "–".to_owned(),
    }
}

/// Three significant digits.
fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        0.0 => "0".to_owned(),
        size if size >= 0.001 => format!("{value:.3}"),
        _ => format!("{value:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_leaves_the_textbook_out() {
        let mut all = Measurements::default();
        for (engine, value) in [("ours", 2.0), ("parry2d", 8.0), ("box2d", 16.0), ("textbook", 1.0)] {
            all.add("overlap", "ngon16", engine, "ns_per_pair", value);
        }
        let mut text = String::new();
        table(&mut text, &all, "overlap", "ns_per_pair");
        assert!(text.contains("| ngon16 | **0.250** | 2.00 | 8.00 | 16.0 | 1.00 |"), "{text}");
    }

    #[test]
    fn a_batch_is_measured_from_shapes_to_answers_and_its_kernel_apart() {
        let mut all = Measurements::default();
        let values = [("ours", 4.0), ("ours_batch", 1.0), ("ours_filled", 3.0), ("ours_indexed", 2.0), ("box2d", 8.0)];
        for (engine, value) in values {
            all.add("overlap", "polygon_hot", engine, "ns_per_pair", value);
        }
        let mut text = String::new();
        table(&mut text, &all, "overlap", "ns_per_pair");
        assert!(text.contains("| workload | ours ÷ best peer | kernel ÷ best peer | batch ÷ best peer |"), "{text}");
        assert!(text.contains("| polygon_hot | **0.500** | **0.125** | **0.250** |"), "{text}");
    }
}
