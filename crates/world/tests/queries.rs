//! Queries of a world find what looking through all colliders finds.

mod common;

use common::{DT, add, circle, rect, weightless};
use proptest::prelude::*;
use world::{
    Aabb, BatchHits, BodyDef, CastHit, ColliderDef, ColliderId, Filter, Layer, NearHit, Pose, QueryFilter, RayCast,
    Rot, Sensors, Shape, ShapeCast, Vec2, World, WorldError,
};

fn vector(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

fn pose(range: f32) -> impl Strategy<Value = Pose> {
    (vector(range), -4.0f32..4.0).prop_map(|(at, angle)| Pose::new(at, Rot::from_angle(angle)))
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (0.1f32..2.0).prop_map(circle),
        (0.1f32..2.0, 0.1f32..2.0).prop_map(|(x, y)| rect(x, y)),
        (vector(2.0), 0.0f32..0.5).prop_map(|(end, radius)| Shape::capsule(-end, end, radius).unwrap()),
        (0.5f32..2.0).prop_map(|s| Shape::polygon(&[Vec2::ZERO, Vec2::new(s, 0.3), Vec2::new(0.2, s)]).unwrap()),
    ]
}

/// A shape, where it is, and whether it stays there.
type Thing = (Shape, Pose, bool);

fn things() -> impl Strategy<Value = Vec<Thing>> {
    prop::collection::vec((shape(), pose(20.0), any::<bool>()), 1..60)
}

/// Where a world's things are: around the origin, or a thousand kilometres out, where coordinates are 6 cm apart.
fn place() -> impl Strategy<Value = Vec2> {
    prop_oneof![Just(Vec2::ZERO), Just(Vec2::new(1.0e6, 0.0)), Just(Vec2::new(-1.0e6, 1.0e6))]
}

/// A world of these things around a place: some of them are sensors, and some are further colliders of the body before.
fn cluttered(things: Vec<Thing>, place: Vec2) -> World {
    let mut world = weightless();
    for (i, (shape, pose, is_fixed)) in things.into_iter().enumerate() {
        let def = if is_fixed { BodyDef::fixed(Vec2::ZERO) } else { BodyDef::dynamic(Vec2::ZERO) };
        let pose = Pose { translation: pose.translation + place, ..pose };
        let collider = ColliderDef { is_sensor: i % 8 == 7, ..ColliderDef::new(shape) };
        if i % 4 >= 2 {
            let (last, local_pose) = (world.bodies().last().unwrap(), Pose::from_translation(Vec2::new(1.5, -0.5)));
            world.create_collider(last, &ColliderDef { local_pose, ..collider }).unwrap();
        } else {
            add(&mut world, &BodyDef { pose, ..def }, &collider);
        }
        if i == 30 {
            // What comes later waits outside the index.
            world.step(DT).unwrap();
        }
    }
    world
}

/// What a filter depends on: the layer, which of the bodies is left out, if any, and sensors.
type Asked = (Option<Layer>, Option<prop::sample::Index>, Sensors);

fn asked() -> impl Strategy<Value = Asked> {
    let layers = vec![None, Some(Layer::Static), Some(Layer::Moving)];
    let sensors = vec![Sensors::Excluded, Sensors::Included, Sensors::Only];
    (prop::sample::select(layers), prop::option::of(any::<prop::sample::Index>()), prop::sample::select(sensors))
}

fn filter_of(world: &World, (layer, excluded, sensors): Asked) -> QueryFilter {
    let bodies: Vec<_> = world.bodies().collect();
    QueryFilter { layer, exclude_body: excluded.map(|body| *body.get(&bodies)), sensors, ..QueryFilter::ALL }
}

/// Whether a collider is reported, if it is there: categories aside.
fn is_seen(world: &World, collider: ColliderId, filter: &QueryFilter) -> bool {
    let body = world.body_of(collider).unwrap();
    let layer = match world.kind(body).unwrap() {
        world::BodyKind::Static => Layer::Static,
        _ => Layer::Moving,
    };
    let by_sensors = match filter.sensors {
        Sensors::Excluded => !world.is_sensor(collider).unwrap(),
        Sensors::Included => true,
        Sensors::Only => world.is_sensor(collider).unwrap(),
    };
    by_sensors && filter.exclude_body != Some(body) && filter.layer.is_none_or(|only| only == layer)
}

