//! Eight rays at a time, each at a shape of its own: a kernel for each kind, in `f32`.
//!
//! What is certain is held against the error bound e of a gap, the way included in the size it is relative to; the rest is
//! asked one by one.

mod capsule;
mod disc;
mod hit;
mod polygon;
mod rect;
#[cfg(test)]
mod twins;
mod waiting;

use super::cast_kernel::LEAST_SPEED_SQ;
use super::class::Class;
use super::distance_kernel::{dot, error_of, is_of_usual_size};
use super::error::BatchError;
use super::indices::Indices;
use super::set::ShapeSet;
use crate::CastHit;
use crate::lanes::{F32Quad, F32s, LANES, map_lanes, transpose_fours};
use alloc::vec::Vec;
use core::array;
use core::hint::black_box;
use geom::Vec2;
use hit::HitWide;
use waiting::Waiting;

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

    #[inline]
    fn zeros(&self) -> F32Quad {
        let Self { origin, translation, .. } = self;
        F32Quad::new([origin.x, origin.y, translation.x, translation.y]) * F32Quad::ZERO
    }

    #[inline]
    fn fault(&self, position: usize) -> Option<BatchError> {
        let Self { origin, translation, .. } = self;
        BatchError::of_numbers(position, [origin.x, origin.y, translation.x, translation.y])
    }
}

/// Where each ray first meets its shape, in the order of `rays`: [`ray_cast`](crate::ray_cast) for shapes of any kind.
///
/// Whether there is a hit, and whether at fraction zero, is exact, as there. The numbers are computed in `f32`: they are
/// those of shapes moved by no more than 2⁻¹⁹ of the size (the distance from the origin to the shape's position, how far
/// the shape reaches around its own, and the length of the ray), the point rounded as a world coordinate besides. Rays
/// that start in or at the shape, or behind a polygon within the disc around it, grazes within rounding, rounded polygons and
/// those of more than eight vertices are asked one by one. A shape whose pose is not finite is nowhere, and hit by nothing.
///
/// O(vertices ÷ 8). No allocation once `out` has grown.
///
/// # Errors
/// [`BatchError::NoSuchShape`] for an index that is not below [`ShapeSet::len`], [`BatchError::NotFinite`] for a ray with a
/// NaN or infinity, [`BatchError::Full`] for 2³² rays or more: `out` is then unchanged.
///
/// ```
/// use sat_simd::batch::{self, RayCast, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2};
///
/// let mut set = ShapeSet::new();
/// let shape = set.push(&Shape::rect(1.0, 1.0)?, &Pose::IDENTITY)?;
/// let ray = |y| RayCast { shape, origin: Vec2::new(-5.0, y), translation: Vec2::new(8.0, 0.0) };
/// let mut hits = Vec::new();
/// batch::ray_casts(&set, &[ray(0.5), ray(2.0)], &mut hits)?;
/// assert_eq!(hits[0].map(|hit| (hit.fraction, hit.point)), Some((0.5, Vec2::new(-1.0, 0.5))));
/// assert_eq!(hits[1], None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ray_casts(set: &ShapeSet, rays: &[RayCast], out: &mut Vec<Option<CastHit>>) -> Result<(), BatchError> {
    set.check(rays)?;
    out.clear();
    // One more than there are rays, see [`HitWide::scatter`].
    out.resize(rays.len() + 1, None);
    if let Some((nowhere, out)) = out.split_last_mut() {
        let mut asked = Asked { set, rays, nowhere };
        let only_polygons = || set.has_only_polygons().then_some(Class::Eight);
        match set.only_class().or_else(only_polygons) {
            Some(class) => asked.in_order(class, out),
            None => asked.by_class(out),
        }
    }
    out.truncate(rays.len());
    Ok(())
}

/// The question.
struct Asked<'a> {
    set: &'a ShapeSet,
    rays: &'a [RayCast],
    /// Where the answers go that are none.
    nowhere: &'a mut Option<CastHit>,
}

impl<'a> Asked<'a> {
    /// Asks all rays, whose shapes are all of `class`, in a loop of its own for each kernel, or constants would not stay in
    /// registers (circles 4.0 → 3.7 ns a ray).
    fn in_order(&mut self, class: Class, out: &mut [Option<CastHit>]) {
        match class {
            Class::Circle => self.each_eight(Class::Circle, out),
            Class::Two => self.each_eight(Class::Two, out),
            Class::Rect => self.each_eight(Class::Rect, out),
            Class::Three | Class::Four | Class::Six | Class::Eight => self.each_eight(Class::Eight, out),
            Class::Large => self.each_eight(Class::Large, out),
        }
    }

