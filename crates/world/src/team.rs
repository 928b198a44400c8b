//! Threads that carry out one order after the other together.

use crate::parallel;
use crate::zones::MAX_ZONES;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many parts an order has at most.
const MAX_PARTS: usize = MAX_ZONES;

/// Before the first order.
const NOTHING_YET: u32 = 0;

/// After the last.
const NOTHING_MORE: u32 = u32::MAX;

/// Threads that carry out orders together: one leads, the others follow.
///
/// An order has parts, always as many. Each thread takes one after the other: its own ones first, the same in every
/// order, so that what they read and write stays in its cache; then those that the others have not come to. The leader goes
/// on when all are done. Who never comes is not waited for: one thread alone carries out everything. An order costs less
/// than a microsecond, because followers do not sleep. (After the solver stages of E. Catto's Box2D v3.)
pub(crate) struct Team {
    threads: usize,
    parts: usize,
    /// The last order, counted from 1, or [`NOTHING_YET`], or [`NOTHING_MORE`].
    order: AtomicU32,
    /// How many parts of the order are done.
    done: AtomicU32,
    /// By part: the number of the last order for which somebody took it.
    taken: [Taken; MAX_PARTS],
}

/// Alone in its cache line, lest threads that take different parts wait for each other.
#[repr(align(64))]
struct Taken(AtomicU32);

/// The thread of a team that gives the orders.
pub(crate) struct Leader<'s, W> {
    team: &'s Team,
    work: &'s W,
}

impl Team {
    /// Lets `lead` give orders of so many parts to a team of so many threads of the pool, each to do `work` on one part of an
    /// order.
    pub fn run<W: Fn(u32, usize) + Sync, T: Send>(
        threads: usize,
        parts: usize,
        work: &W,
        lead: impl FnOnce(&mut Leader<W>) -> T + Send,
    ) -> T {
        let taken = std::array::from_fn(|_| Taken(AtomicU32::new(0)));
        let team = Self { threads, parts, order: AtomicU32::new(NOTHING_YET), done: AtomicU32::new(0), taken };
        let lead = || {
            let mut leader = Leader { team: &team, work };
            lead(&mut leader)
        };
        parallel::join_helpers(threads - 1, &|thread| team.follow(thread, work), lead)
    }

    /// Does what the leader orders until the leader leaves.
    fn follow(&self, thread: usize, work: &impl Fn(u32, usize)) {
        let mut last = NOTHING_YET;
        loop {
            last = spin(|| Some(self.order.load(Ordering::Acquire)).filter(|&order| order != last));
            if last == NOTHING_MORE {
                return;
            }
            self.carry_out(last, thread, work);
        }
    }

    /// Does those parts of an order that nobody else has taken.
    fn carry_out(&self, order: u32, thread: usize, work: &impl Fn(u32, usize)) {
        let parts = self.parts;
        let (mine, others) = (thread * parts / self.threads, (thread + 1) * parts / self.threads);
        // Those of others from the last to the first: that is where they come last.
        for part in (mine..others).chain((0..mine).rev()).chain((others..parts).rev()) {
            // A thread that comes late with an old order finds all parts taken for it or for a later one.
            let taken = &self.taken[part].0;
            let last = taken.load(Ordering::Relaxed);
            if last < order && taken.compare_exchange(last, order, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                let _done = AddOnDrop(&self.done);
                work(order - 1, part);
            }
        }
    }
}

impl<W: Fn(u32, usize)> Leader<'_, W> {
    /// Has `work` done on all parts of an order. Orders are numbers that ascend.
    pub fn order(&mut self, order: u32) {
        let Self { team, work } = *self;
        team.done.store(0, Ordering::Relaxed);
        let order = order + 1;
        team.order.store(order, Ordering::Release);
        team.carry_out(order, 0, work);
        let parts = team.parts as u32;
        spin(|| (team.done.load(Ordering::Acquire) == parts).then_some(()));
    }
}

/// The followers leave with the leader, even when that panics.
impl<W> Drop for Leader<'_, W> {
    fn drop(&mut self) {
        self.team.order.store(NOTHING_MORE, Ordering::Release);
    }
}

/// Counts a part as done, even when the work on it panics: the leader waits for it.
struct AddOnDrop<'a>(&'a AtomicU32);

impl Drop for AddOnDrop<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

/// Waits for something that comes soon.
fn spin<T>(mut look: impl FnMut() -> Option<T>) -> T {
    /// Then others may have the processor: perhaps one of them is who is waited for.
    const PATIENCE: u32 = 1 << 10;
    let mut turns = 0;
    loop {
        if let Some(found) = look() {
            return found;
        }
        turns += 1;
        match turns % PATIENCE {
            0 => std::thread::yield_now(),
            _ => spin_loop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(work)
    }

    /// Has so many threads carry out 200 orders, each of which finds all parts of the one before done; tells how often each
    /// part was done.
    fn carry_out(threads: usize, parts: usize) -> Vec<u32> {
        let done: Vec<AtomicU32> = (0..parts).map(|_| AtomicU32::new(0)).collect();
        let work = |order: u32, part: usize| {
            // The others must wait for the slow ones.
            if (order as usize + part).is_multiple_of(7) {
                std::thread::sleep(Duration::from_micros(20));
            }
            assert!(done.iter().all(|done| [order, order + 1].contains(&done.load(Ordering::Relaxed))));
            assert_eq!(done[part].fetch_add(1, Ordering::Relaxed), order);
        };
        Team::run(threads, parts, &work, |leader| (0..200).for_each(|order| leader.order(order)));
        done.into_iter().map(AtomicU32::into_inner).collect()
    }

    #[test]
    fn each_part_of_each_order_is_done_once_before_the_next_order() {
        for (threads, parts) in [(2, 2), (3, 8), (5, 3)] {
            assert_eq!(in_pool(threads, || carry_out(threads, parts)), vec![200; parts]);
        }
    }

    #[test]
    fn a_thread_whose_followers_never_come_does_everything() {
        assert_eq!(in_pool(1, || carry_out(4, 4)), [200; 4]);
    }

    #[test]
    fn a_panic_ends_the_work_of_all() {
        for bad_part in [0, 1] {
            let work = |order: u32, part: usize| assert!(order < 50 || part != bad_part, "on purpose");
            let run = || in_pool(2, || Team::run(2, 2, &work, |leader| (0..100).for_each(|order| leader.order(order))));
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        }
    }
}
