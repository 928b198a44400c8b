use super::{LEAF, WideTree};
use crate::lanes::{AabbLanes, LANES, Lanes};

/// Of this many selected lanes each is written whether it is selected or not; a branch tells whether there are more.
///
/// Few of them are selected as a rule: writing all eight takes points and boxes of ten hits 1.04 times as long.
const SURE: usize = 4;

/// What a search of many queries together asks a node.
pub trait Probe {
    /// Whether the keys are of interest.
    const IS_KEYED: bool;

    /// A bit for each of eight boxes that is to be looked into, of which unused lanes are none, and its key, which is not
    /// negative.
    fn probe(&self, boxes: &AabbLanes) -> (u32, Lanes);
}

/// What many queries have come to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Query by query: the row in the lower half, the bits of its key in the upper, which order like the keys.
    entries: Entries,
    /// By query: where its entries end.
    ends: Vec<usize>,
}

/// Room for a search of many queries together: a level's nodes and those of the one below it, with the queries in the upper
/// halves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    visited: Entries,
    below: Entries,
}

/// A list that has room to write eight more before it is known how many they are.
#[derive(Clone, Debug, Default)]
struct Entries {
    /// Of no meaning from `len` on.
    entries: Vec<u64>,
    len: usize,
}

impl Found {
    /// What the query has come to: see [`key_and_row`].
    #[inline]
    pub fn of(&self, query: usize) -> &[u64] {
        let start = query.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries.entries[start..self.ends[query]]
    }

    /// Forgets everything; so many queries have come to nothing.
    pub fn reset(&mut self, queries: usize) {
        self.entries.len = 0;
        self.ends.clear();
        self.ends.resize(queries, 0);
    }
}

/// The key of something found, and its row.
#[inline]
pub(crate) fn key_and_row(entry: u64) -> (f32, usize) {
    (f32::from_bits((entry >> 32) as u32), entry as u32 as usize)
}

impl Entries {
    fn as_slice(&self) -> &[u64] {
        &self.entries[..self.len]
    }

    /// Adds an entry for each selected lane and says how many: no branch depends on which they are.
    #[inline]
    fn push_selected(&mut self, selected: u32, entry: impl Fn(usize) -> u64) -> usize {
        if self.entries.len() < self.len + LANES {
            self.entries.resize(2 * self.entries.len() + LANES, 0);
        }
        let (mut rest, room) = (selected, &mut self.entries[self.len..self.len + LANES]);
        let mut write = |place: usize| {
            // When none is left the last one is written, and overwritten by what comes next.
            room[place] = entry((rest | 1 << (LANES - 1)).trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
        };
        (0..SURE).for_each(&mut write);
        let count = COUNTS[selected as u8 as usize] as usize;
        if count > SURE {
            (SURE..LANES).for_each(&mut write);
        }
        self.len += count;
        count
    }
}

/// How many bits are set, which takes ten instructions where there is none for it.
pub(super) static COUNTS: [u8; 1 << LANES] = {
    let mut counts = [0; 1 << LANES];
    let mut mask = 1;
    while mask < counts.len() {
        counts[mask] = counts[mask / 2] + (mask % 2) as u8;
        mask += 1;
    }
    counts
};

impl WideTree {
    /// Finds the rows whose boxes each of the probes selects, with their keys.
    ///
    /// All queries go down together, level by level. A search alone waits for each node before it knows the next one, and its
    /// loops over what was selected end where no predictor can tell; here the next visit is always known. Gives up and says
    /// `false` if a level comes to more than `most` visits.
    pub fn find_many<P: Probe>(&self, probes: &[P], most: usize, frontier: &mut Frontier, found: &mut Found) -> bool {
        found.reset(probes.len());
        let Some(root) = self.root else { return true };
        let Frontier { visited, below } = frontier;
        visited.len = 0;
        for query in 0..probes.len() as u64 {
            visited.push_selected(1, |_| query << 32 | u64::from(root));
        }
        for _ in 0..self.hooks[(root & !LEAF) as usize].level {
            below.len = 0;
            for &visit in visited.as_slice() {
                let node = self.named(visit as u32);
                let (selected, _) = probes[(visit >> 32) as usize].probe(&node.boxes);
                let query = visit >> 32 << 32;
                below.push_selected(selected, |lane| query | u64::from(node.child[lane]));
            }
            std::mem::swap(visited, below);
            if visited.len > most {
                return false;
            }
        }
        for &visit in visited.as_slice() {
            let node = self.named(visit as u32);
            let query = (visit >> 32) as usize;
            let (selected, keys) = probes[query].probe(&node.boxes);
            let key = |lane: usize| if P::IS_KEYED { u64::from(keys.as_array()[lane].to_bits()) << 32 } else { 0 };
            let count = found.entries.push_selected(selected, |lane| key(lane) | u64::from(node.child[lane]));
            found.ends[query] += count;
        }
        let mut end = 0;
        for count in &mut found.ends {
            end += *count;
            *count = end;
        }
        true
    }
}