/// All that is reported, if it is there.
fn seen<'a>(world: &'a World, filter: &QueryFilter) -> Vec<(ColliderId, &'a Shape, Pose)> {
    let parts = |collider| (collider, world.shape(collider).unwrap(), world.collider_pose(collider).unwrap());
    world.colliders().filter(|&collider| is_seen(world, collider, filter)).map(parts).collect()
}

fn in_order(mut hits: Vec<CastHit>) -> Vec<CastHit> {
    hits.sort_by(|a, b| a.fraction.total_cmp(&b.fraction).then(a.collider.cmp(&b.collider)));
    hits
}

/// The colliders of these that a question about each of them is true of.
fn met(seen: Vec<(ColliderId, &Shape, Pose)>, is_met: impl Fn(&Shape, &Pose) -> bool) -> Vec<ColliderId> {
    seen.into_iter().filter(|(_, shape, pose)| is_met(shape, pose)).map(|(collider, ..)| collider).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn casts_meet_what_is_met_one_by_one(
        things in things(), shape in shape(), from in pose(25.0), way in vector(40.0), asked in asked(), place in place(),
    ) {
        let world = cluttered(things, place);
        let from = Pose { translation: from.translation + place, ..from };
        let filter = filter_of(&world, asked);
        let hit = |collider, hit: sat_simd::CastHit| {
            CastHit { collider, fraction: hit.fraction, point: hit.point, normal: hit.normal }
        };
        let casts = seen(&world, &filter).into_iter().filter_map(|(collider, other, at)| {
            sat_simd::shape_cast(&shape, &from, way, other, &at).unwrap().map(|found| hit(collider, found))
        });
        let expected = in_order(casts.collect());
        let mut hits = Vec::new();
        world.shape_cast_all(&shape, &from, way, &filter, &mut hits).unwrap();
        prop_assert_eq!(&hits, &expected);
        prop_assert_eq!(world.shape_cast_closest(&shape, &from, way, &filter), Ok(expected.first().copied()));
        prop_assert_eq!(world.shape_cast_any(&shape, &from, way, &filter), Ok(!expected.is_empty()));
        let run_into = seen(&world, &filter).into_iter().filter_map(|(collider, other, at)| {
            sat_simd::shape_cast_into(&shape, &from, way, other, &at).unwrap().map(|found| hit(collider, found))
        });
        let expected = in_order(run_into.collect());
        hits.clear();
        let note = |hit| {
            hits.push(hit);
            1.0
        };
        world.shape_cast_into(&shape, &from, way, &filter, note).unwrap();
        prop_assert_eq!(in_order(hits.clone()), expected.clone());
        prop_assert_eq!(world.shape_cast_into_closest(&shape, &from, way, &filter), Ok(expected.first().copied()));

        let origin = from.translation;
        let rays = seen(&world, &filter).into_iter().filter_map(|(collider, other, at)| {
            sat_simd::ray_cast(other, &at, origin, way).unwrap().map(|found| hit(collider, found))
        });
        let expected = in_order(rays.collect());
        world.ray_cast_all(origin, way, &filter, &mut hits).unwrap();
        prop_assert_eq!(&hits, &expected);
        prop_assert_eq!(world.ray_cast_closest(origin, way, &filter), Ok(expected.first().copied()));
        prop_assert_eq!(world.ray_cast_any(origin, way, &filter), Ok(!expected.is_empty()));
    }

    #[test]
    fn what_is_at_a_place_is_what_is_found_there_one_by_one(
        things in things(), shape in shape(), from in pose(25.0), size in vector(8.0), asked in asked(),
        place in place(),
    ) {
        let world = cluttered(things, place);
        let from = Pose { translation: from.translation + place, ..from };
        let filter = filter_of(&world, asked);
        let mut hits = Vec::new();
        let expected = met(seen(&world, &filter), |other, at| sat_simd::overlaps(&shape, &from, other, at, 0.0));
        world.query_shape(&shape, &from, &filter, &mut hits).unwrap();
        prop_assert_eq!(&hits, &expected);
        prop_assert_eq!(world.query_shape_any(&shape, &from, &filter), Ok(!expected.is_empty()));
        let point = from.translation;
        let expected = met(seen(&world, &filter), |other, at| sat_simd::contains_point(other, at, point).unwrap());
        world.query_point(point, &filter, &mut hits).unwrap();
        prop_assert_eq!(&hits, &expected);
        prop_assert_eq!(world.query_point_any(point, &filter), Ok(!expected.is_empty()));

        // Of boxes, what is found with all else.
        let aabb = Aabb::new(point, point + size.abs());
        let everything = QueryFilter { sensors: Sensors::Included, ..QueryFilter::ALL };
        let mut all = Vec::new();
        world.query_aabb(&aabb, &everything, &mut all).unwrap();
        all.retain(|&collider| is_seen(&world, collider, &filter));
        world.query_aabb(&aabb, &filter, &mut hits).unwrap();
        prop_assert_eq!(&hits, &all);
        prop_assert_eq!(world.query_aabb_any(&aabb, &filter), Ok(!all.is_empty()));
        world.query_bounds(&aabb, &everything, &mut all).unwrap();
        all.retain(|&collider| is_seen(&world, collider, &filter));
        world.query_bounds(&aabb, &filter, &mut hits).unwrap();
        prop_assert_eq!(&hits, &all);
    }

    /// Of a box whose middle or half size is no `f32`, too, and of one without width or height.
    #[test]
    fn what_touches_a_corner_of_a_box_is_there_and_what_is_next_to_it_is_not(
        min in vector(3.0), size in vector(2.0), (flat_x, flat_y) in any::<(bool, bool)>(), place in place(),
    ) {
        let size = size.abs() * Vec2::new(f32::from(u8::from(!flat_x)), f32::from(u8::from(!flat_y)));
        let aabb = Aabb::new(min + place, min + place + size);
        let beyond = Vec2::new(aabb.max.x.next_up(), aabb.max.y);
        let mut world = weightless();
        let [at_it, _] = [aabb.max, beyond].map(|corner| {
            let wedge = Shape::polygon(&[corner, corner + Vec2::new(4.0, -1.0), corner + Vec2::new(4.0, 1.0)]).unwrap();
            add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(wedge)).1
        });
        let mut hits = Vec::new();
        world.query_aabb(&aabb, &QueryFilter::ALL, &mut hits).unwrap();
        prop_assert_eq!(hits, [at_it]);
    }

    #[test]
    fn the_nearest_are_those_of_all_distances(
        things in things(), point in vector(25.0), k in 1usize..5, asked in asked(),
        reach in prop_oneof![Just(f32::INFINITY), 0.1f32..8.0], place in place(),
    ) {
        let (world, point) = (cluttered(things, place), point + place);
        let filter = filter_of(&world, asked);
        let mut expected: Vec<NearHit> = seen(&world, &filter).into_iter().map(|(collider, shape, pose)| {
            let sat_simd::ClosestPoint { point, normal, distance } = sat_simd::closest_point(shape, &pose, point).unwrap();
            NearHit { collider, point, normal, distance }
        }).filter(|hit| hit.distance <= reach).collect();
        expected.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.collider.cmp(&b.collider)));
        expected.truncate(k);
        let mut hits = Vec::new();
        world.nearest(point, k, reach, &filter, &mut hits).unwrap();
        prop_assert_eq!(hits, expected);
    }

    #[test]
    fn a_batch_is_answered_as_its_questions_are(
        things in things(), shapes in prop::collection::vec((shape(), pose(25.0), vector(40.0)), 0..40),
        size in vector(8.0), asked in asked(), place in place(), k in 0usize..5,
        reach in prop_oneof![Just(f32::INFINITY), 0.1f32..8.0],
    ) {
        let mut world = cluttered(things, place);
        // What comes back comes back in other places of the broad phase.
        let bodies: Vec<_> = world.bodies().collect();
        bodies.iter().for_each(|&body| world.set_enabled(body, false).unwrap());
        bodies.iter().for_each(|&body| world.set_enabled(body, true).unwrap());
        let filter = filter_of(&world, asked);
        let at = |pose: &Pose| Pose { translation: pose.translation + place, ..*pose };
        let points: Vec<Vec2> = shapes.iter().map(|(_, pose, _)| at(pose).translation).collect();
        let boxes: Vec<Aabb> = points.iter().map(|&point| Aabb::new(point, point + size.abs())).collect();
        let placed: Vec<(&Shape, Pose)> = shapes.iter().map(|(shape, pose, _)| (shape, at(pose))).collect();
        let rays: Vec<RayCast> =
            points.iter().zip(&shapes).map(|(&origin, thing)| RayCast { origin, translation: thing.2 }).collect();
        let casts: Vec<ShapeCast<'_>> =
            shapes.iter().map(|(shape, pose, way)| ShapeCast { shape, pose: at(pose), translation: *way }).collect();
        let (mut one, mut many) = (Vec::new(), BatchHits::new());

        world.query_point_batch(&points, &filter, &mut many).unwrap();
        prop_assert_eq!(many.len(), points.len());
        for (point, hits) in points.iter().zip(many.iter()) {
            world.query_point(*point, &filter, &mut one).unwrap();
            prop_assert_eq!(hits, &one[..]);
        }
        world.query_aabb_batch(&boxes, &filter, &mut many).unwrap();
        prop_assert_eq!(many.len(), boxes.len());
        for (aabb, hits) in boxes.iter().zip(many.iter()) {
            world.query_aabb(aabb, &filter, &mut one).unwrap();
            prop_assert_eq!(hits, &one[..]);
        }
        world.query_bounds_batch(&boxes, &filter, &mut many).unwrap();
        prop_assert_eq!(many.len(), boxes.len());
        for (aabb, hits) in boxes.iter().zip(many.iter()) {
            world.query_bounds(aabb, &filter, &mut one).unwrap();
            prop_assert_eq!(hits, &one[..]);
        }
        world.query_shape_batch(&placed, &filter, &mut many).unwrap();
        prop_assert_eq!(many.len(), placed.len());
        for ((shape, pose), hits) in placed.iter().zip(many.iter()) {
            world.query_shape(shape, pose, &filter, &mut one).unwrap();
            prop_assert_eq!(hits, &one[..]);
        }
        let (mut one, mut many) = (Vec::new(), BatchHits::new());
        world.nearest_batch(&points, k, reach, &filter, &mut many).unwrap();
        prop_assert_eq!(many.len(), points.len());
        for (point, hits) in points.iter().zip(many.iter()) {
            world.nearest(*point, k, reach, &filter, &mut one).unwrap();
            prop_assert_eq!(hits, &one[..]);
        }
        let mut many = BatchHits::new();
        world.ray_cast_closest_batch(&rays, &filter, &mut many).unwrap();
        prop_assert_eq!(many.len(), rays.len());
        for (ray, hits) in rays.iter().zip(many.iter()) {
            let single = world.ray_cast_closest(ray.origin, ray.translation, &filter).unwrap();
            prop_assert_eq!(hits, single.as_slice());
        }
        world.shape_cast_closest_batch(&casts, &filter, &mut many).unwrap();
        prop_assert_eq!(many.len(), casts.len());
        for (cast, hits) in casts.iter().zip(many.iter()) {
            let single = world.shape_cast_closest(cast.shape, &cast.pose, cast.translation, &filter).unwrap();
            prop_assert_eq!(hits, single.as_slice());
        }
    }
}

