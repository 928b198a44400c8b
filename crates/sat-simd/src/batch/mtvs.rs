use super::chunk::Chunk;
use super::circles::{self, CircleBlock};
use super::class::Class;
use super::core_block::CoreBlock;
use super::distance_kernel::turn;
use super::error::BatchError;
use super::limits::LimitsWide;
use super::nearest::{Nearest, select2};
use super::over_edges::{FromOverEdges, OverEdges};
use super::placement::{Placements, RelativeWide};
use super::plan::PairPlan;
use super::rect_sides::RectSides;
use super::rects::RectBlock;
use super::set::ShapeSet;
use super::verdict::Verdict;
use crate::Mtv;
use crate::lanes::{F32s, LANES, min_wide, rows_of_four};
use alloc::vec::Vec;
use geom::Vec2;

/// Cores of rounded shapes that are closer than this part of the size are left to doubles, 2⁻⁹: the direction of an
/// offset off by 2⁻¹⁹ of the size is then off by 2⁻¹⁰, and a push along it leaves at most 2⁻²¹ of an overlap.
const LEAST_DISTANCE: f32 = 1.0 / 512.0;

/// Replaces what is in `out` by the minimum translation vectors of the two shapes of each pair of indices into `set`, in
/// the order of `pairs`.
///
/// `None` exactly where [`relation`](crate::relation) is not `Overlapping`, as for [`mtv`](crate::mtv()). Depths are right,
/// and moving A by the translation leaves the two apart or overlapping by no more than, 2⁻¹⁹ of the size: the distance of
/// the two positions plus how far each shape reaches around its own. Of several ways that are equally short to within
/// that, another one may be taken than `mtv` takes.
///
/// Normals are less exact where cores do not overlap, only their radii do, and the nearest point is close to an edge's end: the end may be
/// taken for it. Normals off by 6e-3 radians have been seen, with an overlap along them that is larger than the depth by 90 · 2⁻¹⁹ of
/// the size, and 1.3 · 2⁻¹⁹ left after the translation.
///
/// # Errors
/// [`BatchError::NoSuchShape`] for an index that is not below [`ShapeSet::len`], [`BatchError::Full`] for 2³² pairs or more:
/// `out` is then unchanged.
pub fn mtvs(
    set: &ShapeSet,
    pairs: &[(u32, u32)],
    plan: &mut PairPlan,
    out: &mut Vec<Option<Mtv>>,
) -> Result<(), BatchError> {
    set.check(pairs)?;
    out.resize(pairs.len(), None);
    let ask = |a, b| crate::mtv(set.shape(a), &set.pose(a), set.shape(b), &set.pose(b));
    let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
    plan.each_eight(set, pairs, |class_a, class_b, chunk| {
        let ways = match (class_a, class_b) {
            (Class::Large, _) | (_, Class::Large) => {
                return chunk.pairs().for_each(|(position, a, b)| out[position] = ask(a, b));
            }
            (Class::Circle, Class::Circle) => of_circles(&set.gather_circles(&chunk.a), &set.gather_circles(&chunk.b)),
            (Class::Rect, Class::Rect) => of_rects(&set.gather_rects(&chunk.a), &set.gather_rects(&chunk.b)),
            (class, Class::Circle) => set.over_edges(class, &chunk.a, &chunk.b, &mut a),
            (Class::Circle, class) => set.over_edges::<Ways>(class, &chunk.b, &chunk.a, &mut b).reversed(),
            (class_a, class_b) => {
                set.gather_cores(class_a, &chunk.a, &mut a);
                set.gather_cores(class_b, &chunk.b, &mut b);
                of_cores(&a, &b)
            }
        };
        ways.scatter(chunk, ask, out);
    });
    Ok(())
}

/// Eight pairs' ways out: normals and depths where the verdict is that they overlap.
struct Ways {
    verdict: Verdict,
    normal: [F32s; 2],
    depth: F32s,
}

