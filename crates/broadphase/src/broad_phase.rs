use crate::{
    BroadPhaseError, Layer, ProxyId, Settings, Upkeep,
    columns::{Columns, Flags},
    common::Common,
    index::Index,
    marked::Marked,
    pairs::Pairs,
    update_all::RowPart,
    update_crowd::Movers,
};
use std::fmt;

/// Proxies in, sorted pairs and query hits out. See the [crate] for an introduction.
///
/// A proxy is a shape's bounds: a tight box and a tight circle. A moving proxy is also given a *fat* box, the tight one and
/// some margin, and as long as it stays inside that, moving it costs a few comparisons. [Pairs](BroadPhase::update_pairs) are
/// made of fat boxes, [queries](BroadPhase::query_aabb) answer for the tight ones.
///
/// Everything that comes out is a function of the calls made, bit for bit, on every machine. A clone goes on as its source does;
/// [`Clone::clone_from`] writes over another in the memory that it has, but for `rstar`.
pub struct BroadPhase {
    pub(crate) settings: Settings,
    pub(crate) columns: Columns,
    pub(crate) static_index: Index,
    pub(crate) moving_index: Index,
    /// Rows whose box the index does not have yet; some are dead.
    pub(crate) unsettled: Marked,
    /// Rows whose pairs may have changed since the last update; some are dead.
    pub(crate) dirty: Marked,
    pub(crate) pairs: Pairs,
    /// Room for an update where most boxes meet.
    pub(crate) common: Common,
    pub(crate) movers: Movers,
    /// Room for [`update_all`](BroadPhase::update_all).
    pub(crate) row_parts: Vec<RowPart>,
}

geom::clone_in_place!(
    BroadPhase { settings, columns, static_index, moving_index, unsettled, dirty, pairs }
    room { common, movers, row_parts }
);

impl BroadPhase {
    /// An empty broad phase with the default [`Settings`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_checked(Settings::default())
    }

    /// An empty broad phase.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`] for a margin that is negative or not finite.
    pub fn with_settings(settings: Settings) -> Result<Self, BroadPhaseError> {
        Ok(Self::with_checked(settings.checked()?))
    }

    fn with_checked(settings: Settings) -> Self {
        Self {
            columns: Columns::default(),
            static_index: Index::new(settings.static_index),
            moving_index: Index::new(settings.moving_index),
            unsettled: Marked::none(Flags::UNSETTLED, false),
            dirty: Marked::none(Flags::DIRTY, settings.moving_upkeep == Upkeep::Piecewise),
            pairs: Pairs::default(),
            common: Common::default(),
            movers: Movers::default(),
            row_parts: Vec::new(),
            settings,
        }
    }

    /// Sets how far moving boxes are fattened from now on; see [`Settings::margin`]. A fat box stays as it is until its proxy is
    /// updated and the box lets it out or is needlessly large.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`] for a margin that is negative or not finite.
    pub fn set_margin(&mut self, margin: f32) -> Result<(), BroadPhaseError> {
        self.settings = Settings { margin, ..self.settings }.checked()?;
        Ok(())
    }

    /// Makes room for this many proxies more, so that inserting them does not have to grow the columns time and again.
    ///
    /// No more than [`Settings::max_proxies`] are made room for, and fewer or none if there is no memory for so many.
    pub fn reserve(&mut self, additional: usize) {
        let additional = additional.min(self.settings.max_proxies as usize - self.columns.len());
        // Only time is lost where there is no room.
        let _ = self.columns.reserve(additional);
    }

    /// Removes a proxy; its pairs are reported as ended by the next update. O(1), O(log n) for `rstar`.
    ///
    /// # Errors
    /// [`BroadPhaseError::StaleProxy`].
    pub fn remove(&mut self, id: ProxyId) -> Result<(), BroadPhaseError> {
        let row = self.row(id)?;
        self.index_of(self.columns.layer(row)).remove(row as u32);
        self.pairs_changed(row);
        self.columns.remove(row);
        Ok(())
    }

    /// Forgets all proxies and pairs, and keeps the memory: for a new level, or a world that is set up anew in each step.
    ///
    /// No pair is reported as ended and no id comes to life again. Rows are given out from 0 again until one has had 2²⁴ ids, of
    /// which each clearing takes one, and then from the first that never was.
    pub fn clear(&mut self) {
        self.columns.clear();
        self.static_index.clear();
        self.moving_index.clear();
        self.unsettled.forget();
        self.dirty.forget();
        self.pairs.clear();
    }

    /// What it was made with, or [told since](Self::set_margin), as it is heeded: [`Settings::max_proxies`] is never more than 2²⁸.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many proxies there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held on the heap, for reports; what `rstar` holds is estimated.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.columns.bytes()
            + self.static_index.bytes()
            + self.moving_index.bytes()
            + self.pairs.bytes()
            + self.common.bytes()
            + self.movers.bytes()
            + self.row_parts.iter().map(RowPart::bytes).sum::<usize>()
            + self.unsettled.bytes()
            + self.dirty.bytes()
    }

    pub(crate) fn row(&self, id: ProxyId) -> Result<usize, BroadPhaseError> {
        self.columns.row(id).ok_or(BroadPhaseError::StaleProxy(id))
    }

    pub(crate) fn index_of(&mut self, layer: Layer) -> &mut Index {
        match layer {
            Layer::Static => &mut self.static_index,
            Layer::Moving => &mut self.moving_index,
        }
    }

    pub(crate) fn box_changed(&mut self, row: usize) {
        self.unsettled.mark(row, &mut self.columns.flags);
        self.pairs_changed(row);
    }

    pub(crate) fn pairs_changed(&mut self, row: usize) {
        self.dirty.mark(row, &mut self.columns.flags);
    }
}

