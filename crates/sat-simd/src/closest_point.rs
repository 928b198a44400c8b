use crate::distance::measure;
use crate::precise::{to_f32, to_vec2};
use crate::{AsShape, Circle, QueryError, Relation, ShapeRef, relation};
use geom::{Pose, Vec2};

/// The point of a shape's boundary that is closest to a given point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClosestPoint {
    /// The boundary point, in the world.
    pub point: Vec2,
    /// Unit, out of the surface there.
    pub normal: Vec2,
    /// Metres from the boundary: positive outside, negative inside, zero on it.
    pub distance: f32,
}

/// Whether the point lies in the shape or on its boundary. Exact.
///
/// # Errors
/// [`QueryError::NotFinite`] when the pose or the point is NaN or infinite.
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, contains_point};
///
/// let tile = Shape::rect(1.0, 1.0).unwrap();
/// assert_eq!(contains_point(&tile, &Pose::IDENTITY, Vec2::new(1.0, 0.3)), Ok(true));
/// assert_eq!(contains_point(&tile, &Pose::IDENTITY, Vec2::new(1.0f32.next_up(), 0.3)), Ok(false));
/// ```
#[inline]
pub fn contains_point(shape: &impl AsShape, pose: &Pose, point: Vec2) -> Result<bool, QueryError> {
    contains(shape.as_shape(), pose, point)
}

fn contains(shape: ShapeRef, pose: &Pose, point: Vec2) -> Result<bool, QueryError> {
    check(pose, point)?;
    let (probe, at) = (ShapeRef::Circle(&Circle::POINT), Pose::from_translation(point));
    Ok(relation(&shape, pose, &probe, &at) != Relation::Separated)
}

/// The boundary point closest to `point`, from inside or outside.
///
/// Of several equally close ones (the centre of a disc has them all) one is taken, the same for the same input. The
/// sign of the distance is exact, its size right to 8·2⁻²⁴ of the shape's extent plus the distance. O(vertices), in
/// double precision, without allocation.
///
/// # Errors
/// [`QueryError::NotFinite`] when the pose or the point is NaN or infinite.
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, closest_point};
///
/// let tile = Shape::rect(1.0, 1.0).unwrap();
/// let below = closest_point(&tile, &Pose::IDENTITY, Vec2::new(0.25, -3.0)).unwrap();
/// assert_eq!((below.point, below.normal, below.distance), (Vec2::new(0.25, -1.0), -Vec2::Y, 2.0));
/// let within = closest_point(&tile, &Pose::IDENTITY, Vec2::new(0.75, 0.5)).unwrap();
/// assert_eq!((within.point, within.normal, within.distance), (Vec2::new(1.0, 0.5), Vec2::X, -0.25));
/// ```
#[inline]
pub fn closest_point(shape: &impl AsShape, pose: &Pose, point: Vec2) -> Result<ClosestPoint, QueryError> {
    closest(shape.as_shape(), pose, point)
}

fn closest(shape: ShapeRef, pose: &Pose, point: Vec2) -> Result<ClosestPoint, QueryError> {
    check(pose, point)?;
    let (probe, at) = (ShapeRef::Circle(&Circle::POINT), Pose::from_translation(point));
    let (origin, contact, relation) = measure(shape, pose, probe, &at);
    let (separation, least) = (to_f32(contact.separation), f32::from_bits(1));
    let distance = match relation {
        Relation::Separated => separation.max(least),
        Relation::Overlapping => separation.min(-least),
        Relation::Touching => 0.0,
    };
    Ok(ClosestPoint { point: to_vec2(origin + contact.point_a), normal: to_vec2(contact.normal), distance })
}

fn check(pose: &Pose, point: Vec2) -> Result<(), QueryError> {
    QueryError::check_pose("the position of the shape", pose)?;
    QueryError::check("the point", point)
}
