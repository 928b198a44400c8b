//! The program people start: see `testbed --help`.

fn main() {}
