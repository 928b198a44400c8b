use super::Constraints;
use super::block::Single;
use super::constraint::Constraint;
use super::portion::Portion;
use super::softness::Springs;
use crate::coloring::Batch;
use crate::contact::{Contact, Role};
use crate::contact_graph::LEAST_PART;
use crate::event::{Hit, Pushed};
use crate::impulse::{Impulse, settle};
use crate::lanes::{F32s, LANES};
use crate::places::Places;
use crate::{Settings, World, parallel};
use bumpalo::collections::Vec as ArenaVec;
use geom::Pose;
use std::sync::Mutex;

impl World {
    /// Keeps the impulses of a portion of the contacts for the next step; notes those that began by pushing or were hit hard.
    pub(super) fn store_impulses(
        &mut self,
        portion: &Portion,
        constraints: &Constraints,
        springs: &Springs<f32>,
        pushed: &mut ArenaVec<Pushed>,
    ) {
        let (keeper, contacts) =
            (&Keeper::new(&self.settings, springs, &self.colliders.poses), &mut self.contacts.slots);
        let blocks = &*constraints.blocks;
        let keep = |index: u32, place: usize, contact: &mut Contact| {
            let (constraint, lane) = (&blocks[place / LANES].constraint, place % LANES);
            let most_of = |point| keeper.most_of(constraint, point, |lanes| lanes.as_array()[lane]);
            keeper.keep(&Solved::of_lane(constraint, lane), most_of, index, contact)
        };
        if !portion.is_worth_sharing() {
            for (index, place) in Batch::places(portion.batches) {
                pushed.extend(keep(index, place, &mut contacts[index as usize]));
            }
        } else {
            let places = &mut self.graph_room.places;
            share_keeping(contacts, places, (&mut self.pushed, pushed), keep);
        }
        for (colored, single) in portion.overflow.iter().zip(&*constraints.overflow) {
            let (constraint, index) = (&single.constraint, colored.contact);
            let most_of = |point| keeper.most_of(constraint, point, |number| *number);
            pushed.extend(keeper.keep(&Solved::of_one(constraint), most_of, index, &mut contacts[index as usize]));
        }
    }

    /// Does the same with what several threads [kept](Kept) of contacts, whose places say which.
    pub(super) fn store_kept(&mut self, kept: &[Kept], springs: &Springs<f32>, pushed: &mut ArenaVec<Pushed>) {
        let keeper = &Keeper::new(&self.settings, springs, &self.colliders.poses);
        let keep = |index: u32, place: usize, contact: &mut Contact| {
            let Kept { solved, most } = &kept[place];
            keeper.keep(solved, |point| most[point], index, contact)
        };
        share_keeping(&mut self.contacts.slots, &mut self.graph_room.places, (&mut self.pushed, pushed), keep);
    }
}

/// Calls `keep` for each contact that has a place, with its slot and that. The contacts of one block are anywhere: each thread takes a
/// part of the slots, and looks up where its contacts were solved.
fn share_keeping(
    contacts: &mut [Contact],
    places: &mut Places,
    (found, pushed): (&mut Mutex<Vec<Pushed>>, &mut ArenaVec<Pushed>),
    keep: impl Fn(u32, usize, &mut Contact) -> Option<Pushed> + Sync,
) {
    let places = places.column(contacts.len());
    {
        let found = &*found;
        parallel::for_each_part((contacts, places), LEAST_PART, |first, (contacts, places)| {
            Places::drain(places, |slot, place| {
                if let Some(pushed) = keep((first + slot) as u32, place, &mut contacts[slot]) {
                    found.lock().expect("nobody panics while noting a contact").push(pushed);
                }
            });
        });
    }
    pushed.extend(found.get_mut().expect("nobody panicked while noting a contact").drain(..));
}

/// What is left of a solved contact of a piece until whoever has its slot keeps it.
#[derive(Clone, Copy, Default)]
pub(super) struct Kept {
    solved: Solved,
    /// The largest impulse that is kept of each point that is pushed out.
    most: [f32; 2],
}

/// What a contact needs to know to keep its impulses.
pub(super) struct Keeper<'s> {
    hit_speed: f32,
    slop: f32,
    /// The largest impulse for each kilogram that is kept of what is pushed out of an overlap: between two bodies that contacts move,
    /// and against what does not give way. More than a spring holds at rest two things have that close in, each against the other: as
    /// soon as one of them lets go, the other would throw off what is between, or through what is opposite.
    most_held: [f32; 2],
    /// Of the colliders, as the step began.
    poses: &'s [Pose],
}

impl<'s> Keeper<'s> {
    /// For colliders that have these poses.
    pub fn new(settings: &Settings, springs: &Springs<f32>, poses: &'s [Pose]) -> Self {
        let Settings { hit_speed, linear_slop: slop, push_speed, restitution_threshold, .. } = *settings;
        // What rests in an overlap is carried, however slowly it is pushed out.
        let push_speed = push_speed.max(restitution_threshold);
        let most_held = [springs.soft, springs.stiff].map(|spring| spring.most_held(push_speed));
        Self { hit_speed, slop, most_held, poses }
    }

