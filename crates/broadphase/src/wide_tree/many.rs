use super::WideTree;
use super::directory::MOST_LISTED;
use crate::lanes::{AabbLanes, FEW, LANES, Lanes};
use geom::Aabb;
use std::ops::Range;

/// What a search of many queries together asks a node.
pub trait Probe {
    /// Whether the keys are of interest.
    const IS_KEYED: bool;

    /// Of this many selected lanes each is written whether it is selected or not; a branch tells whether there are more.
    ///
    /// Few of them are selected as a rule: writing all eight takes points and boxes of ten hits 1.04 times as long.
    const SURE: usize = 4;

    /// A bit for each of eight boxes that is to be looked into, of which unused lanes are none, and its key, which is not
    /// negative.
    fn probe(&self, boxes: &AabbLanes) -> (u32, Lanes);

    /// A box that all it selects meets; `None` where that may be large.
    fn span(&self) -> Option<Aabb>;
}

/// What many queries have come to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Query by query: the row in the lower half, the bits of its key in the upper, which order like the keys.
    entries: Entries,
    /// Where the entries of each query begin, and where the last one's end.
    bounds: Vec<usize>,
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
pub(super) struct Entries {
    /// Of no meaning from `len` on.
    entries: Vec<u64>,
    len: usize,
}

impl Found {
    /// What the query has come to: see [`key_and_row`].
    #[inline]
    pub fn of(&self, query: usize) -> &[u64] {
        &self.entries.entries[self.span(query)]
    }

    /// What all have come to, query by query.
    #[inline]
    pub fn all(&self) -> &[u64] {
        self.entries.as_slice()
    }

    /// Where the query's part of that is.
    #[inline]
    pub fn span(&self, query: usize) -> Range<usize> {
        self.bounds[query]..self.bounds[query + 1]
    }

    /// The first few entries from there on; what stands behind the last of all means nothing.
    #[inline]
    pub fn few_from(&self, start: usize) -> &[u64; FEW] {
        self.entries.entries[start..].first_chunk().expect("there is always room for a few more")
    }

    /// Appends those of the entries that pass to what the last query came to: no branch depends on which these are.
    #[inline]
    pub fn append_if(&mut self, entries: impl ExactSizeIterator<Item = u64>, passes: impl Fn(u64) -> bool) {
        let mut len = self.entries.len;
        let places = self.entries.room(len + entries.len() + FEW);
        for entry in entries {
            places[len] = entry;
            len += usize::from(passes(entry));
        }
        self.entries.len = len;
    }

    /// Replaces all by what passes of what as many queries have come to.
    #[inline]
    pub fn keep(&mut self, found: &Self, passes: impl Fn(usize) -> bool) {
        let (room, mut end) = (self.entries.room(found.entries.len + FEW), 0);
        self.bounds.clear();
        self.bounds.push(0);
        for query in 0..found.bounds.len() - 1 {
            for &entry in found.of(query) {
                // No branch depends on which these are.
                room[end] = entry;
                end += usize::from(passes(key_and_row(entry).1));
            }
            self.bounds.push(end);
        }
        self.entries.len = end;
    }

    /// All of the next query is appended.
    pub fn end_query(&mut self) {
        self.bounds.push(self.entries.len);
    }

    /// Forgets everything; so many queries have come to nothing.
    pub fn reset(&mut self, queries: usize) {
        self.entries.len = 0;
        self.entries.room(FEW);
        self.bounds.clear();
        self.bounds.resize(queries + 1, 0);
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.entries.bytes() + self.bounds.capacity() * size_of::<usize>()
    }
}

impl Frontier {
    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.visited.bytes() + self.below.bytes()
    }
}

/// The key of something found, and its row.
#[inline]
pub(crate) fn key_and_row(entry: u64) -> (f32, usize) {
    (f32::from_bits((entry >> 32) as u32), entry as u32 as usize)
}

impl Entries {
    /// Replaces all by these.
    fn reset(&mut self, entries: impl ExactSizeIterator<Item = u64>) {
        self.len = entries.len();
        self.entries.resize(self.entries.len().max(self.len), 0);
        for (place, entry) in self.entries.iter_mut().zip(entries) {
            *place = entry;
        }
    }

