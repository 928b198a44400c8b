use super::block::Block;
use super::contact_lanes::ContactRow;
use crate::awake_set::FIXED_ROW;
use crate::coloring::{COLORS, Colored, Coloring};
use crate::lanes::LANES;
use crate::parallel;
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

/// A part of the contacts with a colour, and the blocks that are its to fill: those whose first contact is in the part.
///
/// The last of them may have contacts beyond its end, and the first contacts may belong to blocks of parts before.
pub(super) struct Share<'s> {
    /// The part's contacts and all that follow, in the order of their pairs.
    colored: &'s [Colored],
    /// How many contacts of each colour come before.
    before: [usize; COLORS],
    /// How many contacts of each colour there are.
    counts: &'s [usize; COLORS],
    /// By colour: the number of the first one among those of its colour, and the blocks.
    blocks: [(usize, &'s mut [Block]); COLORS],
    stages: &'s mut [Stage],
    /// Whether any contact of the blocks bounces.
    pub bouncy: bool,
}

impl<'s> Share<'s> {
    /// Shares contacts and blocks out into so many parts.
    pub fn cut(
        arena: &'s Bump,
        coloring: &'s Coloring,
        blocks: &'s mut [Block],
        stages: &'s mut Vec<Stage>,
        parts: usize,
    ) -> ArenaVec<'s, Self> {
        stages.resize((parts * COLORS).max(stages.len()), Stage::EMPTY);
        let mut rest = blocks;
        let mut by_color = coloring.blocks().map(|count| {
            let blocks;
            (blocks, rest) = std::mem::take(&mut rest).split_at_mut(count);
            blocks
        });
        let mut shares = ArenaVec::with_capacity_in(parts, arena);
        let (mut before, mut first) = ([0usize; COLORS], [0; COLORS]);
        let bound = |part: usize| coloring.colored.len() * part / parts;
        let counts = arena.alloc_slice_fill_copy(parts, [0; COLORS]);
        parallel::for_each_part(&mut counts[..], 1, |first, counts| {
            for (part, counts) in (first..).zip(counts) {
                let colored = &coloring.colored[bound(part)..bound(part + 1)];
                colored.iter().for_each(|colored| counts[colored.color as usize] += 1);
            }
        });
        for (part, (stages, counts)) in stages.chunks_exact_mut(COLORS).zip(&*counts).enumerate() {
            let after: [usize; COLORS] = std::array::from_fn(|color| before[color] + counts[color]);
            let blocks = std::array::from_fn(|color| {
                let (from, to) = (first[color], after[color].div_ceil(LANES));
                first[color] = to;
                let (mine, others) = std::mem::take(&mut by_color[color]).split_at_mut(to - from);
                by_color[color] = others;
                (from, mine)
            });
            let (colored, counts) = (&coloring.colored[bound(part)..], &coloring.counts);
            shares.push(Self { colored, before, counts, blocks, stages, bouncy: false });
            before = after;
        }
        shares
    }

    /// Calls `put` for each contact of the share's blocks, with its colour and its number among those of the colour, and `finish`
    /// for each block, once all its contacts are on the stage.
    pub fn fill(
        &mut self,
        mut put: impl FnMut(u32, usize, usize, &mut Stage),
        mut finish: impl FnMut(&Stage, &mut Block),
    ) {
        let mut next = self.before;
        let mut unfinished: usize = self.blocks.iter().map(|(_, blocks)| blocks.len()).sum();
        for &Colored { contact, color } in self.colored {
            if unfinished == 0 {
                break;
            }
            let color = color as usize;
            let number = next[color];
            next[color] += 1;
            let (first, blocks) = &mut self.blocks[color];
            let Some(block) = (number / LANES).checked_sub(*first).and_then(|block| blocks.get_mut(block)) else {
                continue;
            };
            let (lane, stage) = (number % LANES, &mut self.stages[color]);
            put(contact, color, number, stage);
            if lane == LANES - 1 || number + 1 == self.counts[color] {
                stage.clear_from(lane + 1);
                finish(stage, block);
                unfinished -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contact of each lane, by block, filled in by so many parts.
    fn filled(colors: &[u32], parts: usize) -> Vec<[u32; LANES]> {
        let arena = Bump::new();
        let colored: Vec<_> = (1..).zip(colors).map(|(contact, &color)| Colored { contact, color }).collect();
        let mut counts = [0; COLORS];
        colors.iter().for_each(|&color| counts[color as usize] += 1);
        let mut coloring = Coloring::default();
        (coloring.colored, coloring.counts) = (colored, counts);
        let count = coloring.blocks().iter().sum();
        let (mut blocks, mut stages) = (vec![Block::EMPTY; count], Vec::new());
        for share in &mut Share::cut(&arena, &coloring, &mut blocks, &mut stages, parts) {
            share.fill(
                |contact, _, number, stage| stage.rows_a[number % LANES] = contact,
                |stage, block| block.rows_a = stage.rows_a,
            );
        }
        blocks.iter().map(|block| block.rows_a).collect()
    }

    #[test]
    fn blocks_hold_one_colour_in_the_order_of_pairs() {
        let blocks = filled(&[7, 2, 7, 7, 7, 7, 7, 7, 7, 7, 2], 1);
        assert_eq!(blocks[0], [2, 11, 0, 0, 0, 0, 0, 0]);
        assert_eq!(blocks[1], [1, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(blocks[2], [10, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn any_number_of_parts_fills_the_same_blocks() {
        // Common colours and rare ones, whose blocks span several parts.
        let colors: Vec<_> = (0..700u32).map(|i| if i % 97 == 5 { 20 } else { i * i % 7 }).collect();
        let whole = filled(&colors, 1);
        assert_eq!(whole.as_flattened().iter().filter(|&&contact| contact != FIXED_ROW).count(), colors.len());
        for parts in [2, 3, 8, 50] {
            assert_eq!(filled(&colors, parts), whole, "{parts} parts");
        }
    }
}
