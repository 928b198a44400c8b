//! What the targets share.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The value that `strategy` makes when `bytes` take the place of its random numbers; missing ones read as zero.
///
/// So the fuzzer steers the very strategy that the stable tests draw from, and its coverage tells it which bytes
/// lead somewhere new.
pub fn sample<S: Strategy>(strategy: &S, bytes: &[u8]) -> Option<S::Value> {
    let rng = TestRng::from_seed(RngAlgorithm::PassThrough, bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    strategy.new_tree(&mut runner).ok().map(|tree| tree.current())
}
