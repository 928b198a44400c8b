//! Every scene, in its full size, comes to the same bits on one thread, on two and on four.

use scenes::{Size, all};

/// Enough for first contacts in most scenes; the pyramids are solid from the first on.
const STEPS: u32 = 15;

/// Chooses the rain's sizes and angles.
const SEED: u64 = 1;

/// Each scene's name and the hash of its state after each step.
fn states() -> Vec<(&'static str, Vec<u64>)> {
    let states = all().iter().map(|named| {
        let mut scene = named.scene(Size::Full, SEED).build().unwrap();
        let hashes = (0..STEPS).map(|_| {
            scene.step().unwrap();
            scene.world().state_hash()
        });
        (named.name, hashes.collect())
    });
    states.collect()
}

#[test]
fn one_two_and_four_threads_step_scenes_to_the_same_bits() {
    let with = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(states);
    let one = with(1);
    for threads in [2, 4] {
        for ((name, one), (_, many)) in one.iter().zip(with(threads)) {
            let first = one.iter().zip(&many).position(|(one, many)| one != many);
            assert_eq!(first, None, "{name}: the first step in which {threads} threads differ from one");
        }
    }
}
