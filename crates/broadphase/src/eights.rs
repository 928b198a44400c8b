use crate::{
    Filter, Pair,
    columns::{Columns, Flags},
    lanes::{ALL_LANES, AabbLanes, LANES, lanes_of},
    update_pairs::find,
};

/// Eights whose rules a row does not accept are passed over so many at a time, wherever their sets of rules change.
const BLOCK: usize = if cfg!(test) { 4 } else { 16 };

/// The fat boxes of some rows in their order, eight side by side: where most of them are met, looking at each takes less than
/// a tree, and nothing is left to sort.
#[derive(Clone, Default)]
pub(crate) struct Eights {
    eights: Vec<Eight>,
    /// By block: which rules are among them.
    blocks: Vec<u64>,
}

#[derive(Clone)]
struct Eight {
    boxes: AabbLanes,
    rows: [u32; LANES],
    /// A bit for each box of the moving layer.
    moving: u32,
    /// Whose all of them are, if they are one owner's.
    owner: u32,
    /// The place of the first eight behind it that is of another owner.
    until: u32,
    /// Which rules are among them: see [`Rules::bit`](crate::rules::Rules::bit).
    rules: u64,
    /// Which are among them and those behind them in the block.
    rules_of_rest: u64,
}

impl Eights {
    /// The boxes of these rows, ascending, which hold proxies.
    pub fn fill(&mut self, columns: &Columns, rows: impl Iterator<Item = u32>) {
        self.eights.clear();
        for (rank, row) in rows.enumerate() {
            let lane = rank % LANES;
            if lane == 0 {
                let until = self.eights.len() as u32 + 1;
                let owner = columns.rules.owner(row as usize);
                let rows = [u32::MAX; LANES];
                let boxes = AabbLanes::EMPTY;
                self.eights.push(Eight { boxes, rows, moving: 0, owner, until, rules: 0, rules_of_rest: 0 });
            }
            let eight = self.eights.last_mut().expect("one was just pushed, or has a lane left");
            if columns.rules.owner(row as usize) != eight.owner {
                eight.owner = Filter::NO_OWNER;
            }
            eight.rules |= columns.rules.bit(row as usize);
            eight.boxes.set_lane(lane, &columns.bounds[row as usize].fat);
            eight.rows[lane] = row;
            eight.moving |= u32::from(columns.flags[row as usize].has(Flags::MOVING)) << lane;
        }
        let mut next: Option<&Eight> = None;
        for (place, eight) in self.eights.iter_mut().enumerate().rev() {
            let next_of_block = next.filter(|_| !(place + 1).is_multiple_of(BLOCK));
            eight.rules_of_rest = eight.rules | next_of_block.map_or(0, |next| next.rules_of_rest);
            if let Some(next) = next.filter(|next| next.owner == eight.owner) {
                eight.until = next.until;
            }
            next = Some(eight);
        }
        self.blocks.clear();
        self.blocks.extend(self.eights.iter().step_by(BLOCK).map(|eight| eight.rules_of_rest));
    }

