use super::difference::Owner;
use super::nearest::Nearest;
use super::placed::RELATIVE_ERROR;
use super::separation::Contact;
use super::{turn, widen};
use crate::filter::{Edges, Facing, with_edges};
use crate::{Relation, ShapeRef};
use geom::Pose;
use glam::DVec2;

/// How two shapes with edges, one of them with area, lie to each other, and the point from which it is seen; `None` for more
/// than eight vertices, where they are within rounding of touching and where `f32` cannot tell which edge and which vertex
/// face each other.
///
/// Of both shapes three vertices are seen in doubles.
#[inline]
pub(crate) fn between_cores(
    a: ShapeRef,
    pose_a: &Pose,
    b: ShapeRef,
    pose_b: &Pose,
) -> Option<(DVec2, Contact, Relation)> {
    let (radius_a, radius_b) = (a.radius(), b.radius());
    with_edges(a, |a| {
        let a = Side { edges: a, radius: radius_a, pose: pose_a };
        with_edges(b, |b| between_edges(&[a, Side { edges: b, radius: radius_b, pose: pose_b }]))
    })
}

/// A core, its radius and its pose.
#[derive(Clone, Copy)]
struct Side<'a> {
    edges: Edges<'a>,
    radius: f32,
    pose: &'a Pose,
}

#[inline(never)]
fn between_edges(sides: &[Side; 2]) -> Option<(DVec2, Contact, Relation)> {
    let [a, b] = sides;
    let facing = Facing::new(&a.edges, a.pose, &b.edges, b.pose)?;
    let (core, other) = (&sides[facing.owner], &sides[1 - facing.owner]);
    let ends = facing.ends.map(widen);
    let offset = widen(other.pose.translation) - widen(core.pose.translation);
    let vertex = offset + turn(other.pose.rotation, widen(facing.vertex));
    let (start, along) = (turn(core.pose.rotation, ends[0]), turn(core.pose.rotation, ends[1] - ends[0]));
    let nearest = Nearest::new(vertex - start, along, false);

    let (radius, other_radius) = (f64::from(core.radius), f64::from(other.radius));
    let radii = radius + other_radius;
    let reaches = f64::from(core.edges.reach) + f64::from(other.edges.reach);
    let error = (offset.abs().element_sum() + reaches + radii) * RELATIVE_ERROR;
    let separation = nearest.separation - radii;
    if !(nearest.separation.abs() > error && separation.abs() > error) {
        return None;
    }
    let points = [vertex - nearest.normal * (nearest.separation - radius), vertex - nearest.normal * other_radius];
    let contact = Contact {
        normal: nearest.normal * [1.0, -1.0][facing.owner],
        separation,
        point_a: points[facing.owner],
        point_b: points[1 - facing.owner],
        owner: [Owner::A, Owner::B][facing.owner],
    };
    let relation = if separation > 0.0 { Relation::Separated } else { Relation::Overlapping };
    Some((widen(core.pose.translation), contact, relation))
}
