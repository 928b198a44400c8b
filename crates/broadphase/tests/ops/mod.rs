//! Operation sequences on a [`BroadPhase`], with every answer compared to brute force after each one. `strategy.rs`
//! makes sequences up for the property test, `decode.rs` reads them from a fuzzer's bytes.

mod batches;
pub mod decode;
mod queries;

use broadphase::{
    BroadPhase, BroadPhaseError, Change, Filter, Layer, Pair, Proxy, ProxyId, QueryFilter, Settings,
    brute_force::{self, Entry},
};
use geom::{Aabb, BoundingCircle, Vec2};
use std::collections::HashSet;
use std::fmt::Debug;

/// One call, or one kind of check. Proxies are named by a number that is taken modulo how many were ever made, so that
/// removed ones are named too.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Inserts a proxy.
    Insert(Proxy),
    /// Inserts so many proxies, each so far from the one before, in one call.
    InsertBatch { first: Proxy, count: usize, step: Vec2 },
    /// Shifts a proxy, which may be gone, announcing the displacement or not.
    Shift { proxy: usize, by: Vec2, announced: bool },
    /// Shifts so many proxies, some of which may be gone, in one call.
    ShiftBatch { first: usize, count: usize, by: Vec2 },
    /// Moves all proxies as [`next_bounds`] says.
    UpdateAll { seed: u64 },
    /// Gives a proxy, which may be gone, new bounds anywhere.
    Teleport { proxy: usize, aabb: Aabb },
    /// Changes a proxy's bounds, which may be gone, to ones that may be none.
    Change { proxy: usize, change: Change },
    /// Sets the margin, which may be none.
    SetMargin { margin: f32 },
    /// Puts what left its fat box in order.
    OrderMoved,
    /// Makes room for so many proxies more.
    Reserve { additional: usize },
    /// Removes a proxy, which may be gone.
    Remove { proxy: usize },
    /// Changes a filter.
    SetFilter { proxy: usize, filter: Filter },
    /// Changes a layer.
    SetLayer { proxy: usize, layer: Layer },
    /// Changes what the caller stored.
    SetUserData { proxy: usize, user_data: u64 },
    /// Forgets everything.
    Clear,
    /// Brings the indices up to date, and nothing else.
    Refresh,
    /// Updates the pairs and checks them.
    UpdatePairs,
    /// Asks every kind of query about one place and checks the answers.
    Query { aabb: Aabb, translation: Vec2, k: usize, filter: QueryFilter },
}

/// A broad phase to set up, and the calls to make on it.
#[derive(Clone, Debug)]
pub struct Sequence {
    pub settings: Settings,
    pub ops: Vec<Op>,
}

impl Sequence {
    /// Makes all the calls and checks every answer against brute force.
    pub fn run(&self) {
        let mut run = Run::new(self.settings);
        for op in &self.ops {
            run.apply(op);
        }
        run.apply(&Op::UpdatePairs);
    }
}

/// The broad phase under test, and what is known of it from the calls alone.
pub struct Run {
    broad_phase: BroadPhase,
    settings: Settings,
    /// Every proxy ever made, and what it must be now.
    made: Vec<(ProxyId, Option<Proxy>)>,
    /// Pairs after the last update, with the proxies as ids: rows are reused, ids are not.
    pairs: Vec<(ProxyId, ProxyId)>,
}

impl Run {
    /// Starts with no proxies.
    pub fn new(settings: Settings) -> Self {
        let broad_phase = BroadPhase::with_settings(settings).expect("the margin is valid");
        Self { broad_phase, settings, made: Vec::new(), pairs: Vec::new() }
    }

