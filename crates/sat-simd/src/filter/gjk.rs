//! Cores of more than eight vertices: a search for proof either way that looks at few of their edges.
//!
//! GJK (E. Gilbert, D. Johnson and S. Keerthi, 1988) on the difference {b − a}: a triangle of its points is moved towards the
//! origin. Here it only has to come up with a proof, of which there are two kinds. A direction along which even the
//! nearest point of the difference is farther than the reach shows that the shapes are apart; a triangle with the
//! origin inside, or a point of it within a positive reach, that they are close. Where the origin is too near a side of the
//! triangle, or on the segment that it is made from, as of shapes on each other's axis of symmetry, one more point is looked for
//! beyond that side. With e the error bound of the separating axes (16u·size, see the [module](super)):
//!
//! - A vertex of the difference is off by less than e, the support found may be short by 31u·size and its dot product off
//!   by 3u·size: gaps are trusted beyond **4e**.
//! - A point farther than e from the sides of a triangle stays inside when the vertices move by e; the sides are held
//!   against **2e**, and the rounding of the cross product. The same holds for more vertices around the origin in order.
//! - A vertex of one core in the other is off by e, its height over an edge by less: it is inside beyond **2e**.
//! - A point between two vertices is off by e and a few u more: distances are trusted below the reach by **4e**.
//!
//! What this leaves open goes to the axes, all of them.

use super::Verdict;
use super::edges::Edges;
use super::fan::farthest;
use super::frame::{Frame, Limits, Relative};
use crate::lanes::F32s;
use crate::shape::Block;
use geom::Vec2;

/// Far more than any pair has needed; the rest is left open.
const MAX_ITERATIONS: usize = 24;

/// How many times a side near the origin is replaced by the two over a point beyond it.
const MAX_SPLITS: u32 = 3;

/// Up to this many blocks are searched for a proof that a point is inside.
const FEW_BLOCKS: usize = 8;

/// The verdict on two cores with a reach that is not negative.
pub(crate) fn compare_large(a: &Edges, b: &Edges, frame: &Frame, limits: &Limits) -> Verdict {
    let unsure = limits.trusted(false, false);
    let apart = limits.reach + 4.0 * limits.error;
    let close = limits.reach - 4.0 * limits.error;
    let error_sq = limits.error * limits.error + f32::MIN_POSITIVE;
    let close_sq = if close > 0.0 { close * close - f32::MIN_POSITIVE } else { 0.0 };

    // From middle to middle: the axis that parts most pairs that are apart, and whose farthest vertices are in the other
    // core for most that are not.
    let mut nearest = frame.b_in_a.apply(middle(b)) - middle(a);
    if nearest == Vec2::ZERO {
        nearest = Vec2::X;
    }
    // The point of the difference that is farthest against a direction.
    let support = &|direction| {
        let (of_a, b_in_a) = farthest_of_both(a, b, frame, direction);
        b_in_a - of_a
    };
    let mut simplex = Simplex::Empty;
    for iteration in 0..MAX_ITERATIONS {
        let (of_a, b_in_a) = farthest_of_both(a, b, frame, nearest);
        let point = b_in_a - of_a;
        let (gap, length_sq) = (nearest.dot(point), nearest.length_squared());
        // gap = |nearest| · the distance along it.
        if gap > 0.0 && gap * gap > apart * apart * length_sq * (1.0 + 8.0 * f32::EPSILON) + f32::MIN_POSITIVE {
            return limits.trusted(true, false);
        }
        if iteration == 0 && (contains(a, b_in_a, limits) || contains(b, frame.a_in_b.apply(of_a), limits)) {
            return limits.trusted(false, true);
        }
        simplex = match simplex.with(point) {
            Step::Around(triangle) => {
                let is_inside = is_certainly_inside(&triangle, limits)
                    || are_certainly_around(&counter_clockwise(triangle), support, limits);
                return if is_inside { limits.trusted(false, true) } else { unsure };
            }
            Step::Beside(simplex) => simplex,
        };
        let before_sq = length_sq;
        nearest = simplex.nearest();
        let distance_sq = nearest.length_squared();
        if distance_sq < close_sq {
            return limits.trusted(false, true);
        }
        // Nearer than it is known, on which side of the segment the origin lies is a matter of rounding, and so is the way to it.
        if distance_sq <= error_sq
            && let Simplex::Segment(p, q) = simplex
            && are_certainly_around(&[p, q], support, limits)
        {
            return limits.trusted(false, true);
        }
        if distance_sq <= f32::MIN_POSITIVE || (iteration > 0 && distance_sq >= before_sq) {
            return unsure;
        }
    }
    unsure
}

