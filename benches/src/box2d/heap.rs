//! Box2D's heap, counted with ours.

use crate::counting;
use boxdd_sys::ffi;
use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{c_int, c_void};
use std::sync::Once;

/// Box2D asks for blocks of this alignment.
const ALIGNMENT: usize = 32;

/// Makes Box2D take its memory through functions that book it in the [tally](counting::tally), from the first call on.
///
/// Call it before anything else of Box2D's: blocks must go back to the heap they came from.
pub fn count_box2d() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: both functions follow b2AllocFcn's and b2FreeFcn's contract, and no block has been handed out yet.
        unsafe { ffi::b2SetAllocator(Some(allocate), Some(free)) };
    });
}

unsafe extern "C" fn allocate(size: usize, alignment: c_int) -> *mut c_void {
    let Some(layout) = layout(size, alignment as usize) else { return std::ptr::null_mut() };
    counting::book(1, size as i64);
    // SAFETY: the size is not zero, see `layout`.
    unsafe { System.alloc(layout) }.cast()
}

unsafe extern "C" fn free(block: *mut c_void, size: usize) {
    if let Some(layout) = layout(size, ALIGNMENT) {
        counting::book(0, -(size as i64));
        // SAFETY: Box2D gives back a block of `allocate`'s with the size it asked for.
        unsafe { System.dealloc(block.cast(), layout) };
    }
}

fn layout(size: usize, alignment: usize) -> Option<Layout> {
    Layout::from_size_align(size.next_multiple_of(ALIGNMENT).max(ALIGNMENT), alignment.max(ALIGNMENT)).ok()
}
