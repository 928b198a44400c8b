use crate::bodies::{Bodies, Traits, Velocity};
use crate::colliders::Colliders;
use crate::column::NONE;
use crate::follow_pairs::{Sleep, Sources};
use crate::meet::{SAFE_WAY, swung_extent};
use crate::solver::MAX_TURN;
use crate::{BodyKind, Filter, Settings, World, parallel};
use broadphase::{Change, Layer, Proxy};
use bumpalo::Bump;
use geom::{Pose, Vec2};
use sat_simd::Shape;

impl World {
    /// Stretches the boxes of bodies that could skip something in this step, so that they contain the whole way: those that
    /// move or turn further than their core, and those that are to be pushed out of whatever they reach. What sleeps on the
    /// way of a kinematic one wakes, lest it is passed by.
    pub(crate) fn reach_ahead(&mut self, dt: f32) {
        let awake = self.bodies.awake.slots();
        let are_worth_it = || self.sleeping == 0 || self.are_many(awake);
        let (count, are_shared) = (awake.len(), parallel::parts(awake.len(), LEAST_PART) > 1 && are_worth_it());
        if are_shared {
            let (bodies, settings, colliders) = (&self.bodies, &self.settings, &self.colliders);
            let bounds = |slot: u64| {
                let owner = Some(colliders.bodies[slot as usize] as usize);
                let owner = owner.filter(|&owner| bodies.awake.contains(owner))?;
                way_ahead(bodies, colliders, settings, owner, dt).map(Way::stretch)
            };
            self.broad_phase.update_all(bounds).expect(FINITE);
        } else {
            (0..count).for_each(|place| self.stretch_way(place, dt));
        }
        if self.sleeping > 0 {
            (0..count).for_each(|place| self.rouse_on_way(place, dt));
            // Those that wake come last.
            (count..self.bodies.awake.slots().len()).for_each(|place| self.stretch_way(place, dt));
            self.bodies.awake.sort();
        }
    }

    /// Stretches the boxes of the body in this place among those that are awake over its way, if it needs that.
    fn stretch_way(&mut self, place: usize, dt: f32) {
        let row = self.bodies.awake.slots()[place] as usize;
        let Some(way) = way_ahead(&self.bodies, &self.colliders, &self.settings, row, dt) else { return };
        for slot in self.colliders.list(self.bodies.traits[row].first_collider) {
            self.broad_phase.change(self.colliders.proxies[slot], way.stretch()).expect(FINITE);
        }
    }

    /// Wakes what sleeps on the way of the body in this place among those that are awake and may be pushed by it, if it is a kinematic one
    /// and goes far.
    fn rouse_on_way(&mut self, place: usize, dt: f32) {
        let row = self.bodies.awake.slots()[place] as usize;
        let traits = &self.bodies.traits[row];
        if traits.kind != BodyKind::Kinematic
            || way_ahead(&self.bodies, &self.colliders, &self.settings, row, dt).is_none()
        {
            return;
        }
        let mut next = traits.first_collider;
        while next != NONE {
            let slot = next as usize;
            next = self.colliders.next[slot];
            let swept = self.broad_phase.tight_aabb(self.colliders.proxies[slot]);
            let swept = swept.expect("a collider has a proxy as long as it lives");
            self.rouse_near(slot, swept, |world, other| world.may_push(slot, other));
        }
    }

    /// Whether a collider of a kinematic body pushes another one where it meets that: not what it senses or goes through.
    fn may_push(&self, slot: usize, other: usize) -> bool {
        let traits = &self.colliders.traits;
        let is_sensed = traits[slot].is_sensor || traits[other].is_sensor;
        self.bodies.traits[self.colliders.bodies[other] as usize].kind == BodyKind::Dynamic
            && !is_sensed
            && self.may_meet(slot, other)
    }

    /// Whether two colliders collide or one senses the other where they meet: by their filters, and unless both are sensors, or neither is
    /// and their bodies ignore each other, or nothing moves either of these.
    pub(crate) fn may_meet(&self, slot: usize, other: usize) -> bool {
        let Colliders { traits, filters, bodies, ignored, .. } = &self.colliders;
        let is_felt = match (traits[slot].is_sensor, traits[other].is_sensor) {
            (false, false) => {
                let owners = [bodies[slot], bodies[other]];
                owners.iter().any(|&body| !self.is_wall(body)) && !ignored.contains(owners[0], owners[1])
            }
            (is_sensor, is_other) => is_sensor != is_other,
        };
        is_felt && filters[slot].of_nobody().accepts(&filters[other].of_nobody())
    }

    /// What the broad phase should know of a collider.
    pub(crate) fn proxy_of(&self, slot: usize) -> Proxy {
        let colliders = &self.colliders;
        let body = colliders.bodies[slot] as usize;
        let traits = &self.bodies.traits[body];
        proxy(&colliders.shapes[slot], &colliders.poses[slot], &colliders.filters[slot], slot, body, traits)
    }

