//! Verdicts on any two posed shapes survive motions and scales that round no number.

#![no_main]

#[path = "../../crates/sat-simd/tests/levels/mod.rs"]
mod levels;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels::motions_and_scales(bytes));
