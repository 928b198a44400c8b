use super::{Measurements, measurement::STEPS};
use std::fmt::Write as _;

/// The engines in the order of the tables' columns.
pub(super) const ENGINES: [&str; 11] = [
    "ours",
    "ours_batch",
    "ours_rstar",
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

/// Shown beside the engines, but no peers to be measured against.
const BASELINES: [&str; 2] = ["textbook", "brute_force"];

/// Sections whose workloads are scenes: a mean of their ratios says something.
const SCENES: [&str; 2] = ["step", "threads"];

/// Appends the table of a metric in a section, if there is one: a row for each workload, what each engine came to, and ours ÷
/// the best peer; of whole scenes the geometric mean of that ratio, too.
pub(super) fn table(text: &mut String, all: &Measurements, section: &str, metric: &str) {
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
        .chain(BASELINES)
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
    let (steps_of, steps_title) =
        if metric == "ms_per_step" { ("timed_steps", "steps timed") } else { (STEPS, "steps") };
    let has_steps = metric == "ms_per_step" || metric == "bytes_per_body";
    let steps = |workload: &str| has_steps.then(|| all.value(section, workload, "ours", steps_of)).flatten();
    let _ = write!(text, "\n## {section}: {}\n\n| workload |", title(metric));
    let counts_steps = steps(workloads[0]).is_some();
    if counts_steps {
        let _ = write!(text, " {steps_title} |");
    }
    ratios.iter().for_each(|(name, _)| {
        let _ = write!(text, " {name} ÷ best peer |");
    });
    engines.iter().for_each(|engine| {
        let _ = write!(text, " {engine} |");
    });
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(usize::from(counts_steps) + engines.len() + ratios.len()));
    let mut all_ratios = vec![Vec::new(); ratios.len()];
    for workload in workloads {
        let value = |engine: &str| all.value(section, workload, engine, metric);
        let best_peer = engines
            .iter()
            .filter(|engine| !engine.starts_with("ours") && !BASELINES.contains(*engine))
            .filter_map(|engine| value(engine))
            .reduce(f64::min);
        let _ = write!(text, "| {workload} |");
        if let Some(steps) = steps(workload) {
            let _ = write!(text, " {steps} |");
        }
        for ((_, ours), all_ratios) in ratios.iter().zip(&mut all_ratios) {
            let fastest = ours.iter().filter_map(|engine| value(engine)).reduce(f64::min);
            let ratio = fastest.zip(best_peer.filter(|best| *best > 0.0)).map(|(ours, best)| ours / best);
            all_ratios.extend(ratio);
            let _ = write!(text, " {} |", ratio.map_or("–".to_owned(), bold));
        }
        for engine in &engines {
            let _ = write!(text, " {} |", value(engine).map_or("–".to_owned(), number));
        }
        text.push('\n');
    }
    if SCENES.contains(&section) {
        let means = all_ratios.iter().map(|ratios| geometric_mean(ratios).map_or("–".to_owned(), bold));
        let blanks = " |".repeat(engines.len());
        let steps = if counts_steps { " |" } else { "" };
        let _ = writeln!(text, "| *geometric mean* |{steps} {} |{blanks}", means.collect::<Vec<_>>().join(" | "));
    }
}

/// `None` of no numbers. All are positive.
fn geometric_mean(numbers: &[f64]) -> Option<f64> {
    let logarithms: f64 = numbers.iter().map(|number| number.ln()).sum();
    (!numbers.is_empty()).then(|| (logarithms / numbers.len() as f64).exp())
}

/// A ratio in a table.
pub(super) fn bold(value: f64) -> String {
    format!("**{}**", number(value))
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

/// Three significant digits.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        size if size.is_nan() => "–".to_owned(),
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
    fn the_ratio_leaves_the_baselines_out() {
        let mut all = Measurements::default();
        for (engine, value) in
            [("ours", 2.0), ("parry2d", 8.0), ("box2d", 16.0), ("textbook", 1.0), ("brute_force", 0.5)]
        {
            all.add("overlap", "ngon16", engine, "ns_per_pair", value);
        }
        let mut text = String::new();
        table(&mut text, &all, "overlap", "ns_per_pair");
        assert!(text.contains("| ngon16 | **0.250** | 2.00 | 8.00 | 16.0 | 1.00 | 0.500 |"), "{text}");
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

    #[test]
    fn bytes_stand_beside_the_steps_after_which_they_were_counted() {
        let mut all = Measurements::default();
        for (engine, bytes) in [("ours", 500.0), ("box2d", 1000.0)] {
            all.add("memory", "washer", engine, STEPS, 10.0);
            all.add("memory", "washer", engine, "bytes_per_body", bytes);
        }
        let mut text = String::new();
        table(&mut text, &all, "memory", "bytes_per_body");
        assert!(text.contains("| workload | steps | ours ÷ best peer | ours | box2d |"), "{text}");
        assert!(text.contains("| washer | 10 | **0.500** | 500 | 1000 |"), "{text}");
    }

    #[test]
    fn tables_of_scenes_end_with_the_geometric_mean_of_the_ratios() {
        let mut all = Measurements::default();
        for (scene, ours) in [("washer", 2.0), ("rain", 8.0)] {
            all.add("step", scene, "ours", "ms_without_recycling", ours);
            all.add("step", scene, "box2d", "ms_without_recycling", 8.0);
        }
        all.add("step", "polygon_demo", "ours", "ms_without_recycling", 1.0);
        let mut text = String::new();
        table(&mut text, &all, "step", "ms_without_recycling");
        assert!(text.ends_with("| *geometric mean* | **0.500** | | |\n"), "{text}");
    }
}
