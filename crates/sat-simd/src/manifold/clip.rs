use super::contact::{Manifold, ManifoldPoint};
use super::edge::{Edge, IndexedEdge, opposite_if};
use crate::feature_id::FeatureId;
use crate::lanes::{all_or_none, choose, is_greater};
use geom::Vec2;

/// How much nearer two vertices must be than the faces, and B's edge than A's, to be preferred: a share of the smaller
/// shape's size. Larger: steadier contacts between nearly parallel edges, and depths wrong by up to that much.
pub(crate) const FEATURE_TOLERANCE: f32 = 1.0 / 4096.0;

/// The contact of a reference edge with the incident edge of the other core, both in A's frame.
///
/// In coordinates (u, v) along the reference edge's normal and tangent, from its start,
///
/// ```text
///    u           end ●───────● start       incident edge; counter-clockwise outlines run opposite ways
///    │           lower        upper
///    └──▸ v   start ●────────────● end     reference edge: u = 0, 0 ≤ v ≤ length
/// ```
///
/// the incident edge is cut at both ends of the reference edge, and each remaining end is a point with separation u.
/// `separation` is that of the cores. Where they are apart and the two edges' ends face each other rather than the
/// edges themselves, the closest vertices make the only point. They are ends of these two edges: the reference edge has
/// the largest separation, so in the Minkowski difference it is next to the closest vertex.
pub(super) struct Clip {
    reference: Edge,
    incident_start: Vec2,
    incident_end: Vec2,
    /// Of the reference edge's start and end.
    indices: [u16; 2],
    /// Of the incident edge's start and end.
    incident_indices: [u16; 2],
    /// Whether the reference edge is B's.
    b_is_reference: bool,
    radii: Radii,
    separation: f32,
    tolerance: f32,
    margin: f32,
}

/// Whether the reference edge is B's, given the separations over A's best edge and B's.
///
/// A's is kept unless B's is clearly better: between two nearly parallel edges the choice would flip from step to step, and
/// the normal with it.
#[inline]
pub(super) fn b_is_reference([separation_a, separation_b]: [f32; 2], tolerance: f32) -> bool {
    separation_b > separation_a + tolerance
}

impl Clip {
    /// Of an edge of A and one of B, both in A's frame, and the separations of the cores over A's best edge and over B's.
    ///
    /// Which edge is the reference is a coin toss to the branch predictor, so masks choose. Inlined, or it would go through
    /// memory on the way to the next function.
    #[inline(always)]
    pub(super) fn new(
        a: IndexedEdge,
        b: IndexedEdge,
        separations: [f32; 2],
        radii: [f32; 2],
        tolerance: f32,
        margin: f32,
    ) -> Self {
        let mask = is_greater(separations[1], separations[0] + tolerance);
        let ends = |IndexedEdge { edge: Edge { start, end, .. }, .. }: IndexedEdge| [start.x, start.y, end.x, end.y];
        let reference = choose(mask, ends(b), ends(a));
        let incident = choose(mask, ends(a), ends(b));
        let (n_a, n_b) = (a.edge.normal, b.edge.normal);
        let [x, y, radius, incident_radius] =
            choose(mask, [n_b.x, n_b.y, radii[1], radii[0]], [n_a.x, n_a.y, radii[0], radii[1]]);
        let b_is_reference = b_is_reference(separations, tolerance);
        let (first, second) = if b_is_reference { (b, a) } else { (a, b) };
        let point = |[x, y]: [f32; 2]| Vec2::new(x, y);
        Self {
            reference: Edge {
                start: point([reference[0], reference[1]]),
                end: point([reference[2], reference[3]]),
                normal: point([x, y]),
            },
            incident_start: point([incident[0], incident[1]]),
            incident_end: point([incident[2], incident[3]]),
            indices: [first.start_index, first.end_index],
            incident_indices: [second.start_index, second.end_index],
            b_is_reference,
            radii: Radii { reference: radius, incident: incident_radius },
            separation: larger(separations[0], separations[1]),
            tolerance,
            margin,
        }
    }

