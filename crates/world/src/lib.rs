//! 2D rigid bodies: stepping, contacts and pair resolution on top of sat-simd and broadphase.