impl Ways {
    /// With A and B exchanged.
    #[inline]
    fn reversed(self) -> Self {
        Self { normal: [-self.normal[0], -self.normal[1]], ..self }
    }

    /// The answers at the pairs' positions; `ask` knows what eight lanes do not.
    #[inline]
    fn scatter(&self, chunk: &Chunk, ask: impl Fn(u32, u32) -> Option<Mtv>, out: &mut [Option<Mtv>]) {
        let overlaps = self.verdict.overlaps();
        let [x, y] = self.normal;
        // Which overlap no branch predictor knows: written without a branch, what is unsure put right afterwards. Lanes that are
        // no pairs repeat the last that is one.
        let rows = rows_of_four([x, y, self.depth, self.depth]);
        for (lane, ([x, y, depth, _], &position)) in rows.into_iter().zip(&chunk.positions).enumerate() {
            let mtv = Mtv { normal: Vec2::new(x, y), depth };
            out[position as usize] = (overlaps >> lane & 1 == 1).then_some(mtv);
        }
        let mut unsure = u32::from(self.verdict.unsure()) & ((1 << chunk.live) - 1);
        while unsure != 0 {
            let lane = unsure.trailing_zeros() as usize;
            out[chunk.positions[lane] as usize] = ask(chunk.a[lane], chunk.b[lane]);
            unsure &= unsure - 1;
        }
    }
}

#[inline]
fn of_circles(a: &CircleBlock, b: &CircleBlock) -> Ways {
    let (distance_sq, radii, size) = circles::distances_sq_wide(a, b);
    let limits = LimitsWide::new(size, radii, 0.0);
    let distance = distance_sq.sqrt();
    let (overlaps, is_apart) = limits.of_distance_sq(distance_sq);
    let normal = [F32s::new(b.x) - F32s::new(a.x), F32s::new(b.y) - F32s::new(a.y)].map(|offset| offset / distance);
    Ways {
        verdict: limits.verdict(overlaps & has_direction(distance, &limits), is_apart),
        normal,
        depth: radii - distance,
    }
}

/// Whether the offset between two cores is long enough to say which way they are apart.
#[inline]
fn has_direction(distance: F32s, limits: &LimitsWide) -> F32s {
    distance.simd_gt(limits.size * F32s::splat(LEAST_DISTANCE)) & limits.squares_are_normal()
}

/// Of circles over the edges of other shapes.
impl FromOverEdges for Ways {
    #[inline(always)]
    fn from_over_edges(OverEdges { at, center, limits, edge, .. }: &OverEdges) -> Self {
        let is_inside = edge.gap.simd_lt(-limits.error);
        let foot = edge.foot_of_points(*center);
        let distance = foot.distance_sq.sqrt();
        let (is_within, is_beyond) = limits.of_distance_sq(foot.distance_sq);
        let is_tied = edge.is_tied(limits);
        let is_within = is_within & !is_tied & has_direction(distance, limits);
        let is_apart = edge.gap.simd_gt(limits.apart()) | (is_beyond & !is_tied & edge.gap.simd_gt(limits.error));
        Ways {
            verdict: limits.verdict(is_inside | is_within, !is_inside & is_apart),
            normal: rotate(at, select2(is_inside, edge.normal, edge.direction(&foot, distance))),
            depth: limits.reach - is_inside.select(edge.gap, distance),
        }
    }
}

#[inline(never)]
fn of_rects(a: &RectBlock, b: &RectBlock) -> Ways {
    let sides = RectSides::new(a, b);
    let is_a = sides.is_of_a();
    let RectSides { limits, gap, on_a, on_b, .. } = sides;
    let of_owner = |of: fn(&Placements) -> [f32; LANES]| is_a.select(of(&a.at).into(), of(&b.at).into());
    let outward = turn(select2(is_a, on_a.normal(), on_b.normal()), of_owner(|at| at.cos), of_owner(|at| at.sin));
    Ways {
        verdict: limits.verdict(gap.simd_lt(-limits.error), gap.simd_gt(limits.error)),
        normal: outward.map(|v| v ^ (!is_a & F32s::splat(-0.0))),
        depth: -gap,
    }
}

