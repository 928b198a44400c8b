use super::clip::{FEATURE_TOLERANCE, clip};
use super::contact::Manifold;
use super::outline::Outline;
use super::support::{incident_edge, max_separation};
use geom::Pose;

/// Polygon, box or segment against polygon, box or segment, rounded or not; not both segments.
///
/// SAT over both outlines' edge normals, then the reference edge (the largest separation) is clipped against the
/// incident edge of the other outline, the one that faces it most directly. The work stays in the frame of the
/// reference; only the incident edge's two vertices are ever transformed.
pub(super) fn outline_outline(
    a: &Outline,
    b: &Outline,
    pose_ab: &Pose,
    radius_a: f32,
    radius_b: f32,
    margin: f32,
) -> Manifold {
    let reach = margin + (radius_a + radius_b);
    let (separation_a, index_a) = max_separation(a, b, pose_ab);
    if separation_a > reach {
        return Manifold::EMPTY;
    }
    let pose_ba = pose_ab.inverse();
    let (separation_b, index_b) = max_separation(b, a, &pose_ba);
    if separation_b > reach {
        return Manifold::EMPTY;
    }
    let tolerance = FEATURE_TOLERANCE * if a.size < b.size { a.size } else { b.size };
    // Keep A's edge unless B's is clearly better: between two nearly parallel edges the choice would flip from step to
    // step, and the normal with it.
    if separation_b > separation_a + tolerance {
        let reference = b.edge(index_b);
        let incident = a.edge(incident_edge(a, pose_ba.inv_transform_vector(reference.edge.normal)));
        let incident = incident.transformed(&pose_ba);
        clip(&reference, &incident, radius_b, radius_a, margin, tolerance).flipped(pose_ab)
    } else {
        let reference = a.edge(index_a);
        let incident = b.edge(incident_edge(b, pose_ab.inv_transform_vector(reference.edge.normal)));
        let incident = incident.transformed(pose_ab);
        clip(&reference, &incident, radius_a, radius_b, margin, tolerance)
    }
}
