use super::block::{Block, Single};
use super::rows::State;
use super::stage::Stage;
use super::state::{Drive, Lock};
use super::store::Kept;
use crate::coloring::{COLORS, Coloring};
use crate::column::{grow, make_room};
use crate::lanes::LANES;
use crate::parallel;
use crate::zones::Zones;
use bumpalo::Bump;
use geom::Vec2;
use std::collections::TryReserveError;
use std::sync::{Mutex, PoisonError};

/// What constraints are made in. Kept from step to step, lest each allocates.
#[derive(Default)]
pub(super) struct ContactRoom {
    /// Contacts as the solver sees them, eight at a time.
    pub blocks: Vec<Block>,
    /// By group and colour.
    pub stages: Vec<Stage>,
    /// Those without a colour.
    pub singles: Vec<Single>,
}

/// What a thread solves pieces in, one after the other.
#[derive(Default)]
pub(super) struct Workspace {
    pub contacts: ContactRoom,
    /// Of the piece, if nobody coloured its contacts before.
    pub coloring: Coloring,
    /// What moves in the piece, and has to be where nothing else does: whole blocks of eight are moved.
    pub states: Vec<State>,
    pub drives: Vec<Drive>,
    pub locks: Vec<Lock>,
    /// A few numbers of each piece.
    pub arena: Bump,
}

/// The most there is of anything in a piece.
#[derive(Clone, Copy)]
pub(super) struct PieceSize {
    pub contacts: usize,
    /// Those that all pieces have included.
    pub rows: usize,
    pub locks: usize,
}

/// One for each thread, by its number.
#[derive(Default)]
pub(super) struct Workspaces {
    all: Vec<Mutex<Workspace>>,
    /// The most contacts without a colour of any piece of any step that several threads shared.
    overflow: usize,
    /// What became of contacts, piece after piece, where several threads share them. Behind it what is left of larger steps.
    pub kept: Vec<Kept>,
}

impl Workspaces {
    /// What this thread works in, where no other does anything.
    pub fn own(&mut self) -> &mut Workspace {
        if self.all.is_empty() {
            self.all.push(Mutex::default());
        }
        self.all[0].get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room in it for so many contacts.
    pub fn make_room(&mut self, contacts: usize) -> Result<(), TryReserveError> {
        // In each of the colours that are usually in use the last block may lack some.
        make_room(&mut self.own().contacts.blocks, contacts / LANES + contacts.min(COLORS))
    }

    /// Makes room for pieces of this size in one for each thread: none allocates when it gets a larger piece than before.
    pub fn fit(&mut self, size: PieceSize) {
        if self.all.len() < parallel::threads() {
            self.all.resize_with(parallel::threads(), Mutex::default);
        }
        for space in &mut self.all[..parallel::threads()] {
            space.get_mut().unwrap_or_else(PoisonError::into_inner).fit(size, self.overflow);
        }
    }

    /// All of them, room for what becomes of so many contacts, and [`overflow`](Self::overflow).
    pub fn share(&mut self, contacts: usize) -> (&[Mutex<Workspace>], &mut [Kept], &mut usize) {
        if self.kept.len() < contacts {
            grow(&mut self.kept, contacts);
            self.kept.resize(contacts, Kept::default());
        }
        (&self.all, &mut self.kept[..contacts], &mut self.overflow)
    }
}

impl Workspace {
    fn fit(&mut self, size: PieceSize, overflow: usize) {
        let PieceSize { contacts, rows, locks } = size;
        let ContactRoom { blocks, stages, singles } = &mut self.contacts;
        grow(blocks, contacts / LANES + contacts.min(COLORS));
        grow(stages, COLORS);
        grow(singles, overflow);
        grow(&mut self.states, rows.next_multiple_of(LANES));
        grow(&mut self.drives, rows.next_multiple_of(LANES));
        grow(&mut self.locks, locks);
        if parallel::threads() > 1 {
            self.coloring.begin(&Zones::ONE, std::iter::repeat_n(Vec2::ZERO, rows), contacts);
            grow(&mut self.coloring.overflow, overflow);
        }
        if self.arena.chunk_capacity() < NUMBERS {
            self.arena = Bump::with_capacity(NUMBERS);
        }
    }
}

/// The bytes that the numbers of a piece take, and more.
const NUMBERS: usize = 4096;
