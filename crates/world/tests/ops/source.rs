use crate::engine::{
    BodyKind, Filter, MAX_TIME_STEP, MIN_TIME_STEP, Material, MixRule, MotionLocks, Pose, Response, Rot, Settings,
    Shape, Vec2,
};

/// Bytes taken one after the other; zeros when they are used up.
#[derive(Clone, Copy)]
pub struct Source<'a>(pub &'a [u8]);

impl Source<'_> {
    /// The next byte, zero when they are used up.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// One of these, unless there are none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        let byte = usize::from(self.byte());
        (!from.is_empty()).then(|| from[byte % from.len()])
    }

    /// Mostly a moderate number, now and then an extreme or a broken one.
    pub fn number(&mut self) -> f32 {
        let byte = self.byte();
        match byte {
            255 => f32::NAN,
            254 => f32::INFINITY,
            253 => 1.0e7,
            252 => -1.0e7,
            251 => 1.0e30,
            250 => 1.0e-30,
            _ => (f32::from(byte) - 125.0) / 16.0,
        }
    }

    /// Two numbers.
    pub fn vector(&mut self) -> Vec2 {
        Vec2::new(self.number(), self.number())
    }

    /// Anywhere, turned anyhow.
    pub fn pose(&mut self) -> Pose {
        Pose::new(self.vector(), Rot::from_angle(self.number()))
    }

    /// Mostly within a metre of the origin, where much overlaps.
    pub fn near_pose(&mut self) -> Pose {
        let (share, pose) = (if self.byte().is_multiple_of(4) { 1.0 } else { 0.125 }, self.pose());
        Pose { translation: pose.translation * share, ..pose }
    }

    /// Mostly none.
    pub fn locks(&mut self) -> MotionLocks {
        let byte = self.byte();
        MotionLocks { x: byte.is_multiple_of(7), y: byte.is_multiple_of(5), rotation: byte.is_multiple_of(4) }
    }

    /// Islands mostly fall asleep as soon as they rest, so that much happens to sleepers. Half of the others have extremes of what
    /// is accepted.
    pub fn settings(&mut self) -> Settings {
        let (byte, other) = (self.byte(), self.byte());
        let usual = Settings {
            gravity: if byte.is_multiple_of(8) { Vec2::ZERO } else { Vec2::new(0.0, -10.0) },
            sub_steps: 1 + u32::from(byte % 5),
            sleep: !byte.is_multiple_of(7),
            sleep_time: if byte.is_multiple_of(3) { 0.0 } else { 0.05 },
            speculative_margin: [0.02, 0.0, 0.5][usize::from(byte % 3)],
            aabb_margin: [0.05, 0.0][usize::from(byte % 2)],
            ..Settings::default()
        };
        if other.is_multiple_of(2) {
            return usual;
        }
        let extreme = |bit: u8, usual: f32, extreme: f32| if other & 1 << bit == 0 { usual } else { extreme };
        Settings {
            contact_hertz: extreme(1, extreme(2, 30.0, 0.1), 1.0e4),
            contact_damping_ratio: extreme(3, extreme(4, 10.0, 0.01), 1.0e4),
            push_speed: extreme(5, 3.0, 0.0),
            restitution_threshold: extreme(6, 1.0, 0.0),
            hit_speed: extreme(7, 1.0, 0.0),
            recycle_distance: extreme(2, extreme(6, 0.05, 10.0), 0.0),
            linear_slop: extreme(4, extreme(7, 0.005, 1.0), 0.0),
            max_linear_speed: extreme(5, extreme(3, 400.0, 1.0e-3), 1.0e6),
            sleep_speed: extreme(1, extreme(6, 0.05, 1.0e7), 0.0),
            ..usual
        }
    }

    /// In seconds: one that a step takes.
    pub fn time_step(&mut self) -> f32 {
        self.pick(&TIME_STEPS).unwrap_or_default()
    }

    /// One that a step refuses, or any number.
    pub fn strange_time_step(&mut self) -> f32 {
        self.pick(&REFUSED).filter(|_| !self.0.len().is_multiple_of(4)).unwrap_or_else(|| self.number())
    }

    /// Few categories, so that they matter, and few groups.
    pub fn filter(&mut self) -> Filter {
        let byte = self.byte();
        Filter { category: u64::from(byte & 3), mask: u64::from(byte >> 2 & 7), group: i32::from(byte >> 5 & 3) - 1 }
    }

    /// Any that may be refused.
    pub fn material(&mut self) -> Material {
        Material {
            friction: self.number(),
            friction_rule: self.pick(&RULES).flatten(),
            restitution: self.number().abs() / 8.0,
            restitution_rule: self.pick(&RULES).flatten(),
            surface_speed: self.number(),
            surface_speed_rule: self.pick(&RULES).flatten(),
            rolling_resistance: self.number().abs(),
            rolling_resistance_rule: self.pick(&RULES).flatten(),
        }
    }

    /// Any that is not refused.
    pub fn shape(&mut self) -> Option<Shape> {
        match self.byte() % 5 {
            0 => Shape::circle(self.number().abs() * 0.2).ok(),
            1 => Shape::rect(self.number().abs() * 0.2, self.number().abs() * 0.2).ok(),
            2 => Shape::capsule(self.vector() * 0.1, self.vector() * 0.1, self.number().abs() * 0.1).ok(),
            3 => Shape::segment(self.vector(), self.vector()).ok(),
            _ => Shape::polygon(&[self.vector() * 0.2, self.vector() * 0.2, self.vector() * 0.2]).ok(),
        }
    }
}

pub const KINDS: [BodyKind; 4] = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic];
pub const RESPONSES: [Response; 3] = [Response::Dynamics, Response::Dynamics, Response::Separate];

/// Mostly the usual one.
const TIME_STEPS: [f32; 12] = [
    1.0 / 60.0,
    1.0 / 60.0,
    1.0 / 60.0,
    1.0 / 60.0,
    1.0 / 60.0,
    1.0 / 30.0,
    1.0 / 30.0,
    1.0 / 240.0,
    1.0 / 12.0,
    0.25,
    MAX_TIME_STEP,
    MIN_TIME_STEP,
];

const REFUSED: [f32; 8] = [0.0, -0.0, -1.0 / 60.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.99e-6, 1.01];

const RULES: [Option<MixRule>; 7] = [
    None,
    Some(MixRule::Average),
    Some(MixRule::GeometricMean),
    Some(MixRule::Minimum),
    Some(MixRule::Product),
    Some(MixRule::Maximum),
    Some(MixRule::Sum),
];
