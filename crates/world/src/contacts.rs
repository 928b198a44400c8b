use crate::awake_set::AwakeSet;
use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::column::{grow, make_room};
use crate::contact::Contact;
use crate::cycles::Cycles;
use crate::mix::Mix;
use crate::pair_list::{Listed, NO_CONTACT, PairList};
use crate::recycle::{Levers, Recycled};
use crate::{ColliderId, Events, parallel};
use broadphase::{BroadPhase, Pair};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use std::collections::TryReserveError;

/// The contacts: one for each pair of the broad phase, kept in slots that move only where they are put in order.
#[derive(Default)]
pub(crate) struct Contacts {
    /// Those with a side that is awake: all that a step looks at.
    pub awake: PairList,
    /// Those without.
    pub asleep: PairList,
    /// Those that changed from one list to the other last, and room for the next list of those that are awake.
    pub moved: PairList,
    /// Whether a body woke whose contacts still sleep.
    pub any_woken: bool,
    pub slots: Vec<Contact>,
    /// By slot.
    pub standings: Vec<Standing>,
    /// By slot: what its manifold is recycled from. Apart from the contacts, since most that is done to those is done without.
    pub recycled: Vec<Recycled>,
    /// By slot, of those whose manifold has two points.
    pub levers: Vec<Levers>,
    free: Vec<u32>,
    /// How many contacts began since the slots were last put in order, and how many steps that is ago.
    begun: usize,
    steps: u32,
}

geom::clone_in_place!(
    Contacts { awake, asleep, any_woken, slots, standings, recycled, levers, free, begun, steps }
    room { moved }
);

/// How the sides of a contact stood to each other in the last step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Too far apart to touch, or it is new. It is as [`Contact::part`] leaves it.
    Far,
    /// Neither of the others. Of sensors only circles tell that they are not far.
    Near,
    /// They have a manifold, which is looked for again whatever the circles say.
    Meets,
}

/// Contacts in slots next to each other, and what is remembered of them.
pub(crate) struct ContactSlots<'s> {
    /// The slot of the first.
    pub first: usize,
    pub contacts: &'s mut [Contact],
    pub standings: &'s mut [Standing],
    pub recycled: &'s mut [Recycled],
    pub levers: &'s mut [Levers],
}

/// Whether bodies may fall asleep, and whether any do.
#[derive(Clone, Copy)]
pub(crate) struct Sleep {
    pub is_allowed: bool,
    pub is_anywhere: bool,
}

/// Fewer contacts that begin than this are not worth another thread.
const LEAST_PART: usize = 256;

/// As many contacts to begin as are worth another thread while the list of all is written.
const LEAST_APART: usize = 32;

/// The place of a slot that no contact takes.
const NOT_BEGUN: u32 = u32::MAX;

