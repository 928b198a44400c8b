//! Runs scenes, draws them, and inspects pairs axis by axis.
