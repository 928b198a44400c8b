//! The kernel behind [`times_of_impact`](super::times_of_impact()): eight pairs on their ways, in `f32`.
//!
//! # Conservative advancement
//! While the [discs](super::ways) meet, the [nearest points](Cores::closest) tell the axis n that parts the cores. It is fixed
//! to the core whose edge it is normal to, and turns with it at the rate ω. Seen from that frame, with d between the pivots, v
//! their relative translation, α and β the angles by which A and B turn, p and q their vertices from the pivots, the gap along n
//! after s more of the time is at least
//!
//! ```text
//! f(s) = n·d + n·(v − ω·d⊥)·s + min n·(q + (β−ω)s·q⊥) − max n·(p + (α−ω)s·p⊥) − R − M·s²/2
//! M    = ω²·D + 2|ω||v| + (α−ω)²·r + (β−ω)²·r′
//! ```
//!
//! with the sum of the radii R, the reaches r and r′ and the distance D at which the discs part: what is left out are the
//! second derivatives, and M bounds them. f is concave, a minimum of lines less a square. So where f(0) > 0, it is
//! positive before its chord from 0 to any T reaches zero, and that is how far the time moves on: all of T when f(T) ≥ 0.
//! T is where f would be zero if all vertices fled as fast as they can. B. Mirtich, *Impulse-based dynamic simulation of rigid
//! body systems*, 1996, advances by a bound on the speed alone.
//!
//! # What is certain
//! u = 2⁻²⁴; S the size: the distance of the poses and the relative translation, both as |x| + |y|, the pivots' |x| + |y|,
//! the reaches and the radii. No angle exceeds 2. The pose at a time that is a number of `f32`:
//!
//! | what | off by at most | because of |
//! |---|---|---|
//! | the angle | 2u | one product |
//! | its cosine and sine | + 8.5u | [`cos_sin_wide`](super::turn_kernel::cos_sin_wide) |
//! | those of the pose | + 3u, so 13.5u | two products and a sum each |
//! | d | 8u·S | differences of poses and of translations, start and pivot, product with the time, sums |
//! | the position of B from A | + 2u·S + 16.5u·\|pivot\| | the pivots turned |
//!
//! With the gap of that pair (see the [filter](crate::filter): 16u·S, where the rotation is left 27u longer instead of 8u,
//! which counts for A's reach alone) a computed gap is within **E = 64u·S = 2⁻¹⁸·S** of the true one. The change of the
//! supports until T, twice two products and a sum of 1 + (α−ω)T, is right to another half of that and to E·T, its rate to
//! E. So f(0) takes 3/2·E off the gap and f(T) another 2E·T. The rounding of s, 2⁻²⁰ of which is given back, and that of
//! the sum with the time move no vertex by more than 4u·S.
//!
//! The time moves on until the gap along the axis is 5/2·E or less; then the next round looks for another axis. Where it
//! finds none along which the gap is more than 3E, the shapes are apart by no more than 4E: that is contact.

use super::distance_kernel::{dot, minus, plus, select2, times, turn, turn_back};
use super::impact_cores::Cores;
use super::placement::RelativeWide;
use super::ways::{Placed, Ways};
use crate::lanes::{F32s, min_wide};

/// What a round has found.
pub(super) struct Round {
    /// How far the time has come: up to here the shapes are certainly apart.
    pub time: F32s,
    /// The lanes that have come to contact.
    pub hits: F32s,
    /// The lanes that certainly stay apart.
    pub misses: F32s,
    /// The lanes that are to go on.
    pub goes_on: F32s,
    /// Of hits, the unit normal from A to B, in the world.
    pub normal: [F32s; 2],
    /// Of hits, the point of B's surface, in the world.
    pub point: [F32s; 2],
}

/// A separating axis that turns with one of the cores.
struct Axis {
    /// Unit, from A to B, in the owner's frame.
    normal: [F32s; 2],
    /// The lanes in which A owns it.
    is_a: F32s,
    /// By how much the owner turns, and the other two less that.
    turn: F32s,
    turn_a: F32s,
    turn_b: F32s,
    /// How fast vertices may flee from each other along it because of that.
    flight: F32s,
    /// M of the [module](self).
    acceleration: F32s,
}

/// So many times a round moves on along one axis: nearer than the fourth step leaves it, the axis is seldom the last.
const STEPS: usize = 4;

