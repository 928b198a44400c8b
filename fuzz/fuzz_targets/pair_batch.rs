//! Batches of any shapes answer as single calls do.

#![no_main]

#[path = "../../crates/sat-simd/tests/levels/mod.rs"]
mod levels;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels::batches(bytes));
