//! Every query refuses numbers that are not, says which, and leaves the caller's buffer as it was.

use broadphase::{
    AabbCast, BatchHits, BroadPhase, BroadPhaseError, Cast, CastHit, CircleCast, Pair, Proxy, QueryFilter, RayCast,
    Region, Settings,
};
use geom::{Aabb, BoundingCircle, Vec2};
use std::fmt::Debug;
use std::ops::ControlFlow;

const ALL: QueryFilter = QueryFilter::ALL;

const NOT_FINITE: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

/// Vectors with one component that is not finite.
fn bad_vectors() -> impl Iterator<Item = Vec2> {
    NOT_FINITE.into_iter().flat_map(|bad| [Vec2::new(bad, 1.0), Vec2::new(1.0, bad)])
}

fn bad_boxes() -> Vec<Aabb> {
    let corners = bad_vectors().flat_map(|bad| [Aabb::new(bad, Vec2::ONE), Aabb::new(Vec2::ONE, bad)]);
    let inverted = [Vec2::X, Vec2::Y].map(|min| Aabb::new(min, Vec2::ONE - min));
    corners.chain(inverted).collect()
}

fn bad_circles() -> Vec<BoundingCircle> {
    let radii = NOT_FINITE.into_iter().chain([-1.0]).map(|radius| BoundingCircle { center: Vec2::ONE, radius });
    bad_vectors().map(|center| BoundingCircle { center, radius: 1.0 }).chain(radii).collect()
}

/// One proxy around the origin, so that whatever is asked there would be answered.
fn world() -> BroadPhase {
    let mut broad_phase = BroadPhase::new();
    let circle = BoundingCircle::new(Vec2::ZERO, 2.0);
    broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, ..Proxy::default() }).expect("valid");
    broad_phase.update_pairs();
    broad_phase
}

/// Asks with the bad one alone, and behind good ones in a batch of any length, and expects the refusal and untouched hits.
fn assert_batch_refuses<Q: Copy + Debug, T: Copy + PartialEq + Debug>(
    good: Q,
    bad: Q,
    ask: impl Fn(&[Q], &mut BatchHits<T>) -> Result<(), BroadPhaseError>,
) {
    for before in [0, 1, 40] {
        let mut hits = BatchHits::new();
        ask(&[good; 2], &mut hits).expect("valid");
        let kept: Vec<Vec<T>> = hits.iter().map(<[T]>::to_vec).collect();
        assert!(kept.iter().all(|hits| !hits.is_empty()));
        let mut asked = vec![good; before];
        asked.extend([bad, good]);
        assert!(ask(&asked, &mut hits).is_err(), "{bad:?} behind {before}");
        assert!(hits.iter().eq(kept), "{bad:?} behind {before}");
    }
}

fn assert_cast_refused<C: Cast + Copy + Debug>(good: C, bad: C) {
    let (broad_phase, mut hits) = (world(), Vec::new());
    broad_phase.cast_all(&good, &ALL, &mut hits).expect("valid");
    assert_eq!(hits.len(), 1);
    assert!(broad_phase.cast_all(&bad, &ALL, &mut hits).is_err(), "{bad:?}");
    assert_eq!(hits.len(), 1, "{bad:?}");
    assert!(broad_phase.cast_closest(&bad, &ALL).is_err(), "{bad:?}");
    assert!(broad_phase.cast_any(&bad, &ALL).is_err(), "{bad:?}");
    let visitor = |hit: CastHit| -> f32 { unreachable!("{hit:?} of {bad:?}") };
    assert!(broad_phase.cast(&bad, &ALL, visitor).is_err(), "{bad:?}");
    assert_batch_refuses(good, bad, |casts, hits| broad_phase.cast_all_batch(casts, &ALL, hits));
    assert_batch_refuses(good, bad, |casts, hits| broad_phase.cast_closest_batch(casts, &ALL, hits));
    assert_batch_refuses(good, bad, |casts, hits| broad_phase.cast_any_batch(casts, &ALL, hits));
    let entry = |_, hit: CastHit| Some(hit.fraction);
    assert_batch_refuses(good, bad, |casts, hits| broad_phase.cast_closest_batch_by(casts, &ALL, entry, hits));
}

fn assert_region_refused<R: Region + Copy + Debug>(good: R, bad: R) {
    let broad_phase = world();
    assert_batch_refuses(good, bad, |regions, hits| broad_phase.query_batch(regions, &ALL, hits));
}

