use crate::coloring::{Batch, COLORS, Colored, Coloring, Counts};
use crate::contact_graph::LEAST_PART;
use crate::parallel;
use bumpalo::Bump;

/// Contacts that are prepared, solved and kept together: all of a step, or those of a piece of the world.
#[derive(Clone, Copy)]
pub(crate) struct Portion<'s> {
    /// Those with a colour: one batch, or one for each zone and one for what is between two.
    pub batches: &'s [Batch<'s>],
    /// Those without.
    pub overflow: &'s [Colored],
}

impl<'s> Portion<'s> {
    /// All contacts that have been coloured.
    pub fn of(arena: &'s Bump, coloring: &'s Coloring) -> Self {
        Self { batches: coloring.batches(arena), overflow: &coloring.overflow }
    }

    /// How many contacts have a colour.
    pub fn colored(&self) -> usize {
        self.batches.iter().flat_map(|batch| batch.counts.0).sum()
    }

    /// Whether there are enough contacts with a colour for several threads to keep what became of them.
    pub fn is_worth_sharing(&self) -> bool {
        parallel::parts(self.colored(), LEAST_PART) > 1
    }
}

/// What contacts of a step, or of some pieces of it, have.
#[derive(Clone, Copy, Default)]
pub(crate) struct InUse {
    /// Bit `c`: some contact has colour `c`.
    pub colors: u32,
    /// How many have none.
    pub overflow: usize,
}

impl InUse {
    pub fn of(portion: &Portion) -> Self {
        let used =
            |counts: &Counts| (0..COLORS).filter(|&color| counts.0[color] > 0).fold(0, |mask, color| mask | 1 << color);
        let colors = portion.batches.iter().fold(0, |mask, batch| mask | used(&batch.counts));
        Self { colors, overflow: portion.overflow.len() }
    }

    /// Those of others, too.
    pub fn add(&mut self, other: Self) {
        self.colors |= other.colors;
        self.overflow += other.overflow;
    }
}
