use glam::Vec2;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::compounds::pit;
use super::{Size, dynamic, ground};
use crate::{Scene, SceneShape};

pub const ABOUT: &str = "3900 circles, capsules and boxes, each of its own size and many of them rounded, fall into a pit 80 m \
    wide; their spin decays, and what is round resists rolling. After the mixed barrel among Box2D's samples, which lets them fall from 100 m; here they start at \
    the floor, so that all steps have something to do, with sizes drawn from the seed, and sleeping is \
    off.";

pub fn scene(size: Size, seed: u64) -> Scene {
    let (columns, rows): (u16, u16) = size.pick((26, 150), (10, 40));
    let mut scene = Scene { steps: 600, ..Scene::new("", "") };
    scene.bodies.push(ground(pit()));
    let mut random = Pcg32::seed_from_u64(seed);
    // 24 random bits make every value of the unit interval's f32 grid equally likely.
    let mut unit = || (random.next_u32() >> 8) as f32 / (1 << 24) as f32;
    let pitch = Vec2::new(1.15, 1.65);
    for column in 0..columns {
        for row in 0..rows {
            let kind = (scene.bodies.len() - 1) % 3;
            let (first, second) = (unit(), unit());
            let shape = match kind {
                0 => SceneShape::Circle { radius: 0.25 + 0.5 * first },
                1 => {
                    let half = Vec2::new(0.0, 0.125 + 0.375 * second);
                    SceneShape::Capsule { a: -half, b: half, radius: 0.25 + 0.25 * first }
                }
                _ => {
                    rounded_box(Vec2::new(0.1 + 0.4 * first, 0.5 + 0.25 * second), 0.25 * (2.0 * unit() - 1.0).max(0.0))
                }
            };
            let side = if scene.bodies.len() % 2 == 1 { -0.1 } else { 0.1 };
            let x = pitch.x * (f32::from(column) - 0.5 * f32::from(columns)) + side;
            let mut body = dynamic(Vec2::new(x, 2.575 + pitch.y * f32::from(row)), shape);
            body.angular_damping = 0.3;
            body.colliders[0].friction = 0.5;
            body.colliders[0].rolling_resistance = 0.2;
            scene.bodies.push(body);
        }
    }
    scene
}

/// A box around the origin grown by `radius`, or just a box.
fn rounded_box(half: Vec2, radius: f32) -> SceneShape {
    if radius == 0.0 {
        return SceneShape::Box { half };
    }
    let (x, y) = (half.x, half.y);
    SceneShape::Polygon { vertices: [(-x, -y), (x, -y), (x, y), (-x, y)].map(Vec2::from).into(), radius }
}
