use super::{Axis, AxisSource, Interval};
use crate::precise::{Core, Difference, to_vec2};
use alloc::vec::Vec;
use glam::DVec2;

/// The axes that decide the pair, in the order of [`Explanation::axes`](super::Explanation::axes).
pub(super) fn of(difference: &Difference) -> Vec<Axis> {
    let (core_a, core_b) = (&difference.core_a, &difference.core_b);
    let mut axes = Vec::with_capacity(core_a.len() + core_b.len() + 1);
    for (edge, opposite) in edge_axes(core_a) {
        axes.push(axis(difference, AxisSource::EdgeOfA { edge, opposite }, core_a.normal(edge)));
    }
    for (edge, opposite) in edge_axes(core_b) {
        axes.push(axis(difference, AxisSource::EdgeOfB { edge, opposite }, core_b.normal(edge)));
    }
    if difference.radius() > 0.0 || difference.is_thin() {
        let (a, b, between) = nearest_vertices(difference);
        if between != DVec2::ZERO {
            axes.push(axis(difference, AxisSource::Vertices { a, b }, between / between.length()));
        } else if axes.is_empty() {
            axes.push(axis(difference, AxisSource::Vertices { a, b }, DVec2::X));
        }
    }
    axes
}

/// The edges whose axes differ, each with its parallel on the other side; both sides of a segment are one axis.
fn edge_axes(core: &Core) -> Vec<(usize, Option<usize>)> {
    let mut axes: Vec<(usize, Option<usize>)> = Vec::new();
    for edge in 0..core.edge_count() {
        match axes.iter_mut().find(|(first, _)| core.are_parallel(*first, edge)) {
            Some((_, opposite)) => *opposite = Some(edge),
            None => axes.push((edge, None)),
        }
    }
    axes
}

/// The vertices with the smallest distance between them, and the vector from A's to B's.
fn nearest_vertices(difference: &Difference) -> (usize, usize, DVec2) {
    let mut best = (0, 0, difference.offset);
    for a in 0..difference.core_a.len() {
        for b in 0..difference.core_b.len() {
            let between = difference.offset + difference.core_b.vertex(b) - difference.core_a.vertex(a);
            if between.length_squared() < best.2.length_squared() {
                best = (a, b, between);
            }
        }
    }
    best
}

/// Both shadows along `direction`, turned round when the shapes part more easily the other way.
fn axis(difference: &Difference, source: AxisSource, direction: DVec2) -> Axis {
    let (ahead, behind) = (gap(difference, direction), gap(difference, -direction));
    let (normal, gap) = if behind > ahead { (-direction, behind) } else { (direction, ahead) };
    let first_a = normal.dot(difference.origin);
    let first_b = normal.dot(difference.origin + difference.offset);
    Axis {
        source,
        // Adding zero makes −0 plain.
        normal: to_vec2(normal + DVec2::ZERO),
        a: shadow(&difference.core_a, normal, first_a, difference.radius_a),
        b: shadow(&difference.core_b, normal, first_b, difference.radius_b),
        gap,
    }
}

/// From the far end of A's shadow to the near end of B's, without the position in the world.
fn gap(difference: &Difference, direction: DVec2) -> f64 {
    let (core_a, core_b) = (&difference.core_a, &difference.core_b);
    let (a, b) = (core_a.support(direction), core_b.support(-direction));
    direction.dot(difference.offset + core_b.vertex(b) - core_a.vertex(a)) - difference.radius()
}

fn shadow(core: &Core, normal: DVec2, first: f64, radius: f64) -> Interval {
    let (low, high) = (core.vertex(core.support(-normal)), core.vertex(core.support(normal)));
    let (low, high) = (first + normal.dot(low) - radius, first + normal.dot(high) + radius);
    // Of what is seen end on rounding may turn them about.
    Interval { min: low.min(high), max: low.max(high) }
}