    /// Gives a collider a new proxy, whose pairs all begin anew.
    pub(crate) fn renew_proxy(&mut self, slot: usize) {
        self.note_seams(slot);
        let proxy = self.proxy_of(slot);
        self.broad_phase.remove(self.colliders.proxies[slot]).expect("a collider has a proxy as long as it lives");
        let renewed = self.broad_phase.insert(&proxy).expect("there is room where a proxy was");
        self.colliders.proxies[slot] = renewed;
    }

    /// Brings the pairs of boxes up to date, and the contacts with them.
    pub(crate) fn update_pairs(&mut self, arena: &Bump) {
        self.broad_phase.update_pairs();
        self.contacts.rouse(&self.bodies.awake);
        let sleep = Sleep { is_allowed: self.settings.sleep, is_anywhere: self.sleeping > 0 };
        let sources = Sources { broad_phase: &self.broad_phase, colliders: &self.colliders, bodies: &self.bodies };
        self.contacts.follow_pairs(arena, sleep, sources, &mut self.events);
        self.contacts.put_in_order(arena);
    }

    /// Puts the colliders of all bodies that moved where these are now, with their boxes and circles; also of sleepers that
    /// were pushed out of something, and woke so late that the step knows them by this alone.
    pub(crate) fn refresh_bounds(&mut self, dt: f32) {
        let awake = self.bodies.awake.slots();
        if parallel::parts(awake.len(), LEAST_PART) == 1 || !self.are_many(awake) {
            for place in 0..awake.len() {
                let row = self.bodies.awake.slots()[place] as usize;
                self.go_through(row, is_fast(&self.bodies, row, dt));
            }
            // As when they are all moved at once: what visitors are called for first depends on it.
            self.broad_phase.order_moved();
            return;
        }
        let (bodies, Colliders { slots, bodies: owners, shapes, local_poses, poses, posed, .. }) =
            (&self.bodies, &mut self.colliders);
        let owner_if_awake = |slot: usize| Some(owners[slot] as usize).filter(|&owner| bodies.awake.contains(owner));
        parallel::for_each_part(&mut poses[..], LEAST_PART, |first, poses| {
            for (slot, pose) in (first..).zip(poses) {
                if let Some(owner) = owner_if_awake(slot) {
                    *pose = bodies.poses[owner] * local_poses[slot];
                }
            }
        });
        let bounds = |slot: u64| {
            let slot = slot as usize;
            let owner = owner_if_awake(slot)?;
            let (shape, pose) = (&shapes[slot], &poses[slot]);
            Some(place(shape, pose, is_fast(bodies, owner, dt)))
        };
        let (broad_phase, poses) = (&mut self.broad_phase, &*poses);
        parallel::both(
            || broad_phase.update_all(bounds).expect(FINITE),
            || {
                for slot in slots.iter().filter(|&slot| owner_if_awake(slot).is_some()) {
                    posed.set_pose(slot, &poses[slot]);
                }
            },
        );
    }

    /// Whether these bodies have so many of the colliders that who looks at all of those is not looking in vain. O(theirs), and
    /// O(1) where there are two colliders a body at most.
    pub(crate) fn are_many(&self, bodies: &[u32]) -> bool {
        let half = self.colliders.slots.len() / 2;
        let colliders_of = |&body: &u32| self.colliders.list(self.bodies.traits[body as usize].first_collider).count();
        bodies.len() >= half || bodies.iter().map(colliders_of).sum::<usize>() >= half
    }

    /// Puts a body's colliders where its pose says.
    pub(crate) fn follow(&mut self, row: usize) {
        self.go_through(row, false);
    }

    /// Takes the way out of the boxes of a body that stays where it is. The fat ones may be loose.
    pub(crate) fn unstretch(&mut self, row: usize) {
        self.go_through(row, true);
    }

    /// [`follow`](World::follow), for a body that goes on fast or does not.
    fn go_through(&mut self, row: usize, is_fast: bool) {
        let mut next = self.bodies.traits[row].first_collider;
        while next != NONE {
            let slot = next as usize;
            next = self.colliders.next[slot];
            let pose = self.bodies.poses[row] * self.colliders.local_poses[slot];
            let change = place(&self.colliders.shapes[slot], &pose, is_fast);
            self.colliders.set_pose(slot, pose);
            self.broad_phase.change(self.colliders.proxies[slot], change).expect(FINITE);
        }
    }
}

/// Why the broad phase takes all bounds.
const FINITE: &str = "coordinates within their limit give finite boxes";

/// How far the points of a body are likely to move in a step, in metres: to the lower left and to the upper right at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    least: Vec2,
    most: Vec2,
}

impl Way {
    /// Whether a body that goes this way, and whose points its turn moves so far besides, in metres, stays within it.
    pub fn contains(&self, way: Vec2, turn: f32) -> bool {
        let turn = Vec2::splat(turn);
        let (least, most) = (way.min(Vec2::ZERO) - turn, way.max(Vec2::ZERO) + turn);
        least.cmpge(self.least).all() && most.cmple(self.most).all()
    }

