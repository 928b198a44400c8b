//! The same bits come out whatever the number of threads.

mod common;

use common::{DT, add, add_ground, heap, rect, world};
use geom::{Pose, Vec2};
use world::{
    Aabb, BatchHits, BodyDef, BodyKind, ColliderDef, Events, QueryFilter, RayCast, Response, Settings, Shape, World,
};

fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(work)
}

/// Panics unless a run comes to the same in each of its steps on one thread and on several, more of them than zones, too.
fn assert_same_steps<T: PartialEq + Send>(run: impl Fn() -> Vec<T> + Copy + Send) {
    let one = in_pool(1, run);
    for threads in [2, 4, 12] {
        let many = in_pool(threads, run);
        assert_eq!(one.len(), many.len());
        let first = one.iter().zip(&many).position(|(one, many)| one != many);
        assert_eq!(first, None, "the first step in which {threads} threads differ from one");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let run = || {
        let (mut world, mut seen) = (heap(), Vec::new());
        let (mut most_manifolds, mut most_overflow) = (0, 0);
        let stirrer = world.awake_bodies().next().unwrap();
        for _ in 0..60 {
            // Its locks take that away, wherever contacts read it.
            world.set_linear_velocity(stirrer, Vec2::X).unwrap();
            let report = world.step(DT).unwrap();
            (most_manifolds, most_overflow) =
                (most_manifolds.max(report.manifolds), most_overflow.max(report.overflow));
            let Events { begin, end, hit, sensor_begin, sensor_end, moved, .. } = world.events().clone();
            seen.push((world.state_hash(), begin, end, hit, sensor_begin, sensor_end, moved));
        }
        assert!(most_manifolds > 5000 && most_overflow > 0, "hardly a heap on a plate");
        seen
    };
    assert_same_steps(run);
}

/// Without contacts there is one zone; threads share the bodies of each sub-step.
#[test]
fn what_flies_apart_flies_alike_whatever_the_number_of_threads() {
    let run = || {
        let mut world = world();
        for i in 0..5003u16 {
            let at = Vec2::new(f32::from(i % 71), f32::from(i / 71)) * 3.0;
            let def = BodyDef {
                linear_velocity: at * 0.1,
                angular_velocity: f32::from(i % 13) - 6.0,
                linear_damping: f32::from(i % 7) * 0.1,
                ..BodyDef::dynamic(at)
            };
            add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.4)));
        }
        let step = |_| {
            assert_eq!(world.step(DT).unwrap().manifolds, 0);
            world.state_hash()
        };
        (0..20).map(step).collect()
    };
    assert_same_steps(run);
}

/// In the first step weights are handed down from contact to contact, those without a colour last.
#[test]
fn a_wall_on_a_plate_stands_alike_whatever_the_number_of_threads() {
    let run = || {
        let mut world = world();
        add_ground(&mut world);
        add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.2)), &ColliderDef::new(rect(20.0, 0.2)));
        for i in 0..2400u16 {
            let at = Vec2::new(f32::from(i % 40) - 19.5, f32::from(i / 40) + 0.9);
            add(&mut world, &BodyDef::dynamic(at), &ColliderDef::new(rect(0.5, 0.5)));
        }
        let step = |step| {
            let report = world.step(DT).unwrap();
            assert!(step > 0 || report.manifolds > 2500 && report.overflow > 10, "{report:?}");
            world.state_hash()
        };
        (0..3).map(step).collect()
    };
    assert_same_steps(run);
}

/// What is met first ends a look around, so the order in which visitors are called is an answer, too.
#[test]
fn visitors_are_called_in_one_order_whatever_the_number_of_threads() {
    let run = || {
        let mut world = World::new(Settings { gravity: Vec2::ZERO, ..Settings::default() }).unwrap();
        let (ball, all) = (Shape::circle(0.25).unwrap(), Shape::rect(500.0, 500.0).unwrap());
        for i in 0..1600u16 {
            let place = Vec2::new(f32::from(i % 40), f32::from(i / 40)) * 4.0;
            let speed = if i % 16 == 3 { 1.5 } else { 0.1 };
            let linear_velocity = Vec2::new(speed, 0.0);
            let pose = Pose::from_translation(place);
            let body = BodyDef { kind: BodyKind::Dynamic, pose, linear_velocity, ..BodyDef::default() };
            let body = world.create_body(&body).unwrap();
            for x in [-0.3, 0.3] {
                let local_pose = Pose::from_translation(Vec2::new(x, 0.0));
                world.create_collider(body, &ColliderDef { local_pose, ..ColliderDef::new(ball.clone()) }).unwrap();
            }
        }
        (0..30)
            .map(|step| {
                world.step(DT).unwrap();
                // Trees are up to date after steps before which somebody asked, and not after others.
                if step % 3 == 2 {
                    return Vec::new();
                }
                let mut met = Vec::new();
                let visitor = |hit: world::CastHit| {
                    met.push(hit.collider.slot());
                    1.0
                };
                world.shape_cast(&all, &Pose::IDENTITY, Vec2::new(0.1, 0.0), &QueryFilter::ALL, visitor).unwrap();
                met
            })
            .collect::<Vec<_>>()
    };
    let one = in_pool(1, run);
    assert_eq!(one.iter().filter(|met| met.len() == 3200).count(), 20);
    assert_eq!(in_pool(4, run), one);
}

