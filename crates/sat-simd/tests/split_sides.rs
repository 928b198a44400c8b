//! Manifolds of polygons with vertices anywhere on their sides, close to others and far away, each side bent by little or nothing.
//! `SAT_SIMD_CASES` sets how many pairs, and `SAT_SIMD_SEED` which. The long run is
//! `cargo test --release -p sat-simd --test split_sides -- --ignored`.

mod found_manifolds;
mod random;

use found_manifolds::{deepest, manifolds, separation};
use random::{Random, number};
use sat_simd::{Polygon, Pose, Rot, Shape, Vec2};

/// A small number between 1 and 2⁻²⁴, each power of two as likely.
fn tiny(random: &mut Random) -> f32 {
    (-(random.next() as u32 % 25).cast_signed() as f32).exp2()
}

/// The hull of two to five corners, some on a grid, some all but in a line, and of others on the sides between them. `None` where
/// rounding left nothing.
fn split_polygon(random: &mut Random) -> Option<Shape> {
    let count = 2 + random.next() as usize % 4;
    let (is_on_grid, is_flat) = (random.next().is_multiple_of(3), random.next().is_multiple_of(4));
    let height = if is_flat { 10f32.powi(-(random.next() as i32).rem_euclid(8)) } else { 1.0 };
    let mut corner = || {
        let corner = random.vec2(1.0);
        Vec2::new(1.0, height) * if is_on_grid { (corner * 4.0).round() / 4.0 } else { corner }
    };
    let mut points: Vec<Vec2> = (0..count).map(|_| corner()).collect();
    for side in 0..count {
        let (start, end) = (points[side], points[(side + 1) % count]);
        for _ in 0..random.next() % 3 {
            let share = match random.next() % 3 {
                0 => tiny(random),
                1 => 1.0 - tiny(random),
                _ => random.even(0.5) + 0.5,
            };
            let bend = random.even(1e-3) * tiny(random);
            points.push(start.lerp(end, share) + (end - start).perp() * bend);
        }
    }
    Polygon::hull(&points).ok().map(Shape::from)
}

/// Of the vertices along an axis, and across it.
fn extents(shape: &Shape, axis: Vec2) -> [f32; 2] {
    [axis, axis.perp()].map(|axis| {
        let along = (0..shape.core_len()).map(|index| shape.core_vertex(index).dot(axis));
        let (least, most) = along.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        most - least
    })
}

/// How long it is: of all axes along an edge on the one with the least width.
fn length(shape: &Shape) -> f32 {
    let vertex = |index: usize| shape.core_vertex(index % shape.core_len());
    let edges = (0..shape.core_len()).map(|index| (vertex(index + 1) - vertex(index)).normalize_or(Vec2::X));
    let least = edges.map(|edge| extents(shape, edge)).min_by(|a, b| a[1].total_cmp(&b[1]));
    least.unwrap_or_default()[0] + 2.0 * shape.radius()
}

/// What such a polygon is put beside.
fn other(random: &mut Random) -> Option<Shape> {
    let [a, b] = [(); 2].map(|()| random.vec2(1.0));
    let radius = 0.05 + random.even(0.5).abs();
    match random.next() % 6 {
        0 => Shape::circle(radius).ok(),
        1 => Shape::capsule(a, b, radius).ok(),
        2 => Shape::segment(a, b).ok(),
        3 => Shape::rect(0.1 + a.x.abs(), 0.1 + a.y.abs()).ok(),
        _ => split_polygon(random),
    }
}

/// Checks `count` pairs, unless the environment asks for another number.
fn check(count: u64) {
    let mut random = Random::new(number("SAT_SIMD_SEED").unwrap_or(1));
    let count = number("SAT_SIMD_CASES").unwrap_or(count);
    let (mut apart, mut met) = (0, 0);
    for _ in 0..count {
        let (Some(a), Some(b)) = (split_polygon(&mut random), other(&mut random)) else { continue };
        let turn = [0.0, random.even(1e-3) * tiny(&mut random), random.even(3.2)][random.next() as usize % 3];
        let pose = Pose::new(random.vec2(1.5), Rot::from_angle(turn));
        let (truly, margin) = (separation(&a, &b, &pose), 2.0);
        let smaller = length(&a).min(length(&b));
        let bound = 4.0 * smaller / 4096.0 + 2e-6;
        for found in manifolds(&a, &b, &pose, margin) {
            let nearest = deepest(&found);
            assert!(
                (nearest - truly).abs() <= bound || found.is_empty() && truly > margin - bound,
                "{nearest}, not {truly}, within {bound}: {a:?} {b:?} {pose:?}"
            );
        }
        *(if truly > 0.0 { &mut apart } else { &mut met }) += 1;
    }
    println!("{apart} pairs apart, {met} that meet");
    assert!(apart > count / 10 && met > count / 10, "{apart} {met}");
}

#[test]
fn polygons_with_split_sides_are_as_far_as_their_deepest_points() {
    check(20_000);
}

#[test]
#[ignore = "four million pairs: minutes, in release"]
fn four_million_polygons_with_split_sides_are_as_far_as_their_deepest_points() {
    check(4_000_000);
}
