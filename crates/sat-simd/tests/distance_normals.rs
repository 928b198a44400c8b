//! Points and normals of distances are those of shapes moved by no more than rounding, of single pairs and in batches: the gap
//! along the normal is the distance, and the points lie farthest out along it.

mod random;

use random::Random;
use sat_simd::batch::{self, PairPlan, ShapeSet};
use sat_simd::{Distance, Polygon, Pose, Relation, Rot, Shape, Vec2, distance, relation};

/// What the answers of single pairs and in batches may be off by, as a part of the size: half of 2⁻²³ has been seen, and 2⁻¹⁹.
const ALONE: f64 = 1.0 / 8_388_608.0;
const IN_BATCH: f64 = 1.0 / 524_288.0;

/// A shape in the world, seen from a point, in `f64`.
struct Placed {
    core: Vec<[f64; 2]>,
    radius: f64,
    reach: f64,
}

impl Placed {
    fn new(shape: &Shape, pose: &Pose, origin: Vec2) -> Self {
        let at = pose.translation.as_dvec2() - origin.as_dvec2();
        let (cos, sin) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let vertices = (0..shape.core_len()).map(|index| shape.core_vertex(index).as_dvec2());
        let core = vertices.clone().map(|v| [at.x + cos * v.x - sin * v.y, at.y + sin * v.x + cos * v.y]).collect();
        let radius = f64::from(shape.radius());
        Self { core, radius, reach: vertices.map(|v| v.length()).fold(0.0, f64::max) + radius }
    }

    fn extent(&self, x: f64, y: f64) -> f64 {
        self.core.iter().map(|v| v[0] * x + v[1] * y).fold(f64::MIN, f64::max) + self.radius
    }
}

type Entry = (Shape, Pose);

/// By how much normal and points are off, as a part of the size; the points' rounding as world coordinates left out.
fn off((shape_a, pose_a): &Entry, (shape_b, pose_b): &Entry, found: &Distance) -> f64 {
    let origin = pose_a.translation;
    let (a, b) = (Placed::new(shape_a, pose_a, origin), Placed::new(shape_b, pose_b, origin));
    let size = (pose_b.translation.as_dvec2() - origin.as_dvec2()).length() + a.reach + b.reach;
    let normal = found.normal.as_dvec2().normalize();
    let (from, to) = (a.extent(normal.x, normal.y), -b.extent(-normal.x, -normal.y));
    let along = |point: Vec2| (point.as_dvec2() - origin.as_dvec2()).dot(normal);
    let of_points = (along(found.point_a) - from).abs().max((along(found.point_b) - to).abs());
    let largest = found.point_a.abs().max(found.point_b.abs()).max_element();
    let of_normal = (to - from - f64::from(found.distance)).abs();
    of_normal.max(of_points - f64::from(largest) / 4_194_304.0) / size // 2²²
}

/// A shape of any kind, a metre long or ten, many of them long and thin.
fn shape(random: &mut Random) -> Shape {
    let scale = [1.0, 1.0, 1.0, 10.0][random.next() as usize % 4];
    let thin = 1e-6 + [0.3, 1e-2, 1e-4][random.next() as usize % 3] * random.even(1.0).abs();
    let hull = |random: &mut Random, count: u64, squeeze: f32| {
        let points: Vec<Vec2> = (0..count).map(|_| random.vec2(scale) * Vec2::new(1.0, squeeze)).collect();
        Polygon::hull(&points)
    };
    let count = 3 + random.next() % 6;
    let shape = match random.next() % 8 {
        0 => Shape::rect(scale, scale * thin),
        1 => Shape::segment(random.vec2(scale), random.vec2(scale)),
        2 => hull(random, 6, thin).map(Shape::from),
        3 => hull(random, count, 1.0).and_then(|polygon| polygon.with_radius(scale * thin)).map(Shape::from),
        4 | 5 => hull(random, count, 1.0).map(Shape::from),
        _ => return random.shape(),
    };
    // Rounding may leave a needle without area.
    shape.unwrap_or_else(|_| random.shape())
}

#[test]
fn the_gap_along_the_normal_is_the_distance() {
    let (mut random, mut pairs) = (Random::new(5), 0);
    for _ in 0..random::number("DISTANCE_CASES").unwrap_or(3000) {
        let spread = [2.0, 5.0, 20.0, 200.0][random.next() as usize % 4];
        let entries: Vec<Entry> = (0..64)
            .map(|_| (shape(&mut random), Pose::new(random.vec2(spread), Rot::from_angle(random.even(4.0)))))
            .collect();
        let (mut set, mut plan, mut found) = (ShapeSet::new(), PairPlan::new(), Vec::new());
        let indices: Vec<u32> = entries.iter().map(|(shape, pose)| set.push(shape, pose).unwrap()).collect();
        let indices: Vec<(u32, u32)> = indices.windows(2).map(|pair| (pair[0], pair[1])).collect();
        batch::distances(&set, &indices, &mut plan, &mut found).unwrap();
        for (pair, in_batch) in entries.windows(2).zip(&found) {
            let (a, b) = (&pair[0], &pair[1]);
            if relation(&a.0, &a.1, &b.0, &b.1) != Relation::Separated {
                continue;
            }
            let alone = distance(&a.0, &a.1, &b.0, &b.1);
            for (found, bound) in [(&alone, ALONE), (in_batch, IN_BATCH)] {
                let off = off(a, b, found) / bound;
                assert!(off <= 1.0, "{off} times the bound: {found:?} of {a:?} and {b:?}, alone {alone:?}");
            }
            pairs += 1;
        }
    }
    assert!(pairs > 100_000, "{pairs} are apart");
}

/// A corner 9.5 m over the rod, 7.5 mm from its end: 3 µm nearer to the rod than to the end. The end was taken for the nearest
/// point, and the normal was off by 8e-4.
#[test]
fn the_end_of_a_rod_is_not_nearest_to_what_is_over_the_rod() {
    let rod = Shape::segment(Vec2::new(-10.0, 0.0), Vec2::new(10.0, 0.0)).unwrap();
    let at = |x, y, cos, sin| Pose::new(Vec2::new(x, y), Rot::new(cos, sin).unwrap());
    let (rod_at, tile) = (at(2.625_342_4, 2.675_772_7, 0.497_771_9, 0.867_307_96), Shape::rect(0.4, 0.3).unwrap());
    let (mut set, mut plan, mut found) = (ShapeSet::new(), PairPlan::new(), Vec::new());
    let a = set.push(&rod, &rod_at).unwrap();
    let b = set.push(&tile, &at(16.273_603, 6.366_712, 0.399_665_45, -0.916_661_1)).unwrap();
    batch::distances(&set, &[(a, b), (b, a)], &mut plan, &mut found).unwrap();
    let across = rod_at.rotation.rotate(Vec2::new(0.0, -1.0));
    for (normal, point) in [(found[0].normal, found[0].point_a), (-found[1].normal, found[1].point_b)] {
        assert!((normal - across).length() < 1e-5, "{normal}, not {across}");
        assert!((point - Vec2::new(7.599_308, 11.342_313)).length() < 1e-4, "{point}");
    }
}
