use super::Constraints;
use super::block::{Block, Single};
use super::contact_lanes::{ContactLanes, ContactRow};
use super::numbers::Numbers;
use super::portion::Portion;
use super::rows::State;
use super::stage::{Share, Stage};
use super::state::{BodyLanes, Drive};
use super::workspace::ContactRoom;
use crate::bodies::Bodies;
use crate::coloring::COLORS;
use crate::column::grow;
use crate::contact::Contact;
use crate::lanes::{F32s, LANES, V2, columns};
use crate::places::Places;
use crate::{World, parallel};
use bumpalo::Bump;
use geom::Pose;
use sat_simd::Shape;

impl World {
    /// The constraints of a portion of the contacts, for sub-steps of `h` seconds; notes the place of each with a colour.
    pub(super) fn prepare_contacts<'s>(
        &self,
        arena: &'s Bump,
        ContactRoom { blocks, stages, singles }: &'s mut ContactRoom,
        portion: &Portion,
        rows: PreparedRows,
        (h, places): (f32, Option<&Places>),
    ) -> Constraints<'s> {
        let context = Context {
            contacts: &self.contacts.slots,
            bodies: &self.bodies,
            row_of_body: self.bodies.awake.rows(),
            rows,
            poses: &self.colliders.poses,
            shapes: &self.colliders.shapes,
            inv_h: 1.0 / h,
            threshold: self.settings.restitution_threshold,
            fastest: 2.0 * self.settings.max_linear_speed,
        };
        let batches = portion.batches;
        let blocks_by_color = arena.alloc_slice_fill_iter(batches.iter().map(|batch| batch.counts.blocks()));
        let count = blocks_by_color.as_flattened().iter().sum();
        let contacts = portion.colored();
        // The last block of each colour may lack some. No more for any borders of zones.
        let unfilled = contacts.min(batches.len() * COLORS);
        grow(blocks, contacts / LANES + unfilled);
        if blocks.len() < count {
            blocks.resize(count, Block::EMPTY);
        }
        let blocks = &mut blocks[..count];
        grow(stages, unfilled);
        let mut shares = Share::cut(arena, batches, blocks, stages);
        parallel::for_each_part(&mut shares[..], 1, |_, shares| {
            for share in shares {
                let is_between = share.is_between;
                share.fill(
                    |contact, place, stage| {
                        context.put(contact, stage, place % LANES);
                        places.iter().for_each(|places| places.set(contact, place));
                    },
                    |stage, block| context.prepare_eight(stage, block, is_between),
                );
            }
        });
        drop(shares);
        singles.clear();
        singles.extend(portion.overflow.iter().map(|colored| context.prepare_one(colored.contact)));
        Constraints { overflow: singles, blocks, blocks_by_color }
    }
}

/// The rows as constraints are told of them.
pub(super) struct PreparedRows<'s> {
    /// By [place](Numbers::place).
    pub states: &'s [State],
    pub drives: &'s [Drive],
    /// Inverse mass and inertia by row, zero for what contacts do not move.
    pub masses: &'s [(f32, f32)],
    pub numbers: Numbers<'s>,
}

/// What contacts are prepared from.
struct Context<'s> {
    contacts: &'s [Contact],
    bodies: &'s Bodies,
    /// By body slot.
    row_of_body: &'s [u32],
    rows: PreparedRows<'s>,
    poses: &'s [Pose],
    shapes: &'s [Shape],
    /// One over the length of a sub-step.
    inv_h: f32,
    /// Below this approach speed nothing bounces.
    threshold: f32,
    /// The speed at which two bodies close in at most, but for what they turn.
    fastest: f32,
}

impl Context<'_> {
    /// The rows of a contact's bodies.
    #[inline(always)]
    fn body_rows(&self, contact: &Contact) -> (u32, u32) {
        (self.row_of_body[contact.body_a as usize], self.row_of_body[contact.body_b as usize])
    }

    #[inline(always)]
    fn row(&self, contact: &Contact, row_a: u32, row_b: u32) -> ContactRow {
        let centers = [contact.body_a, contact.body_b].map(|body| self.bodies.centers[body as usize]);
        let masses = [row_a, row_b].map(|row| self.rows.masses[row as usize]);
        ContactRow::new(contact, &self.poses[contact.a.slot()], centers, masses, contact.radii(self.shapes))
    }

    fn prepare_one(&self, contact: u32) -> Single {
        let contact = &self.contacts[contact as usize];
        let (row_a, row_b) = self.body_rows(contact);
        let row = self.row(contact, row_a, row_b);
        let [place_a, place_b] = [row_a, row_b].map(|row| self.rows.numbers.place(row));
        let [a, b] = [place_a, place_b].map(|place| BodyLanes::load(self.rows.states, place));
        let mut constraint = ContactLanes::one(&row).constraint(&a, &b);
        let lands = constraint.lands(self.threshold);
        if lands[0] || lands[1] {
            let push = |place: u32| {
                let [x, y, ..] = self.rows.drives[place as usize].push.to_array();
                V2 { x, y }
            };
            constraint.foresee(lands, [push(place_a), push(place_b)], self.inv_h, self.fastest);
        }
        let (movable_a, movable_b) = (constraint.inv_mass_a > 0.0, constraint.inv_mass_b > 0.0);
        let [row_a, row_b] = [place_a, place_b].map(|place| self.rows.numbers.anywhere(place));
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

    /// [`Context::prepare_one`] for the contacts of a stage.
    fn prepare_eight(&self, stage: &Stage, block: &mut Block, is_between: bool) {
        let numbers = &self.rows.numbers;
        let (mut room_a, mut room_b) = ([0; LANES], [0; LANES]);
        let places_a = numbers.places(&stage.rows_a, &mut room_a);
        let places_b = numbers.places(&stage.rows_b, &mut room_b);
        let a = BodyLanes::gather_velocity(self.rows.states, places_a);
        let b = BodyLanes::gather_velocity(self.rows.states, places_b);
        block.rows_a = numbers.of(places_a, is_between);
        block.rows_b = numbers.of(places_b, is_between);
        block.constraint = ContactLanes::eight(&stage.contacts).constraint(&a, &b);
        let movable = |inv_mass: F32s| inv_mass.simd_gt(F32s::ZERO).to_bitmask();
        block.movable_a = movable(block.constraint.inv_mass_a);
        block.movable_b = movable(block.constraint.inv_mass_b);
        block.is_plain = block.constraint.is_plain();
        block.is_edged = block.constraint.is_edged();
        if !block.constraint.restitution.simd_gt(F32s::ZERO).any() {
            return;
        }
        let lands = block.constraint.lands(self.threshold.into());
        if (lands[0] | lands[1]).any() {
            let push = |places: &[u32; LANES]| {
                let [x, y, ..] = columns(|lane| self.rows.drives[places[lane] as usize].push);
                V2 { x, y }
            };
            let pushes = [push(places_a), push(places_b)];
            block.constraint.foresee(lands, pushes, self.inv_h.into(), self.fastest.into());
        }
    }
}