    /// Calls `note` for each contact of a portion with what is left of it.
    pub fn leave(&self, portion: &Portion, constraints: &Constraints, mut note: impl FnMut(u32, Kept)) {
        for (index, place) in Batch::places(portion.batches) {
            let (constraint, lane) = (&constraints.blocks[place / LANES].constraint, place % LANES);
            let most = [0, 1].map(|point| self.most_of(constraint, point, |lanes| lanes.as_array()[lane]));
            note(index, Kept { solved: Solved::of_lane(constraint, lane), most });
        }
        for (colored, Single { constraint, .. }) in portion.overflow.iter().zip(&*constraints.overflow) {
            let most = [0, 1].map(|point| self.most_of(constraint, point, |number| *number));
            note(colored.contact, Kept { solved: Solved::of_one(constraint), most });
        }
    }

    /// Keeps a contact's impulses, no more than `most_of` a point that is pushed out, and tells if it begins or was hit hard.
    #[inline]
    fn keep(
        &self,
        solved: &Solved,
        most_of: impl Fn(usize) -> f32,
        index: u32,
        contact: &mut Contact,
    ) -> Option<Pushed> {
        let Solved { points, rolling } = solved;
        contact.rolling_impulse = finite(*rolling);
        let found = contact.manifold.points();
        let is_pushed = |number: usize| found.get(number).is_some_and(|it| it.separation < -self.slop);
        let pushed = [is_pushed(0), is_pushed(1)];
        let share = found.len() == 2 && pushed == [false; 2] && contact.role != Role::Separate;
        let loads = [finite(points[0].normal), finite(points[1].normal)];
        let settled = settle([contact.impulses[0].settled, contact.impulses[1].settled], loads, share);
        let kept = |number: usize| {
            let (normal, tangent) = (loads[number], finite(points[number].tangent));
            let impulse = Impulse { normal, tangent, settled: settled[number] };
            if pushed[number] { impulse.pushed(most_of(number)) } else { impulse }
        };
        contact.impulses = [kept(0), kept(1)];
        let begins =
            !contact.touching && points.iter().any(|point| point.total > 0.0) && contact.set_touching(true).is_some();
        let hit = if contact.hit_events { self.hit(points, contact) } else { None };
        (begins || hit.is_some()).then_some(Pushed { contact: index, begins, hit })
    }

    /// The largest impulse that is kept of a point of contacts of which one has the numbers that `number` reads.
    #[inline(always)]
    fn most_of<L>(&self, constraint: &Constraint<L>, point: usize, number: impl Fn(&L) -> f32) -> f32 {
        let yields = number(&constraint.inv_mass_a) > 0.0 && number(&constraint.inv_mass_b) > 0.0;
        number(&constraint.points[point].normal_mass) * self.most_held[usize::from(!yields)]
    }

    fn hit(&self, points: &[StoredPoint; 2], contact: &Contact) -> Option<Hit> {
        let is_hit = |p: &StoredPoint| p.total > 0.0 && -p.relative_velocity > self.hit_speed;
        let [first, second] = points.each_ref().map(is_hit);
        if !(first || second) {
            return None;
        }
        let second_is_harder = !first || points[1].relative_velocity < points[0].relative_velocity;
        let point = usize::from(second && second_is_harder);
        let pose = &self.poses[contact.a.slot()];
        Some(Hit {
            point: pose.transform_point(contact.manifold.points()[point].point),
            normal: pose.transform_vector(contact.manifold.normal()),
            approach_speed: -points[point].relative_velocity,
            impulse: finite(points[0].total + points[1].total),
        })
    }
}

/// What is left of a solved contact.
#[derive(Clone, Copy, Default)]
struct Solved {
    points: [StoredPoint; 2],
    rolling: f32,
}

impl Solved {
    fn of_one(constraint: &Constraint<f32>) -> Self {
        Self {
            points: [0, 1].map(|point| StoredPoint::of(constraint, point, |number| *number)),
            rolling: constraint.rolling_impulse,
        }
    }

    #[inline]
    fn of_lane(constraint: &Constraint<F32s>, lane: usize) -> Self {
        let number = |lanes: &F32s| lanes.as_array()[lane];
        let points = [StoredPoint::of(constraint, 0, number), StoredPoint::of(constraint, 1, number)];
        Self { points, rolling: number(&constraint.rolling_impulse) }
    }
}

/// What is left of a solved point.
#[derive(Clone, Copy, Default)]
struct StoredPoint {
    normal: f32,
    tangent: f32,
    total: f32,
    relative_velocity: f32,
}

impl StoredPoint {
    /// A point of contacts of which one has the numbers that `number` reads.
    #[inline(always)]
    fn of<L>(constraint: &Constraint<L>, point: usize, number: impl Fn(&L) -> f32) -> Self {
        let later = &constraint.later[point];
        Self {
            normal: number(&constraint.points[point].normal_impulse),
            tangent: number(&later.tangent_impulse),
            total: number(&later.total_impulse),
            relative_velocity: number(&constraint.relative_velocity[point]),
        }
    }
}

/// An impulse that overflowed is forgotten.
fn finite(impulse: f32) -> f32 {
    if impulse.is_finite() { impulse } else { 0.0 }
}
