use crate::precise::{Difference, to_f32, to_vec2, widen};
use crate::{AsShape, Circle, QueryError, Relation, ShapeRef, relation, verdict};
use geom::{Pose, Vec2};

/// Where a ray or a moving shape first meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RayHit {
    /// How much of the translation lies before the hit, 0..=1; zero when it starts inside or touching.
    pub fraction: f32,
    /// The point of contact in the world.
    pub point: Vec2,
    /// Unit, out of the surface that is hit.
    pub normal: Vec2,
}

/// The first point at which the ray from `origin` along `translation` meets the shape; `None` when it passes by.
///
/// Whether it does is exact: the shape is a closed set, so a ray that grazes a corner hits it. A ray that starts in the
/// shape hits it at once, with the normal of the surface closest to its origin; one without length hits only then.
/// Accuracy and cost as [`sweep`](crate::sweep()).
///
/// # Errors
/// [`QueryError::NotFinite`] when the pose, the origin or the translation is NaN or infinite.
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, ray_cast};
///
/// let tile = Shape::rect(1.0, 1.0).unwrap();
/// let hit = ray_cast(&tile, &Pose::IDENTITY, Vec2::new(-5.0, 0.5), Vec2::new(8.0, 0.0)).unwrap().unwrap();
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, Vec2::new(-1.0, 0.5), -Vec2::X));
/// ```
#[inline]
pub fn ray_cast(
    shape: &impl AsShape,
    pose: &Pose,
    origin: Vec2,
    translation: Vec2,
) -> Result<Option<RayHit>, QueryError> {
    ray_cast_of(shape.as_shape(), pose, origin, translation)
}

fn ray_cast_of(shape: ShapeRef, pose: &Pose, origin: Vec2, translation: Vec2) -> Result<Option<RayHit>, QueryError> {
    QueryError::check("the origin", origin)?;
    let point = ShapeRef::Circle(&Circle::POINT);
    shape_cast_of(point, &Pose::from_translation(origin), translation, shape, pose)
}

/// The first contact of A, moved by `translation` without turning, with a resting B; `None` when it passes by.
///
/// Whether there is one is exact, and a graze counts; [`sweep`](crate::sweep()) tells grazes from hits and when they
/// end. Shapes that touch or overlap at the start hit at fraction zero, with the normal and the point of B's surface
/// along which they part soonest. Accuracy and cost as [`sweep`](crate::sweep()).
///
/// # Errors
/// [`QueryError::NotFinite`] when a pose or the translation is NaN or infinite.
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, shape_cast};
///
/// let (ball, tile) = (Shape::circle(1.0).unwrap(), Shape::rect(1.0, 1.0).unwrap());
/// let from = Pose::from_translation(Vec2::new(0.0, 6.0));
/// let hit = shape_cast(&ball, &from, Vec2::new(0.0, -8.0), &tile, &Pose::IDENTITY).unwrap().unwrap();
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, Vec2::new(0.0, 1.0), Vec2::Y));
/// ```
#[inline]
pub fn shape_cast(
    a: &impl AsShape,
    pose_a: &Pose,
    translation: Vec2,
    b: &impl AsShape,
    pose_b: &Pose,
) -> Result<Option<RayHit>, QueryError> {
    shape_cast_of(a.as_shape(), pose_a, translation, b.as_shape(), pose_b)
}

fn shape_cast_of(
    a: ShapeRef,
    pose_a: &Pose,
    translation: Vec2,
    b: ShapeRef,
    pose_b: &Pose,
) -> Result<Option<RayHit>, QueryError> {
    QueryError::check_pose("the position of the cast shape", pose_a)?;
    QueryError::check_pose("the position of the target", pose_b)?;
    QueryError::check("the translation", translation)?;
    if verdict::swept(a, pose_a, translation, b, pose_b) == Relation::Separated {
        return Ok(None);
    }
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    let starts_in_contact = relation(&a, pose_a, &b, pose_b) != Relation::Separated;
    let (fraction, normal) = if starts_in_contact {
        (0.0, difference.contact().normal)
    } else {
        let cast = difference.cast(widen(translation));
        (cast.enter.clamp(0.0, 1.0), cast.normal)
    };
    let there = difference.moved(widen(translation) * fraction);
    let point = there.origin + there.contact().point_b;
    // Zero means contact at the start and nothing else.
    let least = if starts_in_contact { 0.0 } else { f32::from_bits(1) };
    Ok(Some(RayHit { fraction: to_f32(fraction).max(least), point: to_vec2(point), normal: -to_vec2(normal) }))
}
