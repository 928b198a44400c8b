use crate::{
    BroadPhase, Layer, Pair, Upkeep,
    columns::{Columns, Flags},
    index::Index,
    lanes::AabbLanes,
    marked::Marked,
    pairs::Pairs,
    parallel,
    room::row_of,
    together::{Together, trees_of},
    wide_tree::Packing,
};
use std::ops::ControlFlow;

/// Join everything anew when more than one in this many moving proxies is dirty, or so many proxies that they are not listed.
/// Measured with 10 000 proxies that all move by a hundredth of their size, of which about a fifth leaves its fat boxes in a step:
/// from 5 to 8 the instructions are the same, at 4 they are 1.011 and at 12 1.015 times as many.
const FULL_JOIN_SHARE: usize = 6;

/// Of moving and static proxies the fewer are looked up among the others for that: each counts for as many more that move. Measured with
/// 200 and with 600 on a floor of tiles, of which a quarter to a third are dirty: with 2 to 4 pairs take 0.57 to 0.79 of the time that they
/// take with none.
const LOOKED_UP: usize = 2;

/// More proxies than this are looked up in the order of their leaves.
const FEW: usize = 64;

/// Of a layer with fewer than one in so many of all rows the rows are taken from its index and sorted, instead of looked for among all.
const SPARSE: usize = if cfg!(test) { 4 } else { 32 };

/// Fewer proxies than this to look up are not worth another thread.
pub(crate) const LEAST_PART: usize = if cfg!(test) { 16 } else { 256 };

/// For fewer proxies to look up it is not worth going to where other threads can be asked.
const LEAST_IN_POOL: usize = 4096;

/// So many proxies are looked up together: with 16 their nodes are read while others are on their way from memory, and no branch
/// depends on what they meet.
const AT_ONCE: usize = 16;

/// Proxies that together come to more nodes of a level than this are looked up one by one, lest room for all of them is kept.
const MOST_VISITS: usize = if cfg!(test) { 8 * AT_ONCE } else { 32 * AT_ONCE };

/// What an update of pairs changed: sorted lists, valid until the broad phase is changed. [`BroadPhase::pairs`] lists all.
#[derive(Clone, Copy, Debug)]
pub struct PairChanges<'a> {
    /// Pairs that were not there after the update before.
    pub begun: &'a [Pair],
    /// Those that were, and are not now. A removed proxy's row is not reused before the next update, and until then
    /// its user data still tell what it was.
    pub ended: &'a [Pair],
    /// [`user_data_column`](BroadPhase::user_data_column), which cannot be asked for while these lists are read.
    ///
    /// ```
    /// # use broadphase::{BoundingCircle, BroadPhase, Proxy, Vec2};
    /// # let mut broad_phase = BroadPhase::new();
    /// for (my_id, x) in [(700, 0.0), (701, 0.75)] {
    ///     let disc = BoundingCircle::new(Vec2::new(x, 0.0), 0.5);
    ///     broad_phase.insert(&Proxy { user_data: my_id, ..Proxy::of_circle(disc) })?;
    /// }
    /// let changes = broad_phase.update_pairs();
    /// for pair in changes.begun {
    ///     assert_eq!([pair.a(), pair.b()].map(|row| changes.user_data[row]), [700, 701]);
    /// }
    /// # Ok::<(), broadphase::BroadPhaseError>(())
    /// ```
    pub user_data: &'a [u64],
}

