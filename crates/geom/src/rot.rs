use glam::Vec2;

/// A rotation by an angle, stored as its cosine and sine.
///
/// `cos² + sin²` is within [`Rot::UNIT_TOLERANCE`] of one; code that bounds rounding errors relies on it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "CosSin"))]
pub struct Rot {
    cos: f32,
    sin: f32,
}

/// A rotation as it is written down, which may be none.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct CosSin {
    cos: f32,
    sin: f32,
}

#[cfg(feature = "serde")]
impl TryFrom<CosSin> for Rot {
    type Error = RotError;

    fn try_from(CosSin { cos, sin }: CosSin) -> Result<Self, RotError> {
        Self::new(cos, sin)
    }
}

/// Why a cosine–sine pair is no rotation.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RotError {
    /// NaN or infinity.
    #[error("cosine {cos} and sine {sin} must be finite")]
    NotFinite {
        /// The cosine that was given.
        cos: f32,
        /// The sine that was given.
        sin: f32,
    },
    /// The squares do not add up to one.
    #[error("cosine {cos} and sine {sin} have squares that add up to {}, not 1", cos * cos + sin * sin)]
    NotUnit {
        /// The cosine that was given.
        cos: f32,
        /// The sine that was given.
        sin: f32,
    },
}

impl Rot {
    /// No rotation.
    pub const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    /// How far `cos² + sin²` may be from one: four units in the last place.
    pub const UNIT_TOLERANCE: f32 = 4.0 * f32::EPSILON;

    /// The rotation with this cosine and sine, taken as they are.
    ///
    /// # Errors
    /// [`RotError::NotFinite`] for NaN or infinity, [`RotError::NotUnit`] when `cos² + sin²` is further than
    /// [`Rot::UNIT_TOLERANCE`] from one; [`Rot::normalized`] accepts those.
    pub fn new(cos: f32, sin: f32) -> Result<Self, RotError> {
        if !(cos.is_finite() && sin.is_finite()) {
            return Err(RotError::NotFinite { cos, sin });
        }
        let (c, s) = (f64::from(cos), f64::from(sin));
        if (c * c + s * s - 1.0).abs() > f64::from(Self::UNIT_TOLERANCE) {
            return Err(RotError::NotUnit { cos, sin });
        }
        Ok(Self { cos, sin })
    }

    /// The rotation whose cosine and sine are in the ratio `cos : sin`; [`Rot::IDENTITY`] when their length is
    /// less than 1e-18 or overflows, or either is not finite.
    #[must_use]
    pub fn normalized(cos: f32, sin: f32) -> Self {
        Self::along(cos, sin).unwrap_or(Self::IDENTITY)
    }

    /// [`Rot::normalized`], or `None` where that has no direction to take.
    #[inline]
    fn along(cos: f32, sin: f32) -> Option<Self> {
        let length = Vec2::new(cos, sin).length();
        (length > 1e-18 && length.is_finite()).then(|| Self { cos: cos / length, sin: sin / length })
    }

    /// [`Rot::normalized`] of what is unit but for rounding.
    #[inline]
    fn renormalized(cos: f32, sin: f32) -> Self {
        match root_near_one(cos * cos + sin * sin) {
            Some(length) => Self { cos: cos / length, sin: sin / length },
            None => Self::normalized_from_afar(cos, sin),
        }
    }

    // Inlined, or a rotation that nobody asks for would be worked out.
    #[cold]
    #[inline]
    fn normalized_from_afar(cos: f32, sin: f32) -> Self {
        Self::normalized(cos, sin)
    }

    /// The rotation by `angle` radians; [`Rot::IDENTITY`] when the angle is not finite.
    ///
    /// Computed in double precision by the portable `libm`, then rounded: the same bits on every machine.
    #[must_use]
    pub fn from_angle(angle: f32) -> Self {
        if !angle.is_finite() {
            return Self::IDENTITY;
        }
        let (sin, cos) = libm::sincos(f64::from(angle));
        Self { cos: cos as f32, sin: sin as f32 }
    }

    /// The cosine of the angle.
    #[must_use]
    pub fn cos(self) -> f32 {
        self.cos
    }

    /// The sine of the angle.
    #[must_use]
    pub fn sin(self) -> f32 {
        self.sin
    }

    /// The angle in radians, in −π..=π.
    #[must_use]
    pub fn angle(self) -> f32 {
        libm::atan2(f64::from(self.sin), f64::from(self.cos)) as f32
    }

    /// `v` turned by this rotation.
    #[inline]
    #[must_use]
    pub fn rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// `v` turned back by this rotation.
    #[inline]
    #[must_use]
    pub fn inv_rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    /// The rotation by the opposite angle.
    #[inline]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }

