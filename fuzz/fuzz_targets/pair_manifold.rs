//! Manifolds of any two posed shapes are as deep as the shapes.

#![no_main]

#[path = "../../crates/sat-simd/tests/levels/mod.rs"]
mod levels;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| levels::contact_points(bytes));