impl Contacts {
    /// All slots.
    pub fn slots_mut(&mut self) -> ContactSlots<'_> {
        let Self { slots: contacts, standings, recycled, levers, .. } = self;
        ContactSlots { first: 0, contacts, standings, recycled, levers }
    }

    /// Makes room for so many.
    pub fn make_room(&mut self, count: usize, sleep: bool) -> Result<(), TryReserveError> {
        let Self { awake, asleep, moved, slots, standings, recycled, levers, free, .. } = self;
        make_room(slots, count)?;
        make_room(standings, count)?;
        make_room(recycled, count)?;
        make_room(levers, count)?;
        make_room(free, count)?;
        awake.try_make_room(count)?;
        moved.try_make_room(count)?;
        if sleep {
            asleep.try_make_room(count)?;
        }
        Ok(())
    }

    /// Follows the broad phase: a contact for each pair that began, none for those that ended. If sleep is allowed there is
    /// room for all contacts to fall asleep and to wake at once.
    pub fn follow_pairs(
        &mut self,
        arena: &Bump,
        sleep: Sleep,
        broad_phase: &BroadPhase,
        colliders: &Colliders,
        bodies: &Bodies,
        events: &mut Events,
    ) {
        let (begun, ended) = (broad_phase.begun(), broad_phase.ended());
        let Self { awake, asleep, moved, slots, standings, recycled, levers, free, begun: since, .. } = self;
        *since += begun.len();
        let owners = broad_phase.user_data_column();
        let most = slots.len() + begun.len().saturating_sub(free.len());
        [&mut *awake, &mut *moved].into_iter().for_each(|list| list.make_room(most));
        if sleep.is_allowed {
            asleep.make_room(most);
        }
        grow(slots, most);
        grow(recycled, most);
        grow(levers, most);
        grow(standings, most);
        // It has room for all when they end.
        grow(free, most);
        let new = |pair: Pair| {
            let [a, b] = [pair.a(), pair.b()].map(|proxy| owners[proxy] as usize);
            let contact = Contact::new(a, b, colliders, bodies);
            (contact, Recycled::new(&colliders.shapes[a.min(b)], &colliders.shapes[a.max(b)]))
        };
        let is_awake = |proxy: usize| bodies.awake.contains(colliders.bodies[owners[proxy] as usize] as usize);
        debug_assert!(sleep.is_anywhere || begun.iter().all(|pair| is_awake(pair.a()) || is_awake(pair.b())));
        let old = slots.len();
        // The slots that were freed last, in that order: of pairs, as those that begin are. So neighbours stay near each other.
        let mut freed = free.drain(free.len().saturating_sub(begun.len())..);
        let taken = arena.alloc_slice_fill_iter(begun.iter().map(|&pair| {
            let contact = freed.next().unwrap_or(slots.len() as u32);
            if contact as usize == slots.len() {
                let (new, its) = new(pair);
                slots.push(new);
                recycled.push(its);
                levers.push(Levers::NONE);
                standings.push(Standing::Far);
            }
            contact
        }));
        drop(freed);
        let taken = &*taken;
        let is_roused = |pair: &Pair| is_awake(pair.a()) || is_awake(pair.b());
        let (begin_awake, begin_asleep) = if sleep.is_anywhere {
            parted(arena, (begun, taken), is_roused)
        } else {
            ((begun, taken), (&[][..], &[][..]))
        };
        let is_shared = parallel::parts(begun.len(), LEAST_PART) > 1;
        let places = if is_shared { arena.alloc_slice_fill_copy(old, NOT_BEGUN) } else { &mut [] };
        let columns = ((&mut slots[..old], &mut recycled[..old]), &mut standings[..old]);
        let fill = || begin(taken, places, columns, |place| new(begun[place]));
        debug_assert!(ended.iter().all(|pair| begun.binary_search(pair).is_err()), "a pair began and ended at once");
        asleep.merge(begin_asleep);
        let gone = arena.alloc_slice_fill_copy(ended.len(), NO_CONTACT);
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

    /// Puts the contacts into slots in the order of their pairs, those that are awake first, when half of them may be
    /// elsewhere: once in sixteen calls at most, of which each step has one.
    ///
    /// A contact begins in the slot of one that ended, elsewhere in memory, and a step goes through all of them several times
    /// in the order of pairs. O(contacts).
    pub fn put_in_order(&mut self, arena: &Bump) {
        /// Fewer contacts than this are not worth another thread.
        const LEAST_PART: usize = 512;
        /// Where contacts come and go as fast as in spinner, a step takes 0.89 of the time that it takes when they are put in
        /// order every 64 steps; every 32 steps 0.93, every eight 0.92.
        const LEAST_STEPS: u32 = 16;
        let Self { awake, asleep, slots, standings, recycled, levers, free, begun, steps, .. } = self;
        *steps = steps.saturating_add(1);
        if 2 * *begun < awake.len() + asleep.len() || *steps < LEAST_STEPS {
            return;
        }
        *steps = 0;
        *begun = 0;
        let mut sources = ArenaVec::with_capacity_in(slots.len(), arena);
        [awake.contacts(), asleep.contacts(), free].into_iter().for_each(|list| sources.extend_from_slice_copy(list));
        let cycles = Cycles::new(arena, &mut sources);
        let mut turn_others = || {
            cycles.turn(standings);
            cycles.turn(recycled);
            cycles.turn(levers);
        };
        if parallel::parts(sources.len(), LEAST_PART) == 1 {
            cycles.turn(slots);
            turn_others();
        } else {
            parallel::both(|| cycles.turn(slots), turn_others);
        }
        let first_free = asleep.renumber(awake.renumber(0));
        free.clear();
        free.extend(first_free..slots.len() as u32);
    }

    /// Moves the contacts of bodies that woke to those that are awake, and tells how many there were; they are in
    /// `moved` until the next call. O(contacts) when a body woke.
    pub fn rouse(&mut self, awake: &AwakeSet) -> usize {
        if !std::mem::take(&mut self.any_woken) {
            return 0;
        }
        let slots = &self.slots;
        self.asleep.split_off(&mut self.moved, |_, contact| slots[contact as usize].is_awake(awake));
        self.awake.merge(self.moved.as_listed());
        self.moved.len()
    }

    /// Moves the contacts of bodies that fell asleep to those that sleep; `fell` tells by proxy which did. O(contacts).
    pub fn lull(&mut self, awake: &AwakeSet, fell: &[bool]) {
        let slots = &self.slots;
        // Contacts lie anywhere in memory: the pairs tell which may leave.
        let leaves =
            |pair: Pair, contact: u32| (fell[pair.a()] || fell[pair.b()]) && !slots[contact as usize].is_awake(awake);
        self.awake.split_off(&mut self.moved, leaves);
        self.asleep.merge(self.moved.as_listed());
    }

    /// Makes the contact of two colliders what it would be if it began now. Comes back with whether they have one.
    ///
    /// Whether it began is kept, so that the next step tells if it ends. O(log contacts).
    pub fn renew(&mut self, sides: [usize; 2], colliders: &Colliders, bodies: &Bodies) -> bool {
        let [a, b] = [sides[0].min(sides[1]), sides[0].max(sides[1])];
        let pair = Pair::new(colliders.proxies[a].index(), colliders.proxies[b].index()).expect("two colliders");
        let Some(index) = [&self.awake, &self.asleep].into_iter().find_map(|list| list.find(pair)) else {
            return false;
        };
        let old = &mut self.slots[index as usize];
        debug_assert_eq!(
            (old.a, old.b),
            (colliders.id(a), colliders.id(b)),
            "proxies that had pairs give their rows to no other"
        );
        *old = Contact { touching: old.touching, ..Contact::new(a, b, colliders, bodies) };
        self.recycled[index as usize] = Recycled::new(&colliders.shapes[a], &colliders.shapes[b]);
        true
    }

    /// Mixes the materials of a collider's contacts anew. O(contacts).
    pub fn remix(&mut self, collider: ColliderId, colliders: &Colliders) {
        self.change(collider, colliders, |contact, a, b| contact.mix = Mix::new(a, b, colliders));
    }

    /// Brings what a collider's contacts report up to date with what their sides want. O(contacts).
    pub fn report(&mut self, collider: ColliderId, colliders: &Colliders) {
        self.change(collider, colliders, |contact, a, b| {
            contact.reports_for(&colliders.traits[a], &colliders.traits[b])
        });
    }

    /// Has the manifolds of contacts with these seamless colliders, whose slots are ascending, looked for in the next step. O(contacts).
    pub fn forget_seamless(&mut self, slots: &[u32]) {
        for &index in self.awake.contacts().iter().chain(self.asleep.contacts()) {
            let contact = &self.slots[index as usize];
            let is_one = |side: ColliderId| slots.binary_search(&(side.slot() as u32)).is_ok();
            if contact.surface.is_seamless() && (is_one(contact.a) || is_one(contact.b)) {
                self.recycled[index as usize].forget();
            }
        }
    }

    /// Calls `change` for each contact of a collider, with the slots of its sides, unless the other side is gone and it is about
    /// to end.
    fn change(&mut self, collider: ColliderId, colliders: &Colliders, change: impl Fn(&mut Contact, usize, usize)) {
        for &contact in self.awake.contacts().iter().chain(self.asleep.contacts()) {
            let contact = &mut self.slots[contact as usize];
            let other = if contact.a == collider { contact.b } else { contact.a };
            if (contact.a == collider || contact.b == collider) && colliders.slot(other).is_some() {
                change(contact, contact.a.slot(), contact.b.slot());
            }
        }
    }

    /// Makes all impulses that are kept those of sub-steps this many times as long. O(contacts).
    pub fn scale_impulses(&mut self, factor: f32) {
        parallel::for_each_part(&mut self.slots[..], LEAST_PART, |_, contacts| {
            contacts.iter_mut().for_each(|contact| contact.scale_impulses(factor));
        });
    }

    /// All contacts, in the order of their pairs.
    pub fn iter(&self) -> impl Iterator<Item = &Contact> {
        self.numbers().map(|contact| &self.slots[contact as usize])
    }

    /// The slots of all contacts, in the order of their pairs.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        let (mut awake, mut asleep) = (self.awake.iter().peekable(), self.asleep.iter().peekable());
        let next = move || {
            let sleeper = asleep.peek().copied();
            let first = awake.next_if(|mine| sleeper.is_none_or(|sleeper| mine.0 < sleeper.0));
            first.or_else(|| asleep.next())
        };
        std::iter::from_fn(next).map(|(_, contact)| contact)
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

#[cfg(test)]
mod tests {
    use crate::{BodyDef, ColliderDef, Settings, Shape, Vec2, World};

    #[test]
    fn contacts_in_order_are_still_those_of_their_pairs() {
        let mut world = World::new(Settings::default()).unwrap();
        let mut add = |def: BodyDef, shape: Shape| {
            let body = world.create_body(&def).unwrap();
            world.create_collider(body, &ColliderDef::new(shape)).unwrap();
        };
        add(BodyDef::fixed(Vec2::new(0.0, -1.0)), Shape::rect(50.0, 1.0).unwrap());
        for i in 0..60u8 {
            let (column, row) = (f32::from(i % 6), f32::from(i / 6));
            let shape = Shape::circle(0.4 - 0.002 * f32::from(i)).unwrap();
            add(BodyDef::dynamic(Vec2::new(0.9 * column + 0.1 * row, 1.0 + row)), shape);
        }
        let mut in_order = 0;
        for _ in 0..300 {
            world.step(1.0 / 60.0).unwrap();
            let (contacts, owners) = (&world.contacts, world.broad_phase.user_data_column());
            for (pair, contact) in contacts.awake.iter().chain(contacts.asleep.iter()) {
                let (contact, recycled) = (&contacts.slots[contact as usize], &contacts.recycled[contact as usize]);
                let mut sides = [pair.a(), pair.b()].map(|proxy| owners[proxy] as usize);
                sides.sort_unstable();
                assert_eq!([contact.a.slot(), contact.b.slot()], sides);
                let [a, b] = sides.map(|side| &world.colliders.shapes[side]);
                assert!(recycled.is_of(a, b), "what {a:?} and {b:?} are recycled from is that of others");
            }
            let numbers = contacts.awake.contacts().iter().chain(contacts.asleep.contacts());
            in_order +=
                u32::from(contacts.steps == 0 && numbers.copied().zip(0..).all(|(number, place)| number == place));
        }
        assert!(in_order > 1, "in order after {in_order} steps");
    }
}
