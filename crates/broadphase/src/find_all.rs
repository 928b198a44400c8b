use crate::{
    BroadPhase, Layer, Pair, Upkeep,
    columns::{Columns, Flags},
    few_pairs::FEW_ROWS,
    index::Index,
    parallel,
    update_pairs::{LEAST_PART, find},
};
use geom::Aabb;
use std::ops::ControlFlow;

/// Pairs are looked up row by row when proxies meet more than so many, themselves included. Measured in worlds of small boxes
/// under huge ones: at 12 that takes twice the time of the join, at 100 six tenths.
pub(crate) const CROWDED: usize = 48;

/// Each box is compared with all others when proxies meet more than one in so many of them.
const SHARE_OF_ALL: usize = 8;

/// The partners of so many proxies are counted before all pairs are found.
pub(crate) const SAMPLE: usize = 16;

/// An odd multiplier without a pattern, 2⁶⁴ divided by the golden ratio: Knuth, The Art of Computer Programming 3, §6.4.
const HASH: u64 = 0x9e37_79b9_7f4a_7c15;

/// How many others proxies meet, which tells what is cheapest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowd {
    /// Few: the trees are joined, and the pairs sorted.
    None { expected: usize },
    /// Few besides some that most of them meet: the trees are joined without these.
    Common,
    /// So many that to look them up row by row is cheaper than sorting them all.
    Some,
    /// So many that to look at all rows is cheaper than looking them up.
    All,
}

impl BroadPhase {
    /// Finds every pair there is.
    pub(crate) fn find_all(&mut self) {
        if self.columns.rows() <= FEW_ROWS && self.settings.moving_upkeep == Upkeep::Automatic {
            return self.find_among_few();
        }
        match self.crowd() {
            Crowd::None { expected } => {
                // Filters may let none of them through.
                if self.columns.rules.is_open() {
                    self.pairs.expect(expected);
                }
                self.join_all();
            }
            Crowd::Common => self.join_beside_common(),
            Crowd::Some => self.find_row_by_row(),
            Crowd::All => self.find_in_order(),
        }
    }

    /// How many others a box meets.
    fn crowd(&mut self) -> Crowd {
        self.crowd_of(self.columns.rows(), |_, number| number)
    }

    /// How many others some of so many rows meet: the partners of a few proxies, evenly chosen, are counted. The middle one of
    /// them decides, because a floor under all the others is no crowd. For [`Crowd::Common`] and [`Crowd::Some`] `common` is found, and yet
    /// to be filled.
    pub(crate) fn crowd_of(&mut self, count: usize, row: impl Fn(&Self, usize) -> usize) -> Crowd {
        let rows = self.columns.rows();
        // Few have few partners, whoever they are, and need little room.
        if rows <= CROWDED {
            return Crowd::None { expected: 0 };
        }
        // To look whether a row has partners takes a word for each 4096 rows there are.
        let (many, nearly_all) = (CROWDED.max(rows / 4096), CROWDED.max(rows / SHARE_OF_ALL));
        let (mut counts, mut samples) = ([0; SAMPLE], [Aabb::default(); SAMPLE]);
        let mut asked = 0;
        for row in self.samples(count, row) {
            (counts[asked], samples[asked]) = (self.partners_up_to(nearly_all + 1, row), self.columns.bounds[row].fat);
            asked += 1;
        }
        let counts = &mut counts[..asked];
        counts.sort_unstable();
        let partners = counts.get(asked / 2).copied().unwrap_or(0);
        if partners > nearly_all {
            return Crowd::All;
        }
        if partners <= many {
            // Of the middle half, as some may meet nearly all. A pair has two sides, and a row is no partner of its own.
            let middle = &counts[asked / 4..asked - asked / 4];
            let others = middle.iter().map(|count| count.saturating_sub(1)).sum::<usize>();
            let share = others as f64 / (2 * middle.len()).max(1) as f64;
            return Crowd::None { expected: (share * self.columns.len() as f64) as usize };
        }
        let Self { static_index, moving_index, common, .. } = self;
        common.find(static_index, moving_index, &samples[..asked]);
        match partners - common.len().min(partners) {
            others if others > many => Crowd::Some,
            _ => Crowd::Common,
        }
    }

