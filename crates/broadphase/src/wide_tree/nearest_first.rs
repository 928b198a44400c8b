use super::arrange::{key_and_name, least_last, sort_descending};
use super::waiting::{WAITING, Waiting};
use super::{LEAF, WideTree};
use crate::lanes::{AabbLanes, LANES, Lanes, lanes_of};

impl WideTree {
    /// Depth first, the child with the least key first; `test` tells which children have one up to the limit, and the keys,
    /// `SORT` whether the others of a node come in order as well. The rows of a leaf are offered in any order.
    pub(super) fn visit_sorted<const SORT: bool>(
        &self,
        waiting: &mut Waiting,
        mut max: f32,
        test: &impl Fn(&AabbLanes, f32) -> (u32, Lanes),
        found: &mut impl FnMut(u32, f32, f32) -> f32,
    ) -> f32 {
        // The nearest on top.
        let Waiting { nodes: waiting, len } = waiting;
        let mut end = *len;
        while end > 0 {
            end -= 1;
            let (key, name) = key_and_name(waiting[end]);
            if key > max {
                continue;
            }
            let node = self.named(name);
            let (selected, keys) = test(&node.boxes, max);
            if name & LEAF != 0 {
                for lane in lanes_of(selected) {
                    let key = keys.as_array()[lane];
                    if key <= max {
                        max = found(node.child[lane], key, max);
                    }
                }
            } else if end + LANES <= WAITING {
                end += arrange::<SORT>(selected, &keys, &node.child, &mut waiting[end..]);
            } else {
                let mut children = [0; LANES];
                let len = arrange::<SORT>(selected, &keys, &node.child, &mut children);
                for (key, child) in children[..len].iter().rev().map(|&child| key_and_name(child)) {
                    if key <= max {
                        max = self.visit_sorted::<SORT>(&mut Waiting::of(child), max, test, found);
                    }
                }
            }
        }
        max
    }
}

/// Writes the children in the selected lanes and their keys to the start of `arranged`, the least key last, and says how many
/// there are.
#[inline]
fn arrange<const SORT: bool>(selected: u32, keys: &Lanes, children: &[u32; LANES], arranged: &mut [u64]) -> usize {
    if SORT {
        sort_descending(selected, keys, children, arranged)
    } else {
        least_last(selected, keys, children, arranged)
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
