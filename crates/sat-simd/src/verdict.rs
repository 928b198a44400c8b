//! The yes-or-no side of the queries that also return numbers.

use crate::Shape;
use crate::precise::Difference;
use geom::{Pose, Vec2};

/// Whether two posed shapes share a point, and whether their interiors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) meets: bool,
    pub(crate) overlaps: bool,
}

/// The verdict with A moved by `motion` first.
pub(crate) fn moved(a: &Shape, pose_a: &Pose, motion: Vec2, b: &Shape, pose_b: &Pose) -> Verdict {
    let difference = Difference::new(a, pose_a, motion, b, pose_b);
    let separation = difference.contact().separation;
    Verdict { meets: separation <= difference.tolerance, overlaps: separation < -difference.tolerance }
}

/// The verdict over all of A's positions on its way along `motion`.
pub(crate) fn swept(a: &Shape, pose_a: &Pose, motion: Vec2, b: &Shape, pose_b: &Pose) -> Verdict {
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    let (start, end) = (moved(a, pose_a, Vec2::ZERO, b, pose_b), moved(a, pose_a, motion, b, pose_b));
    if motion == Vec2::ZERO {
        return start;
    }
    let cast = difference.cast(crate::precise::widen(motion));
    let within = cast.meets && cast.enter <= 1.0 && cast.leave >= 0.0;
    let inside =
        within && (cast.leave.min(1.0) - cast.enter.max(0.0)) * f64::from(motion.length()) > difference.tolerance;
    let halfway = motion * (0.5 * (cast.enter.max(0.0) + cast.leave.min(1.0))) as f32;
    Verdict {
        meets: start.meets || end.meets || within,
        overlaps: start.overlaps || end.overlaps || (inside && moved(a, pose_a, halfway, b, pose_b).overlaps),
    }
}