    #[inline(always)]
    pub(super) fn faces(&self) -> Faces {
        let Self { reference: Edge { start: origin, end, normal }, separation, .. } = *self;
        let tangent = normal.perp();
        let uv = |point: Vec2| Vec2::new(normal.dot(point - origin), tangent.dot(point - origin));
        let length = tangent.dot(end - origin);
        let (lower, upper) = (uv(self.incident_end), uv(self.incident_start));

        // How much is cut off at either end, as a share of the incident edge. One that is seen end on, or by rounding from
        // behind, needs no cut, and `positive` takes the NaN of it to 0; if all of it lies beyond an end, a corner answers.
        let rise = positive(upper.y - lower.y);
        let cut_lower = positive(-lower.y / rise);
        let cut_upper = positive((upper.y - length) / rise);
        // Not below the cores' separation, which is the other outline's if this one's edge was kept by the tolerance.
        let lower_u = larger(lower.x + (upper.x - lower.x) * cut_lower, separation);
        let upper_u = larger(upper.x + (lower.x - upper.x) * cut_upper, separation);
        let is_below = upper.y < 0.0;
        let is_beside = is_below || lower.y > length;
        let at_start = if is_beside { is_below } else { lower.x < upper.x };
        Faces {
            lower,
            upper,
            length,
            separations: [lower_u, upper_u],
            separation: if lower_u < upper_u { lower_u } else { upper_u },
            is_beside,
            at_start,
            sticks_out: if at_start { lower.y < 0.0 } else { upper.y > length },
        }
    }

    /// The ends that the manifold hinges on, if the edges lie beside each other or do not come as near as the cores, to within
    /// `slack`.
    #[inline(always)]
    pub(super) fn ends(&self, faces: &Faces, slack: f32) -> Option<Ends> {
        let Faces { lower, upper, is_beside, at_start, .. } = *faces;
        let least = self.separation + slack;
        if !(is_beside || faces.separation > least) {
            return None;
        }
        let normal = self.reference.normal;
        let along = |offset: Vec2| normal * positive(offset.x) + normal.perp() * offset.y;
        let (to_lower, to_upper) = (lower - faces.corner(), upper - faces.corner());
        let lower_meets_corner = self.lower_meets_corner(faces);
        let deepest = if to_lower.x < to_upper.x { to_lower } else { to_upper };
        let facing = if at_start { to_upper } else { to_lower };
        Some(Ends {
            at_start,
            way: if faces.sticks_out { along(deepest) } else { Vec2::ZERO },
            incident_at_start: at_start == is_beside,
            incident_way: match is_beside {
                true if lower_meets_corner != at_start => -along(facing),
                false if deepest.x > least => -normal,
                _ => Vec2::ZERO,
            },
            slack: if is_beside && !self.is_deep() { slack } else { 0.0 },
        })
    }

    #[inline(always)]
    pub(super) fn manifold(&self, faces: &Faces) -> Manifold {
        let Self { reference: Edge { start: origin, normal, .. }, radii, .. } = *self;
        let tangent = normal.perp();
        if (faces.is_beside || faces.separation > 0.0)
            && let Some(contact) = self.corner_contact(faces)
        {
            return contact;
        }
        let Faces { lower, upper, length, separations: [lower_u, upper_u], .. } = *faces;
        let lower_v = positive(lower.y);
        let upper_v = if upper.y < length { upper.y } else { length };
        let lower = radii.contact(
            origin + tangent * lower_v,
            normal,
            lower_u,
            self.feature(self.indices[0], self.incident_indices[1]),
        );
        let upper = radii.contact(
            origin + tangent * upper_v,
            normal,
            upper_u,
            self.feature(self.indices[1], self.incident_indices[0]),
        );
        // B's outline runs the other way than A's.
        let mask = all_or_none(self.b_is_reference);
        let points = [lower.or_if(mask, upper), upper.or_if(mask, lower)];
        Manifold::within(self.away_from_a(normal), points, self.margin)
    }

    /// Whether it is the incident edge's lower end that meets the nearest end of the reference edge.
    ///
    /// Where the cores overlap that is the deeper one, which is over the edge but for rounding; the other may be closer, outside both.
    #[inline(always)]
    fn lower_meets_corner(&self, faces: &Faces) -> bool {
        let Faces { lower, upper, is_beside, .. } = *faces;
        if is_beside && self.is_deep() && (lower.x - upper.x).abs() > self.tolerance {
            return lower.x < upper.x;
        }
        let corner = faces.corner();
        (lower - corner).length_squared() < (upper - corner).length_squared()
    }

