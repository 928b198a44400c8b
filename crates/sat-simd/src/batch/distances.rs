use super::chunk::Chunk;
use super::class::Class;
use super::core_block::CoreBlock;
use super::distance_kernel::{ClosestWide, closest_wide, error_of, turn};
use super::error::BatchError;
use super::over_edges::{FromOverEdges, OverEdges};
use super::placement::{Placements, RelativeWide};
use super::plan::PairPlan;
use super::point_distances::closest_to_points;
use super::rect_distances::rect_distances_wide;
use super::set::ShapeSet;
use crate::Distance;
use crate::lanes::{F32s, LANES, rows_of_four};
use alloc::vec::Vec;
use geom::Vec2;

/// The gaps of the pairs and the points they lie between, in the order of `pairs`: [`distance`](crate::distance()) for
/// shapes of any kind.
///
/// Whether the distance is zero is exact, as there. The other numbers are computed in `f32`: the distance is right to
/// 2⁻¹⁹ of the size (the distance of the two positions plus how far each shape reaches around its own), points and normal
/// are those of shapes moved by no more than that, the points rounded as world coordinates besides. Where cores
/// overlap, the normal is that of an edge along which the way out is no more than one and a half times that longer than
/// the shortest. Pairs whose cores touch, whose distance is near zero, or whose nearest edges rounding cannot tell apart
/// are asked one by one, and so are polygons of more than eight vertices.
///
/// O(edges × vertices ÷ 8). No allocation once `plan` and `out` have grown.
///
/// # Errors
/// [`BatchError::NoSuchShape`] for an index that is not below [`ShapeSet::len`], [`BatchError::Full`] for 2³² pairs or more:
/// `out` is then unchanged.
///
/// ```
/// use sat_simd::batch::{self, PairPlan, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2};
///
/// let mut set = ShapeSet::new();
/// let tile = set.push(&Shape::rect(1.0, 1.0)?, &Pose::IDENTITY)?;
/// let ball = set.push(&Shape::circle(1.0)?, &Pose::from_translation(Vec2::new(4.0, 5.0)))?;
/// let mut distances = Vec::new();
/// batch::distances(&set, &[(ball, tile), (ball, ball)], &mut PairPlan::new(), &mut distances)?;
/// assert_eq!((distances[0].distance, distances[0].point_b), (4.0, Vec2::new(1.0, 1.0)));
/// assert_eq!(distances[1].distance, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distances(
    set: &ShapeSet,
    pairs: &[(u32, u32)],
    plan: &mut PairPlan,
    out: &mut Vec<Distance>,
) -> Result<(), BatchError> {
    set.check(pairs)?;
    out.resize(pairs.len(), UNKNOWN);
    let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
    plan.each_eight(set, pairs, |class_a, class_b, chunk| {
        if class_a == Class::Large || class_b == Class::Large {
            return chunk.pairs().for_each(|(position, a, b)| out[position] = single(set, a, b));
        }
        if class_a == Class::Rect && class_b == Class::Rect {
            let (a, b) = (set.gather_rects(&chunk.a), set.gather_rects(&chunk.b));
            return rect_distances_wide(&a, &b).scatter(set, chunk, out);
        }
        let answers = match (class_a, class_b) {
            (class, Class::Circle) => Answers::against_circles(set, class, &chunk.a, &chunk.b, &mut a),
            (Class::Circle, class) => Answers::against_circles(set, class, &chunk.b, &chunk.a, &mut b).swapped(),
            _ => {
                set.gather_cores(class_a, &chunk.a, &mut a);
                set.gather_cores(class_b, &chunk.b, &mut b);
                Answers::of_cores(&a, &b)
            }
        };
        answers.scatter(set, chunk, out);
    });
    Ok(())
}

/// What stands in a buffer until the answer does.
const UNKNOWN: Distance = Distance { distance: 0.0, point_a: Vec2::ZERO, point_b: Vec2::ZERO, normal: Vec2::ZERO };

fn single(set: &ShapeSet, a: u32, b: u32) -> Distance {
    crate::distance(set.shape(a), &set.pose(a), set.shape(b), &set.pose(b))
}

/// Eight [`Distance`]s.
pub(super) struct Answers {
    pub distance: [f32; LANES],
    pub point_a: [[f32; LANES]; 2],
    pub point_b: [[f32; LANES]; 2],
    pub normal: [[f32; LANES]; 2],
    /// The lanes to be asked one by one.
    pub unsure: u32,
}

impl Answers {
    /// Of shapes of a class and circles. Those that need columns are gathered into `block`.
    #[inline]
    fn against_circles(
        set: &ShapeSet,
        class: Class,
        cores: &[u32; LANES],
        circles: &[u32; LANES],
        block: &mut CoreBlock,
    ) -> Self {
        if matches!(class, Class::Circle | Class::Two) {
            set.gather_cores_or_points(class, cores, block);
            return Self::over_segments(&OverEdges::of_cores(block, &set.gather_circles(circles)));
        }
        set.over_edges(class, cores, circles, block)
    }

