//! `relation` and `overlaps` against big integers, over all pairs of kinds. `SAT_SIMD_CASES` sets how many cases.

mod oracle;

use sat_simd::{Relation, Stage, relation_and_stage};

/// SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn case(&mut self) -> oracle::Case {
        let bytes: Vec<u8> = (0..32).flat_map(|_| self.next().to_le_bytes()).collect();
        oracle::decode(&bytes)
    }
}

fn cases() -> u64 {
    std::env::var("SAT_SIMD_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000)
}

#[test]
fn verdicts_equal_those_of_big_integers() {
    let mut random = Random(std::env::var("SAT_SIMD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1));
    let mut seen = [[0u32; 3]; 3];
    for _ in 0..cases() {
        let case = random.case();
        oracle::check(&case);
        let (relation, stage) = relation_and_stage(&case.a, &case.pose_a, &case.b, &case.pose_b);
        seen[relation as usize][stage as usize] += 1;
    }
    println!(
        "stages wide, double, integer: separated {:?}, touching {:?}, overlapping {:?}",
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
