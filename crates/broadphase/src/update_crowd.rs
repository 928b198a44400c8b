use crate::{
    BroadPhase, Layer, Pair,
    columns::Flags,
    eights::Eights,
    find_all::{CROWDED, Crowd, SAMPLE},
    parallel,
    update_pairs::{LEAST_PART, find},
};
use geom::Aabb;

/// Fewer movers than one in so many rows are looked up one after the other, however many they meet: else all rows are gone
/// through.
const ROWS_PER_MOVER: usize = 64;

/// The boxes of rows that changed, for the rows below them.
#[derive(Clone, Default)]
pub(crate) struct Movers {
    all: Eights,
    /// Those of them that most others meet.
    common: Eights,
}

impl Movers {
    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.all.bytes() + self.common.bytes()
    }
}

impl BroadPhase {
    /// Brings the pairs of the dirty rows up to date by finding them in order, if they are many and each meets many others of
    /// whom all or most are met by most of them; says whether it did.
    ///
    /// Looking them up, sorting and comparing takes 5.0 ms where a tenth of 2000 boxes in one point moves, this 0.8.
    pub(crate) fn replace_crowded(&mut self) -> bool {
        let crowd = self.crowd_of_movers();
        if !matches!(crowd, Crowd::All | Crowd::Common) {
            return false;
        }
        let rows = self.columns.rows();
        let Self { columns, static_index, moving_index, dirty, pairs, common, movers, .. } = self;
        let sociable = columns.rules.sociable();
        let may_pair = |row: usize| columns.flags[row].has(Flags::ALIVE) && sociable(row);
        let is_dirty = |row: usize| columns.flags[row].has(Flags::DIRTY);
        let all_rows = || (0..rows as u32).filter(|&row| may_pair(row as usize));
        movers.all.fill(columns, all_rows().filter(|&row| is_dirty(row as usize)));
        let dirty = dirty.listed().unwrap_or_default();
        let parts = parallel::parts(rows, LEAST_PART);
        if crowd == Crowd::All {
            common.all.fill(columns, all_rows());
            pairs.find_none();
            pairs.replace_in_place(dirty, rows, parts, |row, _, found| {
                if may_pair(row as usize) {
                    let boxes = if is_dirty(row as usize) { &common.all } else { &movers.all };
                    boxes.find_above(row, &[], |&other| other, |_| true, columns, found);
                }
            });
            return true;
        }
        common.fill(columns);
        movers.common.fill(columns, all_rows().filter(|&row| is_dirty(row as usize) && common.has(row as usize)));
        let asked = parallel::parts(dirty.len(), LEAST_PART);
        pairs.find(asked, rows, |part, found| {
            let dirty = &dirty[parallel::share(dirty.len(), part, asked)];
            for &row in dirty.iter().filter(|&&row| may_pair(row as usize) && !common.has(row as usize)) {
                let fat = &columns.bounds[row as usize].fat;
                let mut note = |other: u32| {
                    // Of two dirty ones each finds the other.
                    if row < other || !is_dirty(other as usize) && row != other {
                        find(columns, found, row, other);
                    }
                };
                moving_index.overlapping(fat, &common.full_nodes(Layer::Moving), &mut note);
                if columns.flags[row as usize].has(Flags::MOVING) {
                    static_index.overlapping(fat, &common.full_nodes(Layer::Static), &mut note);
                }
            }
        });
        pairs.replace_in_place(dirty, rows, parts, |row, others, found| {
            if may_pair(row as usize) {
                let boxes = match (is_dirty(row as usize), common.has(row as usize)) {
                    (true, true) => &common.all,
                    (true, false) => &common.boxes,
                    (false, true) => &movers.all,
                    (false, false) => &movers.common,
                };
                // What the tree found the filters were asked about.
                boxes.find_above(row, others, |pair: &Pair| pair.b() as u32, |_| true, columns, found);
            }
        });
        true
    }

