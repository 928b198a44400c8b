use super::clip::{Clip, FEATURE_TOLERANCE, Radii};
use super::contact::{FARTHEST, Manifold};
use super::outline::Outline;
use super::support::{incident_edge_wide, max_separation_wide};
use geom::Pose;

/// Polygon, box or segment against polygon, box or segment, rounded or not; not both segments.
///
/// SAT over both outlines' edge normals, then the reference edge (the largest separation) is clipped against the
/// incident edge of the other outline, the one that faces it most directly. Of B only that one edge is ever brought
/// into A's frame.
pub(super) fn outline_outline(
    a: &Outline,
    b: &Outline,
    pose_ab: &Pose,
    radius_a: f32,
    radius_b: f32,
    margin: f32,
) -> Manifold {
    let translation = pose_ab.translation.abs();
    // Beyond, sums of products overflow and say nothing.
    let is_in_range = (translation.x + translation.y) + (a.reach + b.reach) < FARTHEST;
    if !is_in_range {
        return Manifold::EMPTY;
    }
    let reach = margin + (radius_a + radius_b);
    let (separation_a, index_a) = max_separation_wide(a, b, pose_ab);
    if separation_a > reach {
        return Manifold::EMPTY;
    }
    let pose_ba = pose_ab.inverse();
    let (separation_b, index_b) = max_separation_wide(b, a, &pose_ba);
    if separation_b > reach {
        return Manifold::EMPTY;
    }
    let tolerance = FEATURE_TOLERANCE * if a.size < b.size { a.size } else { b.size };
    // Keep A's edge unless B's is clearly better: between two nearly parallel edges the choice would flip from step to
    // step, and the normal with it.
    let b_is_reference = separation_b > separation_a + tolerance;

    // Which shape has the reference edge is a coin toss to the branch predictor: looked up, not branched on.
    let role = usize::from(b_is_reference);
    let towards_incident =
        [pose_ab.inv_transform_vector(a.normal(index_a)), pose_ab.transform_vector(b.normal(index_b))][role];
    let incident_index = incident_edge_wide([b, a][role], towards_incident);
    let edge_a = a.edge([index_a, incident_index][role]);
    let edge_b = b.edge([incident_index, index_b][role]).transformed(pose_ab);
    let edges = [edge_a, edge_b];
    let radii = [radius_a, radius_b];
    Clip {
        reference: edges[role],
        incident: edges[1 - role],
        b_is_reference,
        radii: Radii { reference: radii[role], incident: radii[1 - role] },
        separation: if separation_a > separation_b { separation_a } else { separation_b },
        tolerance,
        margin,
    }
    .manifold()
}
