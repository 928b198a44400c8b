//! Radix sort, least significant digit first: Knuth, The Art of Computer Programming 3, §5.2.5.

/// Below this many keys a comparison sort is faster than clearing and summing the counts. Measured: level at about 200.
const FEW: usize = 192;

/// Sorts keys by their upper 32 bits, in O(n): ascending altogether if keys of equal upper halves are so at the start, and
/// else in an order of those that is only always the same. `back` is room for another copy.
pub(crate) fn radix_sort(keys: &mut Vec<u64>, back: &mut Vec<u64>) {
    if keys.len() < FEW {
        keys.sort_unstable();
        return;
    }
    let mut counts = [[0u32; 256]; 4];
    for key in keys.iter() {
        for (digit, counts) in counts.iter_mut().enumerate() {
            counts[(key >> (32 + 8 * digit) & 255) as usize] += 1;
        }
    }
    back.resize(keys.len(), 0);
    for (digit, counts) in counts.iter_mut().enumerate() {
        if counts.iter().any(|&count| count as usize == keys.len()) {
            continue;
        }
        let mut start = 0;
        for count in counts.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for &key in keys.iter() {
            let next = &mut counts[(key >> (32 + 8 * digit) & 255) as usize];
            back[*next as usize] = key;
            *next += 1;
        }
        std::mem::swap(keys, back);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(upper in prop::collection::vec(any::<u32>(), 0..600), mask in any::<u32>()) {
            let mut keys: Vec<u64> =
                (0u64..).zip(&upper).map(|(row, &upper)| u64::from(upper & mask) << 32 | row).collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            radix_sort(&mut keys, &mut Vec::new());
            prop_assert_eq!(keys, expected);
        }
    }
}
