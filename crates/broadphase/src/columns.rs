use crate::{Filter, Layer, Proxy, ProxyId, rules::Rules};
use geom::{Aabb, BoundingCircle};
use std::{collections::TryReserveError, ops::Range};

/// The newest generation of a row that counts: they have 24 bits.
const LAST_GENERATION: u32 = u32::MAX >> 8;

/// Rows are numbered in 32 bits, and none is the highest number.
const MOST_ROWS: usize = if cfg!(test) { 1 << 18 } else { u32::MAX as usize };

/// What is known of a row besides its numbers: a bit for each, and above them how many proxies it held before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Flags(u32);

impl Flags {
    /// Holds a proxy.
    pub const ALIVE: Self = Self(1);
    /// In the moving layer.
    pub const MOVING: Self = Self(2);
    /// The index does not have its present box; the row is among the unsettled ones.
    pub const UNSETTLED: Self = Self(4);
    /// Its pairs may have changed; the row is among the dirty ones.
    pub const DIRTY: Self = Self(8);
    /// Was there at the last update of pairs, so that it may have some.
    pub const PAIRED: Self = Self(16);

    #[inline]
    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    /// Whether it has all of them.
    #[inline]
    pub const fn has_all(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Whether they are those of a live proxy of this layer.
    #[inline]
    pub fn holds(self, layer: Layer) -> bool {
        self.has(Self::ALIVE) && self.has(Self::MOVING) == (layer == Layer::Moving)
    }

    /// Both.
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub fn set(&mut self, flag: Self, on: bool) {
        if on {
            self.0 |= flag.0;
        } else {
            self.0 &= !flag.0;
        }
    }

    /// With [`Flags::PAIRED`] if it is alive, and without else.
    #[inline]
    pub fn paired_if_alive(mut self) -> Self {
        self.set(Self::PAIRED, self.has(Self::ALIVE));
        self
    }

    #[inline]
    const fn generation(self) -> u32 {
        self.0 >> 8
    }

    /// No flags, and a generation.
    const fn of_generation(generation: u32) -> Self {
        Self(generation << 8)
    }
}

/// A proxy's boxes, side by side: one that moved needs both.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
pub(crate) struct Bounds {
    pub tight: Aabb,
    pub fat: Aabb,
}

/// The proxies, one row each.
///
/// A row's life: free → alive → removed → (two updates of pairs) → free. Pairs name rows, so a row that had pairs must not
/// be given away before they are reported as ended, and stays readable until the report is replaced by the next one.
#[derive(Default)]
pub(crate) struct Columns {
    pub bounds: Vec<Bounds>,
    pub circles: Vec<BoundingCircle>,
    pub rules: Rules,
    pub user_data: Vec<u64>,
    pub flags: Vec<Flags>,
    free: Vec<u32>,
    /// Removed since the last update of pairs.
    removed: Vec<u32>,
    /// Removed before it: their pairs are in the list of ended ones.
    reported: Vec<u32>,
    len: usize,
    /// What new rows start with.
    first_generation: u32,
    /// So many rows are never given out again: the generations of some of them were used up.
    retired: usize,
    /// The most rows there ever were.
    most_rows: usize,
}

geom::clone_in_place!(Columns {
    bounds,
    circles,
    rules,
    user_data,
    flags,
    free,
    removed,
    reported,
    len,
    first_generation,
    retired,
    most_rows,
});

impl Columns {
    /// How many proxies are alive.
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many proxies more there are rows for: those that are free, and those that can be added.
    pub fn room(&self) -> usize {
        self.free.len() + (MOST_ROWS - self.rows())
    }

    /// How many rows there are, in use or not.
    pub fn rows(&self) -> usize {
        self.flags.len()
    }

    /// The row of a live proxy.
    #[inline]
    pub fn row(&self, id: ProxyId) -> Option<usize> {
        let row = id.index();
        let flags = self.flags.get(row)?;
        (flags.generation() == id.generation && flags.has(Flags::ALIVE)).then_some(row)
    }

    /// The id of the proxy in a row.
    #[inline]
    pub fn id(&self, row: usize) -> ProxyId {
        ProxyId { index: row as u32, generation: self.flags[row].generation() }
    }

    /// The ids of the proxies in these rows, which were appended and not given away since.
    pub fn fresh_ids(&self, rows: Range<usize>) -> impl Iterator<Item = ProxyId> {
        let generation = self.first_generation;
        rows.map(move |row| ProxyId { index: row as u32, generation })
    }