#[test]
fn batches_of_questions_are_answered_alike_whatever_the_number_of_threads() {
    let mut world = heap();
    for _ in 0..20 {
        world.step(DT).unwrap();
    }
    let start = |i: u16| Vec2::new(f32::from(i % 50) - 25.0, f32::from(i / 50));
    let rays: Vec<RayCast> =
        (0..1500).map(|i| RayCast { origin: start(i), translation: Vec2::new(9.0, f32::from(i % 7) - 3.0) }).collect();
    let boxes: Vec<Aabb> = (0..1500).map(|i| Aabb::new(start(i), start(i) + Vec2::new(2.0, 1.0))).collect();
    let run = || {
        let (mut met, mut there) = (BatchHits::new(), BatchHits::new());
        world.ray_cast_closest_batch(&rays, &QueryFilter::ALL, &mut met).unwrap();
        world.query_aabb_batch(&boxes, &QueryFilter::ALL, &mut there).unwrap();
        assert!(met.total() > 500 && there.total() > 1500, "{} {}", met.total(), there.total());
        met.iter().zip(there.iter()).map(|(met, there)| (met.to_vec(), there.to_vec())).collect()
    };
    assert_same_steps(run);
}

/// What a kinematic body is to pass wakes before, wave by wave what touches it, and what comes to rest falls asleep.
#[test]
fn sleepers_wake_alike_whatever_the_number_of_threads() {
    let run = || {
        let mut world = World::new(Settings { gravity: Vec2::ZERO, sleep_time: 0.2, ..Settings::default() }).unwrap();
        let mut add = |kind: BodyKind, place: Vec2, linear_velocity: Vec2, awake: bool| {
            let pose = Pose::from_translation(place);
            let body = BodyDef { kind, pose, linear_velocity, is_awake: awake, ..BodyDef::default() };
            let body = world.create_body(&body).unwrap();
            world.create_collider(body, &ColliderDef::new(Shape::circle(0.25).unwrap())).unwrap();
        };
        let cell = |i: u16| Vec2::new(f32::from(i % 60), f32::from(i / 60)) * 0.5;
        // Sleepers side by side, what is awake apart from each other, of which some come to rest.
        (0..1200).for_each(|i| add(BodyKind::Dynamic, cell(i), Vec2::ZERO, false));
        for i in 0..3600 {
            let speed = if i % 9 == 0 { 0.0 } else { 1.0 };
            add(BodyKind::Dynamic, cell(i) * 3.0 + Vec2::new(0.0, 100.0), Vec2::new(0.0, speed), true);
        }
        (0..4u8)
            .for_each(|i| add(BodyKind::Kinematic, Vec2::new(-3.0, f32::from(i) * 3.0), Vec2::new(60.0, 0.0), true));
        let (mut seen, mut woke, mut slept) = (Vec::new(), 0, 0);
        for _ in 0..25 {
            world.step(DT).unwrap();
            let Events { begin, end, sleep, wake, moved, .. } = world.events().clone();
            (woke, slept) = (woke + wake.len(), slept + sleep.len());
            seen.push((world.state_hash(), begin, end, sleep, wake, moved));
        }
        assert!(woke > 100 && slept > 100, "{woke} woke, {slept} fell asleep");
        seen
    };
    assert_same_steps(run);
}

/// They wake when the step is nearly over, and are pushed once more after that.
#[test]
fn sleeping_players_that_two_others_run_into_are_pushed_alike_whatever_the_number_of_threads() {
    let run = || {
        let mut world = World::new(Settings { gravity: Vec2::ZERO, ..Settings::default() }).unwrap();
        let mut colliders = Vec::new();
        for i in 0..700u16 {
            let middle = 4.0 * f32::from(i);
            for (x, speed, awake) in [(0.0, 0.0, false), (-1.05, 10.0, true), (1.05, -6.0, true)] {
                let at = Vec2::new(middle + x, 0.0);
                let linear_velocity = Vec2::new(speed, 0.0);
                let body =
                    BodyDef { response: Response::Separate, linear_velocity, is_awake: awake, ..BodyDef::dynamic(at) };
                let body = world.create_body(&body).unwrap();
                colliders.push(world.create_collider(body, &ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap());
            }
        }
        let step = |step| {
            world.step(DT).unwrap();
            let Events { begin, wake, .. } = world.events().clone();
            assert!(step > 0 || wake.len() == 700, "{} woke", wake.len());
            let boxes = colliders.iter().map(|&collider| world.fat_aabb(collider).unwrap());
            let poses = colliders.iter().map(|&collider| world.collider_pose(collider).unwrap());
            (world.state_hash(), begin, boxes.collect::<Vec<_>>(), poses.collect::<Vec<_>>())
        };
        (0..3).map(step).collect()
    };
    assert_same_steps(run);
}

/// Every third one, some of them bullets, flies through a crowd at a wall, which holds those that are asked for by several threads.
#[test]
fn fast_bodies_stop_alike_whatever_the_number_of_threads() {
    const WALL: f32 = 200.0;
    let run = || {
        let mut world = World::new(Settings { gravity: Vec2::ZERO, ..Settings::default() }).unwrap();
        add(&mut world, &BodyDef::fixed(Vec2::new(WALL, 50.0)), &ColliderDef::new(rect(0.05, 60.0)));
        for i in 0..6000u16 {
            let at = Vec2::new(WALL - 1.0 - f32::from(i % 60), f32::from(i / 60));
            let (is_fast, bullet) = (i % 3 == 0, i % 50 == 0);
            let linear_velocity = if is_fast { Vec2::new(90.0, 1.0) } else { Vec2::ZERO };
            let body = BodyDef { linear_velocity, is_bullet: bullet, ..BodyDef::dynamic(at) };
            add(&mut world, &body, &ColliderDef::new(Shape::circle(0.2).unwrap()));
        }
        let step = |_| {
            world.step(DT).unwrap();
            let mut bodies = world.bodies();
            assert!(bodies.all(|body| world.pose(body).unwrap().translation.x <= WALL), "one has passed the wall");
            (world.state_hash(), world.events().clone().begin)
        };
        (0..10).map(step).collect()
    };
    assert_same_steps(run);
}
