//! Plain loops, with which all else is compared, are right by the exact numbers: integers tell.

use broadphase::{
    AabbCast, BatchHits, BroadPhase, CircleCast, Layer, Proxy, QueryFilter, RayCast,
    brute_force::{self, Entry},
};
use geom::{Aabb, BoundingCircle, Vec2};
use proptest::prelude::*;
use std::cmp::Ordering;

/// A box: least x, least y, greatest x, greatest y.
type Corners = [i64; 4];

/// How much longer all is in finer units.
const FINE: i64 = 1 << 10;

fn corners(reach: i64, size: i64) -> impl Strategy<Value = Corners> {
    (-reach..=reach, -reach..=reach, 0..=size, 0..=size).prop_map(|(x, y, width, height)| [x, y, x + width, y + height])
}

fn unit() -> impl Strategy<Value = f32> {
    prop_oneof![3 => Just(0), 1 => -149..=110].prop_map(|exponent| 2.0f64.powi(exponent) as f32)
}

fn aabb(corners: &Corners, unit: f32) -> Aabb {
    let [x, y, z, w] = corners.map(|number| number as f32 * unit);
    Aabb::new(Vec2::new(x, y), Vec2::new(z, w))
}

fn world(boxes: &[Corners], unit: f32) -> Vec<Entry> {
    let mut broad_phase = BroadPhase::new();
    for corners in boxes {
        let proxy = Proxy { aabb: aabb(corners, unit), layer: Layer::Static, ..Proxy::default() };
        broad_phase.insert(&proxy).expect("valid");
    }
    brute_force::entries(&broad_phase)
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Ratio(i64, i64);

impl Ratio {
    fn compare(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn max(self, other: Self) -> Self {
        if self.compare(other).is_lt() { other } else { self }
    }

    fn min(self, other: Self) -> Self {
        if self.compare(other).is_gt() { other } else { self }
    }
}

/// When the swept box first shares a point with the box.
fn entry(aabb: &Corners, swept: &Corners, way: [i64; 2]) -> Option<Ratio> {
    let (mut near, mut far) = (Ratio(0, 1), Ratio(1, 1));
    for axis in 0..2 {
        let (first, last, way) = (aabb[axis] - swept[axis + 2], aabb[axis + 2] - swept[axis], way[axis]);
        match way.cmp(&0) {
            Ordering::Greater => (near, far) = (near.max(Ratio(first, way)), far.min(Ratio(last, way))),
            Ordering::Less => (near, far) = (near.max(Ratio(-last, -way)), far.min(Ratio(-first, -way))),
            Ordering::Equal if first > 0 || last < 0 => return None,
            Ordering::Equal => {}
        }
    }
    near.compare(far).is_le().then_some(near)
}

/// So many units are a metre where discs are far out.
const UNITS: f64 = (1 << 20) as f64;

/// A number that is whole in units, and how many it is.
fn whole(number: f64) -> (f32, i128) {
    let whole = (f64::from(number as f32) * UNITS).round() / UNITS;
    assert_eq!(f64::from(whole as f32), whole);
    (whole as f32, (whole * UNITS) as i128)
}

/// When the disc around the origin first shares a point with the box, and whether at a side of it: the disc meets the box grown
/// by the radius to the sides, or that grown up and down, or its centre comes within the radius of a corner.
fn disc_entry(aabb: [i128; 4], radius: i128, way: [i128; 2]) -> Option<(f64, bool)> {
    let rect = |grown: [i128; 2]| {
        // As fractions of the product of both ways, where there are such.
        let below = way.map(|way| if way == 0 { 1 } else { way.abs() });
        let (mut near, mut far) = (0, below[0] * below[1]);
        for axis in 0..2 {
            let (min, max) = (aabb[axis] - grown[axis], aabb[axis + 2] + grown[axis]);
            let other = below[1 - axis];
            match way[axis].cmp(&0) {
                Ordering::Greater => (near, far) = (near.max(min * other), far.min(max * other)),
                Ordering::Less => (near, far) = (near.max(-max * other), far.min(-min * other)),
                Ordering::Equal if min > 0 || max < 0 => return None,
                Ordering::Equal => {}
            }
        }
        (near <= far).then(|| near as f64 / (below[0] * below[1]) as f64)
    };
    let corner = |[x, y]: [i128; 2]| {
        let (dot, cross, way_sq) = (x * way[0] + y * way[1], x * way[1] - y * way[0], way[0].pow(2) + way[1].pow(2));
        let outside = x * x + y * y - radius * radius;
        if outside <= 0 {
            return Some(0.0);
        }
        let discriminant = way_sq * radius * radius - cross * cross;
        let ends_within = (x - way[0]).pow(2) + (y - way[1]).pow(2) <= radius * radius;
        (dot > 0 && discriminant >= 0 && (dot <= way_sq || ends_within))
            .then(|| outside as f64 / (dot as f64 + (discriminant as f64).sqrt()))
    };
    let side = rect([radius, 0]).into_iter().chain(rect([0, radius])).min_by(f64::total_cmp);
    let corners = [[0, 1], [0, 3], [2, 1], [2, 3]].map(|[x, y]| corner([aabb[x], aabb[y]]));
    let corner = corners.into_iter().flatten().min_by(f64::total_cmp);
    match (side, corner) {
        (Some(side), Some(corner)) if corner <= side => Some((corner, false)),
        (Some(side), _) => Some((side, true)),
        (None, corner) => corner.map(|corner| (corner, false)),
    }
}

/// The square of the distance.
fn distance_sq(aabb: &Corners, [x, y]: [i64; 2]) -> i64 {
    let gap = |min: i64, at: i64, max: i64| (min - at).max(at - max).max(0);
    gap(aabb[0], x, aabb[2]).pow(2) + gap(aabb[1], y, aabb[3]).pow(2)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn casts_meet_what_they_graze(
        boxes in prop::collection::vec(corners(50, 20), 1..9), swept in corners(60, 3), way in [-120i64..=120, -120i64..=120],
        times in 1i64..4, is_ray in any::<bool>(), unit in unit(),
    ) {
        let swept = if is_ray { [swept[0], swept[1], swept[0], swept[1]] } else { swept };
        // Four boxes with a corner where a corner of the swept box comes by: some are grazed there.
        let (mut boxes, x, y) = (boxes, swept[0] + way[0], swept[1] + way[1]);
        boxes.extend([[x - 9, y, x, y + 9], [x, y - 9, x + 9, y], [x - 9, y - 9, x, y], [x, y, x + 9, y + 9]]);
        let way = way.map(|way| way * times);
        let (entries, filter) = (world(&boxes, unit), QueryFilter::ALL);
        let start = aabb(&swept, unit);
        let translation = Vec2::new(way[0] as f32, way[1] as f32) * unit;
        let hits = if is_ray {
            brute_force::cast_all(&entries, &RayCast { origin: start.min, translation }, &filter)
        } else {
            brute_force::cast_all(&entries, &AabbCast { aabb: start, translation }, &filter)
        };
        for (corners, Entry { id, .. }) in boxes.iter().zip(&entries) {
            let hit = hits.iter().find(|hit| hit.id == *id);
            let expected = entry(corners, &swept, way);
            prop_assert!(expected.is_none() || hit.is_some(), "{:?} at {:?} is missed", corners, expected);
            // Where a way is next to nothing it is no longer to be told where on it something is.
            let Some(hit) = hit.filter(|_| unit > 1e-30) else { continue };
            let [x, y, z, w] = corners.map(|number| number * FINE);
            let grown = [x - 1, y - 1, z + 1, w + 1];
            let is_near = entry(&grown, &swept.map(|number| number * FINE), way.map(|number| number * FINE)).is_some();
            prop_assert!(is_near && (0.0..=1.0).contains(&hit.fraction), "{:?} is met at {}", corners, hit.fraction);
            if let Some(Ratio(above, below)) = expected {
                let exact = above as f64 / below as f64;
                prop_assert!((f64::from(hit.fraction) - exact).abs() <= exact * 2.0f64.powi(-21), "{} {exact}", hit.fraction);
            }
        }
    }

    /// A way of metres leaves what is next to nothing behind after fractions for which there are hardly any numbers.
    #[test]
    fn casts_meet_what_they_graze_however_soon(
        swept in corners(60, 3), way in [-120i64..=120, -120i64..=120], times in 1i64..9, is_ray in any::<bool>(),
    ) {
        let swept = if is_ray { [swept[0], swept[1], swept[0], swept[1]] } else { swept };
        let [x, y] = [0, 1].map(|axis| swept[axis] + way[axis]);
        let boxes = [[x - 9, y, x, y + 9], [x, y - 9, x + 9, y], [x - 9, y - 9, x, y], [x, y, x + 9, y + 9]];
        let unit = f32::from_bits(1);
        let (entries, start) = (world(&boxes, unit), aabb(&swept, unit));
        let translation = Vec2::new((way[0] * times) as f32, (way[1] * times) as f32);
        let hits = if is_ray {
            brute_force::cast_all(&entries, &RayCast { origin: start.min, translation }, &QueryFilter::ALL)
        } else {
            brute_force::cast_all(&entries, &AabbCast { aabb: start, translation }, &QueryFilter::ALL)
        };
        for (corners, Entry { id, .. }) in boxes.iter().zip(&entries) {
            // It does not end among them.
            let is_met = entry(corners, &swept, way.map(|way| way * 1000)).is_some();
            prop_assert!(!is_met || hits.iter().any(|hit| hit.id == *id), "{:?} is missed", corners);
        }
    }

    /// A corner at the radius from the line of its centre, exactly: its cross product with the way has more digits than doubles.
    #[test]
    fn discs_meet_corners_that_they_graze_however_many_digits_these_have(
        aside in 1i64 << 36..1 << 38, radius in 1i64..1 << 22, way in 1i64 << 20..1 << 22, turns in 0u8..4,
    ) {
        // The way is along (3, 4): 4 x − 3 y is five radii, of four times the number each.
        let [x, y] = [5 * radius + 3 * aside, 4 * aside];
        let fine = |number: i64| number & ((1 << 24) - 1);
        let turned = |x: i64, y: i64| (0..turns).fold(Vec2::new(x as f32, y as f32), |at, _| at.perp());
        let (corner, opposite) = (turned(fine(x), fine(y)), turned(fine(x) + (1 << 24), fine(y) - (1 << 24)));
        let circle = BoundingCircle::new(turned(fine(x) - x, fine(y) - y), (4 * radius) as f32);
        let translation = turned((3 * way) << 20, (4 * way) << 20);
        let mut broad_phase = BroadPhase::new();
        let aabb = Aabb::new(corner.min(opposite), corner.max(opposite));
        broad_phase.insert(&Proxy { aabb, layer: Layer::Static, ..Proxy::default() }).expect("valid");
        let mut hits = Vec::new();
        broad_phase.cast_all(&CircleCast { circle, translation }, &QueryFilter::ALL, &mut hits).expect("valid");
        prop_assert!(hits.len() == 1, "{:?} by {} misses {:?}", circle, translation, aabb);
    }

    /// Where centre and radius add up to no number of the size of their coordinates.
    #[test]
    fn discs_far_out_meet_what_they_meet_by_the_exact_numbers(
        base in prop_oneof![Just(0.0), Just(1e2), Just(1e3), Just(1e5), Just(1e6)], from in [-4.0..4.0, -4.0..4.0],
        radius in 0.0..2.0, way in [-4.0..4.0, -4.0..4.0], standing in 0u8..8,
        boxes in prop::collection::vec(([-6.0..6.0, -6.0..6.0], [0.0..3.0, 0.0..3.0], any::<bool>()), 1..9),
    ) {
        let (center, radius) = (from.map(|x| whole(base + x)), whole(radius));
        let way: [_; 2] = std::array::from_fn(|axis| if standing >> axis == 1 { (0.0, 0) } else { whole(way[axis]) });
        let translation = Vec2::new(way[0].0, way[1].0);
        let circle = BoundingCircle::new(Vec2::new(center[0].0, center[1].0), radius.0);
        let mut broad_phase = BroadPhase::new();
        let mut known = Vec::new();
        for (low, size, at_side) in boxes {
            // Some begin next to where the disc goes as far as it does.
            let reach = f64::from(circle.center.y) + f64::from(circle.radius) + f64::from(translation.y);
            let y = if at_side { reach } else { base + low[1] };
            let (x, y) = (whole(base + low[0]), whole(y));
            let (z, w) = (whole(f64::from(x.0) + size[0]), whole(f64::from(y.0) + size[1]));
            let aabb = Aabb::new(Vec2::new(x.0, y.0), Vec2::new(z.0, w.0));
            let layer = if at_side { Layer::Moving } else { Layer::Static };
            let id = broad_phase.insert(&Proxy { aabb, layer, ..Proxy::default() }).expect("valid");
            known.push((id, [x.1 - center[0].1, y.1 - center[1].1, z.1 - center[0].1, w.1 - center[1].1]));
        }
        broad_phase.refresh();
        let mut hits = Vec::new();
        broad_phase.cast_all(&CircleCast { circle, translation }, &QueryFilter::ALL, &mut hits).expect("valid");
        for (id, corners) in known {
            let hit = hits.iter().find(|hit| hit.id == id).map(|hit| f64::from(hit.fraction));
            let way = way.map(|way| way.1);
            let expected = disc_entry(corners, radius.1, way);
            prop_assert!(expected.is_none() || hit.is_some(), "{:?} at {:?} is missed", corners, expected);
            let Some(hit) = hit else { continue };
            // 2⁻¹⁹ of the way or less.
            let slack = 1 + ((way[0].abs() + way[1].abs()) >> 19);
            let is_near = disc_entry(corners, radius.1 + slack, way).is_some();
            prop_assert!(is_near && (0.0..=1.0).contains(&hit), "{:?} is met at {}", corners, hit);
            if let Some((exact, at_side)) = expected {
                // What grazes a corner is met so much of the radius off as the square root of what doubles are.
                let grazed = radius.1 as f64 / (way[0] as f64).hypot(way[1] as f64) * 2.0f64.powi(-22);
                let off = exact * 2.0f64.powi(-21) + if at_side { 0.0 } else { grazed };
                prop_assert!((hit - exact).abs() <= off, "{} {}", hit, exact);
            }
        }
    }

    #[test]
    fn circles_and_distances_are_exact_whatever_the_size(
        boxes in prop::collection::vec(corners(50, 20), 1..9), at in [-60i64..=60, -60i64..=60], radius in 0i64..=90, unit in unit(),
    ) {
        let (entries, filter) = (world(&boxes, unit), QueryFilter::ALL);
        let (center, reach) = (Vec2::new(at[0] as f32, at[1] as f32) * unit, radius as f32 * unit);
        let is_near = |(corners, _): &(&Corners, &Entry)| distance_sq(corners, at) <= radius * radius;
        let expected: Vec<_> = boxes.iter().zip(&entries).filter(is_near).map(|(_, entry)| entry.id).collect();
        prop_assert_eq!(&brute_force::query_circle(&entries, center, reach, &filter), &expected);
        let mut near: Vec<_> = brute_force::nearest(&entries, center, 9, reach, &filter).iter().map(|hit| hit.id).collect();
        near.sort();
        prop_assert_eq!(near, expected);
    }
}

#[test]
fn a_circle_whose_square_is_hardly_finite_does_not_reach_what_is_far_beyond() {
    let (mut broad_phase, filter) = (BroadPhase::new(), QueryFilter::ALL);
    for x in [1e18, 1e30] {
        let aabb = Aabb::new(Vec2::new(x, 0.0), Vec2::new(x, 1.0));
        broad_phase.insert(&Proxy { aabb, layer: Layer::Static, ..Proxy::default() }).expect("valid");
    }
    for is_indexed in [false, true] {
        if is_indexed {
            broad_phase.refresh();
        }
        for radius in [2.0f32.powi(64).next_down(), 2.0f32.powi(64), 1.8e19] {
            let (mut hits, mut near) = (Vec::new(), Vec::new());
            broad_phase.query_circle(Vec2::ZERO, radius, &filter, &mut hits).expect("valid");
            assert_eq!(hits.len(), 1, "{radius}");
            broad_phase.nearest(Vec2::ZERO, 9, radius, &filter, &mut near).expect("valid");
            assert_eq!(near.iter().map(|hit| hit.id).collect::<Vec<_>>(), hits, "{radius}");
            let (mut batch, mut near_batch) = (BatchHits::new(), BatchHits::new());
            let circles = [BoundingCircle::new(Vec2::ZERO, radius); 20];
            broad_phase.query_batch(&circles, &filter, &mut batch).expect("valid");
            broad_phase.nearest_batch(&[Vec2::ZERO; 20], 9, radius, &filter, &mut near_batch).expect("valid");
            assert!(
                batch.iter().all(|found| found == hits) && near_batch.iter().all(|found| found == near),
                "{radius}"
            );
        }
    }
}

#[test]
fn a_disc_that_reaches_beyond_all_numbers_meets_each_box_once() {
    let (mut broad_phase, filter) = (BroadPhase::new(), QueryFilter::ALL);
    // More than a node holds, and no multiple of it.
    for x in 0..77u8 {
        let aabb = Aabb::new(Vec2::new(f32::from(x), 0.0), Vec2::new(f32::from(x) + 0.5, 1.0));
        broad_phase.insert(&Proxy { aabb, layer: Layer::Static, ..Proxy::default() }).expect("valid");
    }
    broad_phase.refresh();
    for translation in [Vec2::ZERO, Vec2::Y, Vec2::new(-3.0, 2.0)] {
        let cast = CircleCast { circle: BoundingCircle::new(Vec2::ZERO, f32::MAX), translation };
        let (mut hits, mut batch) = (Vec::new(), BatchHits::new());
        broad_phase.cast_all(&cast, &filter, &mut hits).expect("valid");
        assert!(hits.iter().all(|hit| hit.fraction == 0.0), "{translation}");
        let mut ids: Vec<_> = hits.iter().map(|hit| hit.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!((hits.len(), ids.len()), (77, 77), "{translation}");
        broad_phase.cast_all_batch(&[cast; 20], &filter, &mut batch).expect("valid");
        assert!(batch.iter().all(|found| found == hits), "{translation}");
    }
}