    /// The rows of up to [`SAMPLE`] proxies, one of each of as many stretches of those there are.
    ///
    /// Which one is hashed, or boxes that are in a regular order, such as the first of each group, would pass for all.
    pub(crate) fn samples(&self, count: usize, row: impl Fn(&Self, usize) -> usize) -> impl Iterator<Item = usize> {
        (0..SAMPLE).filter_map(move |number| {
            let stretch = parallel::share(count, number, SAMPLE);
            let hash = (stretch.end as u64).wrapping_mul(HASH) >> 32;
            let row = row(self, stretch.start + (hash as usize).checked_rem(stretch.len())?);
            self.columns.flags[row].has(Flags::ALIVE).then_some(row)
        })
    }

    /// How many boxes meet that of `row`, itself included, or `most` if they are more.
    fn partners_up_to(&self, most: usize, row: usize) -> usize {
        let columns = &self.columns;
        let mut partners = 0;
        let mut count = |_| {
            partners += 1;
            if partners < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let fat = &columns.bounds[row].fat;
        if self.moving_index.overlaps(fat, &mut count).is_continue() && columns.flags[row].has(Flags::MOVING) {
            let _ = self.static_index.overlaps(fat, &mut count);
        }
        partners
    }

    /// Finds every pair by comparing each box with all of the rows above it.
    fn find_in_order(&mut self) {
        let Self { columns, pairs, common, .. } = self;
        let rows = columns.rows();
        let sociable = columns.rules.sociable();
        let may_pair = |row: usize| columns.flags[row].has(Flags::ALIVE) && sociable(row);
        common.all.fill(columns, (0..rows as u32).filter(|&row| may_pair(row as usize)));
        let parts = parallel::parts(rows, LEAST_PART);
        pairs.find_in_order(parts, |part, found, _| {
            for row in parallel::share(rows, part, parts).filter(|&row| may_pair(row)) {
                common.all.find_above(row as u32, &[], |&other| other, |_| true, columns, found);
            }
        });
    }

    /// Finds every pair with its lower row: sorted by that, and its partners by a bit for each row, but for those that most
    /// rows have in common.
    fn find_row_by_row(&mut self) {
        let Self { columns, static_index, moving_index, pairs, common, .. } = self;
        common.fill(columns);
        let rows = columns.rows();
        let (parts, sociable) = (parallel::parts(rows, LEAST_PART), columns.rules.sociable());
        pairs.find_in_order(parts, |part, found, partners| {
            partners.make_room(rows);
            for row in parallel::share(rows, part, parts) {
                let (flags, fat) = (columns.flags[row], &columns.bounds[row].fat);
                if !flags.has(Flags::ALIVE) || !sociable(row) {
                    continue;
                }
                if common.has(row) {
                    common.all.find_above(row as u32, &[], |&other| other, |_| true, columns, found);
                    continue;
                }
                moving_index.overlapping(fat, &common.full_nodes(Layer::Moving), &mut |other| partners.insert(other));
                if flags.has(Flags::MOVING) {
                    static_index
                        .overlapping(fat, &common.full_nodes(Layer::Static), &mut |other| partners.insert(other));
                }
                let partners = partners.drain_above(row as u32);
                let accept = |other| columns.rules.is_open() || columns.rules.accept(row as u32, other);
                common.boxes.find_above(row as u32, partners, |&other| other, accept, columns, found);
            }
        });
    }

    /// Finds every pair by joining the moving layer with itself and with the static one.
    fn join_all(&mut self) {
        let Self { columns, static_index, moving_index, pairs, .. } = self;
        let (askers, answers, _) = askers_and_answers(static_index, moving_index);
        let parts = parallel::parts(columns.len(), LEAST_PART);
        pairs.find(parts, columns.rows(), |part, found| {
            join_moving(columns, moving_index, (part, parts), &|_| false, found);
            if answers.len() == 0 {
                return;
            }
            askers.each(part, parts, |row| {
                let _ = answers.overlaps(&columns.bounds[row as usize].fat, &mut |other| {
                    find(columns, found, row, other);
                    ControlFlow::Continue(())
                });
            });
        });
    }

    /// Finds the pairs without a row that most have in common by joining the layers, and beside these, row by row, all others.
    fn join_beside_common(&mut self) {
        let Self { columns, static_index, moving_index, pairs, common, .. } = self;
        common.fill(columns);
        let rows = columns.rows();
        let (askers, answers, answering) = askers_and_answers(static_index, moving_index);
        let parts = parallel::parts(columns.len(), LEAST_PART);
        let join_others = |part, found: &mut Vec<Pair>| {
            let (of_answers, of_moving) = (common.full_nodes(answering), common.full_nodes(Layer::Moving));
            join_moving(columns, moving_index, (part, parts), &of_moving, found);
            askers.each(part, parts, |row| {
                if !common.has(row as usize) {
                    let fat = &columns.bounds[row as usize].fat;
                    answers.overlapping(fat, &of_answers, &mut |other| find(columns, found, row, other));
                }
            });
        };
        pairs.find_in_order_from(parts, rows, join_others, |part, others, found| {
            let share = parallel::share(rows, part, parts);
            let mut others = &others[others.partition_point(|pair| pair.a() < share.start)..];
            for row in share {
                let (of_row, rest) = others.split_at(others.iter().take_while(|pair| pair.a() == row).count());
                others = rest;
                if columns.flags[row].has(Flags::ALIVE) {
                    let boxes = if common.has(row) { &common.all } else { &common.boxes };
                    // What the join found it asked the filters about.
                    boxes.find_above(row as u32, of_row, |pair| pair.b() as u32, |_| true, columns, found);
                }
            }
        });
    }
}

/// Of two layers the one whose rows are looked up in the other's index, and that other one: the fewer ask, the more answer.
fn askers_and_answers<'a>(static_index: &'a Index, moving_index: &'a Index) -> (&'a Index, &'a Index, Layer) {
    if static_index.len() < moving_index.len() {
        (static_index, moving_index, Layer::Moving)
    } else {
        (moving_index, static_index, Layer::Static)
    }
}

