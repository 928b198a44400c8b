use crate::together::TOGETHER;
use std::ops::Range;

/// So many queries are answered one by one to begin with, to see how far they have to go.
const FIRST: usize = 8;

/// How far queries for what is nearest go together, in metres: somewhat farther than those before them, which were asked
/// nearby, had to on the average. Only time depends on it: those that find nothing within it are asked again.
pub(crate) struct Reach {
    reach: Option<f32>,
    margin: f32,
    sum: f32,
    count: f32,
}

impl Reach {
    /// Nothing is known yet. `margin` is how much farther than the last queries had to go on the average the next ones look.
    pub const fn new(margin: f32) -> Self {
        Self { reach: None, margin, sum: 0.0, count: 0.0 }
    }

    /// The places of queries in groups, of which the first is small.
    pub fn groups(places: usize) -> impl Iterator<Item = Range<usize>> {
        let first = FIRST.min(places);
        let others = (first..places).step_by(TOGETHER).map(move |start| start..places.min(start + TOGETHER));
        std::iter::once(0..first).filter(|group| !group.is_empty()).chain(others)
    }

    /// How far to look; `None` before the first group is answered.
    pub const fn get(&self) -> Option<f32> {
        self.reach
    }

    /// A query of the group had to go so far.
    #[inline]
    pub fn learn(&mut self, length: f32) {
        self.sum += length;
        self.count += 1.0;
    }

    /// The group is answered.
    pub fn settle(&mut self) {
        if self.count > 0.0 {
            self.reach = Some(self.margin * self.sum / self.count);
        }
        (self.sum, self.count) = (0.0, 0.0);
    }
}
