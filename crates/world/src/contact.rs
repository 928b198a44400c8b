use crate::awake_set::AwakeSet;
use crate::bodies::Bodies;
use crate::colliders::{ColliderTraits, Colliders};
use crate::impulse::Impulse;
use crate::mix::Mix;
use crate::{BodyKind, ColliderId};
use geom::Vec2;
use sat_simd::{Manifold, Shape};

/// Two colliders whose fat boxes meet, and what is carried from step to step about them.
#[derive(Clone, Copy)]
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
    pub surface: Surface,
    /// Its manifold may be kept while its sides hardly move.
    pub can_be_recycled: bool,
    /// A side has a radius.
    pub is_round: bool,
    /// The sides go through each other until they are apart; the manifold is empty meanwhile.
    pub passing: bool,
    pub mix: Mix,
    /// In A's frame, as of the last step.
    pub manifold: Manifold,
    /// How far B has moved on A since the manifold was found, in A's frame.
    pub shift: Vec2,
    pub impulses: [Impulse; 2],
    /// Where no impulses are, how far its sides [press each other](World::press_crowds) in a step, in metres.
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
    /// Nothing: neither side can be moved, or they go through each other.
    Ignored,
}

/// What either side of a contact asks beyond being solid. In one byte, as a contact fills two cache lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surface {
    Plain,
    /// One side lets through what comes from behind.
    OneWay,
    /// Of one side what its neighbours cover is not felt.
    Seamless,
    /// Both of these.
    OneWaySeamless,
}

impl Surface {
    fn new(is_one_way: bool, is_seamless: bool) -> Self {
        match (is_one_way, is_seamless) {
            (false, false) => Self::Plain,
            (true, false) => Self::OneWay,
            (false, true) => Self::Seamless,
            (true, true) => Self::OneWaySeamless,
        }
    }

    #[inline]
    pub fn is_one_way(self) -> bool {
        matches!(self, Self::OneWay | Self::OneWaySeamless)
    }

    #[inline]
    pub fn is_seamless(self) -> bool {
        matches!(self, Self::Seamless | Self::OneWaySeamless)
    }
}

impl Contact {
    #[inline]
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
            _ if colliders.ignored.contains(body_a, body_b) => Role::Ignored,
            _ if motion_a.is_separated() || motion_b.is_separated() => Role::Separate,
            _ => Role::Dynamics,
        };
        // A body that is pushed out is pushed out at once, and the way the sides meet decides whether one-way ones do.
        let is_one_way = traits_a.one_way.is_some() || traits_b.one_way.is_some();
        let mut contact = Self {
            a: colliders.id(a),
            b: colliders.id(b),
            body_a,
            body_b,
            role,
            touching: false,
            contact_events: false,
            hit_events: false,
            surface: Surface::new(is_one_way, traits_a.is_seamless || traits_b.is_seamless),
            is_round: [a, b].into_iter().any(|side| colliders.shapes[side].radius() > 0.0),
            can_be_recycled: role == Role::Dynamics && !is_one_way,
            passing: false,
            mix: Mix::new(a, b, colliders),
            manifold: Manifold::EMPTY,
            shift: Vec2::ZERO,
            impulses: [Impulse::default(); 2],
            rolling_impulse: 0.0,
        };
        contact.reports_for(traits_a, traits_b);
        contact
    }

    /// How far its sides are rounded, in metres.
    #[inline(always)]
    pub fn radii(&self, shapes: &[Shape]) -> [f32; 2] {
        if self.is_round { [self.a, self.b].map(|side| shapes[side.slot()].radius()) } else { [0.0; 2] }
    }

    /// Reports what either side wants to be reported.
    #[inline]
    pub fn reports_for(&mut self, a: &ColliderTraits, b: &ColliderTraits) {
        self.contact_events = a.contact_events || b.contact_events;
        self.hit_events = a.hit_events || b.hit_events;
    }

    /// Whether either side is awake.
    #[inline]
    pub fn is_awake(&self, awake: &AwakeSet) -> bool {
        awake.contains(self.body_a as usize) || awake.contains(self.body_b as usize)
    }

    /// Unit, from A to B in the world; zero if they are far apart.
    pub fn normal(&self, colliders: &Colliders) -> Vec2 {
        colliders.poses[self.a.slot()].rotation.rotate(self.manifold.normal())
    }

    pub fn is_sensor(&self) -> bool {
        matches!(self.role, Role::SensorA | Role::SensorB)
    }

    /// Whether its sides touch, or are near enough to be solved.
    pub fn is_felt(&self) -> bool {
        if self.is_sensor() { self.touching } else { !self.manifold.is_empty() }
    }

    /// Whether it is the one between two colliders, in either order, and its sides are near enough to be solved.
    pub fn is_solved_between(&self, colliders: [u32; 2]) -> bool {
        let own = [self.a.slot() as u32, self.b.slot() as u32];
        !self.manifold.is_empty() && (own == colliders || own == [colliders[1], colliders[0]])
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
        (self.manifold, self.shift) = (*manifold, Vec2::ZERO);
        fresh
    }

    /// Makes the impulses that it keeps, of a sub-step, those of one this many times as long, as far as they stay the same at rest.
    pub fn scale_impulses(&mut self, factor: f32) {
        self.impulses = self.impulses.map(|impulse| impulse.scaled(factor));
        self.rolling_impulse *= factor.min(1.0);
    }

    /// Forgets what it was when its sides met: they are too far apart to touch. Comes back like
    /// [`set_touching`](Self::set_touching).
    pub fn part(&mut self) -> Option<bool> {
        self.replace_manifold(&Manifold::EMPTY);
        self.passing = false;
        self.set_touching(false)
    }

    /// Begins or ends it. Comes back with which of them happened, if there is an event of it.
    pub fn set_touching(&mut self, touching: bool) -> Option<bool> {
        let changes = std::mem::replace(&mut self.touching, touching) != touching;
        (changes && self.contact_events).then_some(touching)
    }
}
