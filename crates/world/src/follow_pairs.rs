use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::column::grow;
use crate::contact::Contact;
use crate::contacts::{Contacts, Standing};
use crate::pair_list::{Listed, NO_CONTACT};
use crate::recycle::{Levers, Recycled};
use crate::{Events, parallel};
use broadphase::{BroadPhase, Pair};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// Fewer contacts that begin than this are not worth another thread.
const LEAST_PART: usize = parallel::many(256);

/// As many contacts to begin as are worth another thread while the list of all is written.
const LEAST_APART: usize = 32;

/// The place of a slot that no contact takes.
const NOT_BEGUN: u32 = u32::MAX;

/// Whether bodies may fall asleep, and whether any do.
#[derive(Clone, Copy)]
pub(crate) struct Sleep {
    pub is_allowed: bool,
    pub is_anywhere: bool,
}

/// What new contacts are made of.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'s> {
    pub broad_phase: &'s BroadPhase,
    pub colliders: &'s Colliders,
    pub bodies: &'s Bodies,
}

impl Sources<'_> {
    /// The slots of the colliders of a pair.
    fn sides(&self, pair: Pair) -> [usize; 2] {
        let owners = self.broad_phase.user_data_column();
        [pair.a(), pair.b()].map(|proxy| owners[proxy] as usize)
    }

    fn contact(&self, pair: Pair) -> (Contact, Recycled) {
        let ([a, b], shapes) = (self.sides(pair), &self.colliders.shapes);
        let contact = Contact::new(a, b, self.colliders, self.bodies);
        (contact, Recycled::new(&shapes[a.min(b)], &shapes[a.max(b)]))
    }

    /// Whether either side is awake.
    fn is_awake(&self, pair: Pair) -> bool {
        let is_awake = |side: usize| self.bodies.awake.contains(self.colliders.bodies[side] as usize);
        self.sides(pair).into_iter().any(is_awake)
    }
}

impl Contacts {
    /// Follows the broad phase: a contact for each pair that began, none for those that ended. If sleep is allowed there is
    /// room for all contacts to fall asleep and to wake at once.
    pub fn follow_pairs(&mut self, arena: &Bump, sleep: Sleep, sources: Sources, events: &mut Events) {
        let (begun, ended) = (sources.broad_phase.begun(), sources.broad_phase.ended());
        debug_assert!(ended.iter().all(|pair| begun.binary_search(pair).is_err()), "a pair began and ended at once");
        debug_assert!(sleep.is_anywhere || begun.iter().all(|&pair| sources.is_awake(pair)));
        self.make_room_to_begin(begun.len(), sleep);
        self.begun += begun.len();
        let old = self.slots.len();
        let taken = self.take_slots(arena, begun, sources);
        let (begin_awake, begin_asleep) = if sleep.is_anywhere {
            parted(arena, (begun, taken), |&pair| sources.is_awake(pair))
        } else {
            ((begun, taken), (&[][..], &[][..]))
        };
        let is_shared = parallel::parts(begun.len(), LEAST_PART) > 1;
        let places = if is_shared { arena.alloc_slice_fill_copy(old, NOT_BEGUN) } else { &mut [] };
        let gone = arena.alloc_slice_fill_copy(ended.len(), NO_CONTACT);
        let Self { awake, asleep, moved, slots, standings, recycled, free, .. } = self;
        asleep.merge(begin_asleep);
        let columns = ((&mut slots[..old], &mut recycled[..old]), &mut standings[..old]);
        let fill = || begin(taken, places, columns, |place| sources.contact(begun[place]));
        let mut found = 0;
        let mut replace = || found = awake.replace(moved, (ended, &mut *gone), begin_awake, asleep.len() == 0);
        if begun.len() < LEAST_APART {
            fill();
            replace();
        } else {
            parallel::both(fill, replace);
        }
        // What ended is looked at last: its slots are taken by what begins in the next step.
        let mut end = |contact: u32| {
            // Whose sides are apart has ended before, and need not be looked at: it may be anywhere in memory.
            if standings[contact as usize] != Standing::Far {
                let ended = &mut slots[contact as usize];
                let noted = ended.set_touching(false);
                events.note(ended, noted);
            }
            free.push(contact);
        };
        gone.iter().copied().filter(|&contact| contact != NO_CONTACT).for_each(&mut end);
        if found < ended.len() {
            asleep.remove(ended, end);
        }
    }