impl Ways {
    /// Looks for the axis that parts the cores at `time`, and moves on to where it may no longer, or to `end`. The shapes
    /// have not met before `time`.
    #[inline(never)]
    pub(super) fn round<C: Cores>(&self, core_a: &C, core_b: &C, time: F32s, end: F32s) -> Round {
        let placed = self.placed(time);
        let [a_x, a_y] = turn(self.a.pivot, placed.a[0], placed.a[1]);
        let b_pivot = turn(self.b.pivot, placed.b[0], placed.b[1]);
        let offset = minus(plus(placed.between, [a_x, a_y]), b_pivot);
        let relative = RelativeWide::of_offset(offset, placed.a, placed.b, self.size);
        let closest = core_a.closest(core_b, &relative, self.size);
        let gap = closest.separation - self.radii;
        let is_close = gap.simd_le(self.error * F32s::splat(3.0));
        // At the very start it may be an overlap.
        let hits = is_close & closest.is_sure & time.simd_gt(F32s::splat(0.0)) & self.is_usual;
        let normal = turn(closest.normal, placed.a[0], placed.a[1]);
        let from_a = plus(closest.point_a, closest.a_to_b);
        let position = plus(self.a.at, minus(turn(self.a.pivot, self.a.cos, self.a.sin), [a_x, a_y]));
        let position = plus(position, times(self.a.translation, time));
        let point = plus(position, turn(from_a, placed.a[0], placed.a[1]));
        let point = minus(point, times(normal, F32s::new(core_b.radius())));

        let moves_on = !is_close & closest.is_sure & self.is_usual;
        let axis = Axis::new(self, closest.normal, closest.is_a, &relative);
        let (time, misses) = self.advance([core_a, core_b], &axis, placed, time, end, moves_on);
        Round { time, hits, misses, goes_on: moves_on & !misses, normal, point }
    }

    /// Moves on along `axis` in the lanes that `moves_on`, from where they are `placed` at `time`; gives the times, and the lanes
    /// that have come to the end.
    #[inline(always)]
    fn advance<C: Cores>(
        &self,
        [core_a, core_b]: [&C; 2],
        axis: &Axis,
        mut placed: Placed,
        mut time: F32s,
        end: F32s,
        mut moves_on: F32s,
    ) -> (F32s, F32s) {
        let (zero, half) = (F32s::splat(0.0), F32s::splat(0.5));
        let mut misses = zero;
        for step in 0..STEPS {
            if step > 0 {
                placed = self.placed(time);
            }
            let owner = select2(axis.is_a, placed.a, placed.b);
            let normal = turn(axis.normal, owner[0], owner[1]);
            // The supports along a direction that is turned by nearly as much as the core is against the axis.
            let top = |by: F32s| {
                let direction = turn_back(leaning(normal, axis.turn_a * by), placed.a[0], placed.a[1]);
                core_a.highest(direction) - dot(direction, self.a.pivot)
            };
            let bottom = |by: F32s| {
                let direction = turn_back(leaning(normal, axis.turn_b * by), placed.b[0], placed.b[1]);
                core_b.lowest(direction) - dot(direction, self.b.pivot)
            };
            let supports = bottom(zero) - top(zero);
            let gap = dot(normal, placed.between) + supports - self.radii;
            moves_on &= gap.simd_gt(self.error * F32s::splat(2.5));
            if !moves_on.any() {
                break;
            }
            let height = gap - self.error * F32s::splat(1.5);
            let [x, y] = placed.between;
            let across = [self.way[0] + axis.turn * y, self.way[1] - axis.turn * x];
            let speed = dot(normal, across) - (self.error + self.error);
            let left = end - time;
            let until = min_wide(first_zero(height, speed + axis.flight, axis.acceleration), left);
            let change = speed * until - half * axis.acceleration * until * until;
            let then = height + change + (bottom(until) - top(until) - supports);
            let stays = then.simd_ge(zero);
            misses |= moves_on & stays & until.simd_ge(left);
            let chord = stays.select(until, until * (height / (height - then)));
            time = moves_on.select(time + chord * F32s::splat(1.0 - 1.0 / 1_048_576.0), time);
            moves_on &= !misses;
        }
        (time, misses)
    }
}

impl Axis {
    /// Along `normal`, in A's frame.
    #[inline(always)]
    fn new(ways: &Ways, normal: [F32s; 2], is_a: F32s, relative: &RelativeWide) -> Self {
        let Ways { a, b, speed, far, error, .. } = ways;
        let turn = is_a.select(a.angle, b.angle);
        let (turn_a, turn_b) = (a.angle - turn, b.angle - turn);
        let by_turning = turn.abs() * (turn.abs() * (*far + *error) + F32s::splat(2.0) * *speed);
        let acceleration = by_turning + turn_a * turn_a * a.reach + turn_b * turn_b * b.reach;
        Self {
            normal: select2(is_a, normal, turn_back(normal, relative.cos, relative.sin)),
            is_a,
            turn,
            turn_a,
            turn_b,
            flight: turn_a.abs() * a.reach + turn_b.abs() * b.reach,
            // A few roundings.
            acceleration: acceleration * F32s::splat(1.0 + 1.0 / 65_536.0),
        }
    }
}

/// `normal` less its perpendicular `by` times: the dot product of that with a vertex is the vertex's height when the
/// vertex has gone on, straight, as if it were turned by `by`.
#[inline(always)]
fn leaning([x, y]: [F32s; 2], by: F32s) -> [F32s; 2] {
    [x + y * by, y - x * by]
}

/// The first s > 0 with height + speed·s − acceleration·s²/2 ≤ 0, for a positive height; infinite when there is none.
#[inline(always)]
fn first_zero(height: F32s, speed: F32s, acceleration: F32s) -> F32s {
    let double = height + height;
    let root = (speed * speed + acceleration * double).sqrt();
    // Either form adds numbers of one sign.
    speed.simd_gt(F32s::splat(0.0)).select((speed + root) / acceleration, double / (root - speed))
}
