//! Random large worlds come to the same bits on one, two and three threads, whatever is done to them between steps, and come to them
//! again when they are put back.

mod common;

use common::dice::Dice;
use common::{circle, rect};
use proptest::prelude::*;
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, Events, Filter, MotionLocks, Pose, Response, Rot, Settings, Shape,
    Snapshot, StageTimes, StepReport, Vec2, World,
};

/// Enough for stages to be shared by three.
const BODIES: usize = 2600;

/// A world is this wide and high, in metres.
const SIDE: f32 = 40.0;

const STEPS: usize = 9;

impl Dice {
    fn place(&mut self) -> Vec2 {
        Vec2::new(self.number(0.0, SIDE), self.number(0.0, SIDE))
    }

    fn velocity(&mut self) -> Vec2 {
        let most = [0.0, 0.04, 4.0, 150.0][self.throw(4) as usize];
        Vec2::new(self.number(-most, most), self.number(-most, most))
    }

    fn kind(&mut self) -> BodyKind {
        match self.throw(20) {
            0 => BodyKind::Static,
            1 => BodyKind::Kinematic,
            _ => BodyKind::Dynamic,
        }
    }

    fn shape(&mut self) -> Shape {
        let size = self.number(0.05, 0.45);
        match self.throw(4) {
            0 => circle(size),
            1 => Shape::capsule(Vec2::new(-size, 0.0), Vec2::new(size, 0.0), 0.5 * size).unwrap(),
            2 => Shape::polygon(&[Vec2::ZERO, Vec2::new(size, 0.0), Vec2::new(0.0, 2.0 * size)]).unwrap(),
            _ => rect(size, 0.7 * size),
        }
    }

    fn body(&mut self) -> BodyDef {
        let locks = MotionLocks { x: self.one_in(40), y: self.one_in(40), rotation: self.one_in(10) };
        BodyDef {
            kind: self.kind(),
            response: if self.one_in(20) { Response::Separate } else { Response::Dynamics },
            pose: Pose::new(self.place(), Rot::from_angle(self.number(-3.0, 3.0))),
            linear_velocity: self.velocity(),
            angular_velocity: self.number(-5.0, 5.0),
            locks,
            is_bullet: self.one_in(30),
            is_awake: !self.one_in(4),
            ..BodyDef::default()
        }
    }

    fn collider(&mut self) -> ColliderDef {
        ColliderDef {
            is_sensor: self.one_in(25),
            one_way: self.one_in(25).then_some(Vec2::Y),
            is_seamless: self.one_in(2),
            filter: self.filter(),
            ..ColliderDef::new(self.shape())
        }
    }

    fn filter(&mut self) -> Filter {
        Filter { category: 1 << self.throw(3), mask: if self.one_in(4) { 3 } else { u64::MAX }, ..Filter::ALL }
    }

    fn settings(&mut self) -> Settings {
        Settings {
            gravity: if self.one_in(2) { Vec2::ZERO } else { Vec2::new(0.0, -10.0) },
            sleep: !self.one_in(6),
            sleep_time: if self.one_in(2) { 0.0 } else { 0.06 },
            recycle_distance: if self.one_in(4) { 0.0 } else { 0.05 },
            sub_steps: 2 + self.throw(3) as u32,
            ..Settings::default()
        }
    }
}

fn add(world: &mut World, dice: &mut Dice) {
    let body = world.create_body(&dice.body()).unwrap();
    for _ in 0..=u32::from(dice.one_in(8)) {
        world.create_collider(body, &dice.collider()).unwrap();
    }
}

/// Does something to a body, or to all the world.
fn meddle(world: &mut World, dice: &mut Dice, body: BodyId) {
    match dice.throw(13) {
        0..=2 => world.destroy_body(body).unwrap(),
        3 | 4 => world.set_pose(body, Pose::from_translation(dice.place())).unwrap(),
        5 => world.set_kind(body, dice.kind()).unwrap(),
        6 => world.set_enabled(body, dice.one_in(2)).unwrap(),
        7 if world.kind(body) == Ok(BodyKind::Static) => {}
        7 => world.set_linear_velocity(body, dice.velocity()).unwrap(),
        8 => world.wake(body).unwrap(),
        9 => {
            let first = world.colliders_of(body).unwrap().next();
            first.into_iter().for_each(|collider| world.set_filter(collider, dice.filter()).unwrap());
        }
        10 => {
            let first = world.colliders_of(body).unwrap().next();
            first.into_iter().for_each(|collider| world.destroy_collider(collider).unwrap());
        }
        11 => world.set_can_sleep(body, dice.one_in(2)).unwrap(),
        _ => add(world, dice),
    }
}

fn begin(seed: u64) -> (World, Dice) {
    let mut dice = Dice::new(seed);
    let mut world = World::new(dice.settings()).unwrap();
    (0..BODIES).for_each(|_| add(&mut world, &mut dice));
    (world, dice)
}

/// What a world told of its next steps, and what its state was after each.
fn play(world: &mut World, dice: &mut Dice, steps: usize) -> Vec<(u64, String)> {
    let mut told = Vec::new();
    for _ in 0..steps {
        let dt = [1.0 / 60.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 240.0][dice.throw(4) as usize];
        world.step(dt).unwrap();
        let Events { begin, end, hit, sensor_begin, sensor_end, sleep, wake, .. } = world.events();
        let events = format!("{begin:?} {end:?} {hit:?} {sensor_begin:?} {sensor_end:?} {sleep:?} {wake:?}");
        let counts = StepReport { times: StageTimes::default(), ..*world.report() };
        told.push((world.state_hash(), format!("{counts:?} {events}")));
        if dice.one_in(5) {
            world.set_settings(dice.settings()).unwrap();
        }
        // Now and then a third of all, so that much begins and ends at once.
        let sides = [3, 40, 400][dice.throw(3) as usize];
        let bodies: Vec<BodyId> = world.bodies().filter(|_| dice.one_in(sides)).collect();
        for body in bodies {
            meddle(world, dice, body);
        }
        while world.body_count() < BODIES {
            add(world, dice);
        }
    }
    told
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn random_worlds_are_alike_whatever_the_number_of_threads(seed in any::<u64>()) {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| {
                let (mut world, mut dice) = begin(seed);
                play(&mut world, &mut dice, STEPS)
            })
        };
        let one = on(1);
        for threads in [2, 3] {
            let first = one.iter().zip(on(threads)).position(|(one, many)| *one != many);
            prop_assert_eq!(first, None, "the first step in which {} threads differ from one", threads);
        }
    }

    #[test]
    fn random_worlds_that_are_put_back_go_the_same_way_again(seed in any::<u64>(), threads in 1usize..4) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let (first, again) = pool.install(|| {
            let (mut world, mut dice) = begin(seed);
            play(&mut world, &mut dice, STEPS / 2);
            let (mut snapshot, mut dice_then) = (Snapshot::new(), dice.clone());
            world.snapshot(&mut snapshot);
            let first = play(&mut world, &mut dice, STEPS / 2);
            world.restore(&snapshot);
            (first, play(&mut world, &mut dice_then, STEPS / 2))
        });
        let differs = first.iter().zip(&again).position(|(first, again)| first != again);
        prop_assert_eq!(differs, None, "the first step in which it differs");
    }
}
