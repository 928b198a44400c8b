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
                    if SORT && rank_of(key) > max.to_bits() as i32 {
                        break;
                    }
                    // Keys of one rank come in any order.
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
/// key first but for those that are next to equal, and says how many there are.
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

/// What keys that are not negative are sorted by. Numbers that are not negative order like their bits; the lowest three are
/// left to tell the lanes apart.
#[inline]
const fn rank_of(key: f32) -> i32 {
    (key.to_bits() & !7) as i32
}

/// A child's place is the number of those with greater keys: no branch depends on the keys.
///
/// Keys that differ by less than 2⁻²⁰ count as equal, and of equal ones the greater lane's comes first: the order is only
/// there to find near things early.
fn sort_by_rank(selected: u32, keys: &[f32; LANES], children: &[u32; LANES], sorted: &mut [(f32, u32)]) {
    let mut ranked = [-1; LANES];
    for lane in 0..LANES {
        let rank = rank_of(keys[lane]) | lane as i32;
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
    use crate::{ray::Ray, room::Room, wide_tree::Packing};
    use geom::{Aabb, Vec2};
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

        #[test]
        fn the_nearest_of_boxes_that_are_next_to_equally_far_is_found(steps in prop::collection::vec(0u32..9, 1..40)) {
            // Neighbouring numbers, and one that is clearly farther.
            let far = |&step: &u32| if step == 8 { 0.9 } else { f32::from_bits(0x3f00_0000 + step) };
            let boxes: Vec<Aabb> =
                steps.iter().map(|step| Aabb::new(Vec2::new(far(step), -1.0), Vec2::new(1.0, 1.0))).collect();
            let mut tree = WideTree::default();
            tree.build(Packing::Halves, |row| boxes[row as usize], 0..boxes.len() as u32, &mut Room::default());
            let nearest = |key: &dyn Fn(&Aabb) -> f32| {
                (0..).zip(&boxes).map(|(row, aabb)| (key(aabb), row)).min_by(|a, b| a.partial_cmp(b).expect("no NaN"))
            };
            let ray = Ray::new(Vec2::ZERO, Vec2::new(1.0, 0.0));
            prop_assert_eq!(least_offered(|mut found| tree.ray(&ray, 1.0, &mut found)), nearest(&|aabb| aabb.min.x));
            for k in [1, 2] {
                let found = least_offered(|mut found| tree.nearest(Vec2::ZERO, f32::INFINITY, k, &mut found));
                prop_assert_eq!(found, nearest(&|aabb| aabb.distance_sq(Vec2::ZERO)));
            }
        }
    }

    /// Of what a search offers whose limit is the nearest so far: the least key, and the lowest row that has it.
    fn least_offered(search: impl FnOnce(&mut dyn FnMut(u32, f32, f32) -> f32) -> f32) -> Option<(f32, u32)> {
        let mut least: Option<(f32, u32)> = None;
        search(&mut |row, key, _| {
            let offered = (key, row);
            let (key, _) = *least.insert(least.filter(|least| *least < offered).unwrap_or(offered));
            key
        });
        least
    }
}
