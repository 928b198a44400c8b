use super::clip::{FEATURE_TOLERANCE, Radii, clip};
use super::contact::Manifold;
use super::outline::Outline;
use super::support::{incident_edge_wide, max_separation_wide};
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
    let (reference, incident) = ([a, b][role], [b, a][role]);
    let pose = [pose_ab, &pose_ba][role];
    let radii = Radii { reference: [radius_a, radius_b][role], incident: [radius_b, radius_a][role] };

    let reference_edge = reference.edge([index_a, index_b][role]);
    let towards_incident = pose.inv_transform_vector(reference_edge.edge.normal);
    let incident_edge = incident.edge(incident_edge_wide(incident, towards_incident)).transformed(pose);
    let separation = if separation_a > separation_b { separation_a } else { separation_b };
    let contact = clip(&reference_edge, &incident_edge, radii, margin, tolerance, separation);
    if b_is_reference { contact.flipped(pose_ab) } else { contact }
}
