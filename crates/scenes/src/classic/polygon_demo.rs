use glam::Vec2;

use super::dynamic;
use crate::{BodyKind, Scene, SceneBody, SceneResponse, SceneShape, Script};

pub const ABOUT: &str = "The four polygons of the classic C# PolygonCollision demo, in its screen coordinates but with y \
    up. A script walks the player, the first polygon, in steps of 14 units towards each of the others; before each step \
    the player is swept along it, stops where it will intersect, and slides along what it meets. The demo resolves the \
    first polygon hit and can jump over thin walls; here all are resolved and nothing is jumped over.";

pub fn scene() -> Scene {
    let polygons: [&[(f32, f32)]; 4] = [
        &[(100.0, 0.0), (150.0, 50.0), (100.0, 150.0), (0.0, 100.0)],
        &[(130.0, 130.0), (180.0, 80.0), (230.0, 230.0)],
        &[(300.0, 10.0), (300.0, 20.0), (310.0, 20.0)],
        &[(300.0, 350.0), (350.0, 300.0), (450.0, 380.0), (460.0, 500.0), (290.0, 490.0)],
    ];
    let mut scene = Scene { gravity: Vec2::ZERO, steps: 109, ..Scene::new("", "") };
    for (i, corners) in polygons.into_iter().enumerate() {
        let corners: Vec<Vec2> = corners.iter().map(|&corner| corner.into()).collect();
        let kind = if i == 0 { BodyKind::Dynamic } else { BodyKind::Static };
        let body = dynamic(Vec2::ZERO, SceneShape::polygon(&corners));
        scene.bodies.push(SceneBody { kind, response: SceneResponse::Separate, ..body });
    }
    scene.script = Script::Walk { body: 0, moves: walk() };
    scene
}

/// Right along the large triangle to the small one and up between the two, then round by the left and up, and right into
/// the pentagon.
fn walk() -> Vec<Vec2> {
    let legs: [(f32, f32, usize); 6] =
        [(14.0, 0.0, 20), (0.0, 14.0, 5), (0.0, -14.0, 5), (-14.0, 0.0, 22), (0.0, 14.0, 27), (14.0, 0.0, 30)];
    legs.into_iter().flat_map(|(x, y, count)| std::iter::repeat_n(Vec2::new(x, y), count)).collect()
}
