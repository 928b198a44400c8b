use super::block::Block;
use super::contact_lanes::ContactRow;
use crate::awake_set::FIXED_ROW;
use crate::coloring::{Batch, COLORS, Counts};
use crate::lanes::LANES;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// Contacts of one colour until they are eight.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub contacts: [ContactRow; LANES],
    pub rows_a: [u32; LANES],
    pub rows_b: [u32; LANES],
}

impl Stage {
    pub const EMPTY: Self =
        Self { contacts: [ContactRow::ZERO; LANES], rows_a: [FIXED_ROW; LANES], rows_b: [FIXED_ROW; LANES] };

    /// Empties the lanes from a number on.
    fn clear_from(&mut self, lane: usize) {
        self.contacts[lane..].fill(ContactRow::ZERO);
        self.rows_a[lane..].fill(FIXED_ROW);
        self.rows_b[lane..].fill(FIXED_ROW);
    }
}

/// The contacts of a batch, and the blocks that are theirs.
pub(super) struct Share<'s> {
    batch: &'s Batch<'s>,
    /// Whether its contacts are between two zones.
    pub is_between: bool,
    /// Where its contacts of each colour begin: a lane, counted through the blocks of all shares.
    starts: [usize; COLORS],
    /// Colour after colour.
    blocks: &'s mut [Block],
    /// Which one the first of them is.
    first: usize,
    /// One for each colour that any contact has.
    stages: &'s mut [Stage],
    /// By colour: which stage is its own.
    stage_of: [u8; COLORS],
}

impl<'s> Share<'s> {
    /// Shares blocks out to batches, to each the next ones.
    pub fn cut(
        arena: &'s Bump,
        batches: &'s [Batch<'s>],
        blocks: &'s mut [Block],
        stages: &'s mut Vec<Stage>,
    ) -> ArenaVec<'s, Self> {
        // Only those of colours that are used are ever written: in a small world to fill all took longer than the first step did
        // otherwise.
        let used = batches.iter().map(|batch| batch.counts.used_colors()).sum::<usize>();
        stages.resize(used.max(stages.len()), Stage::EMPTY);
        let (mut first, mut rest, mut stages) = (0, blocks, &mut stages[..]);
        let mut shares = ArenaVec::with_capacity_in(batches.len(), arena);
        for (number, batch) in batches.iter().enumerate() {
            let mut used = 0;
            let stage_of = batch.counts.0.map(|count| {
                let stage = used;
                used += u8::from(count > 0);
                stage
            });
            let (mine, others) = std::mem::take(&mut stages).split_at_mut(usize::from(used));
            stages = others;
            let mut next = first;
            let starts = batch.counts.starts(&mut next);
            let (blocks, others) = std::mem::take(&mut rest).split_at_mut(next - first);
            rest = others;
            let is_between = number > 0 && number + 1 == batches.len();
            shares.push(Self { batch, is_between, starts, blocks, first, stages: mine, stage_of });
            first = next;
        }
        shares
    }

    /// Calls `put` for each contact with its place, a lane counted through the blocks of all shares, and `finish` for each block,
    /// once all its contacts are on the stage.
    ///
    /// In the order of their pairs contacts and bodies come nearly as they lie in memory, and the block that each colour is
    /// filling stays in the first-level cache. Colour by colour every contact was a cache miss: 58 000 of them took 38 % of a
    /// step.
    pub fn fill(&mut self, mut put: impl FnMut(u32, usize, &mut Stage), mut finish: impl FnMut(&Stage, &mut Block)) {
        let (mut next, Counts(mut left)) = (self.starts, self.batch.counts);
        for colored in self.batch.iter() {
            let (contact, color) = (colored.contact, colored.color());
            let (place, stage) = (next[color], &mut self.stages[usize::from(self.stage_of[color])]);
            next[color] += 1;
            left[color] -= 1;
            put(contact, place, stage);
            let lane = place % LANES;
            if lane == LANES - 1 || left[color] == 0 {
                stage.clear_from(lane + 1);
                finish(stage, &mut self.blocks[place / LANES - self.first]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coloring::Colored;

    /// Contacts 1, 2, 3 and so on, in runs of three.
    fn batch<'s>(arena: &'s Bump, colors: &[u32]) -> Batch<'s> {
        let mut counts = Counts::default();
        let mut all = Vec::new();
        for (contact, &color) in (1..).zip(colors) {
            counts.add(color as usize);
            all.push(Colored::new(contact, [1, 2], color as usize));
        }
        let all = &*arena.alloc_slice_copy(&all);
        Batch { runs: arena.alloc_slice_copy(&all.chunks(3).collect::<Vec<_>>()), counts }
    }

    /// The contact of each lane, by block.
    fn filled(batches: &[&[u32]]) -> Vec<[u32; LANES]> {
        let arena = Bump::new();
        let batches: Vec<_> = batches.iter().map(|colors| batch(&arena, colors)).collect();
        let count = batches.iter().flat_map(|batch| batch.counts.blocks()).sum();
        let (mut blocks, mut stages) = (vec![Block::EMPTY; count], Vec::new());
        for share in &mut Share::cut(&arena, &batches, &mut blocks, &mut stages) {
            share.fill(
                |contact, place, stage| stage.rows_a[place % LANES] = contact,
                |stage, block| block.rows_a = stage.rows_a,
            );
        }
        blocks.iter().map(|block| block.rows_a).collect()
    }

    #[test]
    fn blocks_hold_one_colour_in_the_order_of_pairs() {
        let blocks = filled(&[&[7, 2, 7, 7, 7, 7, 7, 7, 7, 7, 2]]);
        assert_eq!(blocks[0], [2, 11, 0, 0, 0, 0, 0, 0]);
        assert_eq!(blocks[1], [1, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(blocks[2], [10, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn batches_come_one_after_the_other() {
        let blocks = filled(&[&[4, 4], &[], &[9, 4]]);
        assert_eq!(blocks.iter().map(|block| &block[..3]).collect::<Vec<_>>(), [[1, 2, 0], [2, 0, 0], [1, 0, 0]]);
    }
}
