//! large_pyramid and many_pyramids.

use glam::Vec2;

use super::{Size, dynamic, ground};
use crate::{Scene, SceneBody, SceneCollider, SceneShape};

pub const LARGE_ABOUT: &str = "A pyramid of 5050 unit boxes, 100 at the base, resting on a wide floor: 14 950 contacts \
    that carry load from top to bottom. It shows whether the solver holds a tall stack. As in Box2D; sleeping is off.";

pub const MANY_ABOUT: &str = "400 pyramids of 55 unit boxes, in 20 rows of 20, each row on a line segment of its own: \
    22 000 bodies and 58 000 contacts in 400 separate islands. As in Box2D; sleeping is off.";

/// Half the side of every box.
const HALF: f32 = 0.5;

pub fn large(size: Size) -> Scene {
    let base = size.pick(100, 20);
    let mut scene = Scene { steps: 500, ..Scene::new("", "") };
    scene.bodies.push(SceneBody {
        position: Vec2::new(0.0, -1.0),
        ..ground(vec![SceneCollider::new(SceneShape::rect(100.0, 1.0))])
    });
    add_pyramid(&mut scene.bodies, base, Vec2::new(-50.0, 0.0));
    scene
}

pub fn many(size: Size) -> Scene {
    let count: u16 = size.pick(20, 5);
    let (base, pitch) = (10, 11.0);
    let half_width = 0.5 * pitch * f32::from(count);
    let mut scene = Scene { steps: 200, ..Scene::new("", "") };
    let floor = |row: u16| {
        let y = pitch * f32::from(row);
        SceneCollider::new(SceneShape::Segment { a: Vec2::new(-half_width, y), b: Vec2::new(half_width, y) })
    };
    scene.bodies.push(ground((0..count).map(floor).collect()));
    for row in 0..count {
        for column in 0..count {
            let center = -half_width + pitch * f32::from(column) + 2.0 * HALF;
            add_pyramid(&mut scene.bodies, base, Vec2::new(center - HALF, pitch * f32::from(row)));
        }
    }
    scene
}

/// `base` rows of boxes, each row half a box further in; `corner` is where row 0 would have its box number −0.5.
fn add_pyramid(bodies: &mut Vec<SceneBody>, base: u16, corner: Vec2) {
    for row in 0..base {
        for column in row..base {
            let x = HALF * f32::from(row + 1) + 2.0 * HALF * f32::from(column - row) + corner.x;
            let y = 2.0 * HALF * f32::from(row) + HALF + corner.y;
            bodies.push(dynamic(Vec2::new(x, y), SceneShape::square(HALF)));
        }
    }
}
