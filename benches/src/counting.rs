//! A global allocator that counts, for the sections `quality` and `memory`.
#![allow(unsafe_code)] // GlobalAlloc is an unsafe trait; everything is passed on to the system's allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};

static COUNTING: AtomicBool = AtomicBool::new(false);
static LIVE_BYTES: AtomicI64 = AtomicI64::new(0);
static ALLOCATIONS: AtomicI64 = AtomicI64::new(0);

/// The system's allocator, which counts blocks and bytes while [`start_counting`] is in force.
///
/// It does not count otherwise, so that engines that allocate in the timed loops pay one load and a branch only.
#[derive(Debug)]
pub struct CountingAllocator;

/// Allocations and bytes since [`start_counting`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Blocks asked for, growth of an existing block included.
    pub allocations: i64,
    /// Bytes asked for and not given back.
    pub live_bytes: i64,
}

/// Sets both counts to zero and begins to count.
pub fn start_counting() {
    LIVE_BYTES.store(0, Relaxed);
    ALLOCATIONS.store(0, Relaxed);
    COUNTING.store(true, Relaxed);
}

/// Ends counting; [`tally`] keeps its values.
pub fn stop_counting() {
    COUNTING.store(false, Relaxed);
}

/// The counts so far.
#[must_use]
pub fn tally() -> Tally {
    Tally { allocations: ALLOCATIONS.load(Relaxed), live_bytes: LIVE_BYTES.load(Relaxed) }
}

/// Books `bytes` gained (or lost, when negative) and `allocations` blocks; also called for Box2D's own heap.
pub(crate) fn book(allocations: i64, bytes: i64) {
    if COUNTING.load(Relaxed) {
        ALLOCATIONS.fetch_add(allocations, Relaxed);
        LIVE_BYTES.fetch_add(bytes, Relaxed);
    }
}

// SAFETY: every call is handed to `System` unchanged; the counting beside it touches atomics alone.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        book(1, layout.size() as i64);
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        book(1, layout.size() as i64);
        // SAFETY: the caller keeps `alloc_zeroed`'s contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        book(1, new_size as i64 - layout.size() as i64);
        // SAFETY: the caller keeps `realloc`'s contract.
        unsafe { System.realloc(block, layout, new_size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        book(0, -(layout.size() as i64));
        // SAFETY: the caller keeps `dealloc`'s contract.
        unsafe { System.dealloc(block, layout) }
    }
}
