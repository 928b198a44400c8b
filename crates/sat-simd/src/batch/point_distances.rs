//! The kernel behind [`distances`](super::distances) where one of the shapes is a circle: eight cores and a point for each.
//!
//! The edge over which the point stands highest holds the point of the boundary that is nearest to it, from outside as from
//! inside, as in the [kernel for two cores](super::distance_kernel); the point has no edges and is its own lowest vertex.
//! The answer is held against the gap along its normal in the same way.

use super::core_block::CoreBlock;
use super::distance_kernel::{ClosestWide, dot, error_of, facing_wide, is_of_usual_size, minus, plus, select2, times};
use crate::lanes::{F32s, max_wide, min_wide};

/// The points of eight cores nearest to eight points in the cores' frames, or over which they are deepest. O(edges).
#[inline]
pub(super) fn closest_to_points_wide(cores: &CoreBlock, points: [F32s; 2], size: F32s) -> ClosestWide {
    match cores.max_len {
        2 => closest::<2>(cores, points, size),
        3 => closest::<3>(cores, points, size),
        4 => closest::<4>(cores, points, size),
        6 => closest::<6>(cores, points, size),
        _ => closest::<8>(cores, points, size),
    }
}

#[inline(never)]
fn closest<const N: usize>(cores: &CoreBlock, points: [F32s; 2], size: F32s) -> ClosestWide {
    let (edges, zero, error) = (cores.first_edges::<N>(), F32s::splat(0.0), error_of(size));
    let (gap, edge) = facing_wide(edges, |edge| dot(edge.normal(), minus(points, edge.vertex())));
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
    let heights = edges.iter().map(|edge| dot(normal, edge.vertex()));
    let highest = heights.fold(F32s::splat(f32::MIN), |highest, height| max_wide(height, highest));
    let lower = max_wide(gap, dot(normal, points) - highest);
    let is_apart = distance.simd_gt(error) & (distance - lower).simd_le(error);
    let is_over_its_edge = is_deep & beyond.abs().simd_le(error);
    ClosestWide {
        separation: is_deep.select(gap, distance),
        point_a: foot,
        a_to_b: to_point,
        normal,
        is_a: zero.simd_eq(zero),
        is_sure: (is_apart | is_over_its_edge) & is_of_usual_size(size),
    }
}

#[cfg(test)]
mod tests {
    use super::super::core_block::EdgeColumn;
    use super::super::testing::{polygon, pose, put};
    use super::*;
    use crate::filter::RELATIVE_ERROR;
    use crate::lanes::{LANES, max, min};
    use geom::Vec2;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// One lane of [`closest_to_points_wide`]: separation, foot, way to the point and normal; `None` where it is unsure.
    fn closest(edges: &[EdgeColumn], lane: usize, point: Vec2, size: f32) -> Option<[f32; 7]> {
        let vertex = |edge: &EdgeColumn| Vec2::new(edge.x[lane], edge.y[lane]);
        let error = size * RELATIVE_ERROR + f32::MIN_POSITIVE;
        let (mut gap, mut facing) = (f32::NEG_INFINITY, 0);
        for (index, edge) in edges.iter().enumerate() {
            let height = Vec2::new(edge.nx[lane], edge.ny[lane]).dot(point - vertex(edge));
            if height >= gap {
                (gap, facing) = (height, index);
            }
        }
        let edge_normal = Vec2::new(edges[facing].nx[lane], edges[facing].ny[lane]);
        let (start, end) = (vertex(&edges[facing]), vertex(&edges[(facing + 1) % edges.len()]));
        let length = edge_normal.x * (end.y - start.y) - edge_normal.y * (end.x - start.x);
        let direction = Vec2::new(-edge_normal.y, edge_normal.x);
        let along = direction.dot(point - start);
        let on_edge = min(max(along, 0.0), length);
        let foot = start + direction * on_edge;
        let to_point = point - foot;
        let (distance, beyond) = (to_point.dot(to_point).sqrt(), along - on_edge);
        let is_deep = gap < -error;
        let normal = if is_deep || beyond == 0.0 { edge_normal } else { to_point / distance };
        let highest = edges.iter().fold(f32::MIN, |highest, edge| max(normal.dot(vertex(edge)), highest));
        let lower = max(gap, normal.dot(point) - highest);
        let is_sure = (distance > error && distance - lower <= error) || (is_deep && beyond.abs() <= error);
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
            let found = closest_to_points_wide(&block, [lanes(|v| v.x), lanes(|v| v.y)], size.into());
            let ClosestWide { separation, point_a, a_to_b, normal, is_sure, .. } = found;
            let numbers = [separation, point_a[0], point_a[1], a_to_b[0], a_to_b[1], normal[0], normal[1]];
            for (lane, size) in size.into_iter().enumerate() {
                let twin = closest(block.edges(), lane, at(lane), size);
                prop_assert_eq!(is_sure.to_bitmask() >> lane & 1 == 1, twin.is_some(), "lane {}", lane);
                if let Some(twin) = twin {
                    let bits = numbers.map(|number| number.to_array()[lane].to_bits());
                    prop_assert_eq!(bits, twin.map(f32::to_bits), "lane {}", lane);
                }
            }
        }
    }
}
