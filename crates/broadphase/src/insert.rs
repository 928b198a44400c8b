use crate::{
    BroadPhase, BroadPhaseError, Layer, Proxy, ProxyId, Settings,
    all_valid::AllValid,
    columns::Flags,
    error::{check_aabb, check_circle},
};
use geom::{Aabb, Vec2};
use std::{ops::Range, slice};

/// So many proxies are written into one column after the other: they are in the first-level cache until the last.
const AT_A_TIME: usize = 64;

impl BroadPhase {
    /// Adds a proxy, in O(1): it enters the index with all others at the next [update](BroadPhase::update_pairs).
    ///
    /// Rows, by which pairs and hits are sorted, are given out in the order of insertion, but that free ones come first: the one
    /// that became free last. Those of proxies that an update of pairs has seen become free two updates after the removal, together
    /// with all removed since the same update, of which the first removed is the first reused; others become free at once.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`], [`BroadPhaseError::Full`] at
    /// [`Settings::max_proxies`], or [`BroadPhaseError::RowsUsedUp`].
    pub fn insert(&mut self, proxy: &Proxy) -> Result<ProxyId, BroadPhaseError> {
        self.check(slice::from_ref(proxy))?;
        let row = match self.columns.reuse(proxy, fat(&self.settings, proxy)) {
            Some(row) => row,
            None => {
                self.append(slice::from_ref(proxy));
                return Ok(self.columns.id(self.columns.rows() - 1));
            }
        };
        self.box_changed(row);
        Ok(self.columns.id(row))
    }

    /// [`insert`](BroadPhase::insert) of many proxies, one after the other, for less; their ids are appended
    /// to `ids` in order.
    ///
    /// # Errors
    /// Those of [`insert`](BroadPhase::insert): of the first proxy with bad bounds, else [`BroadPhaseError::Full`] or
    /// [`BroadPhaseError::RowsUsedUp`]; then none is added.
    pub fn insert_batch(&mut self, proxies: &[Proxy], ids: &mut Vec<ProxyId>) -> Result<(), BroadPhaseError> {
        self.check(proxies)?;
        ids.reserve(proxies.len());
        let mut rest = proxies;
        while let [proxy, others @ ..] = rest
            && let Some(row) = self.columns.reuse(proxy, fat(&self.settings, proxy))
        {
            self.box_changed(row);
            ids.push(self.columns.id(row));
            rest = others;
        }
        for some in rest.chunks(AT_A_TIME) {
            let rows = self.append(some);
            ids.extend(self.columns.fresh_ids(rows));
        }
        Ok(())
    }

    /// Writes proxies into new rows, which are unsettled and dirty from the start, and says which.
    fn append(&mut self, proxies: &[Proxy]) -> Range<usize> {
        let first = self.columns.rows();
        self.columns.append(proxies, |proxy| fat(&self.settings, proxy), &[Flags::UNSETTLED, Flags::DIRTY]);
        let rows = first..self.columns.rows();
        self.unsettled.add(rows.start as u32..rows.end as u32, rows.end);
        self.dirty.add(rows.start as u32..rows.end as u32, rows.end);
        rows
    }

    /// Refuses proxies with bad bounds, or too many.
    fn check(&self, proxies: &[Proxy]) -> Result<(), BroadPhaseError> {
        let mut all_valid = AllValid::new();
        proxies.iter().for_each(|proxy| all_valid.and_of(&proxy.aabb, &proxy.circle, Vec2::ZERO));
        if !all_valid.holds() {
            for proxy in proxies {
                check_aabb(&proxy.aabb)?;
                check_circle(&proxy.circle)?;
            }
        }
        let max = self.settings.max_proxies;
        if proxies.len() > max as usize - self.columns.len() {
            return Err(BroadPhaseError::Full { max });
        }
        if proxies.len() > self.columns.room() {
            return Err(BroadPhaseError::RowsUsedUp { rows: self.columns.rows() });
        }
        Ok(())
    }
}

/// The fat box of a new proxy.
fn fat(settings: &Settings, proxy: &Proxy) -> Aabb {
    match proxy.layer {
        Layer::Static => proxy.aabb,
        Layer::Moving => settings.fatten(&proxy.aabb, Vec2::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::BoundingCircle;

    fn disc(x: f32) -> Proxy {
        let circle = BoundingCircle::new(Vec2::new(x, 0.0), 1.0);
        let layer = if (x as u32).is_multiple_of(3) { Layer::Static } else { Layer::Moving };
        Proxy { aabb: circle.aabb(), circle, layer, user_data: x as u64, ..Proxy::default() }
    }

    #[test]
    fn a_batch_is_one_insertion_after_the_other() {
        let (mut together, mut one_by_one) = (BroadPhase::new(), BroadPhase::new());
        for broad_phase in [&mut together, &mut one_by_one] {
            let old: Vec<ProxyId> = (0..20).map(|x| broad_phase.insert(&disc(x as f32)).expect("valid")).collect();
            old.iter().step_by(2).for_each(|&id| broad_phase.remove(id).expect("alive"));
        }
        let proxies: Vec<Proxy> = (0..300).map(|x| disc(x as f32 * 0.7)).collect();
        let mut ids = Vec::new();
        together.insert_batch(&proxies, &mut ids).expect("valid");
        let expected: Vec<ProxyId> = proxies.iter().map(|proxy| one_by_one.insert(proxy).expect("valid")).collect();
        assert_eq!(ids, expected);
        assert!(ids.iter().all(|&id| together.get(id) == one_by_one.get(id)));
        assert_eq!(together.update_pairs().begun, one_by_one.update_pairs().begun);
    }

    #[test]
    fn a_batch_with_a_bad_proxy_or_one_too_many_adds_none() {
        let settings = Settings { max_proxies: 3, ..Settings::default() };
        let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
        let mut ids = vec![broad_phase.insert(&disc(1.0)).expect("valid")];
        let result = broad_phase.insert_batch(&[disc(2.0), disc(f32::NAN)], &mut ids);
        assert!(matches!(result, Err(BroadPhaseError::InvalidAabb(_))));
        assert_eq!(broad_phase.insert_batch(&[disc(2.0); 3], &mut ids), Err(BroadPhaseError::Full { max: 3 }));
        assert_eq!((broad_phase.len(), ids.len()), (1, 1));
        broad_phase.insert_batch(&[disc(2.0); 2], &mut ids).expect("there is room for two");
        assert_eq!((broad_phase.len(), ids.len()), (3, 3));
    }
}
