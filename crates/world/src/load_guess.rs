use crate::World;
use crate::contact_graph::ContactGraph;
use crate::impulse::Impulse;
use crate::positive::positive;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// A contact point that carries a body.
#[derive(Clone, Copy)]
struct Support {
    /// Rank of the carried body.
    upper: u32,
    /// Rank of the body that carries it, or [`GROUND`].
    lower: u32,
    /// Which one the contact is of those to be solved.
    place: u32,
    contact: u32,
    point: u32,
    /// Where it is, along the horizontal, from the carried body's centre and from the carrying one's.
    x_upper: f32,
    x_lower: f32,
    /// The contact normal's share along gravity.
    slope: f32,
}

/// What rests on a body, its own weight included, per sub-step.
#[derive(Clone, Copy)]
struct Load {
    /// In N·s.
    impulse: f32,
    /// About the body's centre, in N·m·s.
    moment: f32,
}

/// The rank of what nothing has to carry.
const GROUND: u32 = u32::MAX;

/// Contacts steeper than this carry nothing in the guess, which knows no friction: the cosine of 45°.
const LEAST_SLOPE: f32 = 0.7;

/// What a guess takes for each point of a contact, the bodies between them included.
const BYTES_PER_POINT: usize = 64;

impl World {
    /// Gives contacts the impulses they might have if everything had long come to rest.
    ///
    /// Warm starting takes the impulses of the step before, and a scene that was just set up has none: the solver's few
    /// passes would carry the news that something stands on solid ground a few layers per step, and the top of a hundred
    /// layers would fall freely until then (it sank by 0.9 m, and swayed). So weights are handed down once, from the highest
    /// body to the lowest, as long as a chain of supports leads to something immovable. Each body's load is spread over the
    /// points it stands on linearly, such that force and torque balance. O(n log n).
    pub(crate) fn guess_loads(&mut self, arena: &Bump, graph: &ContactGraph, h: f32) {
        let strength = self.settings.gravity.length();
        if strength == 0.0 {
            return;
        }
        // What is set up needs this once for all that it consists of, several times what a step takes: that is given back.
        let is_set_up = self.report.step == 0 && arena.chunk_capacity() < graph.tally.points * BYTES_PER_POINT;
        let own = is_set_up.then(Bump::new);
        let arena = own.as_ref().unwrap_or(arena);
        let down = self.settings.gravity / strength;
        let bodies = &self.bodies;
        // Ranks from the highest body to the lowest.
        let movable = |slot: &usize| bodies.masses[*slot].inv_mass > 0.0 && bodies.traits[*slot].is_moved();
        let mut order = ArenaVec::with_capacity_in(graph.awake.len(), arena);
        let awake = graph.awake.iter().map(|&slot| slot as usize);
        order.extend(awake.filter(movable).map(|slot| (bodies.centers[slot].dot(down), slot as u32)));
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let ranks = arena.alloc_slice_fill_copy(bodies.slots.capacity(), GROUND);
        for (rank, &(_, slot)) in order.iter().enumerate() {
            ranks[slot as usize] = rank as u32;
        }

        let mut supports = ArenaVec::with_capacity_in(graph.tally.points, arena);
        for (place, index) in (0..).zip(graph.contacts(arena, &self.graph_room)) {
            self.add_supports(place, index, ranks, &mut supports);
        }
        supports.sort_unstable_by_key(|support| (support.upper, support.place, support.point));
        // Supports of rank `r` are those from `starts[r]` to `starts[r + 1]`.
        let starts = arena.alloc_slice_fill_copy(order.len() + 1, 0);
        for support in &supports {
            starts[support.upper as usize + 1] += 1;
        }
        for rank in 0..order.len() {
            starts[rank + 1] += starts[rank];
        }
        // From the lowest up: which bodies stand on solid ground. A support that does not reach it carries nothing.
        let grounded = arena.alloc_slice_fill_copy(order.len(), false);
        let carries =
            |support: &Support, grounded: &[bool]| support.lower == GROUND || grounded[support.lower as usize];
        for rank in (0..order.len()).rev() {
            grounded[rank] = supports[starts[rank]..starts[rank + 1]].iter().any(|support| carries(support, grounded));
        }
        // From the highest down: each body's load onto its supports.
        let loads = arena.alloc_slice_fill_iter(order.iter().map(|&(_, slot)| {
            let weight = strength * bodies.traits[slot as usize].gravity_scale;
            Load { impulse: weight * h / bodies.masses[slot as usize].inv_mass, moment: 0.0 }
        }));
        for rank in 0..order.len() {
            let mine = supports[starts[rank]..starts[rank + 1]].iter().filter(|support| carries(support, grounded));
            let spread = Spread::new(loads[rank], mine.clone().map(|support| support.x_upper));
            for support in mine {
                let impulse = spread.at(support.x_upper);
                let contact = &mut self.contacts.slots[support.contact as usize];
                let normal = impulse / support.slope;
                // What is carried over from the step before is better than a guess.
                let known = &mut contact.impulses[support.point as usize];
                if known.normal == 0.0 {
                    *known = Impulse { normal, tangent: 0.0, settled: normal };
                }
                if let Some(load) = loads.get_mut(support.lower as usize) {
                    load.impulse += impulse;
                    load.moment += impulse * support.x_lower;
                }
            }
        }
    }

