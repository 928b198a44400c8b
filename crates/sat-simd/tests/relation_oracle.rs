//! `relation` and `overlaps` against big integers, over all pairs of kinds. `SAT_SIMD_CASES` sets how many cases, and
//! `SAT_SIMD_SEED` which. The long run is `cargo test --release -p sat-simd --test relation_oracle -- --ignored`.

mod oracle;

use sat_simd::{Polygon, Pose, Relation, Rot, Shape, Stage, Vec2, distance, mtv, relation_and_stage, separation};

/// SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Evenly spread between −`size` and `size`.
    fn even(&mut self, size: f32) -> f32 {
        ((self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * size
    }

    fn vec2(&mut self, size: f32) -> Vec2 {
        Vec2::new(self.even(size), self.even(size))
    }

    fn pose(&mut self) -> Pose {
        Pose::new(self.vec2(2.0), Rot::from_angle(self.even(4.0)))
    }

    /// A shape of a metre or so: any kind, rounded or not.
    fn shape(&mut self) -> Shape {
        let radius = self.even(0.5).abs();
        let shape = match self.next() % 6 {
            0 => Shape::circle(radius),
            1 => Shape::capsule(self.vec2(1.0), self.vec2(1.0), radius),
            2 => Shape::segment(self.vec2(1.0), self.vec2(1.0)),
            3 => Shape::rect(0.1 + self.even(1.0).abs(), 0.1 + self.even(1.0).abs()),
            kind => {
                let points: Vec<Vec2> = (0..3 + self.next() % 14).map(|_| self.vec2(1.0)).collect();
                let radius = if kind == 4 { radius } else { 0.0 };
                Polygon::hull(&points).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from)
            }
        };
        shape.expect("random points make shapes")
    }

    fn case(&mut self) -> oracle::Case {
        let bytes: Vec<u8> = (0..32).flat_map(|_| self.next().to_le_bytes()).collect();
        oracle::decode(&bytes)
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|number| number.parse().ok())
}

/// Checks `count` cases, unless the environment asks for another number; counts which stage decided what.
fn check(count: u64) {
    let mut random = Random(number("SAT_SIMD_SEED").unwrap_or(1));
    let count = number("SAT_SIMD_CASES").unwrap_or(count);
    let mut seen = [[0u32; 3]; 3];
    for _ in 0..count {
        let case = random.case();
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

#[test]
fn random_pairs_hardly_ever_need_more_than_the_wide_stage() {
    let mut random = Random(2);
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
    let mut random = Random(3);
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
