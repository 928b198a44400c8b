//! The same bits come out whatever the number of threads.

mod common;

use common::{DT, heap};
use world::Events;

fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(work)
}

#[test]
fn one_two_and_four_threads_give_the_same_bits() {
    let run = || {
        let (mut world, mut seen) = (heap(), Vec::new());
        let (mut most_manifolds, mut most_overflow) = (0, 0);
        for _ in 0..60 {
            let report = world.step(DT).unwrap();
            (most_manifolds, most_overflow) =
                (most_manifolds.max(report.manifolds), most_overflow.max(report.overflow));
            let Events { begin, end, hit, sensor_begin, sensor_end, moved, .. } = world.events().clone();
            seen.push((world.state_hash(), begin, end, hit, sensor_begin, sensor_end, moved));
        }
        assert!(most_manifolds > 5000 && most_overflow > 0, "hardly a heap on a plate");
        seen
    };
    let one = in_pool(1, run);
    for threads in [2, 4] {
        let many = in_pool(threads, run);
        let first = one.iter().zip(&many).position(|(one, many)| one != many);
        assert_eq!(first, None, "the first step in which {threads} threads differ from one");
    }
}
