use super::query::WAITING;
use super::{LEAF, WideTree};
use crate::lanes::{AabbLanes, LANES, Lanes, lanes_of};

impl WideTree {
    /// Depth first, the child with the least key first; `test` tells which children have one up to the limit, and the keys,
    /// `SORT` whether the others of a node come in order as well.
    pub(super) fn visit_sorted<const SORT: bool>(
        &self,
        start: u32,
        mut max: f32,
        test: &impl Fn(&AabbLanes, f32) -> (u32, Lanes),
        found: &mut impl FnMut(u32, f32, f32) -> f32,
    ) -> f32 {
        // The nearest on top.
        let mut waiting = [(f32::NEG_INFINITY, start); WAITING];
        let mut end = 1;
        while end > 0 {
            end -= 1;
            let (key, name) = waiting[end];
            if key > max {
                continue;
            }
            let node = self.named(name);
            let (selected, keys) = test(&node.boxes, max);
            if name & LEAF == 0 && end + LANES <= WAITING {
                end += arrange::<SORT>(selected, keys, &node.child, &mut waiting[end..]);
                continue;
            }
            if name & LEAF != 0 && !SORT {
                // Rows are offered in any order.
                for lane in lanes_of(selected) {
                    let key = keys.as_array()[lane];
                    if key <= max {
                        max = found(node.child[lane], key, max);
                    }
                }
                continue;
            }
            let mut children = [(0.0, 0); LANES];
            let len = arrange::<SORT>(selected, keys, &node.child, &mut children);
            for &(key, child) in children[..len].iter().rev() {
                if key > max {
                    if SORT {
                        break;
                    }
                    continue;
                }
                max = if name & LEAF != 0 {
                    found(child, key, max)
                } else {
                    self.visit_sorted::<SORT>(child, max, test, found)
                };
            }
        }
        max
    }
}

/// Writes the children in the selected lanes and their keys to the start of `arranged`, the least key last, and says how many
/// there are.
#[inline]
fn arrange<const SORT: bool>(
    selected: u32,
    keys: Lanes,
    children: &[u32; LANES],
    arranged: &mut [(f32, u32)],
) -> usize {
    if SORT {
        sort_descending(selected, keys, children, arranged)
    } else {
        least_last(selected, keys, children, arranged)
    }
}

/// Writes the children in the selected lanes and their keys, which are not negative, to the start of `sorted`, the greatest
/// key first, and says how many there are.
#[inline]
fn sort_descending(selected: u32, keys: Lanes, children: &[u32; LANES], sorted: &mut [(f32, u32)]) -> usize {
    let (sorted, keys) = (&mut sorted[..LANES], keys.as_array());
    let len = selected.count_ones() as usize;
    if len > FEW {
        sort_by_rank(selected, keys, children, sorted);
        return len;
    }
    for (rank, lane) in lanes_of(selected).enumerate() {
        let mut place = rank;
        while place > 0 && sorted[place - 1].0 <= keys[lane] {
            sorted[place] = sorted[place - 1];
            place -= 1;
        }
        sorted[place] = (keys[lane], children[lane]);
    }
    len
}

/// [`sort_descending`] in part: the least key comes last, the others anyhow. Measured for the one nearest box, with
/// the rows of a leaf in any order: 0.8 of the time; for the eight nearest, whose limit comes late, 1.1 times.
#[inline]
fn least_last(selected: u32, keys: Lanes, children: &[u32; LANES], arranged: &mut [(f32, u32)]) -> usize {
    let (arranged, keys) = (&mut arranged[..LANES], keys.as_array());
    let (mut least, mut place_of_least) = (f32::INFINITY, 0);
    let mut len = 0;
    for lane in lanes_of(selected) {
        arranged[len] = (keys[lane], children[lane]);
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

/// Up to so many are sorted by insertion. Measured: by rank takes twice as long for a ray, which meets one or two children;
/// by insertion half as long again for the nearest box, which may be in any of the eight.
const FEW: usize = 3;

/// A child's place is the number of those with greater keys: no branch depends on the keys.
///
/// Keys that differ by less than 2⁻²⁰ count as equal, and of equal ones the greater lane's comes first: the order is only
/// there to find near things early.
fn sort_by_rank(selected: u32, keys: &[f32; LANES], children: &[u32; LANES], sorted: &mut [(f32, u32)]) {
    let mut ranked = [-1; LANES];
    for lane in 0..LANES {
        // Numbers that are not negative order like their bits; the lowest three tell the lanes apart.
        let rank = (keys[lane].to_bits() & !7 | lane as u32) as i32;
        ranked[lane] = if selected & 1 << lane != 0 { rank } else { -1 };
    }
    let mut places = [0; LANES];
    for other in ranked {
        for (place, rank) in places.iter_mut().zip(ranked) {
            *place += i32::from(other > rank);
        }
    }
    for lane in 0..LANES {
        // Those that are not selected come after the others.
        sorted[places[lane] as usize & (LANES - 1)] = (keys[lane], children[lane]);
    }
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
            let mut sorted = [(0.0, 0); LANES + 1];
            let len = sort_descending(selected, Lanes::new(keys), &children, &mut sorted);
            let mut expected: Vec<(f32, u32)> = lanes_of(selected).map(|lane| (keys[lane], children[lane])).collect();
            prop_assert!(sorted[..len].is_sorted_by(|a, b| a.0 >= b.0));
            sorted[..len].sort_by_key(|(_, child)| *child);
            expected.sort_by_key(|(_, child)| *child);
            prop_assert_eq!(&sorted[..len], &expected);
            let mut arranged = [(0.0, 0); LANES + 1];
            let len = least_last(selected, Lanes::new(keys), &children, &mut arranged);
            prop_assert!(arranged[..len].last().is_none_or(|last| expected.iter().all(|other| last.0 <= other.0)));
            arranged[..len].sort_by_key(|(_, child)| *child);
            prop_assert_eq!(&arranged[..len], expected);
        }
    }
}
