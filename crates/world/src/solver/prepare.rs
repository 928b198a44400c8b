use super::Constraints;
use super::block::{Block, Single};
use super::constraint::{Constraint, Point};
use super::state::{Drive, FIXED_ROW, Lock, State};
use crate::bodies::Bodies;
use crate::contact_graph::{ContactGraph, Place};
use crate::contacts::{Contact, Impulse};
use crate::lanes::{F32x4, LANES, V2};
use crate::{MotionLocks, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{Rot, Vec2};
use sat_simd::ManifoldPoint;

/// A step turns a body by an eighth of a turn at most, so that the Euler steps of its rotation stay good.
pub(super) const MAX_TURN: f32 = std::f32::consts::FRAC_PI_4;

/// A damped spring as a solver of velocities sees it.
#[derive(Clone, Copy)]
pub(super) struct Softness {
    bias_rate: f32,
    mass_scale: f32,
    impulse_scale: f32,
}

impl Softness {
    /// A spring of this frequency and damping in sub-steps of `h` seconds, integrated implicitly: with ω = 2πf and the
    /// velocity v that the position error x asks for, `v' = −bias_rate·x` holds for the share `mass_scale` of the effective
    /// mass, and the share `impulse_scale` of the impulse so far is given back. E. Catto, "Soft Constraints", GDC 2011.
    fn new(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        let omega = 2.0 * std::f32::consts::PI * hertz;
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}

/// What contacts are prepared from.
struct Context<'s> {
    bodies: &'s Bodies,
    rows: &'s [u32],
    states: &'s [State],
    /// Inverse mass and inertia by row, zero for what contacts do not move.
    masses: &'s [(f32, f32)],
    poses: &'s [geom::Pose],
    soft: Softness,
    /// Against what does not give way.
    stiff: Softness,
}

impl World {
    /// The states of the bodies that move, row 0 for all others, padded to whole blocks; and what drives them.
    pub(super) fn prepare_bodies<'s>(
        &self,
        arena: &'s Bump,
        graph: &ContactGraph,
        h: f32,
        dt: f32,
    ) -> (&'s mut [State], &'s mut [Drive]) {
        let count = (graph.awake.len() + 1).next_multiple_of(LANES);
        let states = arena.alloc_slice_fill_copy(count, State::FIXED);
        let drives = arena.alloc_slice_fill_copy(count, Drive::NONE);
        for (index, &slot) in graph.awake.iter().enumerate() {
            let slot = slot as usize;
            let velocity = self.limited(self.bodies.velocities[slot].linear, self.bodies.velocities[slot].angular, dt);
            states[index + 1] = State::new(velocity.0, velocity.1);
            drives[index + 1] = Drive { free: states[index + 1].velocity, ..self.drive(slot, h) };
        }
        (states, drives)
    }

    /// The bodies with locked motions.
    pub(super) fn prepare_locks<'s>(&self, arena: &'s Bump, graph: &ContactGraph) -> &'s [Lock] {
        let mut locks = ArenaVec::new_in(arena);
        for (row, &slot) in (1..).zip(graph.awake) {
            let MotionLocks { x, y, rotation } = self.bodies.traits[slot as usize].locks;
            if x | y | rotation {
                let [x, y, angular] = [x, y, rotation].map(|locked| if locked { 0.0 } else { 1.0 });
                locks.push(Lock { row, free: F32x4::new([x, y, angular, 1.0]) });
            }
        }
        locks.into_bump_slice()
    }

    /// A velocity no larger than the limits.
    pub(super) fn limited(&self, linear: Vec2, angular: f32, dt: f32) -> (Vec2, f32) {
        let (max_speed, max_turn) = (self.settings.max_linear_speed, MAX_TURN / dt);
        let speed_sq = linear.length_squared();
        let linear = if speed_sq > max_speed * max_speed { linear * (max_speed / speed_sq.sqrt()) } else { linear };
        (linear, angular.clamp(-max_turn, max_turn))
    }

    fn drive(&self, slot: usize, h: f32) -> Drive {
        let (traits, mass, force) = (&self.bodies.traits[slot], &self.bodies.masses[slot], &self.bodies.forces[slot]);
        if traits.kind != crate::BodyKind::Dynamic {
            return Drive::NONE;
        }
        let push = (self.settings.gravity * traits.gravity_scale + force.linear * mass.inv_mass) * h;
        let turn = force.torque * mass.inv_inertia * h;
        // Implicit Euler of v' = −c·v: stable for any damping.
        let (linear, angular) = (1.0 / (1.0 + h * traits.linear_damping), 1.0 / (1.0 + h * traits.angular_damping));
        Drive {
            push: F32x4::new([push.x, push.y, turn, 0.0]),
            decay: F32x4::new([linear, linear, angular, 1.0]),
            ..Drive::NONE
        }
    }

    /// The constraints of all contacts, those with a colour in `blocks`, which are there for their room.
    pub(super) fn prepare_contacts<'s>(
        &self,
        arena: &'s Bump,
        blocks: &'s mut Vec<Block>,
        graph: &ContactGraph,
        states: &[State],
        h: f32,
    ) -> Constraints<'s> {
        let settings = &self.settings;
        let masses = arena.alloc_slice_fill_copy(graph.awake.len() + 1, (0.0, 0.0));
        for (mass, &slot) in masses[1..].iter_mut().zip(graph.awake) {
            let slot = slot as usize;
            if !self.bodies.traits[slot].is_separated() {
                *mass = (self.bodies.masses[slot].inv_mass, self.bodies.masses[slot].inv_inertia);
            }
        }
        // A spring is only followed well at an eighth of the sub-step rate.
        let hertz = settings.contact_hertz.min(0.125 / h);
        let context = Context {
            bodies: &self.bodies,
            rows: self.bodies.awake.rows(),
            states,
            masses,
            poses: &self.colliders.poses,
            soft: Softness::new(hertz, settings.contact_damping_ratio, h),
            stiff: Softness::new(2.0 * hertz, settings.contact_damping_ratio, h),
        };
        let contacts = &self.contacts.slots;
        let mut bouncy = false;
        let mut overflow = ArenaVec::with_capacity_in(graph.overflow(), arena);
        if blocks.len() < graph.blocks() {
            blocks.resize(graph.blocks(), Block::EMPTY);
        }
        for (index, place) in graph.places() {
            let single = context.prepare(&contacts[index as usize]);
            bouncy |= single.constraint.restitution > 0.0;
            match place {
                Place::Alone(_) => overflow.push(single),
                Place::Lane { block, lane } => blocks[block].set(lane, &single),
            }
        }
        Constraints { overflow: overflow.into_bump_slice_mut(), blocks: &mut blocks[..graph.blocks()], bouncy }
    }
}

