use crate::{
    BroadPhaseError, Pair,
    error::check_not_nan,
    lanes::{LANES, Lanes},
};
use geom::BoundingCircle;

/// Keeps the pairs whose circles come within `margin` metres, in order: the test between boxes and shapes.
///
/// `circles` are indexed by the pairs' [`a`](Pair::a) and [`b`](Pair::b), as
/// [`BroadPhase::circles`](crate::BroadPhase::circles) gives them. The survivors replace the contents of `out`. Eight pairs are
/// tested at a time; [`BoundingCircle::may_touch`] is the scalar twin and gives the same answer for every pair. A pair of
/// touching shapes is never dropped so long as each circle contains its shape. That of a [stretched](crate::Change::Stretch) proxy
/// does so at the start of its way alone: pairs that may meet on the way have to be kept out of here. A circle with a NaN comes near none.
///
/// # Errors
/// [`BroadPhaseError::NoSuchRow`] when a pair points past the end of `circles`, [`BroadPhaseError::InvalidNumber`] for
/// a margin that is NaN; `out` is then unchanged.
pub fn circle_filter(
    pairs: &[Pair],
    circles: &[BoundingCircle],
    margin: f32,
    out: &mut Vec<Pair>,
) -> Result<(), BroadPhaseError> {
    check_not_nan("margin", margin)?;
    let rows = circles.len();
    // The second row is the larger one.
    if let Some(&pair) = pairs.iter().find(|pair| pair.b() >= rows) {
        return Err(BroadPhaseError::NoSuchRow { pair, rows });
    }
    keep_near(pairs, circles, margin, out);
    Ok(())
}

/// [`circle_filter`] of pairs that all have circles.
pub(crate) fn keep_near(pairs: &[Pair], circles: &[BoundingCircle], margin: f32, out: &mut Vec<Pair>) {
    let (mut octets, mut end) = (pairs.chunks_exact(LANES), 0);
    // Every pair of an octet is written and kept ones move the end on: no branch depends on what is found. What was there before
    // is written over or cut off.
    out.resize(pairs.len(), Pair::of_rows(0, 1));
    for octet in &mut octets {
        let mask = may_touch_wide(&GapBatch::gather(octet, circles), margin);
        let room = &mut out[end..end + LANES];
        let mut kept = 0;
        for (lane, &pair) in octet.iter().enumerate() {
            room[kept] = pair;
            kept += (mask >> lane & 1) as usize;
        }
        end += kept;
    }
    out.truncate(end);
    let touching = |pair: &&Pair| circles[pair.a()].may_touch(&circles[pair.b()], margin);
    out.extend(octets.remainder().iter().filter(touching));
}

/// What matters of eight pairs of circles: from centre to centre, and both radii together.
struct GapBatch {
    dx: Lanes,
    dy: Lanes,
    radii: Lanes,
}

impl GapBatch {
    /// The pairs' rows are anywhere in memory, so numbers come one by one; subtracting at once halves what has to be put
    /// into lanes. Measured against six gathered vectors: 9.5 → 6 ns a pair.
    #[inline]
    fn gather(octet: &[Pair], circles: &[BoundingCircle]) -> Self {
        let mut gap = [[0.0; LANES]; 3];
        for (lane, pair) in octet.iter().take(LANES).enumerate() {
            let (a, b) = (&circles[pair.a()], &circles[pair.b()]);
            gap[0][lane] = b.center.x - a.center.x;
            gap[1][lane] = b.center.y - a.center.y;
            gap[2][lane] = a.radius + b.radius;
        }
        Self { dx: Lanes::new(gap[0]), dy: Lanes::new(gap[1]), radii: Lanes::new(gap[2]) }
    }
}

