//! Work that may be shared among threads: with the feature `parallel` those of rayon's current pool, without it this one.
//!
//! What is shared are parts of columns, each of which one thread alone writes: the outcome never depends on how many parts
//! there were. Parts are cut in halves by `rayon::join`, which allocates nothing.

#[cfg(feature = "parallel")]
use crate::lanes::LANES;
#[cfg(feature = "parallel")]
use std::{
    cell::Cell,
    hint::spin_loop,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// What can be cut in two.
#[cfg(feature = "parallel")]
pub(crate) trait Split: Send + Sized {
    fn len(&self) -> usize;
    /// The first `mid` items, and the others.
    fn split(self, mid: usize) -> (Self, Self);
}

#[cfg(feature = "parallel")]
impl<T: Sync> Split for &[T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn split(self, mid: usize) -> (Self, Self) {
        self.split_at(mid)
    }
}

#[cfg(feature = "parallel")]
impl<T: Send> Split for &mut [T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn split(self, mid: usize) -> (Self, Self) {
        self.split_at_mut(mid)
    }
}

/// Columns of one length, cut at the same places.
#[cfg(feature = "parallel")]
impl<A: Split, B: Split> Split for (A, B) {
    fn len(&self) -> usize {
        debug_assert_eq!(self.0.len(), self.1.len());
        self.0.len()
    }

    fn split(self, mid: usize) -> (Self, Self) {
        let ((a, c), (b, d)) = (self.0.split(mid), self.1.split(mid));
        ((a, b), (c, d))
    }
}

/// So many things; in the crate's own tests fewer, so that small worlds reach what is for many.
pub(crate) const fn many(count: usize) -> usize {
    if cfg!(test) {
        return if count < 4096 { 16 } else { count / 256 };
    }
    count
}

/// How many threads there are to share work with, this one included.
#[cfg(feature = "parallel")]
pub(crate) fn threads() -> usize {
    // Asking the pool from outside for each stage would cost more than it brings: see `in_pool`.
    rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads())
}

/// How many threads there are: one.
#[cfg(not(feature = "parallel"))]
pub(crate) const fn threads() -> usize {
    1
}

/// The number of this thread among [`threads`].
#[cfg(feature = "parallel")]
pub(crate) fn this_thread() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

/// The number of the only thread.
#[cfg(not(feature = "parallel"))]
pub(crate) const fn this_thread() -> usize {
    0
}

/// Into how many parts to cut the work on `items` things, if fewer than `least` of them are not worth another thread.
#[cfg(feature = "parallel")]
pub(crate) fn parts(items: usize, least: usize) -> usize {
    // Some threads come late, and some parts take longer than others: who is done first has to find something left that is short.
    // Of the time that two threads take for six such stages 11 and 13 % were lost with four parts each, and 3 are (spinner, washer).
    const PARTS_PER_THREAD: usize = 32;
    match threads() {
        1 => 1,
        threads => (items / least).clamp(1, threads * PARTS_PER_THREAD),
    }
}

/// One part: there is one thread.
#[cfg(not(feature = "parallel"))]
pub(crate) const fn parts(_items: usize, _least: usize) -> usize {
    1
}

/// Does the work on parts of at least `least` items, in any order; each is told the number of its first item. Those of
/// [`LANES`] items and more begin at multiples of it, if `least` is not so small that halves of two blocks are cut again.
#[cfg(feature = "parallel")]
pub(crate) fn for_each_part<S: Split>(items: S, least: usize, work: impl Fn(usize, S) + Sync) {
    debug_assert!(least == 1 || least >= 2 * LANES, "parts of {least} would not be whole blocks");
    let parts = parts(items.len(), least);
    halve(items, 0, parts, &work);
}

#[cfg(feature = "parallel")]
fn halve<S: Split>(items: S, first: usize, parts: usize, work: &(impl Fn(usize, S) + Sync)) {
    if parts == 1 {
        return work(first, items);
    }
    let half = items.len() / 2;
    // Lists shorter than two blocks are lists of parts.
    let mid = if half < LANES { half } else { half.next_multiple_of(LANES) };
    let (left, right) = items.split(mid);
    engaged(|| {
        rayon::join(|| halve(left, first, parts / 2, work), || halve(right, first + mid, parts - parts / 2, work));
    });
}

/// Does the work on all items: there is one thread.
#[cfg(not(feature = "parallel"))]
pub(crate) fn for_each_part<S>(items: S, _least: usize, work: impl Fn(usize, S) + Sync) {
    work(0, items);
}