    /// `self⁻¹ · other`: the rotation `other` as seen from this one; renormalised.
    #[inline]
    #[must_use]
    pub fn inv_mul(self, other: Self) -> Self {
        Self::renormalized(self.cos * other.cos + self.sin * other.sin, self.cos * other.sin - self.sin * other.cos)
    }

    /// The rotation that is the share `t` of the shorter turn from this one to `to`, to rounding: by normalised linear
    /// interpolation, as Box2D v3's `b2NLerp`.
    ///
    /// At 0, ½ and 1 it is off by rounding alone (it renormalises at the ends, too, so not even they come back to the bit); between
    /// them by θ³/62 for a turn of θ: 0.5° of an eighth, 4° of a quarter. Of opposite rotations
    /// neither turn is shorter, and it jumps half way from this one to `to`. Other `t` go on at that end, ever more slowly and never
    /// beyond a quarter turn from the middle; where `t` is not finite, or so large that numbers overflow, this one comes back.
    #[inline]
    #[must_use]
    pub fn nlerp(self, to: Self, t: f32) -> Self {
        let chord = Vec2::new(self.cos, self.sin).lerp(Vec2::new(to.cos, to.sin), t);
        Self::along(chord.x, chord.y).unwrap_or(self)
    }

    /// This rotation turned further by the small angle `delta` radians: one normalised Euler step, as Box2D v3's
    /// `b2IntegrateRotation`. It turns by atan δ, which is short of δ by δ³/3: 0.3 % of a step of 0.1 rad, a third of a quarter turn.
    ///
    /// So it never turns by more than a quarter turn, however large δ is. Beyond about 1e19 squares overflow, and [`Rot::IDENTITY`]
    /// comes back, as where δ is not finite: for such angles multiply by [`Rot::from_angle`].
    #[inline]
    #[must_use]
    pub fn integrate(self, delta: f32) -> Self {
        Self::normalized(self.cos - delta * self.sin, self.sin + delta * self.cos)
    }
}

/// The bits of 1.
const ONE: i32 = 0x3f80_0000;

/// How many steps from 1 are near.
const NEAR: u32 = 1 << 12;

/// The square root of a number near one, correctly rounded: it is half as many steps from one to the next `f32` away from 1, rounded
/// down. A root takes five times as long, and whoever asks for a relative pose waits for it.
///
/// With steps of s = 2⁻²³ above 1 and s = 2⁻²⁴ below it, the root of 1 + k·s is 1 + k·s/2 − (k·s)²/8 and less: below the half way to
/// the next number for odd k, and above the one before as long as k²·s/8 is less than a half.
#[inline]
fn root_near_one(x: f32) -> Option<f32> {
    let steps = x.to_bits() as i32 - ONE;
    (steps.unsigned_abs() < NEAR).then(|| f32::from_bits((ONE + (steps >> 1)) as u32))
}

/// `a * b` turns first by `b`, then by `a`; the result is renormalised.
impl core::ops::Mul for Rot {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::renormalized(self.cos * other.cos - self.sin * other.sin, self.sin * other.cos + self.cos * other.sin)
    }
}

impl Default for Rot {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_near_one_are_half_as_many_steps_away() {
        for steps in -(NEAR as i32)..=NEAR as i32 {
            let x = f32::from_bits((ONE + steps) as u32);
            let root = root_near_one(x);
            assert_eq!(root.is_some(), steps.unsigned_abs() < NEAR);
            assert!(root.is_none_or(|root| root == libm::sqrtf(x)), "{x}: {root:?}");
        }
        for x in [0.0, -1.0, f32::NAN, -f32::NAN, f32::INFINITY, f32::MIN_POSITIVE, 2.0] {
            assert_eq!(root_near_one(x), None);
        }
    }

    #[test]
    fn a_pair_that_is_not_unit_is_refused() {
        assert_eq!(Rot::new(1.0, 1.0), Err(RotError::NotUnit { cos: 1.0, sin: 1.0 }));
        assert!(matches!(Rot::new(f32::NAN, 0.0), Err(RotError::NotFinite { .. })));
        assert_eq!(Rot::new(0.6, 0.8).map(Rot::cos), Ok(0.6));
    }

