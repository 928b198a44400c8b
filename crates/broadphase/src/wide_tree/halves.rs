use super::LANES;
use super::size_classes::SizeClasses;
use crate::hilbert::SIDE;
use crate::parallel;
use crate::radix_sort::radix_sort_half;
use crate::room::{Room, row_of};
use geom::{Aabb, Vec2};

/// Fewer rows than this are not worth another thread.
const LEAST_SHARED: usize = 4096;

/// A node has two to the power of this children.
const LANE_BITS: u32 = LANES.trailing_zeros();

/// Brings the rows into an order in which every eight, every sixty-four and so on lie close together, apart from others: the
/// longer side of where their centres are is cut between two of them, as near to the middle one as leaves whole nodes on one
/// side, and both parts again.
///
/// OMT: Lee & Lee, "OMT: Overlap Minimizing Top-down Bulk Loading Algorithm for R-tree", CAiSE 2003, with cuts in two. Nodes
/// hardly overlap on any level, where those along a curve do on each: of the field of boxes that the crate's tables are about,
/// a point meets 4.8 nodes instead of 6.3, and a search for the nearest box 5.8 instead of 9.1.
///
/// Rows are sorted once by x and once by y, and stay so in every part: where to cut is then known, the order across the cut
/// has only to be parted (as for k-d trees: Brown, "Building a balanced k-d tree in O(kn log n) time", JCGT 4(1), 2015).
/// Finding the middle of each part anew took 1.3 times as long.
///
/// Where there are several classes they are sorted here; rows of one must come in ascending order. Each class starts where a node
/// of `parted` rows does.
///
/// `cell` is in which cell of its class's grid a row is (x in the lower half, y in the upper), `half_size` how large that is.
pub(super) fn sort_by_halves(
    aabb: &(impl Fn(u32) -> Aabb + Sync + Send),
    classes: &SizeClasses,
    parted: usize,
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
    let Room { keys, back, spare, .. } = room;
    back.resize(count, 0);
    spare.resize(count, 0);
    let mut level = 1;
    while count.div_ceil(1 << (level * LANE_BITS)) > LANES {
        level += 1;
    }
    let (mut keys, mut back, mut spare, mut first) = (&mut keys[..], &mut back[..], &mut spare[..], 0);
    for class in 0..classes.count() {
        let is_last = class + 1 == classes.count();
        let len = if is_last { keys.len() } else { keys.partition_point(|key| (key >> 32) as usize <= class) };
        let (by_y, by_x, room);
        (by_y, keys) = keys.split_at_mut(len);
        (by_x, back) = back.split_at_mut(len);
        (room, spare) = spare.split_at_mut(len);
        parallel::for_each_of_many(by_y, |key| {
            let row = row_of(*key);
            *key = u64::from(cell(row, class)) << 32 | u64::from(row);
        });
        radix_sort_half(by_y, room, by_x, 32);
        radix_sort_half(by_x, room, by_y, 48);
        halve(Part { first, level, by_x, by_y, room }, half_size(class) / SIDE as f32);
        first = (first + len).next_multiple_of(parted);
    }
}

/// Some of the keys, sorted twice.
struct Part<'a> {
    /// Where they start among all.
    first: usize,
    /// Nodes that start or end among them are of this level at most, and hold eight to the power of that.
    level: u32,
    /// Sorted by x, then by row.
    by_x: &'a mut [u64],
    /// Sorted by y, then by x and by row.
    by_y: &'a mut [u64],
    /// Room for as many.
    room: &'a mut [u64],
}

/// Cuts the part in two until it is in one leaf; `side` is how large a cell is, or a multiple of that.
fn halve(part: Part, side: Vec2) {
    let Part { first, mut level, by_x, by_y, room } = part;
    let count = by_x.len();
    // The middle one of the places where two nodes meet, of the largest that do.
    let (cut, is_last) = loop {
        let bits = level * LANE_BITS;
        let (before, nodes) = (first >> bits, ((first + count - 1) >> bits) - (first >> bits) + 1);
        if nodes > 1 {
            break (((before + nodes / 2) << bits) - first, level == 1 && nodes == 2);
        }
        if level == 1 {
            return;
        }
        level -= 1;
    };
    let width = (by_x[count - 1] >> 32 & 0xffff) - (by_x[0] >> 32 & 0xffff);
    let height = (by_y[count - 1] >> 48) - (by_y[0] >> 48);
    // One order is cut where it is, the other is parted alike, unless nobody needs it any more.
    if height as f32 * side.y > width as f32 * side.x {
        if !is_last {
            let below = part_below::<0>(by_x, room, by_y[cut]);
            debug_assert_eq!(below, cut, "the two orders have different rows");
        }
    } else {
        let below = part_below::<16>(by_y, room, by_x[cut]);
        debug_assert_eq!(below, cut, "the two orders have different rows");
    }
    let (left, right) = (by_x.split_at_mut(cut), by_y.split_at_mut(cut));
    let rooms = room.split_at_mut(cut);
    let lower = Part { first, level, by_x: left.0, by_y: right.0, room: rooms.0 };
    let upper = Part { first: first + cut, level, by_x: left.1, by_y: right.1, room: rooms.1 };
    parallel::both(cut >= LEAST_SHARED, || halve(lower, side), || halve(upper, side));
}

/// Brings the keys that are less than `border` to the front, without their upper `SHIFT` bits, and says how many they are; all
/// stay in order otherwise.
fn part_below<const SHIFT: u32>(keys: &mut [u64], room: &mut [u64], border: u64) -> usize {
    let mut below = 0;
    for index in 0..keys.len() {
        let key = keys[index];
        // Written to both, and overwritten in one: half of the branches would be mispredicted.
        keys[below] = key;
        room[index - below] = key;
        below += usize::from(key << SHIFT < border << SHIFT);
    }
    let above = &mut keys[below..];
    above.copy_from_slice(&room[..above.len()]);
    below
}