/// [`BoundingCircle::may_touch`] for eight pairs; bit `i` of the mask answers for pair `i`.
#[inline]
fn may_touch_wide(gap: &GapBatch, margin: f32) -> u32 {
    let growth = Lanes::splat(BoundingCircle::RADII_GROWTH);
    let reach = gap.radii * growth + Lanes::splat(BoundingCircle::grown_margin(margin));
    (gap.dx * gap.dx + gap.dy * gap.dy).simd_le(reach * reach.abs()).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;
    use proptest::prelude::*;

    fn circle() -> impl Strategy<Value = BoundingCircle> {
        // Small integers touch exactly now and then (3-4-5); the squares of huge numbers overflow, those of tiny ones vanish.
        let number = || {
            prop_oneof![(-5i8..=5).prop_map(f32::from), -5.0f32..5.0, -1e-22f32..1e-22, Just(3e38f32), Just(-3e38f32)]
        };
        (number(), number(), number()).prop_map(|(x, y, r)| BoundingCircle::new(Vec2::new(x, y), r.abs()))
    }

    proptest! {
        #[test]
        fn wide_circle_filter_equals_its_twin(
            circles in prop::collection::vec(circle(), 2..40),
            picks in prop::collection::vec((any::<u16>(), any::<u16>()), 0..40),
            margin in prop_oneof![0.0f32..0.1, -9.0f32..9.0, Just(0.0)],
        ) {
            let n = circles.len();
            let pairs: Vec<Pair> = picks
                .iter()
                .map(|&(a, b)| (usize::from(a) % n, usize::from(b) % n))
                .filter_map(|(a, b)| Pair::new(a, b))
                .collect();
            let mut kept = Vec::new();
            circle_filter(&pairs, &circles, margin, &mut kept).unwrap();
            let expected: Vec<Pair> =
                pairs.into_iter().filter(|pair| circles[pair.a()].may_touch(&circles[pair.b()], margin)).collect();
            prop_assert_eq!(kept, expected);
        }
    }

    #[test]
    fn a_pair_without_circles_is_refused_and_nothing_written() {
        let (circles, near) = ([BoundingCircle::new(Vec2::ZERO, 1.0); 3], Pair::of_rows(0, 2));
        for len in [1, 8, 20] {
            for place in 0..len {
                let (mut pairs, mut kept) = (vec![near; len], vec![near]);
                pairs[place] = Pair::of_rows(1, 3);
                let refused = BroadPhaseError::NoSuchRow { pair: pairs[place], rows: 3 };
                assert_eq!(circle_filter(&pairs, &circles, 0.0, &mut kept), Err(refused));
                assert_eq!(kept, [near]);
            }
        }
    }

    #[test]
    fn a_margin_that_is_no_number_is_refused_and_nothing_written() {
        let circles = [BoundingCircle::new(Vec2::ZERO, 1.0); 3];
        let (near, mut kept) = (Pair::of_rows(0, 2), Vec::new());
        let refused = circle_filter(&[near; 9], &circles, f32::NAN, &mut kept);
        assert!(matches!(refused, Err(BroadPhaseError::InvalidNumber { what: "margin", .. })));
        assert!(kept.is_empty());
        circle_filter(&[near; 9], &circles, f32::INFINITY, &mut kept).unwrap();
        assert_eq!(kept, [near; 9]);
    }

    #[test]
    fn what_was_in_the_buffer_is_replaced() {
        let circles = [BoundingCircle::new(Vec2::ZERO, 1.0); 3];
        let (near, mut kept) = (Pair::of_rows(0, 2), Vec::new());
        for len in [20, 9, 8, 0, 3, 17] {
            kept.push(Pair::of_rows(0, 1));
            circle_filter(&vec![near; len], &circles, 0.0, &mut kept).unwrap();
            assert_eq!(kept, vec![near; len]);
        }
    }

    #[test]
    fn a_circle_with_a_nan_comes_near_none() {
        let mut circles = [BoundingCircle::new(Vec2::ZERO, 1.0); 3];
        (circles[1].radius, circles[2].center.x) = (f32::NAN, f32::NAN);
        let (pairs, mut kept) = ([(0, 1), (0, 2), (1, 2)].map(|(a, b)| Pair::of_rows(a, b)), Vec::new());
        circle_filter(&pairs.repeat(3), &circles, 1.0, &mut kept).unwrap();
        assert!(kept.is_empty());
    }

    #[test]
    fn circles_that_overflow_are_kept() {
        let huge = BoundingCircle::new(Vec2::splat(-3e38), 1.0);
        let circles = [huge, BoundingCircle::new(Vec2::splat(3e38), 3e38)];
        let mut kept = Vec::new();
        circle_filter(&[Pair::of_rows(0, 1); 9], &circles, 0.0, &mut kept).unwrap();
        assert_eq!(kept.len(), 9);
    }
}
