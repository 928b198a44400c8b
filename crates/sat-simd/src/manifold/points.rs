use super::clip::Radii;
use super::contact::{FARTHEST, Manifold};
use super::cores::{Core, after, before};
use super::edge::Edge;
use crate::feature_id::FeatureId;
use crate::lanes::max;
use geom::Vec2;

/// How far past a vertex along the next edge a point may be, as a share of its distance from the vertex, to be over the vertex all
/// the same: the normal is as many radians beyond that edge's. Rounding comes to less than a hundredth of it, however close to the
/// vertex the point is: its difference from a vertex close by is exact.
pub(crate) const MOST_STRAY: f32 = 1.0 / 65_536.0;

/// How many times as far as it is inside of its nearest edge a point must lie beyond that edge's end not to be inside at all. Rounding
/// alone puts a point off the tip of a needle on the inner side of both long edges; one that truly is inside is beyond the end of its
/// nearest edge by no more than rounding, unless the next edge hardly turns, and then lies along that.
pub(crate) const OFF_TIP: f32 = 16.0;

/// How far apart two points must be, in metres, to have a direction: 2⁻⁶³, the root of the smallest normal number. Squares below that
/// lose digits, and an offset divided by the root of theirs had any length up to 1.4. Closer points count as coincident, though the
/// distance between them is what is left of it.
pub(crate) const COINCIDENT: f32 = 1.084_202_2e-19;

/// Point against point, both with a radius. [Coincident](COINCIDENT) points get the normal (1, 0).
pub(super) fn point_point(a: Vec2, b: Vec2, radius_a: f32, radius_b: f32, margin: f32) -> Manifold {
    let offset = b - a;
    let distance = offset.length();
    let normal = if distance >= COINCIDENT { offset / distance } else { Vec2::X };
    Nearest { foot: a, normal, height: distance }.contact(radius_a, radius_b, margin)
}

/// Segment against point, both possibly with a radius. On the segment itself the normal is the segment's.
pub(super) fn segment_point(edge: &Edge, point: Vec2, radius_edge: f32, radius_point: f32, margin: f32) -> Manifold {
    let (along, to_point) = (edge.end - edge.start, point - edge.start);
    let (travelled, length_sq) = (along.dot(to_point), along.length_squared());
    let nearest = if travelled <= 0.0 {
        Nearest::corner(edge.start, point, edge.normal)
    } else if travelled >= length_sq {
        Nearest::corner(edge.end, point, edge.normal)
    } else {
        let height = edge.normal.dot(to_point);
        let (normal, height) = if height < 0.0 { (-edge.normal, -height) } else { (edge.normal, height) };
        Nearest { foot: point - normal * height, normal, height }
    };
    nearest.contact(radius_edge, radius_point, margin)
}

/// Polygon or box against point, both possibly with a radius.
///
/// The edge with the largest separation is next to the nearest vertex, if a vertex is nearest, so one look at its two
/// ends replaces the axes through all vertices. `nearest` is the height over that edge and its index.
#[inline(always)]
pub(super) fn outline_point(
    outline: &impl Core,
    nearest: (f32, usize),
    point: Vec2,
    radius_outline: f32,
    radius_point: f32,
    margin: f32,
) -> Manifold {
    let at = point.abs();
    let extent = (at.x + at.y) + outline.reach();
    let is_in_range = extent < FARTHEST;
    if !is_in_range {
        return Manifold::EMPTY;
    }
    let (height, index) = nearest;
    if height - (radius_outline + radius_point) > margin {
        return Manifold::EMPTY;
    }
    let Edge { start, end, normal } = outline.edge(index).edge;
    let (tangent, least) = (normal.perp(), max(height * -OFF_TIP, 0.0));
    let nearest = if tangent.dot(start - point) > least {
        let walk = Walk { outline, is_forward: false };
        walk.corner(index, point).unwrap_or_else(|| walk.nearest(index, point))
    } else if tangent.dot(point - end) > least {
        let walk = Walk { outline, is_forward: true };
        walk.corner(index, point).unwrap_or_else(|| walk.nearest(index, point))
    } else {
        Nearest { foot: point - normal * height, normal, height }
    };
    nearest.contact(radius_outline, radius_point, margin)
}

