//! What no answer may depend on: where the origin is, and in which unit lengths are told.

use super::oracle::{Case, decode};
use sat_simd::{
    FeatureId, Motion, Polygon, Pose, Rot, Shape, Vec2, distance, manifold, mtv, overlaps, ray_cast, relation,
    separation, shape_cast, sweep, time_of_impact,
};

/// Verdicts survive every motion of both shapes, and every change of scale, that leaves no number rounded; and so does every
/// bit of the numbers, as far as they are no world coordinates and of usual size.
pub fn motions_and_scales(bytes: &[u8]) {
    let case = decode(bytes);
    let verdicts = |case: &Case| {
        let Case { a, pose_a, b, pose_b, margin, motion } = case;
        let swept = sweep(a, pose_a, *motion, b, pose_b).unwrap();
        let close = overlaps(a, pose_a, b, pose_b, *margin);
        (relation(a, pose_a, b, pose_b), close, swept.intersects, swept.will_intersect, swept.hit)
    };
    let expected = verdicts(&case);

    let turned =
        |pose: &Pose| Pose::new(pose.translation.perp(), Rot::new(-pose.rotation.sin(), pose.rotation.cos()).unwrap());
    let quarter =
        Case { pose_a: turned(&case.pose_a), pose_b: turned(&case.pose_b), motion: case.motion.perp(), ..case.clone() };
    assert_eq!(verdicts(&quarter), expected, "a quarter turn of {case:?}");

    let found = numbers(&case);
    let shifts = [Vec2::new(1024.0, -3.5), -case.pose_a.translation, Vec2::new(-1e6, 0.25)];
    for by in shifts {
        let moved = |pose: &Pose| {
            let translation = pose.translation + by;
            // What rounding left out of the sum: D. E. Knuth, The Art of Computer Programming 2, 4.2.2, theorem B.
            let part = translation - pose.translation;
            let error = (pose.translation - (translation - part)) + (by - part);
            (error == Vec2::ZERO).then_some(Pose::new(translation, pose.rotation))
        };
        if let (Some(pose_a), Some(pose_b)) = (moved(&case.pose_a), moved(&case.pose_b)) {
            let shifted = Case { pose_a, pose_b, ..case.clone() };
            assert_eq!(verdicts(&shifted), expected, "by {by}: {case:?}");
            assert_eq!(numbers(&shifted), found, "by {by}: {case:?}");
        }
    }

    for factor in [0.5, 4.0, 2f32.powi(-40), 2f32.powi(60)] {
        if let Some(scaled) = scaled(&case, factor) {
            assert_eq!(verdicts(&scaled), expected, "times {factor}: {case:?}");
        }
    }

    // Smaller and larger ones are answered on other ways, and round elsewhere.
    if is_of_usual_size(&case) {
        for factor in [0.25, 8.0] {
            if let Some(scaled) = scaled(&case, factor) {
                let lengths = found.lengths.iter().map(|length| length * factor).collect();
                assert_eq!(numbers(&scaled), Numbers { lengths, ..found.clone() }, "times {factor}: {case:?}");
            }
        }
    }
}

/// Whether all coordinates are zero or of a size of which squares of squares are normal numbers.
fn is_of_usual_size(case: &Case) -> bool {
    let shape = |shape: &Shape| {
        let core = (0..shape.core_len()).flat_map(|index| shape.core_vertex(index).to_array());
        core.chain([shape.radius()]).collect::<Vec<_>>()
    };
    let direction = |pose: &Pose| Vec2::new(pose.rotation.cos(), pose.rotation.sin());
    let Case { pose_a, pose_b, motion, .. } = case;
    let vectors = [pose_a.translation, direction(pose_a), pose_b.translation, direction(pose_b), *motion];
    let mut numbers = vectors.iter().flat_map(|vector| vector.to_array()).chain(shape(&case.a)).chain(shape(&case.b));
    numbers.all(|number| number == 0.0 || (1e-6..1e6).contains(&number.abs()))
}

/// The answers of a case that do not depend on where the world's origin is.
#[derive(Clone, Debug, PartialEq)]
struct Numbers {
    /// In metres.
    lengths: Vec<f32>,
    /// Directions and parts of the way.
    others: Vec<f32>,
    features: Vec<FeatureId>,
}

fn numbers(case: &Case) -> Numbers {
    let Case { a, pose_a, b, pose_b, margin, motion } = case;
    let mut lengths = vec![separation(a, pose_a, b, pose_b)];
    let mut others = Vec::new();
    let gap = distance(a, pose_a, b, pose_b);
    lengths.push(gap.distance);
    others.extend(gap.normal.to_array());
    if let Some(push) = mtv(a, pose_a, b, pose_b) {
        lengths.push(push.depth);
        others.extend(push.normal.to_array());
    }
    let swept = sweep(a, pose_a, *motion, b, pose_b).unwrap();
    others.extend([swept.time_of_impact, swept.leave_time].map(|time| time.unwrap_or(-1.0)));
    if let Some(hit) = shape_cast(a, pose_a, *motion, b, pose_b).unwrap() {
        others.extend([hit.fraction, hit.normal.x, hit.normal.y]);
    }
    if let Some(hit) = ray_cast(b, pose_b, pose_a.translation, *motion).unwrap() {
        others.extend([hit.fraction, hit.normal.x, hit.normal.y]);
    }
    let turning = Motion { start: *pose_a, center: Vec2::ZERO, translation: *motion, angle: 1.0 };
    if let Some(impact) = time_of_impact(a, &turning, b, &Motion::resting(*pose_b)).unwrap() {
        others.extend([impact.time, impact.normal.x, impact.normal.y]);
    }
    let contact = manifold(a, b, &pose_a.inv_mul(pose_b), margin.abs());
    others.extend(contact.normal().to_array());
    lengths.extend(contact.points().iter().flat_map(|point| [point.point.x, point.point.y, point.separation]));
    let features = contact.points().iter().map(|point| point.feature).collect();
    // What overlaps by less than rounding is told as the smallest number there is, at every scale.
    let lengths = lengths.into_iter().map(|length| if length.is_subnormal() { 0.0 } else { length }).collect();
    Numbers { lengths, others, features }
}

/// Everything larger by a power of two; `None` when a number would be rounded.
fn scaled(case: &Case, factor: f32) -> Option<Case> {
    let number = |x: f32| (x * factor / factor == x && (x * factor).is_finite()).then_some(x * factor);
    let vector = |v: Vec2| Some(Vec2::new(number(v.x)?, number(v.y)?));
    let pose = |pose: &Pose| Some(Pose::new(vector(pose.translation)?, pose.rotation));
    let shape = |shape: &Shape| {
        let core: Option<Vec<Vec2>> = (0..shape.core_len()).map(|k| vector(shape.core_vertex(k))).collect();
        let (core, radius) = (core?, number(shape.radius())?);
        match shape {
            Shape::Circle(_) => Shape::circle(radius),
            Shape::Capsule(_) => Shape::capsule(core[0], core[1], radius),
            Shape::Segment(_) => Shape::segment(core[0], core[1]),
            Shape::Rect(_) => Shape::rect(core[2].x, core[2].y),
            Shape::Polygon(_) => Polygon::new(&core).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from),
        }
        .ok()
    };
    Some(Case {
        a: shape(&case.a)?,
        pose_a: pose(&case.pose_a)?,
        b: shape(&case.b)?,
        pose_b: pose(&case.pose_b)?,
        margin: number(case.margin)?,
        motion: vector(case.motion)?,
    })
}