#[test]
fn bad_casts_are_refused() {
    let ray = RayCast { origin: Vec2::ZERO, translation: Vec2::X };
    let swept_box = AabbCast { aabb: Aabb::new(Vec2::ZERO, Vec2::ONE), translation: Vec2::X };
    let swept_circle = CircleCast { circle: BoundingCircle::new(Vec2::ZERO, 1.0), translation: Vec2::X };
    for bad in bad_vectors() {
        assert_cast_refused(ray, RayCast { origin: bad, ..ray });
        assert_cast_refused(ray, RayCast { translation: bad, ..ray });
        assert_cast_refused(swept_box, AabbCast { translation: bad, ..swept_box });
        assert_cast_refused(swept_circle, CircleCast { translation: bad, ..swept_circle });
        let broad_phase = world();
        for (origin, translation) in [(bad, Vec2::X), (Vec2::ZERO, bad)] {
            assert!(broad_phase.ray_cast_closest(origin, translation, &ALL).is_err());
            assert!(broad_phase.ray_cast(origin, translation, &ALL, |_| 1.0).is_err());
        }
    }
    bad_boxes().into_iter().for_each(|aabb| assert_cast_refused(swept_box, AabbCast { aabb, ..swept_box }));
    bad_circles()
        .into_iter()
        .for_each(|circle| assert_cast_refused(swept_circle, CircleCast { circle, ..swept_circle }));
}

#[test]
fn bad_regions_are_refused() {
    let (broad_phase, mut hits) = (world(), Vec::new());
    let never = |id| -> ControlFlow<()> { unreachable!("{id:?}") };
    broad_phase.query_point(Vec2::ZERO, &ALL, &mut hits).expect("valid");
    let refused = |result: Result<(), BroadPhaseError>, hits: &[_]| {
        assert!(result.is_err() && hits.len() == 1);
    };
    for bad in bad_boxes() {
        let result = broad_phase.query_aabb(&bad, &ALL, &mut hits);
        refused(result, &hits);
        assert!(broad_phase.visit_aabb(&bad, &ALL, never).is_err());
        assert_region_refused(Aabb::new(Vec2::ZERO, Vec2::ONE), bad);
    }
    for bad in bad_vectors() {
        let result = broad_phase.query_point(bad, &ALL, &mut hits);
        refused(result, &hits);
        assert!(broad_phase.visit_point(bad, &ALL, never).is_err());
        assert_region_refused(Vec2::ZERO, bad);
    }
    for bad in bad_circles() {
        let result = broad_phase.query_circle(bad.center, bad.radius, &ALL, &mut hits);
        refused(result, &hits);
        assert!(broad_phase.visit_circle(bad.center, bad.radius, &ALL, never).is_err());
        assert_region_refused(BoundingCircle::new(Vec2::ZERO, 1.0), bad);
    }
}

#[test]
fn bad_nearest_points_and_distances_are_refused() {
    let (broad_phase, mut hits) = (world(), Vec::new());
    broad_phase.nearest(Vec2::ZERO, 1, f32::INFINITY, &ALL, &mut hits).expect("valid");
    let far_and_bad = [f32::NAN, -1.0, f32::NEG_INFINITY].map(|distance| (Vec2::ZERO, distance));
    for (point, distance) in bad_vectors().map(|point| (point, 1.0)).chain(far_and_bad) {
        assert!(broad_phase.nearest(point, 1, distance, &ALL, &mut hits).is_err(), "{point:?} {distance}");
        assert_eq!(hits.len(), 1);
        let visit = broad_phase.visit_nearest(point, distance, &ALL, |hit| unreachable!("{hit:?}"));
        assert!(visit.is_err(), "{point:?} {distance}");
        let mut batch = BatchHits::new();
        broad_phase.nearest_batch(&[Vec2::ZERO; 2], 1, 1.0, &ALL, &mut batch).expect("valid");
        assert!(broad_phase.nearest_batch(&[Vec2::ZERO, point], 1, distance, &ALL, &mut batch).is_err());
        assert_eq!((batch.len(), batch.total()), (2, 2));
    }
}

#[test]
fn bad_margins_are_refused() {
    let (mut broad_phase, mut candidates) = (world(), vec![Pair::new(0, 1).expect("ordered")]);
    assert!(broad_phase.circle_filter(f32::NAN, &mut candidates).is_err());
    assert_eq!(candidates.len(), 1);
    for margin in NOT_FINITE.into_iter().chain([-0.5]) {
        assert!(BroadPhase::with_settings(Settings { margin, ..Settings::default() }).is_err(), "{margin}");
        assert!(broad_phase.set_margin(margin).is_err(), "{margin}");
    }
}