    /// Of circles over segments, whose two sides have the same ends: it does not matter which is taken.
    #[inline(always)]
    fn over_segments(over: &OverEdges) -> Self {
        Self::new(over.at, over.radii, over.limits.size, closest_to_points(over, F32s::splat(0.0)))
    }

    /// The same of B and A.
    #[inline]
    fn swapped(self) -> Self {
        let normal = self.normal.map(|row| row.map(|v| -v));
        Self { point_a: self.point_b, point_b: self.point_a, normal, ..self }
    }

    /// Of two cores with edges.
    #[inline]
    fn of_cores(a: &CoreBlock, b: &CoreBlock) -> Self {
        let relative = RelativeWide::new(&a.at, &b.at);
        let radii = [F32s::new(a.radius), F32s::new(b.radius)];
        let size = relative.size + (radii[0] + radii[1]);
        Self::new(&a.at, radii, size, closest_wide(a, b, &relative, size))
    }

    /// Of cores of that size, the first at `at`, whose nearest points are `closest`, grown by their radii.
    #[inline(always)]
    fn new(at: &Placements, [radius_a, radius_b]: [F32s; 2], size: F32s, closest: ClosestWide) -> Self {
        let radii = radius_a + radius_b;
        let separation = closest.separation - radii;
        // The separation may be off by two errors and the rounding of this difference.
        let error = error_of(size);
        let is_clear = separation.abs().simd_gt(error + error + error);
        let zero = F32s::splat(0.0);

        let to_world = |v: [F32s; 2]| turn(v, F32s::new(at.cos), F32s::new(at.sin));
        let normal = to_world(closest.normal);
        let (point_a, a_to_b) = (to_world(closest.point_a), to_world(closest.a_to_b));
        let point_a = [point_a[0] + F32s::new(at.x), point_a[1] + F32s::new(at.y)];
        let point_b = [point_a[0] + a_to_b[0], point_a[1] + a_to_b[1]];
        let out_of = |point: [F32s; 2], radius: F32s| {
            [(point[0] + normal[0] * radius).to_array(), (point[1] + normal[1] * radius).to_array()]
        };
        Self {
            distance: separation.simd_gt(zero).select(separation, zero).to_array(),
            point_a: out_of(point_a, radius_a),
            point_b: out_of(point_b, -radius_b),
            normal: normal.map(F32s::to_array),
            unsure: !(closest.is_sure & is_clear).to_bitmask(),
        }
    }

    #[inline]
    fn scatter(&self, set: &ShapeSet, chunk: &Chunk, out: &mut [Distance]) {
        let ([ax, ay], [bx, by], [nx, ny]) = (self.point_a, self.point_b, self.normal);
        let (firsts, seconds) =
            (rows_of_four([self.distance, ax, ay, bx].map(F32s::new)), rows_of_four([by, nx, ny, ny].map(F32s::new)));
        // Lanes that are no pairs repeat the last that is one.
        for ((first, second), &position) in firsts.into_iter().zip(seconds).zip(&chunk.positions) {
            let ([distance, ax, ay, bx], [by, nx, ny, _]) = (first, second);
            let (point_a, point_b, normal) = (Vec2::new(ax, ay), Vec2::new(bx, by), Vec2::new(nx, ny));
            out[position as usize] = Distance { distance, point_a, point_b, normal };
        }
        let mut unsure = self.unsure & ((1 << chunk.live) - 1);
        while unsure != 0 {
            let lane = unsure.trailing_zeros() as usize;
            out[chunk.positions[lane] as usize] = single(set, chunk.a[lane], chunk.b[lane]);
            unsure &= unsure - 1;
        }
    }
}

