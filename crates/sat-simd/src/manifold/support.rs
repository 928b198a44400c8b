//! The searches over an outline's edges, eight edges in lanes, each with its scalar twin for the tests.

use super::outline::Outline;
use crate::lanes::{F32s, LANES};
use geom::{Pose, Vec2};

/// The largest separation of `other`, posed by `pose`, over the edges of `outline`, and the first edge that has it.
///
/// Separation over an edge is the least height of the other's vertices over it. In lanes: eight edges. The normals are
/// turned into the other's frame, so its vertices are used as they stand:
/// `min_j n·(t + R·b_j − a) = n·(t − a) + min_j (Rᵀn)·b_j`.
pub(super) fn max_separation_wide(outline: &Outline, other: &Outline, pose: &Pose) -> (f32, usize) {
    let (cos, sin) = (F32s::splat(pose.rotation.cos()), F32s::splat(pose.rotation.sin()));
    let (tx, ty) = (F32s::splat(pose.translation.x), F32s::splat(pose.translation.y));
    first_max_wide(outline, |x, y, nx, ny| {
        let (mx, my) = (cos * nx + sin * ny, cos * ny - sin * nx);
        (nx * (tx - x) + ny * (ty - y)) + least_height(mx, my, other)
    })
}

/// The least `mx·x + my·y` over the vertices of `outline`, for eight directions.
#[inline]
fn least_height(mx: F32s, my: F32s, outline: &Outline) -> F32s {
    let height = |x: f32, y: f32| mx * F32s::splat(x) + my * F32s::splat(y);
    let mut least = F32s::splat(f32::INFINITY);
    // `fast_min` may return either of two zeros; adding +0 to the final separation makes that invisible. Fixed trip
    // counts over the padding beat a loop over the vertices, whose end the branch predictor cannot guess.
    if outline.len() <= LANES / 2 {
        let block = &outline.blocks()[0];
        for vertex in 0..LANES / 2 {
            least = height(block.x[vertex], block.y[vertex]).fast_min(least);
        }
    } else {
        for block in outline.blocks() {
            for vertex in 0..LANES {
                least = height(block.x[vertex], block.y[vertex]).fast_min(least);
            }
        }
    }
    least
}

/// Height of `point` over the edge of `outline` it is highest above, and the first such edge.
pub(super) fn nearest_edge_wide(outline: &Outline, point: Vec2) -> (f32, usize) {
    let (px, py) = (F32s::splat(point.x), F32s::splat(point.y));
    first_max_wide(outline, |x, y, nx, ny| nx * (px - x) + ny * (py - y))
}

/// The edge of `outline` whose normal is most opposed to `direction`; the first, if several are.
pub(super) fn incident_edge_wide(outline: &Outline, direction: Vec2) -> usize {
    let (dx, dy) = (F32s::splat(-direction.x), F32s::splat(-direction.y));
    first_max_wide(outline, |_, _, nx, ny| dx * nx + dy * ny).1
}

/// The largest value over the edges, given their starts and normals, and the first edge that has it.
///
/// Padding repeats the last edge, so it never comes first. Adding +0 turns −0 into +0: the bits of a zero never depend
/// on which of two equal values came out of a minimum or maximum.
#[inline]
fn first_max_wide(outline: &Outline, value: impl Fn(F32s, F32s, F32s, F32s) -> F32s) -> (f32, usize) {
    let mut best = (f32::NEG_INFINITY, 0);
    for (block_index, block) in outline.blocks().iter().enumerate() {
        let (x, y, nx, ny) = (F32s::new(block.x), F32s::new(block.y), F32s::new(block.nx), F32s::new(block.ny));
        let values = value(x, y, nx, ny) + F32s::splat(0.0);
        let v = values.to_array();
        let larger = |a: f32, b: f32| if a > b { a } else { b };
        let pairs = [larger(v[0], v[4]), larger(v[1], v[5]), larger(v[2], v[6]), larger(v[3], v[7])];
        let max = larger(larger(pairs[0], pairs[2]), larger(pairs[1], pairs[3]));
        if max > best.0 {
            let lane = values.simd_eq(F32s::splat(max)).to_bitmask().trailing_zeros() as usize;
            best = (max, block_index * LANES + lane);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Polygon;
    use proptest::prelude::*;

    /// Scalar twin of [`max_separation_wide`].
    fn max_separation(outline: &Outline, other: &Outline, pose: &Pose) -> (f32, usize) {
        let (cos, sin, t) = (pose.rotation.cos(), pose.rotation.sin(), pose.translation);
        first_max(outline, |v, n| {
            let (mx, my) = (cos * n.x + sin * n.y, cos * n.y - sin * n.x);
            let least = (0..other.len())
                .map(|j| other.vertex(j))
                .map(|w| mx * w.x + my * w.y)
                .fold(f32::INFINITY, |least, height| if height < least { height } else { least });
            (n.x * (t.x - v.x) + n.y * (t.y - v.y)) + least
        })
    }

    /// Scalar twin of [`nearest_edge_wide`].
    fn nearest_edge(outline: &Outline, p: Vec2) -> (f32, usize) {
        first_max(outline, |v, n| n.x * (p.x - v.x) + n.y * (p.y - v.y))
    }

    /// Scalar twin of [`incident_edge_wide`].
    fn incident_edge(outline: &Outline, direction: Vec2) -> usize {
        first_max(outline, |_, n| -direction.x * n.x + -direction.y * n.y).1
    }

    fn first_max(outline: &Outline, value: impl Fn(Vec2, Vec2) -> f32) -> (f32, usize) {
        (0..outline.len())
            .map(|i| (value(outline.vertex(i), outline.normal(i)) + 0.0, i))
            .fold((f32::NEG_INFINITY, 0), |best, next| if next.0 > best.0 { next } else { best })
    }

    fn coordinate() -> impl Strategy<Value = f32> {
        prop_oneof![-2.0f32..2.0, (-4i8..4).prop_map(|i| f32::from(i) * 0.5)]
    }

    fn vector() -> impl Strategy<Value = Vec2> {
        (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y))
    }

    fn polygon() -> impl Strategy<Value = Polygon> {
        proptest::collection::vec(vector(), 3..40).prop_filter_map("flat", |points| Polygon::hull(&points).ok())
    }

    proptest! {
        #[test]
        fn wide_searches_equal_their_twins(a in polygon(), b in polygon(), t in vector(), angle in coordinate()) {
            let (a, b) = (Outline::of_polygon(&a), Outline::of_polygon(&b));
            let pose = Pose::new(t, geom::Rot::from_angle(angle));
            let bits = |(value, index): (f32, usize)| (value.to_bits(), index);
            prop_assert_eq!(bits(max_separation_wide(&a, &b, &pose)), bits(max_separation(&a, &b, &pose)));
            prop_assert_eq!(bits(nearest_edge_wide(&a, t)), bits(nearest_edge(&a, t)));
            prop_assert_eq!(incident_edge_wide(&a, t), incident_edge(&a, t));
        }
    }
}
