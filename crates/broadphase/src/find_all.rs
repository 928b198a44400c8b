use crate::{
    BroadPhase, Layer, Pair,
    columns::Flags,
    parallel,
    update_pairs::{LEAST_PART, find},
};
use std::ops::ControlFlow;

/// Pairs are looked up row by row when proxies meet more than so many, themselves included. Measured in worlds of small boxes
/// under huge ones: at 12 that takes twice the time of the join, at 100 six tenths.
const CROWDED: usize = 48;

/// The partners of so many proxies are counted before all pairs are found.
const SAMPLE: usize = 16;

impl BroadPhase {
    /// Finds every pair there is.
    pub(crate) fn find_all(&mut self) {
        if self.is_crowded() {
            self.find_row_by_row();
        } else {
            self.join_all();
        }
    }

    /// Whether pairs are so many that to look them up row by row is cheaper than sorting them all: the partners of a few
    /// proxies, evenly chosen, are counted. The middle one of them decides, because a floor under all the others is no crowd.
    fn is_crowded(&self) -> bool {
        let columns = &self.columns;
        let step = columns.rows().div_ceil(SAMPLE).max(1);
        let mut counts = [0; SAMPLE];
        let mut asked = 0;
        for row in (0..columns.rows()).step_by(step).filter(|&row| columns.flags[row].has(Flags::ALIVE)) {
            counts[asked] = self.partners_up_to_a_crowd(row);
            asked += 1;
        }
        let counts = &mut counts[..asked];
        counts.sort_unstable();
        // To look whether a row has partners takes a word for each 4096 rows there are.
        let least = CROWDED.max(columns.rows() / 4096);
        counts.get(asked / 2).is_some_and(|&partners| partners > least)
    }

    /// How many boxes meet that of `row`, itself included; counted until there are plenty.
    fn partners_up_to_a_crowd(&self, row: usize) -> usize {
        let columns = &self.columns;
        let mut partners = 0;
        let mut count = |_| {
            partners += 1;
            if partners < SAMPLE * CROWDED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let fat = &columns.bounds[row].fat;
        if self.moving_index.overlaps(fat, &mut count).is_continue() && columns.flags[row].has(Flags::MOVING) {
            let _ = self.static_index.overlaps(fat, &mut count);
        }
        partners
    }

    /// Finds every pair with its lower row: sorted by that, and its partners by a bit for each row.
    fn find_row_by_row(&mut self) {
        let Self { columns, static_index, moving_index, pairs, .. } = self;
        let rows = columns.rows();
        let parts = parallel::parts(rows, LEAST_PART);
        pairs.find_in_order(parts, |part, found, partners| {
            partners.make_room(rows);
            for row in parallel::share(rows, part, parts) {
                let (flags, fat) = (columns.flags[row], &columns.bounds[row].fat);
                if !flags.has(Flags::ALIVE) {
                    continue;
                }
                moving_index.overlapping(fat, partners);
                if flags.has(Flags::MOVING) {
                    static_index.overlapping(fat, partners);
                }
                partners.drain_above(row as u32, |other| find(columns, found, row as u32, other));
            }
        });
    }

    /// Finds every pair by joining the moving layer with itself and with the static one.
    fn join_all(&mut self) {
        let Self { columns, static_index, moving_index, pairs, .. } = self;
        // The fewer ask, the more answer.
        let (askers, answers) = if static_index.len() < moving_index.len() {
            (Layer::Static, &*moving_index)
        } else {
            (Layer::Moving, &*static_index)
        };
        let parts = parallel::parts(columns.len(), LEAST_PART);
        pairs.find(parts, columns.rows(), |part, found| {
            if columns.rules.is_open() {
                moving_index.join(part, parts, &mut |a, b| found.push(Pair::of_rows(a, b)));
            } else {
                moving_index.join(part, parts, &mut |a, b| find(columns, found, a, b));
            }
            if answers.len() == 0 {
                return;
            }
            for row in columns.rows_within(askers, parallel::share(columns.rows(), part, parts)) {
                let _ = answers.overlaps(&columns.bounds[row as usize].fat, &mut |other| {
                    find(columns, found, row, other);
                    ControlFlow::Continue(())
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::{BroadPhase, Filter, IndexKind, Layer, Proxy, Settings, brute_force};
    use geom::{Aabb, BoundingCircle, Vec2};

    #[test]
    fn a_crowd_has_the_pairs_of_brute_force() {
        for kind in [IndexKind::Wide, IndexKind::Rstar] {
            let settings = Settings { moving_index: kind, static_index: kind, ..Settings::default() };
            let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
            let mut ids = Vec::new();
            for number in 0..400u16 {
                let center = Vec2::new(f32::from(number % 20), f32::from(number / 20));
                let aabb = Aabb::from_center_half(center, Vec2::splat(2.0 + f32::from(number % 7)));
                let circle = BoundingCircle::new(center, aabb.half_extents().length());
                let layer = if number % 3 == 0 { Layer::Static } else { Layer::Moving };
                let filter = if number < 90 { Filter::owned_by(u32::from(number) / 4) } else { Filter::ALL };
                ids.push(broad_phase.insert(&Proxy { aabb, circle, layer, filter, user_data: 0 }).expect("valid"));
            }
            ids.iter().step_by(11).for_each(|&id| broad_phase.remove(id).expect("alive"));
            broad_phase.refresh();
            assert!(broad_phase.is_crowded(), "it is looked up row by row");
            let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
            assert_eq!(broad_phase.update_pairs().begun, expected);
        }
    }

    #[test]
    fn spread_out_proxies_are_no_crowd() {
        let mut broad_phase = BroadPhase::new();
        assert!(!broad_phase.is_crowded());
        for number in 0..100u8 {
            let circle = BoundingCircle::new(Vec2::new(f32::from(number), 0.0), 0.6);
            broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, ..Proxy::default() }).expect("valid");
        }
        broad_phase.refresh();
        assert!(!broad_phase.is_crowded());
    }

    #[test]
    fn a_floor_under_many_is_no_crowd() {
        let mut broad_phase = BroadPhase::new();
        let aabb = Aabb::from_center_half(Vec2::new(1000.0, 0.0), Vec2::new(2000.0, 1.0));
        let circle = BoundingCircle::new(aabb.center(), 2001.0);
        broad_phase.insert(&Proxy { aabb, circle, layer: Layer::Static, ..Proxy::default() }).expect("valid");
        for number in 0..2000u16 {
            let circle = BoundingCircle::new(Vec2::new(f32::from(number), 1.0), 0.6);
            broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, ..Proxy::default() }).expect("valid");
        }
        broad_phase.refresh();
        assert!(!broad_phase.is_crowded());
    }
}
