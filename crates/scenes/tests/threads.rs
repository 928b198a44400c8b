//! Every scene, in its full size, comes to the same bits on one thread, on two and on four, also when it has collided.

use scenes::{Size, all};

/// A scene has collided when there are so many contacts, or as many as a tenth of its bodies.
const MANY: usize = 100;

/// So many steps are compared when a scene has collided.
const STEPS: usize = 10;

/// Until then no scene takes as many: the rain falls 40 m.
const FALL: usize = 250;

/// Chooses the rain's sizes and angles.
const SEED: u64 = 1;

/// Each scene's name and the hash of its state after each step.
fn states() -> Vec<(&'static str, Vec<u64>)> {
    let states = all().iter().map(|named| {
        let mut scene = named.scene(Size::Full, SEED).build().unwrap();
        let (mut hashes, mut collided) = (Vec::new(), 0);
        while collided < STEPS {
            let report = scene.step().unwrap();
            collided += usize::from(report.manifolds >= MANY.min(report.bodies / 10).max(1));
            hashes.push(scene.world().state_hash());
            assert!(hashes.len() < FALL + STEPS, "{} does not collide", named.name);
        }
        (named.name, hashes)
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
