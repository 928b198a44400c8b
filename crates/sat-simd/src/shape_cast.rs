use crate::cast_hit::after_start;
use crate::precise::{Difference, to_vec2, widen};
use crate::query_error::are_finite;
use crate::ray::{self, Hit};
use crate::{AsShape, CastHit, QueryError, Relation, ShapeRef, relation, verdict};
use geom::{Pose, Vec2};

/// The first contact of A, moved by `translation` without turning, with a resting B; `None` when it passes by.
///
/// Whether there is one is exact, and a graze counts; [`sweep`](crate::sweep()) tells grazes from hits and when they
/// end. Shapes that touch or overlap at the start hit at fraction zero, with the normal and the point of B's surface
/// along which they part soonest. Accuracy as [`sweep`](crate::sweep()). In closed form; O(n · m / 8) for n and m vertices of
/// up to eight, where nothing is within rounding of a graze, O(n / 8) for a circle, else at the cost of a sweep.
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
) -> Result<Option<CastHit>, QueryError> {
    shape_cast_of(a.as_shape(), pose_a, translation, b.as_shape(), pose_b)
}

fn shape_cast_of(
    a: ShapeRef,
    pose_a: &Pose,
    translation: Vec2,
    b: ShapeRef,
    pose_b: &Pose,
) -> Result<Option<CastHit>, QueryError> {
    if !are_finite(widen(pose_b.translation) - widen(pose_a.translation), widen(translation)) {
        check(pose_a, pose_b, translation)?;
    }
    Ok(certain_cast(a, pose_a, translation, b, pose_b)
        .unwrap_or_else(|| cast_of_difference(a, pose_a, translation, b, pose_b)))
}

#[cold]
fn check(pose_a: &Pose, pose_b: &Pose, translation: Vec2) -> Result<(), QueryError> {
    QueryError::check_pose("the position of the cast shape", pose_a)?;
    QueryError::check_pose("the position of the target", pose_b)?;
    QueryError::check("the translation", translation)
}

/// The cast of shapes of any kind, with exact verdicts: all of it finite.
pub(crate) fn cast_of_difference(
    a: ShapeRef,
    pose_a: &Pose,
    translation: Vec2,
    b: ShapeRef,
    pose_b: &Pose,
) -> Option<CastHit> {
    let starts_in_contact = relation(&a, pose_a, &b, pose_b) != Relation::Separated;
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    if !starts_in_contact && verdict::swept(&difference, a, pose_a, translation, b, pose_b) == Relation::Separated {
        return None;
    }
    let (fraction, normal) = if starts_in_contact {
        (0.0, difference.contact().normal)
    } else {
        let cast = difference.cast(widen(translation));
        (cast.enter.clamp(0.0, 1.0), cast.normal)
    };
    let there = difference.moved(widen(translation) * fraction);
    // What a point hits is where it then is.
    let is_ray = a.core_len() == 1 && a.radius() == 0.0 && !starts_in_contact;
    let point = if is_ray { there.origin } else { there.origin + there.contact().point_b };
    let fraction = if starts_in_contact { 0.0 } else { after_start(fraction) };
    Some(CastHit { fraction, point: to_vec2(point), normal: -to_vec2(normal) })
}

/// The cast, unless it is within rounding of a graze or of contact at the start or the end: then `None`.
///
/// The centre of a circle is a ray against the other shape grown by its radius.
pub(crate) fn certain_cast(
    a: ShapeRef,
    pose_a: &Pose,
    translation: Vec2,
    b: ShapeRef,
    pose_b: &Pose,
) -> Option<Option<CastHit>> {
    let (at_a, at_b) = (pose_a.translation, pose_b.translation);
    let back = |hit: Hit| Hit { normal: -hit.normal, ..hit };
    let hit = match (a, b) {
        (ShapeRef::Circle(disc), _) => ray::cast(b, pose_b, disc.radius(), at_a, translation)
            .hit()?
            .map(|hit| CastHit::of_disc(hit, at_a, translation, disc.radius())),
        // Seen from B it is A that is hit.
        (_, ShapeRef::Circle(disc)) => ray::cast(a, pose_a, disc.radius(), at_b, -translation)
            .hit()?
            .map(|hit| CastHit::of_disc(back(hit), at_b, Vec2::ZERO, -disc.radius())),
        _ => {
            let (answer, point) = ray::cast_pair(a, pose_a, translation, b, pose_b);
            answer.hit()?.map(|Hit { fraction, normal, .. }| CastHit {
                fraction: after_start(fraction),
                point: to_vec2(point),
                normal: to_vec2(normal),
            })
        }
    };
    Some(hit)
}