#[test]
fn the_nearest_shape_is_not_that_of_the_nearest_box() {
    let mut world = weightless();
    let bar = Shape::segment(Vec2::new(-4.0, 4.0), Vec2::new(4.0, -4.0)).unwrap();
    add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(bar));
    let (_, disc) = add(&mut world, &BodyDef::fixed(Vec2::new(6.0, 3.0)), &ColliderDef::new(circle(1.0)));
    let mut hits = Vec::new();
    world.nearest(Vec2::new(3.0, 3.0), 1, 10.0, &QueryFilter::ALL, &mut hits).unwrap();
    let expected = NearHit { collider: disc, point: Vec2::new(5.0, 3.0), normal: -Vec2::X, distance: 2.0 };
    assert_eq!(hits, [expected]);
    world.nearest(Vec2::new(3.0, 3.0), 1, 1.5, &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits, []);
    world.nearest(Vec2::new(3.0, 3.0), 0, 10.0, &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits, []);
}

#[test]
fn a_thousand_kilometres_out_the_nearest_is_found_all_the_same() {
    let mut world = weightless();
    let disc = |world: &mut World, x: f32, radius: f32| {
        add(world, &BodyDef::fixed(Vec2::new(x, 0.0)), &ColliderDef::new(circle(radius))).1
    };
    let near = disc(&mut world, 1_000_000.0, 0.28);
    let (point, mut hits) = (Vec2::new(1_000_010.0, 0.0), Vec::new());
    world.nearest(point, 1, 9.73, &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.collider).collect::<Vec<_>>(), [near]);
    disc(&mut world, 1_000_020.0, 0.27);
    world.nearest(point, 1, f32::INFINITY, &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.collider).collect::<Vec<_>>(), [near]);
}

