use crate::{
    BroadPhase, BroadPhaseError, ProxyId, QueryFilter,
    error::{check_aabb, check_vector},
    ray::Ray,
};
use geom::{Aabb, Vec2};

/// A proxy whose tight box a ray enters or a swept box meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The proxy.
    pub id: ProxyId,
    /// Where, as a fraction of the translation: 0 at the start or when they share a point there, 1 at the end.
    pub fraction: f32,
}

/// Ray casts: the ray goes from `origin` to `origin + translation`, in metres. It enters a box at the first point they
/// share, an edge or a corner included; a ray of no length is a point.
impl BroadPhase {
    /// Calls `visitor` for the proxies whose tight boxes the ray enters, roughly from near to far. What it returns limits the
    /// rest of the ray: 1 to go on, the hit's fraction (or that of the shape inside the box) to look for nearer ones alone,
    /// a negative number to stop. The limit never grows again.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(RayHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        check_vector("origin", origin)?;
        check_vector("translation", translation)?;
        self.cast(&Ray::new(origin, translation), filter, visitor);
        Ok(())
    }

    /// The proxy whose tight box the ray enters first, of several at once the one with the lowest id.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn ray_cast_closest(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<RayHit>, BroadPhaseError> {
        check_vector("origin", origin)?;
        check_vector("translation", translation)?;
        Ok(self.closest(&Ray::new(origin, translation), filter))
    }

    /// Replaces the contents of `hits` by all proxies whose tight boxes the ray enters, by fraction, then by id.
    ///
    /// # Errors
    /// `InvalidNumber`; `hits` is then unchanged.
    pub fn ray_cast_all(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        hits: &mut Vec<RayHit>,
    ) -> Result<(), BroadPhaseError> {
        check_vector("origin", origin)?;
        check_vector("translation", translation)?;
        hits.clear();
        self.ray_cast(origin, translation, filter, |hit| {
            hits.push(hit);
            1.0
        })?;
        hits.sort_unstable_by(|a, b| a.fraction.total_cmp(&b.fraction).then(a.id.cmp(&b.id)));
        Ok(())
    }

    /// Whether the ray enters any tight box at all.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn ray_cast_any(&self, origin: Vec2, translation: Vec2, filter: &QueryFilter) -> Result<bool, BroadPhaseError> {
        let mut any = false;
        self.ray_cast(origin, translation, filter, |_| {
            any = true;
            -1.0
        })?;
        Ok(any)
    }
}

/// Box sweeps: a box moves by a translation without turning, and meets a proxy where their borders first share a point.
impl BroadPhase {
    /// Calls `visitor` for the proxies whose tight boxes `aabb` meets on its way by `translation`, roughly from near to far;
    /// what it returns limits the rest of the way, as for [`ray_cast`](BroadPhase::ray_cast).
    ///
    /// # Errors
    /// `InvalidAabb`, `InvalidNumber`.
    pub fn cast_aabb(
        &self,
        aabb: &Aabb,
        translation: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(RayHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        check_aabb(aabb)?;
        check_vector("translation", translation)?;
        self.cast(&Ray::of_box(aabb, translation), filter, visitor);
        Ok(())
    }

    /// The proxy whose tight box `aabb` meets first on its way, of several at once the one with the lowest id.
    ///
    /// # Errors
    /// `InvalidAabb`, `InvalidNumber`.
    pub fn cast_aabb_closest(
        &self,
        aabb: &Aabb,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<RayHit>, BroadPhaseError> {
        check_aabb(aabb)?;
        check_vector("translation", translation)?;
        Ok(self.closest(&Ray::of_box(aabb, translation), filter))
    }
}

/// What both share.
impl BroadPhase {
    fn cast(&self, ray: &Ray, filter: &QueryFilter, mut visitor: impl FnMut(RayHit) -> f32) {
        let columns = &self.columns;
        let mut offer = |row: usize, limit: f32| {
            if !filter.accepts(&columns.filters[row], columns.layer(row)) {
                return limit;
            }
            match ray.entry(&columns.tight[row], limit) {
                // A NaN from the visitor leaves the limit where it is.
                Some(fraction) => limit.min(visitor(RayHit { id: columns.id(row), fraction })),
                None => limit,
            }
        };
        let mut limit = 1.0;
        for row in self.waiting() {
            limit = offer(row, limit);
        }
        for index in self.indices(filter) {
            limit = index
                .ray(ray, limit, &mut |row, limit| self.settled(row as usize).map_or(limit, |row| offer(row, limit)));
        }
    }

    fn closest(&self, ray: &Ray, filter: &QueryFilter) -> Option<RayHit> {
        let mut closest: Option<RayHit> = None;
        self.cast(ray, filter, |hit| {
            if closest.is_none_or(|closest| precedes(&hit, &closest)) {
                closest = Some(hit);
            }
            // Those at the same fraction are still offered.
            hit.fraction
        });
        closest
    }
}

fn precedes(a: &RayHit, b: &RayHit) -> bool {
    a.fraction < b.fraction || (a.fraction == b.fraction && a.id < b.id)
}
