//! Box2D's dynamic tree.

use super::vec2;
use boxdd_sys::ffi;
use geom::{Aabb, Vec2};
use std::ffi::{c_int, c_void};

/// A tree that frees its nodes when dropped.
#[derive(Debug)]
pub struct Tree(ffi::b2DynamicTree);

/// A leaf of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProxyId(c_int);

impl Tree {
    /// An empty tree with room for so many leaves; at least 16, as Box2D's worlds have it.
    #[must_use]
    pub fn with_room(leaves: usize) -> Self {
        super::heap::count_box2d();
        // SAFETY: the capacity is positive.
        Self(unsafe { ffi::b2DynamicTree_Create(leaves.max(16) as c_int) })
    }

    /// Inserts a box of some categories that carries `user_data`.
    pub fn insert(&mut self, aabb: &Aabb, categories: u64, user_data: u32) -> ProxyId {
        // SAFETY: the tree is live, the box valid.
        ProxyId(unsafe {
            ffi::b2DynamicTree_CreateProxy(&raw mut self.0, bounds(aabb), categories, u64::from(user_data))
        })
    }

    /// Grows a leaf to `aabb`, which must contain its present box or leave it.
    pub fn enlarge(&mut self, id: ProxyId, aabb: &Aabb) {
        // SAFETY: the tree is live; ids come from `insert` and are never removed.
        unsafe { ffi::b2DynamicTree_EnlargeProxy(&raw mut self.0, id.0, bounds(aabb)) };
    }

    /// Takes a leaf out and inserts it anew.
    pub fn move_to(&mut self, id: ProxyId, aabb: &Aabb) {
        // SAFETY: the tree is live; ids come from `insert` and are never removed.
        unsafe { ffi::b2DynamicTree_MoveProxy(&raw mut self.0, id.0, bounds(aabb)) };
    }

    /// Restores the quality of the parts that were enlarged, as Box2D does once a step.
    pub fn rebuild(&mut self) {
        // SAFETY: the tree is live.
        unsafe { ffi::b2DynamicTree_Rebuild(&raw mut self.0, false) };
    }

    /// Builds the whole tree anew, the way a part of it is in [`Tree::rebuild`].
    pub fn rebuild_all(&mut self) {
        // SAFETY: the tree is live.
        unsafe { ffi::b2DynamicTree_Rebuild(&raw mut self.0, true) };
    }

    /// Calls `visit` with the user data of each leaf of these categories that overlaps `aabb`.
    pub fn query<F: FnMut(u32)>(&self, aabb: &Aabb, mask: u64, visit: &mut F) {
        // SAFETY: the tree is live; the context is `visit`, borrowed for the call, of the type `call` expects.
        unsafe {
            ffi::b2DynamicTree_Query(&raw const self.0, bounds(aabb), mask, Some(call::<F>), (&raw mut *visit).cast());
        }
    }

    /// Calls `visit` with the user data of leaves that a ray may enter, and the limit of the ray; it returns the new limit.
    pub fn ray_cast<F: FnMut(u32, f32) -> f32>(&self, origin: Vec2, translation: Vec2, mask: u64, visit: &mut F) {
        let input = ffi::b2RayCastInput { origin: vec2(origin), translation: vec2(translation), maxFraction: 1.0 };
        // SAFETY: as in `query`.
        unsafe {
            ffi::b2DynamicTree_RayCast(
                &raw const self.0,
                &raw const input,
                mask,
                Some(call_ray::<F>),
                (&raw mut *visit).cast(),
            );
        }
    }

    /// [`Tree::ray_cast`] for a box on its way.
    pub fn box_cast<F: FnMut(u32, f32) -> f32>(&self, aabb: &Aabb, translation: Vec2, mask: u64, visit: &mut F) {
        let input = ffi::b2BoxCastInput { box_: bounds(aabb), translation: vec2(translation), maxFraction: 1.0 };
        // SAFETY: as in `query`.
        unsafe {
            ffi::b2DynamicTree_BoxCast(
                &raw const self.0,
                &raw const input,
                mask,
                Some(call_box::<F>),
                (&raw mut *visit).cast(),
            );
        }
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::with_room(0)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: the tree is live and not used again.
        unsafe { ffi::b2DynamicTree_Destroy(&raw mut self.0) };
    }
}

unsafe extern "C" fn call<F: FnMut(u32)>(_id: c_int, user_data: u64, context: *mut c_void) -> bool {
    // SAFETY: `query` passes a pointer to a live `F` that nobody else uses meanwhile.
    let visit = unsafe { &mut *context.cast::<F>() };
    visit(user_data as u32);
    true
}

unsafe extern "C" fn call_ray<F: FnMut(u32, f32) -> f32>(
    input: *const ffi::b2RayCastInput,
    _id: c_int,
    user_data: u64,
    context: *mut c_void,
) -> f32 {
    // SAFETY: `ray_cast` passes a pointer to a live `F` that nobody else uses meanwhile, Box2D one to its input.
    let (visit, max) = unsafe { (&mut *context.cast::<F>(), (*input).maxFraction) };
    visit(user_data as u32, max)
}

unsafe extern "C" fn call_box<F: FnMut(u32, f32) -> f32>(
    input: *const ffi::b2BoxCastInput,
    _id: c_int,
    user_data: u64,
    context: *mut c_void,
) -> f32 {
    // SAFETY: `box_cast` passes a pointer to a live `F` that nobody else uses meanwhile, Box2D one to its input.
    let (visit, max) = unsafe { (&mut *context.cast::<F>(), (*input).maxFraction) };
    visit(user_data as u32, max)
}

fn bounds(aabb: &Aabb) -> ffi::b2AABB {
    ffi::b2AABB { lowerBound: vec2(aabb.min), upperBound: vec2(aabb.max) }
}
