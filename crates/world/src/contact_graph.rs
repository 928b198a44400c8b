use crate::contacts::{Contact, Role};
use crate::lanes::LANES;
use crate::narrow_phase::Found;
use crate::recycle::Recycled;
use crate::solver::FIXED_ROW;
use crate::{BodyKind, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use sat_simd::Manifold;

/// How many sets of contacts there are that share no movable body.
pub(crate) const COLORS: usize = 24;

/// Contacts between two movable bodies take one of the first of these, lowest first. Contacts with something immovable
/// take any, highest first: so they are solved last, and what is fixed has the last word.
const PAIR_COLORS: usize = 20;

/// Where contacts without a free colour go.
const OVERFLOW: usize = COLORS;

/// The contacts to be solved, by colour: no movable body is twice in one colour, so its contacts can be solved eight at
/// a time, in any order, with one result.
#[derive(Default)]
pub(crate) struct ContactGraph<'s> {
    /// Body slots of those that move, ascending. Row `i + 1` of the solver is the body `awake[i]`.
    pub awake: &'s [u32],
    /// Those with a colour, in the order of their pairs.
    pub colored: &'s [Colored],
    /// Those without, in the order of their pairs.
    pub overflow: &'s [u32],
    /// How many contacts have each colour.
    pub counts: [usize; COLORS],
    /// Whether any body is to be pushed out of what it overlaps.
    pub any_separated: bool,
    pub manifolds: usize,
    pub points: usize,
    /// How many of the points were not there in the step before.
    pub fresh: usize,
    /// How many candidates kept their manifold.
    pub recycled: usize,
    pub deepest_penetration: f32,
}

/// A contact and its colour.
#[derive(Clone, Copy)]
pub(crate) struct Colored {
    pub contact: u32,
    pub color: u32,
}

impl ContactGraph<'_> {
    /// The contacts with a colour, in the order of their pairs, with the block and the lane that the solver keeps each in:
    /// colour after colour, in whole blocks.
    ///
    /// In this order contacts and bodies come nearly as they lie in memory, and the block that each colour is filling stays
    /// in the first-level cache. Colour by colour every contact was a cache miss: 58 000 of them took 38 % of a step.
    pub fn places(&self) -> impl Iterator<Item = (u32, usize, usize)> + '_ {
        let (mut next, mut blocks) = ([0; COLORS], 0);
        for (next, count) in next.iter_mut().zip(self.blocks_by_color()) {
            *next = blocks * LANES;
            blocks += count;
        }
        self.colored.iter().map(move |&Colored { contact, color }| {
            let place = &mut next[color as usize];
            let number = std::mem::replace(place, *place + 1);
            (contact, number / LANES, number % LANES)
        })
    }

    /// How many blocks of [`LANES`] contacts each colour takes.
    pub fn blocks_by_color(&self) -> [usize; COLORS] {
        self.counts.map(|count| count.div_ceil(LANES))
    }

    /// How many colours are in use.
    pub fn colors(&self) -> usize {
        self.counts.iter().filter(|&&count| count > 0).count()
    }

    /// All contacts to be solved.
    pub fn contacts(&self) -> impl Iterator<Item = u32> + '_ {
        self.colored.iter().map(|colored| colored.contact).chain(self.overflow.iter().copied())
    }

    /// Whether most points are new, so that warm starting has nothing to start from.
    pub fn is_cold(&self) -> bool {
        2 * self.fresh > self.points
    }
}

