//! Rows of bodies that differ in one property, with answers that can be worked out by hand.

use glam::Vec2;

use super::{dynamic, ground};
use crate::{Scene, SceneBody, SceneCollider, SceneShape};

pub const RESTITUTION_ABOUT: &str = "Eleven balls with restitutions from 0 to 1 in steps of 0.1, left to right, fall 5 m onto \
    a floor: each bounces to the square of its restitution of that height.";

pub const FRICTION_ABOUT: &str = "Eleven boxes on a ramp with a slope of one half; the coefficients of friction are 0.05 to 1.05 \
    in steps of 0.1 from its lower end up. Those above one half stay, the others slide by g·cos·(½ − µ)·t²/2.";

/// How many bodies stand in a row.
const RUNGS: u8 = 11;

pub fn restitution() -> Scene {
    let mut scene = Scene { steps: 600, ..Scene::new("", "") };
    scene.bodies.push(ground(vec![SceneCollider::new(SceneShape::rect(20.0, 1.0)).at(Vec2::new(0.0, -1.0))]));
    for rung in 0..RUNGS {
        let position = Vec2::new(2.0 * (f32::from(rung) - 5.0), 5.5);
        let mut body = dynamic(position, SceneShape::Circle { radius: 0.5 });
        body.colliders[0].restitution = f32::from(rung) / 10.0;
        scene.bodies.push(body);
    }
    scene
}

pub fn friction() -> Scene {
    let mut scene = Scene { steps: 120, ..Scene::new("", "") };
    let angle = libm::atan(-0.5) as f32;
    // The frictions of two surfaces mix to the root of their product: the ramp's is 1, a box's the square of what counts.
    let ramp = SceneCollider { friction: 1.0, ..SceneCollider::new(SceneShape::rect(60.0, 1.0)) };
    scene.bodies.push(SceneBody { angle, ..ground(vec![ramp]) });
    let slope = geom::Rot::from_angle(angle);
    for rung in 0..RUNGS {
        let friction = 0.05 + 0.1 * f32::from(rung);
        let position = slope.rotate(Vec2::new(15.0 - 2.0 * f32::from(rung), 1.5));
        let mut body = SceneBody { angle, ..dynamic(position, SceneShape::square(0.5)) };
        body.colliders[0].friction = friction * friction;
        scene.bodies.push(body);
    }
    scene
}
