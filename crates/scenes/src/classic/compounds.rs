use glam::Vec2;

use super::{Size, ground};
use crate::{BodyKind, Scene, SceneBody, SceneCollider, SceneShape};

pub const ABOUT: &str = "3000 bodies of two crossed triangles each, an open V that hooks into its neighbours, fall into a \
    pit 80 m wide; a line segment far below catches what leaves it, and what comes to rest may sleep. As in Box2D.";

pub fn scene(size: Size) -> Scene {
    let (columns, rows): (u16, u16) = size.pick((20, 150), (10, 40));
    let mut scene = Scene { steps: 500, sleep: true, ..Scene::new("", "") };
    scene.bodies.push(ground(pit()));

    let triangle = |side: f32| {
        let corners = [Vec2::new(-side, 0.0), Vec2::new(0.5 * side, 1.0), Vec2::new(0.0, 2.0)];
        SceneCollider { friction: 0.5, ..SceneCollider::new(SceneShape::polygon(&corners)) }
    };
    for column in 0..columns {
        let x = 2.0 * f32::from(column) - f32::from(columns - 1);
        for row in 0..rows {
            let side = if scene.bodies.len() % 2 == 1 { -0.25 } else { 0.25 };
            let position = Vec2::new(x + side, 2.25 * f32::from(row) + 5.575);
            scene.bodies.push(SceneBody::new(BodyKind::Dynamic, position, vec![triangle(1.0), triangle(-1.0)]));
        }
    }
    scene
}

/// A floor of 81 boxes, a wall of 100 at each end, and the segment that catches what gets out.
pub fn pit() -> Vec<SceneCollider> {
    let floor = (-40..=40i16).map(|x| SceneCollider::new(SceneShape::rect(0.55, 0.5)).at(Vec2::new(f32::from(x), 0.0)));
    let walls = (1..=100i16).flat_map(|y| {
        [-40.0, 40.0].map(|x| SceneCollider::new(SceneShape::rect(0.5, 0.55)).at(Vec2::new(x, f32::from(y))))
    });
    let net = SceneShape::Segment { a: Vec2::new(-800.0, -80.0), b: Vec2::new(800.0, -80.0) };
    floor.chain(walls).chain([SceneCollider::new(net)]).collect()
}
