use super::cast_kernel::Casts;
use super::chunk::Chunk;
use super::class::Class;
use super::core_block::{CoreBlock, EdgeColumn};
use super::distance_kernel::{minus, plus, times, turn, turn_back};
use super::error::BatchError;
use super::indices::Indices;
use super::placement::{Placements, RelativeWide};
use super::plan::PairPlan;
use super::rect_casts::rect_casts_wide;
use super::set::ShapeSet;
use crate::CastHit;
use crate::lanes::{F32Quad, F32s, LANES};
use alloc::vec::Vec;
use geom::Vec2;

/// A shape of a set to be moved toward another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCast {
    /// The index of the shape that moves.
    pub a: u32,
    /// The index of the shape that rests.
    pub b: u32,
    /// How far A moves from its pose, without turning.
    pub translation: Vec2,
}

impl Indices for ShapeCast {
    #[inline]
    fn indices(&self) -> (u32, u32) {
        (self.a, self.b)
    }

    #[inline]
    fn zeros(&self) -> F32Quad {
        let [x, y] = self.translation.to_array();
        F32Quad::new([x, y, x, y]) * F32Quad::ZERO
    }

    #[inline]
    fn fault(&self, position: usize) -> Option<BatchError> {
        BatchError::of_numbers(position, self.translation.to_array())
    }
}

/// The numbers of the chunk's questions, each in lanes.
#[inline]
fn columns<const N: usize>(chunk: &Chunk, numbers: impl Fn(usize) -> [f32; N]) -> [[f32; LANES]; N] {
    let mut columns = [[0.0; LANES]; N];
    for (lane, &position) in chunk.positions.iter().enumerate() {
        let numbers = numbers(position as usize);
        for (column, number) in columns.iter_mut().zip(numbers) {
            column[lane] = number;
        }
    }
    columns
}

/// Where each shape first meets the other on its way, in the order of `casts`: [`shape_cast`](crate::shape_cast) for
/// shapes of any kind.
///
/// Exactness, bad poses and allocation as for [`ray_casts`](super::ray_casts()). So is the accuracy, the size with how far the
/// moving shape reaches around its position, but that the numbers are those of shapes moved by up to two and a half times as
/// much: of sides that are met at nearly one time either may be taken. O(edges × vertices ÷ 8).
///
/// # Errors
/// [`BatchError::NoSuchShape`] for an index that is not below [`ShapeSet::len`], [`BatchError::NotFinite`] for a translation
/// with a NaN or infinity, [`BatchError::Full`] for 2³² casts or more: `out` is then unchanged.
///
/// ```
/// use sat_simd::batch::{self, PairPlan, ShapeCast, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2};
///
/// let mut set = ShapeSet::new();
/// let tile = set.push(&Shape::rect(1.0, 1.0)?, &Pose::IDENTITY)?;
/// let ball = set.push(&Shape::circle(1.0)?, &Pose::from_translation(Vec2::new(0.0, 6.0)))?;
/// let down = ShapeCast { a: ball, b: tile, translation: Vec2::new(0.0, -8.0) };
/// let mut hits = Vec::new();
/// batch::shape_casts(&set, &[down], &mut PairPlan::new(), &mut hits)?;
/// assert_eq!(hits[0].map(|hit| (hit.fraction, hit.normal)), Some((0.5, Vec2::Y)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shape_casts(
    set: &ShapeSet,
    casts: &[ShapeCast],
    plan: &mut PairPlan,
    out: &mut Vec<Option<CastHit>>,
) -> Result<(), BatchError> {
    set.check(casts)?;
    out.resize(casts.len(), None);
    let single = |position: usize| {
        let ShapeCast { a, b, translation } = casts[position];
        crate::shape_cast(set.shape(a), &set.pose(a), translation, set.shape(b), &set.pose(b)).ok().flatten()
    };
    let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
    plan.each_eight(set, casts, |class_a, class_b, chunk| {
        if class_a == Class::Large || class_b == Class::Large {
            return chunk.pairs().for_each(|(position, ..)| out[position] = single(position));
        }
        let translation = columns(chunk, |position| casts[position].translation.to_array()).map(F32s::new);
        if class_a == Class::Rect && class_b == Class::Rect {
            let (a, b) = (set.gather_rects(&chunk.a), set.gather_rects(&chunk.b));
            return rect_casts_wide(&a, &b, translation).scatter(chunk, out, single);
        }
        set.gather_cores_or_points(class_a, &chunk.a, &mut a);
        set.gather_cores_or_points(class_b, &chunk.b, &mut b);
        let edges = if class_a == Class::Circle { &[] } else { a.edges() };
        let vertices = if class_a == Class::Circle { &a.edges()[..1] } else { a.edges() };
        let mover = Mover { at: &a.at, edges, vertices, radius: a.radius.into() };
        // Of two points one has to have what stands for edges.
        let edges = if class_b == Class::Circle && class_a != Class::Circle { &[] } else { b.edges() };
        let vertices = if class_b == Class::Circle { &b.edges()[..1] } else { b.edges() };
        mover.cast(&b, edges, vertices, translation).scatter(chunk, out, single);
    });
    Ok(())
}

