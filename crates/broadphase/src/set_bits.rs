/// The bits that are set, lowest first.
#[inline]
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        let found = word != 0;
        word &= word.wrapping_sub(1);
        found.then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_lowest_first() {
        assert_eq!(set_bits(1 << 63 | 0b1010_0001).collect::<Vec<_>>(), [0, 5, 7, 63]);
        assert_eq!(set_bits(0).count(), 0);
    }
}
