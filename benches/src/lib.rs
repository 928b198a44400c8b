//! Side-by-side measurements against the peers.
