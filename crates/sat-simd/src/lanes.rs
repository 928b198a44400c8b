//! The one place that names the vector type: eight `f32` lanes.

/// How many axes or pairs one instruction of a kernel handles.
pub const LANES: usize = 8;

/// Eight `f32` side by side: one AVX register or two SSE, NEON or WebAssembly ones.
pub type F32s = wide::f32x8;
