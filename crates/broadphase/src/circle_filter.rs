use crate::{
    Pair,
    lanes::{LANES, Lanes, lanes_of},
};
use geom::BoundingCircle;

/// Keeps the pairs whose circles come within `margin` metres, in order: the test between boxes and shapes.
///
/// `circles` are indexed by the pairs' [`a`](Pair::a) and [`b`](Pair::b), as
/// [`BroadPhase::circles`](crate::BroadPhase::circles) gives them. The survivors are appended to `out`. Eight pairs are
/// tested at a time; [`BoundingCircle::may_touch`] is the scalar twin and gives the same answer for every pair. A pair of
/// touching shapes is never dropped so long as each circle contains its shape.
///
/// # Panics
/// When a pair points past the end of `circles`.
pub fn circle_filter(pairs: &[Pair], circles: &[BoundingCircle], margin: f32, out: &mut Vec<Pair>) {
    out.reserve(pairs.len());
    let mut octets = pairs.chunks_exact(LANES);
    for octet in &mut octets {
        let octet: &[Pair; LANES] = octet.try_into().expect("chunks_exact gives whole chunks");
        let a = CircleBatch::gather(octet.map(|pair| circles[pair.a()]));
        let b = CircleBatch::gather(octet.map(|pair| circles[pair.b()]));
        out.extend(lanes_of(may_touch_wide(&a, &b, margin)).map(|lane| octet[lane]));
    }
    let touching = |pair: &&Pair| circles[pair.a()].may_touch(&circles[pair.b()], margin);
    out.extend(octets.remainder().iter().filter(touching));
}

/// Eight circles.
struct CircleBatch {
    x: Lanes,
    y: Lanes,
    radius: Lanes,
}

impl CircleBatch {
    #[inline]
    fn gather(circles: [BoundingCircle; LANES]) -> Self {
        Self {
            x: Lanes::new(circles.map(|circle| circle.center.x)),
            y: Lanes::new(circles.map(|circle| circle.center.y)),
            radius: Lanes::new(circles.map(|circle| circle.radius)),
        }
    }
}

/// [`BoundingCircle::may_touch`] for eight pairs; bit `i` of the mask answers for pair `i`.
#[inline]
fn may_touch_wide(a: &CircleBatch, b: &CircleBatch, margin: f32) -> u32 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let reach = a.radius + b.radius + Lanes::splat(margin);
    (dx * dx + dy * dy).simd_le(reach * reach).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;
    use proptest::prelude::*;

    fn circle() -> impl Strategy<Value = BoundingCircle> {
        // Small integers touch exactly now and then (3-4-5); the huge ones overflow their squares.
        let number = || prop_oneof![(-5i8..=5).prop_map(f32::from), -5.0f32..5.0, Just(3e38f32), Just(-3e38f32)];
        (number(), number(), number()).prop_map(|(x, y, r)| BoundingCircle::new(Vec2::new(x, y), r.abs()))
    }

    proptest! {
        #[test]
        fn wide_circle_filter_equals_its_twin(
            circles in prop::collection::vec(circle(), 2..40),
            picks in prop::collection::vec((any::<u16>(), any::<u16>()), 0..40),
            margin in 0.0f32..0.1,
        ) {
            let n = circles.len();
            let pairs: Vec<Pair> = picks
                .iter()
                .map(|&(a, b)| (usize::from(a) % n, usize::from(b) % n))
                .filter(|(a, b)| a != b)
                .map(|(a, b)| Pair::new(a, b))
                .collect();
            let mut kept = Vec::new();
            circle_filter(&pairs, &circles, margin, &mut kept);
            let expected: Vec<Pair> =
                pairs.into_iter().filter(|pair| circles[pair.a()].may_touch(&circles[pair.b()], margin)).collect();
            prop_assert_eq!(kept, expected);
        }
    }

    #[test]
    fn circles_that_overflow_are_kept() {
        let huge = BoundingCircle::new(Vec2::splat(-3e38), 1.0);
        let circles = [huge, BoundingCircle::new(Vec2::splat(3e38), 3e38)];
        let mut kept = Vec::new();
        circle_filter(&[Pair::new(0, 1); 9], &circles, 0.0, &mut kept);
        assert_eq!(kept.len(), 9);
    }
}
