use geom::{Pose, Rot, Vec2};
use sat_simd::{Polygon, Shape, ShapeError};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Two posed shapes to be compared.
#[derive(Clone, Debug)]
pub struct Pair<'a> {
    /// The pair's name as it stood in the text; any JSON value.
    pub name: Option<&'a RawValue>,
    /// The first shape.
    pub a: Posed,
    /// The second shape.
    pub b: Posed,
    /// How far the first shape moves over t in 0..=1.
    pub velocity: Option<Vec2>,
}

/// A shape and where it stands.
///
/// Circles and boxes keep their centre as the pose's translation; the other shapes keep their coordinates as they are
/// and have the identity pose. So no coordinate is rounded on the way in.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    /// The shape.
    pub shape: Shape,
    /// Its pose.
    pub pose: Pose,
}

/// Why a text is no pair. The field is written as `a.v[2]`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PairError {
    /// Not UTF-8.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// Not JSON, or a field of another name or that occurs twice.
    #[error("column {column}: {message}")]
    Json {
        /// Column, counted from one.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// A shape with a field that no shape has, or that occurs twice.
    #[error("{field}: {message}")]
    Fields {
        /// Which shape.
        field: String,
        /// What is wrong.
        message: String,
    },
    /// A field that must be there is not.
    #[error("{field} is missing")]
    Missing {
        /// Which field.
        field: String,
    },
    /// A value of the wrong type.
    #[error("{field} must be {expected}, not {found}")]
    Type {
        /// Which field.
        field: String,
        /// What would have been accepted.
        expected: &'static str,
        /// What was given.
        found: String,
    },
    /// A number beyond f32.
    #[error("{field}: {text} is beyond the range of f32")]
    Overflow {
        /// Which field.
        field: String,
        /// The number as written.
        text: String,
    },
    /// NaN or infinity.
    #[error("{field}: {value} is not a finite number")]
    NotFinite {
        /// Which field.
        field: String,
        /// The value.
        value: f32,
    },
    /// Numbers that make no shape.
    #[error("{field}: {error}")]
    Shape {
        /// Which field.
        field: String,
        /// What is wrong.
        error: ShapeError,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPair<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    a: Option<&'a RawValue>,
    #[serde(borrow)]
    b: Option<&'a RawValue>,
    #[serde(borrow)]
    velocity: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawShape<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    a: Option<&'a RawValue>,
    #[serde(borrow)]
    b: Option<&'a RawValue>,
    #[serde(borrow)]
    c: Option<&'a RawValue>,
    #[serde(borrow)]
    r: Option<&'a RawValue>,
    #[serde(borrow)]
    v: Option<&'a RawValue>,
    #[serde(borrow)]
    radius: Option<&'a RawValue>,
    #[serde(borrow)]
    half: Option<&'a RawValue>,
    #[serde(borrow)]
    angle: Option<&'a RawValue>,
}

/// The pair in `json`, one object. Numbers are rounded once, from their decimals to the nearest f32; of a shape's
/// fields those that another shape has are ignored.
///
/// # Errors
/// [`PairError`] with the field, together with the pair's name when that much could be read.
pub fn parse_pair(json: &str) -> Result<Pair<'_>, (Option<&RawValue>, PairError)> {
    if !json.starts_with('{') {
        // Also told for text that is no JSON at all: it is the first thing wrong with it.
        let error = PairError::Type { field: "a pair".to_owned(), expected: "a JSON object", found: shorten(json) };
        return Err((None, error));
    }
    let raw: RawPair<'_> = serde_json::from_str(json).map_err(|error| (None, json_error(&error)))?;
    let parse = || {
        Ok(Pair {
            name: raw.name,
            a: shape("a", raw.a)?,
            b: shape("b", raw.b)?,
            velocity: raw.velocity.map(|value| vector("velocity", Some(value))).transpose()?,
        })
    };
    parse().map_err(|error| (raw.name, error))
}

fn json_error(error: &serde_json::Error) -> PairError {
    PairError::Json { column: error.column(), message: message(error) }
}

/// What is wrong, without where.
fn message(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    error.to_string().replace(&place, "")
}

