use super::body_rows::{BodyRows, is_common};
use super::numbers::{Numbers, PieceRows};
use super::pieces::{Piece, PieceContacts};
use super::portion::{InUse, Portion};
use super::prepare_contacts::PreparedRows;
use super::rows::State;
use super::state::{Drive, Lock};
use super::sub_steps::{Constraints, SubSteps};
use super::workspace::{PieceSize, Workspace, Workspaces};
use crate::awake_set::FIXED_ROW;
use crate::coloring::{Coloring, Link};
use crate::event::Pushed;
use crate::lanes::LANES;
use crate::zones::Zones;
use crate::{World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;

/// What all pieces of a step have in common.
pub(super) struct Shared<'s> {
    pub sub_steps: &'s SubSteps<'s>,
    /// The rows that all pieces have, as each moves them alike: the fixed one, and all others that contacts do not move.
    common: &'s [u32],
    /// Their states before.
    before: &'s [State],
    drives: &'s [Drive],
    masses: &'s [(f32, f32)],
    /// Of all rows, ascending.
    locks: &'s [Lock],
}

impl World {
    /// Prepares, solves and keeps the contacts of one piece after the other, each thread in its own memory; notes those that began by
    /// pushing or were hit hard. Comes back with what colours they have.
    pub(super) fn solve_pieces(
        &mut self,
        arena: &Bump,
        pieces: &[Piece],
        (sub_steps, spaces): (&SubSteps, &mut Workspaces),
        rows: &mut BodyRows,
        pushed: &mut ArenaVec<Pushed>,
    ) -> InUse {
        let BodyRows { states, drives, masses, locks, common: unmoved, .. } = rows;
        let mut common = ArenaVec::with_capacity_in(1 + *unmoved, arena);
        common.push(FIXED_ROW);
        let all = (0..).zip(&*masses).skip(1);
        common.extend(all.filter(|(_, mass)| is_common(mass)).map(|(row, _)| row).take(*unmoved));
        let before = arena.alloc_slice_fill_iter(common.iter().map(|&row| states[row as usize]));
        let shared = Shared { sub_steps, common: &common, before, drives, masses, locks };
        spaces.fit(shared.size_of(pieces));
        let springs = &sub_steps.passes.springs;
        if parallel::threads() > 1 {
            return self.share_pieces(arena, (pieces, &shared), (states, spaces), pushed);
        }
        let (mut in_use, space) = (InUse::default(), spaces.own());
        for piece in pieces {
            let (portion, constraints) = self.solve_piece(space, piece, &shared, &mut states[piece.rows.clone()]);
            in_use.add(InUse::of(&portion));
            self.store_impulses(&portion, &constraints, springs, pushed);
        }
        in_use
    }

    /// Prepares and solves the contacts of a piece, whose rows have these states.
    pub(super) fn solve_piece<'w>(
        &self,
        space: &'w mut Workspace,
        piece: &Piece<'w>,
        shared: &Shared,
        states: &mut [State],
    ) -> (Portion<'w>, Constraints<'w>) {
        let here = PieceRows { common: shared.common, first: piece.rows.start as u32, count: piece.rows.len() as u32 };
        space.arena.reset();
        space.fill(shared, states, &here);
        let Workspace { contacts, coloring, states: copies, drives, locks, arena } = space;
        let portion = match piece.contacts {
            PieceContacts::Colored(portion) => portion,
            PieceContacts::Candidates(runs) => {
                self.color_piece(coloring, runs, &here);
                Portion::of(arena, coloring)
            }
        };
        let (sub_steps, masses) = (shared.sub_steps, shared.masses);
        let rows = PreparedRows { states: copies, drives, masses, numbers: Numbers::InPiece(here) };
        let mut constraints = self.prepare_contacts(arena, contacts, &portion, rows, (sub_steps.passes.h, None));
        sub_steps.run_alone(&mut constraints, (copies, drives, locks));
        states.copy_from_slice(&copies[shared.common.len()..][..states.len()]);
        (portion, constraints)
    }

    /// Gives the candidates of a piece the colours that they have among all.
    fn color_piece(&self, coloring: &mut Coloring, runs: &[&[u32]], here: &PieceRows) {
        let count = runs.iter().map(|run| run.len()).sum();
        coloring.begin(&Zones::ONE, std::iter::repeat_n(Vec2::ZERO, here.count as usize), count);
        for &index in runs.iter().copied().flatten() {
            let Link { row_a, row_b, .. } = self.graph_room.links[index as usize];
            let [row_a, row_b] = [row_a, row_b].map(|row| here.own(row).map_or(FIXED_ROW, |behind| behind + 1));
            coloring.add(index, Link { row_a, row_b, noted: None });
        }
    }
}

impl Shared<'_> {
    /// The most there is in any of these.
    fn size_of(&self, pieces: &[Piece]) -> PieceSize {
        let most = |count: fn(&Piece) -> usize| pieces.iter().map(count).max().unwrap_or(0);
        let rows = self.common.len() + most(|piece| piece.rows.len());
        PieceSize { contacts: most(|piece| piece.contacts.count()), rows, locks: self.locks.len().min(rows) }
    }
}

impl Workspace {
    /// Copies what there is of the rows that all pieces have, and of those of a piece, which have these states.
    fn fill(&mut self, shared: &Shared, own: &[State], here: &PieceRows) {
        let Shared { common, before, drives: all, locks: held, .. } = *shared;
        let Self { states, drives, locks, .. } = self;
        let size = (common.len() + own.len()).next_multiple_of(LANES);
        states.clear();
        states.extend_from_slice(before);
        states.extend_from_slice(own);
        states.resize(size, State::FIXED);
        drives.clear();
        drives.extend(common.iter().map(|&row| all[row as usize]));
        drives.extend_from_slice(&all[here.first as usize..][..own.len()]);
        drives.resize(size, Drive::NONE);
        locks.clear();
        let held = held.iter().filter(|lock| here.contains(lock.row));
        locks.extend(held.map(|lock| Lock { row: here.place(lock.row), ..*lock }));
    }
}
