//! `relation` and `overlaps` against big integers, over all pairs of kinds. `SAT_SIMD_CASES` sets how many cases, and
//! `SAT_SIMD_SEED` which. The long run is `cargo test --release -p sat-simd --test relation_oracle -- --ignored`.

mod oracle;
mod random;

use oracle::Case;
use random::{Random, number};
use sat_simd::{Polygon, Relation, Rot, Shape, Stage, Vec2, distance, mtv, relation_and_stage, separation};

/// Checks `count` cases, unless the environment asks for another number; counts which stage decided what.
fn check(count: u64) {
    let mut random = Random::new(number("SAT_SIMD_SEED").unwrap_or(1));
    let count = number("SAT_SIMD_CASES").unwrap_or(count);
    let mut seen = [[0u32; 3]; 3];
    for _ in 0..count {
        let case = oracle::decode(&random.bytes(32));
        oracle::check(&case);
        let (relation, stage) = relation_and_stage(&case.a, &case.pose_a, &case.b, &case.pose_b);
        seen[relation as usize][stage as usize] += 1;
    }
    println!(
        "{count} cases; stages wide, double, integer: separated {:?}, touching {:?}, overlapping {:?}",
        seen[0], seen[1], seen[2]
    );
    // The generator must reach what it is for: every relation, and every stage that can decide it.
    for relation in [Relation::Separated, Relation::Touching, Relation::Overlapping] {
        let count = |stage: Stage| seen[relation as usize][stage as usize];
        assert!(count(Stage::Integer) > 0, "no {relation:?} was decided in integers");
        assert!(count(Stage::Double) > 0, "no {relation:?} was decided in doubles");
        assert!(relation != Relation::Touching || count(Stage::Wide) == 0, "f32 cannot tell touching");
    }
}

#[test]
fn verdicts_equal_those_of_big_integers() {
    check(200_000);
}

#[test]
#[ignore = "ten million pairs: minutes, in release"]
fn ten_million_verdicts_equal_those_of_big_integers() {
    check(10_000_000);
}

/// Of up to 40 vertices, flat or round, its middle not at its origin, often rounded.
fn large(random: &mut Random) -> Shape {
    let count = 9 + random.next() % 32;
    let half = Vec2::new(0.3 + random.even(0.25), 0.5 + random.even(0.45));
    let turn = |i| Rot::from_angle(i as f32 * std::f32::consts::TAU / count as f32);
    let middle = random.vec2(0.5);
    let points: Vec<Vec2> = (0..count).map(|i| middle + turn(i).rotate(Vec2::X) * half).collect();
    let radius = [0.0, random.even(0.3).abs()][random.next() as usize % 2];
    Polygon::hull(&points).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from).unwrap()
}

/// They are looked at by a search that stops at a proof, within rounding of touching as well as of a margin.
#[test]
fn polygons_of_many_vertices_that_nearly_touch_are_told_apart() {
    let mut random = Random::new(4);
    for _ in 0..4000 {
        let (a, pose_a, mut pose_b) = (large(&mut random), random.pose(), random.pose());
        let b = if random.next().is_multiple_of(2) { large(&mut random) } else { random.shape() };
        // Apart by a margin, give or take a few roundings, or as deep.
        let margin = [0.0, 0.0, random.even(1e-6), random.even(0.2)][random.next() as usize % 4];
        let (gap, push) = (distance(&a, &pose_a, &b, &pose_b), mtv(&a, &pose_a, &b, &pose_b));
        let apart = push.map_or(gap.normal * (margin - gap.distance), |push| push.normal * (margin + push.depth));
        let off = [5e-8, 1e-7, 5e-7][random.next() as usize % 3];
        pose_b.translation += apart + random.vec2(off);
        oracle::check(&Case { a, pose_a, b, pose_b, margin, motion: Vec2::ZERO });
    }
}

#[test]
fn random_pairs_hardly_ever_need_more_than_the_wide_stage() {
    let mut random = Random::new(2);
    let count = 200_000;
    let slow = (0..count)
        .filter(|_| {
            let (a, pose_a, b, pose_b) = (random.shape(), random.pose(), random.shape(), random.pose());
            relation_and_stage(&a, &pose_a, &b, &pose_b).1 != Stage::Wide
        })
        .count();
    println!("{slow} of {count} random pairs went beyond the wide stage");
    assert!(slow * 10_000 < count, "{slow} of {count}");
}

#[test]
fn separation_is_the_distance_or_the_depth() {
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let (a, mut pose_a, b, mut pose_b) = (random.shape(), random.pose(), random.shape(), random.pose());
        // Far from the origin the positions are rounded before either function sees them.
        let far = [Vec2::ZERO, Vec2::new(1e6, -1e6)][(random.next() % 2) as usize];
        pose_a.translation += far;
        pose_b.translation += far;
        let expected = match mtv(&a, &pose_a, &b, &pose_b) {
            Some(mtv) => -mtv.depth,
            None => distance(&a, &pose_a, &b, &pose_b).distance,
        };
        let found = separation(&a, &pose_a, &b, &pose_b);
        let reach = |shape: &Shape| (0..shape.core_len()).map(|k| shape.core_vertex(k).length()).fold(0.0, f32::max);
        let offset = (pose_b.translation - pose_a.translation).length();
        let size = offset + reach(&a) + reach(&b) + a.radius() + b.radius();
        let bound = size * 16.0 * f32::EPSILON;
        assert!((found - expected).abs() <= bound, "{found} for {expected}: {a:?} {pose_a:?} {b:?} {pose_b:?}");
        let swapped = separation(&b, &pose_b, &a, &pose_a);
        assert!((found - swapped).abs() <= bound, "swapped: {found} and {swapped}");
    }
}