impl Context<'_> {
    fn prepare(&self, contact: &Contact) -> Single {
        let (body_a, body_b) = (contact.body_a as usize, contact.body_b as usize);
        let (row_a, row_b) = (self.rows[body_a], self.rows[body_b]);
        let ((inv_mass_a, inv_inertia_a), (inv_mass_b, inv_inertia_b)) =
            (self.masses[row_a as usize], self.masses[row_b as usize]);
        let pose = &self.poses[contact.a.slot()];
        let (center_a, center_b) = (self.bodies.centers[body_a], self.bodies.centers[body_b]);
        let normal = pose.rotation.rotate(contact.manifold.normal());
        let softness = if inv_mass_a > 0.0 && inv_mass_b > 0.0 { self.soft } else { self.stiff };
        let between = center_a - center_b;
        let frame = Frame {
            rotation: pose.rotation,
            offset: pose.translation - center_a,
            between,
            normal,
            inv_mass: inv_mass_a + inv_mass_b,
            inv_inertia_a,
            inv_inertia_b,
            a: Motion::of(self.states, row_a),
            b: Motion::of(self.states, row_b),
        };
        let mut points = [NO_POINT; 2];
        for ((out, point), impulse) in points.iter_mut().zip(contact.manifold.points()).zip(&contact.impulses) {
            *out = frame.point(point, impulse);
        }
        let inv_inertia = inv_inertia_a + inv_inertia_b;
        let rolls = contact.mix.rolling_resistance > 0.0 && inv_inertia > 0.0;
        let constraint = Constraint {
            inv_mass_a,
            inv_inertia_a,
            inv_mass_b,
            inv_inertia_b,
            normal: V2 { x: normal.x, y: normal.y },
            bias_rate: softness.bias_rate,
            mass_scale: softness.mass_scale,
            impulse_scale: softness.impulse_scale,
            points,
            friction: contact.mix.friction,
            surface_speed: contact.mix.surface_speed,
            restitution: contact.mix.restitution,
            rolling_resistance: contact.mix.rolling_resistance,
            rolling_mass: if rolls { 1.0 / inv_inertia } else { 0.0 },
            rolling_impulse: contact.rolling_impulse,
        };
        Single {
            row_a,
            row_b,
            movable_a: row_a != FIXED_ROW && inv_mass_a > 0.0,
            movable_b: row_b != FIXED_ROW && inv_mass_b > 0.0,
            constraint,
        }
    }
}

