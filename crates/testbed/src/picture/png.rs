use geom::Vec2;
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

use super::glyphs::text_strokes;
use super::{Color, Drawing, Frame, Item, Path, Step, Style};

/// Why a picture could not be rasterised.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// A side is zero or the pixels do not fit into memory.
    #[error("a picture of {width} × {height} pixels cannot be made")]
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The encoder failed.
    #[error("the picture could not be encoded: {0}")]
    Encode(String),
}

/// The drawing as the bytes of a PNG file.
///
/// # Errors
/// [`PngError::Size`] when a side is zero or too large.
pub fn write_png(drawing: &Drawing) -> Result<Vec<u8>, PngError> {
    let (width, height) = (drawing.width, drawing.height);
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    pixels.fill(tiny_skia::Color::WHITE);
    let mut mask: Option<(Frame, Mask)> = None;
    for item in &drawing.items {
        match item {
            Item::Path { path, style, clip } => {
                if let Some(frame) = clip
                    && mask.as_ref().is_none_or(|(known, _)| known != frame)
                {
                    mask = mask_of(*frame, width, height).map(|mask| (*frame, mask));
                }
                let mask = clip.and(mask.as_ref()).map(|(_, mask)| mask);
                paint(&mut pixels, path, style, mask);
            }
            Item::Text { at, size, color, text } => {
                let path = text_strokes(text, *at, *size);
                paint(&mut pixels, &path, &Style::stroke(*color, (0.13 * size).max(1.0)), None);
            }
        }
    }
    pixels.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

fn mask_of(frame: Frame, width: u32, height: u32) -> Option<Mask> {
    let mut mask = Mask::new(width, height)?;
    let rect = Rect::from_ltrb(frame.min.x, frame.min.y, frame.max.x, frame.max.y)?;
    mask.fill_path(&PathBuilder::from_rect(rect), FillRule::Winding, true, Transform::identity());
    Some(mask)
}

fn paint(pixels: &mut Pixmap, path: &Path, style: &Style, mask: Option<&Mask>) {
    let Some(outline) = skia_path(path) else { return };
    if let Some(fill) = style.fill {
        pixels.fill_path(&outline, &paint_of(fill), FillRule::Winding, Transform::identity(), mask);
    }
    if let Some((color, width)) = style.stroke {
        let dash = if style.dashed { StrokeDash::new(vec![4.0 * width, 4.0 * width], 0.0) } else { None };
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, dash, ..Stroke::default() };
        pixels.stroke_path(&outline, &paint_of(color), &stroke, Transform::identity(), mask);
    }
}

/// `None` for a path without an extent that can be painted.
fn skia_path(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::with_capacity(path.steps.len(), path.steps.len());
    for step in &path.steps {
        match *step {
            Step::Move(Vec2 { x, y }) => builder.move_to(x, y),
            Step::Line(Vec2 { x, y }) => builder.line_to(x, y),
            Step::Curve(p, q, r) => builder.cubic_to(p.x, p.y, q.x, q.y, r.x, r.y),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

fn paint_of(Color(r, g, b, a): Color) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, a);
    paint
}
