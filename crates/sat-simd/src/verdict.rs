//! The exact verdicts that the queries with numbers in their answers go by: a depth or a time never contradicts them.

use crate::ShapeRef;
use crate::exact;
use crate::precise::{Difference, widen};
use crate::relation::{Relation, relation, relation_of_swept};
use geom::{Pose, Vec2};

/// How two shapes lie to each other after A has moved by `motion`; the sum of pose and motion is not rounded.
pub(crate) fn moved(a: ShapeRef, pose_a: &Pose, motion: Vec2, b: ShapeRef, pose_b: &Pose) -> Relation {
    if motion == Vec2::ZERO {
        return relation(&a, pose_a, &b, pose_b);
    }
    Difference::new(a, pose_a, motion, b, pose_b)
        .relation()
        .unwrap_or_else(|| Relation::of_separation(exact::compare_moved(a, pose_a, motion, b, pose_b).ordering))
}

/// The closest that two shapes come to each other while A moves by `motion`: touching for a graze, overlapping when
/// their interiors meet on the way. `difference` is theirs at the start.
pub(crate) fn swept(
    difference: &Difference,
    a: ShapeRef,
    pose_a: &Pose,
    motion: Vec2,
    b: ShapeRef,
    pose_b: &Pose,
) -> Relation {
    if motion == Vec2::ZERO {
        return relation(&a, pose_a, &b, pose_b);
    }
    match covered_of(difference, a, pose_a, motion, b, pose_b) {
        Relation::Overlapping => entered(a, pose_a, b, pose_b),
        relation => relation,
    }
}

/// The closest that two shapes come to each other when what A covers on its way overlaps B.
pub(crate) fn entered(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Relation {
    // What a segment covers may have an interior though at no time the segment has.
    let is_flat = exact::never_overlap(a, pose_a.rotation, b, pose_b.rotation);
    if is_flat { Relation::Touching } else { Relation::Overlapping }
}

/// How B lies to all that A covers while it moves by `motion`, not zero: overlapping also when a point or segment crosses
/// a segment.
pub(crate) fn covered(a: ShapeRef, pose_a: &Pose, motion: Vec2, b: ShapeRef, pose_b: &Pose) -> Relation {
    covered_of(&Difference::new(a, pose_a, Vec2::ZERO, b, pose_b), a, pose_a, motion, b, pose_b)
}

fn covered_of(
    difference: &Difference,
    a: ShapeRef,
    pose_a: &Pose,
    motion: Vec2,
    b: ShapeRef,
    pose_b: &Pose,
) -> Relation {
    difference.swept_relation(widen(motion)).unwrap_or_else(|| relation_of_swept(a, pose_a, motion, b, pose_b))
}
