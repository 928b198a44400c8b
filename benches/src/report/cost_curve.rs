use super::Measurements;
use super::panel::{Curve, ENGINES, Panel, draw_panels};
use std::error::Error;
use std::path::Path;

/// One panel each, by the beginning and the end of the workloads' names.
const PANELS: [(&str, &str, &str); 8] = [
    ("uniform", "scratch", "uniform, from nothing"),
    ("clustered", "scratch", "clustered, from nothing"),
    ("uniform", "move1", "uniform, 1 % move"),
    ("clustered", "move1", "clustered, 1 % move"),
    ("uniform", "move10", "uniform, 10 % move"),
    ("clustered", "move10", "clustered, 10 % move"),
    ("uniform", "move100", "uniform, all move"),
    ("clustered", "move100", "clustered, all move"),
];

const SIZES: [(&str, f64); 4] = [("1k", 1e3), ("10k", 1e4), ("100k", 1e5), ("1m", 1e6)];

/// Draws milliseconds per step over the number of boxes, of every engine, into an SVG file; nothing when they
/// were not measured.
///
/// # Errors
/// What the file system says.
pub fn cost_curve(measurements: &Measurements, file: &Path) -> Result<(), Box<dyn Error>> {
    let panels = PANELS.map(|(spread, motion, title)| {
        let curves = ENGINES.map(|(engine, color)| {
            let value = |size: &str| {
                measurements.value("broadphase", &format!("{spread}_{size}_{motion}"), engine, "ms_per_step")
            };
            let points = SIZES.into_iter().filter_map(|(size, count)| Some((count, value(size)?)));
            Curve { engine, color, points: points.collect() }
        });
        Panel { title, curves: curves.into_iter().filter(|curve| !curve.points.is_empty()).collect() }
    });
    draw_panels(&panels, "ms per step", file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_names_every_engine_that_was_measured() {
        let mut all = Measurements::default();
        for (spread, motion, _) in PANELS {
            for (size, count) in SIZES {
                all.add("broadphase", &format!("{spread}_{size}_{motion}"), "ours", "ms_per_step", count / 1e5);
                all.add("broadphase", &format!("{spread}_{size}_{motion}"), "parry2d", "ms_per_step", count / 5e4);
            }
        }
        let file = std::env::temp_dir().join(format!("cost-curve-{}.svg", std::process::id()));
        cost_curve(&all, &file).expect("the folder can be written to");
        let svg = std::fs::read_to_string(&file).expect("it was written");
        std::fs::remove_file(&file).expect("it was written");
        assert!(["ours", "parry2d", "clustered, all move", "ms per step"].iter().all(|word| svg.contains(word)));
    }
}
