//! From rings to the triangles inside them.

use super::error::{DecomposeError, RingEdge};
use super::half_edges::{HalfEdge, HalfEdges};
use alloc::vec;
use alloc::vec::Vec;
use geom::Vec2;
use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

/// What an edge of the triangulation remembers of the rings that run along it.
#[derive(Clone, Copy, Default)]
struct Run {
    /// Whether an odd number of them do: one side is inside, the other outside.
    is_border: bool,
    /// The first of them.
    edge: Option<RingEdge>,
}

/// A vertex of the rings.
#[derive(Clone, Copy)]
struct Corner(Vec2);

/// 2²⁰. `spade` takes coordinates from 2⁻¹⁴² to 2²⁰¹: scaled by this, every finite `f32` is among them, exactly, and so
/// deep inside them that its predicates' products neither over- nor underflow.
const SCALE: f64 = 1_048_576.0;

impl HasPosition for Corner {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        Point2::new(f64::from(self.0.x) * SCALE, f64::from(self.0.y) * SCALE)
    }
}

type Mesh = ConstrainedDelaunayTriangulation<Corner, (), Run>;

/// The triangles whose inner points an odd number of `rings` go around.
pub(super) fn triangulate(rings: &[&[Vec2]]) -> Result<HalfEdges, DecomposeError> {
    let mut mesh = Mesh::new();
    let all = insert(&mut mesh, rings);
    let mut first = 0;
    for (ring, points) in rings.iter().enumerate() {
        let corners = &all[first..][..points.len()];
        first += points.len();
        for index in 0..corners.len() {
            let edge = RingEdge { ring, index };
            run_along(&mut mesh, corners[index], corners[(index + 1) % corners.len()], edge)?;
        }
    }
    let mesh = without_loose_vertices(mesh);
    Ok(half_edges(&mesh, &inside(&mesh)))
}

/// The same area without the vertices of which no edge bounds it, as where tiles share their sides.
fn without_loose_vertices(mesh: Mesh) -> Mesh {
    let mut borders = Vec::new();
    let mut is_bound = vec![false; mesh.num_vertices()];
    for edge in mesh.undirected_edges().filter(|edge| edge.data().data().is_border) {
        let ends = edge.vertices().map(|vertex| vertex.index());
        ends.iter().for_each(|&end| is_bound[end] = true);
        borders.push(ends);
    }
    if borders.is_empty() || !is_bound.contains(&false) {
        return mesh;
    }
    let (mut rest, mut near) = (Mesh::new(), None);
    // In the order in which they came at first, which is a good one.
    let handles: Vec<_> = (mesh.vertices().zip(is_bound))
        .map(|(vertex, is_bound)| {
            near = is_bound.then(|| insert_near(&mut rest, *vertex.data(), near)).or(near);
            near.filter(|_| is_bound)
        })
        .collect();
    for ends in borders {
        let [from, to] = ends.map(|end| handles[end].expect("it bounds the area"));
        for part in rest.try_add_constraint(from, to) {
            rest.undirected_edge_data_mut(part.as_undirected()).data_mut().is_border = true;
        }
    }
    rest
}

/// The vertices of all rings, ring after ring; equal points share one.
///
/// In a biased random order: half of them in the last round, half of the others in the one before, and so on, each found by a
/// short walk from the one before it. In the order of the rings each vertex of a thin strip takes over all edges of the one
/// before: of 32 000 they took 14.7 s, now 0.03, arcs that face each other 20.8 and 0.05; random stars take as long as they did.
/// From coarse to fine along each ring strips are as fast, but a zigzag of 16 000, of which half lie on a line, takes 2.7 s (0.02).
/// N. Amenta, S. Choi and G. Rote, "Incremental constructions con BRIO", 2003.
fn insert(mesh: &mut Mesh, rings: &[&[Vec2]]) -> Vec<FixedVertexHandle> {
    // Marsaglia's xorshift: the leading zeros of even chances are the rounds.
    let mut chance = 0x9e37_79b9_u32;
    let round_of = |_: &Vec2| {
        chance ^= chance << 13;
        chance ^= chance >> 17;
        chance ^= chance << 5;
        chance.leading_zeros()
    };
    let rounds: Vec<u32> = rings.iter().copied().flatten().map(round_of).collect();
    let mut corners = vec![None; rounds.len()];
    for round in (0..=rounds.iter().copied().max().unwrap_or(0)).rev() {
        let mut near = None;
        let points = rings.iter().copied().flatten().zip(&mut corners).zip(&rounds);
        for ((&point, corner), _) in points.filter(|(_, its)| **its >= round) {
            let handle = corner.get_or_insert_with(|| {
                // Adding zero turns −0 into +0.
                insert_near(mesh, Corner(point + Vec2::ZERO), near)
            });
            near = Some(*handle);
        }
    }
    corners.into_iter().map(|corner| corner.expect("each has a round")).collect()
}

