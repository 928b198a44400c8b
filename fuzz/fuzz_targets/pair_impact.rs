//! Until the time of impact any two moving shapes are apart, and then no further than promised.

#![no_main]

#[path = "../../crates/sat-simd/tests/levels/mod.rs"]
mod levels;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels::impacts(bytes));
