use crate::bodies::Velocity;
use crate::lanes::F32x4;
use geom::{Rot, Vec2};

/// What the solver changes of a body, 32 bytes:
///
/// ```text
/// velocity   vx   vy   ω    –
/// motion     dx   dy  cos  sin     how far it moved and turned since the step began
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct State {
    pub velocity: F32x4,
    pub motion: F32x4,
}

impl State {
    /// At rest, where the step found it.
    pub const FIXED: Self = Self { velocity: F32x4::ZERO, motion: F32x4::new([0.0, 0.0, 1.0, 0.0]) };

    pub fn new(linear: Vec2, angular: f32) -> Self {
        Self { velocity: F32x4::new([linear.x, linear.y, angular, 0.0]), ..Self::FIXED }
    }

    pub fn linear(&self) -> Vec2 {
        let [x, y, ..] = self.velocity.to_array();
        Vec2::new(x, y)
    }

    pub fn angular(&self) -> f32 {
        self.velocity.to_array()[2]
    }

    /// What a step leaves of the velocity: zero for each number whose square would be subnormal, 10⁻¹⁹ or less. A damped body comes to
    /// rest so: the least number less two parts in a hundred is itself again, and with such numbers a step takes twice as long.
    pub fn kept_velocity(&self) -> Velocity {
        const LEAST: f32 = 1.0842022e-19; // 2⁻⁶³
        let kept = self.velocity & self.velocity.abs().simd_gt(F32x4::splat(LEAST));
        let [x, y, angular, _] = kept.to_array();
        Velocity { linear: Vec2::new(x, y), angular }
    }

    /// Whether no number overflowed of those that a body keeps; a rotation stays one whatever happens.
    pub fn is_finite(&self) -> bool {
        self.linear().is_finite() && self.angular().is_finite() && self.translation().is_finite()
    }

    /// How far the centre of mass moved.
    pub fn translation(&self) -> Vec2 {
        let [x, y, ..] = self.motion.to_array();
        Vec2::new(x, y)
    }

    /// How far the body turned either way, as the sine of that.
    pub fn turn(&self) -> f32 {
        self.motion.to_array()[3].abs()
    }

    /// How far the body turned.
    pub fn rotation(&self) -> Rot {
        let [_, _, cos, sin] = self.motion.to_array();
        Rot::normalized(cos, sin)
    }
}