/// A point well inside the core, whose own frame may be around any other.
#[inline]
fn middle(core: &Edges) -> Vec2 {
    (core.vertex(0) + core.vertex(core.len / 2)) * 0.5
}

/// Whether the point, known to within the error bound, is certainly inside the core. Larger cores than a few blocks are
/// not asked: that would take longer than the search.
#[inline]
fn contains(core: &Edges, point: Vec2, limits: &Limits) -> bool {
    let (x, y) = (F32s::splat(point.x), F32s::splat(point.y));
    let height =
        |block: &Block| F32s::new(block.nx) * (x - F32s::new(block.x)) + F32s::new(block.ny) * (y - F32s::new(block.y));
    let inside = F32s::splat(-2.0 * limits.error);
    core.blocks.len() <= FEW_BLOCKS && core.blocks.iter().all(|block| height(block).simd_lt(inside).all())
}

/// The vertex of A farthest along `direction` and the vertex of B farthest against it, all in A's frame.
#[inline]
fn farthest_of_both(a: &Edges, b: &Edges, frame: &Frame, direction: Vec2) -> (Vec2, Vec2) {
    let Relative { cos, sin, .. } = frame.b_in_a;
    let in_b = Vec2::new(cos * direction.x + sin * direction.y, cos * direction.y - sin * direction.x);
    (farthest(a, direction), frame.b_in_a.apply(farthest(b, -in_b)))
}

/// Whether the origin is deeper in the triangle than its vertices and the products may be off.
fn is_certainly_inside(triangle: &[Vec2; 3], limits: &Limits) -> bool {
    let [p, q, r] = *triangle;
    let sides = [side(p, q, limits), side(q, r, limits), side(r, p, limits)];
    sides == [1; 3] || sides == [-1; 3]
}

/// 1 when the origin is certainly to the left of the line between two points of the difference, −1 when it is to the right.
fn side(from: Vec2, to: Vec2, limits: &Limits) -> i32 {
    let size = (from.x.abs() + from.y.abs()) * (to.x.abs() + to.y.abs());
    // The smallest normal number covers what the products lose to underflow.
    let slack = 2.0 * limits.error * (to - from).length() + 2.0 * f32::EPSILON * size + f32::MIN_POSITIVE;
    let cross = from.perp_dot(to);
    if cross > slack {
        1
    } else if cross < -slack {
        -1
    } else {
        0
    }
}

/// The triangle, counter-clockwise.
fn counter_clockwise([p, q, r]: [Vec2; 3]) -> [Vec2; 3] {
    if (q - p).perp_dot(r - p) < 0.0 { [p, r, q] } else { [p, q, r] }
}

/// Whether the origin is certainly inside of these points of the difference, counter-clockwise, and more of them beyond sides that are
/// too near.
///
/// It is then to the left of each side by more than the vertices and the products may be off, so the sides go around it.
#[cold]
#[inline(never)]
fn are_certainly_around(points: &[Vec2], support: &impl Fn(Vec2) -> Vec2, limits: &Limits) -> bool {
    let next = |index: usize| points[if index + 1 == points.len() { 0 } else { index + 1 }];
    points.iter().enumerate().all(|(index, &from)| is_certainly_left(from, next(index), support, limits, MAX_SPLITS))
}

/// Whether the origin is certainly to the left of this side, or of both sides over a point beyond it, which may be split again.
fn is_certainly_left(from: Vec2, to: Vec2, support: &impl Fn(Vec2) -> Vec2, limits: &Limits, splits: u32) -> bool {
    if side(from, to, limits) > 0 {
        return true;
    }
    if splits == 0 {
        return false;
    }
    let inward = (to - from).perp();
    let beyond = support(inward);
    // Nothing of the difference is farther than that beyond the origin: they all but touch.
    if inward.dot(beyond) >= -2.0 * limits.error * inward.length() {
        return false;
    }
    is_certainly_left(from, beyond, support, limits, splits - 1)
        && is_certainly_left(beyond, to, support, limits, splits - 1)
}

