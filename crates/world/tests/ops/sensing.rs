use super::touching::{accepts, rounding};
use crate::engine::{BodyId, ColliderId, Pose, Vec2, World};
use sat_simd::separation;

/// A sensor and something that it might see, before a step.
struct Case {
    sensor: ColliderId,
    visitor: ColliderId,
    /// They may see each other.
    counts: bool,
    /// They overlap, whatever is rounded, and either is awake: what wakes within the step is seen in the next one.
    overlaps: bool,
    /// How far apart they are at least, in metres.
    gap: f32,
    /// Where their bodies are.
    poses: [Pose; 2],
}

/// What each sensor overlaps before a step, found by trying everything.
pub struct Sensing(Vec<Case>);

impl Sensing {
    /// All sensors with all that is none.
    pub fn before_step(world: &World) -> Self {
        let sensors = world.colliders().filter(|&sensor| world.is_sensor(sensor) == Ok(true));
        let pairs = sensors.flat_map(|sensor| world.colliders().map(move |visitor| (sensor, visitor)));
        Self(pairs.filter_map(|(sensor, visitor)| Case::new(world, sensor, visitor)).collect())
    }

    /// # Panics
    /// When a sensor saw in the step what was not there, or did not see what was.
    pub fn check(&self, world: &World) {
        for case in &self.0 {
            let [sensor, visitor] = [case.sensor, case.visitor];
            let is_seen = world.overlaps_of(sensor).expect("alive").any(|seen| seen == visitor);
            let bodies = bodies(world, sensor, visitor);
            let is_looked_at = bodies.iter().any(|&body| world.is_awake(body) == Ok(true));
            assert!(!is_seen || case.counts, "{sensor:?} saw {visitor:?} that is not for it");
            if !case.counts || !is_looked_at {
                continue;
            }
            assert!(is_seen || !case.overlaps, "{sensor:?} did not see {visitor:?}");
            let moved: f32 = bodies.iter().zip(&case.poses).map(|(&body, before)| way(world, body, before)).sum();
            assert!(!is_seen || moved >= case.gap, "{sensor:?} saw {visitor:?} {} m away", case.gap);
        }
    }
}

impl Case {
    fn new(world: &World, sensor: ColliderId, visitor: ColliderId) -> Option<Self> {
        let bodies = bodies(world, sensor, visitor);
        if bodies[0] == bodies[1] {
            return None;
        }
        let counts = world.is_sensor(visitor) == Ok(false)
            && bodies.iter().all(|&body| world.is_enabled(body) == Ok(true))
            && accepts(&world.filter(sensor).expect("alive"), &world.filter(visitor).expect("alive"));
        let side = |side| (world.shape(side).expect("alive"), world.collider_pose(side).expect("alive"));
        let ((shape_a, pose_a), (shape_b, pose_b)) = (side(sensor), side(visitor));
        let (separation, rounding) = (separation(shape_a, &pose_a, shape_b, &pose_b), rounding(world, sensor, visitor));
        let is_awake = bodies.iter().any(|&body| world.is_awake(body) == Ok(true));
        let (overlaps, gap) = (is_awake && separation < -rounding, separation - rounding);
        let poses = bodies.map(|body| world.pose(body).expect("alive"));
        Some(Self { sensor, visitor, counts, overlaps, gap, poses })
    }
}

fn bodies(world: &World, a: ColliderId, b: ColliderId) -> [BodyId; 2] {
    [a, b].map(|side| world.body_of(side).expect("alive"))
}

/// How far any point of a body's colliders went at most, in metres, as far as its ends tell.
fn way(world: &World, body: BodyId, before: &Pose) -> f32 {
    let after = world.pose(body).expect("alive");
    let reach = world.colliders_of(body).expect("alive").map(|collider| {
        let (shape, pose) = (world.shape(collider).expect("alive"), world.local_pose(collider).expect("alive"));
        let circle = shape.bounding_circle();
        pose.transform_point(circle.center).length() + circle.radius
    });
    let reach = reach.fold(0.0, f32::max);
    let turn = |pose: &Pose| Vec2::new(pose.rotation.cos(), pose.rotation.sin());
    (after.translation - before.translation).length() + 2.0 * reach * (turn(&after) - turn(before)).length()
}
