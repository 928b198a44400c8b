use super::WideTree;
use crate::lanes::{AabbLanes, LANES, Lanes, lanes_of};
use crate::ray::Ray;
use geom::{Aabb, Vec2};
use std::ops::ControlFlow;

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
        // Unused lanes are infinitely far; the length of a node's list keeps them out when the radius is infinite too.
        match self.root {
            Some(root) => self.visit(root, &|boxes| boxes.distance_sq(x, y).simd_le(radius_sq).to_bitmask(), found),
            None => ControlFlow::Continue(()),
        }
    }

    fn visit(
        &self,
        index: u32,
        select: &impl Fn(&AabbLanes) -> u32,
        found: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let node = &self.nodes[index as usize];
        for lane in lanes_of(select(&node.boxes) & in_use(node.len)) {
            if node.level == 0 {
                found(node.child[lane])?;
            } else {
                self.visit(node.child[lane], select, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `found` for the rows whose boxes the ray enters by `max_fraction`, nearer nodes first, with the fraction and the
    /// limit that holds by then; it returns the new limit. A negative limit ends the search.
    pub fn ray(&self, ray: &Ray, max_fraction: f32, found: &mut impl FnMut(u32, f32, f32) -> f32) -> f32 {
        match self.root {
            Some(root) => self.visit_ray(root, ray, max_fraction, found),
            None => max_fraction,
        }
    }

    fn visit_ray(&self, index: u32, ray: &Ray, mut max: f32, found: &mut impl FnMut(u32, f32, f32) -> f32) -> f32 {
        let node = &self.nodes[index as usize];
        let (hit, entries) = ray.entry_wide(&node.boxes, max);
        for (lane, entry) in NearestFirst::new(hit & in_use(node.len), entries) {
            if entry > max {
                break;
            }
            max = match node.level {
                0 => found(node.child[lane], entry, max),
                _ => self.visit_ray(node.child[lane], ray, max, found),
            };
        }
        max
    }

    /// Calls `found` for the rows whose boxes come within the squared distance of `point`, nearer nodes first, with the limit
    /// that holds by then; it returns the new limit. A negative limit ends the search.
    pub fn nearest(&self, point: Vec2, max_distance_sq: f32, found: &mut impl FnMut(u32, f32) -> f32) -> f32 {
        match self.root {
            Some(root) => self.visit_nearest(root, point, max_distance_sq, found),
            None => max_distance_sq,
        }
    }

    fn visit_nearest(&self, index: u32, point: Vec2, mut max: f32, found: &mut impl FnMut(u32, f32) -> f32) -> f32 {
        let node = &self.nodes[index as usize];
        let distances = node.boxes.distance_sq(Lanes::splat(point.x), Lanes::splat(point.y));
        let near = distances.simd_le(Lanes::splat(max)).to_bitmask() & in_use(node.len);
        for (lane, distance_sq) in NearestFirst::new(near, distances) {
            if distance_sq > max {
                break;
            }
            max = match node.level {
                0 => found(node.child[lane], max),
                _ => self.visit_nearest(node.child[lane], point, max, found),
            };
        }
        max
    }
}

/// The mask of a node's lanes that hold a child.
fn in_use(len: u8) -> u32 {
    (1 << len) - 1
}

/// The lanes of a mask, by ascending key; equal keys by lane.
struct NearestFirst {
    entries: [(u8, f32); LANES],
    next: usize,
    len: usize,
}

impl NearestFirst {
    fn new(mask: u32, keys: Lanes) -> Self {
        let mut entries = [(0, 0.0); LANES];
        let mut len = 0;
        for lane in lanes_of(mask) {
            let key = keys.as_array()[lane];
            let mut rank = len;
            while rank > 0 && entries[rank - 1].1 > key {
                entries[rank] = entries[rank - 1];
                rank -= 1;
            }
            entries[rank] = (lane as u8, key);
            len += 1;
        }
        Self { entries, next: 0, len }
    }
}

impl Iterator for NearestFirst {
    type Item = (usize, f32);

    fn next(&mut self) -> Option<(usize, f32)> {
        let (lane, key) = *self.entries[..self.len].get(self.next)?;
        self.next += 1;
        Some((usize::from(lane), key))
    }
}
