use super::WideTree;
use super::trail::Trail;
use crate::index::Candidate;
use crate::lanes::AabbLanes;
use crate::ray::Ray;
use crate::ray_lanes::RayLanes;

/// So many rays go down to their first leaves together: enough for the processor to have other work while one waits for a
/// node, few enough for what waits to leave room in the first-level cache. Measured, 32 000 rays of 250 m among 24 600 boxes,
/// ns: alone 202, by 8 167, by 16 166, by 64 170, before what waits was kept as it is.
pub(crate) const DESCENDING: usize = 16;

/// A ray on its way through a tree.
#[derive(Clone, Debug)]
pub(crate) struct RaySearch {
    ray: RayLanes,
    trail: Trail,
}

impl RaySearch {
    /// In no tree yet.
    #[inline(always)]
    pub fn new(ray: &Ray) -> Self {
        Self { ray: RayLanes::new(ray), trail: Trail::from(None) }
    }

    /// [`RaySearch::new`] where another one was: filling the room for what waits takes as long as a node or two.
    #[inline(always)]
    pub fn renew(&mut self, ray: &Ray) {
        self.ray = RayLanes::new(ray);
    }
}

impl WideTree {
    /// Begins searches: each goes from the root to the first leaf that it comes to by its limit, all of them a level at a time.
    /// One alone waits for each node before it knows the next one, and where it goes no predictor can tell; here the next visit is
    /// always known.
    pub fn descend(&self, searches: &mut [RaySearch], limits: &[f32; DESCENDING]) {
        debug_assert!(searches.len() <= DESCENDING, "a search without a limit");
        for search in &mut *searches {
            search.trail.reset(self.root);
        }
        for _ in 0..self.levels() {
            for (RaySearch { ray, trail }, &limit) in searches.iter_mut().zip(limits) {
                match trail.next() {
                    Some(name) if !trail.is_full() => {
                        let node = self.named(name);
                        let (entered, keys) = ray.entered(&node.boxes, limit);
                        trail.enter(name, node, entered, keys);
                    }
                    // One that entered no child goes on alone, with what waits on other levels.
                    _ => {}
                }
            }
        }
    }

    /// [`WideTree::ray`] of a search that was [begun](WideTree::descend) in this tree: it goes on where it has come to.
    pub fn ray_below(
        &self,
        search: &mut RaySearch,
        max_fraction: f32,
        found: &mut impl FnMut(Candidate, f32) -> f32,
    ) -> f32 {
        let RaySearch { ray, trail } = search;
        let test = |boxes: &AabbLanes, max| ray.entered(boxes, max);
        self.visit_nearest_first(trail, max_fraction, &test, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ray::END, wide_tree::Packing};
    use geom::{Aabb, Vec2};
    use proptest::prelude::*;

    #[test]
    fn rays_that_enter_all_nodes_go_down_together_as_far_as_there_is_room() {
        let (aabb, ray) = (Aabb::new(Vec2::ZERO, Vec2::ONE), Ray::new(Vec2::ZERO, Vec2::ONE));
        // Nodes above the lowest ones have from two to eight children.
        for rows in (0..4000).step_by(100) {
            let mut tree = WideTree::default();
            tree.build_of(Packing::Halves, |_| aabb, 0..rows);
            let mut searches = [RaySearch::new(&ray), RaySearch::new(&ray)];
            tree.descend(&mut searches, &[END; DESCENDING]);
            for search in &mut searches {
                let mut entered = 0;
                tree.ray_below(search, END, &mut |_, max| {
                    entered += 1;
                    max
                });
                assert_eq!(entered, rows);
            }
        }
    }

    proptest! {
        #[test]
        fn rays_that_went_down_together_find_what_each_finds_alone(
            squares in prop::collection::vec((0u8..40, 0u8..40, 0u8..20), 0..600),
            ways in prop::collection::vec((-5i8..45, -5i8..45, -50i8..50, -50i8..50), 1..=DESCENDING),
        ) {
            let square = |&(x, y, side): &(u8, u8, u8)| {
                let min = Vec2::new(x.into(), y.into());
                Aabb::new(min, min + Vec2::splat(side.into()))
            };
            let boxes: Vec<Aabb> = squares.iter().map(square).collect();
            let mut tree = WideTree::default();
            tree.build_of(Packing::Halves, |row| boxes[row as usize], 0..boxes.len() as u32);
            let rays = ways.iter().map(|&(x, y, along_x, along_y)| {
                Ray::new(Vec2::new(x.into(), y.into()), Vec2::new(along_x.into(), along_y.into()))
            });
            let mut searches: Vec<RaySearch> = rays.clone().map(|ray| RaySearch::new(&ray)).collect();
            tree.descend(&mut searches, &[END; DESCENDING]);
            for (ray, search) in rays.zip(&mut searches) {
                let mut rows = Vec::new();
                let mut all = |met: Candidate, max| {
                    rows.push(met.row);
                    max
                };
                tree.ray_below(search, END, &mut all);
                tree.ray(&ray, END, &mut all);
                rows.sort_unstable();
                let met = (0u32..).zip(&boxes).filter(|(_, aabb)| ray.entry(aabb, END).is_some());
                prop_assert_eq!(rows, met.flat_map(|(row, _)| [row; 2]).collect::<Vec<_>>());
            }
        }
    }
}