#[test]
fn the_nearest_is_found_where_squares_vanish() {
    // In units whose square is the smallest number: two roundings take the corner, 1.02 away, for one that is √2 away.
    let unit = 2.0f64.powf(-74.5) as f32;
    let mut world = weightless();
    let [_, corner] = [Vec2::new(1.05 * unit, 0.0), Vec2::splat(0.72 * unit)]
        .map(|at| add(&mut world, &BodyDef::fixed(at), &ColliderDef::new(circle(0.0))).1);
    let mut hits = Vec::new();
    world.nearest(Vec2::ZERO, 1, f32::INFINITY, &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.collider).collect::<Vec<_>>(), [corner]);
}

#[test]
fn a_ray_from_within_a_body_that_it_leaves_out_meets_what_is_behind_it() {
    let mut world = weightless();
    let (player, head) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    let feet = ColliderDef { local_pose: Pose::from_translation(-Vec2::Y), ..ColliderDef::new(circle(0.5)) };
    let feet = world.create_collider(player, &feet).unwrap();
    let (ground, top) = add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -3.0)), &ColliderDef::new(rect(9.0, 1.0)));
    let below = |world: &World, exclude_body| {
        let (filter, mut hits) = (QueryFilter { exclude_body, ..QueryFilter::ALL }, Vec::new());
        world.ray_cast_all(Vec2::ZERO, Vec2::new(0.0, -4.0), &filter, &mut hits).unwrap();
        hits.iter().map(|hit| hit.collider).collect::<Vec<_>>()
    };
    assert_eq!(below(&world, None), [head, feet, top]);
    assert_eq!(below(&world, Some(player)), [top]);
    assert_eq!(below(&world, Some(ground)), [head, feet]);
    world.step(DT).unwrap();
    assert_eq!(below(&world, Some(player)), [top], "in the trees as outside them");
    world.set_enabled(player, false).unwrap();
    assert_eq!(below(&world, Some(player)), [top]);
}

