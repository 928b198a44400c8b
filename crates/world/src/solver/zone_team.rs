use super::block::Block;
use super::meeting::{Meeting, Table};
use super::passes::Passes;
use super::script::{Order, Pass};
use super::state::{hold, integrate_velocities};
use super::sub_steps::Constraints;
use super::zone_rows::ZoneStates;
use crate::coloring::COLORS;
use crate::parallel;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use std::hint::spin_loop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Where the meeting of contacts without a colour is among those of all colours.
const WITHOUT_COLOR: usize = COLORS;

/// Sub-steps zone by zone: each thread carries out the script in its own zone, and waits for others at [`Meeting`]s only.
pub(super) struct ZoneTeam<'s> {
    passes: Passes,
    script: &'s [Order],
    zones: &'s [Part<'s>],
    /// By colour, and behind all of them that of contacts without one.
    meetings: [Option<&'s Meeting<'s>>; COLORS + 1],
    /// How many zones have come to the end.
    finished: AtomicUsize,
}

/// A zone, and whether somebody is there: apart, as others look at that while the zone is worked on.
struct Part<'s> {
    is_attended: Attended,
    zone: Mutex<Zone<'s>>,
}

/// Alone in its cache lines.
#[repr(align(128))]
struct Attended(AtomicBool);

/// Bodies and contacts that one thread at a time solves.
struct Zone<'s> {
    number: usize,
    bodies: ZoneStates<'s>,
    blocks: [&'s mut [Block]; COLORS],
    /// Which order of the script is next, and whether all of it is done but what the meeting comes to.
    next: usize,
    is_met: bool,
    /// How often it came to each meeting.
    rounds: [u32; COLORS + 1],
    /// Of the meetings whose host it is.
    tables: [Option<Table<'s>>; COLORS + 1],
}

impl<'s> ZoneTeam<'s> {
    pub fn new(
        arena: &'s Bump,
        passes: Passes,
        script: &'s [Order],
        bodies: ArenaVec<'s, ZoneStates<'s>>,
        constraints: &'s mut Constraints,
    ) -> Self {
        let Constraints { overflow, blocks, blocks_by_color, .. } = constraints;
        let mut rest = &mut **blocks;
        let mut by_color = blocks_by_color.iter().map(|counts| {
            counts.map(|count| {
                let blocks;
                (blocks, rest) = std::mem::take(&mut rest).split_at_mut(count);
                blocks
            })
        });
        let mut zones = ArenaVec::with_capacity_in(bodies.len(), arena);
        for (number, (bodies, blocks)) in bodies.into_iter().zip(&mut by_color).enumerate() {
            let (rounds, tables) = ([0; COLORS + 1], [const { None }; COLORS + 1]);
            zones.push(Zone { number, bodies, blocks, next: 0, is_met: false, rounds, tables });
        }
        let between = by_color.next().expect("behind the zones' contacts come those between two");
        let (mut meetings, mut count): ([Option<&Meeting>; COLORS + 1], _) = ([None; COLORS + 1], 0);
        let mut add = |place: usize, (meeting, table): (Meeting<'s>, Table<'s>)| {
            zones[meeting.host].tables[place] = Some(table);
            meetings[place] = Some(arena.alloc(meeting));
        };
        for (color, blocks) in between.into_iter().enumerate().filter(|(_, blocks)| !blocks.is_empty()) {
            add(color, Meeting::of_blocks(arena, count, blocks));
            count += 1;
        }
        if !overflow.is_empty() {
            add(WITHOUT_COLOR, Meeting::of_singles(arena, count, overflow));
        }
        let mut parts = ArenaVec::with_capacity_in(zones.len(), arena);
        for zone in zones {
            parts.push(Part { is_attended: Attended(AtomicBool::new(false)), zone: Mutex::new(zone) });
        }
        Self { passes, script, zones: parts.into_bump_slice(), meetings, finished: AtomicUsize::new(0) }
    }

    /// Carries out the script with so many threads of the pool.
    pub fn run(&self, threads: usize) {
        parallel::join_helpers(threads - 1, &|thread| self.attend(thread), || self.attend(0));
    }

    /// What one of the threads does until all zones have come to the end: it stays in the zone of its number, lest that leaves its
    /// cache, and while it has to wait there it looks after those whose threads have not come. So nobody is waited for who never
    /// comes.
    fn attend(&self, number: usize) {
        let _leave = LeaveOnPanic(self);
        let mut turns = 0;
        while !self.is_over() {
            if self.zones.get(number).is_some_and(Part::come) {
                let mut zone = self.zones[number].zone.lock().expect(NO_PANIC);
                while !(self.advance(&mut zone) || self.is_over()) {
                    self.look_after_others();
                    wait(&mut turns);
                }
                self.finished.fetch_add(1, Ordering::Release);
            }
            self.look_after_others();
            wait(&mut turns);
        }
    }

    /// Advances each zone nobody is in, and leaves it again unless it came to the end.
    fn look_after_others(&self) {
        for part in self.zones.iter().filter(|part| part.come()) {
            if self.advance(&mut part.zone.lock().expect(NO_PANIC)) {
                self.finished.fetch_add(1, Ordering::Release);
            } else {
                part.is_attended.0.store(false, Ordering::Release);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.finished.load(Ordering::Acquire) >= self.zones.len()
    }

    /// Carries out the script in a zone until it has to wait for others; tells whether it came to the end.
    fn advance(&self, zone: &mut Zone) -> bool {
        while let Some(&order) = self.script.get(zone.next) {
            let (place, pass) = match order {
                Order::Color(pass, color) => (color, pass),
                Order::Singles(pass) => (WITHOUT_COLOR, pass),
                Order::Drive | Order::Move | Order::Hold => {
                    zone.carry_out(&self.passes, order);
                    zone.next += 1;
                    continue;
                }
            };
            match self.meetings[place].filter(|meeting| meeting.is_of(zone.number)) {
                None => zone.carry_out(&self.passes, order),
                Some(meeting) if !self.meet(zone, order, (meeting, place, pass)) => return false,
                Some(_) => {}
            }
            zone.next += 1;
        }
        true
    }

    /// Carries out an order of contacts some of which are between zones; tells whether it is done.
    fn meet(&self, zone: &mut Zone, order: Order, (meeting, place, pass): (&Meeting, usize, Pass)) -> bool {
        let (number, round) = (zone.number, zone.rounds[place] + 1);
        let host = |table: &mut Option<Table>| {
            table.iter_mut().for_each(|table| meeting.solve(round, table, &self.passes, pass));
        };
        if !zone.is_met {
            meeting.bring(number, zone.bodies.states, zone.tables[place].as_mut());
            host(&mut zone.tables[place]);
            zone.carry_out(&self.passes, order);
            zone.is_met = true;
        }
        host(&mut zone.tables[place]);
        if !meeting.is_over(round) {
            return false;
        }
        meeting.take_back(number, zone.bodies.states, zone.tables[place].as_ref());
        (zone.is_met, zone.rounds[place]) = (false, round);
        true
    }
}

impl Part<'_> {
    /// Comes to the zone, unless somebody is there.
    fn come(&self) -> bool {
        let is_attended = &self.is_attended.0;
        !is_attended.load(Ordering::Relaxed) && !is_attended.swap(true, Ordering::Acquire)
    }
}

impl Zone<'_> {
    /// Carries out an order, but for contacts of no zone.
    fn carry_out(&mut self, passes: &Passes, order: Order) {
        let Self { bodies: ZoneStates { states, drives, locks }, blocks, .. } = self;
        match order {
            Order::Drive => integrate_velocities(states, drives),
            Order::Move => passes.advance(states, drives),
            Order::Hold => hold(states, locks),
            Order::Singles(_) => {}
            Order::Color(pass, color) => passes.over_blocks(pass, states, blocks[color]),
        }
    }
}

/// All threads leave when one panics.
struct LeaveOnPanic<'a, 's>(&'a ZoneTeam<'s>);

impl Drop for LeaveOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.finished.fetch_add(self.0.zones.len(), Ordering::Release);
        }
    }
}

