use super::block::{Block, Single};
use super::passes::Passes;
use super::script::{Order, Pass};
use super::state::{hold, integrate_velocities};
use super::sub_steps::Constraints;
use super::zone_rows::{Across, ZoneStates};
use crate::coloring::COLORS;
use crate::team::Team;
use crate::zones::MAX_ZONES;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

/// Sub-steps zone by zone: each thread carries out the script in its own zone as far as no contact between two zones has a say.
pub(super) struct ZoneTeam<'s> {
    passes: Passes,
    script: &'s [Order],
    zones: &'s [Part<'s>],
    /// Contacts between two zones, by colour.
    between: Mutex<[&'s mut [Block]; COLORS]>,
    /// Contacts without a colour.
    singles: Mutex<&'s mut [Single]>,
}

/// Alone in its cache lines, lest threads that take different zones wait for each other.
#[repr(align(128))]
struct Part<'s>(Mutex<Zone<'s>>);

/// Bodies and contacts that one thread at a time solves.
struct Zone<'s> {
    bodies: ZoneStates<'s>,
    blocks: [&'s mut [Block]; COLORS],
}

/// Orders that each zone carries out for itself; then something happens between them.
type Leg = (Range<usize>, Option<Between>);

/// A pass over contacts of no zone.
#[derive(Clone, Copy)]
enum Between {
    Color(Pass, usize),
    Singles(Pass),
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
        for (bodies, blocks) in bodies.into_iter().zip(&mut by_color) {
            zones.push(Part(Mutex::new(Zone { bodies, blocks })));
        }
        let between = by_color.next().expect("behind the zones' contacts come those between two");
        let zones = zones.into_bump_slice();
        Self { passes, script, zones, between: Mutex::new(between), singles: Mutex::new(overflow) }
    }

    /// Carries out the script with so many threads of the pool.
    pub fn run(&self, arena: &Bump, threads: usize) {
        let legs = self.legs(arena);
        let work = |leg: u32, zone: usize| {
            let mut zone = self.zones[zone].0.lock().expect(NO_PANIC);
            self.script[legs[leg as usize].0.clone()].iter().for_each(|&order| zone.carry_out(&self.passes, order));
        };
        Team::run(threads, self.zones.len(), &work, |leader| {
            for (number, (_, between)) in (0..).zip(legs) {
                leader.order(number);
                between.iter().for_each(|&between| self.carry_out_between(between));
            }
        });
    }

    fn legs<'a>(&self, arena: &'a Bump) -> &'a [Leg] {
        let between = self.between.lock().expect(NO_PANIC);
        let has_singles = !self.singles.lock().expect(NO_PANIC).is_empty();
        let between = |order: &Order| match *order {
            Order::Singles(pass) if has_singles => Some(Between::Singles(pass)),
            Order::Color(pass, color) if !between[color].is_empty() => Some(Between::Color(pass, color)),
            _ => None,
        };
        let mut legs = ArenaVec::with_capacity_in(self.script.iter().filter_map(between).count() + 1, arena);
        let mut first = 0;
        for (end, order) in (1..).zip(self.script) {
            if let Some(between) = between(order) {
                legs.push((std::mem::replace(&mut first, end)..end, Some(between)));
            }
        }
        legs.push((first..self.script.len(), None));
        legs.into_bump_slice()
    }

    fn carry_out_between(&self, between: Between) {
        let mut guards: [Option<MutexGuard<Zone>>; MAX_ZONES] = std::array::from_fn(|zone| {
            let zone = self.zones.get(zone)?;
            Some(zone.0.lock().expect(NO_PANIC))
        });
        let zones = guards.each_mut().map(|zone| match zone {
            Some(zone) => &mut *zone.bodies.states,
            None => &mut [],
        });
        let mut rows = Across { zones };
        match between {
            Between::Singles(pass) => {
                self.passes.over_singles(pass, &mut rows, &mut self.singles.lock().expect(NO_PANIC))
            }
            Between::Color(pass, color) => {
                self.passes.over_blocks(pass, &mut rows, self.between.lock().expect(NO_PANIC)[color]);
            }
        }
    }
}

impl Zone<'_> {
    fn carry_out(&mut self, passes: &Passes, order: Order) {
        let Self { bodies: ZoneStates { states, drives, locks }, blocks } = self;
        match order {
            Order::Drive => integrate_velocities(states, drives),
            Order::Move => passes.advance(states, drives),
            Order::Hold => hold(states, locks),
            Order::Singles(_) => {}
            Order::Color(pass, color) => passes.over_blocks(pass, &mut **states, blocks[color]),
        }
    }
}

/// Why locks are not poisoned.
const NO_PANIC: &str = "nobody panics in a pass";