#[inline]
fn of_cores(a: &CoreBlock, b: &CoreBlock) -> Ways {
    let relative = RelativeWide::new(&a.at, &b.at);
    let limits = LimitsWide::new(relative.size, F32s::new(a.radius) + F32s::new(b.radius), 0.0);
    let nearest = Nearest::new(a, b, &relative);
    let (is_inside, is_apart) = (nearest.gap.simd_lt(-limits.error), nearest.gap.simd_gt(limits.apart()));
    let is_a = nearest.edge_a.gap.simd_ge(nearest.edge_b.gap);
    let normal = select2(is_a, nearest.edge_a.normal, nearest.edge_b.normal);
    if (is_inside | is_apart).all() {
        let normal = to_world(a, b, is_a, normal);
        return Ways { verdict: limits.verdict(is_inside, is_apart), normal, depth: limits.reach - nearest.gap };
    }
    let [on_a, on_b] = nearest.feet(a, b, &relative);
    let distance_sq = min_wide(on_a.distance_sq, on_b.distance_sq);
    let distance = distance_sq.sqrt();
    let (is_within, is_beyond) = limits.of_distance_sq(distance_sq);
    let is_tied = nearest.is_tied(&limits);
    let is_within = !is_apart & is_within & !is_tied & has_direction(distance, &limits);
    let is_apart = is_apart | (is_beyond & !is_tied & nearest.gap.simd_gt(limits.error));

    let foot_is_a = on_a.distance_sq.simd_le(on_b.distance_sq);
    let outside =
        select2(foot_is_a, nearest.edge_a.direction(&on_a, distance), nearest.edge_b.direction(&on_b, distance));
    let is_a = (is_inside & is_a) | (!is_inside & foot_is_a);
    Ways {
        verdict: limits.verdict(is_inside | is_within, !is_inside & is_apart),
        normal: to_world(a, b, is_a, select2(is_inside, normal, outside)),
        depth: limits.reach - is_inside.select(nearest.gap, distance),
    }
}

/// The normals, outward from A where `is_a` and outward from B elsewhere, from A to B in world axes.
#[inline]
fn to_world(a: &CoreBlock, b: &CoreBlock, is_a: F32s, normal: [F32s; 2]) -> [F32s; 2] {
    let (of_a, of_b) = (rotate(&a.at, normal), rotate(&b.at, normal));
    select2(is_a, of_a, [-of_b[0], -of_b[1]])
}

