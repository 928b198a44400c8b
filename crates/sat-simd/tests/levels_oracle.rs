//! Each level of answer on random cases: see `levels/mod.rs`. `SAT_SIMD_CASES` sets how many, `SAT_SIMD_SEED` which.

mod levels;

/// SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Gives `check` as many cases of `words` random words each as the environment asks for, or `count`.
fn run(count: u64, words: usize, check: fn(&[u8])) {
    let number = |variable: &str| std::env::var(variable).ok().and_then(|number| number.parse().ok());
    let mut state = number("SAT_SIMD_SEED").unwrap_or(1);
    for _ in 0..number("SAT_SIMD_CASES").unwrap_or(count) {
        let bytes: Vec<u8> = (0..words).flat_map(|_| random(&mut state).to_le_bytes()).collect();
        check(&bytes);
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
    run(1_000, 8 * 21, levels::batches);
}
