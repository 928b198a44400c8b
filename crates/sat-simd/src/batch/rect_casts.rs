//! Eight boxes that move toward eight others, in closed form.
//!
//! Moving A is a ray into the Minkowski difference of the two boxes, which four slabs bound: one for each axis of either box,
//! as wide as that box and the shadow of the other on the axis. The boxes meet while the ray is in all four, and the side that
//! it comes through last is what is met, by the lowest corner of the other box.
//!
//! # What is certain
//! u = 2⁻²⁴, e = 16u·size the bound of a gap, the way included in the size. The gap over a side is off by 9u·size
//! ([`rect_distances`](super::rect_distances)), the speed at which it closes by less than 4u and, where it is taken for more
//! than it is, by 16u more of the way: at all times of the way that is below 2e. So certain are a miss of slabs that are wider
//! by 4e and a hit of those narrower by as much, of boxes that start 2e apart.
//!
//! Sides of both boxes that rounding cannot tell apart are as good as each other: that is taken over which the corner stands,
//! or stands less far out. Where it stands out by more than 2e, as where the way hardly closes the gap, the lane is open.
//! Otherwise the corner is on the side to within an error across and three along it: as far are the boxes apart at most.

use super::cast_kernel::LEAST_SPEED_SQ;
use super::casts::Answers;
use super::distance_kernel::{dot, error_of, is_of_usual_size, plus, select2, times, turn_back};
use super::placement::{Placements, RelativeWide};
use super::rect_distances::TurnWide;
use super::rects::RectBlock;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, max_wide, min_wide};

/// When eight moving points are between two parallel planes.
struct Slab {
    enter: F32s,
    leave: F32s,
    /// How much four errors of a gap are in time.
    slack: F32s,
    /// How far the points are outside at the start.
    gap: F32s,
}

/// Of each of eight boxes the side that another one comes through last, in the box's frame, and where.
struct EnteredWide {
    /// The lanes with the right or the left side; in the others it is the upper or the lower one.
    is_x: F32s,
    /// The sign of the side's normal along its axis, and no other bit.
    sign: F32s,
    enter: F32s,
    slack: F32s,
    /// How far the side is from the middle, and how far it reaches to either side.
    height: F32s,
    limit: F32s,
    /// Where along the side the corner then stands, along the axis that is not the normal's.
    along: F32s,
    /// How far it stands past the side's end.
    beyond: F32s,
}

/// When eight moving points are between the planes of both slabs of a box, at the least and at the most, and how far they
/// are outside at the start.
struct Through {
    enter_early: F32s,
    enter_late: F32s,
    leave_early: F32s,
    leave_late: F32s,
    gap: F32s,
}

impl Slab {
    /// From −`half` to `half`, of points that start at `start` and go by −`way`: as for [rays](super::rays).
    #[inline(always)]
    fn new(start: F32s, way: F32s, half: F32s, parallel: F32s, margin: F32s) -> Self {
        let per_speed = F32s::splat(1.0) / max_wide(way.abs(), parallel);
        let gap = start.abs() - half;
        let start = start ^ (way & F32s::splat(-0.0));
        Self { enter: (start - half) * per_speed, leave: (start + half) * per_speed, slack: margin * per_speed, gap }
    }
}

impl EnteredWide {
    /// By boxes at `position` that go by −`way` as seen from those of half extents `half`; all that is needed of the slabs,
    /// and that.
    #[inline(always)]
    fn new(
        position: [F32s; 2],
        way: [F32s; 2],
        half: [F32s; 2],
        other: [F32s; 2],
        turn: TurnWide,
        [parallel, margin]: [F32s; 2],
    ) -> (Through, Self) {
        let (cos_x, sin_x) = (turn.cos * other[0], turn.sin * other[0]);
        let (cos_y, sin_y) = (turn.cos * other[1], turn.sin * other[1]);
        let x = Slab::new(position[0], way[0], half[0] + (cos_x + sin_y), parallel, margin);
        let y = Slab::new(position[1], way[1], half[1] + (sin_x + cos_y), parallel, margin);
        let through = Through {
            enter_early: max_wide(x.enter - x.slack, y.enter - y.slack),
            enter_late: max_wide(x.enter + x.slack, y.enter + y.slack),
            leave_early: min_wide(x.leave - x.slack, y.leave - y.slack),
            leave_late: min_wide(x.leave + x.slack, y.leave + y.slack),
            gap: max_wide(x.gap, y.gap),
        };
        let (minus_zero, is_x) = (F32s::splat(-0.0), x.enter.simd_ge(y.enter));
        let (enter, sign) = (max_wide(x.enter, y.enter), is_x.select(way[0], way[1]) & minus_zero);
        let [start, speed] = select2(is_x, [position[1], way[1]], [position[0], way[0]]);
        let middle = start - speed * enter;
        // Of two lowest corners the one nearer to the middle of the side.
        let to_middle = is_x.select(sin_x - cos_y, cos_x - sin_y);
        let to_middle = ((to_middle ^ (turn.sign ^ sign)) & turn.kept) ^ (middle & !turn.kept);
        let along = middle - to_middle;
        let [height, limit] = select2(is_x, half, [half[1], half[0]]);
        let beyond = along.abs() - limit;
        (through, Self { is_x, sign, enter, slack: is_x.select(x.slack, y.slack), height, limit, along, beyond })
    }