/// Eight cores that move.
struct Mover<'a> {
    at: &'a Placements,
    /// None for points.
    edges: &'a [EdgeColumn],
    vertices: &'a [EdgeColumn],
    radius: F32s,
}

impl Mover<'_> {
    /// The answers for `translation` in the world; edges and vertices are those of `b`, the edges none for points.
    #[inline]
    fn cast(&self, b: &CoreBlock, edges: &[EdgeColumn], vertices: &[EdgeColumn], translation: [F32s; 2]) -> Answers {
        let (cos, sin) = (F32s::new(self.at.cos), F32s::new(self.at.sin));
        let relative = RelativeWide::new(self.at, &b.at);
        let radius_b = F32s::new(b.radius);
        let radii = self.radius + radius_b;
        let cast = Casts {
            edges_a: self.edges,
            vertices_a: self.vertices,
            edges_b: edges,
            vertices_b: vertices,
            relative,
            translation: turn_back(translation, cos, sin),
            radii,
            size: relative.size + radii,
        }
        .solve();
        let on_surface = minus(cast.point_b, times(cast.normal, radius_b));
        let point = plus(turn(on_surface, cos, sin), [self.at.x.into(), self.at.y.into()]);
        let normal = turn(cast.normal, cos, sin).map(|n| -n);
        Answers::new(cast.hits, cast.misses, cast.fraction, point, normal)
    }
}

/// Eight optional [`CastHit`]s.
pub(super) struct Answers {
    hits: u32,
    misses: u32,
    fraction: [f32; LANES],
    point: [[f32; LANES]; 2],
    normal: [[f32; LANES]; 2],
}

impl Answers {
    /// Of the lanes that certainly hit and start apart, and those that certainly miss; only of the former the rest counts,
    /// which is in the world, the normals out of B.
    #[inline]
    pub(super) fn new(hits: F32s, misses: F32s, fraction: F32s, point: [F32s; 2], normal: [F32s; 2]) -> Self {
        // Who starts apart does not hit at once: zero says so.
        let fraction = fraction.fast_max(F32s::splat(f32::from_bits(1)));
        Self {
            hits: hits.to_bitmask(),
            misses: misses.to_bitmask(),
            fraction: fraction.to_array(),
            point: point.map(F32s::to_array),
            normal: normal.map(F32s::to_array),
        }
    }

    /// The answer of one lane; `None` where it is unsure.
    #[cfg(test)]
    pub(super) fn get(&self, lane: usize) -> Option<Option<CastHit>> {
        let (hits, misses) = (self.hits >> lane & 1 == 1, self.misses >> lane & 1 == 1);
        (hits | misses).then(|| hits.then(|| self.hit(lane)))
    }

