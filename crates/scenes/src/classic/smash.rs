use glam::Vec2;

use super::{Size, dynamic};
use crate::{Scene, SceneBody, SceneCollider, SceneShape};

pub const ABOUT: &str = "A heavy square hammer flies at 40 m/s into a wall of 9600 small boxes that stand side by side \
    in weightlessness: a few contacts become tens of thousands. The wall starts asleep. As in Box2D.";

pub fn scene(size: Size) -> Scene {
    let (columns, rows): (u16, u16) = size.pick((120, 80), (20, 10));
    let (half, pitch) = (0.2, 0.4);
    let mut scene = Scene { gravity: Vec2::ZERO, steps: 300, sleep: true, ..Scene::new("", "") };
    let mut hammer = dynamic(Vec2::new(-20.0, 0.0), SceneShape::square(4.0));
    hammer.velocity = Vec2::new(40.0, 0.0);
    hammer.colliders[0] = SceneCollider { density: 8.0, ..hammer.colliders[0].clone() };
    scene.bodies.push(hammer);
    for column in 0..columns {
        for row in 0..rows {
            let y = pitch * (f32::from(row) - f32::from(rows / 2));
            let position = Vec2::new(30.0 + pitch * f32::from(column), y);
            scene.bodies.push(SceneBody { is_awake: false, ..dynamic(position, SceneShape::square(half)) });
        }
    }
    scene
}
