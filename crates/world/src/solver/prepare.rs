use super::block::{Block, Single};
use super::contact_lanes::{ContactLanes, ContactRow};
use super::softness::{Softness, Springs};
use super::state::{BodyLanes, Drive, FIXED_ROW, Lock, State};
use super::{Constraints, Room};
use crate::bodies::Bodies;
use crate::contact_graph::{COLORS, ContactGraph, Place};
use crate::contacts::Contact;
use crate::lanes::{F32s, F32x4, LANES};
use crate::{MotionLocks, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{Pose, Vec2};

/// A step turns a body by an eighth of a turn at most, so that the Euler steps of its rotation stay good.
pub(super) const MAX_TURN: f32 = std::f32::consts::FRAC_PI_4;

/// What contacts are prepared from.
struct Context<'s> {
    contacts: &'s [Contact],
    bodies: &'s Bodies,
    rows: &'s [u32],
    states: &'s [State],
    /// Inverse mass and inertia by row, zero for what contacts do not move.
    masses: &'s [(f32, f32)],
    poses: &'s [Pose],
    springs: Springs,
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

    /// The constraints of all contacts.
    pub(super) fn prepare_contacts<'s>(
        &self,
        arena: &'s Bump,
        room: &'s mut Room,
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
            contacts: &self.contacts.slots,
            bodies: &self.bodies,
            rows: self.bodies.awake.rows(),
            states,
            masses,
            poses: &self.colliders.poses,
            springs: Springs {
                soft: Softness::new(hertz, settings.contact_damping_ratio, h),
                stiff: Softness::new(2.0 * hertz, settings.contact_damping_ratio, h),
            },
        };
        let Room { blocks, stages } = room;
        stages.resize(COLORS, Stage::EMPTY);
        if blocks.len() < graph.blocks() {
            blocks.resize(graph.blocks(), Block::EMPTY);
        }
        let blocks = &mut blocks[..graph.blocks()];
        let mut overflow = ArenaVec::with_capacity_in(graph.overflow(), arena);
        let mut bouncy = false;
        for (index, place) in graph.places() {
            match place {
                Place::Alone(_) => {
                    let single = context.prepare_one(index);
                    bouncy |= single.constraint.restitution > 0.0;
                    overflow.push(single);
                }
                Place::Lane { color, block, lane, is_last } => {
                    let stage = &mut stages[color];
                    context.put(index, stage, lane);
                    if is_last {
                        stage.contacts[lane + 1..].fill(ContactRow::ZERO);
                        stage.rows_a[lane + 1..].fill(FIXED_ROW);
                        stage.rows_b[lane + 1..].fill(FIXED_ROW);
                        bouncy |= context.prepare_eight(stage, &mut blocks[block]);
                    }
                }
            }
        }
        Constraints { overflow: overflow.into_bump_slice_mut(), blocks, bouncy }
    }
}

/// Contacts of one colour until they are eight.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    contacts: [ContactRow; LANES],
    rows_a: [u32; LANES],
    rows_b: [u32; LANES],
}

impl Stage {
    const EMPTY: Self =
        Self { contacts: [ContactRow::ZERO; LANES], rows_a: [FIXED_ROW; LANES], rows_b: [FIXED_ROW; LANES] };
}

impl Context<'_> {
    /// The rows of a contact's bodies.
    #[inline(always)]
    fn body_rows(&self, contact: &Contact) -> (u32, u32) {
        (self.rows[contact.body_a as usize], self.rows[contact.body_b as usize])
    }

    #[inline(always)]
    fn row(&self, contact: &Contact, row_a: u32, row_b: u32) -> ContactRow {
        let centers = [contact.body_a, contact.body_b].map(|body| self.bodies.centers[body as usize]);
        let masses = [row_a, row_b].map(|row| self.masses[row as usize]);
        ContactRow::new(contact, &self.poses[contact.a.slot()], centers, masses)
    }

    fn prepare_one(&self, contact: u32) -> Single {
        let contact = &self.contacts[contact as usize];
        let (row_a, row_b) = self.body_rows(contact);
        let (a, b) = (BodyLanes::load(self.states, row_a), BodyLanes::load(self.states, row_b));
        let constraint = ContactLanes::one(&self.row(contact, row_a, row_b)).constraint(&a, &b, &self.springs);
        let (movable_a, movable_b) = (constraint.inv_mass_a > 0.0, constraint.inv_mass_b > 0.0);
        Single { row_a, row_b, movable_a, movable_b, constraint }
    }

    /// Puts a contact into a lane of a stage.
    #[inline(always)]
    fn put(&self, contact: u32, stage: &mut Stage, lane: usize) {
        let contact = &self.contacts[contact as usize];
        let (row_a, row_b) = self.body_rows(contact);
        (stage.rows_a[lane], stage.rows_b[lane]) = (row_a, row_b);
        stage.contacts[lane] = self.row(contact, row_a, row_b);
    }

    /// [`Context::prepare_one`] for the contacts of a stage; tells whether one of them bounces.
    fn prepare_eight(&self, stage: &Stage, block: &mut Block) -> bool {
        let a = BodyLanes::gather_velocity(self.states, &stage.rows_a);
        let b = BodyLanes::gather_velocity(self.states, &stage.rows_b);
        block.rows_a = stage.rows_a;
        block.rows_b = stage.rows_b;
        block.constraint = ContactLanes::eight(&stage.contacts).constraint(&a, &b, &self.springs);
        let movable = |inv_mass: F32s| inv_mass.simd_gt(F32s::ZERO).to_bitmask();
        block.movable_a = movable(block.constraint.inv_mass_a);
        block.movable_b = movable(block.constraint.inv_mass_b);
        block.constraint.restitution.simd_gt(F32s::ZERO).any()
    }
}