#[test]
fn sensors_of_other_categories_and_of_disabled_bodies_are_not_seen_either() {
    let mut world = weightless();
    let filter = Filter { category: 2, ..Filter::ALL };
    let (zone, sensor) = add(
        &mut world,
        &BodyDef::fixed(Vec2::ZERO),
        &ColliderDef { is_sensor: true, filter, ..ColliderDef::new(circle(1.0)) },
    );
    let at_origin = |world: &World, mask| {
        let (filter, mut hits) = (QueryFilter { mask, sensors: Sensors::Only, ..QueryFilter::ALL }, Vec::new());
        world.query_point(Vec2::ZERO, &filter, &mut hits).unwrap();
        hits
    };
    assert_eq!((at_origin(&world, 2), at_origin(&world, 1)), (vec![sensor], vec![]));
    world.set_enabled(zone, false).unwrap();
    assert_eq!(at_origin(&world, 2), []);
}

#[test]
fn questions_that_leave_out_a_body_that_is_gone_are_refused_and_leave_the_buffer() {
    let mut world = weightless();
    add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    let (gone, _) = add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    world.destroy_body(gone).unwrap();
    // Its slot is another one's now.
    add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    let (all, others) = (QueryFilter::ALL, QueryFilter { exclude_body: Some(gone), ..QueryFilter::ALL });
    let (here, zero, way, disc) = (Pose::IDENTITY, Vec2::ZERO, Vec2::X, circle(1.0));
    let (aabb, ray) = (Aabb::new(zero, zero), RayCast { origin: zero, translation: way });
    let cast = ShapeCast { shape: &disc, pose: here, translation: way };
    let (mut hits, mut met, mut near) = (Vec::new(), Vec::new(), Vec::new());
    let (mut all_hits, mut all_met, mut all_near) = (BatchHits::new(), BatchHits::new(), BatchHits::new());
    world.query_point(zero, &all, &mut hits).unwrap();
    world.ray_cast_all(zero, way, &all, &mut met).unwrap();
    world.nearest(zero, 2, 1.0, &all, &mut near).unwrap();
    world.query_point_batch(&[zero], &all, &mut all_hits).unwrap();
    world.ray_cast_closest_batch(&[ray], &all, &mut all_met).unwrap();
    world.nearest_batch(&[zero], 2, 1.0, &all, &mut all_near).unwrap();
    let refused = |result: Result<(), WorldError>| assert_eq!(result, Err(WorldError::StaleBody(gone)));
    refused(world.query_point(zero, &others, &mut hits));
    refused(world.query_aabb(&aabb, &others, &mut hits));
    refused(world.query_bounds(&aabb, &others, &mut hits));
    refused(world.query_shape(&disc, &here, &others, &mut hits));
    refused(world.query_point_any(zero, &others).map(drop));
    refused(world.query_aabb_any(&aabb, &others).map(drop));
    refused(world.query_shape_any(&disc, &here, &others).map(drop));
    refused(world.nearest(zero, 0, 1.0, &others, &mut near));
    refused(world.ray_cast(zero, way, &others, |_| 1.0));
    refused(world.ray_cast_all(zero, way, &others, &mut met));
    refused(world.ray_cast_any(zero, way, &others).map(drop));
    refused(world.ray_cast_closest(zero, way, &others).map(drop));
    refused(world.shape_cast(&disc, &here, way, &others, |_| 1.0));
    refused(world.shape_cast_all(&disc, &here, way, &others, &mut met));
    refused(world.shape_cast_any(&disc, &here, way, &others).map(drop));
    refused(world.shape_cast_closest(&disc, &here, way, &others).map(drop));
    refused(world.shape_cast_into(&disc, &here, way, &others, |_| 1.0));
    refused(world.shape_cast_into_closest(&disc, &here, way, &others).map(drop));
    refused(world.query_point_batch(&[zero], &others, &mut all_hits));
    refused(world.query_aabb_batch(&[aabb], &others, &mut all_hits));
    refused(world.query_bounds_batch(&[aabb], &others, &mut all_hits));
    refused(world.query_shape_batch(&[(&disc, here)], &others, &mut all_hits));
    refused(world.nearest_batch(&[zero], 1, 1.0, &others, &mut all_near));
    refused(world.ray_cast_closest_batch(&[ray], &others, &mut all_met));
    refused(world.shape_cast_closest_batch(&[cast], &others, &mut all_met));
    assert_eq!((hits.len(), met.len(), near.len()), (2, 2, 2));
    assert_eq!((all_hits.total(), all_met.total(), all_near.total()), (2, 1, 2));
}