/// Waits a little for something that comes soon.
fn wait(turns: &mut u32) {
    /// Then others may have the processor: perhaps one of them is who is waited for.
    const PATIENCE: u32 = 1 << 10;
    *turns += 1;
    match *turns % PATIENCE {
        0 => std::thread::yield_now(),
        _ => spin_loop(),
    }
}

/// Why locks are not poisoned.
const NO_PANIC: &str = "nobody panics in a pass";

#[cfg(test)]
mod tests {
    use crate::World;
    use crate::contact_graph::tests::wide_heap;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    fn stepped(world: &mut World) -> u64 {
        for _ in 0..20 {
            world.step(1.0 / 60.0).unwrap();
        }
        world.state_hash()
    }

    #[test]
    fn who_never_comes_is_not_waited_for() {
        let (mut alone, mut among_busy) = (wide_heap(), wide_heap());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let (busy, is_done) = (AtomicUsize::new(0), AtomicBool::new(false));
        let hash = pool.in_place_scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|_| {
                    busy.fetch_add(1, Ordering::Relaxed);
                    while !is_done.load(Ordering::Relaxed) {
                        std::thread::yield_now();
                    }
                });
            }
            while busy.load(Ordering::Relaxed) < 2 {
                std::thread::yield_now();
            }
            let hash = pool.install(|| stepped(&mut among_busy));
            is_done.store(true, Ordering::Relaxed);
            hash
        });
        let zones = among_busy.graph_room.coloring.groups().len() - 1;
        assert_eq!((hash, zones), (stepped(&mut alone), 3));
    }
}
