use std::fmt::Write;

use geom::Vec2;

use super::{Color, Drawing, Frame, Item, Path, Step, Style};

/// The drawing as an SVG document.
#[must_use]
pub fn to_svg(drawing: &Drawing) -> String {
    let (width, height) = (drawing.width, drawing.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let clips = clips_of(drawing);
    for (i, frame) in clips.iter().enumerate() {
        let (corner, size) = (frame.min, frame.size());
        push(&mut svg, format_args!("<clipPath id=\"clip{i}\"><rect x=\"{}\" y=\"{}\"", corner.x, corner.y));
        push(&mut svg, format_args!(" width=\"{}\" height=\"{}\"/></clipPath>\n", size.x, size.y));
    }
    for item in &drawing.items {
        match item {
            Item::Path { path, style, clip } => {
                svg.push_str("<path d=\"");
                push_path(&mut svg, path);
                svg.push('"');
                push_style(&mut svg, style);
                if let Some(index) = clip.and_then(|clip| clips.iter().position(|&known| known == clip)) {
                    push(&mut svg, format_args!(" clip-path=\"url(#clip{index})\""));
                }
                svg.push_str("/>\n");
            }
            Item::Text { at, size, color, text } => {
                // A capital letter is about 0.7 of the font size high.
                let font_size = size / 0.7;
                push(&mut svg, format_args!("<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{font_size:.1}\"", at.x, at.y));
                push_color(&mut svg, "fill", *color);
                push(
                    &mut svg,
                    format_args!(" font-family=\"monospace\" xml:space=\"preserve\">{}</text>\n", escape(text)),
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Every clip frame in use, once.
fn clips_of(drawing: &Drawing) -> Vec<Frame> {
    let mut clips = Vec::new();
    for item in &drawing.items {
        if let Item::Path { clip: Some(clip), .. } = item
            && !clips.contains(clip)
        {
            clips.push(*clip);
        }
    }
    clips
}

fn push(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("writing to a string cannot fail");
}

fn push_path(svg: &mut String, path: &Path) {
    let at = |p: Vec2| format!("{:.2} {:.2}", p.x, p.y);
    for step in &path.steps {
        match *step {
            Step::Move(p) => push(svg, format_args!("M{}", at(p))),
            Step::Line(p) => push(svg, format_args!("L{}", at(p))),
            Step::Curve(p, q, r) => push(svg, format_args!("C{} {} {}", at(p), at(q), at(r))),
            Step::Close => svg.push('Z'),
        }
    }
}

fn push_style(svg: &mut String, style: &Style) {
    match style.fill {
        Some(fill) => push_color(svg, "fill", fill),
        None => svg.push_str(" fill=\"none\""),
    }
    if let Some((color, width)) = style.stroke {
        push_color(svg, "stroke", color);
        push(svg, format_args!(" stroke-width=\"{width:.2}\" stroke-linejoin=\"round\" stroke-linecap=\"round\""));
        if style.dashed {
            push(svg, format_args!(" stroke-dasharray=\"{} {}\"", 4.0 * width, 4.0 * width));
        }
    }
}

fn push_color(svg: &mut String, attribute: &str, Color(r, g, b, a): Color) {
    push(svg, format_args!(" {attribute}=\"#{r:02x}{g:02x}{b:02x}\""));
    if a < 255 {
        push(svg, format_args!(" {attribute}-opacity=\"{:.3}\"", f32::from(a) / 255.0));
    }
}

/// `text` as XML character data: control characters, which XML forbids, become spaces.
fn escape(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            c if c.is_control() => " ".to_owned(),
            c => c.to_string(),
        })
        .collect()
}