    /// How many others those meet that changed; none if that need not be known.
    fn crowd_of_movers(&mut self) -> Crowd {
        let rows = self.columns.rows();
        let listed = self.dirty.listed().unwrap_or_default().len();
        // Half as many pairs as partners: those that changed are not asked where even all together have few.
        if listed < rows / ROWS_PER_MOVER || !self.pairs.are_many(rows, CROWDED / 2) {
            return Crowd::None { expected: 0 };
        }
        let crowd = self.crowd_of(listed, |this, number| this.dirty.listed().map_or(0, |dirty| dirty[number] as usize));
        if crowd == Crowd::Common && !self.all_meet_common() { Crowd::Some } else { crowd }
    }

    /// Whether most boxes meet those that most of the movers have in common. Where all movers are in one heap among many that
    /// are elsewhere, these would be compared with the heap, too: 3200 of 3300 in one point beside 200 000 then take twice as
    /// long as looked up.
    fn all_meet_common(&self) -> bool {
        let (mut samples, mut asked) = ([Aabb::default(); SAMPLE], 0);
        for row in self.samples(self.columns.rows(), |_, number| number) {
            samples[asked] = self.columns.bounds[row].fat;
            asked += 1;
        }
        self.common.meet_most(&self.columns, &samples[..asked])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, IndexKind, Proxy, ProxyId, Settings, Upkeep, brute_force, sorted::difference};
    use geom::{BoundingCircle, Vec2};

    const ROWS: usize = 1001;

    /// Where the crowd is as large as can be, or most of it are huge boxes that the small ones have in common.
    fn proxy(number: usize, crowd: Crowd, round: usize) -> Proxy {
        let (spacing, is_huge) = match crowd {
            Crowd::Common => (3.0, number % 32 == 5 || number % 32 == 8),
            _ => (0.4, false),
        };
        let place = number * (1 + 2 * round) % ROWS;
        let center = Vec2::new((place % 25) as f32, (place / 25) as f32) * spacing;
        // Those that moved most do not meet all.
        let center = if is_huge { center + Vec2::new(0.0, 220.0 * (round % 3) as f32) } else { center };
        let half = if is_huge { 500.0 } else { 2.0 + (number % 5) as f32 };
        let aabb = Aabb::from_center_half(center, Vec2::splat(half));
        let circle = BoundingCircle::new(center, aabb.half_extents().length());
        let layer = if number.is_multiple_of(4) { Layer::Static } else { Layer::Moving };
        let owner = if number.is_multiple_of(3) { number as u32 / 90 } else { Filter::NO_OWNER };
        let mask = if number % 6 == 5 && !is_huge { round as u64 % 2 } else { u64::MAX };
        Proxy { aabb, circle, layer, filter: Filter { owner, mask, ..Filter::ALL }, user_data: number as u64 }
    }

    const REMOVALS: usize = 6;

