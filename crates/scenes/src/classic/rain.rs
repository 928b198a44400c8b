use glam::Vec2;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::{Size, dynamic, ground};
use crate::{Rain, Scene, SceneBody, SceneCollider, SceneShape, Script};

pub const ABOUT: &str = "Small capsules and boxes rain on five floors, one above the other: every 8 steps a column of 275 \
    bodies appears, and after 40 columns (11 000 bodies) the oldest is removed for each new one. Box2D drops ragdolls of 11 \
    bones; here every bone is a loose capsule or box of its own, stacked where the ragdoll would stand, with a size and \
    angle drawn from the seed.";

pub fn scene(size: Size, seed: u64) -> Scene {
    let (rows, floor_pieces, columns, members, period): (u16, u16, u16, u32, u32) =
        size.pick((5, 501, 40, 5, 8), (3, 201, 10, 2, 32));
    let row_pitch = 45.0;
    let half_width = 0.25 * f32::from(floor_pieces - 1);
    let column_pitch = 2.0 * half_width / f32::from(columns);
    let mut scene = Scene { steps: 1000, sleep: true, ..Scene::new("", "") };

    let piece = |row: u16, i: u16| {
        let offset = Vec2::new(0.5 * f32::from(i) - half_width, row_pitch * f32::from(row));
        SceneCollider::new(SceneShape::square(0.25)).at(offset)
    };
    let floors = (0..rows).flat_map(|row| (0..floor_pieces).map(move |i| piece(row, i)));
    scene.bodies.push(ground(floors.collect()));
    scene.script = Script::Rain(Rain {
        period,
        columns: u32::from(columns),
        first_x: 0.5 * column_pitch - half_width,
        column_pitch,
        rows: u32::from(rows),
        first_y: 40.0,
        row_pitch,
        members,
        member_pitch: 0.5,
        seed,
    });
    scene
}

/// Body number `storey` of the tower that stands on `foot`: a capsule or a box, in turn.
///
/// The storeys are 0.15 m apart and no body is higher than that, however it is turned, so a tower starts without
/// overlap.
pub fn rain_body(seed: u64, stream: u64, foot: Vec2, storey: u32) -> SceneBody {
    let mut random = Pcg32::seed_from_u64(seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    // 24 random bits make every value of the unit interval's f32 grid equally likely, and no rounding takes part.
    let mut unit = || (random.next_u32() >> 8) as f32 / (1 << 24) as f32;
    let (half_length, half_height) = (0.06 + 0.06 * unit(), 0.03 + 0.015 * unit());
    let angle = 0.4 * (unit() - 0.5);
    let shape = if storey.is_multiple_of(2) {
        let end = half_length - half_height;
        SceneShape::Capsule { a: Vec2::new(-end, 0.0), b: Vec2::new(end, 0.0), radius: half_height }
    } else {
        SceneShape::rect(half_length, half_height)
    };
    let position = foot + Vec2::new(0.0, 0.25 + 0.15 * storey as f32);
    let mut body = dynamic(position, shape);
    body.angle = angle;
    body.colliders[0].friction = 0.2;
    body
}
