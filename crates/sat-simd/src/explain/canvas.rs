use crate::root::sqrt_f64;
use alloc::format;
use alloc::string::String;
use core::fmt::Write;

/// An SVG document under construction; x to the right, y down, in pixels.
pub(super) struct Canvas {
    body: String,
}

/// How a line or an outline is drawn.
#[derive(Clone, Copy)]
pub(super) struct Pen {
    pub stroke: &'static str,
    pub width: f64,
    pub dashes: &'static str,
    pub opacity: f64,
}

impl Pen {
    pub const fn solid(stroke: &'static str, width: f64) -> Self {
        Self { stroke, width, dashes: "none", opacity: 1.0 }
    }

    pub const fn dashed(stroke: &'static str, width: f64) -> Self {
        Self { stroke, width, dashes: "5 4", opacity: 1.0 }
    }
}

/// Which end of a text stands at its position.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

pub(super) type Point = [f64; 2];

impl Canvas {
    /// An empty white sheet.
    pub fn new(width: f64, height: f64) -> Self {
        let mut canvas = Self { body: String::new() };
        canvas.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\">"
        ));
        canvas.rect([0.0, 0.0], [width, height], "#ffffff", 1.0);
        canvas
    }

    /// The finished document.
    pub fn finish(mut self) -> String {
        self.body += "</svg>\n";
        self.body
    }

    pub fn line(&mut self, [x1, y1]: Point, [x2, y2]: Point, pen: Pen) {
        let Pen { stroke, width, dashes, opacity } = pen;
        self.put(format_args!(
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\" stroke-opacity=\"{opacity}\"/>"
        ));
    }

    /// A line with a head at its second end.
    pub fn arrow(&mut self, from: Point, to: Point, pen: Pen) {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let length = sqrt_f64(dx * dx + dy * dy);
        if length == 0.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let head = (3.0 + 2.5 * pen.width).min(length);
        let neck = [to[0] - ux * head, to[1] - uy * head];
        let side = [-uy * head * 0.45, ux * head * 0.45];
        self.line(from, neck, pen);
        self.put(format_args!(
            "<polygon points=\"{:.2},{:.2} {:.2},{:.2} {:.2},{:.2}\" fill=\"{}\"/>",
            to[0],
            to[1],
            neck[0] + side[0],
            neck[1] + side[1],
            neck[0] - side[0],
            neck[1] - side[1],
            pen.stroke
        ));
    }

    /// A closed path given by its SVG commands.
    pub fn path(&mut self, commands: &str, fill: &str, fill_opacity: f64, pen: Pen) {
        let Pen { stroke, width, dashes, opacity } = pen;
        self.put(format_args!(
            "<path d=\"{commands}\" fill=\"{fill}\" fill-opacity=\"{fill_opacity}\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\" stroke-opacity=\"{opacity}\" \
             stroke-linejoin=\"round\"/>"
        ));
    }

    pub fn disc(&mut self, [x, y]: Point, radius: f64, fill: &str) {
        self.put(format_args!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\"/>"));
    }

    /// A circle line on a white one, so that it shows on any ground.
    pub fn ring(&mut self, [x, y]: Point, radius: f64, color: &str) {
        for (color, width) in [("#ffffff", 4.0), (color, 1.8)] {
            self.put(format_args!(
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"none\" stroke=\"{color}\" \
                 stroke-width=\"{width}\"/>"
            ));
        }
    }

    pub fn rect(&mut self, [x, y]: Point, [width, height]: Point, fill: &str, opacity: f64) {
        self.put(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\" \
             fill-opacity=\"{opacity}\"/>"
        ));
    }

    /// A line of text, with a white rim so that it can be read on lines.
    pub fn text(&mut self, [x, y]: Point, size: f64, color: &str, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // The rim is a text of its own below the other: not every renderer honours `paint-order`.
        let rim = "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"3\" stroke-opacity=\"0.8\"";
        for paint in [rim, &format!("fill=\"{color}\"")] {
            self.put(format_args!(
                "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" text-anchor=\"{anchor}\" {paint}>{text}</text>"
            ));
        }
    }

    /// A numbered disc.
    pub fn badge(&mut self, at: Point, number: usize, fill: &str) {
        self.disc(at, 8.5, fill);
        self.put(format_args!(
            "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"10\" fill=\"#ffffff\" text-anchor=\"middle\">{number}</text>",
            at[0],
            at[1] + 3.5
        ));
    }

    fn put(&mut self, element: core::fmt::Arguments) {
        writeln!(self.body, "{element}").expect("writing to a string never fails");
    }
}
