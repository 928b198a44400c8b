use super::LANES;
use super::size_classes::SizeClasses;
use crate::hilbert::SIDE;
use crate::parallel;
use crate::room::{Room, row_of};
use geom::{Aabb, Vec2};

/// Fewer rows than this are not worth another thread.
const LEAST_SHARED: usize = 4096;

/// Brings the rows into an order in which every eight, every sixty-four and so on lie close together, apart from others: the
/// longer side of where they are is cut between two of their centres, as near to the middle one as leaves whole nodes on one
/// side, and both parts again.
///
/// OMT: Lee & Lee, "OMT: Overlap Minimizing Top-down Bulk Loading Algorithm for R-tree", CAiSE 2003, with cuts in two. Nodes
/// hardly overlap on any level, where those along a curve do on each: of the field of boxes that the crate's tables are about,
/// a point meets 4.8 nodes instead of 6.3, and a search for the nearest box 5.8 instead of 9.1.
///
/// `cell` is in which cell of its class's grid a row is (x in the lower half, y in the upper), `half_size` how large that is.
pub(super) fn sort_by_halves(
    aabb: &(impl Fn(u32) -> Aabb + Sync + Send),
    classes: &SizeClasses,
    cell: impl Fn(u32, usize) -> u32 + Sync + Send,
    half_size: impl Fn(usize) -> Vec2,
    room: &mut Room,
) {
    if classes.count() > 1 {
        parallel::for_each_of_many(&mut room.keys, |key| {
            let row = row_of(*key);
            *key = (classes.class(&aabb(row)) as u64) << 32 | u64::from(row);
        });
        room.sort();
    }
    let count = room.keys.len();
    let mut unit = LANES;
    while unit * LANES < count {
        unit *= LANES;
    }
    let (mut first, mut rest) = (0, &mut room.keys[..]);
    for class in 0..classes.count() {
        let is_last = class + 1 == classes.count();
        let len = if is_last { rest.len() } else { rest.partition_point(|key| (key >> 32) as usize <= class) };
        let (keys, others) = rest.split_at_mut(len);
        parallel::for_each_of_many(keys, |key| {
            let row = row_of(*key);
            *key = u64::from(cell(row, class)) << 32 | u64::from(row);
        });
        halve(keys, Part { first, unit, min: [0; 2], max: [SIDE; 2] }, half_size(class) / SIDE as f32);
        (first, rest) = (first + len, others);
    }
}

/// Some of the keys.
#[derive(Clone, Copy)]
struct Part {
    /// Where they start among all.
    first: usize,
    /// How many rows the largest node that starts or ends among them holds.
    unit: usize,
    /// The cells they are in.
    min: [u32; 2],
    max: [u32; 2],
}

/// Cuts the part in two until it is in one leaf; `side` is how large a cell is, or half of that.
fn halve(keys: &mut [u64], mut part: Part, side: Vec2) {
    let end = part.first + keys.len();
    // The middle one of the places where two nodes meet, of the largest that do.
    let cut = loop {
        let nodes = end.div_ceil(part.unit) - part.first / part.unit;
        if nodes > 1 {
            break (part.first / part.unit + nodes / 2) * part.unit;
        }
        if part.unit == LANES {
            return;
        }
        part.unit /= LANES;
    };
    let length = |axis: usize| (part.max[axis] - part.min[axis]) as f32 * side[axis];
    let axis = usize::from(length(1) > length(0));
    // Cells, then rows: no two are equal.
    let order = |key: &u64| if axis == 0 { key << 16 } else { *key };
    let (_, &mut middle, _) = keys.select_nth_unstable_by_key(cut - part.first, order);
    let border = (middle >> (32 + 16 * axis)) as u32 & (SIDE - 1);
    let (mut lower, mut upper) = (part, Part { first: cut, ..part });
    lower.max[axis] = border;
    upper.min[axis] = border;
    let (left, right) = keys.split_at_mut(cut - part.first);
    let is_shared = left.len() >= LEAST_SHARED;
    parallel::both(is_shared, || halve(left, lower, side), || halve(right, upper, side));
}