    /// Boxes that contain it.
    fn stretch(self) -> Change {
        Change::Stretch { least: self.least, most: self.most }
    }
}

/// The way of a body, if that is further than it may go [unswept](Traits::unswept), or the body is to be pushed out. How far a
/// kinematic one turns counts where there are sensors: whatever else it passes by that way it leaves alone.
#[inline]
pub(crate) fn way_ahead(
    bodies: &Bodies,
    colliders: &Colliders,
    settings: &Settings,
    row: usize,
    dt: f32,
) -> Option<Way> {
    let (traits, Velocity { linear, angular }) = (&bodies.traits[row], bodies.velocities[row]);
    let (force, mass) = (&bodies.forces[row], &bodies.masses[row]);
    let first = linear * dt;
    let (last, turn) = if traits.kind == BodyKind::Dynamic {
        let pull = settings.gravity * traits.gravity_scale + force.linear * mass.inv_mass;
        let spin = (angular.abs() + force.torque.abs() * mass.inv_inertia * dt) * dt;
        ((linear + pull * dt) * dt, spin.min(MAX_TURN) * swung_extent(bodies, row))
    } else {
        (first, if colliders.sensors > 0 { swing(bodies, row, dt) } else { 0.0 })
    };
    let slack = traits.unswept() * traits.core - turn;
    let is_short = |way: Vec2| slack >= 0.0 && way.length_squared() <= slack * slack;
    let is_short = is_short(first) && is_short(last);
    if is_short && !traits.is_separated() {
        return None;
    }
    // The sub-steps' velocities lie between the two, unless they are held to the largest speed: then none of their
    // coordinates exceeds that.
    let farthest = Vec2::splat(settings.max_linear_speed * dt);
    let (first, last) = (first.clamp(-farthest, farthest), last.clamp(-farthest, farthest));
    let aside = if traits.is_separated() {
        // Others may push it aside, and it must not be in a wall then; so does what it turns into, by as much as it turns.
        let pushed = Vec2::splat(2.0 * turn + SAFE_WAY * traits.core);
        // What slides stays within the disc over its way.
        if is_short { pushed } else { pushed + (Vec2::splat(last.length()) - last.abs()) * 0.5 }
    } else {
        Vec2::splat(turn)
    };
    Some(Way { least: first.min(last).min(Vec2::ZERO) - aside, most: first.max(last).max(Vec2::ZERO) + aside })
}

/// How far its turn takes the outermost points of a body in a step in which nothing changes its velocity.
#[inline]
pub(crate) fn swing(bodies: &Bodies, row: usize, dt: f32) -> f32 {
    (bodies.velocities[row].angular.abs() * dt).min(MAX_TURN) * swung_extent(bodies, row)
}

/// Whether a body goes further in the next step than it may [unswept](Traits::unswept), if nothing changes its velocity.
#[inline]
fn is_fast(bodies: &Bodies, row: usize, dt: f32) -> bool {
    let (way, traits) = (bodies.velocities[row].linear * dt, &bodies.traits[row]);
    let unswept = traits.unswept() * traits.core;
    way.length_squared() > unswept * unswept
}

/// What the broad phase is told of a collider that moved. The boxes of what is fast are stretched before their pairs count, and
/// would be made anew twice in each step.
#[inline]
fn place(shape: &Shape, pose: &Pose, is_fast: bool) -> Change {
    let (aabb, circle) = (shape.aabb(pose), shape.bounding_circle().posed(pose));
    if is_fast { Change::Through(aabb, circle) } else { Change::To(aabb, circle) }
}

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = parallel::many(512);

/// What the broad phase is told of a collider in slot `slot` of a body in row `body`: colliders of one body never meet, and
/// those of a disabled one nothing at all.
pub(crate) fn proxy(shape: &Shape, pose: &Pose, filter: &Filter, slot: usize, body: usize, traits: &Traits) -> Proxy {
    let filter = if traits.enabled { filter } else { &NOTHING };
    Proxy {
        aabb: shape.aabb(pose),
        circle: shape.bounding_circle().posed(pose),
        filter: broadphase::Filter { owner: body as u32, ..filter.of_nobody() },
        user_data: slot as u64,
        layer: if traits.kind == BodyKind::Static { Layer::Static } else { Layer::Moving },
    }
}

/// The filter of what collides with nothing and is seen by nobody.
const NOTHING: Filter = Filter { category: 0, mask: 0, group: 0 };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_contains_what_stays_between_its_ends_with_its_turn() {
        let way = Way { least: Vec2::new(0.0, -2.0), most: Vec2::new(3.0, 0.5) };
        assert!(way.contains(Vec2::new(3.0, -2.0), 0.0));
        assert!(!way.contains(Vec2::new(3.1, -2.0), 0.0));
        assert!(!way.contains(Vec2::new(3.0, -2.1), 0.0));
        assert!(!way.contains(Vec2::new(2.0, -1.0), 0.1), "it turns to the left of where it was");
        assert!(way.contains(Vec2::ZERO, -0.001));
    }
}
