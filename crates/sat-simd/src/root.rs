//! Square roots, with or without the standard library: `core` has none. Both are correctly rounded, so the bits agree.

/// The square root of `x`, correctly rounded; NaN below zero.
#[inline]
pub fn sqrt(x: f32) -> f32 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrtf(x);
}

/// [`sqrt`] in double precision.
#[inline]
pub fn sqrt_f64(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrt(x);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_portable_roots_have_the_bits_of_the_standard_ones(bits: u32, bits_f64: u64) {
            let (x, y) = (f32::from_bits(bits).abs(), f64::from_bits(bits_f64).abs());
            prop_assume!(!x.is_nan() && !y.is_nan());
            prop_assert_eq!(libm::sqrtf(x).to_bits(), f32::sqrt(x).to_bits());
            prop_assert_eq!(libm::sqrt(y).to_bits(), f64::sqrt(y).to_bits());
            prop_assert_eq!((sqrt(x), sqrt_f64(y)), (x.sqrt(), y.sqrt()));
        }
    }
}