/// How a body moves when the step begins.
#[derive(Clone, Copy)]
struct Motion {
    linear: Vec2,
    angular: f32,
}

impl Motion {
    fn of(states: &[State], row: u32) -> Self {
        let state = &states[row as usize];
        Self { linear: state.linear(), angular: state.angular() }
    }

    fn at(&self, arm: Vec2) -> Vec2 {
        self.linear + self.angular * arm.perp()
    }
}

/// What the points of one contact share.
struct Frame {
    rotation: Rot,
    /// From A's centre of mass to the origin of the collider's frame.
    offset: Vec2,
    /// From B's centre of mass to A's.
    between: Vec2,
    normal: Vec2,
    inv_mass: f32,
    inv_inertia_a: f32,
    inv_inertia_b: f32,
    a: Motion,
    b: Motion,
}

impl Frame {
    fn point(&self, point: &ManifoldPoint, impulse: &Impulse) -> Point<f32> {
        let anchor_a = self.rotation.rotate(point.point) + self.offset;
        let anchor_b = anchor_a + self.between;
        let effective_mass = |direction: Vec2| {
            let (arm_a, arm_b) = (anchor_a.perp_dot(direction), anchor_b.perp_dot(direction));
            let inverse = self.inv_mass + self.inv_inertia_a * arm_a * arm_a + self.inv_inertia_b * arm_b * arm_b;
            if inverse > 0.0 { 1.0 / inverse } else { 0.0 }
        };
        let tangent = Vec2::new(self.normal.y, -self.normal.x);
        Point {
            anchor_a: V2 { x: anchor_a.x, y: anchor_a.y },
            anchor_b: V2 { x: anchor_b.x, y: anchor_b.y },
            base_separation: point.separation - (anchor_b - anchor_a).dot(self.normal),
            normal_mass: effective_mass(self.normal),
            normal_impulse: impulse.normal,
            settled: impulse.settled,
            tangent_mass: effective_mass(tangent),
            tangent_impulse: impulse.tangent,
            peak_impulse: 0.0,
            relative_velocity: (self.b.at(anchor_b) - self.a.at(anchor_a)).dot(self.normal),
        }
    }
}

const NO_POINT: Point<f32> = Point {
    anchor_a: V2 { x: 0.0, y: 0.0 },
    anchor_b: V2 { x: 0.0, y: 0.0 },
    base_separation: 0.0,
    normal_mass: 0.0,
    normal_impulse: 0.0,
    settled: 0.0,
    tangent_mass: 0.0,
    tangent_impulse: 0.0,
    peak_impulse: 0.0,
    relative_velocity: 0.0,
};
