use crate::awake_set::AwakeSet;
use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::column::make_room;
use crate::contact::Contact;
use crate::pair_list::PairList;
use crate::recycle::{Levers, Recycled};
use crate::{ColliderId, parallel};
use broadphase::Pair;
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
    pub free: Vec<u32>,
    /// How many contacts began since the slots were last put in order, and how many steps that is ago.
    pub begun: usize,
    pub steps: u32,
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

    /// Makes all impulses that are kept those of sub-steps this many times as long. O(contacts).
    pub fn scale_impulses(&mut self, factor: f32) {
        /// Fewer contacts than this are not worth another thread.
        const LEAST_PART: usize = 256;
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
