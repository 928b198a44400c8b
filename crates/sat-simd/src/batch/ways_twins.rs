//! Scalar twins of the ways, one lane at a time; that they agree bit for bit is checked with the [rounds](super::impact_twins).

use super::turn_kernel::{MAX_TURN, cos_sin};
use crate::Motion;
use crate::filter::{RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT};
use crate::lanes::{max, min};
use geom::Vec2;

/// One lane of [`MotionsWide`].
pub(super) struct Mover<'a> {
    pub motion: &'a Motion,
    pub reach: f32,
}

impl<'a> Mover<'a> {
    pub(super) fn new(motion: &'a Motion, reach: f32) -> Self {
        let Vec2 { x, y } = motion.center;
        Self { motion, reach: reach + (x * x + y * y).sqrt() }
    }

    /// Cosine and sine at the start.
    pub(super) fn start(&self) -> [f32; 2] {
        [self.motion.start.rotation.cos(), self.motion.start.rotation.sin()]
    }

    pub(super) fn rotation(&self, time: f32) -> [f32; 2] {
        let ([c, s], [cos, sin]) = (self.start(), cos_sin(self.motion.angle * time));
        [c * cos - s * sin, s * cos + c * sin]
    }
}

/// One lane of [`Ways`].
pub(super) struct Way<'a> {
    pub a: Mover<'a>,
    pub b: Mover<'a>,
    pub between: Vec2,
    pub way: Vec2,
    pub speed: f32,
    pub radii: f32,
    pub far: f32,
    pub error: f32,
    pub is_usual: bool,
}

pub(super) fn dot(a: Vec2, b: Vec2) -> f32 {
    a.x * b.x + a.y * b.y
}

pub(super) fn turn(v: Vec2, [cos, sin]: [f32; 2]) -> Vec2 {
    Vec2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
}

pub(super) fn turn_back(v: Vec2, [cos, sin]: [f32; 2]) -> Vec2 {
    Vec2::new(cos * v.x + sin * v.y, cos * v.y - sin * v.x)
}

impl<'a> Way<'a> {
    pub(super) fn new(a: Mover<'a>, b: Mover<'a>, radii: f32) -> Self {
        let offset = b.motion.start.translation - a.motion.start.translation;
        let between = offset + turn(b.motion.center, b.start()) - turn(a.motion.center, a.start());
        let way = b.motion.translation - a.motion.translation;
        let length = |v: Vec2| v.x.abs() + v.y.abs();
        let reach = a.reach + b.reach + radii;
        let size = length(offset) + length(way) + (length(a.motion.center) + length(b.motion.center)) + reach;
        let error = (size * RELATIVE_ERROR + f32::MIN_POSITIVE) * 4.0;
        let is_usual = size < SIZE_LIMIT
            && size > SQUARED_SIZE_LIMIT
            && a.motion.angle.abs() <= MAX_TURN
            && b.motion.angle.abs() <= MAX_TURN;
        Self { a, b, between, way, speed: dot(way, way).sqrt(), radii, far: reach + error, error, is_usual }
    }

    /// From, to, and whether they do not meet.
    pub(super) fn meeting(&self) -> (f32, f32, bool) {
        let along = dot(self.between, self.way);
        let across = (self.between.x * self.way.y - self.between.y * self.way.x).abs();
        let reach = self.far * self.speed;
        let root = max((reach - across) * (reach + across), 0.0).sqrt();
        if self.speed > self.error {
            let speed_sq = self.speed * self.speed;
            let (from, to) = (max((-along - root) / speed_sq, 0.0), min((root - along) / speed_sq, 1.0));
            (from, to, self.is_usual && (across > reach || from > 1.0 || to < 0.0))
        } else {
            (0.0, 1.0, self.is_usual && dot(self.between, self.between).sqrt() > self.far + self.error)
        }
    }
}