/// A new vertex, found from another one that is not far if there is one.
fn insert_near(mesh: &mut Mesh, corner: Corner, near: Option<FixedVertexHandle>) -> FixedVertexHandle {
    let inserted = match near {
        Some(near) => mesh.insert_with_hint(corner, near),
        None => mesh.insert(corner),
    };
    inserted.expect("finite f32 coordinates, scaled, are in the range of the triangulation")
}

/// Makes `from → to` an edge of the triangulation, or several when vertices lie on it.
fn run_along(
    mesh: &mut Mesh,
    from: FixedVertexHandle,
    to: FixedVertexHandle,
    edge: RingEdge,
) -> Result<(), DecomposeError> {
    if from == to {
        return Ok(());
    }
    let parts = mesh.try_add_constraint(from, to);
    if parts.is_empty() {
        let crossed = mesh
            .get_conflicting_edges_between_vertices(from, to)
            .find_map(|other| other.as_undirected().data().data().edge);
        let first = crossed.expect("an edge can be refused only because it crosses one of a ring");
        return Err(DecomposeError::Crossing { first, second: edge });
    }
    for part in parts {
        let run = mesh.undirected_edge_data_mut(part.as_undirected()).data_mut();
        run.is_border = !run.is_border;
        run.edge = run.edge.or(Some(edge));
    }
    Ok(())
}

/// Per face of the triangulation, whether it is inside: each border on the way in from the outer face counts one.
fn inside(mesh: &Mesh) -> Vec<bool> {
    let mut inside = vec![None; mesh.num_all_faces()];
    let outer = mesh.outer_face();
    inside[outer.index()] = Some(false);
    let mut open: Vec<_> = mesh.convex_hull().map(|edge| (edge, false)).collect();
    while let Some((edge, is_inside)) = open.pop() {
        let face = edge.rev().face();
        if inside[face.index()].is_some() {
            continue;
        }
        let is_inside = is_inside != edge.as_undirected().data().data().is_border;
        inside[face.index()] = Some(is_inside);
        let entered = edge.rev();
        open.extend([entered.next(), entered.prev()].map(|edge| (edge, is_inside)));
    }
    inside.into_iter().map(|inside| inside == Some(true)).collect()
}

/// The half-edges of the faces inside.
fn half_edges(mesh: &Mesh, inside: &[bool]) -> HalfEdges {
    let mut indices = vec![None; mesh.num_directed_edges()];
    let edges: Vec<_> = mesh.directed_edges().filter(|edge| inside[edge.face().index()]).collect();
    for (index, edge) in edges.iter().enumerate() {
        indices[edge.fix().index()] = Some(index);
    }
    let index_of = |edge: usize| indices[edge].expect("the edges around an inner face are inner edges");
    let edges = edges.iter().map(|edge| HalfEdge {
        start: edge.from().index(),
        next: index_of(edge.next().fix().index()),
        previous: index_of(edge.prev().fix().index()),
        twin: indices[edge.rev().fix().index()].filter(|_| !edge.as_undirected().data().data().is_border),
    });
    HalfEdges::new(mesh.vertices().map(|vertex| vertex.data().0).collect(), edges.collect())
}
