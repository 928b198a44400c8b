use super::trail::Trail;
use super::{LEAF, WideTree};
use crate::index::Candidate;
use crate::lanes::{AabbLanes, Lanes, lanes_of};

impl WideTree {
    /// Depth first, the child with the least key first; `test` tells which children have one up to the limit, lane by lane, and
    /// the keys. The rows of a leaf are offered in any order.
    pub(super) fn visit_nearest_first(
        &self,
        trail: &mut Trail,
        mut max: f32,
        test: &impl Fn(&AabbLanes, f32) -> (Lanes, Lanes),
        found: &mut impl FnMut(Candidate, f32) -> f32,
    ) -> f32 {
        if trail.next().is_none() {
            trail.turn_back(self, max);
        }
        while let Some(name) = trail.next() {
            let node = self.named(name);
            if name & LEAF == 0 {
                if trail.is_full() {
                    max = self.visit_nearest_first(&mut Trail::from(Some(name)), max, test, found);
                } else {
                    let (selected, keys) = test(&node.boxes, max);
                    trail.enter(name, node, selected, keys);
                    if trail.next().is_some() {
                        continue;
                    }
                }
            } else {
                let (selected, keys) = test(&node.boxes, max);
                for lane in lanes_of(selected.to_bitmask()) {
                    // Of two zeros the positive one.
                    let key = keys.as_array()[lane] + 0.0;
                    if key <= max {
                        max = found(Candidate { row: node.child[lane], key, aabb: node.boxes.lane(lane) }, max);
                    }
                }
            }
            trail.turn_back(self, max);
        }
        max
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ray::Ray, wide_tree::Packing};
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
            tree.build_of(Packing::Halves, |row| boxes[row as usize], 0..boxes.len() as u32);
            let nearest = |key: &dyn Fn(&Aabb) -> f32| {
                (0..).zip(&boxes).map(|(row, aabb)| (key(aabb), row)).min_by(|a, b| a.partial_cmp(b).expect("no NaN"))
            };
            let ray = Ray::new(Vec2::ZERO, Vec2::new(1.0, 0.0));
            prop_assert_eq!(least_offered(|mut found| tree.ray(&ray, 1.0, &mut found)), nearest(&|aabb| aabb.min.x));
            let found = least_offered(|mut found| tree.nearest(Vec2::ZERO, f32::INFINITY, &mut found));
            prop_assert_eq!(found, nearest(&|aabb| aabb.distance_sq(Vec2::ZERO)));
        }
    }

    /// Of what a search offers whose limit is the nearest so far: the least key, and the lowest row that has it.
    fn least_offered(search: impl FnOnce(&mut dyn FnMut(Candidate, f32) -> f32) -> f32) -> Option<(f32, u32)> {
        let mut least: Option<(f32, u32)> = None;
        search(&mut |offered, _| {
            let offered = (offered.key, offered.row);
            let (key, _) = *least.insert(least.filter(|least| *least < offered).unwrap_or(offered));
            key
        });
        least
    }
}
