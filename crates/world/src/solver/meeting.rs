use super::block::{Block, Single};
use super::numbers::{PLACE, PLACE_BITS};
use super::passes::Passes;
use super::rows::State;
use super::script::Pass;
use crate::lanes::{F32x4, LANES};
use crate::zones::MAX_ZONES;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Where contacts between zones are solved, those of one colour or those without: every zone that has a body there brings its
/// state, goes on with its own contacts of the colour, of which none is of these bodies, and takes the velocities back when the
/// host has solved what is between. So nobody waits unless another is later by more than its own contacts of a colour take.
pub(super) struct Meeting<'s> {
    /// By zone: its bodies.
    guests: [&'s [Guest]; MAX_ZONES],
    /// How many zones have any, besides the host.
    others: u32,
    /// The zone whose thread solves the contacts, which stay in the cache of its core.
    pub host: usize,
    /// What the bodies of the other zones leave and find here.
    seats: &'s [Seat],
    /// How many of the other zones came, in all rounds together.
    came: Alone,
    /// How many rounds are over.
    rounds: Alone,
}

/// In its own cache lines: who waits for one number does not hinder who writes another.
#[repr(align(128))]
struct Alone(AtomicU32);

/// A body: its number among those of the meeting, and in its zone.
#[derive(Clone, Copy)]
struct Guest {
    seat: u32,
    place: u32,
}

/// The state of a body, which one thread leaves for another: whether it is there tell [`Meeting::came`] and [`Meeting::rounds`].
#[repr(align(32))]
struct Seat([AtomicU64; 4]);

/// What the host of a meeting has before it.
pub(super) struct Table<'s> {
    /// By seat.
    states: &'s mut [State],
    contacts: Between<'s>,
}

