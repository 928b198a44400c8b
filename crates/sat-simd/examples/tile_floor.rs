//! Why exact verdicts matter: a floor of tiles, turned and far from the origin, asked for its neighbours.
//!
//! `cargo run -p sat-simd --example tile_floor`

use sat_simd::{Polygon, Pose, Relation, Rot, Shape, ShapeError, Vec2, overlaps, relation_and_stage, separation};

const SIDE: u8 = 8;

fn main() -> Result<(), ShapeError> {
    // One polygon per tile in the floor's own frame: neighbours share their corners to the last bit.
    let corner = |i: u8, j: u8| Vec2::new(f32::from(i) * 0.7, f32::from(j) * 0.3);
    let mut tiles = Vec::new();
    for i in 0..SIDE {
        for j in 0..SIDE {
            let corners = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            tiles.push(Shape::from(Polygon::new(&corners)?));
        }
    }
    let floor = Pose::new(Vec2::new(1e6, -250_000.0), Rot::from_angle(0.4));

    let (mut relations, mut stages) = ([0; 3], [0; 3]);
    for (k, a) in tiles.iter().enumerate() {
        for b in &tiles[k + 1..] {
            let (relation, stage) = relation_and_stage(a, &floor, b, &floor);
            relations[relation as usize] += 1;
            stages[stage as usize] += 1;
            if relation == Relation::Touching {
                assert!(separation(a, &floor, b, &floor).abs() < 1e-5);
                assert!(!overlaps(a, &floor, b, &floor, -1e-6), "neighbours do not overlap by a micrometre");
            }
        }
    }
    println!(
        "{} tiles: {} pairs apart, {} touching, {} overlapping",
        tiles.len(),
        relations[0],
        relations[1],
        relations[2]
    );
    println!("decided by f32 lanes {}, by doubles {}, by whole numbers {}", stages[0], stages[1], stages[2]);

    // Every inner edge and every inner corner, whatever the pose.
    let n = u32::from(SIDE);
    assert_eq!(relations[1], 2 * n * (n - 1) + 2 * (n - 1) * (n - 1));
    assert_eq!(relations[2], 0);
    Ok(())
}
