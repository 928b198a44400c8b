use crate::step::{Motion, StepTask};
use geom::Vec2;
use scenes::{BodyKind, Scene, SceneBody, SceneCollider, SceneShape, TIME_STEP};

/// How many steps a ball rolls: 5 s.
pub const STEPS_OF_ROLLING: u32 = 300;

/// The first step after which heights are looked at.
const SETTLED: u32 = 60;

/// What became of a ball on a level track.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Roll {
    /// Its speed at the end, as a part of the one that it began with.
    pub speed_kept: f64,
    /// How deep it was in the track at most, in metres.
    pub sunk: f64,
    /// How fast it went up or down at most, in m/s.
    pub vertical_speed: f64,
}

/// A ball that rolls to the right on a level track, without slipping.
#[must_use]
pub fn track(radius: f32, speed: f32) -> Scene {
    let track = SceneCollider::new(SceneShape::rect(500.0, 0.5));
    let ball = SceneCollider::new(SceneShape::Circle { radius });
    let ball = SceneBody::new(BodyKind::Dynamic, Vec2::new(0.0, radius), vec![ball]);
    let bodies = vec![
        SceneBody::new(BodyKind::Static, Vec2::new(0.0, -0.5), vec![track]),
        SceneBody { velocity: Vec2::new(speed, 0.0), spin: -speed / radius, ..ball },
    ];
    Scene { bodies, ..Scene::new("track", "a ball that rolls") }
}

/// Lets the ball of a [`track`] roll for [`STEPS_OF_ROLLING`].
///
/// # Panics
/// When it is gone.
pub fn roll(radius: f32, speed: f32, task: &mut dyn StepTask) -> Roll {
    let ball = |task: &dyn StepTask| -> Motion { task.motions()[1].expect("nobody removes the ball") };
    let mut found = Roll::default();
    for step in 0..STEPS_OF_ROLLING {
        task.step_by(&[], TIME_STEP);
        if step >= SETTLED {
            let Motion { pose, velocity, .. } = ball(task);
            found.sunk = found.sunk.max(f64::from(radius) - f64::from(pose.translation.y));
            found.vertical_speed = found.vertical_speed.max(velocity.y.abs().into());
        }
    }
    found.speed_kept = f64::from(ball(task).velocity.x) / f64::from(speed);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::builders;

    #[test]
    fn no_engine_loses_a_tenth_of_a_rolling_ball_s_speed() {
        let scene = track(0.5, 3.0);
        for build in builders(&scene) {
            let mut task = build(&scene);
            let found = roll(0.5, 3.0, &mut *task);
            assert!((found.speed_kept - 1.0).abs() < 0.1, "{}: {found:?}", task.engine());
            assert!(found.sunk < 0.02 && found.vertical_speed < 0.5, "{}: {found:?}", task.engine());
        }
    }
}
