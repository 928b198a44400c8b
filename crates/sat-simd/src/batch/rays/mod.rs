//! Eight rays at a time, each at a shape of its own: a kernel for each kind, in `f32`.
//!
//! What is certain is held against the error bound e of a gap, the way included in the size it is relative to; the rest is
//! asked one by one.

mod capsule;
mod disc;
mod polygon;
mod rect;
#[cfg(test)]
mod twins;

use super::cast_kernel::LEAST_SPEED_SQ;
use super::class::Class;
use super::core_block::CoreBlock;
use super::distance_kernel::{dot, error_of, is_of_usual_size, plus, times};
use super::plan::{Chunk, Indices, PairPlan, Run};
use super::set::ShapeSet;
use crate::RayHit;
use crate::lanes::{F32s, LANES, max_wide, min_wide, transpose_fours};
use alloc::vec::Vec;
use geom::Vec2;

/// A ray to be cast at a shape of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// The index of the shape.
    pub shape: u32,
    /// Where the ray starts, in the world.
    pub origin: Vec2,
    /// From there to where it ends.
    pub translation: Vec2,
}

impl Indices for RayCast {
    #[inline]
    fn indices(&self) -> (u32, u32) {
        (self.shape, self.shape)
    }
}

/// Where each ray first meets its shape, in the order of `rays`: [`ray_cast`](crate::ray_cast) for shapes of any kind.
///
/// Whether there is a hit, and whether at fraction zero, is exact, as there. The numbers are computed in `f32`: they are
/// those of shapes moved by no more than 2⁻¹⁹ of the size (the distance from the origin to the shape's position, how far
/// the shape reaches around its own, and the length of the ray), the point rounded as a world coordinate besides. Rays
/// that start in or at the shape, grazes within rounding, rounded polygons and those of more than eight vertices are asked
/// one by one.
/// A ray that is not finite hits nothing.
///
/// O(vertices) an eighth of the time. No allocation once `plan` and `out` have grown.
///
/// # Panics
/// When an index is not below [`ShapeSet::len`], or for 2³² rays or more.
///
/// ```
/// use sat_simd::batch::{self, PairPlan, RayCast, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2};
///
/// let mut set = ShapeSet::new();
/// let shape = set.push(&Shape::rect(1.0, 1.0)?, &Pose::IDENTITY);
/// let ray = |y| RayCast { shape, origin: Vec2::new(-5.0, y), translation: Vec2::new(8.0, 0.0) };
/// let mut hits = Vec::new();
/// batch::ray_casts(&set, &[ray(0.5), ray(2.0)], &mut PairPlan::new(), &mut hits);
/// assert_eq!(hits[0].map(|hit| (hit.fraction, hit.point)), Some((0.5, Vec2::new(-1.0, 0.5))));
/// assert_eq!(hits[1], None);
/// # Ok::<(), sat_simd::ShapeError>(())
/// ```
pub fn ray_casts(set: &ShapeSet, rays: &[RayCast], plan: &mut PairPlan, out: &mut Vec<Option<RayHit>>) {
    out.resize(rays.len(), None);
    let mut block = CoreBlock::default();
    for run in plan.runs(set, rays) {
        match run.b {
            Class::Large => run.pairs().for_each(|(position, ..)| out[position] = single(set, &rays[position])),
            Class::Circle => {
                answer(set, rays, &run, out, |chunk, ray| disc::cast(ray, &set.gather_circles(&chunk.b)));
            }
            Class::Rect => answer(set, rays, &run, out, |chunk, ray| rect::cast(ray, &set.gather_rects(&chunk.b))),
            Class::Two => answer(set, rays, &run, out, |chunk, ray| {
                set.gather_cores(run.b, &chunk.b, &mut block);
                capsule::cast(ray, &block)
            }),
            Class::Three | Class::Four | Class::Six | Class::Eight => answer(set, rays, &run, out, |chunk, ray| {
                set.gather_cores(run.b, &chunk.b, &mut block);
                polygon::cast(ray, &block)
            }),
        }
    }
}

#[cold]
fn single(set: &ShapeSet, ray: &RayCast) -> Option<RayHit> {
    crate::ray_cast(set.shape(ray.shape), &set.pose(ray.shape), ray.origin, ray.translation).ok().flatten()
}

