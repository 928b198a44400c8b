//! The verdicts of sweeps and casts are exact for any two posed shapes.

#![no_main]

#[path = "../../crates/sat-simd/tests/levels/mod.rs"]
mod levels;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels::sweeps_and_casts(bytes));
