//! An explanation agrees with the verdict and its picture is all numbers, for any two posed shapes.

#![no_main]

#[path = "../../crates/sat-simd/tests/levels/mod.rs"]
mod levels;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels::explanations(bytes));