    #[inline]
    fn hit(&self, lane: usize) -> CastHit {
        CastHit {
            fraction: self.fraction[lane],
            point: Vec2::new(self.point[0][lane], self.point[1][lane]),
            normal: Vec2::new(self.normal[0][lane], self.normal[1][lane]),
        }
    }

    #[inline(always)]
    fn scatter(&self, chunk: &Chunk, out: &mut [Option<CastHit>], single: impl Fn(usize) -> Option<CastHit>) {
        // Hits and misses alternate at random: written without a branch, what is unsure put right afterwards.
        for lane in 0..chunk.live.min(LANES) {
            out[chunk.positions[lane] as usize] = (self.hits >> lane & 1 == 1).then_some(self.hit(lane));
        }
        let mut unsure = !(self.hits | self.misses) & ((1 << chunk.live) - 1);
        while unsure != 0 {
            let position = chunk.positions[unsure.trailing_zeros() as usize] as usize;
            out[position] = single(position);
            unsure &= unsure - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check_cast, entries, entries_and_pairs, large_set_of, set_of, translation};
    use super::*;
    use crate::{Pose, Shape};
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn a_point_in_a_capsule_of_subnormal_size_hits_at_once() {
        let ends = [Vec2::new(5.74e-42, 3.587e-42), Vec2::new(-1.435e-42, -2.87e-42)];
        let capsule = Shape::capsule(ends[0], ends[1], 5.022e-42).unwrap();
        let mut set = ShapeSet::new();
        let b = set.push(&capsule, &Pose::new(Vec2::new(0.0, 7.17e-43), crate::Rot::new(-1.0, 0.0).unwrap())).unwrap();
        let from = Pose::from_translation(Vec2::new(5.34e-43, 2.48e-43));
        let a = set.push(&Shape::circle(0.0).unwrap(), &from).unwrap();
        let mut hits = Vec::new();
        let cast = ShapeCast { a, b, translation: Vec2::new(2.25, -8.07e-43) };
        shape_casts(&set, &[cast], &mut PairPlan::new(), &mut hits).unwrap();
        assert_eq!(hits[0].map(|hit| hit.fraction), Some(0.0));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn shape_casts_are_those_of_single_pairs_within_the_bound(
            entries in entries(), picks in vec((0usize..1000, 0usize..1000, translation()), 0..40),
        ) {
            let mut set = ShapeSet::new();
            entries.iter().for_each(|(shape, pose)| { set.push(shape, pose).unwrap(); });
            let pick = |pick: usize| (pick % entries.len()) as u32;
            let casts: Vec<ShapeCast> =
                picks.iter().map(|&(a, b, translation)| ShapeCast { a: pick(a), b: pick(b), translation }).collect();
            let (mut plan, mut got, mut alone) = (PairPlan::new(), Vec::new(), Vec::new());
            shape_casts(&set, &casts, &mut plan, &mut got).unwrap();
            prop_assert_eq!(got.len(), casts.len());
            for (got, cast) in got.iter().zip(&casts) {
                let ((a, pose_a), (b, pose_b)) = (&entries[cast.a as usize], &entries[cast.b as usize]);
                check_cast(a, pose_a, cast.translation, b, pose_b, *got)?;
                // In eight equal lanes it is the same: no lane reads another.
                shape_casts(&set, &[*cast], &mut plan, &mut alone).unwrap();
                prop_assert_eq!(&alone[0], got);
            }
        }

        #[test]
        fn a_large_set_has_the_same_casts((entries, pairs) in entries_and_pairs(), translation in translation()) {
            let casts: Vec<ShapeCast> = pairs.iter().map(|&(a, b)| ShapeCast { a, b, translation }).collect();
            let (mut plan, mut sorted, mut waited) = (PairPlan::new(), Vec::new(), Vec::new());
            shape_casts(&set_of(&entries), &casts, &mut plan, &mut sorted).unwrap();
            shape_casts(&large_set_of(&entries), &casts, &mut plan, &mut waited).unwrap();
            prop_assert_eq!(sorted, waited);
        }
    }
}