/// Contacts whose rows are seats.
enum Between<'s> {
    Blocks(&'s mut [Block]),
    Singles(&'s mut [Single]),
}

impl<'s> Meeting<'s> {
    /// Of contacts of one colour between zones, whose bodies have numbers: see [`PLACE_BITS`]. The `number`th meeting of a step.
    pub fn of_blocks(arena: &'s Bump, number: usize, blocks: &'s mut [Block]) -> (Self, Table<'s>) {
        let seats = 2 * LANES * blocks.len();
        let mut numbers = ArenaVec::with_capacity_in(seats, arena);
        for (seat, lane) in (0..).step_by(2).zip(blocks.iter_mut().flat_map(lanes)) {
            let [a, b] = lane;
            // Where a block has no contact both rows are that of what is fixed.
            if (*a, *b) != (0, 0) {
                numbers.extend([(seat, *a), (seat + 1, *b)]);
            }
            (*a, *b) = (seat, seat + 1);
        }
        Self::new(arena, number, &numbers, seats, Between::Blocks(blocks))
    }

    /// Of contacts without a colour, of which several may be of one body.
    pub fn of_singles(arena: &'s Bump, number: usize, singles: &'s mut [Single]) -> (Self, Table<'s>) {
        let mut bodies = ArenaVec::with_capacity_in(2 * singles.len(), arena);
        bodies.extend(singles.iter().flat_map(|single| [single.row_a, single.row_b]));
        bodies.sort_unstable();
        bodies.dedup();
        let seat_of = |row| bodies.binary_search(&row).expect("it is among them") as u32;
        for single in singles.iter_mut() {
            (single.row_a, single.row_b) = (seat_of(single.row_a), seat_of(single.row_b));
        }
        let mut numbers = ArenaVec::with_capacity_in(bodies.len(), arena);
        numbers.extend((0..).zip(bodies.iter().copied()));
        Self::new(arena, number, &numbers, bodies.len(), Between::Singles(singles))
    }

    /// Of bodies whose seats and numbers these are.
    fn new(
        arena: &'s Bump,
        number: usize,
        bodies: &[(u32, u32)],
        seats: usize,
        contacts: Between<'s>,
    ) -> (Self, Table<'s>) {
        let guests: [&[Guest]; MAX_ZONES] = std::array::from_fn(|zone| {
            let here = bodies.iter().filter(|(_, body)| (body >> PLACE_BITS) as usize == zone);
            let mut guests = ArenaVec::with_capacity_in(here.clone().count(), arena);
            guests.extend(here.map(|&(seat, body)| Guest { seat, place: body & PLACE }));
            guests.into_bump_slice()
        });
        let zones = || guests.iter().enumerate().filter(|(_, guests)| !guests.is_empty()).map(|(zone, _)| zone);
        let count = zones().count().max(1);
        // One zone after the other is host, so that none has more to do than others.
        let host = zones().nth(number % count).unwrap_or(0);
        let table = Table { states: arena.alloc_slice_fill_copy(seats, State::FIXED), contacts };
        let seats = arena.alloc_slice_fill_with(seats, |_| Seat(Default::default()));
        let [came, rounds] = [0, 0].map(|number| Alone(AtomicU32::new(number)));
        (Self { guests, others: count as u32 - 1, host, seats, came, rounds }, table)
    }

    /// Whether a zone has a body here.
    pub fn is_of(&self, zone: usize) -> bool {
        !self.guests[zone].is_empty()
    }

    /// A zone brings its bodies, given the states of all that it has, and the table if it is the host.
    pub fn bring(&self, zone: usize, states: &[State], table: Option<&mut Table>) {
        let guests = self.guests[zone].iter().map(|guest| (guest.seat as usize, &states[guest.place as usize]));
        if let Some(table) = table {
            guests.for_each(|(seat, state)| table.states[seat] = *state);
        } else {
            guests.for_each(|(seat, state)| self.seats[seat].leave(state));
            self.came.0.fetch_add(1, Ordering::Release);
        }
    }

    /// The host solves the contacts once all zones have come for this round, of which the first is number 1.
    pub fn solve(&self, round: u32, table: &mut Table, passes: &Passes, pass: Pass) {
        if self.is_over(round) || self.came.0.load(Ordering::Acquire) < round * self.others {
            return;
        }
        let Table { states, contacts } = table;
        let others = || {
            let others = self.guests.iter().enumerate().filter(|(zone, _)| *zone != self.host);
            others.flat_map(|(_, guests)| guests.iter().map(|guest| guest.seat as usize))
        };
        others().for_each(|seat| states[seat] = self.seats[seat].find());
        match contacts {
            Between::Blocks(blocks) => passes.over_blocks(pass, states, blocks),
            Between::Singles(singles) => passes.over_singles(pass, states, singles),
        }
        others().for_each(|seat| self.seats[seat].leave_velocity(states[seat].velocity));
        self.rounds.0.store(round, Ordering::Release);
    }

    pub fn is_over(&self, round: u32) -> bool {
        self.rounds.0.load(Ordering::Acquire) >= round
    }

    /// A zone takes the velocities of its bodies back.
    pub fn take_back(&self, zone: usize, states: &mut [State], table: Option<&Table>) {
        for guest in self.guests[zone] {
            let seat = guest.seat as usize;
            states[guest.place as usize].velocity = match table {
                Some(table) => table.states[seat].velocity,
                None => self.seats[seat].velocity(),
            };
        }
    }
}

impl Seat {
    fn leave(&self, state: &State) {
        let [a, b, c, d] = &self.0;
        let ([v, w], [p, q]) = (halves(state.velocity), halves(state.motion));
        [(a, v), (b, w), (c, p), (d, q)].into_iter().for_each(|(place, half)| place.store(half, Ordering::Relaxed));
    }

    fn leave_velocity(&self, velocity: F32x4) {
        self.0.iter().zip(halves(velocity)).for_each(|(place, half)| place.store(half, Ordering::Relaxed));
    }

    fn find(&self) -> State {
        let [.., c, d] = self.0.each_ref().map(|half| half.load(Ordering::Relaxed));
        State { velocity: self.velocity(), motion: whole([c, d]) }
    }

    fn velocity(&self) -> F32x4 {
        let [a, b, ..] = &self.0;
        whole([a, b].map(|half| half.load(Ordering::Relaxed)))
    }
}

/// Four numbers as two.
fn halves(four: F32x4) -> [u64; 2] {
    let [a, b, c, d] = four.to_array().map(|number| u64::from(number.to_bits()));
    [a | b << 32, c | d << 32]
}

/// Two numbers as the four that they were.
fn whole([ab, cd]: [u64; 2]) -> F32x4 {
    F32x4::new([ab, ab >> 32, cd, cd >> 32].map(|bits| f32::from_bits(bits as u32)))
}

/// The rows of a block, lane by lane.
fn lanes(block: &mut Block) -> impl Iterator<Item = [&mut u32; 2]> {
    block.rows_a.iter_mut().zip(&mut block.rows_b).map(|(a, b)| [a, b])
}
