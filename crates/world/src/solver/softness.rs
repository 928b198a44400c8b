/// A damped spring as a solver of velocities sees it.
#[derive(Clone, Copy)]
pub(super) struct Softness {
    pub bias_rate: f32,
    pub mass_scale: f32,
    pub impulse_scale: f32,
}

impl Softness {
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
}

/// Both kinds of contacts.
#[derive(Clone, Copy)]
pub(super) struct Springs {
    /// Between two bodies that contacts move.
    pub soft: Softness,
    /// Against what does not give way.
    pub stiff: Softness,
}
