use crate::Settings;
use crate::awake_set::FIXED_ROW;
use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::coloring::Link;
use crate::contact::{Contact, Role};
use crate::contacts::{ContactSlots, Standing};
use crate::narrow_phase::Found;
use sat_simd::{Manifold, overlaps};

/// What is needed to bring a contact up to date with what the narrow phase found.
pub(crate) struct ContactUpdate<'s> {
    pub bodies: &'s Bodies,
    pub colliders: &'s Colliders,
    /// In metres.
    pub slop: f32,
    /// How long the last step took, in seconds.
    pub last_step: f32,
}

/// What there is to tell of the contacts of a step.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub manifolds: usize,
    pub points: usize,
    /// How many of the points were not there in the step before.
    pub fresh: usize,
    /// How many candidates kept their manifold.
    pub recycled: usize,
    pub deepest_penetration: f32,
    /// How many let their sides through each other.
    pub passing: usize,
    /// The largest of those that are to be solved.
    pub restitution: f32,
}

impl Tally {
    /// Whether most points are new, so that warm starting has nothing to start from.
    pub fn is_cold(&self) -> bool {
        2 * self.fresh > self.points
    }

    /// Adds what there is to tell of other contacts.
    pub fn add(&mut self, other: &Self) {
        self.manifolds += other.manifolds;
        self.points += other.points;
        self.fresh += other.fresh;
        self.recycled += other.recycled;
        self.deepest_penetration = self.deepest_penetration.max(other.deepest_penetration);
        self.passing += other.passing;
        self.restitution = self.restitution.max(other.restitution);
    }
}

impl<'s> ContactUpdate<'s> {
    pub fn new(bodies: &'s Bodies, colliders: &'s Colliders, settings: &Settings, last_step: f32) -> Self {
        Self { bodies, colliders, slop: settings.linear_slop, last_step }
    }

    /// Gives a contact its new manifold and the impulses of the points it still has; begins or ends it. Of a sensor's it is asked
    /// here whether the sides overlap.
    // Inlined, or the tally goes through memory, one contact waiting for the other: large_pyramid 0.15 → 0.19 ms.
    #[inline(always)]
    pub fn apply(&self, slots: &mut ContactSlots, index: u32, found: &Found, tally: &mut Tally) -> Link {
        let slot = index as usize - slots.first;
        let contact = &mut slots.contacts[slot];
        if !matches!(contact.role, Role::Dynamics | Role::Separate) {
            return Link { noted: self.pass(contact, &mut slots.standings[slot]), ..Link::NONE };
        }
        let is_deep = !found.is_recycled && is_deeper(&found.manifold, self.slop);
        let near_side = if is_deep { self.near_side(contact, &found.manifold) } else { None };
        let manifold = near_side.as_ref().unwrap_or(&found.manifold);
        let passes = self.passes(contact, manifold);
        contact.passing = passes && (contact.is_of_passing(self.bodies) || is_deeper(manifold, self.slop));
        tally.passing += usize::from(passes);
        let manifold = if passes { &Manifold::EMPTY } else { manifold };
        if found.is_recycled {
            (contact.manifold, contact.shift) = (*manifold, found.shift);
            tally.recycled += 1;
        } else {
            tally.fresh += contact.replace_manifold(manifold);
            if contact.can_be_recycled && manifold.is_empty() {
                slots.recycled[slot].part(found.relative, found.gap);
                // Nothing of it is left to end.
                slots.standings[slot] = Standing::Far;
            } else if contact.can_be_recycled {
                slots.standings[slot] = Standing::Meets;
                let rotation = self.colliders.poses[contact.a.slot()].rotation;
                slots.recycled[slot].remember(&mut slots.levers[slot], found.relative, rotation, manifold);
            }
        }
        let touching = is_touching(contact, self.slop);
        let noted = contact.set_touching(touching);
        if manifold.is_empty() {
            return Link { noted, ..Link::NONE };
        }
        tally.manifolds += 1;
        tally.points += manifold.points().len();
        for point in manifold.points() {
            tally.deepest_penetration = tally.deepest_penetration.max(-point.separation);
        }
        let [traits_a, traits_b] = [contact.body_a, contact.body_b].map(|body| &self.bodies.traits[body as usize]);
        if contact.role == Role::Separate && !(traits_a.gives_way() || traits_b.gives_way()) {
            return Link { noted, ..Link::NONE };
        }
        tally.restitution = tally.restitution.max(contact.mix.restitution);
        Link { row_a: self.movable_row(contact.body_a), row_b: self.movable_row(contact.body_b), noted }
    }

    /// Begins or ends a contact whose sides do not collide: a sensor's overlaps what passes it. Comes back like
    /// [`Contact::set_touching`].
    #[cold]
    fn pass(&self, contact: &mut Contact, standing: &mut Standing) -> Option<bool> {
        if contact.role == Role::Ignored {
            // Its sides may have touched before they were told to ignore each other.
            *standing = Standing::Near;
            return contact.part();
        }
        let Colliders { shapes, poses, .. } = self.colliders;
        let (a, b) = (contact.a.slot(), contact.b.slot());
        contact.set_touching(overlaps(&shapes[a], &poses[a], &shapes[b], &poses[b], 0.0))
    }

    /// The manifold on the [near side](crate::colliders::Colliders::near_side) of what does not give way, if another one was found.
    #[cold]
    fn near_side(&self, contact: &Contact, found: &Manifold) -> Option<Manifold> {
        let [gives_a, gives_b] =
            [contact.body_a, contact.body_b].map(|body| self.bodies.traits[body as usize].gives_way());
        let is_asked = contact.role == Role::Dynamics && gives_a != gives_b;
        is_asked.then(|| self.colliders.near_side(contact, gives_b, found, self.slop))?
    }

    /// The row of a body that contacts move, [`FIXED_ROW`] for others.
    #[inline]
    fn movable_row(&self, body: u32) -> u32 {
        let traits = &self.bodies.traits[body as usize];
        if traits.is_moved() { self.bodies.awake.rows()[body as usize] } else { FIXED_ROW }
    }
}

/// Whether the surfaces overlap by more than this.
fn is_deeper(manifold: &Manifold, depth: f32) -> bool {
    manifold.points().iter().any(|point| point.separation < -depth)
}

/// Whether a contact has begun and not ended: it begins when the surfaces come within the slop, or after the solver when they
/// pushed each other, and ends when they are out of the speculative margin. In between it stays as it was, so a resting body
/// does not flicker.
fn is_touching(contact: &Contact, slop: f32) -> bool {
    let points = contact.manifold.points();
    !points.is_empty() && (contact.touching || points.iter().any(|point| point.separation <= slop))
}
