//! washer and tumbler: drums that turn, full of small boxes.

use geom::Rot;
use glam::Vec2;

use super::{Size, dynamic};
use crate::{BodyKind, Scene, SceneBody, SceneCollider, SceneShape};

pub const WASHER_ABOUT: &str = "A round kinematic drum of 36 wall pieces and 4 vanes turns at 25°/s and tumbles 8100 small \
    boxes, which report what hits them hard. As in Box2D.";

pub const TUMBLER_ABOUT: &str = "A square drum turns at 25°/s and tumbles 2025 small boxes. Box2D drives a dynamic drum by \
    a motor joint; here the drum is kinematic, so it turns evenly whatever leans on it.";

/// Both drums turn 25° per second.
const SPIN: f32 = 25.0 * std::f32::consts::PI / 180.0;

const DRUM_CENTER: Vec2 = Vec2::new(0.0, 10.0);

pub fn washer(size: Size) -> Scene {
    let mut scene = Scene { steps: 500, sleep: true, ..Scene::new("", "") };
    let mut colliders = Vec::new();
    for sector in 0..36u8 {
        let (start, end) = (10.0 * f32::from(sector), 10.0 * f32::from(sector + 1));
        // The wall pieces overlap by a tenth of their width on either side, so nothing slips out between them.
        colliders.push(ring_piece(16.0, 18.0, start - 1.0, end + 1.0));
        if sector.is_multiple_of(9) {
            colliders.push(ring_piece(14.0, 16.0, start, end));
        }
    }
    scene.bodies.push(SceneBody {
        spin: SPIN,
        velocity: Vec2::new(0.001, -0.002),
        ..SceneBody::new(BodyKind::Kinematic, DRUM_CENTER, colliders)
    });
    add_boxes(&mut scene.bodies, size.pick(90, 20), 0.21, 0.11, 0.1);
    scene.bodies[1..].iter_mut().for_each(|body| body.colliders[0].hit_events = true);
    scene
}

pub fn tumbler(size: Size) -> Scene {
    let mut scene = Scene { steps: 750, sleep: true, ..Scene::new("", "") };
    let wall = |half: (f32, f32), offset: (f32, f32)| SceneCollider {
        density: 50.0,
        ..SceneCollider::new(SceneShape::rect(half.0, half.1)).at(offset.into())
    };
    let walls = vec![
        wall((0.5, 10.0), (10.0, 0.0)),
        wall((0.5, 10.0), (-10.0, 0.0)),
        wall((10.0, 0.5), (0.0, 10.0)),
        wall((10.0, 0.5), (0.0, -10.0)),
    ];
    let drum = SceneBody::new(BodyKind::Kinematic, DRUM_CENTER, walls);
    scene.bodies.push(SceneBody { spin: SPIN, ..drum });
    add_boxes(&mut scene.bodies, size.pick(45, 20), 0.4, 0.2, 0.125);
    scene
}

/// A quad of a ring between two radii and two angles in degrees.
fn ring_piece(inner: f32, outer: f32, start: f32, end: f32) -> SceneCollider {
    let (start, end) = (Rot::from_angle(start.to_radians()), Rot::from_angle(end.to_radians()));
    let point = |rot: Rot, radius: f32| rot.rotate(Vec2::new(radius, 0.0));
    let corners = [point(start, inner), point(start, outer), point(end, outer), point(end, inner)];
    SceneCollider::new(SceneShape::polygon(&corners))
}

/// A grid of `count`² squares; the first stands `count · inset` left of and below the drum's centre.
fn add_boxes(bodies: &mut Vec<SceneBody>, count: u16, pitch: f32, inset: f32, half: f32) {
    let first = DRUM_CENTER - Vec2::splat(inset * f32::from(count));
    for row in 0..count {
        for column in 0..count {
            let position = first + Vec2::new(f32::from(column), f32::from(row)) * pitch;
            bodies.push(dynamic(position, SceneShape::square(half)));
        }
    }
}
