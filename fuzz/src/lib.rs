//! What the targets share.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// How many pseudo-random bytes follow the fuzzer's: more than any strategy here reads.
const TAIL: usize = 1 << 16;

/// The value that `strategy` makes when `bytes` take the place of its random numbers.
///
/// So the fuzzer steers the very strategy that the stable tests draw from, and its coverage tells it which bytes
/// lead somewhere new. Past the end of `bytes` follows a fixed pseudo-random tail: on zeros alone, which is what the
/// generator would otherwise read, sampling by rejection never ends.
pub fn sample<S: Strategy>(strategy: &S, bytes: &[u8]) -> Option<S::Value> {
    let mut seed = bytes.to_vec();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    seed.resize_with(bytes.len() + TAIL, || {
        // Xorshift: G. Marsaglia, Journal of Statistical Software 8(14), 2003.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    });
    let rng = TestRng::from_seed(RngAlgorithm::PassThrough, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    strategy.new_tree(&mut runner).ok().map(|tree| tree.current())
}