impl World {
    /// Gives each candidate its new manifold and keeps the impulses of the points it still has; begins and ends contacts;
    /// and colours those that are to be solved, greedily, in the order of their pairs.
    pub(crate) fn update_contact_graph<'s>(
        &mut self,
        arena: &'s Bump,
        candidates: &[u32],
        manifolds: &[Found],
    ) -> ContactGraph<'s> {
        self.bodies.awake.sort();
        let awake = arena.alloc_slice_copy(self.bodies.awake.slots());
        let rows = self.bodies.awake.rows();
        // Bit `c` of a row's mask: a contact of colour `c` already moves that body.
        let taken = arena.alloc_slice_fill_copy(awake.len() + 1, 0u32);
        let mut colored = ArenaVec::with_capacity_in(candidates.len(), arena);
        let mut overflow = ArenaVec::new_in(arena);
        let mut counts = [0; COLORS];
        let (mut manifold_count, mut points, mut fresh, mut recycled, mut deepest_penetration) = (0, 0, 0, 0, 0.0f32);
        let movable = |body: u32| {
            let traits = &self.bodies.traits[body as usize];
            traits.kind == BodyKind::Dynamic && !traits.is_separated() && rows[body as usize] != FIXED_ROW
        };
        for (&index, found) in candidates.iter().zip(manifolds) {
            let manifold = &found.manifold;
            let contact = &self.contacts.slots[index as usize];
            if contact.is_sensor() || contact.role == Role::Ignored {
                continue;
            }
            let passing = self.passes(contact, manifold);
            let manifold = if passing { &Manifold::EMPTY } else { manifold };
            let contact = &mut self.contacts.slots[index as usize];
            contact.passing = passing;
            if found.is_recycled {
                contact.manifold = *manifold;
                recycled += 1;
            } else {
                fresh += contact.replace_manifold(manifold);
                contact.recycled = Recycled::new(found.relative, manifold);
            }
            contact.set_touching(is_touching(contact, self.settings.linear_slop), &mut self.events);
            if manifold.is_empty() {
                continue;
            }
            manifold_count += 1;
            points += manifold.points().len();
            for point in manifold.points() {
                deepest_penetration = deepest_penetration.max(-point.separation);
            }
            let (a, b) = (movable(contact.body_a), movable(contact.body_b));
            let (row_a, row_b) = (rows[contact.body_a as usize] as usize, rows[contact.body_b as usize] as usize);
            let color = match (a, b) {
                (true, true) => lowest_free(taken[row_a] | taken[row_b]),
                (true, false) => highest_free(taken[row_a]),
                (false, true) => highest_free(taken[row_b]),
                (false, false) => continue,
            };
            if color == OVERFLOW {
                overflow.push(index);
                continue;
            }
            taken[row_a] |= u32::from(a) << color;
            taken[row_b] |= u32::from(b) << color;
            counts[color] += 1;
            colored.push(Colored { contact: index, color: color as u32 });
        }
        let any_separated = awake.iter().any(|&body| self.bodies.traits[body as usize].is_separated());
        ContactGraph {
            any_separated,
            awake,
            colored: colored.into_bump_slice(),
            overflow: overflow.into_bump_slice(),
            counts,
            manifolds: manifold_count,
            points,
            fresh,
            recycled,
            deepest_penetration,
        }
    }
}

/// Whether a contact has begun and not ended: it begins when the surfaces come within the slop, or already push, and ends
/// when they are out of the speculative margin. In between it stays as it was, so a resting body does not flicker.
fn is_touching(contact: &Contact, slop: f32) -> bool {
    let points = contact.manifold.points();
    let begins = || {
        let pushes = contact.impulses.iter().any(|impulse| impulse.normal > 0.0);
        pushes || points.iter().any(|point| point.separation <= slop)
    };
    !points.is_empty() && (contact.touching || begins())
}

/// The lowest colour below [`PAIR_COLORS`] that is not taken, or [`OVERFLOW`].
fn lowest_free(taken: u32) -> usize {
    let color = taken.trailing_ones() as usize;
    if color < PAIR_COLORS { color } else { OVERFLOW }
}

/// The highest colour that is not taken, or [`OVERFLOW`].
fn highest_free(taken: u32) -> usize {
    let above = u32::BITS - COLORS as u32;
    let from_top = (taken << above).leading_ones() as usize;
    if from_top < COLORS { COLORS - 1 - from_top } else { OVERFLOW }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_take_the_first_free_colour_from_their_end() {
        assert_eq!(lowest_free(0b1011), 2);
        assert_eq!(lowest_free((1 << PAIR_COLORS) - 1), OVERFLOW);
        assert_eq!(highest_free(0), COLORS - 1);
        assert_eq!(highest_free(1 << (COLORS - 1)), COLORS - 2);
        assert_eq!(highest_free((1 << COLORS) - 1), OVERFLOW);
    }
}
