use super::clip::{Clip, FEATURE_TOLERANCE, b_is_reference};
use super::contact::{FARTHEST, Manifold};
use super::edge::IndexedEdge;
use crate::lanes::F32s;
use geom::{Pose, Vec2};

/// What shapes with edges are compared by: a polygon, box or segment without its radius.
///
/// An edge is named by the index of the vertex it starts at, and lies between that and the next. A segment has an edge on
/// either side.
pub(super) trait Core {
    /// A length of the order of the core's size, in metres.
    fn size(&self) -> f32;

    /// How far its vertices are from the local origin at most.
    fn reach(&self) -> f32;

    /// The least `mx·x + my·y` over the vertices, for eight directions; of two zeros either.
    fn least_height_wide(&self, mx: F32s, my: F32s) -> F32s;

    /// [`Core::least_height_wide`] for the normals of eight consecutive edges of a convex outline, in their order.
    #[inline]
    fn least_height_of_fan_wide(&self, mx: F32s, my: F32s) -> F32s {
        self.least_height_wide(mx, my)
    }

    /// The least and the largest height of the vertices along `direction`; of two zeros either.
    fn extent(&self, direction: Vec2) -> (f32, f32);

    /// The largest separation of `other`, posed by `pose`, over the edges, and the first edge that has it.
    ///
    /// Separation over an edge is the least height of the other's vertices over it. The normals are turned into the other's
    /// frame, so its vertices are used as they stand: `min_j n·(t + R·b_j − a) = n·(t − a) + min_j (Rᵀn)·b_j`.
    fn max_separation(&self, other: &impl Core, pose: &Pose) -> (f32, usize);

    /// The edge whose normal is most opposed to `direction`; the first, if several are.
    fn incident_edge(&self, direction: Vec2) -> usize;

    /// Edge `index`, in the core's frame.
    fn edge(&self, index: usize) -> IndexedEdge;
}

/// Polygon, box or segment against polygon, box or segment, rounded or not; not both segments.
///
/// SAT over both cores' edge normals, then the reference edge (the largest separation) is clipped against the incident edge
/// of the other core, the one that faces it most directly. Of B only that one edge is ever brought into A's frame.
pub(super) fn core_core(a: &impl Core, b: &impl Core, pose_ab: &Pose, radii: [f32; 2], margin: f32) -> Manifold {
    let translation = pose_ab.translation.abs();
    // Beyond, sums of products overflow and say nothing.
    let is_in_range = (translation.x + translation.y) + (a.reach() + b.reach()) < FARTHEST;
    if !is_in_range {
        return Manifold::EMPTY;
    }
    let reach = margin + (radii[0] + radii[1]);
    let (separation_a, index_a) = a.max_separation(b, pose_ab);
    if separation_a > reach {
        return Manifold::EMPTY;
    }
    let (separation_b, index_b) = b.max_separation(a, &pose_ab.inverse());
    if separation_b > reach {
        return Manifold::EMPTY;
    }
    let tolerance = FEATURE_TOLERANCE * if a.size() < b.size() { a.size() } else { b.size() };

    // Which core has the reference edge only decides which of the incident edges is taken; both are looked for.
    let separations = [separation_a, separation_b];
    let b_is_reference = b_is_reference(separations, tolerance);
    let incident_a = a.incident_edge(pose_ab.transform_vector(b.edge(index_b).edge.normal));
    let incident_b = b.incident_edge(pose_ab.inv_transform_vector(a.edge(index_a).edge.normal));
    let edge_a = a.edge(pick(b_is_reference, incident_a, index_a));
    let edge_b = b.edge(pick(b_is_reference, index_b, incident_b));
    Clip::new(edge_a, edge_b.transformed(pose_ab), separations, radii, tolerance, margin).manifold()
}

/// `if_so` or `if_not`, without a branch for the processor to predict.
#[inline]
fn pick(condition: bool, if_so: usize, if_not: usize) -> usize {
    if_not ^ ((if_not ^ if_so) & usize::from(condition).wrapping_neg())
}