#[test]
fn a_visitor_passes_over_what_it_likes_and_stops_when_it_likes() {
    let mut world = weightless();
    let discs = [0.0, 5.0, 10.0, 15.0]
        .map(|x| add(&mut world, &BodyDef::fixed(Vec2::new(x, 0.0)), &ColliderDef::new(circle(1.0))).1);
    let mut first_other = None;
    let start = Pose::from_translation(Vec2::ZERO);
    let cast = world.shape_cast(&circle(1.0), &start, Vec2::new(30.0, 0.0), &QueryFilter::ALL, |hit| {
        if hit.collider == discs[0] {
            return 1.0;
        }
        first_other = Some((hit.collider, hit.fraction));
        hit.fraction
    });
    assert_eq!((cast, first_other), (Ok(()), Some((discs[1], 0.1))));
    let mut visits = 0;
    let stop = |_: CastHit| {
        visits += 1;
        -1.0
    };
    world.ray_cast(Vec2::new(-5.0, 0.0), Vec2::new(30.0, 0.0), &QueryFilter::ALL, stop).unwrap();
    assert_eq!(visits, 1);
}

#[test]
fn who_slides_over_a_level_floor_runs_into_the_wall_alone() {
    let mut world = weightless();
    let tiles = (0u8..10).map(|i| Vec2::new(f32::from(i), 0.0)).chain([Vec2::new(9.0, 1.0)]);
    let tiles: Vec<_> =
        tiles.map(|at| add(&mut world, &BodyDef::fixed(at), &ColliderDef::new(rect(0.5, 0.5))).1).collect();
    let (hero, all) = (rect(0.25, 0.75), QueryFilter::ALL);
    let into = |x: f32, way: Vec2| {
        let hit = world.shape_cast_into_closest(&hero, &Pose::from_translation(Vec2::new(x, 1.25)), way, &all).unwrap();
        hit.map(|hit| (hit.collider, hit.fraction, hit.normal))
    };
    assert_eq!(into(1.0, Vec2::new(14.5, 0.0)), Some((tiles[10], 0.5, -Vec2::X)));
    assert_eq!(into(1.0, Vec2::new(7.0, 0.0)), None);
    assert_eq!(into(1.0, Vec2::new(-9.0, 0.0)), None);
    assert_eq!(into(8.25, Vec2::Y), None, "along the wall");
    assert_eq!(into(8.25, Vec2::new(1.0, 0.0)), Some((tiles[10], 0.0, -Vec2::X)));
    assert_eq!(into(3.0, Vec2::new(1.0, -0.5)), Some((tiles[3], 0.0, Vec2::Y)));
}