/// The points that are nearest to the origin so far.
#[derive(Clone, Copy)]
enum Simplex {
    Empty,
    Point(Vec2),
    Segment(Vec2, Vec2),
}

enum Step {
    /// The origin is in the triangle.
    Around([Vec2; 3]),
    /// It is not, and nearest to this.
    Beside(Simplex),
}

impl Simplex {
    /// The part of the simplex and a new point that is nearest to the origin.
    #[inline]
    fn with(self, new: Vec2) -> Step {
        match self {
            Self::Empty => Step::Beside(Self::Point(new)),
            Self::Point(p) => Step::Beside(of_segment(new, p)),
            Self::Segment(p, q) => {
                let (to_p, to_q) = (new.perp_dot(p - new), new.perp_dot(q - new));
                let winding = (p - new).perp_dot(q - new);
                // The origin is beyond the side new–p when it is not on q's side of it, and the other way round.
                let (beyond_p, beyond_q) = (to_p * winding < 0.0, to_q * winding > 0.0);
                match (beyond_p, beyond_q) {
                    (false, false) => Step::Around([new, p, q]),
                    (true, false) => Step::Beside(of_segment(new, p)),
                    (false, true) => Step::Beside(of_segment(new, q)),
                    (true, true) => {
                        let (by_p, by_q) = (of_segment(new, p), of_segment(new, q));
                        let is_p = by_p.nearest().length_squared() < by_q.nearest().length_squared();
                        Step::Beside(if is_p { by_p } else { by_q })
                    }
                }
            }
        }
    }

    /// Its point nearest to the origin.
    #[inline]
    fn nearest(self) -> Vec2 {
        match self {
            Self::Empty => Vec2::ZERO,
            Self::Point(p) => p,
            Self::Segment(p, q) => {
                let along = q - p;
                // Off by rounding along the segment only: it stays on it.
                let share = -p.dot(along) / along.length_squared();
                p + along * share.clamp(0.0, 1.0)
            }
        }
    }
}

/// The part of the segment that is nearest to the origin: an end or all of it.
#[inline]
fn of_segment(new: Vec2, old: Vec2) -> Simplex {
    let along = old - new;
    if new.dot(along) >= 0.0 {
        Simplex::Point(new)
    } else if old.dot(along) <= 0.0 {
        Simplex::Point(old)
    } else {
        Simplex::Segment(new, old)
    }
}

#[cfg(test)]
mod tests {
    use super::super::edges::with_edges;
    use super::*;
    use crate::{AsShape, Polygon, Pose, Rot, Shape, exact};
    use core::cmp::Ordering;
    use proptest::prelude::*;

    fn verdict(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, margin: f32) -> Verdict {
        with_edges(a.as_shape(), |a_edges| {
            with_edges(b.as_shape(), |b_edges| {
                let frame = Frame::new(pose_a, pose_b);
                let radii = a.radius() + b.radius();
                let limits = Limits::new(frame.offset, a_edges.reach + b_edges.reach, radii, margin);
                compare_large(&a_edges, &b_edges, &frame, &limits)
            })
        })
    }

    fn ngon(corners: usize, squash: f32, center: Vec2) -> Option<Shape> {
        let turn = core::f32::consts::TAU / corners as f32;
        let corner = |k: usize| Rot::from_angle(turn * k as f32).rotate(Vec2::X) * Vec2::new(1.0, squash) + center;
        Polygon::hull(&(0..corners).map(corner).collect::<Vec<_>>()).ok().map(Shape::from)
    }