    #[inline]
    pub fn layer(&self, row: usize) -> Layer {
        if self.flags[row].has(Flags::MOVING) { Layer::Moving } else { Layer::Static }
    }

    /// How many rows hold a proxy of this layer.
    pub fn count_of(&self, layer: Layer) -> usize {
        self.flags.iter().map(|flags| u32::from(flags.holds(layer))).sum::<u32>() as usize
    }

    /// Replaces the list by the rows that hold a proxy of this layer, ascending.
    pub fn list_rows_of(&self, layer: Layer, list: &mut Vec<u32>) {
        let is_its = |flags: &Flags| flags.holds(layer);
        let count = self.count_of(layer);
        list.clear();
        let Some(first) = self.flags.iter().position(is_its) else { return };
        // Lest the list grows to twice what it needs.
        list.reserve_exact(count);
        if self.flags[first..].iter().rposition(is_its) == Some(count - 1) {
            list.extend(first as u32..(first + count) as u32);
        } else {
            let rows = (first as u32..).zip(&self.flags[first..]);
            list.extend(rows.filter(|(_, flags)| is_its(flags)).map(|(row, _)| row));
        }
    }

    /// Makes room for this many proxies more. Where there is no memory for that, columns before the first that it does not
    /// suffice for have grown.
    pub fn reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.bounds.try_reserve(additional)?;
        self.circles.try_reserve(additional)?;
        self.rules.reserve(additional)?;
        self.user_data.try_reserve(additional)?;
        self.flags.try_reserve(additional)
    }

    /// Writes a proxy into a free row; `None` when there is none.
    pub fn reuse(&mut self, proxy: &Proxy, fat: Aabb) -> Option<usize> {
        let row = self.free.pop()? as usize;
        self.bounds[row] = Bounds { tight: proxy.aabb, fat };
        self.circles[row] = proxy.circle;
        self.rules.set(row, proxy.filter);
        self.user_data[row] = proxy.user_data;
        // A row removed before anything was updated may still be unsettled and dirty, and must not be listed twice.
        self.flags[row].set(Flags::ALIVE, true);
        self.flags[row].set(Flags::MOVING, proxy.layer == Layer::Moving);
        self.len += 1;
        Some(row)
    }

    /// Writes proxies into new rows, column by column; they have these flags, too.
    pub fn append(&mut self, proxies: &[Proxy], fat: impl Fn(&Proxy) -> Aabb, marks: &[Flags]) {
        self.bounds.extend(proxies.iter().map(|proxy| Bounds { tight: proxy.aabb, fat: fat(proxy) }));
        self.circles.extend(proxies.iter().map(|proxy| proxy.circle));
        self.rules.extend(proxies.iter().map(|proxy| &proxy.filter));
        self.user_data.extend(proxies.iter().map(|proxy| proxy.user_data));
        let mut fresh = Flags::of_generation(self.first_generation);
        fresh.set(Flags::ALIVE, true);
        marks.iter().for_each(|&mark| fresh.set(mark, true));
        let mut moving = fresh;
        moving.set(Flags::MOVING, true);
        let flags = |proxy: &Proxy| if proxy.layer == Layer::Moving { moving } else { fresh };
        self.flags.extend(proxies.iter().map(flags));
        self.len += proxies.len();
    }

    /// Replaces the filter of a live proxy.
    pub fn set_filter(&mut self, row: usize, filter: Filter) {
        self.rules.release(row);
        self.rules.set(row, filter);
    }

    /// Ends the life of the proxy in a row; its user data stays readable until the row is used again.
    pub fn remove(&mut self, row: usize) {
        debug_assert!(self.flags[row].has(Flags::ALIVE));
        self.flags[row].set(Flags::ALIVE, false);
        self.rules.release(row);
        self.len -= 1;
        if self.flags[row].has(Flags::PAIRED) {
            self.removed.push(row as u32);
        } else {
            self.release(row as u32);
        }
    }

