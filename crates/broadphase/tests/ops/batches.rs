//! Calls that take many proxies at once.

use super::{Run, circle_around, valid};
use broadphase::{BroadPhaseError, Change, Layer, Move, Proxy};
use geom::{Aabb, BoundingCircle, Vec2};

impl Run {
    /// Inserts so many proxies, some of which may be invalid or too many: then none is.
    pub(super) fn insert_batch(&mut self, first: &Proxy, count: usize, step: Vec2) {
        let proxy = |number: usize| {
            let by = step * number as f32;
            let aabb = Aabb::new(first.aabb.min + by, first.aabb.max + by);
            Proxy { aabb, circle: circle_around(&aabb), user_data: number as u64, ..*first }
        };
        let proxies: Vec<Proxy> = (0..count).map(proxy).collect();
        let alive = self.made.iter().filter(|(_, known)| known.is_some()).count();
        let fits = alive + count <= self.settings.max_proxies as usize;
        let mut ids = Vec::new();
        let result = self.broad_phase.insert_batch(&proxies, &mut ids);
        assert_eq!(result.is_ok(), fits && proxies.iter().all(valid));
        assert_eq!(ids.len(), if result.is_ok() { count } else { 0 });
        for (id, proxy) in ids.into_iter().zip(&proxies) {
            self.inserted(id, proxy);
        }
    }

    /// Shifts so many proxies in one call, which makes no move when one of them is gone or goes beyond all numbers.
    pub(super) fn shift_batch(&mut self, first: usize, count: usize, by: Vec2) {
        let picked: Vec<_> = (0..count).filter_map(|number| self.pick(first.wrapping_add(number * 3))).collect();
        let shifted = |known: Option<Proxy>| {
            let Proxy { aabb, circle, .. } = known.unwrap_or_default();
            let circle = BoundingCircle::new(circle.center + by, circle.radius);
            (Aabb::new(aabb.min + by, aabb.max + by), circle)
        };
        let one = |&(id, known)| {
            let (aabb, circle) = shifted(known);
            Move { id, aabb, circle, displacement: by }
        };
        let moves: Vec<Move> = picked.iter().map(one).collect();
        let result = self.broad_phase.update_batch(&moves);
        let is_good = |(_, known): &(_, Option<Proxy>)| {
            let (aabb, circle) = shifted(*known);
            known.is_some() && aabb.is_valid() && circle.is_valid()
        };
        assert_eq!(result.is_ok(), picked.iter().all(is_good));
        if result.is_ok() {
            for Move { id, aabb, circle, .. } in moves {
                let known = self.made.iter().find(|(made, _)| *made == id).and_then(|(_, known)| *known);
                self.set(id, known.map(|proxy| Proxy { aabb, circle, ..proxy }));
            }
        }
    }

    /// Moves all proxies of the moving layer; those that are given bad bounds stay.
    pub(super) fn update_all(&mut self, seed: u64) {
        let result = self.broad_phase.update_all(|user_data| {
            let (aabb, circle) = next_bounds(seed, user_data)?;
            Some(Change::To(aabb, circle))
        });
        let mut is_all_good = true;
        for (_, known) in &mut self.made {
            let Some(proxy) = known.as_mut().filter(|proxy| proxy.layer == Layer::Moving) else { continue };
            let Some((aabb, circle)) = next_bounds(seed, proxy.user_data) else { continue };
            if aabb.is_valid() && circle.is_valid() {
                (proxy.aabb, proxy.circle) = (aabb, circle);
            } else {
                is_all_good = false;
            }
        }
        assert!(matches!(result, Ok(()) | Err(BroadPhaseError::InvalidAabb(_))));
        assert_eq!(result.is_ok(), is_all_good);
    }
}

/// Where what is called so goes: some stay where they are, others to somewhere near the origin, a few to nowhere.
fn next_bounds(seed: u64, user_data: u64) -> Option<(Aabb, BoundingCircle)> {
    let mixed = (seed ^ user_data).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let byte = |number: u32| (mixed >> (8 * number)) as u8;
    let center = Vec2::new(f32::from(byte(7)), f32::from(byte(6))) / 16.0 - Vec2::splat(8.0);
    let half = if byte(5) < 4 { f32::NAN } else { f32::from(byte(5) % 16) / 16.0 };
    let aabb = Aabb::from_center_half(center, Vec2::splat(half));
    (byte(4) < 200).then(|| (aabb, circle_around(&aabb)))
}