    /// The points of a contact, if one side stands on the other.
    fn add_supports(&self, place: u32, index: u32, ranks: &[u32], supports: &mut ArenaVec<Support>) {
        let contact = &self.contacts.slots[index as usize];
        let pose = &self.colliders.poses[contact.a.slot()];
        let down = self.settings.gravity.normalize_or_zero();
        let along = contact.normal(&self.colliders).dot(down);
        // The normal points from A to B: downwards when B carries A.
        let (upper, lower) =
            if along > 0.0 { (contact.body_a, contact.body_b) } else { (contact.body_b, contact.body_a) };
        let (upper_rank, lower_rank) = (ranks[upper as usize], ranks[lower as usize]);
        if upper_rank == GROUND || upper_rank >= lower_rank || along.abs() < LEAST_SLOPE {
            return;
        }
        let centers = &self.bodies.centers;
        for (point, found) in contact.manifold.points().iter().enumerate() {
            let position = pose.transform_point(found.point);
            supports.push(Support {
                upper: upper_rank,
                lower: lower_rank,
                place,
                contact: index,
                point: point as u32,
                x_upper: (position - centers[upper as usize]).perp_dot(down),
                x_lower: (position - centers[lower as usize]).perp_dot(down),
                slope: along.abs(),
            });
        }
    }
}

/// A load spread over points as a linear function of where they are, nowhere negative.
struct Spread {
    middle: f32,
    even: f32,
    slant: f32,
    /// What makes up for the points at which the linear function is negative.
    scale: f32,
}

impl Spread {
    /// The spread over the points `x` whose sum is the load's impulse and whose moment is the load's. What floats up by more than
    /// it carries presses on none of them.
    fn new(load: Load, x: impl Iterator<Item = f32> + Clone) -> Self {
        let count = x.clone().count().max(1) as f32;
        let middle = x.clone().sum::<f32>() / count;
        let width_sq: f32 = x.clone().map(|x| (x - middle) * (x - middle)).sum();
        let slant = if width_sq > 0.0 { (load.moment - load.impulse * middle) / width_sq } else { 0.0 };
        let spread = Self { middle, even: load.impulse / count, slant, scale: 1.0 };
        let sum: f32 = x.map(|x| spread.at(x)).sum();
        Self { scale: if sum > 0.0 { positive(load.impulse) / sum } else { 0.0 }, ..spread }
    }

    fn at(&self, x: f32) -> f32 {
        positive(self.even + self.slant * (x - self.middle)) * self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_is_spread_such_that_force_and_torque_balance_and_nothing_pulls() {
        let points = [-0.5f32, 0.5];
        let parts = |impulse: f32, moment: f32| {
            let spread = Spread::new(Load { impulse, moment }, points.into_iter());
            points.map(|x| spread.at(x))
        };
        assert_eq!(parts(4.0, 1.0), [1.0, 3.0]);
        assert_eq!(parts(4.0, 4.0), [0.0, 4.0]);
        // A balloon that rises by more than what stands on its edge weighs.
        assert_eq!(parts(-0.1, 0.4), [0.0, 0.0]);
    }
}
