use crate::coloring::Batch;
use crate::contact_graph::LEAST_PART;
use crate::parallel;

/// Contacts that are prepared, solved and kept together: all of a step, or those of a piece of the world.
pub(super) struct Portion<'s> {
    /// Those with a colour: one batch, or one for each zone and one for what is between two.
    pub batches: &'s [Batch<'s>],
    /// Those without.
    pub overflow: &'s [u32],
}

impl Portion<'_> {
    /// How many contacts have a colour.
    pub fn colored(&self) -> usize {
        self.batches.iter().flat_map(|batch| batch.counts.0).sum()
    }

    /// Whether there are enough contacts with a colour for several threads to keep what became of them.
    pub fn is_worth_sharing(&self) -> bool {
        parallel::parts(self.colored(), LEAST_PART) > 1
    }
}
