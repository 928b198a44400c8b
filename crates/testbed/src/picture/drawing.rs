use geom::Vec2;

/// A colour with opacity: red, green, blue, alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8, pub u8);

impl Color {
    /// Opaque from `0xRRGGBB`.
    #[must_use]
    pub const fn rgb(hex: u32) -> Self {
        Self((hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 255)
    }

    /// The same colour, `alpha` of 255 opaque.
    #[must_use]
    pub const fn alpha(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }
}

/// One step of a path, in pixels; y points down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Begin a new outline here.
    Move(Vec2),
    /// A straight line to here.
    Line(Vec2),
    /// A cubic Bézier curve: two control points, then the end.
    Curve(Vec2, Vec2, Vec2),
    /// Back to where this outline began.
    Close,
}

/// Outlines that share one style: thousands of bodies make one path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The steps, outline after outline.
    pub steps: Vec<Step>,
}

impl Path {
    /// Adds an open line through `points`.
    pub fn line(&mut self, points: &[Vec2]) {
        for (i, &point) in points.iter().enumerate() {
            self.steps.push(if i == 0 { Step::Move(point) } else { Step::Line(point) });
        }
    }

    /// Adds a closed outline through `points`.
    pub fn outline(&mut self, points: &[Vec2]) {
        self.line(points);
        self.steps.push(Step::Close);
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, frame: Frame) {
        let (min, max) = (frame.min, frame.max);
        self.outline(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]);
    }

    /// Adds a disc, running round like the outlines of the shapes: paths that overlap against their winding cancel.
    pub fn circle(&mut self, center: Vec2, radius: f32) {
        // Four Bézier quarters; 4/3·(√2 − 1) puts their middles on the circle.
        let k = 0.552_284_8 * radius;
        let at = |x: f32, y: f32| center + Vec2::new(x, y);
        self.steps.push(Step::Move(at(radius, 0.0)));
        self.steps.push(Step::Curve(at(radius, -k), at(k, -radius), at(0.0, -radius)));
        self.steps.push(Step::Curve(at(-k, -radius), at(-radius, -k), at(-radius, 0.0)));
        self.steps.push(Step::Curve(at(-radius, k), at(-k, radius), at(0.0, radius)));
        self.steps.push(Step::Curve(at(k, radius), at(radius, k), at(radius, 0.0)));
        self.steps.push(Step::Close);
    }
}

/// How a path is painted: first filled, then stroked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// Colour of the inside.
    pub fill: Option<Color>,
    /// Colour and width in pixels of the line.
    pub stroke: Option<(Color, f32)>,
    /// Whether the line is dashed.
    pub dashed: bool,
}

impl Style {
    /// Only filled.
    #[must_use]
    pub fn fill(color: Color) -> Self {
        Self { fill: Some(color), ..Self::default() }
    }

    /// Only stroked.
    #[must_use]
    pub fn stroke(color: Color, width: f32) -> Self {
        Self { stroke: Some((color, width)), ..Self::default() }
    }

    /// Filled and stroked.
    #[must_use]
    pub fn both(fill: Color, line: Color, width: f32) -> Self {
        Self { fill: Some(fill), stroke: Some((line, width)), dashed: false }
    }

    /// The same with a dashed line.
    #[must_use]
    pub fn dashed(self) -> Self {
        Self { dashed: true, ..self }
    }
}

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Upper left corner.
    pub min: Vec2,
    /// Lower right corner.
    pub max: Vec2,
}

impl Frame {
    /// The rectangle from `min` to `max`.
    #[must_use]
    pub const fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max }
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }
}

/// Something to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Outlines of one style, painted only inside `clip`.
    Path {
        /// The outlines.
        path: Path,
        /// How they are painted.
        style: Style,
        /// Where they may show.
        clip: Option<Frame>,
    },
    /// A line of text.
    Text {
        /// Where its baseline begins.
        at: Vec2,
        /// Height of a capital letter in pixels.
        size: f32,
        /// Its colour.
        color: Color,
        /// What it says.
        text: String,
    },
}

/// A picture as a list of items, painted in order on white.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// What is painted, back to front.
    pub items: Vec<Item>,
}

impl Drawing {
    /// An empty picture.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, items: Vec::new() }
    }

    /// Paints `path` everywhere.
    pub fn path(&mut self, path: Path, style: Style) {
        self.items.push(Item::Path { path, style, clip: None });
    }

    /// Paints `path` inside `clip`.
    pub fn clipped(&mut self, path: Path, style: Style, clip: Frame) {
        self.items.push(Item::Path { path, style, clip: Some(clip) });
    }

    /// Writes a line of text; `size` is the height of a capital letter.
    pub fn text(&mut self, at: Vec2, size: f32, color: Color, text: impl Into<String>) {
        self.items.push(Item::Text { at, size, color, text: text.into() });
    }
}
