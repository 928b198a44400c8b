use crate::Settings;
use crate::bodies::Velocity;

/// A step turns a body by an eighth of a turn at most, so that the Euler steps of its rotation stay good.
const MAX_TURN: f32 = std::f32::consts::FRAC_PI_4;

/// The largest speeds of bodies, in m/s and rad/s.
pub(crate) struct Limits {
    pub linear: f32,
    pub angular: f32,
}

impl Limits {
    pub fn new(settings: &Settings, dt: f32) -> Self {
        Self { linear: settings.max_linear_speed, angular: MAX_TURN / dt }
    }

    /// A velocity no larger than the limits.
    pub fn limit(&self, velocity: Velocity) -> Velocity {
        let Velocity { linear, angular } = velocity;
        let speed_sq = linear.length_squared();
        let is_fast = speed_sq > self.linear * self.linear;
        let linear = if is_fast { linear * (self.linear / speed_sq.sqrt()) } else { linear };
        Velocity { linear, angular: angular.clamp(-self.angular, self.angular) }
    }
}
