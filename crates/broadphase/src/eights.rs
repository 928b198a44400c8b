use crate::{
    Filter, Pair,
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
    /// Whose all of them are, if they are one owner's.
    owner: u32,
    /// Which rules are among them: see [`Rules::bit`](crate::rules::Rules::bit).
    rules: u64,
    /// The place of the first eight behind it that is of another owner or of other rules.
    until: u32,
}

impl Eights {
    /// The boxes of these rows, ascending, which hold proxies.
    pub fn fill(&mut self, columns: &Columns, rows: impl Iterator<Item = u32>) {
        self.0.clear();
        for (rank, row) in rows.enumerate() {
            let lane = rank % LANES;
            if lane == 0 {
                let until = self.0.len() as u32 + 1;
                let owner = columns.rules.owner(row as usize);
                let rows = [u32::MAX; LANES];
                self.0.push(Eight { boxes: AabbLanes::EMPTY, rows, moving: 0, owner, rules: 0, until });
            }
            let eight = self.0.last_mut().expect("one was just pushed, or has a lane left");
            if columns.rules.owner(row as usize) != eight.owner {
                eight.owner = Filter::NO_OWNER;
            }
            eight.rules |= columns.rules.bit(row as usize);
            eight.boxes.set_lane(lane, &columns.bounds[row as usize].fat);
            eight.rows[lane] = row;
            eight.moving |= u32::from(columns.flags[row as usize].has(Flags::MOVING)) << lane;
        }
        for place in (1..self.0.len()).rev() {
            let (one, next) = (&self.0[place - 1], &self.0[place]);
            if (one.owner, one.rules) == (next.owner, next.rules) {
                self.0[place - 1].until = next.until;
            }
        }
    }

    /// Appends the pairs of a live row with those rows above it whose boxes meet its own, and with those of `others` that
    /// `accept` takes, in order. Eights that are all of its owner, or of rules that its own does not accept, are passed over together: it is
    /// paired with none of them.
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
        let (its_owner, accepted) = (columns.rules.owner(row as usize), columns.rules.accepted_by(row as usize));
        let (mut rest, mut place) = (others, first);
        while let Some(Eight { boxes, rows, moving, owner, rules, until }) = self.0.get(place) {
            if rules & accepted == 0 || *owner == its_owner && its_owner != Filter::NO_OWNER {
                place = *until as usize;
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

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Eight>()
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
        let owned: Vec<(u32, u32)> = eights.0.iter().map(|eight| (eight.owner, eight.until)).collect();
        assert_eq!(owned[..5], [(1, 5); 5]);
        assert!(
            owned[5..8].iter().all(|(owner, _)| *owner == Filter::NO_OWNER),
            "of rows 40 to 47 not all are the first one's"
        );
        assert_eq!(owned[8..], [(2, 13); 5]);
        let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
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
        let rules = &broad_phase.columns.rules;
        eights.fill(&broad_phase.columns, 0..65);
        assert!(eights.0[..8].iter().all(|eight| eight.until == 8 && eight.rules & rules.accepted_by(0) == 0));
        assert!(eights.0[8].rules & rules.accepted_by(0) != 0 && rules.accepted_by(64) & rules.bit(1) != 0);
        let expected = brute_force::pairs(&brute_force::entries(&broad_phase));
        assert_eq!(expected.len(), 64);
        assert_eq!(broad_phase.update_pairs().begun, expected);
    }
}
