use super::Constraints;
use super::constraint::{Constraint, Point};
use crate::contact::Contact;
use crate::contact_graph::ContactGraph;
use crate::event::Hit;
use crate::lanes::{F32s, LANES};
use crate::{World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// Fewer contacts than this are not worth another thread.
const LEAST_PART: usize = 512;

impl World {
    /// Keeps the impulses for the next step; comes back with the contacts that were hit hard.
    pub(super) fn store_impulses<'s>(
        &mut self,
        arena: &'s Bump,
        graph: &ContactGraph,
        constraints: &Constraints,
    ) -> &'s [Hit] {
        let mut hits = ArenaVec::new_in(arena);
        let keeper = Keeper { hit_speed: self.settings.hit_speed, slop: self.settings.linear_slop };
        let contacts = &mut self.contacts.slots;
        if parallel::parts(graph.colored.len(), LEAST_PART) == 1 {
            for (index, block, lane) in graph.places() {
                let solved = Solved::of_lane(&constraints.blocks[block].constraint, lane);
                hits.extend(keeper.keep(&solved, index, &mut contacts[index as usize]));
            }
        } else {
            // The contacts of one block are anywhere. Each thread takes a part of the slots, and looks up where its
            // contacts were solved.
            let places = arena.alloc_slice_fill_copy(contacts.len(), NOWHERE);
            for (index, block, lane) in graph.places() {
                places[index as usize] = (block * LANES + lane) as u32;
            }
            let (blocks, found) = (&*constraints.blocks, &self.hits);
            parallel::for_each_part((&mut contacts[..], &*places), LEAST_PART, |first, (contacts, places)| {
                let contacts = (first as u32..).zip(contacts);
                for ((index, contact), &place) in contacts.zip(places).filter(|(_, place)| **place != NOWHERE) {
                    let (block, lane) = (place as usize / LANES, place as usize % LANES);
                    let solved = Solved::of_lane(&blocks[block].constraint, lane);
                    if let Some(hit) = keeper.keep(&solved, index, contact) {
                        found.lock().expect("nobody panics while noting a hit").push(hit);
                    }
                }
            });
            hits.extend(self.hits.get_mut().expect("nobody panicked while noting a hit").drain(..));
        }
        for (&index, single) in graph.overflow.iter().zip(&*constraints.overflow) {
            hits.extend(keeper.keep(&Solved::of_one(&single.constraint), index, &mut contacts[index as usize]));
        }
        hits.into_bump_slice()
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
    /// Keeps a contact's impulses, and tells if it was hit hard.
    #[inline]
    fn keep(&self, solved: &Solved, index: u32, contact: &mut Contact) -> Option<Hit> {
        let Solved { points, rolling } = solved;
        contact.rolling_impulse = finite(*rolling);
        for (impulse, (point, found)) in contact.impulses.iter_mut().zip(points.iter().zip(contact.manifold.points())) {
            let rests = found.separation >= -self.slop;
            *impulse = impulse.settle(finite(point.normal), finite(point.tangent), rests);
        }
        let hit = |p: &StoredPoint| p.peak > 0.0 && -p.relative_velocity > self.hit_speed;
        if !(contact.hit_events && points.iter().any(hit)) {
            return None;
        }
        let first = &points[0];
        let second_is_harder = !hit(first) || points[1].relative_velocity < first.relative_velocity;
        let point = usize::from(hit(&points[1]) && second_is_harder);
        Some(Hit { contact: index, point, approach_speed: -points[point].relative_velocity })
    }
}

/// What is left of a solved contact.
struct Solved {
    points: [StoredPoint; 2],
    rolling: f32,
}

impl Solved {
    fn of_one(constraint: &Constraint<f32>) -> Self {
        Self { points: constraint.points.map(StoredPoint::of), rolling: constraint.rolling_impulse }
    }

    #[inline]
    fn of_lane(constraint: &Constraint<F32s>, lane: usize) -> Self {
        let points = constraint.points.each_ref().map(|point| StoredPoint::of_lane(point, lane));
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
    fn of(point: Point<f32>) -> Self {
        let Point { normal_impulse, tangent_impulse, peak_impulse, relative_velocity, .. } = point;
        Self { normal: normal_impulse, tangent: tangent_impulse, peak: peak_impulse, relative_velocity }
    }

    fn of_lane(point: &Point<F32s>, lane: usize) -> Self {
        Self {
            normal: point.normal_impulse.as_array()[lane],
            tangent: point.tangent_impulse.as_array()[lane],
            peak: point.peak_impulse.as_array()[lane],
            relative_velocity: point.relative_velocity.as_array()[lane],
        }
    }
}

/// An impulse that overflowed is forgotten.
fn finite(impulse: f32) -> f32 {
    if impulse.is_finite() { impulse } else { 0.0 }
}
