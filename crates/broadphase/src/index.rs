use crate::{
    Pair,
    ray::Ray,
    region::Area,
    room::Room,
    rstar_index::RstarIndex,
    wide_tree::{Packing, WideTree},
};
use geom::{Aabb, Vec2};
use std::ops::ControlFlow;

/// What finds the boxes of one layer. Every kind gives the same answers; they differ in cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum IndexKind {
    /// The R*-tree of the crate `rstar`, bulk loaded: there to compare with, as another tree that gives the same answers. It is
    /// slower at everything, by [what the crate's page says](crate#what-finds-the-boxes), and allocates.
    Rstar,
    /// This crate's packed R-tree: eight children to a node, tested by one comparison of eight lanes.
    Wide,
}

/// What a search by keys comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub row: u32,
    /// The fraction at which its box is entered, or the squared distance to it.
    pub key: f32,
    /// Its box, as the index holds it.
    pub aabb: Aabb,
}

/// Boxes by row, in one of the structures of [`IndexKind`].
pub(crate) enum Index {
    Rstar(RstarIndex),
    Wide(WideTree),
}

/// Calls the same method on whichever index there is.
macro_rules! either {
    ($index:expr, $inner:ident => $call:expr) => {
        match $index {
            Index::Rstar($inner) => $call,
            Index::Wide($inner) => $call,
        }
    };
}

impl Clone for Index {
    fn clone(&self) -> Self {
        match self {
            Self::Rstar(index) => Self::Rstar(index.clone()),
            Self::Wide(tree) => Self::Wide(tree.clone()),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        match (&mut *self, source) {
            (Self::Wide(tree), Self::Wide(source)) => tree.clone_from(source),
            _ => *self = source.clone(),
        }
    }
}

impl Index {
    pub fn new(kind: IndexKind) -> Self {
        match kind {
            IndexKind::Rstar => Self::Rstar(RstarIndex::default()),
            IndexKind::Wide => Self::Wide(WideTree::default()),
        }
    }

    /// The packed tree, if it is one.
    pub const fn wide(&self) -> Option<&WideTree> {
        match self {
            Self::Wide(tree) => Some(tree),
            Self::Rstar(_) => None,
        }
    }

    /// Whether building the index anew is cheaper than this many single changes.
    pub fn should_rebuild(&self, changes: usize) -> bool {
        match self {
            // Measured at 1k to 100k rows: bulk loading costs as much as moving a tenth of the rows one by one.
            Self::Rstar(index) => changes > index.len() / 10,
            Self::Wide(index) => index.is_worn(changes),
        }
    }

    /// Whether giving all rows their boxes as the index stands is worth so many changes; `count` tells how many are then in it.
    pub fn should_refit(&self, changes: usize, count: impl FnOnce() -> usize) -> bool {
        self.wide().is_some_and(|tree| tree.should_refit(changes, count))
    }

    /// [`WideTree::refit`]; says that the index is to be built anew if it is no such tree.
    pub fn refit(&mut self, aabb: impl Fn(u32) -> Aabb + Sync, count: usize, rows: impl Iterator<Item = u32>) -> bool {
        match self {
            Self::Rstar(_) => false,
            Self::Wide(tree) => tree.refit(aabb, count, rows),
        }
    }

    /// Replaces the contents by `room.rows`, which are ascending, and their boxes.
    pub fn build(&mut self, packing: Packing, aabb: impl Fn(u32) -> Aabb + Sync + Send, room: &mut Room) {
        match self {
            Self::Rstar(index) => index.build(aabb, room.rows.iter().copied()),
            Self::Wide(index) => index.build(packing, aabb, room),
        }
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        either!(self, index => index.clear());
    }

    /// Inserts or moves these rows.
    pub fn set_all(&mut self, aabb: impl Fn(u32) -> Aabb, rows: impl Iterator<Item = u32>, room: &mut Room) {
        match self {
            Self::Rstar(index) => rows.for_each(|row| index.set(row, &aabb(row))),
            Self::Wide(index) => index.set_all(aabb, rows, room),
        }
    }

