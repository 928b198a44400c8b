//! Random operation sequences answer like brute force, for every index and margin.

#[path = "operations/large.rs"]
mod large;
mod ops;
mod random;
#[path = "ops/strategy.rs"]
mod strategy;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn any_operations_answer_like_brute_force(sequence in strategy::sequence()) {
        sequence.run();
    }

    #[test]
    fn operations_read_from_any_bytes_answer_like_brute_force(bytes in prop::collection::vec(any::<u8>(), 0..800)) {
        ops::decode::sequence(&bytes).run();
    }
}
