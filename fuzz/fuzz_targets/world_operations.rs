//! Any sequence of world calls keeps the world's promises, and leads to the same bits again after going back; stale handles and bad values change nothing.

#![no_main]

#[path = "../../crates/world/tests/ops/mod.rs"]
mod ops;

use world as engine;

/// How many calls one input makes at most.
const MAX_OPERATIONS: usize = 200;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ops::run(bytes, MAX_OPERATIONS));