    fn shape() -> impl Strategy<Value = Shape> {
        let center = (-2i8..3, -2i8..3).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)));
        let squash = prop_oneof![Just(1.0f32), 1e-5f32..1.0];
        prop_oneof![
            6 => (3usize..300, squash, center).prop_filter_map("flat", |(n, squash, center)| ngon(n, squash, center)),
            1 => (0.1f32..3.0, 0.1f32..3.0).prop_map(|(x, y)| Shape::rect(x, y).unwrap()),
            1 => (0.0f32..3.0, 0.0f32..0.5).prop_map(|(x, r)| Shape::capsule(-Vec2::X * x, Vec2::X, r).unwrap()),
        ]
    }

    /// Now and then zero, so that the shapes lie on each other's axes.
    fn or_none() -> impl Strategy<Value = f32> {
        prop_oneof![2 => -4.0f32..4.0, 1 => Just(0.0)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn what_it_is_sure_of_is_so(
            a in shape(), b in shape(), x in or_none(), y in or_none(), far in 0i8..2,
            angles in (or_none(), or_none()), margin in prop_oneof![Just(0.0), 0.0f32..1.0],
            scale in prop_oneof![4 => Just(1.0f32), 1 => Just(1e-21f32), 1 => Just(1e-40f32)],
        ) {
            let corner = Vec2::splat(f32::from(far) * 1e5);
            let poses = [Vec2::ZERO, Vec2::new(x, y) * scale];
            let pose_a = Pose::new(corner + poses[0], Rot::from_angle(angles.0));
            let pose_b = Pose::new(corner + poses[1], Rot::from_angle(angles.1));
            let scaled = |shape: &Shape| {
                let points: Vec<Vec2> = (0..shape.core_len()).map(|i| shape.core_vertex(i) * scale).collect();
                Polygon::hull(&points).and_then(|p| p.with_radius(shape.radius() * scale)).ok().map(Shape::from)
            };
            let (a, b) = (scaled(&a).unwrap_or(a), scaled(&b).unwrap_or(b));
            let margin = margin * scale;
            let found = verdict(&a, &pose_a, &b, &pose_b, margin);
            let truth = exact::compare(a.as_shape(), &pose_a, b.as_shape(), &pose_b, margin).ordering;
            prop_assert!(!found.is_apart || truth == Ordering::Greater, "{:?} is {:?}", found, truth);
            prop_assert!(!found.is_close || truth == Ordering::Less, "{:?} is {:?}", found, truth);
        }
    }

    #[test]
    fn it_is_sure_of_all_but_touching_pairs() {
        let (a, b) = (ngon(40, 0.7, Vec2::ZERO).unwrap(), ngon(1000, 0.4, Vec2::ZERO).unwrap());
        let (mut sure, mut apart) = (0, 0);
        for k in 0..1000u16 {
            let at = Rot::from_angle(f32::from(k)).rotate(Vec2::X) * (f32::from(k % 97) * 0.026);
            let pose_b = Pose::new(at, Rot::from_angle(f32::from(k) * 0.37));
            let verdict = verdict(&a, &Pose::IDENTITY, &b, &pose_b, 0.0);
            sure += u32::from(verdict.is_sure());
            apart += u32::from(verdict.is_apart);
        }
        assert!((300..700).contains(&apart), "{apart} are apart");
        assert!(sure >= 990, "only {sure} of 1000 are sure");
    }

    /// Of shapes that lie on each other's axes of symmetry the origin is on the first segment of the search, or on the first triangle's
    /// side: it used to leave them to all axes, 447 instead of 0.3 µs for these ellipses.
    #[test]
    fn it_is_sure_of_aligned_pairs_that_overlap() {
        let ellipse = |corners| ngon(corners, 3.0, Vec2::ZERO).unwrap();
        let quarter = Rot::new(0.0, 1.0).unwrap();
        for (a, b) in [(1024, 1024), (512, 1024), (1024, 96), (100, 1000)].map(|(a, b)| (ellipse(a), ellipse(b))) {
            for turn in [Rot::IDENTITY, quarter, quarter * quarter] {
                for k in 0..100u8 {
                    let along = f32::from(k) * 0.03;
                    for at in [Vec2::Y, Vec2::X, -Vec2::Y, -Vec2::X].map(|axis| axis * along) {
                        let is_inside = if turn == quarter { true } else { at.x.abs() < 1.9 };
                        let found = verdict(&a, &Pose::IDENTITY, &b, &Pose::new(at, turn), 0.0);
                        assert!(found.is_close || !is_inside, "{at} {turn:?}");
                    }
                }
            }
        }
    }
}