impl BroadPhase {
    /// Brings the pairs up to date with all calls since the last update: call it once a step, after moving things.
    ///
    /// There is a pair for every two proxies whose fat boxes share a point, whose filters accept each other, and that are
    /// not both static. A proxy that stayed in its fat box costs nothing; when few did not, they are looked up sixteen at a
    /// time, when many, all are joined at once, and where some that meet many others did not, they are compared with these row by
    /// row. All lists are sorted, and depend neither on the index nor on which way was taken.
    pub fn update_pairs(&mut self) -> PairChanges<'_> {
        parallel::in_pool(self.len_of(&self.dirty), LEAST_IN_POOL, || self.find_changes());
        PairChanges { begun: self.pairs.begun(), ended: self.pairs.ended(), user_data: self.user_data_column() }
    }

    fn find_changes(&mut self) {
        self.refresh();
        let rows = self.columns.rows();
        if self.dirty.is_empty() {
            self.pairs.keep();
        } else if self.should_join_all() {
            self.find_all();
            self.pairs.replace_all();
        } else if !self.replace_crowded() {
            let dirty = self.dirty.listed_mut();
            if dirty.len() > FEW {
                self.pairs.lend(|room| self.moving_index.sort_by_place(dirty, room));
            }
            let (columns, indices) = (&self.columns, [&self.static_index, &self.moving_index]);
            if self.pairs.goes_by_row(dirty.len(), rows) {
                find_by_row(columns, indices, dirty, &mut self.pairs);
                self.pairs.replace_by_row(dirty, rows);
            } else {
                find_once(columns, indices, dirty, &mut self.pairs);
                self.pairs.replace_of(dirty, rows);
            }
        }
        self.dirty.clear(&mut self.columns.flags, Flags::paired_if_alive);
        self.pairs.age_room();
        self.columns.pairs_were_updated();
    }

    /// The pairs as of the last update, sorted.
    ///
    /// O(1) when they were read after the update before, or nothing changed since: who reads them after each update has them
    /// kept up to date by the updates. Else the changes have to be taken in first, O(pairs).
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        self.pairs.current()
    }

    /// The pairs that the last update found new, sorted.
    #[must_use]
    pub fn begun(&self) -> &[Pair] {
        self.pairs.begun()
    }

    /// The pairs that the last update found gone, sorted.
    #[must_use]
    pub fn ended(&self) -> &[Pair] {
        self.pairs.ended()
    }

    /// Brings the indices up to date: [`update_pairs`](BroadPhase::update_pairs) does so itself.
    ///
    /// Queries are right without it, but look at every proxy inserted or moved since, one after the other. Call it when there
    /// are many of them and no update of pairs comes before the queries.
    pub fn refresh(&mut self) {
        if !self.unsettled.is_empty() {
            parallel::in_pool(self.len_of(&self.unsettled), LEAST_IN_POOL, || self.settle());
        }
    }

    /// How many rows are marked, or how many there are if these are too many to be listed.
    fn len_of(&self, marked: &Marked) -> usize {
        marked.listed().map_or(self.columns.rows(), <[u32]>::len)
    }

    fn settle(&mut self) {
        let Self { settings, columns, static_index, moving_index, unsettled, pairs, .. } = self;
        let aabb = |row: u32| columns.bounds[row as usize].fat;
        let alive = || unsettled.rows(&columns.flags).filter(|&row| columns.flags[row as usize].has(Flags::ALIVE));
        let is_moving = |row: &u32| columns.flags[*row as usize].has(Flags::MOVING);
        let all = unsettled.count(Flags::ALIVE, &columns.flags);
        let moving = unsettled.count(Flags::ALIVE.and(Flags::MOVING), &columns.flags);
        pairs.lend(|room| {
            let layers = [
                (Layer::Static, static_index, settings.static_upkeep, all - moving),
                (Layer::Moving, moving_index, settings.moving_upkeep, moving),
            ];
            for (layer, index, upkeep, changes) in layers {
                if changes == 0 {
                    continue;
                }
                let moves = layer == Layer::Moving;
                let rows = || alive().filter(|row| is_moving(row) == moves);
                let count = || columns.count_of(layer);
                let (should_refit, should_rebuild) = match upkeep {
                    Upkeep::Automatic => (index.should_refit(changes, count), index.should_rebuild(changes)),
                    Upkeep::Piecewise => (false, false),
                    Upkeep::Whole => (false, true),
                };
                if should_refit && index.refit(aabb, count(), rows()) {
                    continue;
                }
                if should_refit || should_rebuild {
                    // What stands still is asked more often than it is built.
                    let packing = if layer == Layer::Static { Packing::Halves } else { Packing::Curve };
                    if unsettled.listed().is_some() && (index.len() + changes) * SPARSE < columns.rows() {
                        index.list_rows_with(rows(), changes, &mut room.rows);
                    } else {
                        columns.list_rows_of(layer, &mut room.rows);
                    }
                    index.build(packing, aabb, room);
                } else {
                    index.set_all(aabb, rows(), room);
                }
            }
        });
        // What stands still was sorted for once, what moves will be time and again.
        self.pairs.release_room(self.moving_index.len());
        self.unsettled.clear(&mut self.columns.flags, |flags| flags);
    }

    fn should_join_all(&self) -> bool {
        let is_moving = |row: &&u32| self.columns.flags[**row as usize].has(Flags::MOVING);
        let (still, moving) = (self.static_index.len(), self.moving_index.len());
        let cost = moving + LOOKED_UP * moving.min(still);
        let is_large = |dirty: &[u32]| dirty.iter().filter(is_moving).count() * FULL_JOIN_SHARE > cost;
        match self.settings.moving_upkeep {
            Upkeep::Automatic => self.dirty.listed().is_none_or(is_large),
            Upkeep::Piecewise => false,
            Upkeep::Whole => true,
        }
    }
}