    /// Some move, some go and others come in their rows, some change their layers and filters, round by round; in the last one
    /// some go and none come.
    fn movers_have_the_pairs_of_brute_force(settings: Settings, crowd: Crowd, is_filtered: bool) {
        let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
        let proxy = |number: usize, round: usize| {
            let proxy = proxy(number, crowd, round);
            if is_filtered { proxy } else { Proxy { filter: Filter::ALL, ..proxy } }
        };
        let mut ids: Vec<ProxyId> =
            (0..ROWS).map(|number| broad_phase.insert(&proxy(number, 0)).expect("valid")).collect();
        let mut before = broad_phase.update_pairs().begun.to_vec();
        let mut had_changes = false;
        for round in 1..=REMOVALS {
            for number in (round..ROWS).step_by(if round == 3 { 9 } else { 37 }) {
                let Proxy { aabb, circle, filter, layer, .. } = proxy(number, round);
                match number % 5 {
                    0 | 3 if round == REMOVALS => broad_phase.remove(ids[number]).expect("alive"),
                    0 => {
                        broad_phase.remove(ids[number]).expect("alive");
                        ids[number] = broad_phase.insert(&proxy(number, round)).expect("valid");
                    }
                    1 => broad_phase.set_filter(ids[number], filter).expect("alive"),
                    2 if round == 4 => broad_phase
                        .set_layer(ids[number], if layer == Layer::Static { Layer::Moving } else { Layer::Static })
                        .expect("alive"),
                    _ => drop(broad_phase.update(ids[number], &aabb, &circle).expect("valid")),
                }
            }
            broad_phase.refresh();
            had_changes |= broad_phase.pairs.has_changes();
            assert_eq!(broad_phase.crowd_of_movers(), crowd, "{settings:?} {round}");
            let changes = broad_phase.update_pairs();
            let (begun, ended) = (changes.begun.to_vec(), changes.ended.to_vec());
            let after = brute_force::pairs(&brute_force::entries(&broad_phase));
            let (mut new, mut gone) = (Vec::new(), Vec::new());
            difference(&before, &after, &mut gone, &mut new);
            assert!(!new.is_empty() && !gone.is_empty());
            assert!(begun == new && ended == gone, "{settings:?} {crowd:?} {is_filtered} {round}");
            before = after;
        }
        assert!(had_changes, "the list of all pairs was new each time");
        assert!(broad_phase.pairs() == before);
    }

    /// All that moves is in the heap, which comes last: to compare it with the rows before would take longer than to look it up.
    #[test]
    fn a_heap_beside_many_others_is_nothing_that_most_have_in_common() {
        const HEAP: usize = 600;
        let mut broad_phase = BroadPhase::new();
        let at = |x: f32, y: f32| {
            let circle = BoundingCircle::new(Vec2::new(x, y), 1.0);
            Proxy { aabb: circle.aabb(), circle, ..Proxy::default() }
        };
        let others = (0..9 * HEAP).map(|number| at(number as f32 * 4.0, 50.0));
        let heap = (0..HEAP).map(|number| at(number as f32 * 1e-3, 0.0));
        let ids: Vec<ProxyId> = others.chain(heap).map(|proxy| broad_phase.insert(&proxy).expect("valid")).collect();
        broad_phase.update_pairs();
        for (number, &id) in ids.iter().enumerate().skip(9 * HEAP + 10) {
            let Proxy { aabb, circle, .. } = at(0.1 + number as f32 * 1e-4, 0.2);
            assert!(broad_phase.update(id, &aabb, &circle).expect("valid"));
        }
        broad_phase.refresh();
        assert_eq!(broad_phase.crowd_of_movers(), Crowd::Some);
        assert!(HEAP < broad_phase.columns.rows() / 8 && broad_phase.common.len() > HEAP / 2, "the heap was found");
        broad_phase.update_pairs();
        assert!(broad_phase.pairs() == brute_force::pairs(&brute_force::entries(&broad_phase)));
    }

    fn movers_in_any_crowd_have_the_pairs_of_brute_force() {
        let rstar = Settings { static_index: IndexKind::Rstar, moving_index: IndexKind::Rstar, ..Settings::default() };
        let (static_upkeep, moving_upkeep) = (Upkeep::Piecewise, Upkeep::Piecewise);
        let piecewise = Settings { static_upkeep, moving_upkeep, margin: 0.0, ..Settings::default() };
        for is_filtered in [false, true] {
            movers_have_the_pairs_of_brute_force(Settings::default(), Crowd::All, is_filtered);
            movers_have_the_pairs_of_brute_force(rstar, Crowd::All, is_filtered);
            movers_have_the_pairs_of_brute_force(Settings::default(), Crowd::Common, is_filtered);
            movers_have_the_pairs_of_brute_force(piecewise, Crowd::All, is_filtered);
        }
    }

    #[test]
    fn movers_in_a_crowd_have_the_pairs_of_brute_force() {
        movers_in_any_crowd_have_the_pairs_of_brute_force();
        #[cfg(feature = "parallel")]
        for threads in [2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(movers_in_any_crowd_have_the_pairs_of_brute_force);
        }
    }
}
