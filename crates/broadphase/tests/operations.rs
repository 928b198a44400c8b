//! Random operation sequences answer like brute force, for every index and margin.

#[path = "operations/large.rs"]
mod large;
mod ops;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn any_operations_answer_like_brute_force(sequence in ops::strategy::sequence()) {
        sequence.run();
    }
}
