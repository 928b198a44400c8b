use crate::rng::Rng;
use crate::step::{Motion, StepTask};
use geom::Vec2;
use scenes::{BodyKind, Scene, SceneBody, SceneCollider, SceneShape, TIME_STEP};
use std::f32::consts::{FRAC_PI_2, TAU};

/// How many balls are thrown.
pub const THROWS: u64 = 48;

/// How many steps they fly: 20 s.
pub const STEPS_OF_FLIGHT: u32 = 1200;

/// From the middle of a yard to its walls, in metres.
const HALF: f32 = 5.0;

/// A ball thrown any way in a yard that is turned any way; it and the walls have restitution 1 and no friction.
#[must_use]
pub fn yard(seed: u64, speed: f32, gravity: f32) -> Scene {
    let mut rng = Rng::new(seed);
    let bouncy = |shape| SceneCollider { restitution: 1.0, friction: 0.0, ..SceneCollider::new(shape) };
    let tilt = rng.uniform(0.0, FRAC_PI_2);
    let side = |side: u8| {
        let angle = tilt + f32::from(side) * FRAC_PI_2;
        let wall = bouncy(SceneShape::rect(1.0, HALF + 3.0));
        SceneBody { angle, ..SceneBody::new(BodyKind::Static, Vec2::from_angle(angle) * (HALF + 1.0), vec![wall]) }
    };
    let mut bodies: Vec<_> = (0..4).map(side).collect();
    let ball = SceneBody::new(BodyKind::Dynamic, Vec2::ZERO, vec![bouncy(SceneShape::Circle { radius: 0.3 })]);
    bodies.push(SceneBody { velocity: Vec2::from_angle(rng.uniform(0.0, TAU)) * speed, ..ball });
    Scene { gravity: Vec2::new(0.0, -gravity), bodies, ..Scene::new("yard", "a ball that bounces off walls") }
}

/// Which part of its energy the ball of a [`yard`] has after [`STEPS_OF_FLIGHT`]; heights count from one corner of the lowest yard.
pub fn kept_energy(scene: &Scene, task: &mut dyn StepTask) -> f64 {
    // Engines give a body its push before they move it, in each sub-step: half of one is what keeps their sum.
    let half_push = scene.gravity * (0.5 * TIME_STEP / scene.sub_steps as f32);
    let energy = |motion: &Motion| {
        let height = motion.pose.translation + Vec2::splat(HALF * std::f32::consts::SQRT_2);
        f64::from(0.5 * (motion.velocity + half_push).length_squared() - scene.gravity.dot(height))
    };
    let ball = |task: &dyn StepTask| task.motions().last().copied().flatten().expect("nobody removes the ball");
    let start = energy(&ball(task));
    (0..STEPS_OF_FLIGHT).for_each(|_| task.step_by(&[], TIME_STEP));
    energy(&ball(task)) / start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::builders;

    #[test]
    fn no_engine_loses_energy_without_gravity() {
        let scene = yard(1, 3.0, 0.0);
        for build in builders(&scene) {
            let mut task = build(&scene);
            let kept = kept_energy(&scene, &mut *task);
            assert!((kept - 1.0).abs() < 1e-3, "{}: {kept}", task.engine());
        }
    }
}
