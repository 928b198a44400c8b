use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::column::{grow, make_room};
use crate::contact::Role;
use crate::contacts::Contacts;
use crate::recycle::{Relative, Tolerance};
use crate::{Settings, World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;
use sat_simd::batch::{self, PairPlan};
use sat_simd::{Manifold, overlaps};
use std::collections::TryReserveError;

impl World {
    /// Finds the manifold of each candidate, in A's frame, behind those found before; sensors have none, but their overlaps are
    /// brought up to date.
    ///
    /// The pairs of one block are asked at once, eight of a kind to a kernel, with the bits each would have alone.
    pub(crate) fn collide(&mut self, arena: &Bump, candidates: &[u32]) {
        let Settings { recycle_distance, speculative_margin, linear_slop, .. } = self.settings;
        let sources = Sources {
            contacts: &self.contacts,
            colliders: &self.colliders,
            bodies: (self.sleeping > 0).then_some(&self.bodies),
            tolerance: Tolerance { recycle: recycle_distance, margin: speculative_margin, slop: linear_slop },
        };
        let count = parallel::parts(candidates.len(), LEAST_PART);
        let NarrowPhase { parts, found } = &mut self.narrow_phase;
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
        drop(shares);
        for part in &self.narrow_phase.parts[..count] {
            for &index in &part.sensors {
                let contact = &mut self.contacts.slots[index as usize];
                let (a, b) = (contact.a.slot(), contact.b.slot());
                let colliders = &self.colliders;
                let (pose_a, pose_b) = (&colliders.poses[a], &colliders.poses[b]);
                let touching = overlaps(&colliders.shapes[a], pose_a, &colliders.shapes[b], pose_b, 0.0);
                let noted = contact.set_touching(touching);
                self.events.note(contact, noted);
            }
        }
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
    pub found: FoundList,
}

impl NarrowPhase {
    /// Of the candidates that were asked last: the contacts that touch and have one side that is awake and one that sleeps.
    pub fn touched(&self) -> impl Iterator<Item = u32> + '_ {
        self.parts.iter().flat_map(|part| part.touched.iter().copied())
    }
}

/// So many candidates are asked at a time: what is written down of them stays in the cache, and takes no more room in large worlds.
const BLOCK: usize = 512;

/// What a part of the candidates is asked, and what comes of it beside manifolds.
#[derive(Default)]
struct Part {
    block: Block,
    /// Contacts that ask for a verdict only.
    sensors: Vec<u32>,
    /// Contacts that touch what sleeps.
    touched: Vec<u32>,
}

/// The pairs of a block of candidates that are asked for manifolds, and those that are not.
#[derive(Default)]
struct Block {
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

/// What candidates are looked up in.
struct Sources<'s> {
    contacts: &'s Contacts,
    colliders: &'s Colliders,
    /// Unless none of them sleeps.
    bodies: Option<&'s Bodies>,
    tolerance: Tolerance,
}

impl Part {
    /// Fills `out` for the candidates.
    fn collide(&mut self, sources: &Sources, candidates: &[u32], out: &mut [Found]) {
        // As many as there could be: where sensors are, or what sleeps, contacts come and go.
        if !self.sensors.is_empty() {
            grow(&mut self.sensors, candidates.len());
        }
        if sources.bodies.is_some() {
            grow(&mut self.touched, candidates.len());
            grow(&mut self.block.half_asleep, candidates.len().min(BLOCK));
        }
        self.sensors.clear();
        self.touched.clear();
        self.block.make_room(candidates.len().min(BLOCK));
        for (candidates, out) in candidates.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
            self.sort(sources, candidates, out);
            self.block.ask(sources, candidates, out);
            let touching = self.block.half_asleep.iter().filter(|&&place| !out[place as usize].manifold.is_empty());
            self.touched.extend(touching.map(|&place| candidates[place as usize]));
        }
    }

    /// Tells those candidates of a block that have to be asked, and what the others are known to be.
    fn sort(&mut self, sources: &Sources, candidates: &[u32], out: &mut [Found]) {
        let Sources { contacts, colliders, bodies, tolerance } = sources;
        let Block { places, pairs, seamless, half_asleep, .. } = &mut self.block;
        places.clear();
        pairs.clear();
        seamless.clear();
        half_asleep.clear();
        for ((place, &index), found) in (0..).zip(candidates).zip(out) {
            let contact = &contacts.slots[index as usize];
            match contact.role {
                Role::Ignored => *found = Found::NOTHING,
                Role::SensorA | Role::SensorB => {
                    self.sensors.push(index);
                    *found = Found::NOTHING;
                }
                Role::Dynamics | Role::Separate => {
                    let (a, b) = (contact.a.slot(), contact.b.slot());
                    if bodies.is_some_and(|bodies| bodies.has_a_sleeper(contact)) {
                        half_asleep.push(place);
                    }
                    (found.is_recycled, found.relative) = (false, Relative::NONE);
                    if contact.can_be_recycled {
                        let pose = &colliders.poses[a];
                        found.relative = Relative::new(pose, &colliders.poses[b]);
                        let (recycled, levers) = (&contacts.recycled[index as usize], &contacts.levers[index as usize]);
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
}

impl Block {
    /// Makes room for as many answers as there could be, lest a busy step allocates.
    fn make_room(&mut self, most: usize) {
        let Self { places, pairs, manifolds, gaps, .. } = self;
        grow(places, most);
        grow(pairs, most);
        grow(manifolds, most);
        grow(gaps, most);
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
            let (contact, found) = (&contacts.slots[candidates[place as usize] as usize], &mut out[place as usize]);
            let felt = colliders.without_seams(contact, &found.manifold, tolerance.margin);
            // How far apart sides are that meet in what is covered was not measured.
            if felt.is_empty() && !found.manifold.is_empty() {
                found.gap = 0.0;
            }
            found.manifold = felt;
        }
    }
}
