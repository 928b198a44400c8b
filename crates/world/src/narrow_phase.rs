use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::column::{grow, make_room};
use crate::contact::{Contact, Role};
use crate::contacts::Contacts;
use crate::recycle::{Levers, Recycled, Relative, Tolerance};
use crate::{World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;
use sat_simd::Manifold;
use sat_simd::batch::{self, PairPlan};
use std::collections::TryReserveError;
use std::sync::Mutex;

impl World {
    /// Finds the manifold of each candidate, in A's frame, behind those found before; sensors have none.
    ///
    /// The pairs of one block are asked at once, eight of a kind to a kernel, with the bits each would have alone.
    pub(crate) fn collide(&mut self, arena: &Bump, candidates: &[u32]) {
        let Contacts { slots, recycled, levers, .. } = &self.contacts;
        let sources = Sources {
            contacts: ContactSlots { first: 0, slots, recycled, levers },
            colliders: &self.colliders,
            bodies: (self.sleeping > 0).then_some(&self.bodies),
            tolerance: Tolerance::of(&self.settings),
        };
        let count = parallel::parts(candidates.len(), LEAST_PART);
        let NarrowPhase { parts, found, .. } = &mut self.narrow_phase;
        let all = found.append(candidates.len());
        if parts.len() < count {
            parts.resize_with(count, Part::default);
        }
        parts.iter_mut().for_each(|part| part.touched.clear());
        let mut shares = ArenaVec::with_capacity_in(count, arena);
        let (mut asked, mut answers) = (candidates, all);
        for (number, part) in parts[..count].iter_mut().enumerate() {
            let len = candidates.len() * (number + 1) / count - candidates.len() * number / count;
            let (candidates, manifolds);
            (candidates, asked) = asked.split_at(len);
            (manifolds, answers) = answers.split_at_mut(len);
            shares.push((part, candidates, manifolds));
        }
        parallel::for_each_part(&mut shares[..], 1, |_, shares| {
            for (part, candidates, manifolds) in shares {
                part.collide(&sources, candidates, manifolds);
            }
        });
    }
}

/// Fewer candidates than this are not worth another thread.
const LEAST_PART: usize = 256;

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

/// What was found in a step, candidate by candidate. Kept from step to step, lest each fills it twice.
#[derive(Default)]
pub(crate) struct FoundList {
    /// Those of this step, and behind them what is left of busier ones.
    all: Vec<Found>,
    len: usize,
}

impl FoundList {
    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn as_slice(&self) -> &[Found] {
        &self.all[..self.len]
    }

    /// Makes room for so many.
    pub fn make_room(&mut self, count: usize) -> Result<(), TryReserveError> {
        make_room(&mut self.all, count)
    }

    /// Adds room for so many, which hold anything until they are written.
    fn append(&mut self, count: usize) -> &mut [Found] {
        let first = self.len;
        self.len += count;
        if self.all.len() < self.len {
            grow(&mut self.all, self.len);
            self.all.resize(self.len, Found::NOTHING);
        }
        &mut self.all[first..self.len]
    }
}

/// What the narrow phase keeps from step to step for its room.
#[derive(Default)]
pub(crate) struct NarrowPhase {
    parts: Vec<Part>,
    /// By number of the thread.
    rooms: Vec<Mutex<BlockRoom>>,
    pub found: FoundList,
}

impl NarrowPhase {
    /// Rooms for so many threads, all empty.
    pub fn rooms(&mut self, threads: usize) -> &[Mutex<BlockRoom>] {
        if self.rooms.len() < threads {
            self.rooms.resize_with(threads, || Mutex::new(BlockRoom::new()));
        }
        &self.rooms
    }

    /// Of the candidates that were asked last: the contacts that touch and have one side that is awake and one that sleeps.
    pub fn touched(&self) -> impl Iterator<Item = u32> + '_ {
        self.parts.iter().flat_map(|part| part.touched.iter().copied())
    }
}

/// So many candidates are asked at a time: what is written down of them stays in the cache, and takes no more room in large worlds.
pub(crate) const BLOCK: usize = 512;

/// What a part of the candidates is asked, and what comes of it beside manifolds.
#[derive(Default)]
struct Part {
    block: Block,
    /// Contacts that touch what sleeps.
    touched: Vec<u32>,
}

/// The pairs of a block of candidates that are asked for manifolds, and those that are not.
#[derive(Default)]
pub(crate) struct Block {
    /// Which candidate of the block each pair is.
    places: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    plan: PairPlan,
    manifolds: Vec<Manifold>,
    gaps: Vec<f32>,
    /// Which candidates of the block have a seamless side.
    seamless: Vec<u32>,
    /// Which candidates of the block have one side that is awake and one that sleeps.
    half_asleep: Vec<u32>,
}

/// What a thread collides a block of candidates in.
pub(crate) struct BlockRoom {
    candidates: Vec<u32>,
    block: Block,
    found: Vec<Found>,
}

impl BlockRoom {
    fn new() -> Self {
        let mut block = Block::default();
        block.make_room(BLOCK);
        Self { candidates: Vec::with_capacity(BLOCK), block, found: vec![Found::NOTHING; BLOCK] }
    }

    pub fn is_full(&self) -> bool {
        self.candidates.len() == BLOCK
    }

    /// Adds a candidate to the block, which is not full.
    pub fn add(&mut self, contact: u32) {
        self.candidates.push(contact);
    }

