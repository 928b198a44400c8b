//! Eight pairs of shapes that move and turn: where they are at a time, and when they may meet at all.
//!
//! Around its pivot no shape reaches further than its *disc*, however it turns. Between the pivots the way is straight, so
//! when the two discs meet and part is known in closed form: what comes before and after cannot be an impact. The discs are
//! taken larger by the error of a gap, 64·2⁻²⁴ of the size, of which the roundings on the way here are a quarter.

use super::distance_kernel::{dot, error_of, is_of_usual_size, minus, plus, times, turn};
use super::turn_kernel::{MAX_TURN, cos_sin_wide};
use crate::Motion;
use crate::lanes::{F32s, LANES, max_wide, min_wide, transpose};

/// Eight shapes on their ways.
#[derive(Clone, Copy)]
pub(super) struct MotionsWide {
    /// The position, cosine and sine at the start.
    pub at: [F32s; 2],
    pub cos: F32s,
    pub sin: F32s,
    pub pivot: [F32s; 2],
    pub translation: [F32s; 2],
    pub angle: F32s,
    /// How far the cores reach around their pivots.
    pub reach: F32s,
}

/// Eight pairs of shapes on their ways.
pub(super) struct Ways {
    pub a: MotionsWide,
    pub b: MotionsWide,
    /// From A's pivot to B's at the start.
    pub between: [F32s; 2],
    /// How that changes until t = 1.
    pub way: [F32s; 2],
    pub speed: F32s,
    /// The sum of the radii.
    pub radii: F32s,
    /// The distance of the pivots from which on the discs are apart for certain.
    pub far: F32s,
    pub size: F32s,
    /// E of the [kernel](super::impact_kernel).
    pub error: F32s,
    /// The lanes that `f32` is good for.
    pub is_usual: F32s,
}

/// From when to when eight pairs of discs meet.
pub(super) struct Meeting {
    pub from: F32s,
    pub to: F32s,
    /// The lanes in which they certainly do not.
    pub misses: F32s,
    /// The lanes in which the times are good.
    pub is_sure: F32s,
}

/// Cosine and sine of both shapes and the way between their pivots, at one time.
pub(super) struct Placed {
    pub a: [F32s; 2],
    pub b: [F32s; 2],
    pub between: [F32s; 2],
}

impl MotionsWide {
    /// `reach` is how far the cores reach around their positions.
    #[inline]
    pub(super) fn new(motions: [&Motion; LANES], reach: F32s) -> Self {
        let rows = motions.map(|motion| {
            let Motion { start, center, translation, .. } = motion;
            let (at, turn) = (start.translation, start.rotation);
            [at.x, at.y, turn.cos(), turn.sin(), center.x, center.y, translation.x, translation.y]
        });
        let [x, y, cos, sin, pivot_x, pivot_y, way_x, way_y] = transpose(rows.each_ref());
        let pivot = [pivot_x, pivot_y];
        let angle = F32s::new(motions.map(|motion| motion.angle));
        let reach = reach + dot(pivot, pivot).sqrt();
        Self { at: [x, y], cos, sin, pivot, translation: [way_x, way_y], angle, reach }
    }

    /// Cosine and sine at `time`.
    #[inline]
    fn rotation(&self, time: F32s) -> [F32s; 2] {
        let [cos, sin] = cos_sin_wide(self.angle * time);
        [self.cos * cos - self.sin * sin, self.sin * cos + self.cos * sin]
    }
}

impl Ways {
    #[inline]
    pub(super) fn new(a: MotionsWide, b: MotionsWide, radii: F32s) -> Self {
        let offset = minus(b.at, a.at);
        let between = minus(plus(offset, turn(b.pivot, b.cos, b.sin)), turn(a.pivot, a.cos, a.sin));
        let way = minus(b.translation, a.translation);
        let length = |[x, y]: [F32s; 2]| x.abs() + y.abs();
        let reach = a.reach + b.reach + radii;
        let size = length(offset) + length(way) + (length(a.pivot) + length(b.pivot)) + reach;
        let error = error_of(size) * F32s::splat(4.0);
        let turns = |motion: &MotionsWide| motion.angle.abs().simd_le(F32s::splat(MAX_TURN));
        let speed = dot(way, way).sqrt();
        let is_usual = is_of_usual_size(size) & turns(&a) & turns(&b);
        Self { a, b, between, way, speed, radii, far: reach + error, size, error, is_usual }
    }

    /// When the discs meet and part. O(1).
    #[inline]
    pub(super) fn meeting(&self) -> Meeting {
        let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
        let [x, y] = self.way;
        let along = dot(self.between, self.way);
        let across = (self.between[0] * y - self.between[1] * x).abs();
        let reach = self.far * self.speed;
        let root = max_wide((reach - across) * (reach + across), zero).sqrt();
        let speed_sq = self.speed * self.speed;
        let moves = self.speed.simd_gt(self.error);
        let from = moves.select(max_wide((-along - root) / speed_sq, zero), zero);
        let to = moves.select(min_wide((root - along) / speed_sq, one), one);
        // What does not move by more than the error stays where it is, up to that.
        let rests_apart = dot(self.between, self.between).sqrt().simd_gt(self.far + self.error);
        let passes = moves & (across.simd_gt(reach) | from.simd_gt(one) | to.simd_lt(zero));
        Meeting { from, to, misses: (passes | (rests_apart & !moves)) & self.is_usual, is_sure: self.is_usual }
    }

    #[inline(always)]
    pub(super) fn placed(&self, time: F32s) -> Placed {
        Placed {
            a: self.a.rotation(time),
            b: self.b.rotation(time),
            between: plus(self.between, times(self.way, time)),
        }
    }
}
