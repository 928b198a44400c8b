//! Broad phase: fat boxes, bounding circles and filters in, sorted pairs and query hits out.
