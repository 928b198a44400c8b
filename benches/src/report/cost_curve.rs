use super::Measurements;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// One panel each, by the end of the workloads' names.
const PANELS: [(&str, &str); 4] =
    [("scratch", "from nothing"), ("move1", "1 % move"), ("move10", "10 % move"), ("move100", "all move")];

const SIZES: [(&str, f64); 4] = [("1k", 1e3), ("10k", 1e4), ("100k", 1e5), ("1m", 1e6)];

const ENGINES: [(&str, RGBColor); 5] = [
    ("ours", RGBColor(200, 30, 30)),
    ("parry2d", RGBColor(30, 90, 180)),
    ("box2d", RGBColor(30, 140, 70)),
    ("broccoli", RGBColor(150, 110, 30)),
    ("rstar", RGBColor(120, 70, 150)),
];

const SIZE: (u32, u32) = (1000, 780);

/// Draws milliseconds per step over the number of evenly spread boxes, of every engine, into an SVG file; nothing when they
/// were not measured.
///
/// # Errors
/// What the file system says.
pub fn cost_curve(measurements: &Measurements, file: &Path) -> Result<(), Box<dyn Error>> {
    let curve = |engine: &str, motion: &str| -> Vec<(f64, f64)> {
        let value =
            |size: &str| measurements.value("broadphase", &format!("uniform_{size}_{motion}"), engine, "ms_per_step");
        SIZES.into_iter().filter_map(|(size, count)| Some((count, value(size)?))).collect()
    };
    if curve("ours", PANELS[0].0).is_empty() {
        return Ok(());
    }
    let root = SVGBackend::new(file, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    for (panel, (motion, title)) in root.split_evenly((2, 2)).iter().zip(PANELS) {
        let curves = ENGINES.map(|(engine, color)| (engine, color, curve(engine, motion)));
        draw_panel(panel, title, &curves)?;
    }
    root.present()?;
    Ok(())
}

type Curve<'a> = (&'a str, RGBColor, Vec<(f64, f64)>);

fn draw_panel(
    panel: &DrawingArea<SVGBackend<'_>, Shift>,
    title: &str,
    curves: &[Curve<'_>],
) -> Result<(), Box<dyn Error>> {
    let all = curves.iter().flat_map(|(_, _, points)| points.iter().map(|(_, value)| *value));
    let (least, most) = all.fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)));
    let mut chart = ChartBuilder::on(panel)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d((8e2..1.25e6).log_scale(), (least / 2.0..most * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("boxes")
        .y_desc("ms per step")
        .x_label_formatter(&|count| format!("{count:.0}"))
        .y_label_formatter(&|value| format!("{value}"))
        .light_line_style(RGBColor(240, 240, 240))
        .draw()?;
    for (engine, color, points) in curves {
        let width = if *engine == "ours" { 3 } else { 2 };
        let color = *color;
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(width)).point_size(3))?
            .label(*engine)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(width)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(RGBColor(200, 200, 200))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_names_every_engine_that_was_measured() {
        let mut all = Measurements::default();
        for (motion, _) in PANELS {
            for (size, count) in SIZES {
                all.add("broadphase", &format!("uniform_{size}_{motion}"), "ours", "ms_per_step", count / 1e5);
                all.add("broadphase", &format!("uniform_{size}_{motion}"), "parry2d", "ms_per_step", count / 5e4);
            }
        }
        let file = std::env::temp_dir().join(format!("cost-curve-{}.svg", std::process::id()));
        cost_curve(&all, &file).expect("the folder can be written to");
        let svg = std::fs::read_to_string(&file).expect("it was written");
        std::fs::remove_file(&file).expect("it was written");
        assert!(["ours", "parry2d", "all move", "ms per step"].iter().all(|word| svg.contains(word)));
    }
}
