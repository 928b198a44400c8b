//! Each level of answer on random cases: see `levels/mod.rs`. `SAT_SIMD_CASES` sets how many, `SAT_SIMD_SEED` which.

mod levels;
mod random;

use random::{Random, number};

/// Gives `check` as many cases of `words` random words each as the environment asks for, or `count`.
fn run(count: u64, words: usize, check: fn(&[u8])) {
    let mut random = Random::new(number("SAT_SIMD_SEED").unwrap_or(1));
    for _ in 0..number("SAT_SIMD_CASES").unwrap_or(count) {
        check(&random.bytes(words));
    }
}

#[test]
fn depths_and_distances_are_within_their_bounds() {
    run(20_000, 32, levels::depth_and_distance);
}

#[test]
fn points_lie_where_big_integers_say() {
    run(20_000, 32, levels::points);
}

#[test]
fn explanations_say_what_the_verdicts_do() {
    run(2_000, 32, levels::explanations);
}

#[test]
fn manifolds_are_as_deep_as_the_shapes_and_no_deeper() {
    run(20_000, 32, levels::contact_points);
}

#[test]
fn sweeps_and_casts_have_the_verdicts_of_big_integers() {
    run(10_000, 32, levels::sweeps_and_casts);
}

#[test]
fn impacts_are_where_the_shapes_first_come_near() {
    run(5_000, 32, levels::impacts);
}

#[test]
fn verdicts_survive_exact_motions_and_scales() {
    run(20_000, 32, levels::motions_and_scales);
}

#[test]
fn batches_answer_as_single_calls() {
    run(500, 8 * 21, levels::batches);
}
