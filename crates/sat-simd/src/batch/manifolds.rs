use super::chunk::Chunk;
use super::class::Class;
use super::core_block::CoreBlock;
use super::edge_manifolds::{core_core, segment_segment};
use super::error::BatchError;
use super::manifold_lanes::{Manifolds, OnePoint, RelativePose, Vec2s, finite_or_zero};
use super::placement::Placements;
use super::plan::{PairPlan, Run};
use super::point_manifolds::{Reach, outline_point, point_point, rect_point, segment_point};
use super::rect_manifolds::rect_rect;
use super::set::ShapeSet;
use crate::lanes::{F32s, LANES};
use crate::manifold::{Manifold, SHORTEST_SQ, manifold};
use alloc::vec::Vec;
use core::hint::black_box;

/// Replaces what is in `out` by the manifolds of all `pairs` of indices into `set`, in their order, each in its first
/// shape's frame.
///
/// Each is, bit for bit, [`manifold`](crate::manifold()) of the two shapes with `pose_a.inv_mul(&pose_b)` and `margin`, so
/// a solver may mix both. Allocates only where `plan` and `out` have to grow. Polygons of more than eight vertices are
/// asked one by one.
///
/// # Errors
/// [`BatchError::NoSuchShape`] for an index that is not below [`ShapeSet::len`], [`BatchError::Full`] for 2³² pairs or more:
/// `out` is then unchanged.
///
/// # Examples
/// ```
/// use sat_simd::batch::{self, PairPlan, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2, manifold};
///
/// let mut set = ShapeSet::new();
/// let (ground_at, ball_at) = (Pose::IDENTITY, Pose::from_translation(Vec2::new(3.0, 1.49)));
/// let (ground_shape, ball_shape) = (Shape::rect(10.0, 1.0)?, Shape::circle(0.5)?);
/// let (ground, ball) = (set.push(&ground_shape, &ground_at)?, set.push(&ball_shape, &ball_at)?);
/// let (mut plan, mut manifolds) = (PairPlan::new(), Vec::new());
/// batch::manifolds(&set, &[(ground, ball)], 0.0, &mut plan, &mut manifolds)?;
/// assert_eq!(manifolds[0].normal(), Vec2::Y);
/// assert_eq!(manifolds[0], manifold(&ground_shape, &ball_shape, &ground_at.inv_mul(&ball_at), 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn manifolds(
    set: &ShapeSet,
    pairs: &[(u32, u32)],
    margin: f32,
    plan: &mut PairPlan,
    out: &mut Vec<Manifold>,
) -> Result<(), BatchError> {
    let mut gaps = core::mem::take(&mut plan.gaps);
    let answered = manifolds_and_gaps(set, pairs, margin, plan, out, &mut gaps);
    plan.gaps = gaps;
    answered
}

/// [`manifolds`], and in `gaps`, whose contents are replaced as well, how far apart the shapes of each pair without points
/// are at least, in metres: as long as they have not moved by that less the margin against each other, there are still no
/// points. Negative or zero where that is not known, always finite. Of pairs with points it says nothing.
///
/// A gap is too wide by 2⁻¹⁸ of the size at most, of the distance of the two positions plus how far each shape reaches around
/// its own, and by 2⁻⁷³ metres, which is more than the root of what two squares lose to underflow. With u = 2⁻²⁴, B's position in A's frame is off by 8u of the distance, of which 4u are what a rotation's length
/// may be off, and by 21u once it went on into B's; the turn by 6u, normals by 2u, heights and distances by 4u of what goes
/// into them, what the radii leave by 3u: less than 40u of the 64u. Of polygons it is that over a side, corners are not told. Near
/// 1e18 metres, where squares overflow, a gap is as little to be relied on as a manifold.
///
/// # Errors
/// As [`manifolds`]; `gaps` is then unchanged as well.
///
/// # Examples
/// ```
/// use sat_simd::batch::{self, PairPlan, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2};
///
/// let (mut set, mut plan) = (ShapeSet::new(), PairPlan::new());
/// let ground = set.push(&Shape::rect(10.0, 1.0)?, &Pose::IDENTITY)?;
/// let ball = set.push(&Shape::circle(0.5)?, &Pose::from_translation(Vec2::new(3.0, 1.75)))?;
/// let (mut manifolds, mut gaps) = (Vec::new(), Vec::new());
/// batch::manifolds_and_gaps(&set, &[(ground, ball)], 0.0, &mut plan, &mut manifolds, &mut gaps)?;
/// assert!(manifolds[0].is_empty());
/// assert_eq!(gaps, [0.25]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn manifolds_and_gaps(
    set: &ShapeSet,
    pairs: &[(u32, u32)],
    margin: f32,
    plan: &mut PairPlan,
    out: &mut Vec<Manifold>,
    gaps: &mut Vec<f32>,
) -> Result<(), BatchError> {
    set.check(pairs)?;
    // What is there already is written over.
    out.resize(pairs.len(), Manifold::EMPTY);
    gaps.resize(pairs.len(), 0.0);
    let mut blocks = (CoreBlock::default(), CoreBlock::default());
    let mut asker = Asker { set, margin, blocks: &mut blocks, out, gaps };
    if let Some(class) = set.only_class() {
        // A gather reads first lines, then second ones, an order that no prefetcher follows: octagons 75 → 39 ns a pair.
        let has_second_lines = matches!(class, Class::Six | Class::Eight);
        for chunk in Run::as_given(class, pairs).chunks() {
            if has_second_lines {
                black_box(chunk.a.iter().zip(&chunk.b).fold(0, |bits, (&a, &b)| bits ^ set.touch(a) ^ set.touch(b)));
            }
            asker.answer(class, class, &chunk);
        }
    } else {
        // Padded in small sets, too: with all sixteen pairs of classes apart, as many kernels or more take turns (82 → 93 ns).
        plan.buckets.fill(set, pairs, |a, b, chunk| asker.answer(a, b, chunk));
    }
    Ok(())
}

