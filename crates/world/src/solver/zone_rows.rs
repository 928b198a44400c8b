use super::body_rows::is_common;
use super::numbers::{PLACE, PLACE_BITS};
use super::rows::State;
use super::state::{Drive, Lock};
use crate::coloring::Coloring;
use crate::lanes::LANES;
use crate::parallel;
use crate::zones::MAX_ZONES;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// Copying fewer states than this is not worth another thread.
const LEAST_PART: usize = parallel::many(512);

/// The rows of the solver zone by zone, so that what one thread changes lies together. What contacts do not move they may
/// read anywhere: each zone has all of that, and each moves it alike.
#[derive(Default)]
pub(crate) struct ZoneRows {
    /// By row: where it is, see [`PLACE_BITS`].
    pub numbers: Vec<u32>,
    /// By zone: its rows. Those that all zones have come first, the fixed one before all others.
    rows: Vec<Vec<u32>>,
    /// How many these are.
    common: usize,
    /// Zone after zone, each in whole blocks.
    states: Vec<State>,
    drives: Vec<Drive>,
}

/// What moves in one zone, in whole blocks.
pub(super) struct ZoneStates<'s> {
    pub states: &'s mut [State],
    pub drives: &'s mut [Drive],
    pub locks: &'s [Lock],
}

impl ZoneRows {
    /// Numbers the rows, whose inverse masses and inertias are given.
    pub fn number(&mut self, coloring: &Coloring, masses: &[(f32, f32)]) {
        let zones = coloring.zones();
        if self.rows.len() < zones {
            self.rows.resize_with(zones, Vec::new);
        }
        let (numbers, lists) = (&mut self.numbers, &mut self.rows[..zones]);
        lists.iter_mut().for_each(|list| {
            list.clear();
            list.reserve(masses.len());
        });
        numbers.clear();
        numbers.resize(masses.len(), 0);
        for (row, _) in (0..).zip(masses).filter(|(_, mass)| is_common(mass)) {
            numbers[row as usize] = lists[0].len() as u32;
            lists.iter_mut().for_each(|list| list.push(row));
        }
        self.common = lists[0].len();
        for (row, _) in (0..).zip(masses).filter(|(_, mass)| !is_common(mass)) {
            let zone = coloring.zone_of(row as usize);
            numbers[row as usize] = (zone as u32) << PLACE_BITS | lists[zone].len() as u32;
            lists[zone].push(row);
        }
    }

    /// Copies the rows to their zones.
    pub(super) fn fill<'s>(
        &'s mut self,
        arena: &'s Bump,
        zones: usize,
        (states, drives, locks): (&[State], &[Drive], &[Lock]),
    ) -> ArenaVec<'s, ZoneStates<'s>> {
        let size = |rows: &Vec<u32>| rows.len().next_multiple_of(LANES);
        let total = self.rows[..zones].iter().map(size).sum();
        // No more for any borders.
        let most = self.numbers.len() + zones * (LANES + self.common);
        self.states.reserve(most.saturating_sub(self.states.len()));
        self.drives.reserve(most.saturating_sub(self.drives.len()));
        self.states.resize(total, State::FIXED);
        self.drives.resize(total, Drive::NONE);
        let (mut rest, mut rest_of_drives) = (&mut self.states[..], &mut self.drives[..]);
        let mut cut = ArenaVec::with_capacity_in(zones, arena);
        for (zone, rows) in self.rows[..zones].iter().enumerate() {
            let (states, drives);
            (states, rest) = rest.split_at_mut(size(rows));
            (drives, rest_of_drives) = rest_of_drives.split_at_mut(size(rows));
            let here = |lock: &&Lock| {
                let number = self.numbers[lock.row as usize];
                number < self.common as u32 || number >> PLACE_BITS == zone as u32
            };
            let locks = locks.iter().filter(here);
            let mut held = ArenaVec::with_capacity_in(locks.clone().count(), arena);
            held.extend(locks.map(|lock| Lock { row: self.numbers[lock.row as usize] & PLACE, ..*lock }));
            cut.push(ZoneStates { states, drives, locks: held.into_bump_slice() });
        }
        let parts = (&self.rows[..zones], &mut cut[..]);
        parallel::for_each_part(parts, 1, |_, (rows, cut)| {
            for (rows, zone) in rows.iter().zip(cut) {
                let (mine, padding) = zone.states.split_at_mut(rows.len());
                rows.iter().zip(mine).for_each(|(&row, state)| *state = states[row as usize]);
                padding.fill(State::FIXED);
                let (mine, padding) = zone.drives.split_at_mut(rows.len());
                rows.iter().zip(mine).for_each(|(&row, drive)| *drive = drives[row as usize]);
                padding.fill(Drive::NONE);
            }
        });
        cut
    }

    /// Copies the states back to the rows.
    pub fn give_back(&self, zones: usize, states: &mut [State]) {
        let mut starts = [0; MAX_ZONES];
        for zone in 1..zones {
            starts[zone] = starts[zone - 1] + self.rows[zone - 1].len().next_multiple_of(LANES);
        }
        let parts = (&self.numbers[..], &mut states[..self.numbers.len()]);
        parallel::for_each_part(parts, LEAST_PART, |_, (numbers, states)| {
            for (&number, state) in numbers.iter().zip(states) {
                *state = self.states[starts[(number >> PLACE_BITS) as usize] + (number & PLACE) as usize];
            }
        });
    }
}