/// Asks `of_eight` of each chunk of `run`, and the rays it cannot tell one by one.
#[inline]
fn answer(
    set: &ShapeSet,
    rays: &[RayCast],
    run: &Run<RayCast>,
    out: &mut [Option<RayHit>],
    mut of_eight: impl FnMut(&Chunk, &RayWide) -> HitWide,
) {
    for chunk in run.chunks() {
        let ray = RayWide::new(chunk.of(rays));
        let hit = of_eight(&chunk, &ray);
        let mut open = hit.scatter(&ray, &chunk, out) & (0xff >> (LANES - chunk.live));
        while open != 0 {
            let position = chunk.positions[open.trailing_zeros() as usize] as usize;
            out[position] = single(set, &rays[position]);
            open &= open - 1;
        }
    }
}

/// Eight rays.
#[derive(Clone, Copy)]
struct RayWide {
    origin: [F32s; 2],
    way: [F32s; 2],
}

impl RayWide {
    #[inline(always)]
    fn new(rays: [&RayCast; LANES]) -> Self {
        let rows = rays.map(|ray| [ray.origin.x, ray.origin.y, ray.translation.x, ray.translation.y]);
        let [x, y, way_x, way_y] = transpose_fours(&rows);
        Self { origin: [x, y], way: [way_x, way_y] }
    }

    /// |x| + |y| of the ways.
    #[inline]
    fn way_size(&self) -> F32s {
        self.way[0].abs() + self.way[1].abs()
    }

    /// The error bounds of gaps between the rays and shapes that reach `reach` around a point `offset` from their origins,
    /// and the lanes where squares of what is above them neither over- nor underflow.
    #[inline]
    fn error(&self, offset: [F32s; 2], reach: F32s) -> (F32s, F32s) {
        let size = (offset[0].abs() + offset[1].abs()) + self.way_size() + reach;
        let is_fast = dot(self.way, self.way).simd_gt(F32s::splat(LEAST_SPEED_SQ));
        (error_of(size), is_of_usual_size(size) & is_fast)
    }
}

/// What eight rays do.
#[derive(Clone, Copy)]
struct HitWide {
    /// The lanes that certainly start outside and hit; only there the rest is filled in.
    hits: F32s,
    /// The lanes that certainly miss.
    misses: F32s,
    /// How much of the way lies before the hit.
    fraction: F32s,
    /// Unit, out of the surface, in the world.
    normal: [F32s; 2],
}

impl HitWide {
    /// Writes the answers; gives the lanes that are open.
    #[inline(always)]
    fn scatter(&self, ray: &RayWide, chunk: &Chunk, out: &mut [Option<RayHit>]) -> u32 {
        // Who starts outside does not hit at once: the smallest number says so.
        let fraction = max_wide(min_wide(self.fraction, F32s::splat(1.0)), F32s::splat(f32::from_bits(1)));
        let [x, y] = plus(ray.origin, times(ray.way, fraction)).map(F32s::to_array);
        let [normal_x, normal_y] = self.normal.map(F32s::to_array);
        let (fraction, hits) = (fraction.to_array(), self.hits.to_bitmask());
        // Hits and misses alternate at random: written without a branch, what is open put right afterwards.
        chunk.scatter(out, |lane| {
            let (point, normal) = (Vec2::new(x[lane], y[lane]), Vec2::new(normal_x[lane], normal_y[lane]));
            (hits >> lane & 1 == 1).then_some(RayHit { fraction: fraction[lane], point, normal })
        });
        !(hits | self.misses.to_bitmask())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check_cast, entries, translation};
    use super::*;
    use crate::{Pose, Shape};
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn ray_casts_are_those_of_single_rays_within_the_bound(
            entries in entries(), picks in vec((0usize..1000, -6.0f32..6.0, -6.0f32..6.0, translation()), 0..40),
        ) {
            let mut set = ShapeSet::new();
            entries.iter().for_each(|(shape, pose)| { set.push(shape, pose); });
            let rays: Vec<RayCast> = picks
                .iter()
                .map(|&(shape, x, y, translation)| {
                    RayCast { shape: (shape % entries.len()) as u32, origin: Vec2::new(x, y), translation }
                })
                .collect();
            let (mut plan, mut got, mut alone) = (PairPlan::new(), Vec::new(), Vec::new());
            ray_casts(&set, &rays, &mut plan, &mut got);
            let point = Shape::circle(0.0).unwrap();
            for (got, ray) in got.iter().zip(&rays) {
                let (shape, pose) = &entries[ray.shape as usize];
                check_cast(&point, &Pose::from_translation(ray.origin), ray.translation, shape, pose, *got)?;
                ray_casts(&set, &[*ray], &mut plan, &mut alone);
                prop_assert_eq!(&alone[0], got);
            }
        }
    }
}