/// What chunks are answered with: the set and two blocks that every chunk of cores is gathered into.
struct Asker<'a> {
    set: &'a ShapeSet,
    margin: f32,
    blocks: &'a mut (CoreBlock, CoreBlock),
    out: &'a mut [Manifold],
    gaps: &'a mut [f32],
}

impl Asker<'_> {
    // The kernels are functions of their own: all in one, what they call would not be inlined (boxes 15 → 22 ns a pair).
    fn answer(&mut self, class_a: Class, class_b: Class, chunk: &Chunk) {
        match (class_a, class_b) {
            (Class::Large, _) | (_, Class::Large) => self.ask_points(chunk, 0xff),
            (Class::Circle, Class::Circle) => self.circles(chunk),
            (Class::Rect, Class::Circle) => self.rects_and_circles::<false>(chunk),
            (Class::Circle, Class::Rect) => self.rects_and_circles::<true>(chunk),
            (class, Class::Circle) => self.cores_and_circles::<false>(chunk, class),
            (Class::Circle, class) => self.cores_and_circles::<true>(chunk, class),
            (Class::Rect, Class::Rect) => self.rects(chunk),
            (Class::Three, Class::Three) => self.cores::<3, 3>(chunk, class_a, class_b),
            (Class::Six, Class::Six) => self.cores::<6, 6>(chunk, class_a, class_b),
            _ => match (class_a.columns(), class_b.columns()) {
                (2, 2) => self.segments(chunk),
                (2, 4) => self.cores::<2, 4>(chunk, class_a, class_b),
                (2, _) => self.cores::<2, 8>(chunk, class_a, class_b),
                (4, 2) => self.cores::<4, 2>(chunk, class_a, class_b),
                (4, 4) => self.cores::<4, 4>(chunk, class_a, class_b),
                (4, _) => self.cores::<4, 8>(chunk, class_a, class_b),
                (_, 2) => self.cores::<8, 2>(chunk, class_a, class_b),
                (_, 4) => self.cores::<8, 4>(chunk, class_a, class_b),
                _ => self.cores::<8, 8>(chunk, class_a, class_b),
            },
        }
    }

    /// Other cores of `class` against circles, or the other way round.
    fn cores_and_circles<const CIRCLE_IS_A: bool>(&mut self, chunk: &Chunk, class: Class) {
        match class.columns() {
            2 => self.segments_and_circles::<CIRCLE_IS_A>(chunk),
            4 => self.outlines_and_circles::<1, CIRCLE_IS_A>(chunk),
            _ => self.outlines_and_circles::<2, CIRCLE_IS_A>(chunk),
        }
    }

    /// The manifold of one pair. Rarely asked, and inlined it would crowd the kernels: capsules 20.3 → 17.9 ns a pair.
    #[inline(never)]
    fn one(&self, a: u32, b: u32) -> Manifold {
        let (pose_a, pose_b) = (self.set.pose(a), self.set.pose(b));
        manifold(self.set.shape(a), self.set.shape(b), &pose_a.inv_mul(&pose_b), self.margin)
    }

    #[inline(never)]
    fn rects(&mut self, chunk: &Chunk) {
        let margin = F32s::splat(self.margin);
        let (a, b) = (self.set.gather_rects(&chunk.a), self.set.gather_rects(&chunk.b));
        self.scatter(chunk, &rect_rect(&a, &b, margin).manifolds(margin));
    }

    #[inline(never)]
    fn segments(&mut self, chunk: &Chunk) {
        let margin = F32s::splat(self.margin);
        let (a, b) = (self.set.gather_segments(&chunk.a), self.set.gather_segments(&chunk.b));
        let short = a.points() | b.points();
        match segment_segment(&a, &b, margin) {
            Ok(found) => self.scatter(chunk, &found.manifolds(margin)),
            Err(gap) => self.scatter_apart(chunk, gap),
        }
        self.ask_points(chunk, short);
    }

    /// Cores of classes that fit `N` and `M` columns, but no two segments.
    fn cores<const N: usize, const M: usize>(&mut self, chunk: &Chunk, class_a: Class, class_b: Class) {
        let margin = F32s::splat(self.margin);
        let (a, b) = &mut *self.blocks;
        self.set.gather_columns::<N>(class_a, &chunk.a, a);
        self.set.gather_columns::<M>(class_b, &chunk.b, b);
        let found = core_core::<N, M>(a, b, margin);
        let short = points(class_a, a) | points(class_b, b);
        match found {
            Ok((found, unfinished)) => {
                self.scatter(chunk, &found.manifolds(margin));
                self.ask_singly(chunk, unfinished);
            }
            Err(gap) => self.scatter_apart(chunk, gap),
        }
        self.ask_points(chunk, short);
    }

    #[inline(never)]
    fn circles(&mut self, chunk: &Chunk) {
        let margin = F32s::splat(self.margin);
        let (a, b) = (self.set.gather_poses(&chunk.a), self.set.gather_poses(&chunk.b));
        let pose = RelativePose::new(&a.0, &b.0);
        let reach = Reach { radii: [F32s::new(a.1), F32s::new(b.1)], margin };
        self.scatter(chunk, &point_point(pose.position, reach).manifolds(margin));
    }

    /// Boxes against circles, or the other way round.
    #[inline(never)]
    fn rects_and_circles<const CIRCLE_IS_A: bool>(&mut self, chunk: &Chunk) {
        let (rects, circles) = if CIRCLE_IS_A { (&chunk.b, &chunk.a) } else { (&chunk.a, &chunk.b) };
        let (circles, rects) = (self.set.gather_poses(circles), self.set.gather_rects(rects));
        let radii = [F32s::splat(0.0), F32s::new(circles.1)];
        let found = self.against_circles::<CIRCLE_IS_A>(&rects.at, &circles.0, radii, |center, reach| {
            rect_point(&rects, center, reach)
        });
        self.scatter(chunk, &found);
    }

    /// Segments and capsules against circles, or the other way round.
    #[inline(never)]
    fn segments_and_circles<const CIRCLE_IS_A: bool>(&mut self, chunk: &Chunk) {
        let (segments, circles) = if CIRCLE_IS_A { (&chunk.b, &chunk.a) } else { (&chunk.a, &chunk.b) };
        let circles = self.set.gather_poses(circles);
        let segments = self.set.gather_segments(segments);
        let radii = [segments.radius, F32s::new(circles.1)];
        let found = self.against_circles::<CIRCLE_IS_A>(&segments.at, &circles.0, radii, |center, reach| {
            segment_point(&segments, center, reach)
        });
        self.scatter(chunk, &found);
        self.ask_points(chunk, segments.points());
    }

    /// Polygons of a class with this many lines against circles, or the other way round.
    #[inline(never)]
    fn outlines_and_circles<const LINES: usize, const CIRCLE_IS_A: bool>(&mut self, chunk: &Chunk) {
        let (outlines, circles) = if CIRCLE_IS_A { (&chunk.b, &chunk.a) } else { (&chunk.a, &chunk.b) };
        let circles = self.set.gather_poses(circles);
        let outlines = self.set.gather_edge_rows::<LINES>(outlines);
        let radii = [F32s::new(outlines.radius), F32s::new(circles.1)];
        let mut unfinished = 0;
        let found = self.against_circles::<CIRCLE_IS_A>(&outlines.at, &circles.0, radii, |center, reach| {
            let (found, goes_on) = outline_point(&outlines, center, reach);
            unfinished = goes_on;
            found
        });
        self.scatter(chunk, &found);
        self.ask_singly(chunk, unfinished);
    }

    /// `ask` of the circles' centres in the frames of the others, and its answer in A's frames.
    #[inline]
    fn against_circles<const CIRCLE_IS_A: bool>(
        &self,
        others: &Placements,
        circles: &Placements,
        radii: Vec2s,
        ask: impl FnOnce(Vec2s, Reach) -> OnePoint,
    ) -> Manifolds {
        let margin = F32s::splat(self.margin);
        let reach = Reach { radii, margin };
        let found = if CIRCLE_IS_A {
            let pose = RelativePose::new(circles, others);
            ask(pose.inv_transform([F32s::splat(0.0); 2]), reach).flipped(&pose)
        } else {
            ask(RelativePose::new(others, circles).position, reach)
        };
        found.manifolds(margin)
    }

    #[inline]
    fn scatter(&mut self, chunk: &Chunk, manifolds: &Manifolds) {
        for lane in 0..chunk.live.min(LANES) {
            let position = chunk.positions[lane] as usize;
            self.out[position] = manifolds.get(lane);
            self.gaps[position] = manifolds.gaps[lane];
        }
    }

    /// Of pairs that are all this far apart at least.
    #[inline]
    fn scatter_apart(&mut self, chunk: &Chunk, gaps: F32s) {
        for (&position, gap) in chunk.positions.iter().zip(finite_or_zero(gaps)) {
            self.out[position as usize] = Manifold::EMPTY;
            self.gaps[position as usize] = gap;
        }
    }

    /// Asks the pairs of `lanes` one by one: those with a segment that is a point. Their gaps are not known.
    #[inline]
    fn ask_points(&mut self, chunk: &Chunk, lanes: u32) {
        if lanes != 0 {
            self.ask_singly(chunk, lanes);
            for lane in (0..chunk.live).filter(|lane| lanes >> lane & 1 == 1) {
                self.gaps[chunk.positions[lane] as usize] = 0.0;
            }
        }
    }

    /// Asks the pairs of `lanes` one by one for their manifolds.
    #[inline]
    fn ask_singly(&mut self, chunk: &Chunk, lanes: u32) {
        if lanes != 0 {
            for lane in (0..chunk.live).filter(|lane| lanes >> lane & 1 == 1) {
                self.out[chunk.positions[lane] as usize] = self.one(chunk.a[lane], chunk.b[lane]);
            }
        }
    }
}

