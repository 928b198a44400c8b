use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::column::grow;
use crate::contact::Role;
use crate::contacts::ContactSlots;
use crate::recycle::Tolerance;
use crate::relative::Relative;
use crate::{Settings, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;
use sat_simd::Manifold;
use sat_simd::batch::{self, PairPlan};
use std::sync::{Mutex, PoisonError};

/// What the narrow phase found of a candidate.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    /// In A's frame.
    pub manifold: Manifold,
    /// Whether it is the one of the step before, moved along.
    pub is_recycled: bool,
    /// How far B has moved on it since it was found, if it is.
    pub shift: Vec2,
    /// How the sides stand, if that was asked.
    pub relative: Relative,
    /// How far apart the sides are at least, in metres, if there is no manifold.
    pub gap: f32,
}

impl Found {
    const NOTHING: Self =
        Self { manifold: Manifold::EMPTY, is_recycled: false, shift: Vec2::ZERO, relative: Relative::NONE, gap: 0.0 };
}

/// What is needed to find the manifolds of candidates.
pub(crate) struct Collide<'s> {
    bodies: &'s Bodies,
    colliders: &'s Colliders,
    tolerance: Tolerance,
}

impl<'s> Collide<'s> {
    pub fn new(bodies: &'s Bodies, colliders: &'s Colliders, settings: &Settings) -> Self {
        Self { bodies, colliders, tolerance: Tolerance::of(settings) }
    }
}

/// So many candidates are asked at a time: what is written down of them stays in the cache, and takes no more room in large worlds.
pub(crate) const BLOCK: usize = 512;

/// What the narrow phase keeps from step to step for its room: a block for each thread, by its number.
#[derive(Default)]
pub(crate) struct NarrowPhase {
    blocks: Vec<Mutex<Block>>,
}

impl NarrowPhase {
    /// Blocks for so many threads, all empty, in which so many candidates find room, or as many as are asked at a time.
    pub fn blocks(&mut self, threads: usize, candidates: usize) -> &[Mutex<Block>] {
        if self.blocks.len() < threads {
            self.blocks.resize_with(threads, Mutex::default);
        }
        for block in &mut self.blocks[..threads] {
            block.get_mut().unwrap_or_else(PoisonError::into_inner).make_room(candidates.min(BLOCK));
        }
        &self.blocks
    }

    /// That of the only thread.
    pub fn block(&mut self, candidates: usize) -> &mut Block {
        self.blocks(1, candidates);
        self.blocks[0].get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A block of candidates, those pairs of it that are asked for manifolds, and what was found.
#[derive(Default)]
pub(crate) struct Block {
    candidates: Vec<u32>,
    /// Which candidate of the block each pair is.
    places: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    plan: PairPlan,
    manifolds: Vec<Manifold>,
    gaps: Vec<f32>,
    /// Which candidates of the block have a seamless side.
    seamless: Vec<u32>,
    /// By candidate; behind them what is left of blocks before.
    found: Vec<Found>,
}

impl World {
    /// Those of these candidates that have a manifold now.
    pub(crate) fn touching<'s>(&mut self, arena: &'s Bump, candidates: &[u32]) -> ArenaVec<'s, u32> {
        let collide = Collide::new(&self.bodies, &self.colliders, &self.settings);
        let block = self.narrow_phase.block(candidates.len());
        let slots = self.contacts.slots_mut();
        let mut touching = ArenaVec::new_in(arena);
        for candidates in candidates.chunks(BLOCK) {
            block.extend(candidates);
            let found = block.collide(&collide, &slots);
            touching.extend(found.filter(|(_, found)| !found.manifold.is_empty()).map(|(index, _)| index));
        }
        touching
    }
}

impl Block {
    /// Makes room for as many candidates and answers as there could be, lest a busy step allocates.
    fn make_room(&mut self, most: usize) {
        let Self { candidates, places, pairs, manifolds, gaps, seamless, found, .. } = self;
        grow(candidates, most);
        grow(places, most);
        grow(pairs, most);
        grow(manifolds, most);
        grow(gaps, most);
        grow(seamless, most);
        grow(found, most);
    }