/// Finds the pairs of each dirty row, in the order of the rows.
fn find_by_row(columns: &Columns, indices: [&Index; 2], dirty: &[u32], pairs: &mut Pairs) {
    let parts = parallel::parts(dirty.len(), LEAST_PART);
    pairs.find_by_row(parts, |part, found, room| {
        let dirty = &dirty[parallel::share(dirty.len(), part, parts)];
        find_partners(columns, indices, dirty, room, found, |row, other| {
            (u64::from(row) << 32 | u64::from(other), true)
        });
    });
}

/// Finds every pair with a dirty side.
fn find_once(columns: &Columns, indices: [&Index; 2], dirty: &[u32], pairs: &mut Pairs) {
    let parts = parallel::parts(dirty.len(), LEAST_PART);
    pairs.find_together(parts, columns.rows(), |part, found, room| {
        let dirty = &dirty[parallel::share(dirty.len(), part, parts)];
        find_partners(columns, indices, dirty, room, found, |row, other| {
            let key = u64::from(row.min(other)) << 32 | u64::from(row.max(other));
            let (flags, others) = (columns.flags[row as usize], columns.flags[other as usize]);
            // Two dirty proxies find each other: the pair is the moving one's, of two moving ones the lower row's.
            let is_its = flags.has(Flags::MOVING) & ((row < other) | !others.has(Flags::MOVING));
            (key, !others.has(Flags::DIRTY) | is_its)
        });
    });
}

/// Appends for each of the rows and each that it is paired with what `note` makes of the two, if it says that it is wanted.
fn find_partners(
    columns: &Columns,
    indices: [&Index; 2],
    rows: &[u32],
    room: &mut Together,
    found: &mut Vec<Pair>,
    note: impl Fn(u32, u32) -> (u64, bool),
) {
    let layers = [Layer::Static, Layer::Moving].into_iter().zip(indices).filter(|(_, index)| index.len() > 0);
    let trees = trees_of(layers);
    let sociable = columns.rules.sociable();
    let may_pair = |row: usize| columns.flags[row].has(Flags::ALIVE) && sociable(row);
    let mut asked = rows.iter().copied().filter(|&row| may_pair(row as usize));
    let mut some = [0; AT_ONCE];
    loop {
        let mut count = 0;
        for (place, row) in some.iter_mut().zip(&mut asked) {
            *place = row;
            count += 1;
        }
        if count == 0 {
            return;
        }
        let probe = |place: usize| AabbLanes::splat(&columns.bounds[some[place.min(count - 1)] as usize].fat);
        let any_moves = some[..count].iter().any(|&row| columns.flags[row as usize].has(Flags::MOVING));
        let is_found = trees.is_some_and(|[still, moving]| {
            let probes: [_; AT_ONCE] = std::array::from_fn(probe);
            // What is static is paired with nothing static.
            room.find(&[still.filter(|_| any_moves), moving], &probes[..count], MOST_VISITS)
        });
        let some = &some[..count];
        if !is_found {
            for &row in some {
                each_partner(columns, indices, row, |other| {
                    let (key, is_wanted) = note(row, other);
                    if is_wanted {
                        found.push(Pair::of_key(key));
                    }
                });
            }
            continue;
        }
        // What is not wanted is overwritten: no branch for each.
        let mut len = found.len();
        found.resize(len + room.len(), Pair::in_order(0, 1));
        for (query, &row) in some.iter().enumerate() {
            for (layer, others) in room.of(query) {
                let is_asked = layer == Layer::Moving || columns.flags[row as usize].has(Flags::MOVING);
                for &other in others {
                    let other = row_of(other);
                    let (key, is_wanted) = note(row, other);
                    found[len] = Pair::of_key(key);
                    let accepted = columns.rules.is_open() || columns.rules.accept(row, other);
                    len += usize::from((other != row) & is_asked & is_wanted & accepted);
                }
            }
        }
        found.truncate(len);
    }
}

