use super::core::{Core, SupportWalk};
use super::widen;
use crate::ShapeRef;
use crate::filter::Foremost;
use core::iter::successors;
use geom::{Pose, Vec2};
use glam::DVec2;

/// The Minkowski difference `B ⊖ A` of two posed cores and the sum of their radii: see the [module](super).
#[derive(Clone)]
pub(crate) struct Difference<'a> {
    pub(crate) core_a: Core<'a>,
    pub(crate) core_b: Core<'a>,
    pub(crate) radius_a: f64,
    pub(crate) radius_b: f64,
    /// From the first vertex of A to the first vertex of B.
    pub(crate) offset: DVec2,
    /// The first vertex of A in the world.
    pub(crate) origin: DVec2,
    /// Differences of length below this are rounding: 2⁻⁴⁸ of a bound on the coordinates in play.
    pub(crate) tolerance: f64,
}

/// Whose edge a [`Face`] comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    A,
    B,
}

/// An edge of the difference: an edge of one core and the vertex of the other that is deepest behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) owner: Owner,
    /// Which edge of the owner.
    pub(crate) edge: usize,
    /// Which vertex of the other core.
    pub(crate) support: usize,
    /// Unit, from A to B: outward on A's edges, inward on B's.
    pub(crate) normal: DVec2,
    /// How far the cores are apart along the normal; negative when they overlap along it.
    pub(crate) separation: f64,
}

/// So many vertices on either side of a support vertex are looked at: far away from each other all of them may tie.
const MOST_TIED: usize = 64;

/// One edge of the difference: its points are `start + s · along`, s in 0..=1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) start: DVec2,
    pub(crate) along: DVec2,
    /// Which vertex of the core that does not own the edge.
    pub(crate) vertex: usize,
}

impl<'a> Difference<'a> {
    /// The difference of two finite poses, A moved by `motion` first.
    pub(crate) fn new(a: ShapeRef<'a>, pose_a: &Pose, motion: Vec2, b: ShapeRef<'a>, pose_b: &Pose) -> Self {
        let (core_a, core_b) = (Core::new(a, pose_a), Core::new(b, pose_b));
        let (at_a, at_b, by) = (widen(pose_a.translation), widen(pose_b.translation), widen(motion));
        let (first_a, first_b) = (widen(a.core_vertex(0)), widen(b.core_vertex(0)));
        let (cos_a, sin_a) = (f64::from(pose_a.rotation.cos()), f64::from(pose_a.rotation.sin()));
        let (cos_b, sin_b) = (f64::from(pose_b.rotation.cos()), f64::from(pose_b.rotation.sin()));
        // Products of two f32 are exact in f64, so each term below is.
        let x_a = [cos_a * first_a.x, -sin_a * first_a.y];
        let y_a = [sin_a * first_a.x, cos_a * first_a.y];
        let x_b = [cos_b * first_b.x, -sin_b * first_b.y];
        let y_b = [sin_b * first_b.x, cos_b * first_b.y];
        let extent = core_a.extent() + core_b.extent();
        let apart = at_b - at_a;
        let offset = DVec2::new(
            sum([apart.x, -by.x, x_b[0], x_b[1], -x_a[0], -x_a[1]], extent)
                .unwrap_or_else(|| compensated_sum([at_b.x, -at_a.x, -by.x, x_b[0], x_b[1], -x_a[0], -x_a[1]])),
            sum([apart.y, -by.y, y_b[0], y_b[1], -y_a[0], -y_a[1]], extent)
                .unwrap_or_else(|| compensated_sum([at_b.y, -at_a.y, -by.y, y_b[0], y_b[1], -y_a[0], -y_a[1]])),
        );
        let origin = DVec2::new(
            sum([at_a.x, by.x, x_a[0], x_a[1]], extent)
                .unwrap_or_else(|| compensated_sum([at_a.x, by.x, x_a[0], x_a[1]])),
            sum([at_a.y, by.y, y_a[0], y_a[1]], extent)
                .unwrap_or_else(|| compensated_sum([at_a.y, by.y, y_a[0], y_a[1]])),
        );
        let (radius_a, radius_b) = (f64::from(a.radius()), f64::from(b.radius()));
        Self::of_cores((core_a, radius_a), (core_b, radius_b), offset, origin)
    }

