use geom::Rot;
use glam::Vec2;

use super::{Size, dynamic, ground};
use crate::{BodyKind, Scene, SceneBody, SceneCollider, SceneShape, Script};

pub const ABOUT: &str = "8000 small irregular pentagons fall into a yard 160 m wide, where a kinematic pusher swings to \
    and fro (x = 60·sin(0.2·t)) and ploughs through the heap; what it leaves alone may sleep. As in Box2D.";

pub fn scene(size: Size) -> Scene {
    let (columns, rows): (u16, u16) = size.pick((200, 40), (200, 2));
    let mut scene = Scene { steps: 800, sleep: true, ..Scene::new("", "") };
    scene.bodies.push(ground(yard()));

    for column in 0..columns {
        let x = 0.375 * (2.0 * f32::from(column) - f32::from(columns));
        for row in 0..rows {
            let side = if scene.bodies.len() % 2 == 1 { -0.1 } else { 0.1 };
            scene.bodies.push(dynamic(Vec2::new(x + side, 15.0 + f32::from(row)), pentagon()));
        }
    }

    let pusher = scene.bodies.len();
    let blade = SceneCollider::new(SceneShape::rect(2.0, 4.0)).at(Vec2::new(0.0, 4.0));
    scene.bodies.push(SceneBody::new(BodyKind::Kinematic, Vec2::ZERO, vec![blade]));
    scene.script = Script::Swing { body: pusher, center: Vec2::ZERO, amplitude: Vec2::new(60.0, 0.0), rate: 0.2 };
    scene
}

/// A floor of 161 boxes, and at each end a wall of 50.
fn yard() -> Vec<SceneCollider> {
    let floor = (-80..=80i16).map(|x| SceneCollider::new(SceneShape::rect(0.55, 0.5)).at(Vec2::new(f32::from(x), 0.0)));
    let walls = (1..=50i16).flat_map(|y| {
        [-80.0, 80.0].map(|x| SceneCollider::new(SceneShape::rect(0.5, 0.55)).at(Vec2::new(x, f32::from(y))))
    });
    floor.chain(walls).collect()
}

/// Five points on a circle, each π(√5 − 1) further round than the last; sorted by angle they make a convex outline.
fn pentagon() -> SceneShape {
    let turn = std::f64::consts::PI * (5f64.sqrt() - 1.0);
    let mut angles: Vec<f64> = (0..5u8).map(|i| (f64::from(i) * turn) % std::f64::consts::TAU).collect();
    angles.sort_by(f64::total_cmp);
    let corner = |&angle: &f64| Rot::from_angle(angle as f32).rotate(Vec2::new(0.25, 0.0));
    SceneShape::polygon(&angles.iter().map(corner).collect::<Vec<_>>())
}
