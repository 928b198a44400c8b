use super::Constraints;
use super::constraint::Point;
use crate::World;
use crate::contact_graph::ContactGraph;
use crate::event::Hit;
use crate::lanes::F32s;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

impl World {
    /// Keeps the impulses for the next step; comes back with the contacts that were hit hard.
    pub(super) fn store_impulses<'s>(
        &mut self,
        arena: &'s Bump,
        graph: &ContactGraph,
        constraints: &Constraints,
    ) -> &'s [Hit] {
        let mut hits = ArenaVec::new_in(arena);
        let (hit_speed, slop) = (self.settings.hit_speed, self.settings.linear_slop);
        let contacts = &mut self.contacts.slots;
        let mut store = |index: u32, points: [StoredPoint; 2], rolling: f32| {
            let contact = &mut contacts[index as usize];
            contact.rolling_impulse = finite(rolling);
            let solved = points.iter().zip(contact.manifold.points());
            for (impulse, (point, found)) in contact.impulses.iter_mut().zip(solved) {
                let rests = found.separation >= -slop;
                *impulse = impulse.settle(finite(point.normal), finite(point.tangent), rests);
            }
            let hit = |p: &StoredPoint| p.peak > 0.0 && -p.relative_velocity > hit_speed;
            if contact.hit_events && points.iter().any(hit) {
                let first = &points[0];
                let second_is_harder = !hit(first) || points[1].relative_velocity < first.relative_velocity;
                let point = usize::from(hit(&points[1]) && second_is_harder);
                hits.push(Hit { contact: index, point, approach_speed: -points[point].relative_velocity });
            }
        };
        for (index, block, lane) in graph.places() {
            let constraint = &constraints.blocks[block].constraint;
            let points = constraint.points.each_ref().map(|point| StoredPoint::of_lane(point, lane));
            store(index, points, constraint.rolling_impulse.as_array()[lane]);
        }
        for (&index, single) in graph.overflow.iter().zip(&*constraints.overflow) {
            let constraint = &single.constraint;
            store(index, constraint.points.map(StoredPoint::of), constraint.rolling_impulse);
        }
        hits.into_bump_slice()
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