    #[test]
    fn a_rotation_may_be_as_long_and_as_short_as_the_tolerance() {
        const STEP: f32 = f32::EPSILON;
        for (cos, is_unit) in
            [(1.0 + STEP, true), (1.0 + 2.0 * STEP, false), (1.0 - 2.0 * STEP, true), (1.0 - 2.5 * STEP, false)]
        {
            for (cos, sin) in [(cos, 0.0), (-cos, 0.0), (0.0, cos), (0.0, -cos)] {
                assert_eq!(Rot::new(cos, sin).is_ok(), is_unit, "{cos:?} {sin:?}");
            }
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn what_is_written_down_is_read_back_if_it_is_a_rotation() {
        use std::string::ToString;

        let rot = Rot::from_angle(0.7);
        let text = serde_json::to_string(&rot).unwrap();
        assert_eq!(serde_json::from_str::<Rot>(&text).unwrap(), rot);
        let refusal = serde_json::from_str::<Rot>(r#"{"cos": 1.0, "sin": 1.0}"#).unwrap_err().to_string();
        assert!(refusal.starts_with("cosine 1 and sine 1 have squares that add up to 2"), "{refusal}");
    }

    #[test]
    fn every_rotation_this_type_makes_passes_its_own_check() {
        let mut rot = Rot::IDENTITY;
        for i in 0..10_000u16 {
            rot = rot.integrate(0.01 * f32::from(i % 37)) * Rot::from_angle(f32::from(i));
            rot = rot.nlerp(Rot::from_angle(f32::from(i % 41)), 0.1 * f32::from(i % 11));
            assert_eq!(Rot::new(rot.cos(), rot.sin()), Ok(rot), "after {i} turns");
        }
    }

    #[test]
    fn a_share_of_a_turn_goes_the_shorter_way_round() {
        let degrees = |angle: f32| Rot::from_angle(angle.to_radians());
        for (from, to, t, between) in
            [(170.0, -170.0, 0.5, 180.0), (-10.0, 30.0, 0.0, -10.0), (-10.0, 30.0, 0.5, 10.0), (-10.0, 30.0, 1.0, 30.0)]
        {
            let off = degrees(from).nlerp(degrees(to), t).inv_mul(degrees(between)).angle();
            assert!(off.abs() < 1e-6, "{t} of the way from {from} to {to} is off by {off}");
        }
    }

    #[test]
    fn a_share_of_a_turn_is_off_by_the_angle_cubed_over_62() {
        for degrees in [-90.0f32, -45.0, 6.0, 45.0, 90.0] {
            let (turn, from) = (degrees.to_radians(), Rot::from_angle(2.0));
            let to = from * Rot::from_angle(turn);
            let off = |share| from.inv_mul(from.nlerp(to, share)).angle() - share * turn;
            let most = (0..=64u8).map(|i| off(f32::from(i) / 64.0).abs()).fold(0.0, f32::max);
            // Higher powers add a seventh to a quarter turn.
            assert!(most < 1.16 * (turn.abs().powi(3) / 62.0) + 1e-6, "{degrees}: {most}");
        }
    }

    #[test]
    fn opposite_rotations_change_places_half_way() {
        let (there, back) = (Rot::new(0.6, 0.8).unwrap(), Rot::new(-0.6, -0.8).unwrap());
        for (t, at) in [(0.0, there), (0.3, there), (0.5, there), (0.7, back), (1.0, back)] {
            assert!(there.nlerp(back, t).inv_mul(at).angle().abs() < 1e-6, "{t}");
        }
    }

    #[test]
    fn huge_steps_turn_by_a_quarter_until_their_squares_overflow() {
        let start = Rot::from_angle(1.0);
        let turned = |delta| start.inv_mul(start.integrate(delta)).angle();
        for delta in [1e3, 1e9, 1e18] {
            assert!((turned(delta) - core::f32::consts::FRAC_PI_2).abs() < 1.1e-3, "{delta}: {}", turned(delta));
        }
        for delta in [1e20, f32::MAX, f32::INFINITY, f32::NAN] {
            assert_eq!(start.integrate(delta), Rot::IDENTITY, "{delta}");
        }
    }

    #[test]
    fn shares_beyond_the_ends_turn_by_less_than_a_quarter_from_the_middle() {
        let (from, to, middle) = (Rot::from_angle(1.0), Rot::from_angle(2.0), Rot::from_angle(1.5));
        let turned = |t| middle.inv_mul(from.nlerp(to, t)).angle();
        assert!(turned(1.2) > 0.5 && turned(2.0) > turned(1.2) && turned(-1.0) < -0.5);
        assert!(turned(1e6) < 1.5709 && turned(-1e6) > -1.5709);
        for t in [f32::NAN, f32::INFINITY, -f32::INFINITY, f32::MAX] {
            assert_eq!(from.nlerp(to, t), from, "{t}");
        }
    }

    #[test]
    fn turning_back_undoes_a_quarter_turn() {
        let quarter = Rot::new(0.0, 1.0).unwrap();
        assert_eq!(quarter.rotate(Vec2::new(2.0, 1.0)), Vec2::new(-1.0, 2.0));
        assert_eq!(quarter.inv_rotate(Vec2::new(-1.0, 2.0)), Vec2::new(2.0, 1.0));
        assert_eq!(quarter.inv_mul(quarter), Rot::IDENTITY);
    }
}
