use geom::Rot;
use glam::Vec2;

use super::{Size, dynamic, ground};
use crate::{BodyKind, Scene, SceneBody, SceneCollider, SceneShape};

pub const ABOUT: &str = "6076 capsules, circles and boxes inside a ring of 360 segments, stirred by a 40 m bar. They start \
    overlapping their neighbours and are pushed apart first. Box2D turns a dynamic bar at 5 rad/s by a motor joint; here \
    the bar is kinematic and turns at that speed from the first step. Box2D's ring is a one-sided chain, ours is made of \
    two-sided segments; the bar's end sweeps over it, which squeezes what lies there.";

pub fn scene(size: Size) -> Scene {
    let count: u16 = size.pick(6076, 499);
    let mut scene = Scene { steps: 500, sleep: true, ..Scene::new("", "") };
    scene.bodies.push(ground(ring()));
    scene.bodies.push(bar());

    let shapes = [
        SceneShape::Capsule { a: Vec2::new(-0.25, 0.0), b: Vec2::new(0.25, 0.0), radius: 0.25 },
        SceneShape::Circle { radius: 0.35 },
        SceneShape::square(0.35),
    ];
    let mut position = Vec2::new(-23.0, 2.0);
    for i in 0..count {
        let mut body = dynamic(position, shapes[usize::from(i % 3)].clone());
        body.colliders[0] =
            SceneCollider { friction: 0.1, restitution: 0.1, density: 0.25, ..body.colliders[0].clone() };
        scene.bodies.push(body);
        position.x += 0.5;
        if position.x >= 23.0 {
            position = Vec2::new(-23.0, position.y + 0.5);
        }
    }
    scene
}

/// 360 segments around (0, 32), 40 m from it.
fn ring() -> Vec<SceneCollider> {
    let point = |degrees: u16| {
        Vec2::new(0.0, 32.0) + Rot::from_angle((-f32::from(degrees % 360)).to_radians()).rotate(Vec2::new(40.0, 0.0))
    };
    let piece = |degrees: u16| SceneShape::Segment { a: point(degrees), b: point(degrees + 1) };
    (0..360).map(|degrees| SceneCollider { friction: 0.1, ..SceneCollider::new(piece(degrees)) }).collect()
}

fn bar() -> SceneBody {
    let (x, y) = (0.4, 20.0);
    let corners = vec![Vec2::new(-x, -y), Vec2::new(x, -y), Vec2::new(x, y), Vec2::new(-x, y)];
    let shape = SceneShape::Polygon { vertices: corners, radius: 0.2 };
    let collider = SceneCollider { friction: 0.0, ..SceneCollider::new(shape) };
    SceneBody { spin: 5.0, ..SceneBody::new(BodyKind::Kinematic, Vec2::new(0.0, 12.0), vec![collider]) }
}
