use geom::Vec2;

/// Motions that a body does not make, whatever pushes it.
///
/// With all of them locked a body stands like a fixed one, under any load. Else what pushes along a locked axis feels the body's own
/// mass while it is solved, and sinks in where it is many times heavier: for a lift under heavy loads a kinematic body is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct MotionLocks {
    /// Along the world's x axis.
    pub x: bool,
    /// Along the world's y axis.
    pub y: bool,
    /// It does not turn: players, top-down characters.
    pub rotation: bool,
}

impl MotionLocks {
    /// Every motion is free.
    pub const NONE: Self = Self { x: false, y: false, rotation: false };

    /// Only the rotation is locked.
    pub const ROTATION: Self = Self { rotation: true, ..Self::NONE };

    /// What is left of a way or of a velocity.
    pub(crate) fn free(self, way: Vec2) -> Vec2 {
        Vec2::new(if self.x { 0.0 } else { way.x }, if self.y { 0.0 } else { way.y })
    }
}
