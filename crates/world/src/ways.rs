use crate::contact::Role;
use crate::grouped::group_by_key;
use crate::meet::FastBody;
use crate::{World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// The places of the pairs whose contacts may stop fast bodies: of two that stop a body at once, the first counts.
pub(crate) struct Ways<'s> {
    /// By body, in which order the fast ones are: where its places begin; one more than there are bodies.
    starts: &'s [u32],
    places: &'s [u32],
}

impl<'s> Ways<'s> {
    /// Of so many bodies, given each one's places in ascending order. O(n).
    fn new(arena: &'s Bump, bodies: usize, found: &[(u32, u32)]) -> Self {
        let starts = arena.alloc_slice_fill_copy(bodies + 2, 0);
        let places = group_by_key(starts, found.iter().copied(), |count| arena.alloc_slice_fill_copy(count, 0));
        Self { starts: &starts[..=bodies], places }
    }

    /// Those of one body.
    pub fn of(&self, body: usize) -> &'s [u32] {
        &self.places[self.starts[body] as usize..self.starts[body + 1] as usize]
    }
}

/// The mark of what does not give way.
const OBSTACLE: u32 = u32::MAX;

/// The mark of what is not awake: what is static, and sleepers, of which there may be far more than there is to do.
const UNKNOWN: u32 = u32::MAX - 1;

/// The mark of what gives way and is not fast.
const NEITHER: u32 = u32::MAX - 2;

/// Fewer pairs than this are not worth another thread.
const LEAST_PART: usize = parallel::many(2048);

/// Fewer bodies or proxies than this are not worth another thread.
const LEAST_BODIES: usize = parallel::many(1024);

/// So many pairs are looked at together.
const AT_ONCE: usize = 8;

impl World {
    /// Which contacts are on the ways of which fast bodies; `any_special` tells if what gives way stops any of these.
    pub(crate) fn ways<'s>(&self, arena: &'s Bump, fast: &[FastBody], any_special: bool) -> Ways<'s> {
        // Contacts lie anywhere in memory, and few of them are on somebody's way: the pairs tell which.
        let marks = self.marks(arena, fast);
        let (pairs, contacts) = (self.contacts.awake.pairs(), self.contacts.awake.contacts());
        let owners = self.broad_phase.user_data_column();
        let body_of = |proxy: usize| self.colliders.bodies[owners[proxy] as usize] as usize;
        let is_stopped = |mine: usize, other: usize| {
            let Some(body) = fast.get(marks[mine] as usize) else { return false };
            match marks[other] {
                OBSTACLE => true,
                UNKNOWN if !self.gives_way(body_of(other)) => true,
                _ => any_special && self.is_obstacle(body.body as usize, body_of(other)),
            }
        };
        // A bit for each side that the other one stops.
        let stopped = arena.alloc_slice_fill_copy(pairs.len(), 0u8);
        parallel::for_each_part(((pairs, contacts), &mut *stopped), LEAST_PART, |_, ((pairs, contacts), stopped)| {
            for ((pair, &contact), stopped) in pairs.iter().zip(contacts).zip(stopped) {
                // Most pairs are of no fast body, or of one and what gives way: two comparisons tell.
                let (a, b) = (marks[pair.a()], marks[pair.b()]);
                if a.min(b) as usize >= fast.len() || !(any_special || a.max(b) > NEITHER) {
                    continue;
                }
                let sides = u8::from(is_stopped(pair.a(), pair.b())) | u8::from(is_stopped(pair.b(), pair.a())) << 1;
                if sides != 0 && self.is_solid(contact) {
                    *stopped = sides;
                }
            }
        });
        let mut found = ArenaVec::new_in(arena);
        // Most are on nobody's: eight at a time.
        for (first, (pairs, stopped)) in (0..).step_by(AT_ONCE).zip(pairs.chunks(AT_ONCE).zip(stopped.chunks(AT_ONCE)))
        {
            if stopped == [0; AT_ONCE] {
                continue;
            }
            for (place, (pair, sides)) in (first..).zip(pairs.iter().zip(stopped)) {
                if sides & 1 != 0 {
                    found.push((marks[pair.a()], place));
                }
                if sides & 2 != 0 {
                    found.push((marks[pair.b()], place));
                }
            }
        }
        Ways::new(arena, fast.len(), &found)
    }

    /// By proxy: which of the fast bodies it belongs to, or [`OBSTACLE`], [`UNKNOWN`] or [`NEITHER`].
    fn marks<'s>(&self, arena: &'s Bump, fast: &[FastBody]) -> &'s [u32] {
        let (awake, owners) = (self.bodies.awake.slots(), self.broad_phase.user_data_column());
        let marks = arena.alloc_slice_fill_copy(owners.len(), UNKNOWN);
        let mark_of = |body: u32| if self.gives_way(body as usize) { NEITHER } else { OBSTACLE };
        if parallel::parts(awake.len(), LEAST_BODIES) == 1 || !self.are_many(awake) {
            let mut mark = |body: u32, mark: u32| {
                for slot in self.colliders.list(self.bodies.traits[body as usize].first_collider) {
                    marks[self.colliders.proxies[slot].index()] = mark;
                }
            };
            awake.iter().for_each(|&body| mark(body, mark_of(body)));
            (0..).zip(fast).for_each(|(index, fast)| mark(fast.body, index));
            return marks;
        }
        // Threads share bodies, and then proxies, which look their bodies' marks up: row 0 is of all that is not awake.
        let rows = self.bodies.awake.rows();
        let of_rows = arena.alloc_slice_fill_copy(1 + awake.len(), UNKNOWN);
        parallel::for_each_part((awake, &mut of_rows[1..]), LEAST_BODIES, |_, (awake, marks)| {
            awake.iter().zip(marks).for_each(|(&body, mark)| *mark = mark_of(body));
        });
        (0..).zip(fast).for_each(|(index, fast)| of_rows[rows[fast.body as usize] as usize] = index);
        parallel::for_each_part((owners, &mut *marks), LEAST_BODIES, |_, (owners, marks)| {
            for (&collider, mark) in owners.iter().zip(marks) {
                *mark = of_rows[rows[self.colliders.bodies[collider as usize] as usize] as usize];
            }
        });
        marks
    }

    fn is_solid(&self, contact: u32) -> bool {
        matches!(self.contacts.slots[contact as usize].role, Role::Dynamics | Role::Separate)
    }

    /// Whether `other` stops `body`: what gives way stops bullets, but no two bullets each other, and all that is pushed out.
    pub(crate) fn is_obstacle(&self, body: usize, other: usize) -> bool {
        let (traits, other_traits) = (&self.bodies.traits[body], &self.bodies.traits[other]);
        traits.is_separated() || !self.gives_way(other) || (traits.bullet && !other_traits.bullet)
    }

    /// Whether dynamic bodies push it.
    fn gives_way(&self, body: usize) -> bool {
        self.bodies.traits[body].gives_way()
    }
}
