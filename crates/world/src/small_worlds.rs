//! What holds for large worlds, asked of small ones: what is for [many](crate::parallel::many) things is for few here.

#[path = "../tests/ops/mod.rs"]
mod ops;
#[path = "../tests/wild/mod.rs"]
mod wild;

use proptest::prelude::*;
use rayon::ThreadPool;
use wild::Wild;

const STEPS: usize = 24;

fn pool(threads: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn small_worlds_are_alike_whatever_the_number_of_threads(
        seed in any::<u64>(),
        bodies in 30usize..400,
        heaps in prop_oneof![Just(1usize), 2usize..40],
    ) {
        let on = |threads: usize| pool(threads).install(|| {
            let (mut world, mut wild) = Wild::begin(seed, bodies, heaps);
            wild.play(&mut world, STEPS)
        });
        let one = on(1);
        for threads in [2, 3, 5] {
            let first = one.iter().zip(on(threads)).position(|(one, many)| *one != many);
            prop_assert_eq!(first, None, "the first step in which {} threads differ from one", threads);
        }
    }

    #[test]
    fn any_operations_leave_a_world_that_makes_sense_on_several_threads(bytes in prop::collection::vec(any::<u8>(), 0..1500), threads in 2usize..4) {
        pool(threads).install(|| ops::run(&bytes, 150));
    }
}
