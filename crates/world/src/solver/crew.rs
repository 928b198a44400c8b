/// Who works on the constraints of a colour, or on the bodies, whose states are in rows of the kind `R`.
pub(super) trait Crew<R> {
    /// Does the work on parts of `items`, in any order; each is told the number of its first item and shown all rows. Parts
    /// begin at multiples of [`LANES`](crate::lanes::LANES), and those shorter than `least` are not worth another thread.
    fn work<T: Send>(&self, items: &mut [T], least: usize, rows: &[R], work: impl Fn(usize, &mut [T], &[R]) + Sync);
}

/// The thread that asks.
pub(super) struct Alone;

impl<R> Crew<R> for Alone {
    #[inline(always)]
    fn work<T: Send>(&self, items: &mut [T], _least: usize, rows: &[R], work: impl Fn(usize, &mut [T], &[R]) + Sync) {
        work(0, items, rows);
    }
}

/// The threads of rayon's current pool.
#[cfg(feature = "parallel")]
pub(super) struct Pool;

#[cfg(feature = "parallel")]
impl<R: Sync> Crew<R> for Pool {
    fn work<T: Send>(&self, items: &mut [T], least: usize, rows: &[R], work: impl Fn(usize, &mut [T], &[R]) + Sync) {
        crate::parallel::for_each_part(items, least, |first, part| work(first, part, rows));
    }
}
