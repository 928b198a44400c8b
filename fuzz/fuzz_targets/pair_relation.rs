//! The relation of any two posed shapes is what exact arithmetic says.

#![no_main]

#[path = "../../crates/sat-simd/tests/oracle/mod.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| oracle::check(&oracle::decode(bytes)));
