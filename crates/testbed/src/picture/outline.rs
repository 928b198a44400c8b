use geom::{Pose, Vec2};
use sat_simd::Shape;

use super::{Path, Step, View};

/// Adds the outline of a posed shape, rounding included, to `path`.
pub fn add_shape(path: &mut Path, shape: &Shape, pose: &Pose, view: &View) {
    let core: Vec<Vec2> = (0..shape.core_len()).map(|i| pose.transform_point(shape.core_vertex(i))).collect();
    let radius = shape.radius();
    match (&core[..], radius > 0.0) {
        ([center], _) => path.circle(view.point(*center), radius * view.scale),
        (&[a, b], true) if a == b => path.circle(view.point(a), radius * view.scale),
        ([a, b], false) => path.line(&[view.point(*a), view.point(*b)]),
        (corners, false) => path.outline(&corners.iter().map(|&corner| view.point(corner)).collect::<Vec<_>>()),
        (corners, true) => add_rounded(path, corners, radius, view),
    }
}

/// Straight pieces beside the edges, joined by arcs around the corners.
fn add_rounded(path: &mut Path, corners: &[Vec2], radius: f32, view: &View) {
    let n = corners.len();
    let normal = |i: usize| -(corners[(i + 1) % n] - corners[i % n]).perp().normalize_or_zero();
    path.steps.push(Step::Move(view.point(corners[0] + normal(0) * radius)));
    for i in 1..=n {
        let (corner, from, to) = (corners[i % n], normal(i - 1), normal(i));
        path.steps.push(Step::Line(view.point(corner + from * radius)));
        add_arc(path, corner, from * radius, to * radius, view);
    }
    path.steps.push(Step::Close);
}

/// An arc counter-clockwise around `center` from `center + from` to `center + to`.
fn add_arc(path: &mut Path, center: Vec2, from: Vec2, to: Vec2, view: &View) {
    let angle = from.perp_dot(to).abs().atan2(from.dot(to));
    let pieces = (angle / std::f32::consts::FRAC_PI_2).ceil().max(1.0);
    let piece = angle / pieces;
    // A cubic with handles of 4/3·tan(θ/4) radii touches the arc in its middle.
    let handle = 4.0 / 3.0 * (0.25 * piece).tan();
    let mut arm = from;
    for _ in 0..pieces as u32 {
        let next = Vec2::from_angle(piece).rotate(arm);
        let at = |offset: Vec2| view.point(center + offset);
        path.steps.push(Step::Curve(at(arm + arm.perp() * handle), at(next - next.perp() * handle), at(next)));
        arm = next;
    }
}