/// Does both, on two threads if there are more than one.
#[cfg(feature = "parallel")]
pub(crate) fn both(one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
    if threads() == 1 {
        one();
        return other();
    }
    engaged(|| rayon::join(one, other));
}

/// Does both: there is one thread.
#[cfg(not(feature = "parallel"))]
pub(crate) fn both(one: impl FnOnce(), other: impl FnOnce()) {
    one();
    other();
}

/// Does something on a thread of the pool, which may then ask the others for help at once, if that is worth it for a step that takes
/// so much: twice the bodies awake and the contacts between them, some 40 ns each.
#[cfg(feature = "parallel")]
pub(crate) fn in_pool<R: Send>(effort: usize, work: impl FnOnce() -> R + Send) -> R {
    /// In the pool no stage of less asks for help.
    const LEAST: usize = many(1400);
    // Helpers who step another world alone would not be back in time for the first one's end. Who asks how many there are starts
    // the global pool.
    if effort < LEAST || IS_ENGAGED.get() {
        return work();
    }
    let threads = rayon::current_num_threads();
    if threads == 1 {
        return work();
    }
    if rayon::current_thread_index().is_some() {
        return with_helpers(threads - 1, work);
    }
    let result = if effort < least_from_outside() { work() } else { rayon::scope(|_| with_helpers(threads - 1, work)) };
    LAST_END.set(Some(Instant::now()));
    result
}

/// What is worth the way to the pool and back: to threads that have not gone to sleep since the last step ended, or to such as wake
/// one after the other.
#[cfg(feature = "parallel")]
fn least_from_outside() -> usize {
    const AWAKE: Duration = Duration::from_micros(50);
    let are_awake = LAST_END.get().is_some_and(|end| end.elapsed() < AWAKE);
    many(if are_awake { 3100 } else { 9000 })
}

/// Does something while up to so many other threads stay awake, ready to steal: a stage lasts tens of microseconds, as long
/// as it takes to wake a thread up.
#[cfg(feature = "parallel")]
fn with_helpers<R: Send>(helpers: usize, work: impl FnOnce() -> R + Send) -> R {
    let is_done = AtomicBool::new(false);
    join_helpers(helpers, &|_| stay_awake(&is_done, PATIENCE), || {
        let _end = SetOnDrop(&is_done);
        engaged(work)
    })
}

/// Nobody stays awake longer. An invitation that nobody has taken yet may be found by a thread that waits for the other half of
/// its work, of which this module knows nothing: the broad phase's, or the user's. The end that it would stay awake for cannot
/// come before its own work is done.
#[cfg(feature = "parallel")]
const PATIENCE: Duration = Duration::from_millis(10);

#[cfg(feature = "parallel")]
fn stay_awake(is_done: &AtomicBool, patience: Duration) {
    /// Then others may have the processor: there may be more threads than cores.
    const LOOKS: u32 = 64;
    // Of these it is known at once. What is done meanwhile others wait for, too: nobody stays awake for two ends.
    if IS_ENGAGED.replace(true) {
        return;
    }
    let _restore = Restore(false);
    let (since, mut fruitless) = (Instant::now(), 0);
    while !is_done.load(Ordering::Acquire) {
        if rayon::yield_now() != Some(rayon::Yield::Executed) {
            fruitless += 1;
            spin_loop();
            if fruitless % LOOKS > 0 {
                continue;
            }
            std::thread::yield_now();
        }
        if since.elapsed() > patience {
            return;
        }
    }
}

#[cfg(feature = "parallel")]
thread_local! {
    /// Whether this thread is in the middle of something that others wait for.
    static IS_ENGAGED: Cell<bool> = const { Cell::new(false) };

    /// When the last step of some size ended that this thread asked for from outside the pool.
    static LAST_END: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Does something that others wait for.
#[cfg(feature = "parallel")]
fn engaged<R>(work: impl FnOnce() -> R) -> R {
    let _restore = Restore(IS_ENGAGED.replace(true));
    work()
}

/// Whether this thread is engaged again as it was, even when the work panics.
#[cfg(feature = "parallel")]
struct Restore(bool);

#[cfg(feature = "parallel")]
impl Drop for Restore {
    fn drop(&mut self) {
        IS_ENGAGED.set(self.0);
    }
}

/// Does something, and lets so many other threads help, each with a number from 1 on; those that have not come when it is
/// done help when there is nothing left.
#[cfg(feature = "parallel")]
pub(crate) fn join_helpers<R: Send>(
    helpers: usize,
    help: &(impl Fn(usize) + Sync),
    work: impl FnOnce() -> R + Send,
) -> R {
    fn invite(helpers: usize, help: &(impl Fn(usize) + Sync)) {
        if helpers > 1 {
            join_waited_for(|| invite(helpers - 1, help), || help(helpers));
        } else {
            help(helpers);
        }
    }
    join_waited_for(work, || invite(helpers, help))
}

/// Does the first, and the second too unless another thread takes it, and waits for that as who is waited for.
#[cfg(feature = "parallel")]
fn join_waited_for<R: Send>(first: impl FnOnce() -> R + Send, second: impl FnOnce() + Send) -> R {
    debug_assert!(rayon::current_thread_index().is_some(), "elsewhere rayon would take the first to another thread");
    let _restore = Restore(IS_ENGAGED.get());
    let first = || {
        let result = first();
        IS_ENGAGED.set(true);
        result
    };
    rayon::join(first, second).0
}

/// Tells the helpers that there is nothing left, even when the work panics.
#[cfg(feature = "parallel")]
struct SetOnDrop<'a>(&'a AtomicBool);

