//! Named scenes as data, and the worlds built from them.
