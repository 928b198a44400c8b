//! Box2D's dynamic tree.

use super::vec2;
use boxdd_sys::ffi;
use geom::Aabb;
use std::ffi::{c_int, c_void};

/// A tree that frees its nodes when dropped.
#[derive(Debug)]
pub struct Tree(ffi::b2DynamicTree);

/// A leaf of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProxyId(c_int);

impl Tree {
    /// An empty tree.
    #[must_use]
    pub fn new() -> Self {
        super::heap::count_box2d();
        // SAFETY: no precondition.
        Self(unsafe { ffi::b2DynamicTree_Create(16) })
    }

    /// Inserts a box that carries `user_data`.
    pub fn insert(&mut self, aabb: &Aabb, user_data: u32) -> ProxyId {
        // SAFETY: the tree is live, the box valid.
        ProxyId(unsafe { ffi::b2DynamicTree_CreateProxy(&raw mut self.0, bounds(aabb), 1, u64::from(user_data)) })
    }

    /// Grows a leaf to `aabb`, which must contain its present box or leave it.
    pub fn enlarge(&mut self, id: ProxyId, aabb: &Aabb) {
        // SAFETY: the tree is live; ids come from `insert` and are never removed.
        unsafe { ffi::b2DynamicTree_EnlargeProxy(&raw mut self.0, id.0, bounds(aabb)) };
    }

    /// Restores the quality of the parts that were enlarged, as Box2D does once a step.
    pub fn rebuild(&mut self) {
        // SAFETY: the tree is live.
        unsafe { ffi::b2DynamicTree_Rebuild(&raw mut self.0, false) };
    }

    /// Calls `visit` with the user data of each leaf that overlaps `aabb`.
    pub fn query<F: FnMut(u32)>(&self, aabb: &Aabb, visit: &mut F) {
        // SAFETY: the tree is live; the context is `visit`, borrowed for the call, of the type `call` expects.
        unsafe {
            ffi::b2DynamicTree_Query(
                &raw const self.0,
                bounds(aabb),
                u64::MAX,
                Some(call::<F>),
                (&raw mut *visit).cast(),
            );
        }
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
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

fn bounds(aabb: &Aabb) -> ffi::b2AABB {
    ffi::b2AABB { lowerBound: vec2(aabb.min), upperBound: vec2(aabb.max) }
}
