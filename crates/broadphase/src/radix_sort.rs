//! Radix sort, least significant digit first: Knuth, The Art of Computer Programming 3, §5.2.5.

use std::ops::Range;

/// Below this many keys a comparison sort is faster than clearing and summing the counts. Measured: level at about 200.
const FEW: usize = 192;

/// From so many keys on, and up to so many, three digits of eleven bits are faster than four of eight: fewer do not pay for
/// clearing and summing their counts, and more come to more pages of memory than the processor remembers where they are.
const LONG_DIGITS: Range<usize> = 2048..1 << 16;

/// The same for keys with half of their bits in common.
pub(crate) const FEW_ALIKE: usize = 48;

/// Sorts keys by their upper 32 bits, in O(n): ascending altogether if keys of equal upper halves are so at the start, and
/// else in an order of those that is only always the same. `back` is room for another copy.
pub(crate) fn radix_sort(keys: &mut Vec<u64>, back: &mut Vec<u64>) {
    if keys.len() < FEW {
        keys.sort_unstable();
        return;
    }
    if LONG_DIGITS.contains(&keys.len()) {
        sort_by_digits::<11, 3, { 1 << 11 }>(keys, back);
    } else {
        sort_by_digits::<8, 4, { 1 << 8 }>(keys, back);
    }
}

/// [`radix_sort`] by so many digits of so many bits, which are that many values.
fn sort_by_digits<const BITS: usize, const DIGITS: usize, const VALUES: usize>(
    keys: &mut Vec<u64>,
    back: &mut Vec<u64>,
) {
    let digit_of = |key: u64, digit: usize| (key >> (32 + BITS * digit)) as usize % VALUES;
    let mut counts = [[0u32; VALUES]; DIGITS];
    for &key in keys.iter() {
        for (digit, counts) in counts.iter_mut().enumerate() {
            counts[digit_of(key, digit)] += 1;
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
            let next = &mut counts[digit_of(key, digit)];
            back[*next as usize] = key;
            *next += 1;
        }
        std::mem::swap(keys, back);
    }
}

/// Sorts keys by the 16 bits above the lowest `shift` ones, in O(n), from one slice into another; `room` is a third one, and
/// all are of one length. Keys that are alike in those bits stay in order, which must be that of the bits below.
///
/// The upper eight bits first: what they tell apart is sorted in the first-level cache.
pub(crate) fn radix_sort_half(from: &[u64], room: &mut [u64], to: &mut [u64], shift: u32) {
    let ends = sort_byte(from, room, shift + 8);
    let mut start = 0;
    for end in ends {
        let alike = start..end as usize;
        start = alike.end;
        let (from, to) = (&room[alike.clone()], &mut to[alike]);
        if from.len() < FEW_ALIKE {
            to.copy_from_slice(from);
            to.sort_unstable_by_key(|key| key << (48 - shift));
        } else {
            sort_byte(from, to, shift);
        }
    }
}

/// Sorts keys by the eight bits above the lowest `shift` ones, and says where those of each value end. Keys that are alike in
/// those stay in order.
pub(crate) fn sort_byte(from: &[u64], to: &mut [u64], shift: u32) -> [u32; 256] {
    let mut places = [0u32; 256];
    for key in from {
        places[(key >> shift & 255) as usize] += 1;
    }
    let mut start = 0;
    for place in &mut places {
        start += std::mem::replace(place, start);
    }
    for &key in from {
        let next = &mut places[(key >> shift & 255) as usize];
        to[*next as usize] = key;
        *next += 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Few keys, and so many that the digits are long.
    fn lengths() -> impl Strategy<Value = Range<usize>> {
        prop_oneof![3 => Just(0..600), 1 => Just(LONG_DIGITS.start..LONG_DIGITS.start + 600)]
    }

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(upper in lengths().prop_flat_map(|lengths| prop::collection::vec(any::<u32>(), lengths)), mask in any::<u32>()) {
            let mut keys: Vec<u64> =
                (0u64..).zip(&upper).map(|(row, &upper)| u64::from(upper & mask) << 32 | row).collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            radix_sort(&mut keys, &mut Vec::new());
            prop_assert_eq!(keys, expected);
        }

        #[test]
        fn halves_are_sorted_one_after_the_other(
            cells in prop::collection::vec(any::<[u16; 2]>(), 0..600),
            mask in prop::sample::select(&[u16::MAX, 0xff00, 0x0300, 0x00ff, 0x0101, 0]),
        ) {
            let key = |(row, &[x, y]): (u64, &[u16; 2])| u64::from(y & mask) << 48 | u64::from(x & mask) << 32 | row;
            let mut keys: Vec<u64> = (0u64..).zip(&cells).map(key).collect();
            let (mut room, mut by_x) = (keys.clone(), keys.clone());
            radix_sort_half(&keys, &mut room, &mut by_x, 32);
            prop_assert!(by_x.is_sorted_by_key(|key| key << 16), "by x, then by row");
            radix_sort_half(&by_x, &mut room, &mut keys, 48);
            prop_assert!(keys.is_sorted());
            by_x.sort_unstable();
            prop_assert_eq!(keys, by_x);
        }
    }
}
