use super::difference::Owner;
use super::nearest::Nearest;
use super::placed::RELATIVE_ERROR;
use super::separation::Contact;
use super::widen;
use crate::filter::{Edges, Facing, Frame, with_edges};
use crate::{Relation, ShapeRef};
use geom::Pose;
use glam::DVec2;

/// How two shapes with edges, one of them with area, lie to each other, and the point from which it is seen; `None` for more
/// than 64 vertices, where they are within rounding of touching and where `f32` cannot tell which edge and which vertex face
/// each other.
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
fn between_edges([a, b]: &[Side; 2]) -> Option<(DVec2, Contact, Relation)> {
    let facing = Facing::new(&a.edges, a.pose, &b.edges, b.pose)?;
    let offset = widen(b.pose.translation) - widen(a.pose.translation);
    let (core, other) = ([a, b][facing.owner % 2], [b, a][facing.owner % 2]);
    let found = Found::new(&facing, &core.edges, &other.edges);
    let [turned, turned_other] = [core, other].map(|side| Turned {
        rotation: DVec2::new(f64::from(side.pose.rotation.cos()), f64::from(side.pose.rotation.sin())),
        radius: f64::from(side.radius),
        reach: f64::from(side.edges.reach),
    });
    let (contact, relation) = contact_of(found, &turned, &turned_other, offset)?;
    Some((widen(core.pose.translation), contact, relation))
}

/// How two shapes with edges lie to each other that are turned by these cosines and sines, B's position `offset` from A's;
/// and who it is from whose position it is seen, 0 for A. `None` as for [`between_cores`], and where `f32` might overflow or
/// underflow.
#[inline]
pub(super) fn between_turned_cores(
    (a, turned_a): (ShapeRef, DVec2),
    (b, turned_b): (ShapeRef, DVec2),
    offset: DVec2,
) -> Option<(usize, Contact)> {
    let frame = Frame::of_doubles(offset, turned_a, turned_b);
    let side = |shape: ShapeRef, edges: &Edges, rotation| Turned {
        rotation,
        radius: f64::from(shape.radius()),
        reach: f64::from(edges.reach),
    };
    with_edges(a, |edges_a| {
        with_edges(b, |edges_b| {
            let facing = Facing::in_frame(&edges_a, &edges_b, &frame)?;
            let (edges, sides) = ([&edges_a, &edges_b], [side(a, &edges_a, turned_a), side(b, &edges_b, turned_b)]);
            let (owner, other) = (facing.owner % 2, 1 - facing.owner % 2);
            let found = Found::new(&facing, edges[owner], edges[other]);
            contact_between(found, &sides[owner], &sides[other], offset).map(|contact| (owner, contact))
        })
    })
}

/// How a core is turned, by its cosine and sine, its radius and how far it reaches around its origin.
#[derive(Clone, Copy)]
struct Turned {
    rotation: DVec2,
    radius: f64,
    reach: f64,
}

/// The edge and the vertex that face each other, each in its own frame.
#[derive(Clone, Copy)]
struct Found {
    /// Whose edge it is: 0 for A, 1 for B.
    owner: usize,
    start: DVec2,
    end: DVec2,
    vertex: DVec2,
}

impl Found {
    #[inline(always)]
    fn new(facing: &Facing, core: &Edges, other: &Edges) -> Self {
        let vertex = |edges: &Edges, index| widen(edges.vertex(index));
        let Facing { owner, edge, vertex: lowest } = *facing;
        Self { owner, start: vertex(core, edge), end: vertex(core, edge + 1), vertex: vertex(other, lowest) }
    }
}

/// [`contact_of`] without the verdict.
#[inline(never)]
fn contact_between(found: Found, core: &Turned, other: &Turned, offset: DVec2) -> Option<Contact> {
    contact_of(found, core, other, offset).map(|(contact, _)| contact)
}

/// How the edge of `core` and the vertex of `other` lie to each other, seen from the position of the edge's owner; B's position is
/// `offset` from A's.
#[inline(always)]
fn contact_of(found: Found, core: &Turned, other: &Turned, offset: DVec2) -> Option<(Contact, Relation)> {
    let toward = [1.0, -1.0][found.owner % 2];
    let offset = offset * toward;
    let vertex = offset + other.rotation.rotate(found.vertex);
    let (start, along) = (core.rotation.rotate(found.start), core.rotation.rotate(found.end - found.start));
    let nearest = Nearest::new(vertex - start, along, false);

    let radii = core.radius + other.radius;
    let error = (offset.abs().element_sum() + (core.reach + other.reach) + radii) * RELATIVE_ERROR;
    let separation = nearest.separation - radii;
    let is_sure =
        nearest.separation.abs() > error && separation.abs() > error && nearest.allows(error, separation, radii);
    if !is_sure || nearest.is_in_front(error) != (nearest.separation > 0.0) {
        return None;
    }
    let points = [vertex - nearest.normal * (nearest.separation - core.radius), vertex - nearest.normal * other.radius];
    let contact = Contact {
        normal: nearest.normal * toward,
        point_a: points[found.owner % 2],
        point_b: points[1 - found.owner % 2],
        separation,
        owner: [Owner::A, Owner::B][found.owner % 2],
    };
    Some((contact, if separation > 0.0 { Relation::Separated } else { Relation::Overlapping }))
}