    #[inline(always)]
    fn each_eight(&mut self, class: Class, out: &mut [Option<CastHit>]) {
        let (chunks, rest) = self.rays.as_chunks::<LANES>();
        let (outs, out_of_rest) = out.as_chunks_mut::<LANES>();
        for (index, (eight, out)) in chunks.iter().zip(outs).enumerate() {
            if let Some(ahead) = chunks.get(index + 2) {
                self.read_ahead(ahead);
            }
            self.answer(class, eight.each_ref(), LANES, out, |lane| lane);
        }
        if !rest.is_empty() {
            let place = |lane: usize| lane.min(rest.len() - 1);
            self.answer(class, array::from_fn(|lane| &rest[place(lane)]), rest.len(), out_of_rest, place);
        }
    }

    /// Asks all rays, each when eight at shapes of its class have come together.
    fn by_class(&mut self, out: &mut [Option<CastHit>]) {
        let mut waiting = [Waiting::default(); Class::ALL.len()];
        for (position, ray) in self.rays.iter().enumerate() {
            self.read_ahead(array::from_ref(ray));
            // Polygons of any number of vertices are alike.
            let class = self.set.class(ray.shape);
            let class = if class.padded().is_some() { Class::Eight } else { class };
            let waiting = &mut waiting[class as usize];
            waiting.push(position);
            if waiting.len == LANES {
                self.answer_waiting(class, waiting, out);
            }
        }
        for (class, waiting) in Class::ALL.into_iter().zip(&mut waiting).filter(|(_, waiting)| waiting.len > 0) {
            self.answer_waiting(class, waiting, out);
        }
    }

    /// Reads what the rays will need, if the set is large.
    #[inline]
    fn read_ahead(&self, rays: &[RayCast]) {
        if self.set.is_large() {
            black_box(rays.iter().fold(0, |bits, ray| bits ^ self.set.touch(ray.shape)));
        }
    }

    #[inline]
    fn answer_waiting(&mut self, class: Class, waiting: &mut Waiting, out: &mut [Option<CastHit>]) {
        waiting.repeat_last();
        let rays = map_lanes(&waiting.positions, |position| &self.rays[position as usize]);
        self.answer(class, rays, waiting.len, out, |lane| waiting.positions[lane] as usize);
        waiting.len = 0;
    }

    /// Answers eight rays, all at shapes of `class`, of which the first `live` are not repeated, to the places in `out` that
    /// `place` gives.
    #[inline(always)]
    fn answer(
        &mut self,
        class: Class,
        rays: [&RayCast; LANES],
        live: usize,
        out: &mut [Option<CastHit>],
        place: impl Fn(usize) -> usize,
    ) {
        let Self { set, nowhere, .. } = self;
        let (shapes, ray) = (map_lanes(&rays, |ray| ray.shape), RayWide::new(&rays));
        let hit = match class {
            Class::Large => HitWide::OPEN,
            Class::Circle => disc::cast(&ray, &set.gather_circles(&shapes)),
            Class::Rect => rect::cast(&ray, &set.gather_rects(&shapes)),
            Class::Two => capsule::cast(&ray, &set.gather_segments(&shapes)),
            Class::Three | Class::Four | Class::Six | Class::Eight => polygon::cast(&ray, set, &shapes),
        };
        let mut open = hit.scatter(&ray, out, nowhere, &place) & (0xff >> (LANES - live));
        while open != 0 {
            let lane = open.trailing_zeros() as usize;
            out[place(lane)] = single(set, rays[lane]);
            open &= open - 1;
        }
    }
}

#[cold]
fn single(set: &ShapeSet, ray: &RayCast) -> Option<CastHit> {
    crate::ray_cast(set.shape(ray.shape), &set.pose(ray.shape), ray.origin, ray.translation).ok().flatten()
}

/// Eight rays.
#[derive(Clone, Copy)]
struct RayWide {
    origin: [F32s; 2],
    way: [F32s; 2],
}

