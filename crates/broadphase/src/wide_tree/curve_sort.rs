//! Radix sort of rows by keys that lie elsewhere, least significant digit first: Knuth, The Art of Computer Programming 3, §5.2.5.

use super::{LANES, Node};
use crate::parallel;
use crate::room::{Room, row_of};

/// Below this many rows a comparison sort is faster than clearing and summing the counts.
const FEW: usize = 192;

/// From so many rows on, and up to so many, two digits of eleven bits are taken: fewer do not pay for clearing and summing their
/// counts, and more come to more pages of memory than the processor remembers where they are.
const LONG: usize = 2048;
const MANY: usize = 1 << 16;

/// Fewer rows than this are not worth another thread.
const LEAST_SHARED: usize = if cfg!(test) { 1 << 10 } else { 1 << 14 };

/// Nodes more than their children take, as two threads have each their own.
pub(super) const NODES_TO_SHARE: usize = 2;

/// Brings rows, ascending, into the order of the highest bits of their keys, those alike in these into their own, and says
/// how many bits that is: so many that they tell nearly all rows apart. [`sort_rest`] does what is left.
///
/// The children of nodes, which are to be filled, serve as the other list that sorting takes; there are [`NODES_TO_SHARE`] more.
pub(super) fn sort_rows(rows: &mut [u32], keys: &[u32], nodes: &mut [Node]) -> u32 {
    match rows.len() {
        ..FEW => 0,
        FEW..LONG => sort_by_digits::<8, 2, { 1 << 8 }>(rows, keys, nodes),
        LONG..MANY => sort_by_digits::<11, 2, { 1 << 11 }>(rows, keys, nodes),
        _ => sort_by_digits::<8, 3, { 1 << 8 }>(rows, keys, nodes),
    }
}

/// Sorts by so many digits of so many bits, the highest, and says how many bits these are. Of many rows one thread takes those of
/// the lower keys, and another those of the higher ones.
fn sort_by_digits<const BITS: u32, const DIGITS: usize, const VALUES: usize>(
    rows: &mut [u32],
    keys: &[u32],
    nodes: &mut [Node],
) -> u32 {
    let bits = BITS * DIGITS as u32;
    if rows.len() < LEAST_SHARED || parallel::threads() == 1 {
        sort_digits::<BITS, DIGITS, VALUES>(rows, keys, nodes, 0);
        return bits;
    }
    let (first_upper, lower_len) = halves(rows, keys);
    let (lower_nodes, upper_nodes) = nodes.split_at_mut(lower_len / LANES + 1);
    let part = |nodes: &mut [Node], is_lower: bool| {
        let mut len = 0;
        for &row in rows.iter() {
            // No branch depends on which half it belongs to.
            nodes[len / LANES].child[len % LANES] = row;
            len += usize::from((keys[row as usize] >> 24 < first_upper) == is_lower);
        }
    };
    parallel::both(true, || part(lower_nodes, true), || part(upper_nodes, false));
    let (lower, upper) = rows.split_at_mut(lower_len);
    let sort = |rows: &mut [u32], nodes: &mut [Node]| sort_digits::<BITS, DIGITS, VALUES>(rows, keys, nodes, 1);
    parallel::both(true, || sort(lower, lower_nodes), || sort(upper, upper_nodes));
    bits
}

/// The least highest byte of keys with which those from there on are no more than half, and how many are below it.
fn halves(rows: &[u32], keys: &[u32]) -> (u32, usize) {
    let mut counts = [0u32; 256];
    for &row in rows {
        counts[(keys[row as usize] >> 24) as usize] += 1;
    }
    let (mut first_upper, mut lower_len) = (0, 0);
    for count in counts {
        if lower_len * 2 >= rows.len() {
            break;
        }
        first_upper += 1;
        lower_len += count as usize;
    }
    (first_upper, lower_len)
}

/// Sorts by those digits. The rows stand in the list if `turn` is even, and else in the children of the nodes.
fn sort_digits<const BITS: u32, const DIGITS: usize, const VALUES: usize>(
    rows: &mut [u32],
    keys: &[u32],
    nodes: &mut [Node],
    turn: usize,
) {
    let digit_of = |key: u32, digit: usize| (key >> (u32::BITS - BITS * (DIGITS - digit) as u32)) as usize % VALUES;
    let mut counts = [[0u32; VALUES]; DIGITS];
    let mut count = |row: u32| {
        let key = keys[row as usize];
        for (digit, counts) in counts.iter_mut().enumerate() {
            counts[digit_of(key, digit)] += 1;
        }
    };
    if turn.is_multiple_of(2) {
        rows.iter().for_each(|&row| count(row));
    } else {
        children(nodes).take(rows.len()).for_each(|&row| count(row));
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
        if (turn + digit).is_multiple_of(2) {
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
    if !(turn + DIGITS).is_multiple_of(2) {
        rows.iter_mut().zip(children(nodes)).for_each(|(row, &child)| *row = child);
    }
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
            let rows: Vec<u32> = (0..count).map(|number| (number * step) as u32).collect();
            let mut expected = rows.clone();
            expected.sort_by_key(|&row| keys[row as usize]);
            for threads in [1, 2] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                let mut room = Room { rows: rows.clone(), ..Room::default() };
                let mut nodes = vec![Node::EMPTY; count.div_ceil(LANES) + NODES_TO_SHARE];
                let bits = pool.install(|| sort_rows(&mut room.rows, &keys, &mut nodes));
                sort_rest(&mut room, &keys, bits);
                prop_assert_eq!(&room.rows, &expected);
            }
        }
    }
}
