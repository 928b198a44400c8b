use broadphase::{AabbCast, NearHit, ProxyId};
use geom::Aabb;

/// The hits of a batch of questions to a [`World`](crate::World), question by question. Keep it for the next batch, which then
/// allocates nothing.
#[derive(Clone, Debug)]
pub struct BatchHits<T> {
    /// Room for what the broad phase is asked.
    pub(crate) boxes: Vec<Aabb>,
    pub(crate) ways: Vec<AabbCast>,
    /// Room for what it finds.
    pub(crate) found: broadphase::BatchHits<ProxyId>,
    pub(crate) near: broadphase::BatchHits<NearHit>,
    pub(crate) hits: broadphase::BatchHits<T>,
}

impl<T> BatchHits<T> {
    /// No questions yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            boxes: Vec::new(),
            ways: Vec::new(),
            found: broadphase::BatchHits::new(),
            near: broadphase::BatchHits::new(),
            hits: broadphase::BatchHits::new(),
        }
    }

    /// How many questions were asked.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.hits.len()
    }

    /// Whether none were.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// The hits of a question, by its place in the batch, in the order in which the single one gives them; `None` beyond the
    /// last.
    #[must_use]
    pub fn get(&self, question: usize) -> Option<&[T]> {
        self.hits.get(question)
    }

    /// The hits of each question, in the order of the batch.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.hits.iter()
    }

    /// How many hits there are altogether.
    #[must_use]
    pub fn total(&self) -> usize {
        self.hits.total()
    }
}

impl<T> Default for BatchHits<T> {
    fn default() -> Self {
        Self::new()
    }
}
