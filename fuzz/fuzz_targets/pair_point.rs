//! A point's verdict is exact and its distance within its bound, for any posed shape.

#![no_main]

#[path = "../../crates/sat-simd/tests/levels/mod.rs"]
mod levels;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels::points(bytes));