impl FromOverEdges for Answers {
    #[inline(always)]
    fn from_over_edges(over: &OverEdges) -> Self {
        Self::new(over.at, over.radii, over.limits.size, closest_to_points(over, over.edge.is_tied(&over.limits)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entries, entries_and_pairs, large_set_of, set_of, size};
    use super::*;
    use geom::{Pose, Rot};
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn distances_are_those_of_single_pairs_within_the_bound(
            entries in entries(), picks in vec((0usize..1000, 0usize..1000), 0..40),
        ) {
            let mut set = ShapeSet::new();
            entries.iter().for_each(|(shape, pose)| { set.push(shape, pose).unwrap(); });
            let pick = |pick: usize| (pick % entries.len()) as u32;
            let pairs: Vec<(u32, u32)> = picks.iter().map(|&(a, b)| (pick(a), pick(b))).collect();
            let (mut plan, mut got) = (PairPlan::new(), Vec::new());
            distances(&set, &pairs, &mut plan, &mut got).unwrap();
            prop_assert_eq!(got.len(), pairs.len());
            for (got, &(a, b)) in got.iter().zip(&pairs) {
                let ((shape_a, pose_a), (shape_b, pose_b)) = (&entries[a as usize], &entries[b as usize]);
                let want = crate::distance(shape_a, pose_a, shape_b, pose_b);
                let about = format!("{shape_a:?} {pose_a:?} {shape_b:?} {pose_b:?}: {got:?}, not {want:?}");
                prop_assert_eq!(got.distance == 0.0, want.distance == 0.0, "{}", about);
                let bound = size(shape_a, pose_a, shape_b, pose_b) / 524_288.0; // 2¹⁹
                prop_assert!(f64::from(got.distance - want.distance).abs() <= bound, "{}", about);

                // The points are on the surfaces and the separation apart, along the normal.
                let reach = [got.point_a, got.point_b].into_iter().map(|p| f64::from(p.abs().max_element())).sum::<f64>();
                let bound = 2.0 * bound + reach / 4_194_304.0; // 2²²
                let on_a = crate::closest_point(shape_a, pose_a, got.point_a).unwrap().distance;
                let on_b = crate::closest_point(shape_b, pose_b, got.point_b).unwrap().distance;
                prop_assert!(f64::from(on_a.abs().max(on_b.abs())) <= bound, "{}: {} {}", about, on_a, on_b);
                let between = got.point_b - got.point_a;
                prop_assert!(f64::from(between.perp_dot(got.normal).abs()) <= bound, "{}", about);
                prop_assert!((got.normal.length() - 1.0).abs() < 1e-5, "{}", about);
                if got.distance > 0.0 {
                    prop_assert!(f64::from((between.dot(got.normal) - got.distance).abs()) <= bound, "{}", about);
                }
            }
        }

        /// Where pairs wait for each other, polygons are padded to the next of two sizes.
        #[test]
        fn a_large_set_has_the_same_distances((entries, pairs) in entries_and_pairs()) {
            let (mut plan, mut sorted, mut waited) = (PairPlan::new(), Vec::new(), Vec::new());
            distances(&set_of(&entries), &pairs, &mut plan, &mut sorted).unwrap();
            distances(&large_set_of(&entries), &pairs, &mut plan, &mut waited).unwrap();
            prop_assert_eq!(sorted, waited);
        }

        /// Each pair alone, in eight equal lanes, and among others.
        #[test]
        fn no_lane_reads_another(entries in entries(), picks in vec((0usize..1000, 0usize..1000), 1..20)) {
            let mut set = ShapeSet::new();
            entries.iter().for_each(|(shape, pose)| { set.push(shape, pose).unwrap(); });
            let pick = |pick: usize| (pick % entries.len()) as u32;
            let pairs: Vec<(u32, u32)> = picks.iter().map(|&(a, b)| (pick(a), pick(b))).collect();
            let (mut plan, mut together, mut alone) = (PairPlan::new(), Vec::new(), Vec::new());
            distances(&set, &pairs, &mut plan, &mut together).unwrap();
            for (pair, together) in pairs.iter().zip(&together) {
                distances(&set, &[*pair], &mut plan, &mut alone).unwrap();
                prop_assert_eq!(&alone[0], together);
            }
        }
    }

    /// The end of a line 300 km long stands 2.785 m before the middle of the short one, on the side that faces away from
    /// the rest of it, and the end of the short one 2.775 m from the long one, a difference far below the rounding.
    #[test]
    fn normals_point_from_a_to_b_also_where_the_nearest_edge_faces_away() {
        let line = |a, b| crate::Shape::from(crate::Capsule::new(a, b, 0.0).unwrap());
        let pose = |x, y, cos, sin| Pose::new(Vec2::new(x, y), Rot::new(cos, sin).unwrap());
        let long = line(Vec2::new(2.5, 312_600.1), Vec2::new(0.5, 1.0));
        let short = line(Vec2::new(-3.5, -2.5), Vec2::new(0.5, 1.2992047));
        let mut set = ShapeSet::new();
        let a = set.push(&long, &pose(-2.683_02, -5.063_744_5, -0.992_488_7, -0.122_336_395)).unwrap();
        let b = set.push(&short, &pose(0.0, -3.125_771, 0.6, 0.8)).unwrap();
        let (mut plan, mut got) = (PairPlan::new(), Vec::new());
        distances(&set, &[(a, b), (b, a)], &mut plan, &mut got).unwrap();
        for got in got {
            assert!((got.point_b - got.point_a).dot(got.normal) > 2.7, "{got:?}");
        }
    }
}
