use std::ops::{Deref, DerefMut};

/// The hits of one query of a batch while they are [written](crate::BatchHits::answer_from): a slice of them that can be extended.
///
/// Those of all queries lie one after the other in memory, and what is done to these is not done to the others.
#[derive(Debug)]
pub struct HitList<'a, T> {
    all: &'a mut Vec<T>,
    start: usize,
}

impl<'a, T> HitList<'a, T> {
    /// None so far, behind all that there are.
    #[inline]
    pub(crate) fn behind(all: &'a mut Vec<T>) -> Self {
        let start = all.len();
        Self { all, start }
    }

    /// Appends a hit.
    #[inline]
    pub fn push(&mut self, hit: T) {
        self.all.push(hit);
    }
}

impl<T> Extend<T> for HitList<'_, T> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, hits: I) {
        self.all.extend(hits);
    }
}

impl<T> Deref for HitList<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.all[self.start..]
    }
}

impl<T> DerefMut for HitList<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all[self.start..]
    }
}
