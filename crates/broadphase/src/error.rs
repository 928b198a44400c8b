use crate::{Pair, ProxyId};
use geom::{Aabb, BoundingCircle};

/// Why the broad phase refused a call; it is then as it was before, but for
/// [`update_all`](crate::BroadPhase::update_all), which refuses single rows.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BroadPhaseError {
    /// A corner is NaN or infinite, or the minimum exceeds the maximum.
    #[error("not a box of finite corners with min ≤ max: {0:?}")]
    InvalidAabb(Aabb),
    /// Centre or radius are NaN or infinite, or the radius is negative.
    #[error("not a finite circle with a radius ≥ 0: {0:?}")]
    InvalidCircle(BoundingCircle),
    /// A number that is NaN, infinite or negative where it must not be.
    #[error("{what} must be {expected}, not {value}")]
    InvalidNumber {
        /// Which argument.
        what: &'static str,
        /// What it was.
        value: f32,
        /// What would have been accepted.
        expected: &'static str,
    },
    /// The proxy was removed. Ids are only good for the broad phase that gave them: another may know the
    /// same one for something else.
    #[error("no such proxy: {0:?}")]
    StaleProxy(ProxyId),
    /// A pair has a row without a circle.
    #[error("{pair:?} is not of {rows} rows")]
    NoSuchRow {
        /// The first such pair.
        pair: Pair,
        /// How many rows there are.
        rows: usize,
    },
    /// There would be more proxies than [`Settings::max_proxies`](crate::Settings::max_proxies) allows.
    #[error("full: {max} proxies at most")]
    Full {
        /// The limit.
        max: u32,
    },
    /// There are not enough rows left, though there are fewer proxies than are allowed: each row is given away 2²⁴ times and
    /// no more, lest an id comes to life again. It takes 2²⁴ [clearings](crate::BroadPhase::clear) to use up as many rows as
    /// there were at most, and 2³² rows for this to happen.
    #[error("not enough rows left: {rows} are in use, used up or waiting to be used again")]
    RowsUsedUp {
        /// How many have been given away so far.
        rows: usize,
    },
}

/// Refuses a box that is not finite or is inverted.
pub(crate) fn check_aabb(aabb: &Aabb) -> Result<(), BroadPhaseError> {
    if aabb.is_valid() { Ok(()) } else { Err(BroadPhaseError::InvalidAabb(*aabb)) }
}

/// Refuses a circle that is not finite or has a negative radius.
pub(crate) fn check_circle(circle: &BoundingCircle) -> Result<(), BroadPhaseError> {
    if circle.is_valid() { Ok(()) } else { Err(BroadPhaseError::InvalidCircle(*circle)) }
}

/// Refuses a vector with a NaN or infinite component.
pub(crate) fn check_vector(what: &'static str, vector: geom::Vec2) -> Result<(), BroadPhaseError> {
    let broken = if vector.x.is_finite() { vector.y } else { vector.x };
    check(what, broken, "finite", f32::is_finite)
}

/// Refuses a NaN.
pub(crate) fn check_not_nan(what: &'static str, value: f32) -> Result<(), BroadPhaseError> {
    check(what, value, "a number", |value| !value.is_nan())
}

/// Refuses a NaN, infinite or negative number.
pub(crate) fn check_length(what: &'static str, value: f32) -> Result<(), BroadPhaseError> {
    check(what, value, "finite and not negative", |value| value.is_finite() && value >= 0.0)
}

/// Refuses what is not accepted.
pub(crate) fn check(
    what: &'static str,
    value: f32,
    expected: &'static str,
    accepts: impl Fn(f32) -> bool,
) -> Result<(), BroadPhaseError> {
    if accepts(value) { Ok(()) } else { Err(BroadPhaseError::InvalidNumber { what, value, expected }) }
}
