//! The kernel behind [`distances`](super::distances) where one of the shapes is a circle: the edges of eight cores that face a
//! point each most.
//!
//! The edge over which the point stands highest holds the point of the boundary that is nearest to it, from outside as from
//! inside, as in the [kernel for two cores](super::distance_kernel); the point has no edges and is its own lowest vertex. Of a
//! point outside that is no answer where rounding may have taken the edge for another one. Inside, edges that tie are equally
//! near, and that the point stands over the one it has is enough.

use super::distance_kernel::{ClosestWide, EdgeWide, dot, is_of_usual_size, minus, plus, select2, times};
use super::over_edges::OverEdges;
use crate::lanes::{F32s, max_wide, min_wide};

/// The points of eight cores nearest to eight points, or over which they are deepest; where `is_tied` they may be on another
/// edge than on the one that is known.
#[inline(always)]
pub(super) fn closest_to_points(over: &OverEdges, is_tied: F32s) -> ClosestWide {
    let OverEdges { center: points, limits, edge: facing, .. } = *over;
    let (zero, error, gap) = (F32s::splat(0.0), limits.error, facing.gap);
    let edge = EdgeWide::new(facing.start, facing.end, facing.normal);
    let direction = [-edge.normal[1], edge.normal[0]];
    let along = dot(direction, minus(points, edge.start));
    let on_edge = min_wide(max_wide(along, zero), edge.length);
    let beyond = along - on_edge;
    let foot = plus(edge.start, times(direction, on_edge));
    let to_point = minus(points, foot);
    let distance = dot(to_point, to_point).sqrt();

    let is_deep = gap.simd_lt(-error);
    let faces_edge = is_deep | beyond.simd_eq(zero);
    let normal = select2(faces_edge, edge.normal, [to_point[0] / distance, to_point[1] / distance]);
    let is_apart = distance.simd_gt(error) & !is_tied;
    let is_over_its_edge = is_deep & beyond.abs().simd_le(error);
    ClosestWide {
        separation: is_deep.select(gap, distance),
        point_a: foot,
        a_to_b: to_point,
        normal,
        is_a: zero.simd_eq(zero),
        is_sure: (is_apart | is_over_its_edge) & is_of_usual_size(limits.size),
    }
}

#[cfg(test)]
mod tests {
    use super::super::core_block::{CoreBlock, EdgeColumn};
    use super::super::core_circle::facing_edge;
    use super::super::limits::LimitsWide;
    use super::super::testing::{polygon, pose, put};
    use super::*;
    use crate::filter::{RELATIVE_ERROR, TIE};
    use crate::lanes::{LANES, max, min};
    use geom::Vec2;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// One lane of [`closest_to_points`], of a core of `len` vertices: separation, foot, way to the point and normal; `None` where
    /// it is unsure.
    fn closest(edges: &[EdgeColumn], lane: usize, len: usize, point: Vec2, size: f32) -> Option<[f32; 7]> {
        let vertex = |edge: &EdgeColumn| Vec2::new(edge.x[lane], edge.y[lane]);
        let error = size * RELATIVE_ERROR + f32::MIN_POSITIVE;
        let (mut gap, mut runner_up, mut facing) = (f32::NEG_INFINITY, f32::NEG_INFINITY, 0);
        for (index, edge) in edges[..len].iter().enumerate() {
            let height = Vec2::new(edge.nx[lane], edge.ny[lane]).dot(point - vertex(edge));
            runner_up = max(runner_up, min(height, gap));
            if height >= gap {
                (gap, facing) = (height, index);
            }
        }
        let edge_normal = Vec2::new(edges[facing].nx[lane], edges[facing].ny[lane]);
        let (start, end) = (vertex(&edges[facing]), vertex(&edges[(facing + 1) % len]));
        let length = edge_normal.x * (end.y - start.y) - edge_normal.y * (end.x - start.x);
        let direction = Vec2::new(-edge_normal.y, edge_normal.x);
        let along = direction.dot(point - start);
        let on_edge = min(max(along, 0.0), length);
        let foot = start + direction * on_edge;
        let to_point = point - foot;
        let (distance, beyond) = (to_point.dot(to_point).sqrt(), along - on_edge);
        let is_deep = gap < -error;
        let normal = if is_deep || beyond == 0.0 { edge_normal } else { to_point / distance };
        let is_tied = runner_up >= gap - TIE * error;
        let is_sure = (distance > error && !is_tied) || (is_deep && beyond.abs() <= error);
        let separation = if is_deep { gap } else { distance };
        (is_sure && size < 1e9 && size > 1e-9)
            .then_some([separation, foot.x, foot.y, to_point.x, to_point.y, normal.x, normal.y])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn points_near_cores_equal_their_twin_in_every_lane(
            cores in vec(polygon(), LANES), points in vec((pose(), -3.0f32..3.0, -3.0f32..3.0, any::<bool>()), LANES),
        ) {
            let mut block = CoreBlock::default();
            for (lane, (polygon, point)) in cores.iter().zip(&points).enumerate() {
                put(&mut block, lane, &point.0, polygon.reach(), 0.0, &polygon.blocks()[0], polygon.len());
            }
            let at = |lane: usize| {
                let (pose, x, y, is_near) = &points[lane];
                if *is_near { Vec2::new(*x, *y) } else { pose.translation }
            };
            let size: [f32; LANES] = core::array::from_fn(|lane| at(lane).abs().element_sum() + cores[lane].reach());
            let lanes = |of: fn(Vec2) -> f32| F32s::new(core::array::from_fn(|lane| of(at(lane))));
            let center = [lanes(|v| v.x), lanes(|v| v.y)];
            let (limits, edge) = (LimitsWide::new(size.into(), F32s::splat(0.0), 0.0), facing_edge(&block, center));
            let over = OverEdges { at: &block.at, radii: [F32s::splat(0.0); 2], center, limits, edge };
            let found = closest_to_points(&over, edge.is_tied(&limits));
            let ClosestWide { separation, point_a, a_to_b, normal, is_sure, .. } = found;
            let numbers = [separation, point_a[0], point_a[1], a_to_b[0], a_to_b[1], normal[0], normal[1]];
            for (lane, size) in size.into_iter().enumerate() {
                let twin = closest(block.edges(), lane, cores[lane].len(), at(lane), size);
                prop_assert_eq!(is_sure.to_bitmask() >> lane & 1 == 1, twin.is_some(), "lane {}", lane);
                if let Some(twin) = twin {
                    let bits = numbers.map(|number| number.to_array()[lane].to_bits());
                    prop_assert_eq!(bits, twin.map(f32::to_bits), "lane {}", lane);
                }
            }
        }
    }
}
