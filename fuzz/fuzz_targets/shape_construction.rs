//! Shapes from any numbers are refused truly or keep their promises, judged on integers.

#![no_main]

#[path = "../../crates/sat-simd/tests/construction/mod.rs"]
mod construction;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| construction::check(bytes));
