use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// The engines of the broad phase, and the colours they have in every plot.
pub const ENGINES: [(&str, RGBColor); 5] = [
    ("ours", RGBColor(200, 30, 30)),
    ("parry2d", RGBColor(30, 90, 180)),
    ("box2d", RGBColor(30, 140, 70)),
    ("broccoli", RGBColor(150, 110, 30)),
    ("rstar", RGBColor(120, 70, 150)),
];

/// A panel's width and height in pixels.
const SIZE: (u32, u32) = (500, 390);

/// What an engine came to, over numbers of boxes.
pub struct Curve {
    pub engine: &'static str,
    pub color: RGBColor,
    pub points: Vec<(f64, f64)>,
}

/// Curves in one system of coordinates, both logarithmic.
pub struct Panel {
    pub title: &'static str,
    pub curves: Vec<Curve>,
}

/// Draws the panels, two in a row, into an SVG file; nothing when any of them has no curve.
///
/// # Errors
/// What the file system says.
pub fn draw_panels(panels: &[Panel], unit: &str, file: &Path) -> Result<(), Box<dyn Error>> {
    if panels.iter().any(|panel| panel.curves.is_empty()) {
        return Ok(());
    }
    let rows = panels.len().div_ceil(2);
    let root = SVGBackend::new(file, (2 * SIZE.0, rows as u32 * SIZE.1)).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, panel) in root.split_evenly((rows, 2)).iter().zip(panels) {
        draw_panel(area, panel, unit)?;
    }
    root.present()?;
    Ok(())
}

fn draw_panel(area: &DrawingArea<SVGBackend<'_>, Shift>, panel: &Panel, unit: &str) -> Result<(), Box<dyn Error>> {
    let points = || panel.curves.iter().flat_map(|curve| curve.points.iter().copied());
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)))
    };
    let (fewest, most) = range(&mut points().map(|(count, _)| count));
    let (least, greatest) = range(&mut points().map(|(_, value)| value));
    // The legend has the uppermost third to itself: of a logarithmic axis that is the root of what the curves take.
    let (bottom, highest) = (least / 2.0, greatest * 1.2);
    let top = highest * (highest / bottom).sqrt();
    let mut chart = ChartBuilder::on(area)
        .caption(panel.title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d((fewest * 0.8..most * 1.25).log_scale(), (bottom..top).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("boxes")
        .y_desc(unit)
        .x_label_formatter(&|count| format!("{count:.0}"))
        .y_label_formatter(&|value| format!("{value}"))
        .light_line_style(RGBColor(240, 240, 240))
        .draw()?;
    for Curve { engine, color, points } in &panel.curves {
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