    /// Appends the pairs of a live row with those rows above it whose boxes meet its own, and with those of `others` that
    /// `accept` takes, in order. Eights that are all of its owner, or of rules that its own does not accept, are passed over
    /// together: it is paired with none of them.
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
        let first = self.eights.partition_point(|eight| eight.rows[LANES - 1] <= row);
        let (its_owner, accepted) = (columns.rules.owner(row as usize), columns.rules.accepted_by(row as usize));
        let (mut rest, mut place) = (others, first);
        while let Some(Eight { boxes, rows, moving, owner, until, rules, rules_of_rest }) = self.eights.get(place) {
            if *owner == its_owner && its_owner != Filter::NO_OWNER {
                place = *until as usize;
                continue;
            }
            if rules & accepted == 0 {
                place = if rules_of_rest & accepted == 0 { self.behind_block(place, accepted) } else { place + 1 };
                continue;
            }
            place += 1;
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

    /// The place of the first block behind that of a place that has rules among these. Not inlined, or more of a row's search is
    /// kept on the stack, which made it a tenth longer where few are passed over.
    #[inline(never)]
    fn behind_block(&self, place: usize, accepted: u64) -> usize {
        let next = place / BLOCK + 1;
        let passed = self.blocks[next..].iter().take_while(|&rules| rules & accepted == 0).count();
        (next + passed) * BLOCK
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.eights.capacity() * size_of::<Eight>() + self.blocks.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BroadPhase, Proxy, brute_force};
    use geom::{BoundingCircle, Vec2};

    /// All in one point: 44 rows of one owner, 16 of nobody, and forty of another one.
    #[test]
    fn boxes_of_one_owner_are_passed_over_together() {
        let (mut broad_phase, mut eights) = (BroadPhase::new(), Eights::default());
        for number in 0..100 {
            let owner = [1, Filter::NO_OWNER, 2][usize::from(number >= 44) + usize::from(number >= 60)];
            let circle = BoundingCircle::new(Vec2::ZERO, 1.0);
            let filter = Filter { owner, ..Filter::ALL };
            broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, filter, ..Proxy::default() }).expect("valid");
        }
        eights.fill(&broad_phase.columns, 0..100);
        let owned: Vec<(u32, u32)> = eights.eights.iter().map(|eight| (eight.owner, eight.until)).collect();
        assert_eq!(owned[..5], [(1, 5); 5]);
        assert!(
            owned[5..8].iter().all(|(owner, _)| *owner == Filter::NO_OWNER),
            "of rows 40 to 47 not all are the first one's"
        );
        assert_eq!(owned[8..], [(2, 13); 5]);
        let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
        assert_eq!(broad_phase.update_pairs().begun, expected);
    }

    /// All in one point: rules change every eight rows, and the owner after 40.
    #[test]
    fn boxes_of_one_owner_are_passed_over_together_whatever_their_rules() {
        let (mut broad_phase, mut eights) = (BroadPhase::new(), Eights::default());
        for number in 0..64 {
            let filter = Filter { category: 1 << (number / 8), owner: u32::from(number >= 40), ..Filter::ALL };
            let circle = BoundingCircle::new(Vec2::ZERO, 1.0);
            broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, filter, ..Proxy::default() }).expect("valid");
        }
        eights.fill(&broad_phase.columns, 0..64);
        assert!(eights.eights.windows(2).all(|two| two[0].rules != two[1].rules));
        let until: Vec<u32> = eights.eights.iter().map(|eight| eight.until).collect();
        assert_eq!(until, [5, 5, 5, 5, 5, 8, 8, 8]);
        let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
        assert_eq!(expected.len(), 40 * 24);
        assert_eq!(broad_phase.update_pairs().begun, expected);
    }

    /// All in one point, two kinds in turns that neither accept each other nor themselves, then one of a third that accepts all.
    #[test]
    fn boxes_kept_apart_by_masks_are_passed_over_together() {
        let (mut broad_phase, mut eights) = (BroadPhase::new(), Eights::default());
        for number in 0..65 {
            let category = if number == 64 { 4 } else { 1 << (number % 2) };
            let mask = if number == 64 { u64::MAX } else { 4 };
            let circle = BoundingCircle::new(Vec2::ZERO, 1.0);
            let filter = Filter { category, mask, ..Filter::ALL };
            broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, filter, ..Proxy::default() }).expect("valid");
        }
        let (rules, accepted) = (&broad_phase.columns.rules, broad_phase.columns.rules.accepted_by(0));
        eights.fill(&broad_phase.columns, 0..65);
        assert!(eights.eights[..8].iter().all(|eight| eight.rules_of_rest & accepted == 0));
        assert_eq!([0, 3, 4, 7].map(|place| eights.behind_block(place, accepted)), [8; 4]);
        assert!(eights.eights[8].rules & accepted != 0 && rules.accepted_by(64) & rules.bit(1) != 0);
        let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
        assert_eq!(expected.len(), 64);
        assert_eq!(broad_phase.update_pairs().begun, expected);
    }

    /// All in one point, of kinds that accept some of the others and, half of them, themselves; of few owners or of none.
    #[test]
    fn crowds_of_any_number_of_rules_have_the_pairs_of_brute_force() {
        const ROWS: usize = 300;
        // One more than have a bit each, and many more.
        for (kinds, owners) in [3, 64, 65, 100].into_iter().flat_map(|kinds| [(kinds, 0), (kinds, 2)]) {
            let filter = |number: usize| {
                // First kind by kind, then in turns.
                let kind = if number < ROWS / 2 { number * kinds * 2 / ROWS } else { number % kinds };
                let group = if kind.is_multiple_of(2) { 1 + kind as i32 } else { -1 - kind as i32 };
                let owner = if number % 100 < 40 * owners { (number % 100 / 40) as u32 } else { Filter::NO_OWNER };
                Filter { category: 1 << (kind % 5), mask: 1 << (kind % 3 + 2), group, owner }
            };
            let proxy = |number: usize, x: f32| {
                let circle = BoundingCircle::new(Vec2::new(x, 0.0), 1.0);
                Proxy { aabb: circle.aabb(), circle, filter: filter(number), ..Proxy::default() }
            };
            let mut broad_phase = BroadPhase::new();
            let ids: Vec<_> = (0..ROWS).map(|number| broad_phase.insert(&proxy(number, 0.0)).expect("valid")).collect();
            let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
            assert!(!expected.is_empty() && expected.len() < ROWS * (ROWS - 1) / 2);
            assert_eq!(broad_phase.update_pairs().begun, expected, "{kinds} kinds, {owners} owners");
            assert_eq!(broad_phase.columns.rules.bit(0) == u64::MAX, kinds > 64, "{kinds} kinds");
            // Some take the filters of others, of which none are new.
            for number in (5..ROWS).step_by(11) {
                broad_phase.set_filter(ids[number], filter(ROWS - number)).expect("alive");
                let Proxy { aabb, circle, .. } = proxy(number, 1.0);
                broad_phase.update(ids[number], &aabb, &circle).expect("valid");
            }
            broad_phase.update_pairs();
            let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
            assert_eq!(broad_phase.pairs(), expected, "{kinds} kinds, {owners} owners, changed");
        }
    }
}