    /// Takes a row out; says whether it was in.
    pub fn remove(&mut self, row: u32) -> bool {
        either!(self, index => index.remove(row))
    }

    /// Brings rows into an order in which asking for one after the other is cheap.
    pub fn sort_by_place(&self, rows: &mut [u32], room: &mut Room) {
        match self {
            // The children of rstar's nodes are anywhere in memory.
            Self::Rstar(_) => {}
            Self::Wide(index) => index.sort_by_place(rows, room),
        }
    }

    /// Every row whose box shares a point with `aabb`, until `found` breaks.
    pub fn overlaps(&self, aabb: &Aabb, found: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        either!(self, index => index.overlaps(aabb, found))
    }

    /// Appends the rows of leaves all of whose boxes meet at least so many of the samples, and says of each node whether below
    /// it are such leaves only.
    pub fn whole_leaves_meeting(&self, samples: &[Aabb], least: usize, nodes: &mut Vec<bool>, rows: &mut Vec<u32>) {
        match self {
            Self::Rstar(_) => {}
            Self::Wide(index) => index.whole_leaves_meeting(samples, least, nodes, rows),
        }
    }

    /// Every row whose box shares a point with `aabb`, but for those below nodes that are passed over.
    pub fn overlapping(&self, aabb: &Aabb, passed_over: &impl Fn(u32) -> bool, found: &mut impl FnMut(u32)) {
        match self {
            Self::Rstar(index) => {
                let _ = index.overlaps(aabb, &mut |row| {
                    found(row);
                    ControlFlow::Continue(())
                });
            }
            Self::Wide(index) => index.overlapping(aabb, passed_over, found),
        }
    }

    /// Every row whose box shares a point with the area, until `found` breaks.
    pub fn meeting(&self, area: &Area, found: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        match area {
            Area::Aabb(aabb) => self.overlaps(aabb, found),
            Area::Circle(circle) => {
                either!(self, index => index.within(circle.center(), circle.reach_sq(), found))
            }
        }
    }

    /// Every row whose box the ray enters within the limit, which `found` is told, too, and may lower.
    pub fn ray(&self, ray: &Ray, max_fraction: f32, found: &mut impl FnMut(Candidate, f32) -> f32) -> f32 {
        either!(self, index => index.ray(ray, max_fraction, found))
    }

    /// Every row whose box is within the squared distance limit, which `found` is told, too, and may lower.
    pub fn nearest(&self, point: Vec2, max_distance_sq: f32, found: &mut impl FnMut(Candidate, f32) -> f32) -> f32 {
        either!(self, index => index.nearest(point, max_distance_sq, found))
    }

    /// Every two rows whose boxes share a point, once each, some at a time, but for those below nodes that are passed over; or one of so many
    /// disjoint parts of them.
    pub fn join(&self, part: usize, parts: usize, passed_over: &impl Fn(u32) -> bool, found: &mut impl FnMut(&[Pair])) {
        match self {
            Self::Rstar(index) => index.join(part, found),
            Self::Wide(index) => index.join(part, parts, passed_over, found),
        }
    }

    /// Calls `found` for every row; or for one of so many disjoint parts of them.
    pub fn each(&self, part: usize, parts: usize, found: impl FnMut(u32)) {
        either!(self, index => index.each(part, parts, found));
    }

    /// Replaces the list by the rows that are in it and so many others, some of which may be in it as well: each once, ascending.
    pub fn list_rows_with(&self, others: impl Iterator<Item = u32>, count: usize, list: &mut Vec<u32>) {
        list.clear();
        list.reserve_exact(self.len() + count);
        self.each(0, 1, |row| list.push(row));
        list.extend(others);
        list.sort_unstable();
        list.dedup();
    }

    /// How many rows are in it.
    pub fn len(&self) -> usize {
        either!(self, index => index.len())
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        either!(self, index => index.bytes())
    }
}
