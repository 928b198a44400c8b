//! Depth, distance and separation keep their bounds on any two posed shapes.

#![no_main]

#[path = "../../crates/sat-simd/tests/levels/mod.rs"]
mod levels;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels::depth_and_distance(bytes));