#[cfg(feature = "parallel")]
impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Does something: there is one thread.
#[cfg(not(feature = "parallel"))]
pub(crate) fn in_pool<R>(_effort: usize, work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;
    use std::{sync::Mutex, thread::sleep};

    /// Where the parts begin, and how long they are, in a pool of two threads.
    fn parts_of(len: usize, least: usize) -> Vec<(usize, usize)> {
        let (seen, mut items) = (Mutex::new(Vec::new()), vec![0u8; len]);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        pool.install(|| {
            for_each_part(&mut items[..], least, |first, part| seen.lock().unwrap().push((first, part.len())))
        });
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        seen
    }

    #[test]
    fn lists_of_parts_are_shared_one_by_one_and_columns_in_whole_blocks() {
        assert_eq!(parts_of(8, 1), (0..8).map(|first| (first, 1)).collect::<Vec<_>>());
        assert_eq!(parts_of(5, 1).len(), 5);
        assert_eq!(parts_of(100, 50), [(0, 56), (56, 44)]);
        assert_eq!(parts_of(100, 51), [(0, 100)]);
    }

    #[test]
    fn helpers_go_home_when_the_work_is_done_and_when_it_panics() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(pool.install(|| in_pool(1000, || 7)), 7);
        let panics = || pool.install(|| in_pool(1000, || panic!("on purpose")));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).is_err());
        assert_eq!(pool.install(|| in_pool(1000, || 8)), 8);
    }

    #[test]
    fn steps_go_to_the_pool_from_outside_if_they_are_large_or_follow_another() {
        // Another test may have started it, with one thread for each core.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(2).build_global();
        let are_many = rayon::current_num_threads() > 1;
        let goes_there = |effort| in_pool(effort, || rayon::current_thread_index().is_some());
        assert_eq!([34, 35, 15].map(goes_there), [false, are_many, false]);
        // The last of some size has just ended, unless something else had the core.
        assert_eq!((0..1000).any(|_| goes_there(16)), are_many);
        sleep(Duration::from_millis(1));
        assert!(!goes_there(16));
    }

    /// Helpers that come late leave invitations about, which those find who wait for a part.
    fn help_late_while(patience: Duration, work: impl Fn() + Sync) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(6).build().unwrap();
        for _ in 0..50 {
            let is_done = AtomicBool::new(false);
            let help_late = |_| {
                sleep(Duration::from_millis(1));
                stay_awake(&is_done, patience);
            };
            pool.install(|| {
                join_helpers(5, &help_late, || {
                    let _end = SetOnDrop(&is_done);
                    engaged(&work);
                })
            });
        }
    }

    #[test]
    fn whoever_waits_for_a_part_does_not_stay_awake_for_the_end() {
        let slowly = |_, part: &mut [u8]| {
            sleep(Duration::from_micros(20));
            part.iter_mut().for_each(|item| *item += 1);
        };
        help_late_while(Duration::MAX, || {
            let mut items = [0u8; 64];
            (0..4).for_each(|_| for_each_part(&mut items[..], 1, slowly));
            assert_eq!(items, [4; 64]);
        });
    }

    /// As the broad phase does.
    #[test]
    fn whoever_waits_for_work_unknown_here_does_not_stay_awake_for_ever() {
        fn sum(numbers: std::ops::Range<u32>) -> u32 {
            if numbers.len() == 1 {
                sleep(Duration::from_micros(20));
                return numbers.start;
            }
            let mid = numbers.start.midpoint(numbers.end);
            let (left, right) = rayon::join(|| sum(numbers.start..mid), || sum(mid..numbers.end));
            left + right
        }
        help_late_while(PATIENCE, || (0..4).for_each(|_| assert_eq!(sum(0..64), 2016)));
    }
}
