//! The constructors against exact arithmetic, on random bytes; the fuzz target of the same name runs the same check.

mod construction;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_shape_is_refused_truly_or_keeps_its_promises(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        construction::check(&bytes);
    }

    /// On a small grid most outlines are dented, flat, doubled or cross themselves.
    #[test]
    fn outlines_on_a_grid_are_judged_exactly(points in prop::collection::vec(0u8..64, 3..9), nudge in any::<bool>()) {
        let style = if nudge { 5 } else { 1 };
        let coordinates = points.iter().enumerate().flat_map(|(i, p)| {
            let nudged = nudge.then_some((i * 37 % 256) as u8);
            [p % 8, p / 8].into_iter().chain(nudged)
        });
        construction::check(&[0, style].into_iter().chain(coordinates).collect::<Vec<u8>>());
    }
}
