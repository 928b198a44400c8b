use crate::column::grow;
use crate::contacts::{Contacts, Standing};
use crate::lanes::LANES;
use crate::pair_list::PairList;
use crate::recycle::{Recycled, Relative};
use crate::still_apart::are_apart;
use crate::{World, parallel};
use broadphase::{Pair, circle_filter};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{BoundingCircle, Pose};

/// Fewer pairs than this are not worth another thread.
const LEAST_PART: usize = 512;

/// What the circle filter keeps from step to step for its room, by part of the pairs.
#[derive(Default)]
pub(crate) struct NearFilter {
    parts: Vec<Part>,
    /// How many pairs of this step passed the circles, but are known to be apart.
    pub apart: usize,
}

/// How many pairs are filtered at a time: what is written down of them stays in the cache.
const BLOCK: usize = 512;

/// Where this many of the block before met, or more, circles are asked of the others only; else, and in the first block, it is
/// cheaper to ask them of all.
const MOST_MEETING: usize = BLOCK / 2;

#[derive(Default)]
struct Part {
    /// Pairs of a block that do not meet.
    asked: Vec<Pair>,
    /// Pairs of a block whose circles are near.
    near: Vec<Pair>,
    candidates: Vec<u32>,
    /// Contacts that were [near](Standing::Near) in the step before and are not any more, or were not and are now.
    changed: Vec<u32>,
    /// How many pairs passed the circles, but are known to be apart.
    apart: usize,
}

impl World {
    /// Contacts that can touch, in the order of their pairs: those with a side that is awake whose bounding circles come
    /// within the speculative margin, and of which no earlier step tells that the sides are still apart. The others end.
    ///
    /// What had a manifold in the step before is a candidate whatever the circles say: nearly all of it has one again, and the
    /// narrow phase sees the rest end.
    pub(crate) fn filter_circles<'s>(&mut self, arena: &'s Bump) -> &'s [u32] {
        self.near_filter.apart = 0;
        let list = std::mem::take(&mut self.contacts.awake);
        let candidates = self.filter_list(arena, &list);
        self.contacts.awake = list;
        candidates
    }

    /// [`World::filter_circles`] for the contacts that woke last.
    pub(crate) fn filter_roused<'s>(&mut self, arena: &'s Bump) -> &'s [u32] {
        let list = std::mem::take(&mut self.contacts.moved);
        let candidates = self.filter_list(arena, &list);
        self.contacts.moved = list;
        candidates
    }

    fn filter_list<'s>(&mut self, arena: &'s Bump, list: &PairList) -> &'s [u32] {
        let count = parallel::parts(list.len(), LEAST_PART);
        let Self {
            contacts, colliders, broad_phase, near_filter: NearFilter { parts, apart }, events, settings, ..
        } = self;
        if parts.len() < count {
            parts.resize_with(count, Part::default);
        }
        let parts = &mut parts[..count];
        let (circles, margin) = (broad_phase.circles(), settings.speculative_margin);
        let Contacts { standings, recycled, .. } = &*contacts;
        let (poses, owners) = (&colliders.poses, broad_phase.user_data_column());
        let sides = Sides { standings, recycled, poses, owners, margin };
        let bound = |part: usize| list.len() * part / count;
        parallel::for_each_part(&mut *parts, 1, |first, parts| {
            for (number, part) in (first..).zip(parts) {
                let range = bound(number)..bound(number + 1);
                part.filter(&list.pairs()[range.clone()], &list.contacts()[range], circles, &sides);
            }
        });
        let total = parts.iter().map(|part| part.candidates.len()).sum();
        let mut candidates = ArenaVec::with_capacity_in(total, arena);
        for part in parts {
            candidates.extend_from_slice_copy(&part.candidates);
            *apart += part.apart;
            for &index in &part.changed {
                let standing = &mut contacts.standings[index as usize];
                if *standing == Standing::Far {
                    *standing = Standing::Near;
                } else {
                    *standing = Standing::Far;
                    let contact = &mut contacts.slots[index as usize];
                    let noted = contact.part();
                    events.note(contact, noted);
                }
            }
        }
        candidates.into_bump_slice()
    }
}

/// What is known of contacts and of where their sides are.
struct Sides<'s> {
    /// By slot of the contact.
    standings: &'s [Standing],
    recycled: &'s [Recycled],
    /// By slot of the collider.
    poses: &'s [Pose],
    /// By proxy: the slot of the collider.
    owners: &'s [u64],
    /// The speculative margin, in metres.
    margin: f32,
}

