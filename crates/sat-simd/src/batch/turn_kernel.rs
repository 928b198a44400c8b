//! Sine and cosine of eight angles, in `f32` and with the same bits everywhere.

use crate::lanes::F32s;

/// The largest angle the series are good for, in radians either way.
pub(super) const MAX_TURN: f32 = 2.0;

/// The Taylor series of (sin x − x) ÷ x³ and (cos x − 1) ÷ x² by powers of x², the highest first.
const SIN: [f32; 6] =
    [1.0 / 6_227_020_800.0, -1.0 / 39_916_800.0, 1.0 / 362_880.0, -1.0 / 5_040.0, 1.0 / 120.0, -1.0 / 6.0];
const COS: [f32; 7] = [
    -1.0 / 87_178_291_200.0,
    1.0 / 479_001_600.0,
    -1.0 / 3_628_800.0,
    1.0 / 40_320.0,
    -1.0 / 720.0,
    1.0 / 24.0,
    -1.0 / 2.0,
];

/// Cosine and sine of `angle`, which is no larger than [`MAX_TURN`]: each right to 6·2⁻²⁴.
///
/// The terms left out are below 2¹⁵ ÷ 15! = 0.5·2⁻²⁴. The sums over the powers are no larger than 1.42 for the cosine, as
/// factor of the angle no larger than 1.1 for the sine, and right to three units each; one more rounds the result.
#[inline]
pub(super) fn cos_sin_wide(angle: F32s) -> [F32s; 2] {
    let square = angle * angle;
    let horner = |highest: f32, powers: &[f32]| {
        powers.iter().fold(F32s::splat(highest), |sum, power| sum * square + F32s::splat(*power))
    };
    let (cos, sin) = (horner(COS[0], &COS[1..]), horner(SIN[0], &SIN[1..]));
    [F32s::splat(1.0) + square * cos, angle + angle * (square * sin)]
}

/// Scalar twin of [`cos_sin_wide`].
#[cfg(test)]
pub(super) fn cos_sin(angle: f32) -> [f32; 2] {
    let square = angle * angle;
    let horner = |powers: &[f32]| powers.iter().fold(0.0, |sum, power| sum * square + power);
    [1.0 + square * horner(&COS), angle + angle * (square * horner(&SIN))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::LANES;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50_000))]

        #[test]
        fn sines_equal_their_twins_and_are_right_to_six_units(
            angles in prop::array::uniform8(prop_oneof![-MAX_TURN..=MAX_TURN, -1e-3f32..1e-3, Just(MAX_TURN), Just(0.0)]),
        ) {
            let [cos, sin] = cos_sin_wide(F32s::new(angles)).map(F32s::to_array);
            for lane in 0..LANES {
                let (want_sin, want_cos) = libm::sincos(f64::from(angles[lane]));
                prop_assert_eq!([cos[lane], sin[lane]].map(f32::to_bits), cos_sin(angles[lane]).map(f32::to_bits));
                let error = 6.0 / 16_777_216.0;
                prop_assert!((f64::from(cos[lane]) - want_cos).abs() <= error, "cos {}", angles[lane]);
                prop_assert!((f64::from(sin[lane]) - want_sin).abs() <= error, "sin {}", angles[lane]);
            }
        }
    }
}
