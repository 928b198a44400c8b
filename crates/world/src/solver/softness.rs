use crate::Settings;
use crate::lanes::{F32s, Lane};

/// A damped spring as a solver of velocities sees it.
#[derive(Clone, Copy)]
pub(super) struct Softness<L> {
    /// How fast overlap is pushed out, per metre of it.
    pub bias_rate: L,
    pub mass_scale: L,
    pub impulse_scale: L,
}

impl Softness<f32> {
    /// A spring of this frequency and damping in sub-steps of `h` seconds, integrated implicitly: with ω = 2πf and the
    /// velocity v that the position error x asks for, `v' = −bias_rate·x` holds for the share `mass_scale` of the effective
    /// mass, and the share `impulse_scale` of the impulse so far is given back. E. Catto, "Soft Constraints", GDC 2011.
    pub fn new(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        let omega = 2.0 * std::f32::consts::PI * hertz;
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }

    /// What it exerts for each kilogram, in m/s a sub-step, on what does not yield to being pushed out at `push_speed`: as much then is
    /// given back as is added.
    pub fn most_held(&self, push_speed: f32) -> f32 {
        self.mass_scale * push_speed / self.impulse_scale
    }

    /// The same in all lanes.
    fn wide(&self) -> Softness<F32s> {
        let Self { bias_rate, mass_scale, impulse_scale } = *self;
        let [bias_rate, mass_scale, impulse_scale] = [bias_rate, mass_scale, impulse_scale].map(F32s::splat);
        Softness { bias_rate, mass_scale, impulse_scale }
    }
}

/// Both kinds of contacts.
#[derive(Clone, Copy)]
pub(super) struct Springs<L> {
    /// Between two bodies that contacts move.
    pub soft: Softness<L>,
    /// Against what does not give way.
    pub stiff: Softness<L>,
}

impl Springs<f32> {
    /// Those of a world in sub-steps of `h` seconds.
    pub fn new(settings: &Settings, h: f32) -> Self {
        // Stiffer ones than that neither rest nor hold more.
        let hertz = settings.contact_hertz.min(0.25 / h);
        // Above an eighth of the sub-step rate they push no faster: piles that fell would be thrown higher.
        let damping_ratio = settings.contact_damping_ratio * (hertz * h * 8.0).max(1.0);
        let spring = |hertz| Softness::new(hertz, damping_ratio, h);
        Self { soft: spring(hertz), stiff: spring(2.0 * hertz) }
    }

    /// The same in all lanes.
    pub fn wide(&self) -> Springs<F32s> {
        Springs { soft: self.soft.wide(), stiff: self.stiff.wide() }
    }
}

impl<L: Lane> Springs<L> {
    /// The springs of contacts between bodies of these inverse masses.
    #[inline(always)]
    pub fn between(&self, inv_mass_a: L, inv_mass_b: L) -> Softness<L> {
        let (zero, Self { soft, stiff }) = (L::splat(0.0), self);
        let both_give_way = L::both(inv_mass_a.greater(zero), inv_mass_b.greater(zero));
        Softness {
            bias_rate: L::select(both_give_way, soft.bias_rate, stiff.bias_rate),
            mass_scale: L::select(both_give_way, soft.mass_scale, stiff.mass_scale),
            impulse_scale: L::select(both_give_way, soft.impulse_scale, stiff.impulse_scale),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sub_steps_hold_as_much_and_push_no_faster() {
        let held = |h: f32| {
            let Softness { bias_rate, mass_scale, impulse_scale } = Springs::new(&Settings::default(), h).soft;
            // What a metre of overlap exerts for each kilogram, in m/s²: the spring's ω².
            (mass_scale * bias_rate / (impulse_scale * h), bias_rate)
        };
        let ((short, pushed), (long, no_faster)) = (held(1.0 / 240.0), held(1.0 / 120.0));
        assert!((long / short - 1.0).abs() < 1e-4, "{short}, {long}");
        assert!((no_faster / pushed - 0.5).abs() < 0.01, "{pushed}, {no_faster}");
        assert!(held(1.0 / 60.0).0 < 0.3 * long, "it has a limit");
    }
}