    /// Makes one call, and panics if any answer is not what it must be.
    pub fn apply(&mut self, op: &Op) {
        match *op {
            Op::Insert(proxy) => self.insert(&proxy),
            Op::InsertBatch { first, count, step } => self.insert_batch(&first, count, step),
            Op::Shift { proxy, by, announced } => self.shift(proxy, by, announced),
            Op::ShiftBatch { first, count, by } => self.shift_batch(first, count, by),
            Op::UpdateAll { seed } => self.update_all(seed),
            Op::Teleport { proxy, aabb } => self.teleport(proxy, &aabb),
            Op::Change { proxy, change } => self.change(proxy, change),
            Op::SetMargin { margin } => {
                let before = self.broad_phase.settings().margin;
                let is_margin = margin.is_finite() && margin >= 0.0;
                assert_eq!(self.broad_phase.set_margin(margin).is_ok(), is_margin);
                assert_eq!(self.broad_phase.settings().margin, if is_margin { margin } else { before });
            }
            Op::OrderMoved => self.broad_phase.order_moved(),
            Op::Reserve { additional } => self.broad_phase.reserve(additional),
            Op::Remove { proxy } => {
                let Some((id, known)) = self.pick(proxy) else { return };
                let result = self.broad_phase.remove(id);
                assert_eq!(result, answer(id, known));
                self.set(id, None);
            }
            Op::SetFilter { proxy, filter } => {
                let Some((id, known)) = self.pick(proxy) else { return };
                assert_eq!(self.broad_phase.set_filter(id, filter), answer(id, known));
                self.set(id, known.map(|proxy| Proxy { filter, ..proxy }));
            }
            Op::SetLayer { proxy, layer } => {
                let Some((id, known)) = self.pick(proxy) else { return };
                assert_eq!(self.broad_phase.set_layer(id, layer), answer(id, known));
                self.set(id, known.map(|proxy| Proxy { layer, ..proxy }));
            }
            Op::SetUserData { proxy, user_data } => {
                let Some((id, known)) = self.pick(proxy) else { return };
                assert_eq!(self.broad_phase.set_user_data(id, user_data), answer(id, known));
                self.set(id, known.map(|proxy| Proxy { user_data, ..proxy }));
            }
            Op::Clear => {
                self.broad_phase.clear();
                self.made.iter_mut().for_each(|(_, known)| *known = None);
                self.pairs.clear();
            }
            Op::Refresh => self.broad_phase.refresh(),
            Op::UpdatePairs => self.update_pairs(),
            Op::Query { aabb, translation, k, filter } => self.query(&aabb, translation, k, &filter),
        }
        self.check_proxies();
    }

    fn pick(&self, proxy: usize) -> Option<(ProxyId, Option<Proxy>)> {
        (!self.made.is_empty()).then(|| self.made[proxy % self.made.len()])
    }

    fn set(&mut self, id: ProxyId, proxy: Option<Proxy>) {
        for (made, known) in &mut self.made {
            if *made == id {
                *known = proxy;
            }
        }
    }

    /// Inserts a proxy, which may be invalid or one too many.
    pub fn insert(&mut self, proxy: &Proxy) {
        let alive = self.made.iter().filter(|(_, known)| known.is_some()).count();
        match self.broad_phase.insert(proxy) {
            Ok(id) => {
                assert!(valid(proxy) && alive < self.settings.max_proxies as usize);
                self.inserted(id, proxy);
            }
            Err(BroadPhaseError::Full { max }) => assert_eq!(alive, max as usize),
            Err(error) => assert!(!valid(proxy), "{error}"),
        }
    }

    fn inserted(&mut self, id: ProxyId, proxy: &Proxy) {
        assert!(self.made.iter().all(|(made, _)| *made != id), "{id:?} was given before");
        self.made.push((id, Some(*proxy)));
    }

    /// Shifts a proxy, which may be gone.
    pub fn shift(&mut self, proxy: usize, by: Vec2, announced: bool) {
        let Some((id, known)) = self.pick(proxy) else { return };
        let before = known.unwrap_or_default();
        let aabb = Aabb::new(before.aabb.min + by, before.aabb.max + by);
        let circle = BoundingCircle::new(before.circle.center + by, before.circle.radius);
        let result = if announced {
            self.broad_phase.update_moving(id, &aabb, &circle, by)
        } else {
            self.broad_phase.update(id, &aabb, &circle)
        };
        self.updated(id, known, aabb, circle, result);
    }

    /// Gives a proxy, which may be gone, new bounds.
    pub fn teleport(&mut self, proxy: usize, aabb: &Aabb) {
        let Some((id, known)) = self.pick(proxy) else { return };
        let circle = circle_around(aabb);
        let result = self.broad_phase.update(id, aabb, &circle);
        self.updated(id, known, *aabb, circle, result);
    }

    /// Changes the bounds of a proxy, which may be gone.
    pub fn change(&mut self, proxy: usize, change: Change) {
        let Some((id, known)) = self.pick(proxy) else { return };
        let fat_before = self.broad_phase.fat_aabb(id);
        let result = self.broad_phase.change(id, change);
        if let Ok(is_another) = result {
            assert_eq!(is_another, fat_before != self.broad_phase.fat_aabb(id));
        }
        let before = known.unwrap_or_default();
        let (aabb, circle) = match change {
            Change::To(aabb, circle) | Change::Through(aabb, circle) => (aabb, circle),
            Change::Stretch { least, most } => {
                let begins_there = [-least.x, -least.y, most.x, most.y].iter().all(|&length| length >= 0.0);
                let stretched = Aabb::new(before.aabb.min + least, before.aabb.max + most);
                // A way that leaves out where it begins is refused like a box that is none.
                (if begins_there { stretched } else { Aabb::new(Vec2::NAN, Vec2::NAN) }, before.circle)
            }
        };
        self.updated(id, known, aabb, circle, result);
    }

