use crate::rng::Rng;
use crate::step::StepTask;
use geom::Vec2;
use scenes::{BodyKind, Scene, SceneBody, SceneCollider, SceneShape, TIME_STEP};
use std::f32::consts::{PI, TAU};

/// How many bodies there are in a heap.
pub const HEAPED: u16 = 150;

/// How many steps a heap has to come to rest: 50 s.
pub const STEPS_TO_REST: u32 = 3000;

/// A shape of some size.
type Kind = fn(&mut Rng) -> SceneShape;

const KINDS: [Kind; 4] = [
    |rng| SceneShape::Circle { radius: rng.uniform(0.2, 0.6) },
    |rng| SceneShape::rect(rng.uniform(0.2, 0.7), rng.uniform(0.2, 0.7)),
    |rng| {
        let (count, radius) = (3 + rng.below(6), rng.uniform(0.3, 0.7));
        let corner = |index: usize| Vec2::from_angle(TAU * index as f32 / count as f32) * radius;
        SceneShape::polygon(&(0..count).map(corner).collect::<Vec<_>>())
    },
    |rng| {
        let half = Vec2::new(rng.uniform(0.2, 0.7), 0.0);
        SceneShape::Capsule { a: -half, b: half, radius: rng.uniform(0.1, 0.4) }
    },
];

/// Bodies that fall into a pit 20 m wide, turned any way: in turn boxes, polygons or capsules alone, or all of them with discs.
#[must_use]
pub fn heap(seed: u64) -> Scene {
    let mut rng = Rng::new(seed);
    let wall = |x: f32, y: f32, half: Vec2| {
        let collider = SceneCollider::new(SceneShape::rect(half.x, half.y));
        SceneBody::new(BodyKind::Static, Vec2::new(x, y), vec![collider])
    };
    let sides = Vec2::new(1.0, 20.0);
    let mut bodies = vec![wall(0.0, -1.0, Vec2::new(12.0, 1.0)), wall(-11.0, 20.0, sides), wall(11.0, 20.0, sides)];
    for i in 0..HEAPED {
        let kind = match seed % 4 {
            0 => usize::from(i) % KINDS.len(),
            kind => kind as usize,
        };
        let at = Vec2::new(rng.uniform(-9.0, 9.0), 1.0 + f32::from(i / 12) * 1.3 + rng.uniform(0.0, 0.3));
        let collider = SceneCollider::new(KINDS[kind](&mut rng));
        let body = SceneBody::new(BodyKind::Dynamic, at, vec![collider]);
        bodies.push(SceneBody { angle: rng.uniform(-PI, PI), ..body });
    }
    Scene { sleep: true, bodies, ..Scene::new("heap", "bodies that fall into a pit") }
}

/// Whether a heap is asleep within [`STEPS_TO_REST`].
pub fn comes_to_rest(task: &mut dyn StepTask) -> bool {
    (0..STEPS_TO_REST).any(|_| {
        task.step_by(&[], TIME_STEP);
        task.awake_bodies() == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::builders;

    #[test]
    fn every_engine_tells_who_is_awake_and_brings_a_heap_to_rest() {
        let scene = Scene { bodies: heap(1).bodies[..13].to_vec(), ..heap(1) };
        for build in builders(&scene) {
            let mut task = build(&scene);
            let name = task.engine();
            task.step_by(&[], TIME_STEP);
            assert_eq!(task.awake_bodies(), 10, "{name}");
            assert!(comes_to_rest(&mut *task), "{name}");
        }
    }
}