    /// The difference of two cores with their radii, `offset` from the first vertex of A to that of B.
    pub(crate) fn of_cores(
        (core_a, radius_a): (Core<'a>, f64),
        (core_b, radius_b): (Core<'a>, f64),
        offset: DVec2,
        origin: DVec2,
    ) -> Self {
        let scale = core_a.extent() + core_b.extent() + offset.abs().max_element();
        let tolerance = scale / 281_474_976_710_656.0; // 2⁴⁸
        Self { core_a, core_b, radius_a, radius_b, offset, origin, tolerance }
    }

    /// The same with A moved by `motion`.
    pub(crate) fn moved(&self, motion: DVec2) -> Self {
        Self { offset: self.offset - motion, origin: self.origin + motion, ..self.clone() }
    }

    /// Whether neither core has an edge.
    pub(crate) fn is_point(&self) -> bool {
        self.core_a.len() == 1 && self.core_b.len() == 1
    }

    /// The sum of the radii.
    pub(crate) fn radius(&self) -> f64 {
        self.radius_a + self.radius_b
    }

    /// Whether neither core has area; then the difference may be a point or a segment.
    pub(crate) fn is_thin(&self) -> bool {
        self.core_a.len() <= 2 && self.core_b.len() <= 2
    }

    /// Hands every face to `visit`: A's edges in order, then B's; none when both cores are points.
    ///
    /// O(n + m) for n and m vertices; up to eight are simply scanned for each edge of the other.
    pub(crate) fn for_each_face(&self, visit: impl FnMut(Face)) {
        self.for_each_face_of(None, visit);
    }

    /// [`Difference::for_each_face`] for the edges in `foremost`, if it is given.
    pub(crate) fn for_each_face_of(&self, foremost: Option<Foremost>, mut visit: impl FnMut(Face)) {
        let mut walk = SupportWalk::new(&self.core_b);
        each_edge(self.core_a.edge_count(), foremost.map(|edges| edges.a), |edge| {
            let normal = self.core_a.normal(edge);
            let support = walk.support(-normal);
            let between = self.offset + self.core_b.vertex(support) - self.core_a.vertex(edge);
            visit(Face { owner: Owner::A, edge, support, normal, separation: normal.dot(between) });
        });
        let mut walk = SupportWalk::new(&self.core_a);
        each_edge(self.core_b.edge_count(), foremost.map(|edges| edges.b), |edge| {
            let normal = -self.core_b.normal(edge);
            let support = walk.support(normal);
            let between = self.offset + self.core_b.vertex(edge) - self.core_a.vertex(support);
            visit(Face { owner: Owner::B, edge, support, normal, separation: normal.dot(between) });
        });
    }

    /// The edges of the difference that belong to `face`: the one at its support vertex, and those at the vertices
    /// on both sides of it that tie with it, because only together do they span the whole edge of two parallel ones, or of
    /// one and several that are parallel to it but for rounding.
    ///
    /// All of them lie in the difference, so one too many never makes an answer wrong.
    pub(crate) fn edges_of(&self, face: &Face) -> impl Iterator<Item = Edge> {
        let other = match face.owner {
            Owner::A => &self.core_b,
            Owner::B => &self.core_a,
        };
        let (support, face) = (other.vertex(face.support), *face);
        let ties = move |&vertex: &usize| face.normal.dot(other.vertex(vertex) - support).abs() <= self.tolerance;
        let most = MOST_TIED.min(other.len() - 1);
        let after = successors(Some(face.support), move |&vertex| Some(other.next(vertex)));
        let before = successors(Some(face.support), move |&vertex| Some(other.prev(vertex)));
        let before = before.skip(1).take(most.min(other.len().saturating_sub(2)));
        after.take(most + 1).take_while(ties).chain(before.take_while(ties)).map(move |vertex| {
            let (start, along) = match face.owner {
                Owner::A => (
                    self.offset + self.core_b.vertex(vertex) - self.core_a.vertex(face.edge),
                    -self.core_a.edge(face.edge),
                ),
                Owner::B => (
                    self.offset + self.core_b.vertex(face.edge) - self.core_a.vertex(vertex),
                    self.core_b.edge(face.edge),
                ),
            };
            Edge { start, along, vertex }
        })
    }
}

/// Calls `ask` for the edges below `count` in order, or for those whose bit is set.
#[inline]
fn each_edge(count: usize, only: Option<u8>, mut ask: impl FnMut(usize)) {
    let Some(mut bits) = only else { return (0..count).for_each(ask) };
    while bits != 0 {
        ask(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The sum of `terms` when they do not cancel much: when their magnitudes add up to no more than twice that of the sum and
/// `size`. Then it is right to 12 units of 2⁻⁵³ of those.
#[inline]
fn sum<const N: usize>(terms: [f64; N], size: f64) -> Option<f64> {
    let (mut sum, mut magnitude) = (0.0, 0.0);
    for term in terms {
        sum += term;
        magnitude += f64::abs(term);
    }
    (magnitude <= 2.0 * (f64::abs(sum) + size)).then_some(sum)
}

/// The sum of `terms`, right to the last place unless it cancels by more than 2⁵⁰: T. Ogita, S. Rump and S. Oishi,
/// *Accurate sum and dot product*, SIAM J. Sci. Comput. 26(6), 2005, algorithm Sum2.
#[cold]
fn compensated_sum<const N: usize>(terms: [f64; N]) -> f64 {
    let (mut sum, mut errors) = (0.0, 0.0);
    for term in terms {
        let next = sum + term;
        let part = next - sum;
        errors += (sum - (next - part)) + (term - part);
        sum = next;
    }
    sum + errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_keeps_what_cancellation_would_lose() {
        assert_eq!(compensated_sum([1e16, 1.0, -1e16]), 1.0);
        assert_eq!(compensated_sum([1e16, 0.25, 1.0, -1e16, 1e-3]), 1.251);
    }
}
