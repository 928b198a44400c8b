use super::circles::{self, CircleBlock};
use super::class::Class;
use super::core_block::CoreBlock;
use super::error::BatchError;
use super::limits::LimitsWide;
use super::nearest::Nearest;
use super::over_edges::{FromOverEdges, OverEdges};
use super::placement::RelativeWide;
use super::plan::PairPlan;
use super::rect_sides::RectSides;
use super::rects::RectBlock;
use super::set::ShapeSet;
use crate::lanes::{F32s, LANES, min_wide};
use alloc::vec::Vec;

/// Replaces what is in `out` by the separations of the two shapes of each pair of indices into `set`, in metres, in the
/// order of `pairs`: the very bits of [`separation`](crate::separation), with its bound.
///
/// # Errors
/// [`BatchError::NoSuchShape`] for an index that is not below [`ShapeSet::len`], [`BatchError::Full`] for 2³² pairs or more:
/// `out` is then unchanged.
pub fn separations(
    set: &ShapeSet,
    pairs: &[(u32, u32)],
    plan: &mut PairPlan,
    out: &mut Vec<f32>,
) -> Result<(), BatchError> {
    set.check(pairs)?;
    out.resize(pairs.len(), 0.0);
    let ask = |a, b| crate::separation(set.shape(a), &set.pose(a), set.shape(b), &set.pose(b));
    let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
    plan.each_eight(set, pairs, |class_a, class_b, chunk| {
        let (separations, is_sure) = match (class_a, class_b) {
            (Class::Large, _) | (_, Class::Large) => {
                return chunk.pairs().for_each(|(position, a, b)| out[position] = ask(a, b));
            }
            (Class::Circle, Class::Circle) => of_circles(&set.gather_circles(&chunk.a), &set.gather_circles(&chunk.b)),
            (Class::Rect, Class::Rect) => of_rects(&set.gather_rects(&chunk.a), &set.gather_rects(&chunk.b)),
            (class, Class::Circle) => set.over_edges(class, &chunk.a, &chunk.b, &mut a),
            (Class::Circle, class) => set.over_edges(class, &chunk.b, &chunk.a, &mut b),
            (class_a, class_b) => {
                set.gather_cores(class_a, &chunk.a, &mut a);
                set.gather_cores(class_b, &chunk.b, &mut b);
                of_cores(&a, &b)
            }
        };
        let (separations, is_sure) = (separations.to_array(), is_sure.to_bitmask());
        for lane in 0..chunk.live.min(LANES) {
            let sure = is_sure >> lane & 1 == 1;
            out[chunk.positions[lane] as usize] =
                if sure { separations[lane] } else { ask(chunk.a[lane], chunk.b[lane]) };
        }
    });
    Ok(())
}

/// Separations of eight pairs, and the lanes that may be trusted.
type Separations = (F32s, F32s);

#[inline]
fn of_circles(a: &CircleBlock, b: &CircleBlock) -> Separations {
    let (distance_sq, radii, size) = circles::distances_sq_wide(a, b);
    let limits = LimitsWide::new(size, radii, 0.0);
    (distance_sq.sqrt() - radii, limits.squares_are_normal())
}

/// Of circles over the edges of other shapes.
impl FromOverEdges for Separations {
    #[inline(always)]
    fn from_over_edges(OverEdges { center, limits, edge, .. }: &OverEdges) -> Self {
        let is_inside = edge.gap.simd_lt(-limits.error);
        let is_sure = limits.squares_are_normal() & (is_inside | !edge.is_tied(limits));
        let outside = edge.foot_of_points(*center).distance_sq.sqrt();
        (is_inside.select(edge.gap, outside) - limits.reach, is_sure)
    }
}

/// One pair at a time in `filter/rects.rs`.
#[inline(never)]
fn of_rects(a: &RectBlock, b: &RectBlock) -> Separations {
    let sides = RectSides::new(a, b);
    let is_inside = sides.gap.simd_lt(-sides.limits.error);
    let is_sure = sides.limits.squares_are_normal();
    if is_inside.all() {
        return (sides.gap, is_sure);
    }
    let (outside, is_tied) = sides.distance();
    (is_inside.select(sides.gap, outside), is_sure & (is_inside | !is_tied))
}

#[inline]
fn of_cores(a: &CoreBlock, b: &CoreBlock) -> Separations {
    let relative = RelativeWide::new(&a.at, &b.at);
    let limits = LimitsWide::new(relative.size, F32s::new(a.radius) + F32s::new(b.radius), 0.0);
    let nearest = Nearest::new(a, b, &relative);
    let is_inside = nearest.gap.simd_lt(-limits.error);
    let is_sure = limits.squares_are_normal();
    if is_inside.all() {
        return (nearest.gap - limits.reach, is_sure);
    }
    let [on_a, on_b] = nearest.feet(a, b, &relative);
    let outside = min_wide(on_a.distance_sq, on_b.distance_sq).sqrt();
    (is_inside.select(nearest.gap, outside) - limits.reach, is_sure & (is_inside | !nearest.is_tied(&limits)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entries_and_pairs, large_set_of, set_of};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn separations_have_the_bits_of_single_ones((entries, pairs) in entries_and_pairs()) {
            let set = set_of(&entries);
            let mut out = vec![f32::NAN; 3];
            separations(&set, &pairs, &mut PairPlan::new(), &mut out).unwrap();
            prop_assert_eq!(out.len(), pairs.len());
            for (got, &(a, b)) in out.iter().zip(&pairs) {
                let ((shape_a, pose_a), (shape_b, pose_b)) = (&entries[a as usize], &entries[b as usize]);
                let want = crate::separation(shape_a, pose_a, shape_b, pose_b);
                prop_assert_eq!(got.to_bits(), want.to_bits(), "{:?} {:?} {:?} {:?}", shape_a, pose_a, shape_b, pose_b);
            }
        }

        /// Where pairs wait for each other, polygons are padded to the next of two sizes.
        #[test]
        fn a_large_set_has_the_same_separations((entries, pairs) in entries_and_pairs()) {
            let (mut plan, mut sorted, mut waited) = (PairPlan::new(), Vec::new(), Vec::new());
            separations(&set_of(&entries), &pairs, &mut plan, &mut sorted).unwrap();
            separations(&large_set_of(&entries), &pairs, &mut plan, &mut waited).unwrap();
            let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&sorted), bits(&waited));
        }
    }
}
