//! Radix sort of rows by keys that lie elsewhere, least significant digit first: Knuth, The Art of Computer Programming 3, §5.2.5.

use super::{LANES, Node};
use crate::room::{Room, row_of};

/// Below this many rows a comparison sort is faster than clearing and summing the counts.
const FEW: usize = 192;

/// From so many rows on, and up to so many, two digits of eleven bits are taken: fewer do not pay for clearing and summing their
/// counts, and more come to more pages of memory than the processor remembers where they are.
const LONG: usize = 2048;
const MANY: usize = 1 << 16;

/// Brings rows, ascending, into the order of the highest bits of their keys, those alike in these into their own, and says
/// how many bits that is: so many that they tell nearly all rows apart. [`sort_rest`] does what is left.
///
/// The children of nodes, which are to be filled, serve as the other list that sorting takes.
pub(super) fn sort_rows(rows: &mut [u32], keys: &[u32], nodes: &mut [Node]) -> u32 {
    match rows.len() {
        ..FEW => 0,
        FEW..LONG => sort_by_digits::<8, 2, { 1 << 8 }>(rows, keys, nodes),
        LONG..MANY => sort_by_digits::<11, 2, { 1 << 11 }>(rows, keys, nodes),
        _ => sort_by_digits::<8, 3, { 1 << 8 }>(rows, keys, nodes),
    }
}

/// Sorts by so many digits of so many bits, the highest, and says how many bits these are.
fn sort_by_digits<const BITS: u32, const DIGITS: usize, const VALUES: usize>(
    rows: &mut [u32],
    keys: &[u32],
    nodes: &mut [Node],
) -> u32 {
    let digit_of = |key: u32, digit: usize| (key >> (u32::BITS - BITS * (DIGITS - digit) as u32)) as usize % VALUES;
    let mut counts = [[0u32; VALUES]; DIGITS];
    for &row in rows.iter() {
        let key = keys[row as usize];
        for (digit, counts) in counts.iter_mut().enumerate() {
            counts[digit_of(key, digit)] += 1;
        }
    }
    for (digit, counts) in counts.iter_mut().enumerate() {
        let mut start = 0;
        for count in counts.iter_mut() {
            start += std::mem::replace(count, start);
        }
        let mut rank_of = |row| {
            let next = &mut counts[digit_of(keys[row as usize], digit)];
            *next += 1;
            *next as usize - 1
        };
        if digit.is_multiple_of(2) {
            for &row in rows.iter() {
                let rank = rank_of(row);
                nodes[rank / LANES].child[rank % LANES] = row;
            }
        } else {
            for &row in children(nodes).take(rows.len()) {
                rows[rank_of(row)] = row;
            }
        }
    }
    if !DIGITS.is_multiple_of(2) {
        rows.iter_mut().zip(children(nodes)).for_each(|(row, &child)| *row = child);
    }
    BITS * DIGITS as u32
}

/// The children of all nodes, one after the other.
fn children(nodes: &[Node]) -> impl Iterator<Item = &u32> {
    nodes.iter().flat_map(|node| &node.child)
}

/// Sorts `room.rows`, which are sorted by the highest bits of their keys, and those alike in these by row, by all bits, and says
/// whether most are [crowded](super::order) when only these bits are looked at.
pub(super) fn sort_rest(room: &mut Room, keys: &[u32], sorted_bits: u32) -> bool {
    let key_of = |row: u32| keys[row as usize];
    let alike = |a: u32, b: u32| (a ^ b).leading_zeros() >= sorted_bits;
    let (mut next, mut last_key, mut shared) = (0, 0, 0);
    while next < room.rows.len() {
        let key = key_of(room.rows[next]);
        shared += usize::from(alike(key, last_key));
        if key < last_key {
            let differs = |&row: &u32| !alike(key_of(row), key);
            let start = room.rows[..next].iter().rposition(differs).map_or(0, |last| last + 1);
            let end = room.rows[next..].iter().position(differs).map_or(room.rows.len(), |first| next + first);
            room.keys.clear();
            room.keys.extend(room.rows[start..end].iter().map(|&row| u64::from(key_of(row)) << 32 | u64::from(row)));
            room.sort();
            for (row, &key) in room.rows[start..end].iter_mut().zip(&room.keys) {
                *row = row_of(key);
            }
            shared += end - 1 - next;
            next = end - 1;
            last_key = key_of(room.rows[next]);
        } else {
            last_key = key;
        }
        next += 1;
    }
    shared * LANES > room.rows.len() * (LANES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Few rows, and so many that there are two short digits, two long ones, or three.
    fn counts() -> impl Strategy<Value = usize> {
        prop_oneof![4 => 0..FEW, 1 => FEW..LONG, 1 => LONG..LONG + 600, 1 => MANY..MANY + 600]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn rows_are_sorted_by_key_then_by_row(
            count in counts(), seed in any::<u64>(), mask in any::<u32>(), step in 1usize..4,
        ) {
            let hash = |row: usize| ((row as u64 ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32;
            let keys: Vec<u32> = (0..count * step).map(|row| hash(row) & mask).collect();
            let rows = (0..count).map(|number| (number * step) as u32).collect();
            let mut room = Room { rows, ..Room::default() };
            let mut expected = room.rows.clone();
            expected.sort_by_key(|&row| keys[row as usize]);
            let bits = sort_rows(&mut room.rows, &keys, &mut vec![Node::EMPTY; count.div_ceil(LANES)]);
            sort_rest(&mut room, &keys, bits);
            prop_assert_eq!(room.rows, expected);
        }
    }
}
