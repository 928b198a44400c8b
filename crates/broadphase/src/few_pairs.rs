use crate::{
    BroadPhase,
    columns::{Columns, Flags},
    lanes::{AabbLanes, LANES},
    update_pairs::find,
};
use geom::Aabb;
use std::array;

/// Of no more rows than this each box is compared with all of the rows above it, without a tree. From scratch, the
/// tree included, 16 rows take 0.82 of the instructions of joining a tree with itself and sorting, 64 rows 0.78.
pub(crate) const FEW_ROWS: usize = 64;

/// A bit for each row.
type Rows = u64;

impl BroadPhase {
    /// Finds every pair of no more than [`FEW_ROWS`] rows, in order.
    pub(crate) fn find_among_few(&mut self) {
        let Self { columns, pairs, .. } = self;
        pairs.find_in_order(1, |_, found, _| {
            let meetings = Meetings::of(columns);
            found.reserve(meetings.count());
            meetings.for_each(|row, other| find(columns, found, row, other));
        });
    }
}

/// Which rows meet rows above them.
struct Meetings {
    /// Rows that meet some, ascending, and which; of no meaning from `len` on.
    rows: [(u32, Rows); FEW_ROWS],
    len: usize,
}

impl Meetings {
    fn of(columns: &Columns) -> Self {
        let (mut alive, mut moving): (Rows, Rows) = (0, 0);
        for (row, flags) in columns.flags.iter().enumerate() {
            alive |= Rows::from(flags.has(Flags::ALIVE)) << row;
            moving |= Rows::from(flags.has(Flags::MOVING)) << row;
        }
        let fat = |row: usize| columns.bounds.get(row).map_or(Aabb::default(), |bounds| bounds.fat);
        let eights: [AabbLanes; FEW_ROWS / LANES] = array::from_fn(|eight| {
            if eight * LANES < columns.rows() {
                AabbLanes::of(&array::from_fn(|lane| fat(eight * LANES + lane)))
            } else {
                AabbLanes::EMPTY
            }
        });
        let used = columns.rows().div_ceil(LANES);
        let mut meetings = Self { rows: [(0, 0); FEW_ROWS], len: 0 };
        for row in 0..columns.rows() {
            let query = AabbLanes::splat(&columns.bounds[row].fat);
            let mut met: Rows = 0;
            for (eight, boxes) in eights[..used].iter().enumerate().skip(row / LANES) {
                met |= Rows::from(boxes.overlaps(&query)) << (eight * LANES);
            }
            let is_alive = (alive >> row & 1).wrapping_neg();
            let is_moving = (moving >> row & 1).wrapping_neg();
            met &= !1 << row & alive & (moving | is_moving) & is_alive;
            meetings.rows[meetings.len] = (row as u32, met);
            // What is empty is overwritten by the next.
            meetings.len += usize::from(met != 0);
        }
        meetings
    }

    fn count(&self) -> usize {
        self.rows[..self.len].iter().map(|(_, met)| met.count_ones() as usize).sum()
    }

    fn for_each(&self, mut found: impl FnMut(u32, u32)) {
        for &(row, mut met) in &self.rows[..self.len] {
            while met != 0 {
                let other = met.trailing_zeros();
                met &= met - 1;
                found(row, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FEW_ROWS;
    use crate::{BroadPhase, Filter, Layer, Proxy, Settings, Upkeep, brute_force};
    use geom::{BoundingCircle, Vec2};

    /// Rows of both layers, some of them removed; filtered ones hide from some others.
    #[test]
    fn few_rows_have_the_pairs_of_brute_force_and_of_the_join() {
        for (count, filtered) in (0..=FEW_ROWS + 1).flat_map(|count| [(count, false), (count, true)]) {
            let pairs = [Upkeep::Automatic, Upkeep::Whole].map(|moving_upkeep| {
                let settings = Settings { moving_upkeep, ..Settings::default() };
                let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
                let proxy = |number: usize| {
                    let center = Vec2::new((number * 7 % 11) as f32, (number * 5 % 6) as f32);
                    let circle = BoundingCircle::new(center, 0.2 + (number % 5) as f32 * 0.3);
                    let layer = if number % 3 == 1 { Layer::Static } else { Layer::Moving };
                    let mask = if filtered && number % 4 == 2 { 2 } else { u64::MAX };
                    let owner = if filtered && number % 5 < 2 { 1 } else { Filter::NO_OWNER };
                    let filter = Filter { category: 1 << (number % 2), mask, owner, ..Filter::ALL };
                    Proxy { aabb: circle.aabb(), circle, layer, filter, user_data: 0 }
                };
                let ids: Vec<_> = (0..count).map(|number| broad_phase.insert(&proxy(number)).expect("valid")).collect();
                ids.iter().skip(3).step_by(7).for_each(|&id| broad_phase.remove(id).expect("alive"));
                let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
                assert_eq!(broad_phase.update_pairs().begun, expected, "{count}, filtered: {filtered}");
                expected
            });
            assert_eq!(pairs[0], pairs[1]);
            assert!(count < 20 || !pairs[0].is_empty());
        }
    }
}
