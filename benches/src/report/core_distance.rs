use std::hint::spin_loop;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{scope, yield_now};
use std::time::Instant;

/// Round trips of the line, some 50 to 400 ns each.
const TRIPS: u32 = 2000;

/// How often a thread looks before others may have its core.
const LOOKS: u32 = 1 << 12;

/// Nanoseconds that a cache line takes to another thread and back: what it costs two threads to hand each other anything. Cores of a
/// virtual machine move together and apart while it runs.
pub fn nanoseconds_to_another_core_and_back() -> f64 {
    let line = AtomicU32::new(0);
    let wait_for = |turn: u32| {
        let mut looks = 0u32;
        while line.load(Ordering::Acquire) != turn {
            looks += 1;
            if looks.is_multiple_of(LOOKS) { yield_now() } else { spin_loop() }
        }
    };
    scope(|threads| {
        threads.spawn(|| {
            for trip in 0..=TRIPS {
                wait_for(2 * trip + 1);
                line.store(2 * trip + 2, Ordering::Release);
            }
        });
        let there_and_back = |trip: u32| {
            line.store(2 * trip + 1, Ordering::Release);
            wait_for(2 * trip + 2);
        };
        // Until the other thread runs.
        there_and_back(0);
        let start = Instant::now();
        (1..=TRIPS).for_each(there_and_back);
        start.elapsed().as_secs_f64() * 1e9 / f64::from(TRIPS)
    })
}
