use crate::awake_set::AwakeSet;
use crate::bodies::{Bodies, set};
use crate::colliders::Colliders;
use crate::contact::Contact;
use crate::mix::Mix;
use crate::pair_list::PairList;
use crate::recycle::Recycled;
use crate::{ColliderId, Events};
use broadphase::BroadPhase;

/// The contacts: one for each pair of the broad phase, kept in slots that do not move while the pair lasts.
#[derive(Clone, Default)]
pub(crate) struct Contacts {
    /// Those with a side that is awake: all that a step looks at.
    pub awake: PairList,
    /// Those without.
    pub asleep: PairList,
    /// Those that joined `awake` last.
    pub roused: PairList,
    /// Those that joined `asleep` last.
    lulled: PairList,
    spare: PairList,
    /// Whether a body woke whose contacts still sleep.
    pub any_woken: bool,
    pub slots: Vec<Contact>,
    /// By slot: whether the circles around the sides were too far apart in the last step, or it is new. Such a contact is as
    /// [`Contact::part`] leaves it.
    pub is_far: Vec<bool>,
    /// By slot: what its manifold is recycled from. Apart from the contacts, since most that is done to those is done without.
    pub recycled: Vec<Recycled>,
    free: Vec<u32>,
}

impl Contacts {
    /// Follows the broad phase: a contact for each pair that began, none for those that ended.
    pub fn follow_pairs(
        &mut self,
        broad_phase: &BroadPhase,
        colliders: &Colliders,
        bodies: &Bodies,
        events: &mut Events,
    ) {
        let (begun, ended) = (broad_phase.begun(), broad_phase.ended());
        let Self { awake, asleep, roused, lulled, spare, slots, is_far, recycled, free, .. } = self;
        let mut end = |contact: u32| {
            let ended = &mut slots[contact as usize];
            let noted = ended.set_touching(false);
            events.note(ended, noted);
            free.push(contact);
        };
        let found = awake.remove(ended, &mut end);
        if found < ended.len() {
            asleep.remove(ended, &mut end);
        }
        let owners = broad_phase.user_data_column();
        roused.clear();
        lulled.clear();
        for &pair in begun {
            let (a, b) = (owners[pair.a()] as usize, owners[pair.b()] as usize);
            let (a, b) = (a.min(b), a.max(b));
            let new = Contact::new(a, b, colliders, bodies);
            let list = if new.is_awake(&bodies.awake) { &mut *roused } else { &mut *lulled };
            let contact = free.pop().unwrap_or(slots.len() as u32);
            match slots.get_mut(contact as usize) {
                Some(slot) => *slot = new,
                None => {
                    slots.push(new);
                    // It is empty now, and has room for all when they end.
                    free.reserve(slots.len());
                }
            }
            set(is_far, contact as usize, true);
            set(recycled, contact as usize, Recycled::new(&colliders.shapes[a], &colliders.shapes[b]));
            list.push(pair, contact);
        }
        awake.merge(roused, spare);
        asleep.merge(lulled, spare);
    }

    /// Moves the contacts of bodies that woke to those that are awake, and tells how many there were; they are in
    /// `roused` until the next call. O(contacts) when a body woke.
    pub fn rouse(&mut self, awake: &AwakeSet) -> usize {
        if !std::mem::take(&mut self.any_woken) {
            return 0;
        }
        let slots = &self.slots;
        self.asleep.split_off(&mut self.roused, |contact| slots[contact as usize].is_awake(awake));
        self.awake.merge(&self.roused, &mut self.spare);
        self.roused.len()
    }

    /// Moves the contacts of bodies that fell asleep to those that sleep. O(contacts).
    pub fn lull(&mut self, awake: &AwakeSet) {
        let slots = &self.slots;
        self.awake.split_off(&mut self.lulled, |contact| !slots[contact as usize].is_awake(awake));
        self.asleep.merge(&self.lulled, &mut self.spare);
    }

    /// Mixes the materials of a collider's contacts anew. O(contacts).
    pub fn remix(&mut self, collider: ColliderId, colliders: &Colliders) {
        for &contact in self.awake.contacts().iter().chain(self.asleep.contacts()) {
            let contact = &mut self.slots[contact as usize];
            let other = if contact.a == collider { contact.b } else { contact.a };
            // The other side may be gone, and the contact about to end.
            if (contact.a == collider || contact.b == collider) && colliders.slot(other).is_some() {
                contact.mix = Mix::new(contact.a.slot(), contact.b.slot(), colliders);
            }
        }
    }

    /// All contacts, in the order of their pairs.
    pub fn iter(&self) -> impl Iterator<Item = &Contact> {
        let (mut awake, mut asleep) = (self.awake.iter().peekable(), self.asleep.iter().peekable());
        let next = move || {
            let sleeper = asleep.peek().copied();
            let first = awake.next_if(|mine| sleeper.is_none_or(|sleeper| mine.0 < sleeper.0));
            first.or_else(|| asleep.next())
        };
        std::iter::from_fn(next).map(|(_, contact)| &self.slots[contact as usize])
    }
}
