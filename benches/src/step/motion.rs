use geom::{Pose, Vec2};

/// How a body stands and moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Of its origin.
    pub pose: Pose,
    /// Of its centre of mass, in m/s.
    pub velocity: Vec2,
    /// In rad/s.
    pub spin: f32,
}