    /// Whether the cores overlap by more than the tolerance.
    #[inline(always)]
    fn is_deep(&self) -> bool {
        self.separation < -self.tolerance
    }

    /// The contact of the closest two ends, if those are nearer than the faces or the edges lie beside each other.
    #[inline(always)]
    fn corner_contact(&self, faces: &Faces) -> Option<Manifold> {
        if !faces.sticks_out {
            return None;
        }
        let corner = faces.corner();
        let (offset, vertex_index) = if self.lower_meets_corner(faces) {
            (faces.lower - corner, self.incident_indices[1])
        } else {
            (faces.upper - corner, self.incident_indices[0])
        };
        let distance = offset.length();
        // Cores that are apart are over the reference edge, to within the tolerance by which A's is kept.
        let is_far = distance > self.tolerance && offset.x >= -self.tolerance;
        if !(faces.is_beside || distance + self.tolerance < faces.separation) {
            return None;
        }
        let normal = self.reference.normal;
        let tangent = normal.perp();
        // Between corners that all but coincide the direction would be noise, and behind the edge it would point inwards.
        let (direction, height) = if is_far {
            ((normal * offset.x + tangent * offset.y) / distance, distance)
        } else {
            (normal, larger(offset.x, self.separation))
        };
        let foot = self.reference.start + tangent * corner.y;
        let corner_index = self.indices[usize::from(!faces.at_start)];
        let point = self.radii.contact(foot, direction, height, self.feature(corner_index, vertex_index));
        Some(Manifold::within_one(self.away_from_a(direction), point, self.margin))
    }

    /// A direction away from the reference core as one away from A.
    #[inline]
    fn away_from_a(&self, direction: Vec2) -> Vec2 {
        opposite_if(self.b_is_reference, direction)
    }

    #[inline]
    fn feature(&self, reference_index: u16, incident_index: u16) -> FeatureId {
        let feature = FeatureId::new(reference_index, incident_index);
        if self.b_is_reference { feature.swapped() } else { feature }
    }
}

#[inline]
fn positive(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// How the incident edge lies over the reference edge, in (u, v).
pub(super) struct Faces {
    lower: Vec2,
    upper: Vec2,
    length: f32,
    /// Of the lower and the upper end of what is left of the incident edge.
    separations: [f32; 2],
    /// The smaller one.
    separation: f32,
    /// Whether nothing is left: all of the incident edge lies before the start or beyond the end.
    is_beside: bool,
    /// Which end of the reference edge is nearest.
    at_start: bool,
    /// Whether the incident edge goes on beyond that end.
    sticks_out: bool,
}

impl Faces {
    /// The nearest end of the reference edge.
    #[inline(always)]
    fn corner(&self) -> Vec2 {
        Vec2::new(0.0, if self.at_start { 0.0 } else { self.length })
    }
}

/// Ends of the two edges that are the nearest points of the cores, if the edges are the right ones.
pub(super) struct Ends {
    /// Whether it is the start of the reference edge.
    pub at_start: bool,
    /// From there to the incident edge's deepest end, along the reference edge where that is behind it.
    pub way: Vec2,
    /// Whether it is the start of the incident edge.
    pub incident_at_start: bool,
    /// The way to the reference edge's end from there, or down, where the incident edge's deepest end is not the core's.
    pub incident_way: Vec2,
    /// How far an outline must go either way to be nearer. Zero unless the edges lie beside each other and the cores overlap by no more
    /// than the tolerance: a steep edge is much deeper so little further along.
    pub slack: f32,
}

/// How far the two cores' surfaces are from the cores.
#[derive(Clone, Copy)]
pub(super) struct Radii {
    pub reference: f32,
    pub incident: f32,
}

impl Radii {
    /// The contact where the incident core is `height` over the point `foot` of the reference core.
    #[inline]
    pub(super) fn contact(self, foot: Vec2, direction: Vec2, height: f32, feature: FeatureId) -> ManifoldPoint {
        ManifoldPoint {
            point: foot + direction * (0.5 * (self.reference + (height - self.incident))),
            separation: height - (self.reference + self.incident),
            feature,
        }
    }
}