/// [`shape_cast`] that reports only what the motion runs into: what it slides along, grazes or leaves is no hit.
///
/// For a character on the ground: standing on it exactly, a step along the ground is free, a step down hits at fraction zero. A
/// hit needs the way to lead into B, which is decided exactly; shapes that overlap at the start hit at fraction zero when
/// the motion makes the overlap deeper, along the normal on which they part soonest. Accuracy and cost as [`shape_cast`].
///
/// Where a fall ends is rounded, though, and what has come to stand a hair too deep meets the next tile of the floor as a wall.
/// So keep a gap that is larger than rounding, such as a millimetre along the normal of each hit, as in the second example.
///
/// # Errors
/// As [`shape_cast`].
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, shape_cast, shape_cast_into};
///
/// let (body, ground) = (Shape::rect(0.5, 1.0).unwrap(), Shape::rect(10.0, 1.0).unwrap());
/// let standing = Pose::from_translation(Vec2::new(0.0, 2.0));
/// let cast = |step| shape_cast_into(&body, &standing, step, &ground, &Pose::IDENTITY).unwrap();
/// assert_eq!(cast(Vec2::new(3.0, 0.0)), None);
/// assert_eq!(cast(Vec2::new(0.0, 1.0)), None);
/// assert_eq!(cast(Vec2::new(3.0, -0.1)).unwrap().fraction, 0.0);
/// // Touching is a hit of the plain cast, wherever the way leads.
/// let plain = shape_cast(&body, &standing, Vec2::new(3.0, 0.0), &ground, &Pose::IDENTITY).unwrap();
/// assert_eq!(plain.unwrap().fraction, 0.0);
/// ```
///
/// ```
/// use sat_simd::{Pose, QueryError, CastHit, Shape, Vec2, shape_cast_into};
///
/// const GAP: f32 = 1e-3;
/// let (hero, tile) = (Shape::rect(0.3, 0.8).unwrap(), Shape::rect(0.5 * 0.37, 0.5 * 0.37).unwrap());
/// let floor: Vec<Pose> = (0u8..20).map(|i| Pose::from_translation(Vec2::new(f32::from(i) * 0.37, 1.3))).collect();
/// let first_hit = |from: Vec2, way: Vec2| -> Result<Option<CastHit>, QueryError> {
///     let mut first: Option<CastHit> = None;
///     for at in &floor {
///         let hit = shape_cast_into(&hero, &Pose::from_translation(from), way, &tile, at)?;
///         first = hit.filter(|hit| first.is_none_or(|first| hit.fraction < first.fraction)).or(first);
///     }
///     Ok(first)
/// };
///
/// let (mut position, step) = (Vec2::new(1.0, 4.0), Vec2::new(0.1, -0.2));
/// while position.x < 6.0 {
///     // Along the way, then along what is in it.
///     let mut way = step;
///     for _ in 0..2 {
///         let Some(hit) = first_hit(position, way)? else {
///             position += way;
///             break;
///         };
///         assert_eq!(hit.normal, Vec2::Y, "the floor is no wall");
///         position += way * hit.fraction + hit.normal * GAP;
///         way *= 1.0 - hit.fraction;
///         way -= hit.normal * way.dot(hit.normal);
///     }
/// }
/// # Ok::<(), QueryError>(())
/// ```
pub fn shape_cast_into(
    a: &impl AsShape,
    pose_a: &Pose,
    translation: Vec2,
    b: &impl AsShape,
    pose_b: &Pose,
) -> Result<Option<CastHit>, QueryError> {
    let (a, b) = (a.as_shape(), b.as_shape());
    let hit = shape_cast_of(a, pose_a, translation, b, pose_b)?;
    let leads_in = |hit: &CastHit| {
        translation != Vec2::ZERO
            && verdict::covered(a, pose_a, translation, b, pose_b) == Relation::Overlapping
            && (hit.fraction > 0.0
                || relation(&a, pose_a, &b, pose_b) == Relation::Touching
                || widen(translation).dot(widen(hit.normal)) < 0.0)
    };
    Ok(hit.filter(leads_in))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Circle;

    fn at(x: f32, y: f32) -> Pose {
        Pose::from_translation(Vec2::new(x, y))
    }

    #[test]
    fn what_is_grazed_slid_along_or_left_is_not_run_into() {
        let tile = crate::Rect::new(Vec2::ONE).unwrap();
        let into = |from: Pose, way: (f32, f32)| {
            let hit = shape_cast_into(&tile, &from, Vec2::new(way.0, way.1), &tile, &Pose::IDENTITY).unwrap();
            hit.map(|hit| hit.fraction)
        };
        assert_eq!(into(at(0.0, 2.0), (5.0, 0.0)), None);
        assert_eq!(into(at(0.0, 2.0), (0.0, 0.0)), None);
        assert_eq!(into(at(0.0, 2.0), (0.0, 1.0)), None);
        assert_eq!(into(at(0.0, 2.0), (1.0, -f32::MIN_POSITIVE)), Some(0.0));
        // A graze from afar, and a hit by a hair.
        assert_eq!(into(at(-6.0, 2.0), (12.0, 0.0)), None);
        assert_eq!(into(at(-6.0, 2.0f32.next_down()), (8.0, 0.0)), Some(0.5));
        // Overlapping from above: up and along is out, down is in.
        assert_eq!(into(at(0.0, 1.5), (0.0, 1.0)), None);
        assert_eq!(into(at(0.0, 1.5), (1.0, 0.0)), None);
        assert_eq!(into(at(0.0, 1.5), (0.0, -1.0)), Some(0.0));
    }

    #[test]
    fn a_ray_runs_into_a_segment_but_not_along_it() {
        let wall = crate::Segment::new(Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0)).unwrap();
        let point = Circle::POINT;
        let into = |from: Pose, way: Vec2| shape_cast_into(&point, &from, way, &wall, &Pose::IDENTITY).unwrap();
        assert_eq!(into(at(-2.0, 0.0), Vec2::new(4.0, 0.0)).map(|hit| hit.fraction), Some(0.5));
        assert_eq!(into(at(0.0, -3.0), Vec2::new(0.0, 6.0)), None);
        assert_eq!(into(at(0.0, 0.0), Vec2::new(0.0, 6.0)), None);
    }
}