#[test]
fn questions_with_broken_numbers_are_refused_and_leave_the_buffer() {
    let mut world = weightless();
    let (_, disc) = add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    let (here, all) = (Pose::IDENTITY, QueryFilter::ALL);
    let (mut hits, mut near) = (Vec::new(), Vec::new());
    world.shape_cast_all(&circle(1.0), &here, Vec2::X, &all, &mut hits).unwrap();
    world.nearest(Vec2::ZERO, 1, 1.0, &all, &mut near).unwrap();
    assert_eq!((hits[0].collider, near[0].collider), (disc, disc));
    let before = (hits.clone(), near.clone());
    let refused = |result: Result<(), WorldError>| assert!(matches!(result, Err(WorldError::InvalidNumber { .. })));
    for x in [f32::NAN, f32::INFINITY, 2.0e7] {
        let v = Vec2::new(0.0, x);
        refused(world.shape_cast_all(&circle(1.0), &here, v, &all, &mut hits));
        refused(world.shape_cast_all(&circle(1.0), &Pose::from_translation(v), Vec2::X, &all, &mut hits));
        refused(world.shape_cast_any(&circle(1.0), &here, v, &all).map(drop));
        refused(world.shape_cast_into_closest(&circle(1.0), &here, v, &all).map(drop));
        refused(world.ray_cast_any(v, Vec2::X, &all).map(drop));
        refused(world.query_point_any(v, &all).map(drop));
        refused(world.query_aabb_any(&Aabb { min: Vec2::ZERO, max: v }, &all).map(drop));
        refused(world.query_shape_any(&circle(1.0), &Pose::from_translation(v), &all).map(drop));
        refused(world.nearest(v, 1, 1.0, &all, &mut near));
    }
    refused(world.shape_cast_closest(&circle(2.0e7), &here, Vec2::X, &all).map(drop));
    refused(world.query_shape_any(&circle(2.0e7), &here, &all).map(drop));
    refused(world.query_aabb_any(&Aabb { min: Vec2::ONE, max: Vec2::ZERO }, &all).map(drop));
    refused(world.nearest(Vec2::ZERO, 1, f32::NAN, &all, &mut near));
    refused(world.nearest(Vec2::ZERO, 1, -1.0, &all, &mut near));
    assert_eq!((hits, near), before);
}

#[test]
fn a_batch_with_a_broken_number_is_refused_and_leaves_the_buffer() {
    let mut world = weightless();
    let (_, disc) = add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    let (all, small, huge) = (QueryFilter::ALL, circle(1.0), circle(2.0e7));
    let (mut hits, mut met, mut near) = (BatchHits::new(), BatchHits::new(), BatchHits::new());
    let good = RayCast { origin: Vec2::new(-3.0, 0.0), translation: Vec2::new(4.0, 0.0) };
    world.query_point_batch(&[Vec2::ZERO], &all, &mut hits).unwrap();
    world.ray_cast_closest_batch(&[good], &all, &mut met).unwrap();
    world.nearest_batch(&[Vec2::ZERO], 1, 1.0, &all, &mut near).unwrap();
    let refused = |result: Result<(), WorldError>| assert!(matches!(result, Err(WorldError::InvalidNumber { .. })));
    for x in [f32::NAN, f32::INFINITY, 2.0e7] {
        let v = Vec2::new(x, 0.0);
        refused(world.query_point_batch(&[Vec2::ONE, v], &all, &mut hits));
        refused(world.nearest_batch(&[Vec2::ONE, v], 1, 1.0, &all, &mut near));
        let boxes = [Aabb::new(Vec2::ZERO, Vec2::ONE), Aabb { min: Vec2::ZERO, max: v }];
        refused(world.query_aabb_batch(&boxes, &all, &mut hits));
        refused(world.query_bounds_batch(&boxes, &all, &mut hits));
        let shapes = [(&small, Pose::IDENTITY), (&small, Pose::from_translation(v))];
        refused(world.query_shape_batch(&shapes, &all, &mut hits));
        refused(world.ray_cast_closest_batch(&[good, RayCast { origin: v, ..good }], &all, &mut met));
        refused(world.ray_cast_closest_batch(&[good, RayCast { translation: v, ..good }], &all, &mut met));
        let casts = shapes.map(|(shape, pose)| ShapeCast { shape, pose, translation: Vec2::X });
        refused(world.shape_cast_closest_batch(&casts, &all, &mut met));
        let casts = [Vec2::X, v].map(|translation| ShapeCast { translation, ..casts[0] });
        refused(world.shape_cast_closest_batch(&casts, &all, &mut met));
    }
    refused(world.query_shape_batch(&[(&huge, Pose::IDENTITY)], &all, &mut hits));
    refused(world.query_aabb_batch(&[Aabb { min: Vec2::ONE, max: Vec2::ZERO }], &all, &mut hits));
    assert_eq!((hits.len(), hits.get(0), hits.get(1)), (1, Some(&[disc][..]), None));
    assert_eq!(met.iter().map(|hits| hits[0].collider).collect::<Vec<_>>(), [disc]);
    // No point, and yet a question with a broken number.
    refused(world.nearest_batch(&[], 1, f32::NAN, &all, &mut near));
    refused(world.nearest_batch(&[], 1, -1.0, &all, &mut near));
    assert_eq!(near.iter().map(|hits| hits[0].collider).collect::<Vec<_>>(), [disc]);
}