    /// These where `mask`, elsewhere the others; the slack is left as it is.
    #[inline(always)]
    fn or(self, mask: F32s, other: Self) -> Self {
        let either = |yes: F32s, no: F32s| mask.select(yes, no);
        Self {
            is_x: either(self.is_x, other.is_x),
            sign: either(self.sign, other.sign),
            enter: either(self.enter, other.enter),
            slack: self.slack,
            height: either(self.height, other.height),
            limit: either(self.limit, other.limit),
            along: either(self.along, other.along),
            beyond: either(self.beyond, other.beyond),
        }
    }
}

/// Where eight boxes first meet eight others on their way.
#[inline(never)]
pub(super) fn rect_casts_wide(a: &RectBlock, b: &RectBlock, translation: [F32s; 2]) -> Answers {
    let (zero, one, minus_zero) = (F32s::splat(0.0), F32s::splat(1.0), F32s::splat(-0.0));
    let relative = RelativeWide::new(&a.at, &b.at);
    let way_size = translation[0].abs() + translation[1].abs();
    let size = relative.size + way_size;
    let error = error_of(size);
    let is_fast = dot(translation, translation).simd_gt(F32s::splat(LEAST_SPEED_SQ));
    let is_usual = is_of_usual_size(size) & is_fast;
    let half = |block: &RectBlock| [F32s::new(block.half_x), F32s::new(block.half_y)];
    let turned = |at: &Placements| [F32s::new(at.cos), F32s::new(at.sin)];
    let ([cos_a, sin_a], [cos_b, sin_b]) = (turned(&a.at), turned(&b.at));
    let turn = TurnWide::new(relative.cos, relative.sin);
    let (half_a, half_b) = (half(a), half(b));
    let pace = [way_size * F32s::splat(RELATIVE_ERROR), error * F32s::splat(4.0)];
    let way = turn_back(translation, cos_a, sin_a);
    let (by_a, on_a) = EnteredWide::new(relative.b_in_a, way, half_a, half_b, turn, pace);
    let way = turn_back(translation, cos_b, sin_b).map(|v| -v);
    let (by_b, on_b) = EnteredWide::new(relative.a_in_b, way, half_b, half_a, turn.reversed(), pace);

    let enter_early = max_wide(by_a.enter_early, by_b.enter_early);
    let enter_late = max_wide(by_a.enter_late, by_b.enter_late);
    let leave_early = min_wide(by_a.leave_early, by_b.leave_early);
    let leave_late = min_wide(by_a.leave_late, by_b.leave_late);
    let starts_apart = max_wide(by_a.gap, by_b.gap).simd_gt(error + error);
    let meets = max_wide(enter_late, zero).simd_lt(min_wide(leave_early, one));
    let misses = max_wide(enter_early, zero).simd_gt(min_wide(leave_late, one));

    let tie = (on_a.slack + on_b.slack) * F32s::splat(0.25);
    let is_over_a = max_wide(on_a.beyond, zero).simd_le(max_wide(on_b.beyond, zero));
    let is_a = (on_a.enter + is_over_a.select(tie, -tie)).simd_ge(on_b.enter);
    let entered = on_a.or(is_a, on_b);
    let is_met = entered.beyond.simd_le(error + error);

    let fraction = min_wide(max_wide(entered.enter, zero), one);
    let foot = min_wide(max_wide(entered.along, -entered.limit), entered.limit);
    let (cos, sin) = (is_a.select(cos_a, cos_b), is_a.select(sin_a, sin_b));
    let axis = select2(entered.is_x, [cos, sin], [-sin, cos]);
    let normal = axis.map(|v| v ^ entered.sign);
    // The other axis is to the left of this one, or to the right.
    let left = foot ^ (!entered.is_x & minus_zero);
    let from_middle = plus(times(normal, entered.height), [-axis[1] * left, axis[0] * left]);
    let at = |at: &Placements| [F32s::new(at.x), F32s::new(at.y)];
    let middle = select2(is_a, plus(at(&a.at), times(translation, fraction)), at(&b.at));
    let inward = is_a & minus_zero;
    Answers::new(
        meets & starts_apart & is_met & is_usual,
        misses & is_usual,
        fraction,
        plus(middle, from_middle),
        normal.map(|v| v ^ inward),
    )
}