impl fmt::Debug for BroadPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BroadPhase")
            .field("settings", &self.settings)
            .field("proxies", &self.len())
            .field("pairs", &self.pairs.len())
            .finish_non_exhaustive()
    }
}

impl Default for BroadPhase {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pair, Proxy, QueryFilter};
    use geom::{Aabb, BoundingCircle, Vec2};

    fn disc(x: f32, radius: f32) -> Proxy {
        let circle = BoundingCircle::new(Vec2::new(x, 0.0), radius);
        Proxy { aabb: circle.aabb(), circle, ..Proxy::default() }
    }

    #[test]
    fn bad_bounds_are_refused_and_change_nothing() {
        let mut broad_phase = BroadPhase::new();
        let good = disc(0.0, 1.0);
        let id = broad_phase.insert(&good).expect("valid");
        let inverted = Aabb::new(Vec2::ONE, Vec2::ZERO);
        let negative = BoundingCircle::new(Vec2::ZERO, -1.0);
        let infinite = Aabb::new(Vec2::ZERO, Vec2::new(1.0, f32::INFINITY));
        let nan = BoundingCircle::new(Vec2::NAN, 1.0);
        for (aabb, circle) in
            [(inverted, good.circle), (infinite, good.circle), (good.aabb, negative), (good.aabb, nan)]
        {
            assert!(broad_phase.insert(&Proxy { aabb, circle, ..good }).is_err());
            assert!(broad_phase.update(id, &aabb, &circle).is_err());
        }
        let result = broad_phase.update_moving(id, &good.aabb, &good.circle, Vec2::NAN);
        assert!(matches!(result, Err(BroadPhaseError::InvalidNumber { what: "displacement", .. })));
        assert_eq!((broad_phase.len(), broad_phase.get(id)), (1, Some(good)));
        assert!(BroadPhase::with_settings(Settings { margin: -0.1, ..Settings::default() }).is_err());
    }

    /// Moves few discs, a third or all of them by turns, takes one out and puts one in; comes back with what that changed.
    fn advance(broad_phase: &mut BroadPhase, ids: &mut Vec<ProxyId>, step: usize) -> String {
        let every = [40, 40, 40, 40, 40, 3, 1][step % 7];
        for (i, &id) in ids.iter().enumerate().filter(|(i, _)| (i + step).is_multiple_of(every)) {
            let circle = BoundingCircle::new(Vec2::new(((31 * i + 17 * step) % 199) as f32, 0.0), 1.0);
            broad_phase.update(id, &circle.aabb(), &circle).expect("alive");
        }
        let gone = ids.swap_remove(step % ids.len());
        broad_phase.remove(gone).expect("alive");
        ids.push(broad_phase.insert(&disc((step % 199) as f32, 1.0)).expect("valid"));
        let changes = broad_phase.update_pairs();
        let mut told = format!("{:?} {:?} {ids:?}", changes.begun, changes.ended);
        if step.is_multiple_of(5) {
            let mut met = Vec::new();
            broad_phase.query_point(Vec2::new(50.0, 0.0), &QueryFilter::ALL, &mut met).expect("finite");
            told += &format!("{:?} {met:?}", broad_phase.pairs());
        }
        told + &format!("{broad_phase:?} {:?} {:?}", broad_phase.begun(), broad_phase.ended())
    }

    #[test]
    fn what_is_written_over_goes_on_as_its_source() {
        let place = |broad_phase: &mut BroadPhase, count: usize| -> Vec<ProxyId> {
            (0..count).map(|i| broad_phase.insert(&disc((7 * i % 199) as f32, 1.0)).expect("valid")).collect()
        };
        let (mut source, mut other) = (BroadPhase::new(), BroadPhase::new());
        let (mut ids, mut others) = (place(&mut source, 150), place(&mut other, 400));
        for step in 0..60 {
            advance(&mut source, &mut ids, step);
            advance(&mut other, &mut others, 3 * step + 1);
            other.clone_from(&source);
            assert_eq!(
                format!("{:?} {:?}", other.begun(), other.pairs()),
                format!("{:?} {:?}", source.begun(), source.pairs())
            );
            others.clone_from(&ids);
            let (mut first, mut first_ids) = (source.clone(), ids.clone());
            for ahead in step + 1..step + 9 {
                let told = advance(&mut first, &mut first_ids, ahead);
                assert_eq!(advance(&mut other, &mut others, ahead), told, "step {ahead} from {step} on");
            }
        }
    }

    #[test]
    fn to_print_it_changes_nothing() {
        let mut broad_phase = BroadPhase::new();
        let ids: Vec<ProxyId> = (0..30).map(|x| broad_phase.insert(&disc(x as f32, 0.6)).expect("valid")).collect();
        broad_phase.update_pairs();
        broad_phase.remove(ids[7]).expect("alive");
        broad_phase.update_pairs();
        // The change is not in the list yet: to read that would write another.
        let before = broad_phase.bytes();
        assert!(format!("{broad_phase:?}").contains("pairs: 27"), "{broad_phase:?}");
        assert_eq!(broad_phase.bytes(), before);
        assert_eq!(broad_phase.pairs().len(), 27);
    }

    #[test]
    fn errors_say_what_was_wrong() {
        let error = BroadPhase::with_settings(Settings { margin: -0.5, ..Settings::default() }).map(|_| ());
        assert_eq!(error.expect_err("negative").to_string(), "margin must be finite and not negative, not -0.5");
        let error = BroadPhase::new().circle_filter(f32::NAN, &mut Vec::new()).expect_err("not a number");
        assert_eq!(error.to_string(), "margin must be a number, not NaN");
        let nearest = |distance| BroadPhase::new().nearest(Vec2::ZERO, 1, distance, &QueryFilter::ALL, &mut Vec::new());
        assert_eq!(nearest(f32::INFINITY), Ok(()));
        let error = nearest(-1.0).expect_err("negative");
        assert_eq!(error.to_string(), "max_distance must be at least 0, not -1");
        let error = BroadPhase::new().insert(&disc(f32::NAN, 1.0)).expect_err("not a number");
        assert!(error.to_string().starts_with("not a box of finite corners"), "{error}");
    }

    #[test]
    fn a_row_comes_back_with_another_id() {
        let mut broad_phase = BroadPhase::new();
        let first = broad_phase.insert(&disc(0.0, 1.0)).expect("valid");
        broad_phase.remove(first).expect("alive");
        let second = broad_phase.insert(&disc(0.0, 1.0)).expect("valid");
        assert_eq!(first.index(), second.index());
        assert_ne!(first, second);
        assert_eq!(broad_phase.remove(first), Err(BroadPhaseError::StaleProxy(first)));
    }

    #[test]
    fn a_row_with_pairs_waits_until_they_have_ended() {
        let mut broad_phase = BroadPhase::new();
        let a = broad_phase.insert(&disc(0.0, 1.0)).expect("valid");
        broad_phase.insert(&disc(1.0, 1.0)).expect("valid");
        broad_phase.update_pairs();
        broad_phase.remove(a).expect("alive");
        let other = broad_phase.insert(&disc(0.0, 1.0)).expect("valid");
        assert_ne!(a.index(), other.index());
        let changes = broad_phase.update_pairs();
        assert_eq!((changes.ended, changes.begun), (&[Pair::of_rows(0, 1)][..], &[Pair::of_rows(1, 2)][..]));
        broad_phase.update_pairs();
        assert_eq!(broad_phase.insert(&disc(0.0, 1.0)).expect("valid").index(), a.index());
    }

    #[test]
    fn a_cleared_broad_phase_is_as_new_and_knows_no_old_id() {
        let mut broad_phase = BroadPhase::new();
        let place =
            |broad_phase: &mut BroadPhase| [0.0, 1.0].map(|x| broad_phase.insert(&disc(x, 1.0)).expect("valid"));
        let old = place(&mut broad_phase);
        broad_phase.update_pairs();
        broad_phase.remove(old[0]).expect("alive");
        broad_phase.clear();
        assert!(broad_phase.is_empty() && broad_phase.pairs().is_empty());
        let new = place(&mut broad_phase);
        assert!(old.iter().all(|id| broad_phase.get(*id).is_none()), "{old:?} {new:?}");
        assert_eq!(new.map(ProxyId::index), [0, 1]);
        let changes = broad_phase.update_pairs();
        assert_eq!((changes.begun, changes.ended), (&[Pair::of_rows(0, 1)][..], &[][..]));
    }

    #[test]
    fn churn_does_not_grow_the_columns() {
        let mut broad_phase = BroadPhase::new();
        broad_phase.reserve(50);
        for _ in 0..100 {
            let ids: Vec<ProxyId> = (0..50).map(|x| broad_phase.insert(&disc(x as f32, 0.6)).expect("valid")).collect();
            broad_phase.update_pairs();
            assert_eq!(broad_phase.pairs().len(), 49);
            ids.into_iter().for_each(|id| broad_phase.remove(id).expect("alive"));
        }
        assert!(broad_phase.columns.rows() <= 150);
    }
}
