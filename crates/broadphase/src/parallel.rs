//! Work that may be shared among threads: with the feature `parallel` those of rayon's current pool, without it this one.
//!
//! What is shared is cut into parts whose results are put together in order, or sorted afterwards: the outcome never depends
//! on how many parts there were.

/// Fewer small items than this are not worth another thread.
#[cfg(feature = "parallel")]
const LEAST_OF_MANY: usize = 1024;

/// How many threads there are to share work with, this one included.
#[cfg(feature = "parallel")]
pub(crate) fn threads() -> usize {
    // Asking the pool from outside for each piece of work would cost more than it brings: see `in_pool`.
    rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads())
}

/// One.
#[cfg(not(feature = "parallel"))]
pub(crate) const fn threads() -> usize {
    1
}

/// Does something about so many items on a thread of the pool, which may then share it with the others, unless the way there and
/// back, as long as it takes to wake two threads up, would cost more than `least` of them on this one.
#[cfg(feature = "parallel")]
pub(crate) fn in_pool<R: Send>(items: usize, least: usize, work: impl FnOnce() -> R + Send) -> R {
    // Who asks how many there are starts the global pool.
    if items < least || rayon::current_thread_index().is_some() || rayon::current_num_threads() == 1 {
        return work();
    }
    rayon::scope(|_| work())
}

/// Does something: there is one thread.
#[cfg(not(feature = "parallel"))]
pub(crate) fn in_pool<R>(_items: usize, _least: usize, work: impl FnOnce() -> R) -> R {
    work()
}

/// Into how many parts to cut the work on `items` things, if fewer than `least` of them are not worth another thread.
#[cfg(feature = "parallel")]
pub(crate) fn parts(items: usize, least: usize) -> usize {
    // Several parts a thread, since some take longer than others.
    const PARTS_PER_THREAD: usize = 4;
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

/// Does the work on each item, which is told its number, in any order.
pub(crate) fn for_each<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    #[cfg(feature = "parallel")]
    if items.len() > 1 && threads() > 1 {
        use rayon::prelude::*;
        // One by one, lest who comes last has several left that the other could take.
        items.par_iter_mut().enumerate().with_max_len(1).for_each(|(number, item)| work(number, item));
        return;
    }
    items.iter_mut().enumerate().for_each(|(number, item)| work(number, item));
}

/// [`for_each`] of many small items.
pub(crate) fn for_each_of_many<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
    #[cfg(feature = "parallel")]
    if threads() > 1 {
        use rayon::prelude::*;
        return items.par_iter_mut().with_min_len(LEAST_OF_MANY).for_each(work);
    }
    items.iter_mut().for_each(work);
}

/// Does the work on each stretch of so many items, of which the last may have fewer, in any order; it is told the number of the
/// first. Fewer items than `_least` are not worth another thread.
pub(crate) fn for_each_stretch<T: Send>(
    items: &mut [T],
    len: usize,
    _least: usize,
    work: impl Fn(usize, &mut [T]) + Sync + Send,
) {
    #[cfg(feature = "parallel")]
    if threads() > 1 {
        use rayon::prelude::*;
        let stretches = items.par_chunks_mut(len).enumerate().with_min_len(_least.div_ceil(len));
        return stretches.for_each(|(number, items)| work(number * len, items));
    }
    items.chunks_mut(len).enumerate().for_each(|(number, items)| work(number * len, items));
}

/// Does both, which threads may share if that pays.
pub(crate) fn both(_pays: bool, one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if _pays && threads() > 1 {
        rayon::join(one, other);
        return;
    }
    one();
    other();
}

/// Does the work on as many chunks of three columns of one length as there are parts, with the part that belongs to each; it is
/// told the number of the chunk's first row.
pub(crate) fn for_each_chunk<A: Send, B: Send, C: Send, P: Send>(
    a: &mut [A],
    b: &mut [B],
    c: &mut [C],
    parts: &mut [P],
    work: impl Fn(usize, &mut [A], &mut [B], &mut [C], &mut P) + Sync + Send,
) {
    let len = a.len().div_ceil(parts.len()).max(1);
    #[cfg(feature = "parallel")]
    if parts.len() > 1 && threads() > 1 {
        use rayon::prelude::*;
        let chunks = a.par_chunks_mut(len).zip(b.par_chunks_mut(len)).zip(c.par_chunks_mut(len)).zip(parts);
        chunks.enumerate().with_max_len(1).for_each(|(number, (((a, b), c), part))| work(number * len, a, b, c, part));
        return;
    }
    let chunks = a.chunks_mut(len).zip(b.chunks_mut(len)).zip(c.chunks_mut(len)).zip(parts);
    chunks.enumerate().for_each(|(number, (((a, b), c), part))| work(number * len, a, b, c, part));
}

/// The numbers below `count` that belong to a part.
pub(crate) fn share(count: usize, part: usize, parts: usize) -> std::ops::Range<usize> {
    count * part / parts..count * (part + 1) / parts
}
