use crate::awake_set::AwakeSet;
use crate::bodies::{Bodies, set};
use crate::colliders::Colliders;
use crate::mix::Mix;
use crate::pair_list::PairList;
use crate::recycle::{Reach, Recycled};
use crate::{BodyKind, ColliderId, Events};
use broadphase::BroadPhase;
use sat_simd::Manifold;

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
    free: Vec<u32>,
}

/// Two colliders whose fat boxes meet, and what is carried from step to step about them.
#[derive(Clone)]
pub(crate) struct Contact {
    /// The one in the lower slot.
    pub a: ColliderId,
    pub b: ColliderId,
    pub body_a: u32,
    pub body_b: u32,
    pub role: Role,
    /// Begun, and not ended yet, as events have it.
    pub touching: bool,
    pub contact_events: bool,
    pub hit_events: bool,
    /// One side lets through what comes from behind.
    pub is_one_way: bool,
    /// The sides go through each other until they are apart; the manifold is empty meanwhile.
    pub passing: bool,
    pub mix: Mix,
    /// In A's frame, as of the last step.
    pub manifold: Manifold,
    /// What the manifold was when it was last looked for.
    pub recycled: Recycled,
    pub reach: Reach,
    pub impulses: [Impulse; 2],
    pub rolling_impulse: f32,
}

/// What becomes of a contact.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Impulses.
    Dynamics,
    /// One side is pushed out, or both are; the other may still feel it.
    Separate,
    /// A is a sensor that B may enter.
    SensorA,
    /// B is a sensor that A may enter.
    SensorB,
    /// Nothing: neither side can be moved.
    Ignored,
}

/// What a contact point exerted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Impulse {
    pub normal: f32,
    pub tangent: f32,
    /// What part of the normal impulse has long been there: what the point carries at rest. Softness gives way only to
    /// what exceeds it; see [`Impulse::settle`].
    pub settled: f32,
}

/// Which part of a change of the normal impulse counts as settled after each step. Measured on a pyramid of a hundred rows:
/// at 0.02 its top stays within 4 mm for 1000 steps, at 0.05 noise grows until it falls; at 0 it sinks slowly.
const SETTLE_RATE: f32 = 0.01;

impl Impulse {
    /// The impulse after a step that left these.
    ///
    /// A soft contact gives back a share of its whole impulse in every sub-step, and so yields to a lasting load until the
    /// overlap pushes as strongly: the lowest rows of a high pile by centimetres. Here it gives back a share of what exceeds
    /// the settled part only: as soft as ever to whatever is sudden, and rigid to what stays.
    ///
    /// What is still being pushed out of an overlap does not rest, and nothing of its impulse is settled: a heap that was
    /// crushed by its fall would be thrown apart by more than the spring gives.
    pub fn settle(self, normal: f32, tangent: f32, rests: bool) -> Self {
        let settled = (self.settled + SETTLE_RATE * (normal - self.settled)).min(normal);
        Self { normal, tangent, settled: if rests { settled } else { 0.0 } }
    }
}

impl Contact {
    pub fn new(a: usize, b: usize, colliders: &Colliders, bodies: &Bodies) -> Self {
        let (a, b) = (a.min(b), a.max(b));
        let (traits_a, traits_b) = (&colliders.traits[a], &colliders.traits[b]);
        let (body_a, body_b) = (colliders.bodies[a], colliders.bodies[b]);
        let (motion_a, motion_b) = (&bodies.traits[body_a as usize], &bodies.traits[body_b as usize]);
        let role = match (traits_a.is_sensor, traits_b.is_sensor) {
            (true, true) => Role::Ignored,
            (true, false) => Role::SensorA,
            (false, true) => Role::SensorB,
            _ if motion_a.kind != BodyKind::Dynamic && motion_b.kind != BodyKind::Dynamic => Role::Ignored,
            _ if motion_a.is_separated() || motion_b.is_separated() => Role::Separate,
            _ => Role::Dynamics,
        };
        Self {
            a: colliders.id(a),
            b: colliders.id(b),
            body_a,
            body_b,
            role,
            touching: false,
            contact_events: traits_a.contact_events || traits_b.contact_events,
            hit_events: traits_a.hit_events || traits_b.hit_events,
            is_one_way: traits_a.one_way.is_some() || traits_b.one_way.is_some(),
            passing: false,
            mix: Mix::new(a, b, colliders),
            manifold: Manifold::EMPTY,
            recycled: Recycled::NONE,
            reach: Reach::new(&colliders.shapes[a], &colliders.shapes[b]),
            impulses: [Impulse::default(); 2],
            rolling_impulse: 0.0,
        }
    }

    /// Whether either side is awake.
    #[inline]
    pub fn is_awake(&self, awake: &AwakeSet) -> bool {
        awake.contains(self.body_a as usize) || awake.contains(self.body_b as usize)
    }

    pub fn is_sensor(&self) -> bool {
        matches!(self.role, Role::SensorA | Role::SensorB)
    }

    /// Whether its manifold may be kept while its sides hardly move: not where a body is pushed out at once, and not where the
    /// way the sides meet decides whether they do.
    pub fn can_be_recycled(&self) -> bool {
        self.role == Role::Dynamics && !self.is_one_way
    }

    /// Takes a new manifold, and keeps the impulses of points that were there before, told by their features. Comes back
    /// with the number of those that were not.
    pub fn replace_manifold(&mut self, manifold: &Manifold) -> usize {
        let mut impulses = [Impulse::default(); 2];
        let mut fresh = 0;
        for (impulse, point) in impulses.iter_mut().zip(manifold.points()) {
            match self.manifold.points().iter().position(|old| old.feature == point.feature) {
                Some(old) => *impulse = self.impulses[old],
                None => fresh += 1,
            }
        }
        self.impulses = impulses;
        if manifold.is_empty() {
            self.rolling_impulse = 0.0;
        }
        self.manifold = *manifold;
        fresh
    }

    /// Forgets what it was when its sides met: they are too far apart to touch. Comes back like
    /// [`set_touching`](Self::set_touching).
    pub fn part(&mut self) -> Option<bool> {
        self.replace_manifold(&Manifold::EMPTY);
        self.recycled = Recycled::NONE;
        self.passing = false;
        self.set_touching(false)
    }

    /// Begins or ends it. Comes back with which of them happened, if there is an event of it.
    pub fn set_touching(&mut self, touching: bool) -> Option<bool> {
        let changes = std::mem::replace(&mut self.touching, touching) != touching;
        (changes && self.contact_events).then_some(touching)
    }
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
        let Self { awake, asleep, roused, lulled, spare, slots, is_far, free, .. } = self;
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
            let new = Contact::new(owners[pair.a()] as usize, owners[pair.b()] as usize, colliders, bodies);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_settles_where_it_rests_and_nowhere_else() {
        let impulse = (0..1000).fold(Impulse::default(), |impulse, _| impulse.settle(2.0, 0.0, true));
        assert!((impulse.settled - 2.0).abs() < 1e-3, "{}", impulse.settled);
        assert_eq!(impulse.settle(0.5, 0.0, true).settled, 0.5);
        assert_eq!(impulse.settle(2.0, 0.0, false).settled, 0.0);
    }
}
