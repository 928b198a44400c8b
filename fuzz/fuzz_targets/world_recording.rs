//! What a recording is written as may say anything: it is refused, its calls are, or it is replayed, twice to the same bits.

#![no_main]

#[path = "../../crates/world/tests/tampering/mod.rs"]
mod tampering;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tampering::run(bytes));
