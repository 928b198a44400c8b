/// The number, or zero where it is not positive: of zeros with different signs [`f32::max`] may give either, and what a step leaves
/// would depend on the machine.
#[inline(always)]
pub(crate) fn positive(number: f32) -> f32 {
    if number > 0.0 { number } else { 0.0 }
}