    /// Makes room for so many contacts more than there are, and for all of them to end.
    fn make_room_to_begin(&mut self, count: usize, sleep: Sleep) {
        let Self { awake, asleep, moved, slots, standings, recycled, levers, free, .. } = self;
        let most = slots.len() + count.saturating_sub(free.len());
        awake.make_room(most);
        moved.make_room(most);
        if sleep.is_allowed {
            asleep.make_room(most);
        }
        grow(slots, most);
        grow(recycled, most);
        grow(levers, most);
        grow(standings, most);
        grow(free, most);
    }

    /// Gives each pair the slot of its contact: those that were freed last, in that order, which is that of pairs, so that neighbours stay
    /// near each other; then new ones, which are filled.
    fn take_slots<'s>(&mut self, arena: &'s Bump, begun: &[Pair], sources: Sources) -> &'s [u32] {
        let Self { slots, standings, recycled, levers, free, .. } = self;
        let mut freed = free.drain(free.len().saturating_sub(begun.len())..);
        arena.alloc_slice_fill_iter(begun.iter().map(|&pair| {
            freed.next().unwrap_or_else(|| {
                let (new, its) = sources.contact(pair);
                slots.push(new);
                recycled.push(its);
                levers.push(Levers::NONE);
                standings.push(Standing::Far);
                slots.len() as u32 - 1
            })
        }))
    }
}

/// Contacts that begin: those with a side that is awake, and the others.
fn parted<'s>(
    arena: &'s Bump,
    (pairs, contacts): Listed<'s>,
    is_awake: impl Fn(&Pair) -> bool,
) -> (Listed<'s>, Listed<'s>) {
    let list = || (ArenaVec::with_capacity_in(pairs.len(), arena), ArenaVec::with_capacity_in(pairs.len(), arena));
    let (mut awake, mut others) = (list(), list());
    for (&pair, &contact) in pairs.iter().zip(contacts) {
        let list = if is_awake(&pair) { &mut awake } else { &mut others };
        list.0.push(pair);
        list.1.push(contact);
    }
    let of = |list: (ArenaVec<'s, Pair>, ArenaVec<'s, u32>)| -> Listed<'s> {
        (list.0.into_bump_slice(), list.1.into_bump_slice())
    };
    (of(awake), of(others))
}

/// What there is of each contact, by slot.
type Columns<'s> = ((&'s mut [Contact], &'s mut [Recycled]), &'s mut [Standing]);

/// Puts new contacts into the slots that they have `taken`, which lie anywhere; those behind the columns have theirs. Where there are
/// `places`, one for each slot and [`NOT_BEGUN`], threads share that by slots.
fn begin(
    taken: &[u32],
    places: &mut [u32],
    ((slots, recycled), standings): Columns,
    new: impl Fn(usize) -> (Contact, Recycled) + Sync,
) {
    let count = slots.len();
    let old = taken.iter().enumerate().filter(|&(_, &slot)| (slot as usize) < count);
    if places.is_empty() {
        for (place, &slot) in old {
            let slot = slot as usize;
            (slots[slot], recycled[slot]) = new(place);
            standings[slot] = Standing::Far;
        }
        return;
    }
    old.for_each(|(place, &slot)| places[slot as usize] = place as u32);
    let parts = ((slots, recycled), (standings, &*places));
    parallel::for_each_part(parts, LEAST_PART, |_, ((slots, recycled), (standings, places))| {
        let items = slots.iter_mut().zip(recycled).zip(standings.iter_mut().zip(places));
        for ((slot, its), (standing, &place)) in items.filter(|(_, (_, place))| **place != NOT_BEGUN) {
            (*slot, *its) = new(place as usize);
            *standing = Standing::Far;
        }
    });
}
