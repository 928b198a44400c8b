//! Pictures: one list of paths and texts in pixels, written as SVG or rasterised to PNG.

mod drawing;
mod glyphs;
mod outline;
mod png;
mod svg;
mod view;

pub use drawing::{Color, Drawing, Frame, Item, Path, Step, Style};
pub use outline::add_shape;
pub use png::{PngError, write_png};
pub use svg::to_svg;
pub use view::View;