    /// Ends all lives, and gives rows out from the first again that is not retired.
    pub fn clear(&mut self) {
        self.most_rows = self.most_rows.max(self.rows());
        let newest = self.flags[self.retired..].iter().map(|flags| flags.generation()).max();
        self.first_generation = newest.map_or(self.first_generation, |newest| newest + 1);
        if self.first_generation > LAST_GENERATION {
            // Generations begin anew, in rows that never were: when the one reused most has had 2²⁴ of them.
            self.retired = self.most_rows;
            self.first_generation = 0;
        }
        self.bounds.resize(self.retired, Bounds::default());
        self.circles.resize(self.retired, BoundingCircle::default());
        self.rules.clear(self.retired);
        self.user_data.resize(self.retired, 0);
        self.flags.clear();
        self.flags.resize(self.retired, Flags::default());
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
        let flags = &mut self.flags[row as usize];
        // A row whose generations are used up is never given away again: an id must not come to life twice.
        if flags.generation() < LAST_GENERATION {
            flags.0 += Flags::of_generation(1).0;
            self.free.push(row);
        }
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.bounds.capacity() * size_of::<Bounds>()
            + self.circles.capacity() * size_of::<BoundingCircle>()
            + self.rules.bytes()
            + self.user_data.capacity() * size_of::<u64>()
            + self.flags.capacity() * size_of::<Flags>()
            + (self.free.capacity() + self.removed.capacity() + self.reported.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BroadPhase, BroadPhaseError};

    #[test]
    fn columns_whose_generations_are_used_up_do_not_grow_with_every_clearing() {
        let (mut columns, proxies) = (Columns::default(), [Proxy::default(); 10]);
        let mut ids = Vec::new();
        let mut fill = |columns: &mut Columns| {
            let first = columns.rows();
            columns.append(&proxies, |proxy| proxy.aabb, &[]);
            ids.extend((first..columns.rows()).map(|row| columns.id(row)));
        };
        fill(&mut columns);
        columns.clear();
        columns.first_generation = LAST_GENERATION;
        for _ in 0..20 {
            fill(&mut columns);
            columns.clear();
        }
        assert!(columns.rows() <= 10, "{}", columns.rows());
        fill(&mut columns);
        assert!(columns.rows() <= 20, "{}", columns.rows());
        for (i, id) in ids.iter().enumerate() {
            assert!(!ids[..i].contains(id), "{id:?} is given out twice");
        }
    }

    #[test]
    fn rows_that_are_used_up_are_no_limit_of_proxies() {
        let (mut broad_phase, proxies) = (BroadPhase::new(), vec![Proxy::default(); MOST_ROWS / 2 + 1]);
        for retired in [0, MOST_ROWS / 2] {
            assert_eq!(broad_phase.columns.retired, retired);
            broad_phase.columns.first_generation = LAST_GENERATION;
            broad_phase.insert_batch(&proxies[1..], &mut Vec::new()).expect("there are rows");
            if retired > 0 {
                break;
            }
            broad_phase.clear();
        }
        let used_up = BroadPhaseError::RowsUsedUp { rows: MOST_ROWS };
        assert_eq!(broad_phase.insert(&proxies[0]), Err(used_up));
        let id = broad_phase.id_at(MOST_ROWS - 1).expect("alive");
        broad_phase.remove(id).expect("alive");
        // Its only generation was the last one.
        assert_eq!(broad_phase.insert_batch(&proxies[..1], &mut Vec::new()), Err(used_up));
        assert_eq!(broad_phase.len(), MOST_ROWS / 2 - 1);
    }

    #[test]
    fn ids_stay_dead_however_often_columns_with_a_used_up_row_are_cleared() {
        let (mut columns, proxy) = (Columns::default(), Proxy::default());
        let mut ids = Vec::new();
        let mut add = |columns: &mut Columns| {
            let row = columns.reuse(&proxy, proxy.aabb).unwrap_or_else(|| {
                columns.append(&[proxy], |proxy| proxy.aabb, &[]);
                columns.rows() - 1
            });
            ids.push(columns.id(row));
            row
        };
        for _ in 0..3 {
            let row = add(&mut columns);
            columns.remove(row);
        }
        columns.flags[0] = Flags::of_generation(LAST_GENERATION - 1);
        let row = add(&mut columns);
        columns.remove(row);
        add(&mut columns);
        for _ in 0..4 {
            columns.clear();
            add(&mut columns);
        }
        for (i, id) in ids.iter().enumerate() {
            assert!(!ids[..i].contains(id), "{id:?} is given out twice");
            assert_eq!(columns.row(*id).is_some(), i + 1 == ids.len(), "{id:?}");
        }
    }
}
