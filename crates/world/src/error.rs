use crate::{BodyId, BodyKind, ColliderId};
use geom::Vec2;

/// How far from the origin things may be, and how large or fast: 10⁷ in metres, m/s, rad/s.
///
/// At that distance neighbouring `f32` coordinates are a metre apart, so nothing useful is lost; and squares and products of
/// such numbers stay far from overflow.
pub const MAX_COORDINATE: f32 = 1.0e7;

/// Why a call was refused. The world is then as it was before.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// A number that is NaN, infinite, or outside its range.
    #[error("{what} must be {expected}, not {value}")]
    InvalidNumber {
        /// Which number.
        what: &'static str,
        /// The number that was given.
        value: f32,
        /// What would have been accepted.
        expected: &'static str,
    },
    /// The body was destroyed. Ids are only good for the world that gave them: another may know the
    /// same one for something else.
    #[error("no such body: {0:?}")]
    StaleBody(BodyId),
    /// The collider was destroyed. Ids are only good for the world that gave them: another may know the
    /// same one for something else.
    #[error("no such collider: {0:?}")]
    StaleCollider(ColliderId),
    /// The call makes no sense for a body of this kind.
    #[error("{what} does not apply to a {kind:?} body")]
    WrongKind {
        /// What was asked for.
        what: &'static str,
        /// The body's kind.
        kind: BodyKind,
    },
    /// There is no room for one more.
    #[error("full: {max} {what} at most")]
    Full {
        /// Of what there are too many.
        what: &'static str,
        /// How many there may be.
        max: usize,
    },
}

/// Why a step was refused. The world is then as it was before.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// The time step is not a number from [`MIN_TIME_STEP`](crate::MIN_TIME_STEP) to
    /// [`MAX_TIME_STEP`](crate::MAX_TIME_STEP).
    #[error("dt must be from {} to {} seconds, not {dt}", crate::MIN_TIME_STEP, crate::MAX_TIME_STEP)]
    InvalidTimeStep {
        /// The time step that was given.
        dt: f32,
    },
}

/// Refuses what `accept` does not accept; `accept` must refuse NaN.
#[inline]
pub(crate) fn check(
    what: &'static str,
    value: f32,
    expected: &'static str,
    accept: impl Fn(f32) -> bool,
) -> Result<(), WorldError> {
    if accept(value) { Ok(()) } else { Err(WorldError::InvalidNumber { what, value, expected }) }
}

/// Refuses numbers that are not finite or whose amount exceeds [`MAX_COORDINATE`].
pub(crate) fn check_coordinate(what: &'static str, value: f32) -> Result<(), WorldError> {
    check(what, value, "within ±1e7", |v| v.abs() <= MAX_COORDINATE)
}

/// Refuses vectors with a coordinate that is not finite or exceeds [`MAX_COORDINATE`].
pub(crate) fn check_vector(what: &'static str, value: Vec2) -> Result<(), WorldError> {
    check_coordinate(what, value.x)?;
    check_coordinate(what, value.y)
}

/// How a message tells how large amounts may be, for each limit that there is.
const AMOUNTS: [(f32, &str); 5] = [
    (1.0e3, "from 0 to 1e3"),
    (1.0e4, "from 0 to 1e4"),
    (1.0e7, "from 0 to 1e7"),
    (1.0e9, "from 0 to 1e9"),
    (1.0e30, "from 0 to 1e30"),
];

/// Refuses numbers that are negative, not finite, or exceed `max`.
pub(crate) fn check_amount(what: &'static str, value: f32, max: f32) -> Result<(), WorldError> {
    let (_, told) = AMOUNTS.iter().find(|(limit, _)| *limit == max).expect("every limit has its text");
    check(what, value, told, |v| (0.0..=max).contains(&v))
}
