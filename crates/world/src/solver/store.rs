use super::Constraints;
use super::constraint::Constraint;
use crate::contact::Contact;
use crate::contact_graph::{ContactGraph, LEAST_PART};
use crate::event::{Hit, Pushed};
use crate::lanes::{F32s, LANES};
use crate::places::Places;
use crate::{Settings, World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Pose;

impl World {
    /// Keeps the impulses for the next step; comes back with the contacts that began by pushing or were hit hard.
    pub(super) fn store_impulses<'s>(
        &mut self,
        arena: &'s Bump,
        graph: &ContactGraph,
        constraints: &Constraints,
    ) -> &'s [Pushed] {
        let mut pushed = ArenaVec::new_in(arena);
        let Settings { hit_speed, linear_slop: slop, .. } = self.settings;
        let keeper = Keeper { hit_speed, slop, poses: &self.colliders.poses };
        let contacts = &mut self.contacts.slots;
        let blocks = &*constraints.blocks;
        let solved = |place: usize| Solved::of_lane(&blocks[place / LANES].constraint, place % LANES);
        if !graph.is_worth_sharing() {
            for (index, place) in graph.places() {
                pushed.extend(keeper.keep(&solved(place), index, &mut contacts[index as usize]));
            }
        } else {
            // The contacts of one block are anywhere. Each thread takes a part of the slots, and looks up where its
            // contacts were solved.
            let (places, found) = (self.graph_room.places.column(contacts.len()), &self.pushed);
            parallel::for_each_part((&mut contacts[..], places), LEAST_PART, |first, (contacts, places)| {
                Places::drain(places, |slot, place| {
                    if let Some(pushed) = keeper.keep(&solved(place), (first + slot) as u32, &mut contacts[slot]) {
                        found.lock().expect("nobody panics while noting a contact").push(pushed);
                    }
                });
            });
            pushed.extend(self.pushed.get_mut().expect("nobody panicked while noting a contact").drain(..));
        }
        for (&index, single) in graph.coloring.overflow.iter().zip(&*constraints.overflow) {
            pushed.extend(keeper.keep(&Solved::of_one(&single.constraint), index, &mut contacts[index as usize]));
        }
        pushed.into_bump_slice()
    }
}

/// What a contact needs to know to keep its impulses.
struct Keeper<'s> {
    hit_speed: f32,
    slop: f32,
    /// Of the colliders, as the step began.
    poses: &'s [Pose],
}

impl Keeper<'_> {
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
            !contact.touching && points.iter().any(|point| point.total > 0.0) && contact.set_touching(true).is_some();
        let hit = if contact.hit_events { self.hit(points, contact) } else { None };
        (begins || hit.is_some()).then_some(Pushed { contact: index, begins, hit })
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
#[derive(Clone, Copy)]
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
