use super::polygon::Block;
use crate::lanes::{F32Quad, F32s, max_wide, min_wide};
use geom::{Aabb, Pose, Vec2};

/// The box around two points at a pose.
#[inline]
pub fn box_of_ends(a: Vec2, b: Vec2, pose: &Pose) -> Aabb {
    let (a, b) = (pose.transform_point(a), pose.transform_point(b));
    Aabb::new(a.min(b), a.max(b))
}

/// The box around a polygon's vertices at a pose, eight at a time: each is where [`Pose::transform_point`] has it. Of two
/// zeros on one side, either.
#[inline]
pub fn box_of_blocks(blocks: &[Block], pose: &Pose) -> Aabb {
    let (cos, sin) = (F32s::splat(pose.rotation.cos()), F32s::splat(pose.rotation.sin()));
    let (at_x, at_y) = (F32s::splat(pose.translation.x), F32s::splat(pose.translation.y));
    let points = |block: &Block| {
        let (x, y) = (F32s::new(block.x), F32s::new(block.y));
        (at_x + (cos * x - sin * y), at_y + (sin * x + cos * y))
    };
    let (x, y) = points(&blocks[0]);
    let (mut least, mut most) = ([x, y], [x, y]);
    for block in &blocks[1..] {
        let (x, y) = points(block);
        least = [min_wide(least[0], x), min_wide(least[1], y)];
        most = [max_wide(most[0], x), max_wide(most[1], y)];
    }
    // Halves against each other, then columns of four turned into rows: what is left are corners.
    let halves = |lanes: F32s| {
        let lanes = lanes.to_array();
        [0, 4].map(|first| F32Quad::new(*lanes[first..].first_chunk().expect("eight lanes have two halves")))
    };
    let low = |lanes: F32s| halves(lanes).into_iter().reduce(F32Quad::fast_min).expect("two halves");
    let high = |lanes: F32s| halves(lanes).into_iter().reduce(F32Quad::fast_max).expect("two halves");
    let [a, b, c, d] = F32Quad::transpose([low(least[0]), low(least[1]), high(most[0]), high(most[1])]);
    let [min_x, min_y, ..] = a.fast_min(b).fast_min(c.fast_min(d)).to_array();
    let [.., max_x, max_y] = a.fast_max(b).fast_max(c.fast_max(d)).to_array();
    Aabb::new(Vec2::new(min_x, min_y), Vec2::new(max_x, max_y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Polygon, Shape};
    use geom::Rot;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eight_vertices_at_a_time_have_the_box_of_one_by_one(
            points in prop::collection::vec((-9.0f32..9.0, -9.0f32..9.0), 3..40),
            (x, y, angle) in (-1.0e4f32..1.0e4, -9.0f32..9.0, -4.0f32..4.0),
        ) {
            let points: Vec<Vec2> = points.into_iter().map(Vec2::from).collect();
            let Ok(polygon) = Polygon::hull(&points) else { return Ok(()) };
            let pose = Pose::new(Vec2::new(x, y), Rot::from_angle(angle));
            let corners = polygon.vertices().map(|vertex| pose.transform_point(vertex)).map(|at| Aabb::new(at, at));
            let expected = corners.reduce(|all, one| all.union(&one)).expect("a polygon has vertices");
            prop_assert_eq!(Shape::from(polygon).aabb(&pose), expected);
        }
    }
}
