use crate::Settings;
use crate::bodies::Velocity;
use crate::lanes::{F32s, V2};

/// A step turns a body by an eighth of a turn at most, so that the Euler steps of its rotation stay good; a sub-step a disc, whose turn
/// moves nothing.
pub(crate) const MAX_TURN: f32 = std::f32::consts::FRAC_PI_4;

/// What makes the squares of all velocities finite that forces make, and does not lose those whose squares are not: 2⁻⁶⁴.
const SHRINK: f32 = 1.0 / (1u128 << 64) as f32;

/// The largest speeds of bodies, in m/s and rad/s.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub linear: f32,
    pub angular: f32,
    /// How many times as fast a disc may turn.
    pub of_disc: f32,
}

impl Limits {
    pub fn new(settings: &Settings, dt: f32) -> Self {
        Self { linear: settings.max_linear_speed, angular: MAX_TURN / dt, of_disc: settings.sub_steps as f32 }
    }

    /// A velocity no larger than the limits, of one that a body may have been given: its square is finite. Of what turns fast it is asked
    /// whether it is a disc.
    #[inline]
    pub fn limit(&self, velocity: Velocity, is_disc: impl FnOnce() -> bool) -> Velocity {
        let Velocity { linear, angular } = velocity;
        let speed_sq = linear.length_squared();
        let is_fast = speed_sq > self.linear * self.linear;
        let linear = if is_fast { linear * (self.linear / speed_sq.sqrt()) } else { linear };
        let most = if angular.abs() > self.angular && is_disc() { self.of_disc * self.angular } else { self.angular };
        Velocity { linear, angular: angular.clamp(-most, most) }
    }

    /// [`limit`](Self::limit) for eight, of any that forces make; `None` when none of them is faster than the limits. If one is, it is
    /// asked how many times as fast as others they may turn.
    #[inline(always)]
    pub fn limit_wide(
        &self,
        linear: V2<F32s>,
        angular: F32s,
        times: impl FnOnce() -> F32s,
    ) -> Option<(V2<F32s>, F32s)> {
        let (max, most) = (F32s::splat(self.linear), F32s::splat(self.angular));
        let speed_sq = linear.dot(linear);
        let is_fast = speed_sq.simd_gt(max * max);
        if !(is_fast | angular.simd_gt(most) | angular.simd_lt(-most)).any() {
            return None;
        }
        let most = times() * most;
        let (turns_left, turns_right) = (angular.simd_gt(most), angular.simd_lt(-most));
        let is_huge = speed_sq.simd_eq(F32s::splat(f32::INFINITY));
        let linear = linear.times(is_huge.select(F32s::splat(SHRINK), F32s::ONE));
        let speed_sq = is_huge.select(linear.dot(linear), speed_sq);
        let scale = is_fast.select(max / speed_sq.sqrt(), F32s::ONE);
        Some((linear.times(scale), turns_left.select(most, turns_right.select(-most, angular))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eight_at_a_time_equals_one_by_one(
            velocities in prop::array::uniform8((-700.0f32..700.0, -700.0f32..700.0, -390.0f32..390.0)),
            discs: [bool; 8],
            scale in prop_oneof![Just(1.0f32), 0.1f32..1.0],
        ) {
            let limits = Limits::new(&Settings::default(), 1.0 / 60.0);
            let velocities = velocities.map(|(x, y, angular)| (x * scale, y * scale, angular * scale));
            let column = |of: fn(&(f32, f32, f32)) -> f32| F32s::from(velocities.each_ref().map(of));
            let (linear, angular) = (V2 { x: column(|v| v.0), y: column(|v| v.1) }, column(|v| v.2));
            let limited = limits.limit_wide(linear, angular, || F32s::from(discs.map(|is_disc| if is_disc { limits.of_disc } else { 1.0 })));
            let one_by_one: [_; 8] = std::array::from_fn(|lane| {
                let (x, y, angular) = velocities[lane];
                let velocity = Velocity { linear: Vec2::new(x, y), angular };
                (velocity, limits.limit(velocity, || discs[lane]))
            });
            let is_slow = |(before, after): &(Velocity, Velocity)| {
                before.linear == after.linear && before.angular == after.angular
            };
            prop_assert!(limited.is_some() || one_by_one.iter().all(is_slow));
            let (V2 { x, y }, turn) = limited.unwrap_or((linear, angular));
            for (lane, (_, one)) in one_by_one.iter().enumerate() {
                let (x, y, angular) = (x.to_array()[lane], y.to_array()[lane], turn.to_array()[lane]);
                prop_assert_eq!([x, y, angular].map(f32::to_bits), [one.linear.x, one.linear.y, one.angular].map(f32::to_bits));
            }
        }
    }
    #[test]
    fn what_has_no_finite_square_keeps_its_direction() {
        let limits = Limits::new(&Settings::default(), 1.0 / 60.0);
        let huge = [1.0e19, 1.0e20, 1.0e32, 3.0e37, 1.0e3, 1.0, 0.0, 2.0e19].map(F32s::splat);
        for (x, y) in [(0.6, -0.8), (-1.0, 0.0), (0.28, 0.96)] {
            for size in huge {
                let linear = V2 { x: size * F32s::splat(x), y: size * F32s::splat(y) };
                let Some((limited, _)) = limits.limit_wide(linear, F32s::ZERO, || F32s::ONE) else {
                    assert!(size.to_array()[0] < 400.0);
                    continue;
                };
                let found = Vec2::new(limited.x.to_array()[3], limited.y.to_array()[3]);
                assert!((found - 400.0 * Vec2::new(x, y)).length() < 1e-3, "{size:?}: {found}");
            }
        }
    }
}
