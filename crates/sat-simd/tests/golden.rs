//! The answers that `data/golden.txt` lists, to the same random pairs, have the bits that were recorded: in debug and release, with
//! SSE2, AVX2 or NEON.
//!
//! After a change that is meant to change an answer, record anew with
//! `RECORD_GOLDEN=1 cargo test -p sat-simd --test golden` and say in the commit why they differ.

mod random;

use random::Random;
use sat_simd::batch::{self, MovingPair, PairMask, PairPlan, RayCast, ShapeCast, ShapeSet};
use sat_simd::{
    CastHit, ClosestPoint, Distance, Impact, Manifold, Motion, Mtv, Sweep, Vec2, closest_point, distance, manifold,
    mtv, ray_cast, relation, separation, shape_cast, sweep, time_of_impact,
};
use std::collections::BTreeMap;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/golden.txt");

/// Shapes in the set, and pairs of them.
const SHAPES: u32 = 200;
const PAIRS: usize = 3000;

/// A hash of the bits of each question's answers: FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).
#[derive(Default)]
struct Hashes(BTreeMap<&'static str, u64>);

impl Hashes {
    fn add(&mut self, question: &'static str, numbers: impl IntoIterator<Item = f32>) {
        let hash = self.0.entry(question).or_insert(0xcbf2_9ce4_8422_2325);
        for number in numbers {
            *hash = (*hash ^ u64::from(number.to_bits())).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// All numbers of an answer.
trait Numbers {
    fn numbers(&self) -> Vec<f32>;
}

impl<T: Numbers> Numbers for Option<T> {
    fn numbers(&self) -> Vec<f32> {
        self.as_ref().map_or(vec![f32::MAX], T::numbers)
    }
}

impl Numbers for Mtv {
    fn numbers(&self) -> Vec<f32> {
        vec![self.depth, self.normal.x, self.normal.y]
    }
}

impl Numbers for Distance {
    fn numbers(&self) -> Vec<f32> {
        let [a, b, normal] = [self.point_a, self.point_b, self.normal];
        vec![self.distance, a.x, a.y, b.x, b.y, normal.x, normal.y]
    }
}

impl Numbers for ClosestPoint {
    fn numbers(&self) -> Vec<f32> {
        vec![self.distance, self.point.x, self.point.y, self.normal.x, self.normal.y]
    }
}

impl Numbers for CastHit {
    fn numbers(&self) -> Vec<f32> {
        vec![self.fraction, self.point.x, self.point.y, self.normal.x, self.normal.y]
    }
}

impl Numbers for Impact {
    fn numbers(&self) -> Vec<f32> {
        vec![self.time, self.point.x, self.point.y, self.normal.x, self.normal.y]
    }
}

impl Numbers for Sweep {
    fn numbers(&self) -> Vec<f32> {
        let times = [self.time_of_impact, self.leave_time].map(|time| time.unwrap_or(f32::MAX));
        let normal = self.normal.unwrap_or(Vec2::MAX);
        vec![times[0], times[1], normal.x, normal.y]
    }
}

impl Numbers for Manifold {
    fn numbers(&self) -> Vec<f32> {
        let point =
            |p: &sat_simd::ManifoldPoint| [p.point.x, p.point.y, p.separation, f32::from_bits(p.feature.to_bits())];
        [self.normal().x, self.normal().y].into_iter().chain(self.points().iter().flat_map(point)).collect()
    }
}

#[test]
fn answers_have_the_recorded_bits() {
    let mut random = Random::new(11);
    let mut set = ShapeSet::new();
    for _ in 0..SHAPES {
        set.push(&random.shape(), &random.pose()).unwrap();
    }
    let mut pick = || (random.next() % u64::from(SHAPES)) as u32;
    let pairs: Vec<(u32, u32)> = (0..PAIRS).map(|_| (pick(), pick())).collect();
    let ways: Vec<Vec2> = pairs.iter().map(|_| random.vec2(6.0)).collect();
    let turns: Vec<f32> = pairs.iter().map(|_| random.even(3.0)).collect();
    let motion = |index: u32, pair: usize, sign: f32| Motion {
        translation: ways[pair] * sign,
        angle: turns[pair] * sign,
        ..Motion::resting(set.get(index).unwrap().1)
    };

    let mut hashes = Hashes::default();
    for (index, &(a, b)) in pairs.iter().enumerate() {
        let ([(a, pose_a), (b, pose_b)], way) = ([a, b].map(|shape| set.get(shape).unwrap()), ways[index]);
        hashes.add("relation", [relation(a, &pose_a, b, &pose_b) as u8 as f32]);
        hashes.add("separation", [separation(a, &pose_a, b, &pose_b)]);
        hashes.add("mtv", mtv(a, &pose_a, b, &pose_b).numbers());
        hashes.add("distance", distance(a, &pose_a, b, &pose_b).numbers());
        hashes.add("manifold", manifold(a, b, &pose_a.inv_mul(&pose_b), 0.1).numbers());
        hashes.add("closest_point", closest_point(a, &pose_a, pose_b.translation).unwrap().numbers());
        hashes.add("ray_cast", ray_cast(a, &pose_a, pose_b.translation, way).unwrap().numbers());
        hashes.add("shape_cast", shape_cast(a, &pose_a, way, b, &pose_b).unwrap().numbers());
        hashes.add("sweep", sweep(a, &pose_a, way, b, &pose_b).unwrap().numbers());
        let motions = [motion(pairs[index].0, index, 1.0), motion(pairs[index].1, index, -0.5)];
        hashes.add("time_of_impact", time_of_impact(a, &motions[0], b, &motions[1]).unwrap().numbers());
    }

    let mut plan = PairPlan::new();
    let mut mask = PairMask::new();
    batch::overlaps(&set, &pairs, 0.0, &mut plan, &mut mask).unwrap();
    hashes.add("batch::overlaps", mask.iter().map(|overlaps| f32::from(u8::from(overlaps))));
    let mut separations = Vec::new();
    batch::separations(&set, &pairs, &mut plan, &mut separations).unwrap();
    hashes.add("batch::separations", separations);
    let mut pushes = Vec::new();
    batch::mtvs(&set, &pairs, &mut plan, &mut pushes).unwrap();
    hashes.add("batch::mtvs", pushes.iter().flat_map(Numbers::numbers));
    let mut gaps = Vec::new();
    batch::distances(&set, &pairs, &mut plan, &mut gaps).unwrap();
    hashes.add("batch::distances", gaps.iter().flat_map(Numbers::numbers));
    let (mut contacts, mut parted) = (Vec::new(), Vec::new());
    batch::manifolds_and_gaps(&set, &pairs, 0.1, &mut plan, &mut contacts, &mut parted).unwrap();
    hashes.add("batch::manifolds", contacts.iter().flat_map(Numbers::numbers));
    hashes.add("batch::manifolds_and_gaps", parted);
    let mut hits = Vec::new();
    let ray = |(&(a, b), &translation): (&(u32, u32), &Vec2)| RayCast {
        shape: a,
        origin: set.get(b).unwrap().1.translation,
        translation,
    };
    batch::ray_casts(&set, &pairs.iter().zip(&ways).map(ray).collect::<Vec<_>>(), &mut hits).unwrap();
    hashes.add("batch::ray_casts", hits.iter().flat_map(Numbers::numbers));
    let cast = |(&(a, b), &translation): (&(u32, u32), &Vec2)| ShapeCast { a, b, translation };
    batch::shape_casts(&set, &pairs.iter().zip(&ways).map(cast).collect::<Vec<_>>(), &mut plan, &mut hits).unwrap();
    hashes.add("batch::shape_casts", hits.iter().flat_map(Numbers::numbers));
    let moving = |(index, &(a, b)): (usize, &(u32, u32))| MovingPair {
        a,
        b,
        motion_a: motion(a, index, 1.0),
        motion_b: motion(b, index, -0.5),
    };
    let mut impacts = Vec::new();
    let moving: Vec<MovingPair> = pairs.iter().enumerate().map(moving).collect();
    batch::times_of_impact(&set, &moving, &mut plan, &mut impacts).unwrap();
    hashes.add("batch::times_of_impact", impacts.iter().flat_map(Numbers::numbers));

    let mut lines = String::new();
    hashes.0.iter().for_each(|(question, hash)| writeln!(lines, "{question} {hash:016x}").unwrap());
    if std::env::var_os("RECORD_GOLDEN").is_some() {
        std::fs::write(FILE, &lines).unwrap();
    }
    let recorded = std::fs::read_to_string(FILE).unwrap();
    assert_eq!(lines.lines().collect::<Vec<_>>(), recorded.lines().collect::<Vec<_>>());
}
