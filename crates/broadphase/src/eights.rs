use crate::{
    Pair,
    columns::{Columns, Flags},
    lanes::{ALL_LANES, AabbLanes, LANES, lanes_of},
    update_pairs::find,
};

/// The fat boxes of some rows in their order, eight side by side: where most of them are met, looking at each takes less than
/// a tree, and nothing is left to sort.
#[derive(Clone, Default)]
pub(crate) struct Eights(Vec<Eight>);

#[derive(Clone)]
struct Eight {
    boxes: AabbLanes,
    rows: [u32; LANES],
    /// A bit for each box of the moving layer.
    moving: u32,
}

impl Eights {
    /// The boxes of these rows, ascending, which hold proxies.
    pub fn fill(&mut self, columns: &Columns, rows: impl Iterator<Item = u32>) {
        self.0.clear();
        for (rank, row) in rows.enumerate() {
            let lane = rank % LANES;
            if lane == 0 {
                self.0.push(Eight { boxes: AabbLanes::EMPTY, rows: [u32::MAX; LANES], moving: 0 });
            }
            let eight = self.0.last_mut().expect("one was just pushed, or has a lane left");
            eight.boxes.set_lane(lane, &columns.bounds[row as usize].fat);
            eight.rows[lane] = row;
            eight.moving |= u32::from(columns.flags[row as usize].has(Flags::MOVING)) << lane;
        }
    }

    /// Appends the pairs of a live row with those rows above it whose boxes meet its own, and with those of `others` that
    /// `accept` takes, in order.
    pub fn find_above<T>(
        &self,
        row: u32,
        others: &[T],
        row_of: impl Fn(&T) -> u32,
        accept: impl Fn(u32) -> bool,
        columns: &Columns,
        found: &mut Vec<Pair>,
    ) {
        let query = AabbLanes::splat(&columns.bounds[row as usize].fat);
        let static_too = if columns.flags[row as usize].has(Flags::MOVING) { ALL_LANES } else { 0 };
        let add_other = |other: &T, found: &mut Vec<Pair>| {
            if accept(row_of(other)) {
                found.push(Pair::in_order(row, row_of(other)));
            }
        };
        let first = self.0.partition_point(|eight| eight.rows[LANES - 1] <= row);
        let mut rest = others;
        for Eight { boxes, rows, moving } in &self.0[first..] {
            let mut meeting = boxes.overlaps(&query) & (moving | static_too);
            if rows[0] <= row {
                meeting &= ALL_LANES << rows.iter().filter(|&&other| other <= row).count();
            }
            let stays_in_order = rest.first().is_none_or(|next| row_of(next) > rows[LANES - 1]);
            if meeting == ALL_LANES && stays_in_order && columns.rules.is_open() {
                found.extend_from_slice(&rows.map(|other| Pair::in_order(row, other)));
                continue;
            }
            for lane in lanes_of(meeting) {
                while let [next, after @ ..] = rest
                    && row_of(next) < rows[lane]
                {
                    add_other(next, found);
                    rest = after;
                }
                find(columns, found, row, rows[lane]);
            }
        }
        rest.iter().for_each(|other| add_other(other, found));
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Eight>()
    }
}
