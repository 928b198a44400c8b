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
    let corners: Vec<Vec<FixedVertexHandle>> = rings.iter().map(|ring| insert(&mut mesh, ring)).collect();
    for (ring, corners) in corners.iter().enumerate() {
        for index in 0..corners.len() {
            let edge = RingEdge { ring, index };
            run_along(&mut mesh, corners[index], corners[(index + 1) % corners.len()], edge)?;
        }
    }
    Ok(half_edges(&mesh, &inside(&mesh)))
}

/// The vertices of a ring; equal points share one.
fn insert(mesh: &mut Mesh, ring: &[Vec2]) -> Vec<FixedVertexHandle> {
    let mut last = None;
    let mut corners = Vec::with_capacity(ring.len());
    for &point in ring {
        // Adding zero turns −0 into +0. The next vertex of a ring is near the last one: a short walk.
        let corner = Corner(point + Vec2::ZERO);
        let inserted = match last {
            Some(near) => mesh.insert_with_hint(corner, near),
            None => mesh.insert(corner),
        };
        let handle = inserted.expect("finite f32 coordinates, scaled, are in the range of the triangulation");
        corners.push(handle);
        last = Some(handle);
    }
    corners
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
