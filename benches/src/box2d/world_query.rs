//! What a Box2D world is asked between its steps. Shapes are told by how many were made before them: none is removed.

use super::{vec2, world::World};
use boxdd_sys::ffi;
use geom::{Aabb, Vec2};
use std::ffi::c_void;

impl World {
    /// Builds the tree of static shapes anew, which is for after many were made.
    pub fn rebuild_static(&mut self) {
        // SAFETY: the world is live.
        unsafe { ffi::b2World_RebuildStaticTree(self.id) };
    }

    /// The shape that a ray meets first, and at which fraction; not those that it starts in.
    #[must_use]
    pub fn ray_cast_closest(&self, origin: Vec2, translation: Vec2, mask: u64) -> Option<(u32, f32)> {
        // SAFETY: the world is live.
        let hit = unsafe { ffi::b2World_CastRayClosest(self.id, vec2(origin), vec2(translation), filter(mask)) };
        hit.hit.then(|| (number(hit.shapeId), hit.fraction))
    }

    /// The shape that a disc on its way meets first, and at which fraction.
    #[must_use]
    pub fn circle_cast_closest(&self, center: Vec2, radius: f32, way: Vec2, mask: u64) -> Option<(u32, f32)> {
        let mut closest = None;
        let proxy = proxy(&[Vec2::ZERO], radius);
        // SAFETY: the world is live, as are the proxy and the context, of the type `first` expects, through the call.
        unsafe {
            let context = (&raw mut closest).cast();
            let origin = vec2(center);
            ffi::b2World_CastShape(self.id, origin, &raw const proxy, vec2(way), filter(mask), Some(first), context);
        }
        closest
    }

    /// Calls `visit` for each shape that shares a point with a box.
    pub fn overlap_box<F: FnMut(u32)>(&self, aabb: &Aabb, mask: u64, visit: &mut F) {
        let (center, half) = (aabb.center(), aabb.half_extents());
        let corners = [-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)];
        let proxy = proxy(&corners, 0.0);
        // SAFETY: as in `circle_cast_closest`; the context is `visit`, of the type `each` expects.
        unsafe {
            let context = (&raw mut *visit).cast();
            let origin = vec2(center);
            ffi::b2World_OverlapShape(self.id, origin, &raw const proxy, filter(mask), Some(each::<F>), context);
        }
    }

    /// Calls `visit` for each shape whose box, as large as the tree has it, overlaps `aabb`.
    pub fn overlap_bounds<F: FnMut(u32)>(&self, aabb: &Aabb, mask: u64, visit: &mut F) {
        let bounds = ffi::b2AABB { lowerBound: vec2(aabb.min), upperBound: vec2(aabb.max) };
        // SAFETY: as in `overlap_box`.
        unsafe {
            let context = (&raw mut *visit).cast();
            ffi::b2World_OverlapAABB(self.id, vec2(Vec2::ZERO), bounds, filter(mask), Some(each::<F>), context);
        }
    }
}

fn filter(mask: u64) -> ffi::b2QueryFilter {
    // SAFETY: no precondition.
    ffi::b2QueryFilter { maskBits: mask, ..unsafe { ffi::b2DefaultQueryFilter() } }
}

fn proxy(points: &[Vec2], radius: f32) -> ffi::b2ShapeProxy {
    let mut all = [vec2(Vec2::ZERO); ffi::B2_MAX_POLYGON_VERTICES as usize];
    all.iter_mut().zip(points).for_each(|(slot, point)| *slot = vec2(*point));
    ffi::b2ShapeProxy { points: all, count: points.len() as i32, radius }
}

fn number(id: ffi::b2ShapeId) -> u32 {
    id.index1 as u32 - 1
}

unsafe extern "C" fn first(
    id: ffi::b2ShapeId,
    _point: ffi::b2Pos,
    _normal: ffi::b2Vec2,
    fraction: f32,
    context: *mut c_void,
) -> f32 {
    // SAFETY: `circle_cast_closest` passes a pointer to such a live option that nobody else uses meanwhile.
    let closest = unsafe { &mut *context.cast::<Option<(u32, f32)>>() };
    *closest = Some((number(id), fraction));
    fraction
}

unsafe extern "C" fn each<F: FnMut(u32)>(id: ffi::b2ShapeId, context: *mut c_void) -> bool {
    // SAFETY: the callers pass a pointer to a live `F` that nobody else uses meanwhile.
    let visit = unsafe { &mut *context.cast::<F>() };
    visit(number(id));
    true
}
