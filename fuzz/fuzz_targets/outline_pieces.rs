//! Outlines are cut into pieces that cover them exactly, or refused for a reason that holds.

#![no_main]

#[path = "../../crates/sat-simd/tests/outlines/mod.rs"]
mod outlines;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| outlines::pieces(bytes));
