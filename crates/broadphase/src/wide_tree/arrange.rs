use super::many::COUNTS;
use crate::lanes::{LANES, Lanes, lanes_of};

/// Up to so many are sorted without a branch that depends on how many they are.
const FEW: usize = 4;

/// A name and its key, which is not negative: they order by key, then by name.
#[inline]
pub(super) fn keyed(key: f32, name: u32) -> u64 {
    u64::from(key.to_bits()) << 32 | u64::from(name)
}

/// The key and the name.
#[inline]
pub(super) fn key_and_name(keyed: u64) -> (f32, u32) {
    (f32::from_bits((keyed >> 32) as u32), keyed as u32)
}

/// Writes the children in the selected lanes with their keys to the start of `sorted`, the greatest first, and says how many
/// there are. What stood in the eight places is lost.
#[inline(always)]
pub(super) fn sort_descending(selected: u32, keys: &Lanes, children: &[u32; LANES], sorted: &mut [u64]) -> usize {
    if selected & selected.wrapping_sub(1) == 0 {
        let lane = (selected | 1 << (LANES - 1)).trailing_zeros() as usize;
        sorted[0] = keyed(keys.as_array()[lane], children[lane]);
        return usize::from(selected != 0);
    }
    sort_all_descending(selected, keys, children, sorted)
}

/// [`sort_descending`], without a branch that depends on whether it is more than one.
#[inline(always)]
pub(super) fn sort_all_descending(selected: u32, keys: &Lanes, children: &[u32; LANES], sorted: &mut [u64]) -> usize {
    let (sorted, keys) = (&mut sorted[..LANES], keys.as_array());
    let count = COUNTS[selected as u8 as usize] as usize;
    let mut rest = selected;
    let mut next = |place: usize| {
        let lane = (rest | 1 << (LANES - 1)).trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        // Zeros come last, where nothing is read. A mask, where a choice would become a branch.
        let is_taken = (place as i64 - count as i64) >> 63;
        keyed(keys[lane], children[lane]) & is_taken as u64
    };
    // What is compared and exchanged is of Knuth, The Art of Computer Programming 3, §5.3.4.
    if count <= FEW {
        let mut four: [u64; FEW] = std::array::from_fn(&mut next);
        exchange(&mut four, [(0, 1), (2, 3)]);
        exchange(&mut four, [(0, 2), (1, 3)]);
        exchange(&mut four, [(1, 2)]);
        sorted[..FEW].copy_from_slice(&four);
    } else {
        let mut eight: [u64; LANES] = std::array::from_fn(&mut next);
        exchange(&mut eight, [(0, 2), (1, 3), (4, 6), (5, 7)]);
        exchange(&mut eight, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        exchange(&mut eight, [(0, 1), (2, 3), (4, 5), (6, 7)]);
        exchange(&mut eight, [(2, 4), (3, 5)]);
        exchange(&mut eight, [(1, 4), (3, 6)]);
        exchange(&mut eight, [(1, 2), (3, 4), (5, 6)]);
        sorted.copy_from_slice(&eight);
    }
    count
}

/// Puts the greater one first, at each two places.
#[inline(always)]
fn exchange<const N: usize, const PAIRS: usize>(keyed: &mut [u64; N], places: [(usize, usize); PAIRS]) {
    for (first, second) in places {
        let (a, b) = (keyed[first], keyed[second]);
        (keyed[first], keyed[second]) = (a.max(b), a.min(b));
    }
}

/// [`sort_descending`] in part: the least key comes last, the others anyhow. Measured for the one nearest box, with
/// the rows of a leaf in any order: 0.8 of the time; for the eight nearest, whose limit comes late, 1.1 times.
#[inline]
pub(super) fn least_last(selected: u32, keys: &Lanes, children: &[u32; LANES], arranged: &mut [u64]) -> usize {
    let (arranged, keys) = (&mut arranged[..LANES], keys.as_array());
    let (mut least, mut place_of_least) = (f32::INFINITY, 0);
    let mut len = 0;
    for lane in lanes_of(selected) {
        arranged[len] = keyed(keys[lane], children[lane]);
        if keys[lane] <= least {
            (least, place_of_least) = (keys[lane], len);
        }
        len += 1;
    }
    if len > 0 {
        arranged.swap(place_of_least, len - 1);
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn children_are_arranged_by_key_however_many_there_are(keys in prop::array::uniform8(0u8..9), selected in 0u32..256) {
            let keys = keys.map(|key| if key == 8 { f32::INFINITY } else { f32::from(key) });
            let children = [10, 11, 12, 13, 14, 15, 16, 17];
            let mut expected: Vec<u64> = lanes_of(selected).map(|lane| keyed(keys[lane], children[lane])).collect();
            expected.sort_by(|a, b| b.cmp(a));
            let mut sorted = [0; LANES + 1];
            let len = sort_descending(selected, &Lanes::new(keys), &children, &mut sorted);
            prop_assert_eq!(&sorted[..len], &expected);
            let mut arranged = [0; LANES + 1];
            let len = least_last(selected, &Lanes::new(keys), &children, &mut arranged);
            let least = |keyed: Option<&u64>| keyed.map(|&keyed| key_and_name(keyed).0);
            prop_assert_eq!(least(arranged[..len].last()), least(expected.last()));
            arranged[..len].sort_by(|a, b| b.cmp(a));
            prop_assert_eq!(&arranged[..len], &expected);
        }
    }
}