impl RayWide {
    #[inline(always)]
    fn new(rays: &[&RayCast; LANES]) -> Self {
        let rows = map_lanes(rays, |ray| [ray.origin.x, ray.origin.y, ray.translation.x, ray.translation.y]);
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

#[cfg(test)]
mod tests {
    use super::super::testing::{check_cast, entries, translation};
    use super::*;
    use crate::{Pose, Shape};
    use glam::DVec2;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// How far `shape` reaches along `normal`, seen from `point`, and how far it is from there, negative inside: in doubles.
    fn seen_from(point: DVec2, shape: &Shape, pose: &Pose, normal: DVec2) -> [f64; 2] {
        let (cos, sin) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let corner = |index: usize| {
            let DVec2 { x, y } = shape.core_vertex(index % shape.core_len()).as_dvec2();
            pose.translation.as_dvec2() + DVec2::new(cos * x - sin * y, sin * x + cos * y) - point
        };
        let count = shape.core_len();
        let reach = (0..count).map(|index| corner(index).dot(normal)).fold(f64::NEG_INFINITY, f64::max);
        // Of each side how far the point is over its line, and how far away all of it is.
        let sides = (0..count).map(|index| {
            let (start, way) = (corner(index), corner(index + 1) - corner(index));
            let along = if way == DVec2::ZERO { 0.0 } else { (-start.dot(way) / way.length_squared()).clamp(0.0, 1.0) };
            (way.perp_dot(start) / way.length(), (start + way * along).length())
        });
        let (over, away) =
            sides.fold((f64::NEG_INFINITY, f64::INFINITY), |(over, away), side| (over.max(side.0), away.min(side.1)));
        let (is_inside, radius) = (count > 2 && over < 0.0, f64::from(shape.radius()));
        [reach + radius, if is_inside { over } else { away } - radius]
    }

    /// What the promise comes to: shapes that are moved by a bound reach by no more than that further along any direction,
    /// and their surfaces are no further from each other. A hit is on the surface, where the shape reaches farthest along
    /// the normal.
    fn check_hit(ray: &RayCast, shape: &Shape, pose: &Pose, hit: &CastHit) -> Result<(), TestCaseError> {
        let (origin, way) = (ray.origin.as_dvec2(), ray.translation.as_dvec2());
        let reach = (0..shape.core_len()).map(|index| shape.core_vertex(index).as_dvec2().length()).fold(0.0, f64::max);
        let size = (pose.translation.as_dvec2() - origin).length() + reach + f64::from(shape.radius()) + way.length();
        let bound = size * 2f64.powi(-19);
        let normal = hit.normal.as_dvec2();
        // Each coordinate of the point is rounded by half a unit of its last place at most.
        let point = hit.point.as_dvec2();
        let rounding = point.abs().element_sum() * 2f64.powi(-24);
        // A ray that starts inside hits the surface closest to its origin, not where it is.
        let entry = (hit.fraction > 0.0).then(|| (origin + way * f64::from(hit.fraction), bound));
        for (at, bound) in entry.into_iter().chain([(point, bound + rounding)]) {
            let [reach, away] = seen_from(at, shape, pose, normal);
            prop_assert!(
                reach.abs() <= bound,
                "{} along the normal, not {}: {:?} {:?} {:?}",
                reach,
                bound,
                ray,
                shape,
                hit
            );
            prop_assert!(away.abs() <= bound, "{} away, not {}: {:?} {:?} {:?}", away, bound, ray, shape, hit);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn ray_casts_are_those_of_single_rays_within_the_bound(
            entries in entries(), picks in vec((0usize..1000, -6.0f32..6.0, -6.0f32..6.0, translation()), 0..40),
        ) {
            let mut set = ShapeSet::new();
            entries.iter().for_each(|(shape, pose)| { set.push(shape, pose).unwrap(); });
            let rays: Vec<RayCast> = picks
                .iter()
                .map(|&(shape, x, y, translation)| {
                    RayCast { shape: (shape % entries.len()) as u32, origin: Vec2::new(x, y), translation }
                })
                .collect();
            let (mut got, mut alone) = (Vec::new(), Vec::new());
            ray_casts(&set, &rays, &mut got).unwrap();
            let point = Shape::circle(0.0).unwrap();
            for (got, ray) in got.iter().zip(&rays) {
                let (shape, pose) = &entries[ray.shape as usize];
                check_cast(&point, &Pose::from_translation(ray.origin), ray.translation, shape, pose, *got)?;
                if let Some(hit) = got {
                    check_hit(ray, shape, pose, hit)?;
                }
                ray_casts(&set, &[*ray], &mut alone).unwrap();
                prop_assert_eq!(&alone[0], got);
            }
        }
    }
}
