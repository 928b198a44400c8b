use crate::column::grow;
use crate::contacts::{Contacts, Standing};
use crate::lanes::LANES;
use crate::pair_list::PairList;
use crate::recycle::Recycled;
use crate::relative::Relative;
use crate::{World, parallel};
use broadphase::{Pair, circle_filter};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{BoundingCircle, Pose};

/// Fewer pairs than this are not worth another thread.
const LEAST_PART: usize = parallel::many(512);

/// What the circle filter keeps from step to step for its room, by part of the pairs.
#[derive(Default)]
pub(crate) struct NearFilter {
    parts: Vec<Part>,
    /// How many pairs of this step passed the circles, but are known to be apart.
    pub apart: usize,
}

/// How many pairs are filtered at a time: what is written down of them stays in the cache.
const BLOCK: usize = 512;

#[derive(Default)]
struct Part {
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
            let found = Recycled::gather(|lane| &recycled[rows[lane].0]);
            let now = Relative::of_eight(|lane| &poses[rows[lane].1], |lane| &poses[rows[lane].2]);
            let apart = found.is_apart(&now, margin).to_bitmask();
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
        self.near.clear();
        grow(&mut self.near, pairs.len().min(BLOCK));
        for (pairs, contacts) in pairs.chunks(BLOCK).zip(contacts.chunks(BLOCK)) {
            self.filter_block(pairs, contacts, circles, sides);
        }
    }

    /// [`filter`](Self::filter) of so many pairs. No branch depends on which of them meet or are near: what is written in vain is
    /// written over.
    fn filter_block(&mut self, pairs: &[Pair], contacts: &[u32], circles: &[BoundingCircle], sides: &Sides) {
        let Self { near, candidates, changed, apart } = self;
        let standings = sides.standings;
        // By place in the block, and what circles are asked of.
        let (mut is_candidate, mut places, mut asked) = ([false; BLOCK], [0; BLOCK], [pairs[0]; BLOCK]);
        let mut count = 0;
        for (place, (&pair, &contact)) in pairs.iter().zip(contacts).enumerate() {
            let meets = matches!(standings[contact as usize], Standing::Meets);
            is_candidate[place % BLOCK] = meets;
            (asked[count % BLOCK], places[count % BLOCK]) = (pair, place as u16);
            count += usize::from(!meets);
        }
        let asked = &asked[..count];
        circle_filter(asked, circles, sides.margin, near).expect("contacts are pairs of the broad phase");

        let (mut doubtful, mut doubts, mut next) = ([0; BLOCK], 0, 0);
        for (&pair, &place) in asked.iter().zip(&places) {
            let contact = contacts[place as usize];
            let (is_near, standing) = (near.get(next) == Some(&pair), standings[contact as usize]);
            next += usize::from(is_near);
            is_candidate[place as usize] = is_near;
            doubtful[doubts % BLOCK] = place;
            doubts += usize::from(is_near & matches!(standing, Standing::Far));
            if !is_near & matches!(standing, Standing::Near) {
                changed.push(contact);
            }
        }
        sides.ask_apart(&doubtful[..doubts], (pairs, contacts), |place, are_apart| {
            if are_apart {
                is_candidate[place as usize] = false;
                *apart += 1;
            } else {
                changed.push(contacts[place as usize]);
            }
        });

        let before = candidates.len();
        candidates.extend_from_slice(contacts);
        let (kept, mut count) = (&mut candidates[before..], 0);
        for (place, &contact) in contacts.iter().enumerate() {
            kept[count] = contact;
            count += usize::from(is_candidate[place % BLOCK]);
        }
        candidates.truncate(before + count);
    }
}