/// Finds a part of the pairs within the moving layer, but for those below nodes that are passed over.
#[inline]
fn join_moving(
    columns: &Columns,
    moving_index: &Index,
    (part, parts): (usize, usize),
    passed_over: &impl Fn(u32) -> bool,
    found: &mut Vec<Pair>,
) {
    if columns.rules.is_open() {
        moving_index.join(part, parts, passed_over, &mut |pairs| found.extend_from_slice(pairs));
    } else {
        moving_index.join(part, parts, passed_over, &mut |pairs| {
            // What does not pass is overwritten: no branch for each pair.
            let mut len = found.len();
            found.extend_from_slice(pairs);
            for &pair in pairs {
                found[len] = pair;
                len += usize::from(columns.rules.accept(pair.a() as u32, pair.b() as u32));
            }
            found.truncate(len);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::Crowd;
    use crate::{BroadPhase, Filter, IndexKind, Layer, Proxy, Settings, brute_force};
    use geom::{Aabb, BoundingCircle, Vec2};

    const ROWS: u16 = 1001;

    #[test]
    fn a_crowd_has_the_pairs_of_brute_force() {
        for (kind, spacing, some_huge, crowd) in [
            (IndexKind::Wide, 1.7, false, Crowd::Some),
            (IndexKind::Rstar, 1.7, false, Crowd::Some),
            (IndexKind::Wide, 3.0, true, Crowd::Common),
            (IndexKind::Wide, 1.7, true, Crowd::Some),
            (IndexKind::Rstar, 2.0, true, Crowd::Some),
            (IndexKind::Wide, 1.0, false, Crowd::All),
            (IndexKind::Wide, 0.01, false, Crowd::All),
        ] {
            for filtered in [true, false] {
                let settings = Settings { moving_index: kind, static_index: kind, ..Settings::default() };
                let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
                let mut ids = Vec::new();
                for number in 0..ROWS {
                    let center = Vec2::new(f32::from(number % 25), f32::from(number / 25)) * spacing;
                    let is_huge = some_huge && (number % 32 == 5 || number % 32 == 8);
                    let half = if is_huge { 500.0 } else { 2.0 + f32::from(number % 5) };
                    let aabb = Aabb::from_center_half(center, Vec2::splat(half));
                    let circle = BoundingCircle::new(center, aabb.half_extents().length());
                    let layer = if number % 4 == 0 { Layer::Static } else { Layer::Moving };
                    let owned = filtered && number < 90;
                    let mask = if filtered && number % 6 == 5 { 0 } else { u64::MAX };
                    let owner = if owned { u32::from(number) / 4 } else { Filter::NO_OWNER };
                    let filter = Filter { owner, mask, ..Filter::ALL };
                    ids.push(broad_phase.insert(&Proxy { aabb, circle, layer, filter, user_data: 0 }).expect("valid"));
                }
                ids.iter().step_by(11).for_each(|&id| broad_phase.remove(id).expect("alive"));
                broad_phase.refresh();
                assert_eq!(broad_phase.crowd(), crowd);
                let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
                assert_eq!(broad_phase.update_pairs().begun, expected);
                let has_common = (0..usize::from(ROWS)).any(|row| broad_phase.common.has(row));
                assert_eq!(has_common, some_huge && kind == IndexKind::Wide);
            }
        }
    }

    #[test]
    fn a_crowd_that_nobody_pairs_with_is_not_compared() {
        let mut broad_phase = BroadPhase::new();
        let circle = BoundingCircle::new(Vec2::ZERO, 1.0);
        let hidden = Filter { mask: 0, ..Filter::ALL };
        let ids = [hidden; 200].map(|filter| {
            broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, filter, ..Proxy::default() }).expect("valid")
        });
        assert!(broad_phase.update_pairs().begun.is_empty());
        assert_eq!((broad_phase.crowd(), broad_phase.common.all.bytes()), (Crowd::All, 0));
        // Two of them are shown, and all others pass them by.
        ids[..2].iter().for_each(|&id| broad_phase.set_filter(id, Filter::ALL).expect("alive"));
        assert_eq!(broad_phase.update_pairs().begun, [(0, 1)]);
    }

    #[test]
    fn spread_out_proxies_are_no_crowd() {
        let mut broad_phase = BroadPhase::new();
        assert_eq!(broad_phase.crowd(), Crowd::None { expected: 0 });
        for number in 0..100u8 {
            let circle = BoundingCircle::new(Vec2::new(f32::from(number), 0.0), 0.6);
            broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, ..Proxy::default() }).expect("valid");
        }
        broad_phase.refresh();
        // Each but the two ends meets two others.
        assert_eq!(broad_phase.crowd(), Crowd::None { expected: 100 });
    }

    #[test]
    fn huge_boxes_at_regular_rows_are_no_crowd() {
        for rows in [1000u16, 1600, 4096, 5000] {
            for offset in [0, 1, rows / 32] {
                let mut broad_phase = BroadPhase::new();
                for number in 0..rows {
                    let is_huge = number % rows.div_ceil(16) == offset;
                    let circle = BoundingCircle::new(
                        Vec2::new(f32::from(number % 64), f32::from(number / 64)),
                        if is_huge { 200.0 } else { 0.3 },
                    );
                    broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, ..Proxy::default() }).expect("valid");
                }
                broad_phase.refresh();
                assert!(matches!(broad_phase.crowd(), Crowd::None { .. }), "{rows} {offset}");
            }
        }
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
        // Two neighbours and the floor each.
        assert_eq!(broad_phase.crowd(), Crowd::None { expected: 3 * 2001 / 2 });
    }
}
