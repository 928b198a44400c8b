use crate::{Filter, Layer, Proxy, ProxyId};
use geom::{Aabb, BoundingCircle};
use std::ops::Range;

/// What is known of a row besides its numbers, one bit each.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Flags(u8);

impl Flags {
    /// Holds a proxy.
    pub const ALIVE: Self = Self(1);
    /// In the moving layer.
    pub const MOVING: Self = Self(2);
    /// The index does not have its present box; the row is in the list of unsettled ones.
    pub const UNSETTLED: Self = Self(4);
    /// Its pairs may have changed; the row is in the list of dirty ones.
    pub const DIRTY: Self = Self(8);
    /// Was there at the last update of pairs, so that it may have some.
    pub const PAIRED: Self = Self(16);

    #[inline]
    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    #[inline]
    pub fn set(&mut self, flag: Self, on: bool) {
        if on {
            self.0 |= flag.0;
        } else {
            self.0 &= !flag.0;
        }
    }
}

/// The proxies, one row each, as a structure of arrays.
///
/// A row's life: free → alive → removed → (two updates of pairs) → free. Pairs name rows, so a row that had pairs must not
/// be given away before they are reported as ended, and stays readable until the report is replaced by the next one.
#[derive(Clone, Default)]
pub(crate) struct Columns {
    pub tight: Vec<Aabb>,
    pub fat: Vec<Aabb>,
    pub circles: Vec<BoundingCircle>,
    pub filters: Vec<Filter>,
    pub user_data: Vec<u64>,
    pub generations: Vec<u32>,
    pub flags: Vec<Flags>,
    free: Vec<u32>,
    /// Removed since the last update of pairs.
    removed: Vec<u32>,
    /// Removed before it: their pairs are in the list of ended ones.
    reported: Vec<u32>,
    len: usize,
    /// What new rows start with.
    first_generation: u32,
}

impl Columns {
    /// How many proxies are alive.
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many rows there are, in use or not.
    pub fn rows(&self) -> usize {
        self.flags.len()
    }

    /// The row of a live proxy.
    #[inline]
    pub fn row(&self, id: ProxyId) -> Option<usize> {
        let row = id.index();
        let same = self.generations.get(row) == Some(&id.generation);
        (same && self.flags[row].has(Flags::ALIVE)).then_some(row)
    }

    /// The id of the proxy in a row.
    #[inline]
    pub fn id(&self, row: usize) -> ProxyId {
        ProxyId { index: row as u32, generation: self.generations[row] }
    }

    #[inline]
    pub fn layer(&self, row: usize) -> Layer {
        if self.flags[row].has(Flags::MOVING) { Layer::Moving } else { Layer::Static }
    }

    /// Rows that hold a proxy of this layer, ascending.
    pub fn rows_of(&self, layer: Layer) -> impl Iterator<Item = u32> {
        self.rows_within(layer, 0..self.rows())
    }

    /// [`Columns::rows_of`], of the rows in the range.
    pub fn rows_within(&self, layer: Layer, rows: Range<usize>) -> impl Iterator<Item = u32> {
        let moving = layer == Layer::Moving;
        (rows.start as u32..)
            .zip(&self.flags[rows])
            .filter(move |(_, flags)| flags.has(Flags::ALIVE) && flags.has(Flags::MOVING) == moving)
            .map(|(row, _)| row)
    }

    /// Makes room for this many proxies more.
    pub fn reserve(&mut self, additional: usize) {
        self.tight.reserve(additional);
        self.fat.reserve(additional);
        self.circles.reserve(additional);
        self.filters.reserve(additional);
        self.user_data.reserve(additional);
        self.generations.reserve(additional);
        self.flags.reserve(additional);
    }

    /// Writes a proxy into a free row or a new one.
    pub fn insert(&mut self, proxy: &Proxy, fat: Aabb) -> ProxyId {
        let mut flags = Flags::ALIVE;
        flags.set(Flags::MOVING, proxy.layer == Layer::Moving);
        self.len += 1;
        let Some(free) = self.free.pop() else {
            self.tight.push(proxy.aabb);
            self.fat.push(fat);
            self.circles.push(proxy.circle);
            self.filters.push(proxy.filter);
            self.user_data.push(proxy.user_data);
            self.generations.push(self.first_generation);
            self.flags.push(flags);
            return self.id(self.rows() - 1);
        };
        let row = free as usize;
        // A row removed before anything was updated may still be in the lists; it must not get there twice.
        flags.set(Flags::UNSETTLED, self.flags[row].has(Flags::UNSETTLED));
        flags.set(Flags::DIRTY, self.flags[row].has(Flags::DIRTY));
        self.tight[row] = proxy.aabb;
        self.fat[row] = fat;
        self.circles[row] = proxy.circle;
        self.filters[row] = proxy.filter;
        self.user_data[row] = proxy.user_data;
        self.flags[row] = flags;
        self.id(row)
    }

    /// Ends the life of the proxy in a row; the numbers stay readable until the row is used again.
    pub fn remove(&mut self, row: usize) {
        debug_assert!(self.flags[row].has(Flags::ALIVE));
        self.flags[row].set(Flags::ALIVE, false);
        self.len -= 1;
        if self.flags[row].has(Flags::PAIRED) {
            self.removed.push(row as u32);
        } else {
            self.release(row as u32);
        }
    }

    /// Ends all lives, and gives rows out from the first again.
    pub fn clear(&mut self) {
        let newest = self.generations.iter().max();
        if let Some(next) = newest.map_or(Some(self.first_generation), |newest| newest.checked_add(1)) {
            self.first_generation = next;
            self.tight.clear();
            self.fat.clear();
            self.circles.clear();
            self.filters.clear();
            self.user_data.clear();
            self.generations.clear();
            self.flags.clear();
        } else {
            // A row's generations are used up: these rows stay, and are never given out again.
            self.flags.fill(Flags::default());
        }
        self.free.clear();
        self.removed.clear();
        self.reported.clear();
        self.len = 0;
    }

    /// The pairs of what was removed before the last update have been read, those of what was removed since are now reported.
    pub fn pairs_were_updated(&mut self) {
        while let Some(row) = self.reported.pop() {
            self.release(row);
        }
        std::mem::swap(&mut self.removed, &mut self.reported);
    }

    fn release(&mut self, row: u32) {
        // A row whose generations are used up is never given away again: an id must not come to life twice.
        if let Some(next) = self.generations[row as usize].checked_add(1) {
            self.generations[row as usize] = next;
            self.free.push(row);
        }
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        (self.tight.capacity() + self.fat.capacity()) * size_of::<Aabb>()
            + self.circles.capacity() * size_of::<BoundingCircle>()
            + self.filters.capacity() * size_of::<Filter>()
            + self.user_data.capacity() * size_of::<u64>()
            + self.flags.capacity() * size_of::<Flags>()
            + (self.generations.capacity() + self.free.capacity()) * size_of::<u32>()
            + (self.removed.capacity() + self.reported.capacity()) * size_of::<u32>()
    }
}