/// Calls `found` for each row that a live row is paired with.
#[inline]
fn each_partner(columns: &Columns, [static_index, moving_index]: [&Index; 2], row: u32, mut found: impl FnMut(u32)) {
    let flags = columns.flags[row as usize];
    let fat = &columns.bounds[row as usize].fat;
    let mut meets = |other| {
        if other != row && (columns.rules.is_open() || columns.rules.accept(row, other)) {
            found(other);
        }
        ControlFlow::Continue(())
    };
    let _ = moving_index.overlaps(fat, &mut meets);
    if flags.has(Flags::MOVING) {
        let _ = static_index.overlaps(fat, &mut meets);
    }
}

/// Notes two rows whose boxes meet, if their filters accept each other.
#[inline]
pub(crate) fn find(columns: &Columns, found: &mut Vec<Pair>, a: u32, b: u32) {
    if columns.rules.is_open() || columns.rules.accept(a, b) {
        found.push(Pair::of_rows(a, b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, IndexKind, Proxy, Settings, brute_force, sorted::difference};
    use geom::{BoundingCircle, Vec2};

    const SIDE: usize = 64;

    fn disc(x: usize, y: usize, radius: f32) -> BoundingCircle {
        BoundingCircle::new(Vec2::new(x as f32, y as f32), radius)
    }

    fn proxy(number: usize) -> Proxy {
        let circle = disc(number % SIDE, number / SIDE, 0.6);
        let layer = if number.is_multiple_of(5) { Layer::Static } else { Layer::Moving };
        let owner = if number.is_multiple_of(7) { number as u32 / 70 } else { Filter::NO_OWNER };
        let mask = if number.is_multiple_of(11) { 0 } else { u64::MAX };
        let filter = Filter { owner, mask, ..Filter::ALL };
        Proxy { aabb: circle.aabb(), circle, layer, filter, ..Proxy::default() }
    }

    /// The pairs after an update, whose changes are those of brute force since there were these.
    fn updated(broad_phase: &mut BroadPhase, before: &[Pair], about: impl std::fmt::Debug) -> Vec<Pair> {
        let changes = broad_phase.update_pairs();
        let (begun, ended) = (changes.begun.to_vec(), changes.ended.to_vec());
        let after = brute_force::pairs(&brute_force::entries(broad_phase));
        let (mut new, mut gone) = (Vec::new(), Vec::new());
        difference(before, &after, &mut gone, &mut new);
        assert!(begun == new && ended == gone, "{about:?}");
        after
    }

    /// One round has boxes that are so large that their nodes are too many for looking them up together.
    #[test]
    fn movers_have_the_pairs_of_brute_force_looked_up_together_or_one_by_one() {
        for kind in [IndexKind::Wide, IndexKind::Rstar] {
            let settings = Settings {
                static_index: kind,
                moving_index: kind,
                static_upkeep: Upkeep::Piecewise,
                moving_upkeep: Upkeep::Piecewise,
                ..Settings::default()
            };
            let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
            let mut ids: Vec<_> =
                (0..SIDE * SIDE).map(|number| broad_phase.insert(&proxy(number)).expect("valid")).collect();
            let mut before = broad_phase.update_pairs().begun.to_vec();
            // Rounds enough for pairs to be replaced by row.
            for (round, radius) in [0.6, 0.6, 0.6, 0.6, 30.0, 0.8, 0.6].into_iter().enumerate() {
                for number in (round..SIDE * SIDE).step_by(101) {
                    let circle = disc(number * 7 % SIDE, number / SIDE, radius);
                    broad_phase.update(ids[number], &circle.aabb(), &circle).expect("valid");
                }
                broad_phase.remove(ids.swap_remove(round * 50)).expect("alive");
                before = updated(&mut broad_phase, &before, (kind, round));
            }
        }
    }

    /// Everything drifts, and in each step one goes, one comes, one jumps and one changes its layer.
    #[test]
    fn what_drifts_has_the_pairs_of_brute_force_in_a_tree_that_is_refitted() {
        let mut broad_phase = BroadPhase::new();
        let mut ids: Vec<_> =
            (0..SIDE * SIDE).map(|number| broad_phase.insert(&proxy(number)).expect("valid")).collect();
        let mut before = broad_phase.update_pairs().begun.to_vec();
        let (mut refits, mut builds) = (0, 0);
        for step in 1..60 {
            let drift = Vec2::new(0.1, 0.03) * step as f32;
            broad_phase.remove(ids.swap_remove(step * 31)).expect("alive");
            ids.push(broad_phase.insert(&proxy(step)).expect("valid"));
            for (number, &id) in ids.iter().enumerate() {
                let mut circle = broad_phase.get(id).expect("alive").circle;
                circle.center += if number == step * 17 { -9.0 * drift } else { Vec2::from_angle(number as f32) * 0.1 };
                broad_phase.update(id, &circle.aabb(), &circle).expect("valid");
            }
            let layer = if step % 2 == 0 { Layer::Static } else { Layer::Moving };
            broad_phase.set_layer(ids[step], layer).expect("alive");
            before = updated(&mut broad_phase, &before, step);
            match broad_phase.moving_index.wide().expect("it is one").refits() {
                0 => builds += 1,
                _ => refits += 1,
            }
        }
        assert!(refits > 30 && builds > 1, "{refits} {builds}");
    }

    /// Many stand still, a few jump about, and in each step one goes, one comes and one changes its layer: trees are built of what is listed.
    #[test]
    fn few_among_many_have_the_pairs_of_brute_force() {
        for kind in [IndexKind::Wide, IndexKind::Rstar] {
            let settings = Settings { static_index: kind, moving_index: kind, ..Settings::default() };
            let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
            let few = |number: usize| number.is_multiple_of(40);
            let layer = |number: usize| if few(number) { Layer::Moving } else { Layer::Static };
            let mut ids: Vec<_> = (0..SIDE * SIDE)
                .map(|number| broad_phase.insert(&Proxy { layer: layer(number), ..proxy(number) }).expect("valid"))
                .collect();
            let mut before = broad_phase.update_pairs().begun.to_vec();
            for step in 1..40 {
                broad_phase.remove(ids.swap_remove(step * 40)).expect("alive");
                ids.push(broad_phase.insert(&Proxy { layer: Layer::Moving, ..proxy(step) }).expect("valid"));
                for (number, &id) in ids.iter().enumerate().filter(|(number, _)| few(*number)) {
                    let circle = disc((number + step * 7) % SIDE, (number * step / SIDE) % SIDE, 0.6);
                    broad_phase.update(id, &circle.aabb(), &circle).expect("valid");
                }
                broad_phase.set_layer(ids[step], [Layer::Static, Layer::Moving][step % 2]).expect("alive");
                before = updated(&mut broad_phase, &before, step);
            }
        }
    }

    #[test]
    fn each_layer_is_kept_up_as_is_said_of_it() {
        let upkeeps = [Upkeep::Automatic, Upkeep::Piecewise, Upkeep::Whole];
        for (static_upkeep, moving_upkeep) in upkeeps.into_iter().flat_map(|one| upkeeps.map(|other| (one, other))) {
            let settings = Settings { static_upkeep, moving_upkeep, ..Settings::default() };
            let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
            let ids: Vec<_> = (0..500).map(|number| broad_phase.insert(&proxy(number)).expect("valid")).collect();
            broad_phase.update_pairs();
            for (number, &id) in ids.iter().enumerate() {
                let circle = disc(number % SIDE, 40 + number / SIDE, 0.6);
                broad_phase.update(id, &circle.aabb(), &circle).expect("valid");
            }
            broad_phase.refresh();
            // Only what is never built anew stays worn.
            assert_eq!(broad_phase.static_index.should_rebuild(0), static_upkeep == Upkeep::Piecewise);
            assert_eq!(broad_phase.moving_index.should_rebuild(0), moving_upkeep == Upkeep::Piecewise);
            assert_eq!(broad_phase.should_join_all(), moving_upkeep != Upkeep::Piecewise);
            broad_phase.update_pairs();
            let circle = disc(3, 3, 0.6);
            broad_phase.update(ids[0], &circle.aabb(), &circle).expect("valid");
            assert_eq!(broad_phase.should_join_all(), moving_upkeep == Upkeep::Whole, "one static proxy moved");
        }
    }
}
