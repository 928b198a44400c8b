use crate::column::make_room;
use crate::id::Slots;
use crate::{Call, World};
use bumpalo::Bump;
use std::collections::TryReserveError;

/// How much a world [has room for](World::reserve), or [had at most](World::peak).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Capacity {
    /// Bodies of any kind.
    pub bodies: usize,
    /// Their colliders.
    pub colliders: usize,
    /// Pairs of colliders whose fat boxes meet: from three for each collider in a pyramid of boxes to seven and a half where a
    /// drum stirs them.
    pub contacts: usize,
}

impl World {
    /// Makes room for so many in all, those that there are included: then no step takes longer than others because the lists of
    /// its bodies, colliders or contacts have to grow, as they do else. Lists of what happens grow when it does.
    ///
    /// It is only a hint: no more is made room for than may be, nor if there is no memory for so many. Nothing that comes out of
    /// the world depends on it. [`World::peak`] of a run before tells what to ask for.
    pub fn reserve(&mut self, capacity: &Capacity) {
        let Capacity { bodies, colliders, contacts } = *capacity;
        self.recorder.note(|| Call::Reserve { capacity: *capacity });
        let most = |count: usize| count.min(Slots::MAX);
        self.broad_phase.reserve(most(colliders).saturating_sub(self.broad_phase.len()));
        // Only time is lost where there is no room.
        let _ = self.make_room(most(bodies), most(colliders), most(contacts));
    }

    /// The most of each that there ever were at once, in this world or in the one that was [restored](World::restore); a contact that
    /// ends and one that begins in the same step count both. What to [reserve](World::reserve) next time.
    #[must_use]
    pub fn peak(&self) -> Capacity {
        Capacity {
            bodies: self.bodies.slots.capacity(),
            colliders: self.colliders.slots.capacity(),
            contacts: self.contacts.slots.len(),
        }
    }

    fn make_room(&mut self, bodies: usize, colliders: usize, contacts: usize) -> Result<(), TryReserveError> {
        let sleep = self.settings.sleep;
        self.bodies.make_room(bodies)?;
        make_room(&mut self.events.moved, bodies)?;
        self.shoves.make_room(bodies)?;
        if sleep {
            make_room(&mut self.woken, bodies)?;
            make_room(&mut self.events.sleep, bodies)?;
            make_room(&mut self.events.wake, bodies)?;
        }
        self.colliders.make_room(colliders)?;
        self.contacts.make_room(contacts, sleep)?;
        self.graph_room.make_room(contacts)?;
        self.solver_room.make_room(bodies, contacts)?;
        let of_bodies = bodies.saturating_mul(BYTES_PER_BODY);
        self.make_room_for_a_step(of_bodies.saturating_add(contacts.saturating_mul(BYTES_PER_CONTACT)));
        Ok(())
    }

    /// Gives the arena so many bytes at least, if there is memory for them.
    fn make_room_for_a_step(&mut self, bytes: usize) {
        let arena = self.arena.get_mut().expect("nobody locks it");
        if arena.chunk_capacity() < bytes
            && let Ok(larger) = Bump::try_with_capacity(bytes)
        {
            *arena = larger;
        }
    }
}

/// What a step needs for itself. Counted on two threads: for 3001 to 9601 bodies, of which most were awake, 0.2 to 2.8 MB, where
/// this comes to 0.6 to 4.5 and never to less.
const BYTES_PER_BODY: usize = 96;
const BYTES_PER_CONTACT: usize = 96;