    /// Empties the block, and tells what was found of each candidate in it.
    pub fn collide<'r>(&'r mut self, sources: &Sources) -> impl Iterator<Item = (u32, &'r Found)> + use<'r> {
        let Self { candidates, block, found } = self;
        block.collide(sources, candidates, &mut found[..candidates.len()]);
        candidates.drain(..).zip(&*found)
    }
}

/// What candidates are looked up in.
pub(crate) struct Sources<'s> {
    pub contacts: ContactSlots<'s>,
    pub colliders: &'s Colliders,
    /// Unless none of them sleeps.
    pub bodies: Option<&'s Bodies>,
    pub tolerance: Tolerance,
}

/// Contacts from slot number `first` on, and what is remembered of them.
pub(crate) struct ContactSlots<'s> {
    pub first: usize,
    pub slots: &'s [Contact],
    pub recycled: &'s [Recycled],
    pub levers: &'s [Levers],
}

impl Part {
    /// Fills `out` for the candidates.
    fn collide(&mut self, sources: &Sources, candidates: &[u32], out: &mut [Found]) {
        // As many as there could be: where something sleeps contacts come and go.
        if sources.bodies.is_some() {
            grow(&mut self.touched, candidates.len());
            grow(&mut self.block.half_asleep, candidates.len().min(BLOCK));
        }
        self.touched.clear();
        self.block.make_room(candidates.len().min(BLOCK));
        for (candidates, out) in candidates.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
            self.block.collide(sources, candidates, out);
            let touching = self.block.half_asleep.iter().filter(|&&place| !out[place as usize].manifold.is_empty());
            self.touched.extend(touching.map(|&place| candidates[place as usize]));
        }
    }
}

impl Block {
    /// Makes room for as many answers as there could be, lest a busy step allocates.
    pub fn make_room(&mut self, most: usize) {
        let Self { places, pairs, manifolds, gaps, seamless, .. } = self;
        grow(places, most);
        grow(pairs, most);
        grow(manifolds, most);
        grow(gaps, most);
        grow(seamless, most);
    }

    /// Fills `out` for the candidates, of which there are no more than in a [block](BLOCK).
    pub fn collide(&mut self, sources: &Sources, candidates: &[u32], out: &mut [Found]) {
        self.sort(sources, candidates, out);
        self.ask(sources, candidates, out);
    }

    /// Tells those candidates of a block that have to be asked, and what the others are known to be.
    fn sort(&mut self, sources: &Sources, candidates: &[u32], out: &mut [Found]) {
        let Sources { contacts, colliders, bodies, tolerance } = sources;
        let Self { places, pairs, seamless, half_asleep, .. } = self;
        places.clear();
        pairs.clear();
        seamless.clear();
        half_asleep.clear();
        for ((place, &index), found) in (0..).zip(candidates).zip(out) {
            let slot = index as usize - contacts.first;
            let contact = &contacts.slots[slot];
            match contact.role {
                Role::Ignored | Role::SensorA | Role::SensorB => *found = Found::NOTHING,
                Role::Dynamics | Role::Separate => {
                    let (a, b) = (contact.a.slot(), contact.b.slot());
                    if bodies.is_some_and(|bodies| bodies.has_a_sleeper(contact)) {
                        half_asleep.push(place);
                    }
                    (found.is_recycled, found.relative) = (false, Relative::NONE);
                    if contact.can_be_recycled {
                        let pose = &colliders.poses[a];
                        found.relative = Relative::new(pose, &colliders.poses[b]);
                        let (recycled, levers) = (&contacts.recycled[slot], &contacts.levers[slot]);
                        let now = (&found.relative, pose.rotation);
                        if let Some((manifold, shift)) =
                            recycled.manifold(levers, now, &contact.manifold, contact.is_round, tolerance)
                        {
                            (found.is_recycled, found.manifold, found.shift) = (true, manifold, shift);
                            continue;
                        }
                    }
                    if contact.surface.is_seamless() {
                        seamless.push(place);
                    }
                    places.push(place);
                    pairs.push((colliders.posed.index(a), colliders.posed.index(b)));
                }
            }
        }
    }
    /// Fills `out` for those candidates that have to be asked.
    fn ask(&mut self, sources: &Sources, candidates: &[u32], out: &mut [Found]) {
        let Sources { contacts, colliders, tolerance, .. } = sources;
        let Self { places, pairs, plan, manifolds, gaps, seamless, .. } = self;
        batch::manifolds_and_gaps(colliders.posed.set(), pairs, tolerance.margin, plan, manifolds, gaps)
            .expect("every collider's shape is in the set");
        for (&place, (manifold, &gap)) in places.iter().zip(manifolds.iter().zip(&*gaps)) {
            let found = &mut out[place as usize];
            (found.manifold, found.gap) = (manifold.with_far_end(), gap);
        }
        for &place in &*seamless {
            let slot = candidates[place as usize] as usize - contacts.first;
            let (contact, found) = (&contacts.slots[slot], &mut out[place as usize]);
            let felt = colliders.without_seams(contact, &found.manifold, tolerance.margin);
            // How far apart sides are that meet in what is covered was not measured.
            if felt.is_empty() && !found.manifold.is_empty() {
                found.gap = 0.0;
            }
            found.manifold = felt;
        }
    }
}
