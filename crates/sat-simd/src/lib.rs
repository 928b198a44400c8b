//! Separating axis theorem for convex 2D shapes, eight axes or eight pairs at a time, with exact answers.