/// From an edge along an outline to where it is nearest to a point beyond that edge's end.
///
/// A point beyond the end of the edge that it is highest above is nearest to the vertex there. But of edges that hardly turn
/// rounding may take any one for the highest, and the nearest point then lies on another.
struct Walk<'a, C> {
    outline: &'a C,
    /// Counter-clockwise, to where edges end.
    is_forward: bool,
}

impl<C: Core> Walk<'_, C> {
    /// The vertex at the end of edge `index`; `None` if `point` lies past it along the next edge, too.
    #[inline(always)]
    fn corner(&self, index: usize, point: Vec2) -> Option<Nearest> {
        let Edge { start, end, normal } = self.outline.edge(index).edge;
        let corner = if self.is_forward { end } else { start };
        let next = self.outline.edge(self.next(index)).edge.normal;
        let past = self.ahead(next.perp().dot(point - corner));
        let nearest = Nearest::corner(corner, point, normal);
        if past > nearest.height * MOST_STRAY { None } else { Some(nearest) }
    }

    /// Where the outline beyond edge `index` is nearest to `point`: at most once around.
    #[cold]
    #[inline(never)]
    fn nearest(&self, mut index: usize, point: Vec2) -> Nearest {
        for _ in 1..self.outline.len() {
            index = self.next(index);
            let Edge { start, end, normal } = self.outline.edge(index).edge;
            let beyond = self.ahead(normal.perp().dot(point - if self.is_forward { end } else { start }));
            // What is inside is over a straight corner as it is over its edges: on the inner side of these.
            if beyond <= max(normal.dot(point - start) * -OFF_TIP, 0.0) {
                break;
            }
            if let Some(corner) = self.corner(index, point) {
                return corner;
            }
        }
        let Edge { start, normal, .. } = self.outline.edge(index).edge;
        let height = normal.dot(point - start);
        Nearest { foot: point - normal * height, normal, height }
    }

    #[inline(always)]
    fn next(&self, index: usize) -> usize {
        if self.is_forward { after(self.outline, index) } else { before(self.outline, index) }
    }

    /// A distance along a tangent as one the way that this goes.
    #[inline(always)]
    fn ahead(&self, along: f32) -> f32 {
        if self.is_forward { along } else { -along }
    }
}

/// Box, given by half extents, against point with a radius: folding the plane into one quarter leaves two faces and a
/// corner.
pub(super) fn rect_point(half: Vec2, point: Vec2, radius_point: f32, margin: f32) -> Manifold {
    let side = |coordinate: f32| if coordinate < 0.0 { -1.0 } else { 1.0 };
    let height = point.abs() - half;
    let is_y = height.y > height.x;
    let over_face = if is_y { height.y } else { height.x };
    // One side at a time: of two at once the compiler makes vectors whose unused halves hold whatever the bits of a mask
    // happen to be, and SSE stumbles over those that are subnormal: 82 instead of 15 ns.
    let face_side = side(if is_y { point.y } else { point.x });
    let face = if is_y { Vec2::new(0.0, face_side) } else { Vec2::new(face_side, 0.0) };
    if over_face - radius_point > margin {
        return Manifold::EMPTY;
    }
    let nearest = if height.x > 0.0 && height.y > 0.0 {
        Nearest::corner(Vec2::new(side(point.x) * half.x, side(point.y) * half.y), point, face)
    } else {
        Nearest { foot: point - face * over_face, normal: face, height: over_face }
    };
    nearest.contact(0.0, radius_point, margin)
}

/// Where a core is nearest to a point: that is `height` from `foot` in direction `normal`.
///
/// Known before the contact is made of it, at one place, so that this is written once and where it is asked for.
struct Nearest {
    foot: Vec2,
    normal: Vec2,
    height: f32,
}

impl Nearest {
    /// The vertex `corner`; `face` is the normal to use when the point [coincides](COINCIDENT) with it.
    #[inline(always)]
    fn corner(corner: Vec2, point: Vec2, face: Vec2) -> Self {
        let offset = point - corner;
        let height = offset.length();
        Self { foot: corner, normal: if height >= COINCIDENT { offset / height } else { face }, height }
    }

    /// The one point where the core touches the point, both grown by their radii.
    #[inline(always)]
    fn contact(&self, radius_core: f32, radius_point: f32, margin: f32) -> Manifold {
        let radii = Radii { reference: radius_core, incident: radius_point };
        let point = radii.contact(self.foot, self.normal, self.height, FeatureId::default());
        Manifold::within_one(self.normal, point, margin)
    }
}
