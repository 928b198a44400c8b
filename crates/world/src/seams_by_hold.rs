use crate::Filter;
use crate::colliders::Colliders;
use crate::seams::Seams;
use geom::Pose;
use sat_simd::{Shape, separation};

/// A neighbour of a seamless collider that may let through what that one holds.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Choosy {
    /// The neighbour.
    pub slot: u32,
    pub filter: Filter,
    /// Its body, if others ignore that.
    pub ignored: Option<u32>,
    /// It lets through what comes from behind, and the collider does not.
    pub is_one_way: bool,
}

/// What neighbours cover of a seamless collider, by which of them hold what touches it.
#[derive(Clone)]
pub(crate) struct SeamsByHold {
    /// Of each sort of neighbours that are choosy one.
    choosy: Vec<Choosy>,
    /// What is covered by the neighbours that are not choosy and by those sorts whose bits are set in the index.
    seams: Vec<Option<Seams>>,
    /// How deep what a one-way neighbour holds may be in it, in metres.
    held: f32,
}

impl SeamsByHold {
    /// [`Seams::new`] for each choice of sorts. `None` if nothing is ever covered.
    pub fn new(
        shape: &Shape,
        neighbors: &[(&Shape, Pose, Option<Choosy>)],
        tolerance: f32,
        deepest: f32,
    ) -> Option<Self> {
        /// So many sorts are told apart; others cover nothing.
        const MOST: usize = 3;
        /// In tolerances.
        const HELD: f32 = 2.0;
        let mut choosy: Vec<Choosy> = Vec::new();
        for next in neighbors.iter().filter_map(|neighbor| neighbor.2) {
            if choosy.len() < MOST && !choosy.iter().any(|sort| sort.is_like(&next)) {
                choosy.push(next);
            }
        }
        let seams = |mask: usize| {
            let holds = |sort: Option<Choosy>| match sort {
                None => true,
                Some(next) => choosy.iter().enumerate().any(|(i, sort)| mask >> i & 1 == 1 && sort.is_like(&next)),
            };
            let chosen = neighbors.iter().filter(|neighbor| holds(neighbor.2));
            let chosen: Vec<(&Shape, Pose)> = chosen.map(|&(shape, pose, _)| (shape, pose)).collect();
            Some(Seams { deepest, ..Seams::new(shape, &chosen, tolerance)? })
        };
        let seams: Vec<Option<Seams>> = (0..1 << choosy.len()).map(seams).collect();
        let covers_any = seams.iter().any(Option::is_some);
        covers_any.then_some(Self { choosy, seams, held: HELD * tolerance })
    }
}

impl Choosy {
    /// Whether both hold the same things.
    fn is_like(&self, other: &Self) -> bool {
        if self.is_one_way || other.is_one_way {
            self.slot == other.slot
        } else {
            (self.filter, self.ignored) == (other.filter, other.ignored)
        }
    }
}

impl Colliders {
    /// What neighbours that hold `other`, at this pose, cover of a collider: those that it collides with, and that it does not pass
    /// through. O(1), but for one-way neighbours, each of which is a [`separation`].
    #[inline]
    pub fn seams_for(&self, slot: usize, other: usize, pose: &Pose) -> Option<&Seams> {
        let by_hold = self.seams.of(slot)?;
        let bits = by_hold.choosy.iter().enumerate().map(|(i, choosy)| {
            let holds = self.holds(choosy, other, pose, by_hold.held);
            usize::from(holds) << i
        });
        by_hold.seams[bits.sum::<usize>()].as_ref()
    }

    /// Whether a collider is held by a neighbour of what it touches.
    fn holds(&self, neighbor: &Choosy, other: usize, pose: &Pose, held: f32) -> bool {
        let slot = neighbor.slot as usize;
        let collides = neighbor.filter.of_nobody().accepts(&self.filters[other].of_nobody());
        collides
            && !self.ignored.contains(self.bodies[slot], self.bodies[other])
            && (!neighbor.is_one_way
                || separation(&self.shapes[slot], &self.poses[slot], &self.shapes[other], pose) >= -held)
    }
}