    fn updated(
        &mut self,
        id: ProxyId,
        known: Option<Proxy>,
        aabb: Aabb,
        circle: BoundingCircle,
        result: Result<bool, BroadPhaseError>,
    ) {
        match known {
            None => assert_eq!(result, Err(BroadPhaseError::StaleProxy(id))),
            Some(_) if !aabb.is_valid() || !circle.is_valid() => assert!(result.is_err()),
            Some(proxy) => {
                assert!(result.is_ok());
                self.set(id, Some(Proxy { aabb, circle, ..proxy }));
            }
        }
    }

    /// Compares every proxy with what is known of it.
    pub fn check_proxies(&self) {
        let broad_phase = &self.broad_phase;
        assert_eq!(broad_phase.len(), self.made.iter().filter(|(_, known)| known.is_some()).count());
        for (id, known) in &self.made {
            assert_eq!((broad_phase.get(*id), broad_phase.contains(*id)), (*known, known.is_some()));
            let Some(proxy) = known else { continue };
            let fat = broad_phase.fat_aabb(*id).expect("the proxy is there");
            assert!(fat.is_valid() && fat.contains(&proxy.aabb));
            if proxy.layer == Layer::Static {
                assert_eq!(fat, proxy.aabb);
            }
        }
    }

    /// What brute force is asked: known from the calls, but for the fat boxes.
    fn entries(&self) -> Vec<Entry> {
        let entry = |(id, known): &(ProxyId, Option<Proxy>)| {
            Some(Entry { id: *id, fat_aabb: self.broad_phase.fat_aabb(*id)?, proxy: (*known)? })
        };
        let mut entries: Vec<Entry> = self.made.iter().filter_map(entry).collect();
        entries.sort_by_key(|entry| entry.id);
        assert_eq!(entries, brute_force::entries(&self.broad_phase));
        entries
    }

    fn update_pairs(&mut self) {
        let entries = self.entries();
        let expected = brute_force::pairs(&entries);
        let changes = self.broad_phase.update_pairs();

        let (begun, ended) = (changes.begun.to_vec(), changes.ended.to_vec());
        let ids = |pair: &Pair| {
            let id = |row| self.broad_phase.id_at(row).expect("a current pair is of live proxies");
            (id(pair.a()), id(pair.b()))
        };
        let pairs: Vec<(ProxyId, ProxyId)> = expected.iter().map(ids).collect();
        let rows = |pairs: &[(ProxyId, ProxyId)], others: &[(ProxyId, ProxyId)]| {
            let others: HashSet<&(ProxyId, ProxyId)> = others.iter().collect();
            let missing = pairs.iter().filter(|pair| !others.contains(pair));
            missing.filter_map(|(a, b)| Pair::new(a.index(), b.index())).collect::<Vec<Pair>>()
        };
        // A pair of rows can end and begin at once only if one of them was reused, and they are not while it could.
        assert_eq!(begun, rows(&pairs, &self.pairs));
        assert_eq!(ended, rows(&self.pairs, &pairs));
        for (a, b) in &self.pairs {
            for id in [a, b] {
                let user_data = self.broad_phase.user_data_column()[id.index()];
                assert_eq!(self.broad_phase.user_data(*id).unwrap_or(user_data), user_data);
            }
        }
        self.pairs = pairs;
        if expected.len() % 3 == 2 {
            // Changes add up until somebody reads the list.
            return;
        }
        assert_eq!(self.broad_phase.pairs(), expected);

        let mut candidates = Vec::new();
        self.broad_phase.circle_filter(0.01, &mut candidates).expect("valid");
        let circles = self.broad_phase.circles();
        let expected = expected.into_iter().filter(|pair| circles[pair.a()].may_touch(&circles[pair.b()], 0.01));
        assert!(expected.eq(candidates));
    }
}

/// The circle through the corners of a box.
pub fn circle_around(aabb: &Aabb) -> BoundingCircle {
    BoundingCircle::new(aabb.center(), aabb.half_extents().length())
}

fn valid(proxy: &Proxy) -> bool {
    proxy.aabb.is_valid() && proxy.circle.is_valid()
}

fn answer(id: ProxyId, known: Option<Proxy>) -> Result<(), BroadPhaseError> {
    if known.is_some() { Ok(()) } else { Err(BroadPhaseError::StaleProxy(id)) }
}
