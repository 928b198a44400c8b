use crate::{
    Pair,
    columns::{Columns, Flags},
    lanes::{ALL_LANES, AabbLanes, LANES, lanes_of},
    update_pairs::find,
};

/// The fat boxes of all rows in their order, eight side by side: where boxes meet an eighth of all others or more, looking at
/// each of them takes less than a tree, and nothing is left to sort.
#[derive(Clone, Default)]
pub(crate) struct Eights(Vec<Eight>);

#[derive(Clone)]
struct Eight {
    boxes: AabbLanes,
    /// A bit for each box of the moving layer.
    moving: u32,
}

impl Eights {
    /// The boxes of these columns.
    pub fn fill(&mut self, columns: &Columns) {
        self.0.clear();
        self.0.extend((0..columns.rows()).step_by(LANES).map(|first| {
            let mut eight = Eight { boxes: AabbLanes::EMPTY, moving: 0 };
            for (lane, row) in (first..columns.rows().min(first + LANES)).enumerate() {
                let flags = columns.flags[row];
                if flags.has(Flags::ALIVE) {
                    eight.boxes.set_lane(lane, &columns.bounds[row].fat);
                    eight.moving |= u32::from(flags.has(Flags::MOVING)) << lane;
                }
            }
            eight
        }));
    }

    /// Appends the pairs of a live row with rows above it, in order.
    pub fn find_above(&self, row: usize, columns: &Columns, found: &mut Vec<Pair>) {
        let query = AabbLanes::splat(&columns.bounds[row].fat);
        let is_open = columns.rules.is_open();
        let static_too = if columns.flags[row].has(Flags::MOVING) { ALL_LANES } else { 0 };
        let mut above = ALL_LANES & !1 << (row % LANES);
        for (number, Eight { boxes, moving }) in self.0.iter().enumerate().skip(row / LANES) {
            let meeting = boxes.overlaps(&query) & (moving | static_too) & above;
            let first = (number * LANES) as u32;
            if meeting == ALL_LANES && is_open {
                found.extend((first..first + LANES as u32).map(|other| Pair::of_rows(row as u32, other)));
            } else {
                lanes_of(meeting).for_each(|lane| find(columns, found, row as u32, first + lane as u32));
            }
            above = ALL_LANES;
        }
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Eight>()
    }
}
