//! Random large worlds come to the same bits on one, two and three threads, whatever is done to them between steps, and come to them
//! again when they are put back.

mod wild;

use proptest::prelude::*;
use wild::Wild;
use world as engine;
use world::Snapshot;

/// Enough for stages to be shared by three.
const BODIES: usize = 2600;

const STEPS: usize = 9;

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn random_worlds_are_alike_whatever_the_number_of_threads(seed in any::<u64>()) {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| {
                let (mut world, mut wild) = Wild::begin(seed, BODIES, 1);
                wild.play(&mut world, STEPS)
            })
        };
        let one = on(1);
        for threads in [2, 3] {
            let first = one.iter().zip(on(threads)).position(|(one, many)| *one != many);
            prop_assert_eq!(first, None, "the first step in which {} threads differ from one", threads);
        }
    }

    #[test]
    fn random_worlds_that_are_put_back_go_the_same_way_again(seed in any::<u64>(), threads in 1usize..4) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let (first, again) = pool.install(|| {
            let (mut world, mut wild) = Wild::begin(seed, BODIES, 1);
            wild.play(&mut world, STEPS / 2);
            let (mut snapshot, mut wild_then) = (Snapshot::new(), wild.clone());
            world.snapshot(&mut snapshot);
            let first = wild.play(&mut world, STEPS / 2);
            world.restore(&snapshot);
            (first, wild_then.play(&mut world, STEPS / 2))
        });
        let differs = first.iter().zip(&again).position(|(first, again)| first != again);
        prop_assert_eq!(differs, None, "the first step in which it differs");
    }
}
