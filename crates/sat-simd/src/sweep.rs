use crate::cast_hit::after_start;
use crate::mtv::{Mtv, mtv_of_overlapping};
use crate::precise::{Difference, to_f32, to_vec2, widen};
use crate::shape_cast::certain_cast;
use crate::{AsShape, QueryError, Relation, ShapeRef, relation, verdict};
use geom::{Pose, Vec2};

/// What happens between two shapes while one of them moves in a straight line, t from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sweep {
    /// Whether they touch or overlap at the start.
    pub intersects: bool,
    /// Whether they touch or overlap at any t in 0..=1.
    pub will_intersect: bool,
    /// Whether their interiors meet at any t in 0..=1; false for a graze.
    pub hit: bool,
    /// The first t at which they touch or overlap; zero if and only if [`Sweep::intersects`].
    pub time_of_impact: Option<f32>,
    /// The last t at which they touch or overlap, when they have met and are apart again at t = 1.
    pub leave_time: Option<f32>,
    /// The contact normal at the time of impact: unit, from A to B.
    pub normal: Option<Vec2>,
    /// The shortest translation that ends the overlap at t = 1, when there is one.
    pub mtv: Option<Mtv>,
}

/// Moves A by `translation` past a resting B.
///
/// The three verdicts are exact: they are those of [`relation`](crate::relation()) for the set that A covers on its way,
/// so nothing tunnels however thin the wall or fast the motion, and the axis across the motion is among those tested. Only two that
/// have no inside and never overlap on the way, as two points or parallel segments do not, do not `hit`:
/// [`shape_cast_into`](crate::shape_cast_into()) tells when they meet.
/// The times are right to 8·2⁻²⁴ of the shapes' extents plus their separation, divided by the length of the
/// translation; where the motion grazes a curve or slides along an edge, a shift of that size already changes them by
/// more. The end position `pose_a.translation + translation` is not rounded.
///
/// O(n + m) for n and m vertices, in closed form, in double precision; O(n · m) where the way is within 2⁻⁴⁶ of a graze. No
/// allocation.
///
/// # Errors
/// [`QueryError::NotFinite`] when the translation or a pose is NaN or infinite.
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, sweep};
///
/// let (bullet, wall) = (Shape::rect(0.5, 0.5).unwrap(), Shape::rect(0.5, 10.0).unwrap());
/// let at = Pose::from_translation;
/// let shot = sweep(&bullet, &at(Vec2::ZERO), Vec2::new(100.0, 0.0), &wall, &at(Vec2::new(51.0, 0.0))).unwrap();
/// assert!(shot.hit && !shot.intersects);
/// assert_eq!((shot.time_of_impact, shot.leave_time), (Some(0.5), Some(0.52)));
/// assert_eq!(shot.normal, Some(Vec2::X));
/// ```
#[inline]
pub fn sweep(
    a: &impl AsShape,
    pose_a: &Pose,
    translation: Vec2,
    b: &impl AsShape,
    pose_b: &Pose,
) -> Result<Sweep, QueryError> {
    sweep_of(a.as_shape(), pose_a, translation, b.as_shape(), pose_b)
}

fn sweep_of(a: ShapeRef, pose_a: &Pose, translation: Vec2, b: ShapeRef, pose_b: &Pose) -> Result<Sweep, QueryError> {
    QueryError::check_pose("the position of A", pose_a)?;
    QueryError::check_pose("the position of B", pose_b)?;
    QueryError::check("the translation", translation)?;
    let entry = certain_cast(a, pose_a, translation, b, pose_b);
    if entry == Some(None) {
        return Ok(Sweep::default());
    }
    let entry = entry.flatten();
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    let way = match entry {
        Some(_) => verdict::entered(a, pose_a, b, pose_b),
        None => verdict::swept(&difference, a, pose_a, translation, b, pose_b),
    };
    if way == Relation::Separated {
        return Ok(Sweep::default());
    }
    let intersects = entry.is_none() && relation(&a, pose_a, &b, pose_b) != Relation::Separated;
    let end = verdict::moved(a, pose_a, translation, b, pose_b);
    let cast = (translation != Vec2::ZERO).then(|| difference.cast(widen(translation)));
    let (time_of_impact, normal) = match (entry, cast) {
        (Some(entry), _) => (entry.fraction, -entry.normal),
        (None, Some(cast)) if !intersects => (after_start(cast.enter.clamp(0.0, 1.0)), to_vec2(cast.normal)),
        _ => (0.0, to_vec2(difference.contact().normal)),
    };
    // A zero more makes −0 a zero; which of the two `max` takes is not specified.
    let leave = |leave: f64| to_f32(leave.clamp(0.0, 1.0) + 0.0).max(time_of_impact);
    let leave_time = cast.filter(|_| end == Relation::Separated).map(|cast| leave(cast.leave));
    Ok(Sweep {
        intersects,
        will_intersect: true,
        hit: way == Relation::Overlapping,
        time_of_impact: Some(time_of_impact),
        leave_time,
        normal: Some(normal),
        mtv: (end == Relation::Overlapping).then(|| mtv_of_overlapping(a, pose_a, translation, b, pose_b)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    /// Which of the two zeros comes out must not depend on the machine.
    #[test]
    fn what_touches_and_goes_at_once_leaves_at_plus_zero() {
        let (ball, wall, here) = (Shape::circle(1.0).unwrap(), Shape::rect(1.0, 1.0).unwrap(), Pose::IDENTITY);
        for (x, y) in [(2.0, 0.0), (-2.0, 0.0), (0.0, 2.0), (0.0, -2.0)] {
            let at = Pose::from_translation(Vec2::new(x, y));
            for (a, b) in [(&ball, &wall), (&wall, &ball), (&wall, &wall), (&ball, &ball)] {
                for away in [at.translation * -0.5, at.translation * -1.5 + Vec2::new(y, x)] {
                    let swept = sweep(a, &here, away, b, &at).unwrap();
                    assert!(swept.intersects && !swept.hit, "{swept:?}");
                    assert_eq!(swept.leave_time.map(f32::to_bits), Some(0), "{a:?} from {b:?} by {away}");
                }
            }
        }
    }
}
