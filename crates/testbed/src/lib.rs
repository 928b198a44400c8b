//! Runs scenes, draws them, and inspects pairs axis by axis.

pub mod pairs;
pub mod picture;