/// The lanes whose segments are so short that they count as points, as for the single pair.
#[inline]
fn points(class: Class, core: &CoreBlock) -> u32 {
    let (Class::Two, [first, second, ..]) = (class, core.edges()) else { return 0 };
    let (x, y) = (F32s::new(second.x) - F32s::new(first.x), F32s::new(second.y) - F32s::new(first.y));
    (x * x + y * y).simd_lt(F32s::splat(SHORTEST_SQ)).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::super::manifold_gaps::check_gaps;
    use super::super::testing::{close_shape, manifold_bits as bits, margin};
    use super::*;
    use crate::shape::Shape;
    use geom::Pose;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Checks that a set of `entries`, asked for `pairs`, answers as the single function does.
    fn check(entries: &[(Shape, Pose)], pairs: &[(u32, u32)], margin: f32) -> Result<(), TestCaseError> {
        let mut set = ShapeSet::new();
        for (shape, pose) in entries {
            set.push(shape, pose).unwrap();
        }
        let (mut plan, mut out) = (PairPlan::new(), vec![Manifold::EMPTY; 3]);
        manifolds(&set, pairs, margin, &mut plan, &mut out).unwrap();
        prop_assert_eq!(out.len(), pairs.len());
        for (got, &(a, b)) in out.iter().zip(pairs) {
            let ((shape_a, pose_a), (shape_b, pose_b)) = (&entries[a as usize], &entries[b as usize]);
            let want = manifold(shape_a, shape_b, &pose_a.inv_mul(pose_b), margin);
            prop_assert_eq!(bits(got), bits(&want), "{:?} instead of {:?} for {:?} {:?}", got, want, shape_a, shape_b);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn batches_of_any_shapes_have_the_bits_of_single_pairs(
            entries in vec(close_shape(), 1..24), picks in vec((0usize..1000, 0usize..1000), 0..100), margin in margin(),
        ) {
            let pick = |pick: usize| (pick % entries.len()) as u32;
            let pairs: Vec<(u32, u32)> = picks.iter().map(|&(a, b)| (pick(a), pick(b))).collect();
            check(&entries, &pairs, margin)?;
            check_gaps(&entries, &pairs, margin)?;
        }

        #[test]
        fn every_pair_of_two_shapes_has_the_same_bits_in_every_lane(
            a in close_shape(), b in close_shape(), fill in close_shape(), lane in 0usize..LANES, live in 1usize..=LANES, margin in margin(),
        ) {
            let mut pairs = vec![(0, 2); live];
            pairs[lane % live] = (0, 1);
            check(&[a, b, fill], &pairs, margin)?;
        }
    }
}