    fn as_slice(&self) -> &[u64] {
        &self.entries[..self.len]
    }

    /// As many places to write to; what stands in them means nothing.
    fn room(&mut self, places: usize) -> &mut [u64] {
        if self.entries.len() < places {
            self.entries.resize(places, 0);
        }
        &mut self.entries[..places]
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<u64>()
    }
}

/// Writes an entry for each selected lane from `start` on and says where they end: no branch depends on which they are.
#[inline]
fn write_selected<P: Probe>(room: &mut [u64], start: usize, selected: u32, entry: impl Fn(usize) -> u64) -> usize {
    let (room, selected) = (&mut room[start..start + LANES], selected as u8 as usize);
    let (lanes, count) = (&SELECTED[selected], COUNTS[selected] as usize);
    // Those behind the last one are overwritten by what comes next.
    let mut write = |place: usize| room[place] = entry(usize::from(lanes[place]) % LANES);
    (0..P::SURE).for_each(&mut write);
    if count > P::SURE {
        (P::SURE..LANES).for_each(&mut write);
    }
    start + count
}

/// By mask the selected lanes, lowest first, and behind them the first: to look them up takes three instructions less a lane than
/// to look for the lowest bit and clear it.
static SELECTED: [[u8; LANES]; 1 << LANES] = {
    let mut selected = [[0; LANES]; 1 << LANES];
    let mut mask = 0;
    while mask < selected.len() {
        let (mut lane, mut place) = (0, 0);
        while lane < LANES {
            if mask >> lane & 1 == 1 {
                selected[mask][place] = lane as u8;
                place += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    selected
};

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
        let level = if self.enter_below(probes, visited) {
            1
        } else {
            visited.reset((0..probes.len()).map(|query| (query as u64) << 32 | u64::from(root)));
            self.levels()
        };
        for _ in 0..level {
            let (visits, room, mut end) = (visited.as_slice(), below.room(visited.len * LANES), 0);
            for &visit in visits {
                let node = self.named(visit as u32);
                let (selected, _) = probes[(visit >> 32) as usize].probe(&node.boxes);
                let query = visit >> 32 << 32;
                end = write_selected::<P>(room, end, selected, |lane| query | u64::from(node.child[lane]));
            }
            below.len = end;
            std::mem::swap(visited, below);
            if visited.len > most {
                return false;
            }
        }
        let Found { entries, bounds } = found;
        let (room, mut end) = (entries.room(visited.len * LANES + FEW), 0);
        for &visit in visited.as_slice() {
            let node = self.named(visit as u32);
            let query = (visit >> 32) as usize;
            let (selected, keys) = probes[query].probe(&node.boxes);
            let key = |lane: usize| if P::IS_KEYED { u64::from(keys.as_array()[lane].to_bits()) << 32 } else { 0 };
            end = write_selected::<P>(room, end, selected, |lane| key(lane) | u64::from(node.child[lane]));
            bounds[query + 1] = end;
        }
        entries.len = end;
        // Queries that came to no leaf end where the ones before them do.
        end = 0;
        for bound in bounds {
            end = end.max(*bound);
            *bound = end;
        }
        true
    }

    /// Fills in the nodes of level 1 that the directory lists for each of the probes; `false` if it does not for all of them.
    #[inline]
    pub(super) fn enter_below<P: Probe>(&self, probes: &[P], visited: &mut Entries) -> bool {
        // What the tree was when it was built it is no longer.
        if self.wear > 0 {
            return false;
        }
        let (room, mut end) = (visited.room((probes.len() + 1) * MOST_LISTED), 0);
        for (query, probe) in (0u64..).zip(probes) {
            let Some((nodes, len)) = probe.span().and_then(|span| self.directory.listed(&span)) else { return false };
            let (room, first) = (&mut room[end..end + MOST_LISTED], query << 32 | u64::from(self.listed_from));
            let mut write = |place: usize| room[place] = first + u64::from(nodes[place]);
            (0..P::SURE).for_each(&mut write);
            if len > P::SURE {
                (P::SURE..MOST_LISTED).for_each(&mut write);
            }
            end += len;
        }
        visited.len = end;
        true
    }
}
