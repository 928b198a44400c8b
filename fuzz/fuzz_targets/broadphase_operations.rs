//! Any sequence of broad phase calls answers like brute force.

#![no_main]

#[path = "../../crates/broadphase/tests/ops/mod.rs"]
mod ops;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ops::decode::sequence(bytes).run());
