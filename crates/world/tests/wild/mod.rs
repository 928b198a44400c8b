//! Random worlds to which anything is done between steps.

#[path = "../common/dice.rs"]
mod dice;

use crate::engine::{
    BodyDef, BodyId, BodyKind, ColliderDef, Events, Filter, MotionLocks, Pose, Response, Rot, Settings, Shape,
    StageTimes, StepReport, Vec2, World,
};
use dice::Dice;

/// So many bodies live in a square metre.
const DENSITY: f32 = 1.6;

/// A random world, and chance.
#[derive(Clone)]
pub struct Wild {
    dice: Dice,
    /// How many bodies there are.
    bodies: usize,
    /// They are made in so many heaps, one after the other.
    heaps: usize,
}

impl Wild {
    /// How wide and high a heap is, in metres.
    fn side(&self) -> f32 {
        ((self.bodies / self.heaps) as f32 / DENSITY).sqrt()
    }

    /// Somewhere in a heap.
    fn place_in(&mut self, heap: usize) -> Vec2 {
        let side = self.side();
        Vec2::new(self.number(0.0, side) + 2.0 * side * heap as f32, self.number(0.0, side))
    }

    fn place(&mut self) -> Vec2 {
        let heap = self.heap();
        self.place_in(heap)
    }

    fn heap(&mut self) -> usize {
        self.throw(self.heaps as u64) as usize
    }

    fn number(&mut self, least: f32, most: f32) -> f32 {
        self.dice.number(least, most)
    }

    fn throw(&mut self, sides: u64) -> u64 {
        self.dice.throw(sides)
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.dice.one_in(sides)
    }

    fn velocity(&mut self) -> Vec2 {
        let fastest = if self.heaps > 1 { 8.0 } else { 150.0 };
        let most = [0.0, 0.04, 4.0, fastest][self.throw(4) as usize];
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
            0 => Shape::circle(size).unwrap(),
            1 => Shape::capsule(Vec2::new(-size, 0.0), Vec2::new(size, 0.0), 0.5 * size).unwrap(),
            2 => Shape::polygon(&[Vec2::ZERO, Vec2::new(size, 0.0), Vec2::new(0.0, 2.0 * size)]).unwrap(),
            _ => Shape::rect(size, 0.7 * size).unwrap(),
        }
    }

    fn body(&mut self, place: Vec2) -> BodyDef {
        let locks = MotionLocks { x: self.one_in(40), y: self.one_in(40), rotation: self.one_in(10) };
        BodyDef {
            kind: self.kind(),
            response: if self.one_in(20) { Response::Separate } else { Response::Dynamics },
            pose: Pose::new(place, Rot::from_angle(self.number(-3.0, 3.0))),
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

    fn add(&mut self, world: &mut World, heap: usize) {
        let place = self.place_in(heap);
        let body = world.create_body(&self.body(place)).unwrap();
        for _ in 0..=u32::from(self.one_in(8)) {
            world.create_collider(body, &self.collider()).unwrap();
        }
    }

    /// Does something to a body.
    fn meddle(&mut self, world: &mut World, body: BodyId) {
        match self.throw(13) {
            0..=2 => world.destroy_body(body).unwrap(),
            3 | 4 => world.set_pose(body, Pose::from_translation(self.place())).unwrap(),
            5 => world.set_kind(body, self.kind()).unwrap(),
            6 => world.set_enabled(body, self.one_in(2)).unwrap(),
            7 if world.kind(body) == Ok(BodyKind::Static) => {}
            7 => world.set_linear_velocity(body, self.velocity()).unwrap(),
            8 => world.wake(body).unwrap(),
            9 => {
                let first = world.colliders_of(body).unwrap().next();
                first.into_iter().for_each(|collider| world.set_filter(collider, self.filter()).unwrap());
            }
            10 => {
                let first = world.colliders_of(body).unwrap().next();
                first.into_iter().for_each(|collider| world.destroy_collider(collider).unwrap());
            }
            11 => world.set_can_sleep(body, self.one_in(2)).unwrap(),
            _ => self.add_anywhere(world),
        }
    }

    fn add_anywhere(&mut self, world: &mut World) {
        let heap = self.heap();
        self.add(world, heap);
    }

    /// A world of so many bodies, in so many heaps.
    pub fn begin(seed: u64, bodies: usize, heaps: usize) -> (World, Self) {
        let mut wild = Self { dice: Dice::new(seed), bodies, heaps };
        let mut world = World::new(wild.settings()).unwrap();
        (0..bodies).for_each(|body| wild.add(&mut world, body * heaps / bodies));
        (world, wild)
    }

    /// What a world told of its next steps, and what its state was after each.
    pub fn play(&mut self, world: &mut World, steps: usize) -> Vec<(u64, String)> {
        let mut told = Vec::new();
        for _ in 0..steps {
            let dt = [1.0 / 60.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 240.0][self.throw(4) as usize];
            world.step(dt).unwrap();
            let Events { begin, end, hit, sensor_begin, sensor_end, sleep, wake, .. } = world.events();
            let events = format!("{begin:?} {end:?} {hit:?} {sensor_begin:?} {sensor_end:?} {sleep:?} {wake:?}");
            let counts = StepReport { times: StageTimes::default(), ..*world.report() };
            told.push((world.state_hash(), format!("{counts:?} {events}")));
            if self.one_in(5) {
                world.set_settings(self.settings()).unwrap();
            }
            // Now and then a third of all, so that much begins and ends at once; of heaps less, or they were one soon.
            let sides = if self.heaps > 1 { [30, 400, 4000] } else { [3, 40, 400] }[self.throw(3) as usize];
            let bodies: Vec<BodyId> = world.bodies().filter(|_| self.one_in(sides)).collect();
            for body in bodies {
                self.meddle(world, body);
            }
            while world.body_count() < self.bodies {
                self.add_anywhere(world);
            }
        }
        told
    }
}
