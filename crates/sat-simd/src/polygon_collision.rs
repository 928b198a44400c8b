use crate::{AsShape, QueryError, ShapeRef, sweep};
use geom::{Pose, Vec2};

/// The three fields of the C# article's `PolygonCollisionResult`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PolygonCollisionResult {
    /// Whether the shapes touch or overlap now.
    pub intersect: bool,
    /// Whether they touch or overlap at some time while A moves by the velocity.
    pub will_intersect: bool,
    /// What to add to A after it has moved by the velocity; zero when nothing has to be pushed.
    pub minimum_translation_vector: Vec2,
}

/// The interface of L. Cozic's *2D Polygon Collision Detection* (CodeProject, 2006), for code that was written to it:
/// call it before moving A, then move A by `velocity + minimum_translation_vector`.
///
/// The fields mean what they do there, and come out the same wherever the original is right. It differs:
/// - `will_intersect` also tests the axis across the motion, so shapes that pass each other are not reported.
/// - The vector is the shortest that ends the overlap at the end of the move, containment included, and points away
///   from B by the geometry, where the original goes by the means of the vertices.
/// - A pair that overlaps and moves apart within the step is not pushed.
/// - One that overlaps and moves apart by a part of the depth is pushed by the rest alone: the original goes by the shadow of the whole
///   way and pushes by all of it, so that the two end apart.
/// - When A starts outside B and would end behind it, or so deep that the shortest way out is the far side, the vector
///   takes it back to the first contact instead: nothing tunnels, but for points and parallel segments, which only touch as they pass.
/// - Any two shapes will do, curved ones too, and repeated vertices are harmless.
///
/// # Errors
/// [`QueryError::NotFinite`] when the velocity or a pose is NaN or infinite.
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, polygon_collision};
///
/// let player = Shape::polygon(&[(100., 0.), (150., 50.), (100., 150.), (0., 100.)].map(Vec2::from)).unwrap();
/// let other = Shape::polygon(&[(130., 130.), (180., 80.), (230., 230.)].map(Vec2::from)).unwrap();
/// let at = Pose::from_translation(Vec2::new(14.0, 0.0));
/// let result = polygon_collision(&player, &at, &other, &Pose::IDENTITY, Vec2::new(14.0, 0.0)).unwrap();
/// assert!(!result.intersect && result.will_intersect);
/// assert!((result.minimum_translation_vector - Vec2::new(-6.4, -3.2)).length() < 1e-5);
/// ```
#[inline]
pub fn polygon_collision(
    a: &impl AsShape,
    pose_a: &Pose,
    b: &impl AsShape,
    pose_b: &Pose,
    velocity: Vec2,
) -> Result<PolygonCollisionResult, QueryError> {
    collision_of(a.as_shape(), pose_a, b.as_shape(), pose_b, velocity)
}

fn collision_of(
    a: ShapeRef,
    pose_a: &Pose,
    b: ShapeRef,
    pose_b: &Pose,
    velocity: Vec2,
) -> Result<PolygonCollisionResult, QueryError> {
    let way = sweep(&a, pose_a, velocity, &b, pose_b)?;
    let push = way.mtv.map(|mtv| mtv.translation());
    let minimum_translation_vector = match (way.time_of_impact, way.normal) {
        (Some(time), Some(normal)) if way.hit && !way.intersects => {
            let back = push.filter(|push| push.dot(normal) <= 0.0);
            back.unwrap_or(velocity * (time - 1.0))
        }
        _ => push.unwrap_or(Vec2::ZERO),
    };
    Ok(PolygonCollisionResult {
        intersect: way.intersects,
        will_intersect: way.will_intersect,
        minimum_translation_vector,
    })
}