#[inline]
fn rotate(at: &Placements, v: [F32s; 2]) -> [F32s; 2] {
    turn(v, at.cos.into(), at.sin.into())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entries_and_pairs, large_set_of, set_of};
    use super::*;
    use crate::distance::closed_form;
    use crate::precise::Difference;
    use crate::{AsShape, Relation};
    use geom::{Pose, Rot};
    use proptest::prelude::*;

    /// A box on a grid, turned by right angles, so that all its numbers are exact.
    fn upright() -> impl Strategy<Value = (crate::Shape, Pose)> {
        let half = (1u8..4, 1u8..4).prop_map(|(x, y)| crate::Shape::rect(f32::from(x), f32::from(y)).unwrap());
        let at = (-3i8..4, -3i8..4).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)));
        let turn = prop_oneof![Just((1.0, 0.0)), Just((0.0, 1.0)), Just((-1.0, 0.0)), Just((0.0, -1.0))];
        (half, at, turn).prop_map(|(half, at, (cos, sin))| (half, Pose::new(at, Rot::new(cos, sin).unwrap())))
    }

    fn reach(shape: &crate::Shape) -> f64 {
        let vertices = (0..shape.core_len()).map(|index| shape.core_vertex(index));
        vertices.map(|v| f64::from(v.x).hypot(f64::from(v.y))).fold(0.0, f64::max) + f64::from(shape.radius())
    }

    fn size(shape_a: &crate::Shape, pose_a: &Pose, shape_b: &crate::Shape, pose_b: &Pose) -> f64 {
        let offset = pose_b.translation.as_dvec2() - pose_a.translation.as_dvec2();
        offset.length() + reach(shape_a) + reach(shape_b)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn translations_part_what_overlaps_and_nothing_else((entries, pairs) in entries_and_pairs()) {
            let set = set_of(&entries);
            let (mut plan, mut out, mut alone) = (PairPlan::new(), vec![None; 3], Vec::new());
            mtvs(&set, &pairs, &mut plan, &mut out).unwrap();
            prop_assert_eq!(out.len(), pairs.len());
            for (got, &(a, b)) in out.iter().zip(&pairs) {
                let ((shape_a, pose_a), (shape_b, pose_b)) = (&entries[a as usize], &entries[b as usize]);
                let relation = crate::relation(shape_a, pose_a, shape_b, pose_b);
                prop_assert_eq!(got.is_some(), relation == Relation::Overlapping);
                // In eight equal lanes it is the same: no lane reads another.
                mtvs(&set, &[(a, b)], &mut plan, &mut alone).unwrap();
                prop_assert_eq!(&alone[0], got);
                let (Some(got), Some(want)) = (got, crate::mtv(shape_a, pose_a, shape_b, pose_b)) else { continue };
                let tolerance = size(shape_a, pose_a, shape_b, pose_b) / 524_288.0; // 2¹⁹
                let (depth, expected) = (f64::from(got.depth), f64::from(want.depth));
                prop_assert!((depth - expected).abs() <= tolerance, "{:?} instead of {:?}", got, want);
                let (a, b) = (shape_a.as_shape(), shape_b.as_shape());
                let left = Difference::new(a, pose_a, got.translation(), b, pose_b).contact().separation;
                prop_assert!(left.abs() <= tolerance, "{} left after {:?} instead of {:?}", left, got, want);
                let length = got.normal.as_dvec2().length();
                prop_assert!((length - 1.0).abs() <= 1e-6, "a normal of length {}", length);
            }
        }

        /// Of sides that are equally far, too, unless corners stand past the ends of both: that of the box whose side is
        /// longer, the one on the x axis, the one that a zero's sign tells.
        #[test]
        fn upright_boxes_are_parted_as_they_are_alone(entries in proptest::collection::vec(upright(), 16)) {
            let pairs: Vec<_> = (0..8).map(|pair| (2 * pair, 2 * pair + 1)).collect();
            let (mut plan, mut out) = (PairPlan::new(), Vec::new());
            mtvs(&set_of(&entries), &pairs, &mut plan, &mut out).unwrap();
            for (got, pair) in out.iter().zip(entries.chunks(2)) {
                let [(a, pose_a), (b, pose_b)] = pair else { unreachable!("chunks of two") };
                if closed_form(a.as_shape(), pose_a, b.as_shape(), pose_b).is_some() {
                    prop_assert_eq!(*got, crate::mtv(a, pose_a, b, pose_b), "{:?}", pair);
                }
            }
        }

        /// Where pairs wait for each other, polygons are padded to the next of two sizes.
        #[test]
        fn a_large_set_has_the_same_translations((entries, pairs) in entries_and_pairs()) {
            let (mut plan, mut sorted, mut waited) = (PairPlan::new(), Vec::new(), Vec::new());
            mtvs(&set_of(&entries), &pairs, &mut plan, &mut sorted).unwrap();
            mtvs(&large_set_of(&entries), &pairs, &mut plan, &mut waited).unwrap();
            prop_assert_eq!(sorted, waited);
        }
    }
}
