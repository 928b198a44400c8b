use super::pieces::Piece;
use super::portion::InUse;
use super::rows::State;
use super::solve_pieces::Shared;
use super::store::{Keeper, Kept};
use super::workspace::Workspaces;
use crate::event::Pushed;
use crate::{World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// A piece that some thread solves.
struct Task<'s> {
    piece: &'s Piece<'s>,
    /// Those of its rows.
    states: &'s mut [State],
    /// What became of its contacts, the first of which is number `first` of all.
    kept: &'s mut [Kept],
    first: usize,
    in_use: InUse,
}

impl World {
    /// Solves the pieces of the world, each on some thread, and keeps what became of their contacts.
    ///
    /// No thread waits for another before it is done with its last piece. Where what became of a contact is kept may be next to one of
    /// another piece: that is written afterwards, by threads that each have a part of the slots.
    pub(super) fn share_pieces(
        &mut self,
        arena: &Bump,
        (pieces, shared): (&[Piece], &Shared),
        (states, spaces): (&mut [State], &mut Workspaces),
        pushed: &mut ArenaVec<Pushed>,
    ) -> InUse {
        let springs = &shared.sub_steps.passes.springs;
        let (all, kept, most) = spaces.share(pieces.iter().map(|piece| piece.contacts.count()).sum());
        // No piece has the fixed row, which comes before all others.
        let (mut rest, mut rest_of_kept) = (&mut states[1..], &mut *kept);
        let (mut tasks, mut first) = (ArenaVec::with_capacity_in(pieces.len(), arena), 0);
        for piece in pieces {
            let (states, kept);
            (states, rest) = rest.split_at_mut(piece.rows.len());
            (kept, rest_of_kept) = rest_of_kept.split_at_mut(piece.contacts.count());
            tasks.push(Task { piece, states, first, in_use: InUse::default(), kept });
            first += piece.contacts.count();
        }
        let (world, keeper) = (&*self, &Keeper::new(&self.settings, springs, &self.colliders.poses));
        parallel::for_each_part(&mut tasks[..], 1, |_, tasks| {
            let space = &mut *all[parallel::this_thread()].lock().expect("nobody panics while solving a piece");
            for Task { piece, states, kept, first, in_use } in tasks {
                let (portion, constraints) = world.solve_piece(space, piece, shared, states);
                *in_use = InUse::of(&portion);
                let mut free = (*first..).zip(kept.iter_mut());
                keeper.leave(&portion, &constraints, |contact, left| {
                    let (place, kept) = free.next().expect("it is a contact of the piece");
                    *kept = left;
                    world.graph_room.places.set(contact, place);
                });
            }
        });
        let mut in_use = InUse::default();
        for task in tasks {
            *most = (*most).max(task.in_use.overflow);
            in_use.add(task.in_use);
        }
        self.store_kept(kept, springs, pushed);
        in_use
    }
}