fn shape(field: &str, value: Option<&RawValue>) -> Result<Posed, PairError> {
    let value = value.ok_or_else(|| PairError::Missing { field: field.to_owned() })?;
    if !value.get().starts_with('{') {
        return Err(wrong_type(field, "an object", value));
    }
    // The text has passed as JSON before: all that can be wrong is what its fields are.
    let raw: RawShape<'_> = serde_json::from_str(value.get())
        .map_err(|error| PairError::Fields { field: field.to_owned(), message: message(&error) })?;
    let within = |name: &str| format!("{field}.{name}");
    let number_of = |name: &str, value| number(&within(name), value);
    let vector_of = |name: &str, value| vector(&within(name), value);
    let refused = |name: &'static str| move |error| PairError::Shape { field: format!("{field}.{name}"), error };

    let kind_field = within("type");
    let kind = raw.kind.ok_or_else(|| PairError::Missing { field: kind_field.clone() })?;
    let (shape, pose) = match serde_json::from_str::<String>(kind.get()).as_deref() {
        Ok("circle") => {
            let center = vector_of("c", raw.c)?;
            (Shape::circle(number_of("r", raw.r)?).map_err(refused("r"))?, Pose::from_translation(center))
        }
        Ok("polygon") => (polygon(field, raw.v, raw.radius)?, Pose::IDENTITY),
        Ok("segment") => {
            let (a, b) = (vector_of("a", raw.a)?, vector_of("b", raw.b)?);
            (Shape::segment(a, b).map_err(refused("a"))?, Pose::IDENTITY)
        }
        Ok("capsule") => {
            let (a, b, radius) = (vector_of("a", raw.a)?, vector_of("b", raw.b)?, number_of("r", raw.r)?);
            (Shape::capsule(a, b, radius).map_err(refused("r"))?, Pose::IDENTITY)
        }
        Ok("box") => {
            let (center, half) = (vector_of("c", raw.c)?, vector_of("half", raw.half)?);
            let angle = raw.angle.map_or(Ok(0.0), |angle| number_of("angle", Some(angle)))?;
            let shape = Shape::rect(half.x, half.y).map_err(refused("half"))?;
            (shape, Pose::new(center, Rot::from_angle(angle)))
        }
        _ => {
            let expected = "\"circle\", \"polygon\", \"segment\", \"capsule\" or \"box\"";
            return Err(wrong_type(&kind_field, expected, kind));
        }
    };
    Ok(Posed { shape, pose })
}

fn polygon(field: &str, vertices: Option<&RawValue>, radius: Option<&RawValue>) -> Result<Shape, PairError> {
    let field_v = format!("{field}.v");
    let vertices = vertices.ok_or_else(|| PairError::Missing { field: field_v.clone() })?;
    let values = array(&field_v, "an array of points", vertices)?;
    let points: Vec<Vec2> = (values.iter().enumerate())
        .map(|(i, value)| vector(&format!("{field_v}[{i}]"), Some(value)))
        .collect::<Result<_, _>>()?;
    let polygon = Polygon::new(&points).map_err(|error| {
        let field = match error {
            ShapeError::NotConvex { index } => format!("{field_v}[{index}]"),
            _ => field_v,
        };
        PairError::Shape { field, error }
    })?;
    let field = format!("{field}.radius");
    let radius = radius.map_or(Ok(0.0), |radius| number(&field, Some(radius)))?;
    polygon.with_radius(radius).map(Shape::from).map_err(|error| PairError::Shape { field, error })
}

/// A point or vector: an array of two numbers.
fn vector(field: &str, value: Option<&RawValue>) -> Result<Vec2, PairError> {
    let expected = "an array of two numbers";
    let value = value.ok_or_else(|| PairError::Missing { field: field.to_owned() })?;
    match array(field, expected, value)?.as_slice() {
        [x, y] => Ok(Vec2::new(number(&format!("{field}[0]"), Some(x))?, number(&format!("{field}[1]"), Some(y))?)),
        _ => Err(wrong_type(field, expected, value)),
    }
}

fn array<'a>(field: &str, expected: &'static str, value: &'a RawValue) -> Result<Vec<&'a RawValue>, PairError> {
    serde_json::from_str(value.get()).map_err(|_| wrong_type(field, expected, value))
}

/// The f32 nearest to the decimals of `value`, which must be finite.
fn number(field: &str, value: Option<&RawValue>) -> Result<f32, PairError> {
    let value = value.ok_or_else(|| PairError::Missing { field: field.to_owned() })?;
    let text = value.get();
    let number = match text {
        "\"NaN\"" => f32::NAN,
        "\"Infinity\"" => f32::INFINITY,
        "\"-Infinity\"" => f32::NEG_INFINITY,
        // JSON's numbers are a subset of those Rust reads; the first character tells them from words and brackets.
        _ if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
            let number: f32 = text.parse().map_err(|_| wrong_type(field, "a number", value))?;
            if number.is_infinite() {
                return Err(PairError::Overflow { field: field.to_owned(), text: shorten(text) });
            }
            number
        }
        _ => return Err(wrong_type(field, "a number", value)),
    };
    if number.is_finite() { Ok(number) } else { Err(PairError::NotFinite { field: field.to_owned(), value: number }) }
}

fn wrong_type(field: &str, expected: &'static str, value: &RawValue) -> PairError {
    PairError::Type { field: field.to_owned(), expected, found: shorten(value.get()) }
}

/// The first 40 characters of `text`.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
