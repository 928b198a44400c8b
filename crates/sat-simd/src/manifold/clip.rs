use super::contact::{ManifoldPoint, Rows};
use super::edge::{Edge, IndexedEdge, opposite_if};
use super::points::COINCIDENT;
use crate::feature_id::FeatureId;
use crate::lanes::{F32Quad, choose, is_greater, larger_quad, min};
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
    /// Where the reference edge starts and ends: x and y of either.
    reference: [f32; 4],
    normal: Vec2,
    /// Where the incident edge starts and ends.
    incident: [f32; 4],
    /// Of A's edge's start and end.
    indices_a: [u16; 2],
    /// Of B's.
    indices_b: [u16; 2],
    /// Whether the reference edge is B's, as a mask.
    b_is_reference: F32Quad,
    radii: Radii,
    separation: f32,
    tolerance: f32,
    /// How far behind the reference edge cores may be that are apart. Of segments any way: what lies beside all of one is apart from
    /// it, and how far behind its line rounding puts the other has no bound in a tolerance that goes by the shorter one's length.
    most_behind: f32,
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
        let b_is_reference = is_greater(separations[1], separations[0] + tolerance);
        let ends = |Edge { start, end, .. }: Edge| [start.x, start.y, end.x, end.y];
        let (ends_a, ends_b) = (ends(a.edge), ends(b.edge));
        let (n_a, n_b) = (a.edge.normal, b.edge.normal);
        let [x, y, radius, incident_radius] =
            choose(b_is_reference, [n_b.x, n_b.y, radii[1], radii[0]], [n_a.x, n_a.y, radii[0], radii[1]]);
        Self {
            reference: choose(b_is_reference, ends_b, ends_a),
            normal: Vec2::new(x, y),
            incident: choose(b_is_reference, ends_a, ends_b),
            indices_a: [a.start_index, a.end_index],
            indices_b: [b.start_index, b.end_index],
            b_is_reference,
            radii: Radii { reference: radius, incident: incident_radius },
            separation: larger(separations[0], separations[1]),
            tolerance,
            most_behind: tolerance,
            margin,
        }
    }

    /// [`Clip::new`] of two segments, given of each whether the other is further over its left side, as a mask.
    ///
    /// Which is the reference is chosen before the sides: both then follow from whether that one's is the left one.
    #[inline(always)]
    pub(super) fn of_segments(
        [a, b]: [Edge; 2],
        [left_of_a, left_of_b]: [F32Quad; 2],
        separations: [f32; 2],
        radii: [f32; 2],
        tolerance: f32,
        margin: f32,
    ) -> Self {
        let b_is_reference = is_greater(separations[1], separations[0] + tolerance);
        // Whether a left side faces the other's left or right one: the opposite of a normal has exactly the opposite cosine. In
        // masks to the end: a truth value made into one takes longer than the comparison.
        let cosine = a.normal.dot(b.normal);
        let (is_opposed, is_alike) = (is_greater(0.0, cosine), is_greater(cosine, 0.0));
        let is_left = b_is_reference.select(left_of_b, left_of_a);
        let incident_is_left = is_left.select(is_opposed, is_alike);
        let ends = |Edge { start, end, .. }: Edge| [start.x, start.y, end.x, end.y];
        let turned = |is_turned: F32Quad, [x, y, end_x, end_y]: [f32; 4]| {
            choose(is_turned, [end_x, end_y, x, y], [x, y, end_x, end_y])
        };
        let (n_a, n_b) = (a.normal, b.normal);
        let [x, y, radius, incident_radius] =
            choose(b_is_reference, [n_b.x, n_b.y, radii[1], radii[0]], [n_a.x, n_a.y, radii[0], radii[1]]);
        let bit = |mask: F32Quad| mask.to_bitmask() & 1;
        let (left, incident_left) = (bit(is_left), bit(incident_is_left));
        let exchanged = (left ^ incident_left) & bit(b_is_reference);
        let indices = |left: u32| [left as u16, (left ^ 1) as u16];
        Self {
            reference: turned(is_left, choose(b_is_reference, ends(b), ends(a))),
            normal: opposite_if(is_left, Vec2::new(x, y)),
            incident: turned(incident_is_left, choose(b_is_reference, ends(a), ends(b))),
            indices_a: indices(left ^ exchanged),
            indices_b: indices(incident_left ^ exchanged),
            b_is_reference,
            radii: Radii { reference: radius, incident: incident_radius },
            separation: larger(separations[0], separations[1]),
            tolerance,
            most_behind: f32::INFINITY,
            margin,
        }
    }

    /// In lanes, both ends of the incident edge at once.
    #[inline(always)]
    pub(super) fn faces(&self) -> Faces {
        let [x, y, end_x, end_y] = self.reference;
        let [upper_x, upper_y, lower_x, lower_y] = self.incident;
        let (nx, ny) = (F32Quad::splat(self.normal.x), F32Quad::splat(self.normal.y));
        let dx = F32Quad::new([lower_x, upper_x, end_x, end_x]) - F32Quad::splat(x);
        let dy = F32Quad::new([lower_y, upper_y, end_y, end_y]) - F32Quad::splat(y);
        let (u, v) = (nx * dx + ny * dy, nx * dy - ny * dx);
        let ([lower_u, upper_u, ..], [lower_v, upper_v, length, _]) = (u.to_array(), v.to_array());

        // How much is cut off at either end, as a share of the incident edge. One that is seen end on, or by rounding from
        // behind, needs no cut, and `positive` takes the NaN of it to 0; if all of it lies beyond an end, a corner answers.
        let rise = F32Quad::splat(positive(upper_v - lower_v));
        let beyond = F32Quad::new([0.0, upper_v, 0.0, upper_v]) - F32Quad::new([lower_v, length, lower_v, length]);
        let cut = larger_quad(beyond / rise, F32Quad::ZERO);
        // Not below the cores' separation, which is the other outline's if this one's edge was kept by the tolerance.
        let from = F32Quad::new([lower_u, upper_u, lower_u, upper_u]);
        let to = F32Quad::new([upper_u, lower_u, upper_u, lower_u]);
        let left = larger_quad(from + (to - from) * cut, F32Quad::splat(self.separation));
        let [lower_left, upper_left, ..] = left.to_array();
        let separation = min(lower_left, upper_left);
        // Coin tosses: bits of two registers, which no compiler makes branches of.
        let signs = |a: [f32; 4], b: [f32; 4]| F32Quad::new(a).simd_gt(F32Quad::new(b)).to_bitmask();
        let places = signs([0.0, lower_v, upper_u, separation], [upper_v, length, lower_u, 0.0]);
        let [is_below, is_beyond, rises, is_apart] = core::array::from_fn(|bit| places >> bit & 1);
        let cuts = signs([0.0, upper_v, 0.0, 0.0], [lower_v, length, 0.0, 0.0]);
        let at_start = is_below | (rises & !is_beyond);
        let sticks_out = (cuts & at_start) | (cuts >> 1 & (at_start ^ 1));
        Faces {
            lower: Vec2::new(lower_u, lower_v),
            upper: Vec2::new(upper_u, upper_v),
            length,
            separations: [lower_left, upper_left],
            separation,
            is_beside: (is_below | is_beyond) != 0,
            at_start: at_start != 0,
            sticks_out: sticks_out != 0,
            may_be_corners: (is_below | is_beyond | is_apart) & sticks_out != 0,
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
        let normal = self.normal;
        let along = |offset: Vec2| normal * positive(offset.x) + normal.perp() * offset.y;
        let (to_lower, to_upper) = (lower - faces.corner(), upper - faces.corner());
        let lower_meets_corner = self.lower_meets_corner(faces);
        let (facing, other) = if at_start { (to_upper, to_lower) } else { (to_lower, to_upper) };
        // Of edges beside each other in parallel the nearer end is as deep as the other but for rounding.
        let onward = if other.x < facing.x - if is_beside { slack } else { 0.0 } { other } else { facing };
        // Which end of so short an edge is nearer only rounding tells.
        let along_incident = (lower - upper).abs();
        let is_short = (along_incident.x <= slack) & (along_incident.y <= slack);
        Some(Ends {
            at_start,
            way: if faces.sticks_out { along(onward) } else { Vec2::ZERO },
            incident_at_start: at_start == is_beside,
            incident_way: if is_beside && (lower_meets_corner != at_start || is_short) {
                -along(facing)
            } else {
                Vec2::ZERO
            },
            is_high: min(lower.x, upper.x) > least,
            slack: if is_beside && !self.is_deep() { slack } else { 0.0 },
        })
    }

    #[inline(always)]
    pub(super) fn manifold(&self, faces: &Faces) -> Rows {
        if faces.may_be_corners
            && let Some(contact) = self.corner_contact(faces)
        {
            return contact;
        }
        let Faces { lower, upper, length, separations: [lower_u, upper_u], .. } = *faces;
        let Vec2 { x: nx, y: ny } = self.normal;
        let [x, y, ..] = self.reference;
        let (lower_v, upper_v) = (positive(lower.y), min(upper.y, length));
        let height = F32Quad::new([lower_u, lower_u, upper_u, upper_u]);
        let along = F32Quad::new([lower_v, lower_v, upper_v, upper_v]);
        let foot = F32Quad::new([x, y, x, y]) + F32Quad::new([-ny, nx, -ny, nx]) * along;
        let (point, separation) = self.radii.contacts(foot, F32Quad::new([nx, ny, nx, ny]), height);
        // B's outline runs the other way than A's.
        let swapped = |[a, b, c, d]: [f32; 4]| F32Quad::new([c, d, a, b]);
        let in_order = |of: F32Quad| self.b_is_reference.select(swapped(of.to_array()), of);
        let ([start_a, end_a], [start_b, end_b]) = (self.indices_a, self.indices_b);
        let features = [FeatureId::new(start_a, end_b), FeatureId::new(end_a, start_b)];
        let normal = self.away_from_a(self.normal);
        Rows::within_quads(normal, in_order(point), in_order(separation), features, self.margin)
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
        self.separation < -self.most_behind
    }

    /// The contact of the closest two ends, if those are nearer than the faces or the edges lie beside each other. The incident edge
    /// sticks out.
    #[inline(always)]
    fn corner_contact(&self, faces: &Faces) -> Option<Rows> {
        let corner = faces.corner();
        let is_lower = self.lower_meets_corner(faces);
        let offset = if is_lower { faces.lower } else { faces.upper } - corner;
        let distance = offset.length();
        // Cores that are apart are over the reference edge, to within the tolerance by which A's is kept.
        let is_far = distance > larger(self.tolerance, COINCIDENT) && offset.x >= -self.most_behind;
        if !(faces.is_beside || distance + self.tolerance < faces.separation) {
            return None;
        }
        let normal = self.normal;
        let tangent = normal.perp();
        // Between corners that all but coincide the direction would be noise, and behind the edge it would point inwards.
        let (direction, height) = if is_far {
            ((normal * offset.x + tangent * offset.y) / distance, distance)
        } else {
            (normal, larger(offset.x, self.separation))
        };
        let [x, y, ..] = self.reference;
        let foot = Vec2::new(x, y) + tangent * corner.y;
        let b_is_reference = self.b_is_reference.any();
        let (at_start_a, at_start_b) =
            if b_is_reference { (!is_lower, faces.at_start) } else { (faces.at_start, !is_lower) };
        // Chosen, not looked up: the edges would go through memory for it.
        let index = |[start, end]: [u16; 2], at_start: bool| if at_start { start } else { end };
        let feature = FeatureId::new(index(self.indices_a, at_start_a), index(self.indices_b, at_start_b));
        let point = self.radii.contact(foot, direction, height, feature);
        Some(Rows::within_one(self.away_from_a(direction), point, self.margin))
    }

    /// A direction away from the reference core as one away from A.
    #[inline]
    fn away_from_a(&self, direction: Vec2) -> Vec2 {
        opposite_if(self.b_is_reference, direction)
    }
}

#[inline]
fn positive(value: f32) -> f32 {
    larger(value, 0.0)
}

#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// A separation, and the lowest number instead of minus infinity: the sum of two radii may overflow where all else is in range. NaN
/// remains.
#[inline]
fn at_least_lowest(separation: f32) -> f32 {
    larger(f32::MIN, separation)
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
    /// Whether it does, and the edges lie beside each other or their faces are apart: two of their ends may be the nearest points.
    may_be_corners: bool,
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
    /// The way to the reference edge's end from there.
    pub incident_way: Vec2,
    /// Whether the incident edge's deepest end is not the core's.
    pub is_high: bool,
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
            separation: at_least_lowest(height - (self.reference + self.incident)),
            feature,
        }
    }

    /// [`Radii::contact`] at two feet, x and y of either: the points, and their separations twice each.
    #[inline]
    fn contacts(self, foot: F32Quad, direction: F32Quad, height: F32Quad) -> (F32Quad, F32Quad) {
        let quad = F32Quad::splat;
        let along = quad(0.5) * (quad(self.reference) + (height - quad(self.incident)));
        let separation = larger_quad(quad(f32::MIN), height - quad(self.reference + self.incident));
        (foot + direction * along, separation)
    }
}
