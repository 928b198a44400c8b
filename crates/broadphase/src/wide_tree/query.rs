use super::trail::Trail;
use super::{LEAF, WideTree};
use crate::index::Candidate;
use crate::lanes::{AabbLanes, LANES, Lanes, lanes_of};
use crate::ray::Ray;
use crate::ray_lanes::RayLanes;
use geom::{Aabb, Vec2};
use std::ops::ControlFlow;

/// How many nodes may wait while others are searched: enough for nine levels, or two in tests. What hangs deeper is
/// searched by calls of its own.
const WAITING: usize = if cfg!(test) { 2 * LANES } else { 8 * LANES };

impl WideTree {
    /// Calls `found` for every row whose box shares a point with `aabb`, until it breaks.
    pub fn overlaps(&self, aabb: &Aabb, found: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let query = AabbLanes::splat(aabb);
        match self.root {
            Some(root) => self.visit(root, &|boxes| boxes.overlaps(&query), found),
            None => ControlFlow::Continue(()),
        }
    }

    /// Calls `found` for every row whose box comes within the distance of `center`, until it breaks.
    pub fn within(
        &self,
        center: Vec2,
        radius_sq: f32,
        found: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (x, y, radius_sq) = (Lanes::splat(center.x), Lanes::splat(center.y), Lanes::splat(radius_sq));
        let select = |boxes: &AabbLanes| boxes.within(x, y, radius_sq).0.to_bitmask();
        match self.root {
            Some(root) => self.visit(root, &select, found),
            None => ControlFlow::Continue(()),
        }
    }

    pub(super) fn visit(
        &self,
        start: u32,
        select: &impl Fn(&AabbLanes) -> u32,
        found: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut waiting = [start; WAITING];
        let mut end = 1;
        while end > 0 {
            end -= 1;
            let name = waiting[end];
            let node = self.named(name);
            let selected = lanes_of(select(&node.boxes));
            if name & LEAF != 0 {
                for lane in selected {
                    found(node.child[lane])?;
                }
            } else if end + LANES <= WAITING {
                for lane in selected {
                    waiting[end] = node.child[lane];
                    end += 1;
                }
            } else {
                for lane in selected {
                    self.visit(node.child[lane], select, found)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `found` for the rows whose boxes the ray enters by `max_fraction`, nearer nodes first, with the
    /// limit that holds by then; it returns the new limit. A negative limit ends the search.
    pub fn ray(&self, ray: &Ray, max_fraction: f32, found: &mut impl FnMut(Candidate, f32) -> f32) -> f32 {
        let ray = RayLanes::new(ray);
        let test = |boxes: &AabbLanes, max| ray.entered(boxes, max);
        self.visit_nearest_first(&mut Trail::from(self.root), max_fraction, &test, found)
    }

    /// Calls `found` for the rows whose boxes come within the squared distance of `point`, nearer nodes first, with
    /// the limit that holds by then; it returns the new limit. A negative limit ends the search.
    pub fn nearest(&self, point: Vec2, max_distance_sq: f32, found: &mut impl FnMut(Candidate, f32) -> f32) -> f32 {
        let (x, y) = (Lanes::splat(point.x), Lanes::splat(point.y));
        let test = |boxes: &AabbLanes, max| boxes.within(x, y, Lanes::splat(max));
        self.visit_nearest_first(&mut Trail::from(self.root), max_distance_sq, &test, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wide_tree::Packing;

    #[test]
    fn a_tree_deeper_than_the_room_for_waiting_nodes_is_searched_whole() {
        let (mut tree, aabb) = (WideTree::default(), Aabb::new(Vec2::ZERO, Vec2::ONE));
        tree.build_of(Packing::Curve, |_| aabb, 0..4000);
        let mut hits = 0;
        let _ = tree.overlaps(&aabb, &mut |_| {
            hits += 1;
            ControlFlow::Continue(())
        });
        let mut entered = 0;
        tree.ray(&Ray::new(Vec2::ZERO, Vec2::ONE), 1.0, &mut |_, max| {
            entered += 1;
            max
        });
        let mut near = 0;
        tree.nearest(Vec2::ZERO, f32::INFINITY, &mut |_, max| {
            near += 1;
            max
        });
        assert_eq!((hits, entered, near), (4000, 4000, 4000));
    }
}