#[test]
fn queries_are_exact_to_the_shape() {
    let mut world = weightless();
    let mut disc_at = |x: f32| add(&mut world, &BodyDef::fixed(Vec2::new(x, 0.0)), &ColliderDef::new(circle(1.0))).1;
    let discs = [disc_at(0.0), disc_at(5.0), disc_at(10.0)];
    let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(20.0, 20.0)) };
    add(&mut world, &BodyDef::fixed(Vec2::ZERO), &sensor);
    let all = QueryFilter::ALL;
    let mut hits = Vec::new();
    world.query_point(Vec2::new(0.75, 0.75), &all, &mut hits).unwrap();
    assert_eq!(hits, [], "inside the box, outside the disc");
    world.query_point(Vec2::new(5.5, 0.5), &all, &mut hits).unwrap();
    assert_eq!(hits, [discs[1]]);
    let corner = Aabb { min: Vec2::new(0.8, 0.8), max: Vec2::new(4.2, 3.0) };
    world.query_aabb(&corner, &all, &mut hits).unwrap();
    assert_eq!(hits, []);
    world.query_bounds(&corner, &all, &mut hits).unwrap();
    assert_eq!(hits, [discs[0], discs[1]]);
    let line = Aabb { min: Vec2::new(-1.0, 0.5), max: Vec2::new(6.0, 0.5) };
    world.query_aabb(&line, &all, &mut hits).unwrap();
    assert_eq!(hits, [discs[0], discs[1]]);
    world.query_shape(&circle(4.0), &Pose::from_translation(Vec2::new(7.5, 4.0)), &all, &mut hits).unwrap();
    assert_eq!(hits, [discs[1], discs[2]]);

    let (origin, way) = (Vec2::new(-10.0, 0.0), Vec2::new(40.0, 0.0));
    let hit = world.ray_cast_closest(origin, way, &all).unwrap().unwrap();
    assert_eq!((hit.collider, hit.normal), (discs[0], -Vec2::X));
    assert!((hit.fraction - 9.0 / 40.0).abs() < 1e-6 && (hit.point - Vec2::new(-1.0, 0.0)).length() < 1e-5);
    let mut rays = Vec::new();
    world.ray_cast_all(origin, way, &all, &mut rays).unwrap();
    assert_eq!(rays.iter().map(|hit| hit.collider).collect::<Vec<_>>(), discs);
    assert_eq!(world.ray_cast_closest(origin, Vec2::new(0.0, 5.0), &all), Ok(None));
}

#[test]
fn queries_see_what_moved_without_a_step() {
    let mut world = weightless();
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    world.set_pose(body, Pose::from_translation(Vec2::new(50.0, 0.0))).unwrap();
    let mut hits = Vec::new();
    world.query_point(Vec2::new(50.5, 0.0), &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits, [collider]);
    world.query_point(Vec2::ZERO, &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits, []);
}