    pub fn is_full(&self) -> bool {
        self.candidates.len() == BLOCK
    }

    /// Adds candidates to a block that has room for them.
    pub fn extend(&mut self, candidates: &[u32]) {
        self.candidates.extend_from_slice(candidates);
    }

    /// Empties the block, and tells what was found of each candidate in it: its manifold, in A's frame. Sensors have none.
    ///
    /// Pairs are asked eight of a kind to a kernel, with the bits each would have alone.
    pub fn collide<'b>(
        &'b mut self,
        collide: &Collide,
        slots: &ContactSlots,
    ) -> impl Iterator<Item = (u32, &'b Found)> + use<'b> {
        if self.found.len() < self.candidates.len() {
            self.found.resize(self.candidates.len(), Found::NOTHING);
        }
        self.sort(collide, slots);
        self.ask(collide, slots);
        self.candidates.drain(..).zip(&self.found)
    }

    /// Tells those candidates of a block that have to be asked, and what the others are known to be.
    fn sort(&mut self, collide: &Collide, slots: &ContactSlots) {
        let Collide { bodies, colliders, tolerance } = collide;
        let Self { candidates, places, pairs, seamless, found, .. } = self;
        places.clear();
        pairs.clear();
        seamless.clear();
        for ((place, &index), found) in (0..).zip(&*candidates).zip(found) {
            let slot = index as usize - slots.first;
            let contact = &slots.contacts[slot];
            match contact.role {
                Role::Ignored | Role::SensorA | Role::SensorB => *found = Found::NOTHING,
                Role::Dynamics | Role::Separate => {
                    let (a, b) = (contact.a.slot(), contact.b.slot());
                    (found.is_recycled, found.relative) = (false, Relative::NONE);
                    if contact.can_be_recycled {
                        let pose = &colliders.poses[a];
                        found.relative = Relative::new(pose, &colliders.poses[b]);
                        let (recycled, levers) = (&slots.recycled[slot], &slots.levers[slot]);
                        let radii = || contact.radii(&colliders.shapes);
                        let now = (&found.relative, pose.rotation);
                        if let Some((manifold, shift)) =
                            recycled.manifold(levers, now, &contact.manifold, radii, tolerance)
                        {
                            (found.is_recycled, found.manifold, found.shift) = (true, manifold, shift);
                            continue;
                        }
                    }
                    // What goes through the one tile feels all of the next, lest it is thought to have left.
                    if contact.surface.is_seamless() && !contact.is_of_passing(bodies) {
                        seamless.push(place);
                    }
                    places.push(place);
                    pairs.push((colliders.posed.index(a), colliders.posed.index(b)));
                }
            }
        }
    }

    /// Finds what those are that have to be asked.
    fn ask(&mut self, collide: &Collide, slots: &ContactSlots) {
        let Collide { colliders, tolerance, .. } = collide;
        let Self { candidates, places, pairs, plan, manifolds, gaps, seamless, found: all } = self;
        batch::manifolds_and_gaps(colliders.posed.set(), pairs, tolerance.margin, plan, manifolds, gaps)
            .expect("every collider's shape is in the set");
        for (&place, (manifold, &gap)) in places.iter().zip(manifolds.iter().zip(&*gaps)) {
            let found = &mut all[place as usize];
            (found.manifold, found.gap) = (manifold.with_far_end(), gap);
        }
        for &place in &*seamless {
            let slot = candidates[place as usize] as usize - slots.first;
            let (contact, found) = (&slots.contacts[slot], &mut all[place as usize]);
            let felt = colliders.without_seams(contact, &found.manifold, tolerance.margin);
            // How far apart sides are that meet in what is covered was not measured.
            if felt.is_empty() && !found.manifold.is_empty() {
                found.gap = 0.0;
            }
            found.manifold = felt;
        }
    }
}
