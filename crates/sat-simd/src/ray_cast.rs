use crate::precise::widen;
use crate::query_error::are_finite;
use crate::ray::{self, Answer};
use crate::shape_cast::cast_of_difference;
use crate::{AsShape, CastHit, Circle, QueryError, ShapeRef};
use geom::{Pose, Vec2};

/// The first point at which the ray from `origin` along `translation` meets the shape; `None` when it passes by.
///
/// Whether it does is exact: the shape is a closed set, so a ray that grazes a corner hits it. A ray that starts in the
/// shape hits it at once, with the normal of the surface closest to its origin; one without length hits only then.
/// Accuracy as [`sweep`](crate::sweep()). In closed form; O(n / 8) for n vertices, unless the ray starts or ends within
/// rounding of the surface, grazes it, or starts inside: then at the cost of a [`shape_cast`](crate::shape_cast()).
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
#[inline(always)]
pub fn ray_cast(
    shape: &impl AsShape,
    pose: &Pose,
    origin: Vec2,
    translation: Vec2,
) -> Result<Option<CastHit>, QueryError> {
    ray_cast_of(shape.as_shape(), pose, origin, translation)
}

/// Inlined, so that of a known kind only its kernel is left (circles 228 → 151 instructions).
#[inline(always)]
fn ray_cast_of(shape: ShapeRef, pose: &Pose, origin: Vec2, translation: Vec2) -> Result<Option<CastHit>, QueryError> {
    if !are_finite(widen(pose.translation) - widen(origin), widen(translation)) {
        check(pose, origin, translation)?;
    }
    match ray::cast(shape, pose, 0.0, origin, translation) {
        Answer::Misses => Ok(None),
        Answer::Hits(hit) => Ok(Some(CastHit::of_ray(hit, origin, translation))),
        Answer::Unsure => Ok(of_difference(shape, pose, origin, translation)),
    }
}

#[cold]
fn check(pose: &Pose, origin: Vec2, translation: Vec2) -> Result<(), QueryError> {
    QueryError::check("the origin", origin)?;
    QueryError::check_pose("the position of the target", pose)?;
    QueryError::check("the translation", translation)
}

#[cold]
fn of_difference(shape: ShapeRef, pose: &Pose, origin: Vec2, translation: Vec2) -> Option<CastHit> {
    let (point, from) = (ShapeRef::Circle(&Circle::POINT), Pose::from_translation(origin));
    cast_of_difference(point, &from, translation, shape, pose)
}
