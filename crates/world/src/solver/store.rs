use super::Constraints;
use super::constraint::{Constraint, Point};
use crate::contact::Contact;
use crate::contact_graph::ContactGraph;
use crate::event::{Hit, Pushed};
use crate::lanes::{F32s, LANES};
use crate::{World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// Fewer contacts than this are not worth another thread.
const LEAST_PART: usize = 512;

impl World {
    /// Keeps the impulses for the next step; comes back with the contacts that began by pushing or were hit hard.
    pub(super) fn store_impulses<'s>(
        &mut self,
        arena: &'s Bump,
        graph: &ContactGraph,
        constraints: &Constraints,
    ) -> &'s [Pushed] {
        let mut pushed = ArenaVec::new_in(arena);
        let keeper = Keeper { hit_speed: self.settings.hit_speed, slop: self.settings.linear_slop };
        let contacts = &mut self.contacts.slots;
        if parallel::parts(graph.colored.len(), LEAST_PART) == 1 {
            for (index, block, lane) in graph.places() {
                let solved = Solved::of_lane(&constraints.blocks[block].constraint, lane);
                pushed.extend(keeper.keep(&solved, index, &mut contacts[index as usize]));
            }
        } else {
            // The contacts of one block are anywhere. Each thread takes a part of the slots, and looks up where its
            // contacts were solved.
            let places = arena.alloc_slice_fill_copy(contacts.len(), NOWHERE);
            for (index, block, lane) in graph.places() {
                places[index as usize] = (block * LANES + lane) as u32;
            }
            let (blocks, found) = (&*constraints.blocks, &self.pushed);
            parallel::for_each_part((&mut contacts[..], &*places), LEAST_PART, |first, (contacts, places)| {
                let contacts = (first as u32..).zip(contacts);
                for ((index, contact), &place) in contacts.zip(places).filter(|(_, place)| **place != NOWHERE) {
                    let (block, lane) = (place as usize / LANES, place as usize % LANES);
                    let solved = Solved::of_lane(&blocks[block].constraint, lane);
                    if let Some(pushed) = keeper.keep(&solved, index, contact) {
                        found.lock().expect("nobody panics while noting a contact").push(pushed);
                    }
                }
            });
            pushed.extend(self.pushed.get_mut().expect("nobody panicked while noting a contact").drain(..));
        }
        for (&index, single) in graph.overflow.iter().zip(&*constraints.overflow) {
            pushed.extend(keeper.keep(&Solved::of_one(&single.constraint), index, &mut contacts[index as usize]));
        }
        pushed.into_bump_slice()
    }
}

/// The place of a contact that was not solved.
const NOWHERE: u32 = u32::MAX;

/// What a contact needs to know to keep its impulses.
struct Keeper {
    hit_speed: f32,
    slop: f32,
}

impl Keeper {
    /// Keeps a contact's impulses, and tells if it begins or was hit hard.
    #[inline]
    fn keep(&self, solved: &Solved, index: u32, contact: &mut Contact) -> Option<Pushed> {
        let Solved { points, rolling } = solved;
        contact.rolling_impulse = finite(*rolling);
        for (impulse, (point, found)) in contact.impulses.iter_mut().zip(points.iter().zip(contact.manifold.points())) {
            let rests = found.separation >= -self.slop;
            *impulse = impulse.settle(finite(point.normal), finite(point.tangent), rests);
        }
        let begins =
            !contact.touching && points.iter().any(|point| point.peak > 0.0) && contact.set_touching(true).is_some();
        let hit = if contact.hit_events { self.hit(points) } else { None };
        (begins || hit.is_some()).then_some(Pushed { contact: index, begins, hit })
    }

    fn hit(&self, points: &[StoredPoint; 2]) -> Option<Hit> {
        let is_hit = |p: &StoredPoint| p.peak > 0.0 && -p.relative_velocity > self.hit_speed;
        let [first, second] = points.each_ref().map(is_hit);
        if !(first || second) {
            return None;
        }
        let second_is_harder = !first || points[1].relative_velocity < points[0].relative_velocity;
        let point = usize::from(second && second_is_harder);
        Some(Hit { point, approach_speed: -points[point].relative_velocity })
    }
}

/// What is left of a solved contact.
struct Solved {
    points: [StoredPoint; 2],
    rolling: f32,
}

impl Solved {
    fn of_one(constraint: &Constraint<f32>) -> Self {
        let [first, second] = &constraint.points;
        let [before, before_second] = constraint.relative_velocity;
        let points = [StoredPoint::of(first, before), StoredPoint::of(second, before_second)];
        Self { points, rolling: constraint.rolling_impulse }
    }

    #[inline]
    fn of_lane(constraint: &Constraint<F32s>, lane: usize) -> Self {
        let [first, second] = &constraint.points;
        let [before, before_second] = &constraint.relative_velocity;
        let points = [StoredPoint::of_lane(first, before, lane), StoredPoint::of_lane(second, before_second, lane)];
        Self { points, rolling: constraint.rolling_impulse.as_array()[lane] }
    }
}

/// What is left of a solved point.
#[derive(Clone, Copy)]
struct StoredPoint {
    normal: f32,
    tangent: f32,
    peak: f32,
    relative_velocity: f32,
}

impl StoredPoint {
    fn of(point: &Point<f32>, relative_velocity: f32) -> Self {
        let Point { normal_impulse, tangent_impulse, peak_impulse, .. } = *point;
        Self { normal: normal_impulse, tangent: tangent_impulse, peak: peak_impulse, relative_velocity }
    }

    #[inline]
    fn of_lane(point: &Point<F32s>, relative_velocity: &F32s, lane: usize) -> Self {
        Self {
            normal: point.normal_impulse.as_array()[lane],
            tangent: point.tangent_impulse.as_array()[lane],
            peak: point.peak_impulse.as_array()[lane],
            relative_velocity: relative_velocity.as_array()[lane],
        }
    }
}

/// An impulse that overflowed is forgotten.
fn finite(impulse: f32) -> f32 {
    if impulse.is_finite() { impulse } else { 0.0 }
}