impl Sides<'_> {
    /// Tells of each of these contacts of a block whether its sides are as far apart as they have to be not to touch, by what
    /// earlier steps found.
    fn ask_apart(&self, places: &[u16], (pairs, contacts): (&[Pair], &[u32]), mut tell: impl FnMut(u16, bool)) {
        let Self { recycled, poses, owners, margin, .. } = *self;
        let sides = |place: u16| {
            let pair = pairs[place as usize];
            let (a, b) = (owners[pair.a()] as usize, owners[pair.b()] as usize);
            (contacts[place as usize] as usize, a.min(b), a.max(b))
        };
        let (octets, rest) = places.as_chunks::<LANES>();
        for octet in octets {
            let mut rows = [(0, 0, 0); LANES];
            rows.iter_mut().zip(octet).for_each(|(row, &place)| *row = sides(place));
            let found = |lane: usize| &recycled[rows[lane].0];
            let apart =
                are_apart(found, (|lane: usize| &poses[rows[lane].1], |lane: usize| &poses[rows[lane].2]), margin);
            for (lane, &place) in octet.iter().enumerate() {
                tell(place, apart >> lane & 1 != 0);
            }
        }
        for &place in rest {
            let (contact, a, b) = sides(place);
            tell(place, recycled[contact].is_apart(&Relative::new(&poses[a], &poses[b]), margin));
        }
    }
}

impl Part {
    /// Tells the contacts of near pairs from the others. Those lie anywhere in memory, and are not looked at.
    fn filter(&mut self, pairs: &[Pair], contacts: &[u32], circles: &[BoundingCircle], sides: &Sides) {
        self.apart = 0;
        for list in [&mut self.candidates, &mut self.changed] {
            list.clear();
            // As many as there could be, lest a busy step allocates.
            grow(list, pairs.len());
        }
        for list in [&mut self.asked, &mut self.near] {
            list.clear();
            grow(list, pairs.len().min(BLOCK));
        }
        // Neighbours are alike: a block is taken for what the one before was.
        let mut meeting = 0;
        let standings = sides.standings;
        for (pairs, contacts) in pairs.chunks(BLOCK).zip(contacts.chunks(BLOCK)) {
            let asked = if meeting < MOST_MEETING {
                pairs
            } else {
                // No branch: what meets is written over by the next.
                self.asked.clear();
                self.asked.extend_from_slice(pairs);
                let (asked, mut count) = (&mut self.asked[..], 0);
                for (&pair, &contact) in pairs.iter().zip(contacts) {
                    asked[count] = pair;
                    count += usize::from(standings[contact as usize] != Standing::Meets);
                }
                &self.asked[..count]
            };
            circle_filter(asked, circles, sides.margin, &mut self.near).expect("contacts are pairs of the broad phase");
            meeting = self.sort_out(pairs, contacts, sides);
        }
    }

    /// Tells what becomes of the contacts of a block, whose near pairs are known but for those that meet. Comes back with how
    /// many do.
    fn sort_out(&mut self, pairs: &[Pair], contacts: &[u32], sides: &Sides) -> usize {
        let Self { near, candidates, changed, apart, .. } = self;
        // No branch depends on which pairs are near: what is written in vain is written over.
        let (mut is_candidate, mut doubtful) = ([0; BLOCK], [0; BLOCK]);
        let (mut next, mut meeting, mut doubts) = (0, 0, 0);
        let (near, standings) = (&near[..], sides.standings);
        for (place, (&pair, &index)) in pairs.iter().zip(contacts).enumerate() {
            let standing = standings[index as usize];
            let (is_near, meets) = (near.get(next) == Some(&pair), standing == Standing::Meets);
            next += usize::from(is_near);
            meeting += usize::from(meets);
            is_candidate[place] = u8::from(is_near | meets);
            doubtful[doubts] = place as u16;
            doubts += usize::from(is_near & (standing == Standing::Far));
            if !is_near & (standing == Standing::Near) {
                changed.push(index);
            }
        }
        sides.ask_apart(&doubtful[..doubts], (pairs, contacts), |place, are_apart| {
            if are_apart {
                is_candidate[place as usize] = 0;
                *apart += 1;
            } else {
                changed.push(contacts[place as usize]);
            }
        });
        let before = candidates.len();
        candidates.extend_from_slice(contacts);
        let (kept, mut count) = (&mut candidates[before..], 0);
        for (&index, is_candidate) in contacts.iter().zip(is_candidate) {
            kept[count] = index;
            count += usize::from(is_candidate);
        }
        candidates.truncate(before + count);
        meeting
    }
}
