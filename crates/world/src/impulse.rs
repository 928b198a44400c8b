//! What a contact point exerts, and how much of that is there to stay.

/// What a contact point exerted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Impulse {
    pub normal: f32,
    pub tangent: f32,
    /// What part of the normal impulse has long been there: what the point carries at rest. Softness gives way only to what exceeds it; see
    /// [`settle`].
    pub settled: f32,
}

/// Which part of what exceeds the settled load settles in each step. Measured on a pyramid of a hundred rows: at 0.02 its top stays within
/// 4 mm for 1000 steps, at 0.05 noise grows until it falls; at 0 it sinks slowly.
const SETTLE_RATE: f32 = 0.01;

/// The same of what one of two points carries more than the other, where that [shifts](MOST_STILL).
const SHIFT_RATE: f32 = 0.001;

/// Which part of a contact's load may shift from one point to the other and counts as still: if noise did not settle, a pyramid that stands
/// would begin to creep.
const MOST_STILL: f32 = 0.03;

/// How many times as large what has settled is made at most where a sub-step is longer than the one before: what carries a load is in
/// proportion to it. Without limit a stack that falls in steps of 1/60 and 10⁻⁶ s by turns flies apart at 40 m/s, as a hundredth of
/// each hit settles.
const MOST_SETTLED_GROWTH: f32 = 16.0;

/// The same of what has not settled: what stopped a hit, and noise, which grows with each longer step. With all impulses growing four
/// times at most a stack of fifteen fell in steps of 4 to 30 ms, a pyramid of twenty rows was pulled apart by 0.5 m in 20 s, and a heap of
/// boxes and discs moved by 0.33 m. Most of it came from friction, which does not grow at all now: the pyramid stays within a millimetre,
/// the stack moves by 1 to 60 mm and the heap by 0.1 m (Box2D's: 0.54 m, 55 mm, 0.09 m).
const MOST_SUDDEN_GROWTH: f32 = 2.0;

impl Impulse {
    /// What is kept of it where an overlap is still being pushed out: no more than `most`.
    ///
    /// What does not rest has nothing that is settled: a heap that was crushed by its fall would be thrown apart by more than the spring
    /// gives.
    #[inline]
    pub fn pushed(self, most: f32) -> Self {
        let kept = if self.normal > most { most / self.normal } else { 1.0 };
        Self { normal: self.normal * kept, tangent: self.tangent * kept, settled: 0.0 }
    }

    /// That of a sub-step this many times as long, as far as it stays the same at rest.
    pub fn scaled(self, factor: f32) -> Self {
        let sudden = (self.normal - self.settled) * factor.min(MOST_SUDDEN_GROWTH);
        let settled = self.settled * factor.min(MOST_SETTLED_GROWTH);
        Self { normal: settled + sudden, tangent: self.tangent * factor.min(1.0), settled }
    }
}

/// What has settled of the loads of a contact's points, after a step that left these; of two points that `share` a load, or of each alone.
///
/// A soft contact gives back a share of its whole impulse in every sub-step, and so yields to a lasting load until the overlap pushes as
/// strongly: the lowest rows of a high pile by centimetres. Here it gives back a share of what exceeds the settled part only: as soft as
/// ever to whatever is sudden, and rigid to what stays. What a point no longer carries is not settled any more.
///
/// In a column that sways the load shifts from one point to the other and back. What has settled follows behind its time, and pushes the
/// column on after it turned back: of twenty columns of ten octagons dropped onto each other 1 stood after 50 s. So, where the load
/// shifts, what both carry settles as ever and the rest a tenth as fast, and what one loses the other loses as well: 20 stand after
/// 150 s, as in Box2D and rapier.
#[inline]
pub fn settle(settled: [f32; 2], loads: [f32; 2], share: bool) -> [f32; 2] {
    let more = [loads[0] - settled[0], loads[1] - settled[1]];
    let common = more[0].min(more[1]);
    let shifted =
        if share { (more[0] - more[1]).abs() - (MOST_STILL * loads[0] + MOST_STILL * loads[1]) } else { -1.0 };
    let own_rate = by_sign(shifted, SHIFT_RATE, SETTLE_RATE);
    let loss_rate = by_sign(shifted, 1.0, SETTLE_RATE);
    let both = (SETTLE_RATE * common).min(loss_rate * common);
    let of = |point: usize| {
        let now = settled[point] + (both + own_rate * (more[point] - common));
        // The positive part, without a branch; neither is a zero below zero, of which `min` may give either.
        (0.5 * (now + now.abs())).min(loads[point] + 0.0)
    };
    [of(0), of(1)]
}

/// `a`, or where the sign of `number` is negative `b`, nearly: without a branch, which no processor could foresee here.
#[inline]
fn by_sign(number: f32, a: f32, b: f32) -> f32 {
    0.5 * (a + b) + 0.5 * (a - b) * 1f32.copysign(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_settles_where_it_rests() {
        for share in [false, true] {
            let [first, second] = (0..10_000).fold([0.0; 2], |settled, _| settle(settled, [2.0, 1.0], share));
            assert!((first - 2.0).abs() < 1e-3 && (second - 1.0).abs() < 1e-3, "{first}, {second}");
        }
    }

    #[test]
    fn what_is_pushed_does_not_settle_and_is_limited() {
        let pushed = |most| Impulse { normal: 2.0, tangent: 1.0, settled: 1.5 }.pushed(most);
        assert_eq!(numbers(pushed(3.0)), [2.0, 1.0, 0.0]);
        assert_eq!(numbers(pushed(1.0)), [1.0, 0.5, 0.0]);
    }

    #[test]
    fn what_is_not_carried_any_more_has_not_settled() {
        assert_eq!(settle([2.0, 1.0], [0.5, 1.0], false), [0.5, 1.0]);
        assert_eq!(settle([2.0, 1.0], [0.0, 3.0], true)[0], 0.0);
        assert!(settle([2.0, 1.5], [1.0, 2.5], true)[1] < 0.6, "the other point keeps what shifted to it");
        assert_eq!(settle([2.0, 1.0], [0.0; 2], true), [0.0; 2]);
    }

    /// What has settled pushes a column that sways on where it follows what shifts.
    #[test]
    fn what_has_settled_does_little_work_on_what_sways() {
        let work = |share| {
            let shift_at = |step: u16| 0.5 * (f32::from(step) * (std::f32::consts::TAU / 120.0)).sin();
            let (mut now, mut work) = ([2.0; 2], 0.0);
            for step in 0..6000 {
                let (shift, next) = (shift_at(step), shift_at(step + 1));
                now = settle(now, [2.0 + shift, 2.0 - shift], share);
                work -= (now[0] - now[1]) * (next - shift);
            }
            work
        };
        let (alone, shared) = (work(false), work(true));
        assert!(alone > 1.0 && shared < 0.1 * alone, "{alone}, {shared}");
    }

    #[test]
    fn loads_as_large_as_there_are_settle_as_numbers() {
        for loads in [[f32::MAX; 2], [f32::MAX, 0.0]] {
            for start in [[0.0; 2], [f32::MAX; 2], [0.0, f32::MAX]] {
                let now = settle(start, loads, true);
                assert!(now.iter().zip(loads).all(|(now, load)| (0.0..=load).contains(now)), "{start:?}: {now:?}");
            }
        }
    }

    #[test]
    fn longer_sub_steps_carry_more() {
        let scaled = |factor| Impulse { normal: 3.0, tangent: 1.0, settled: 2.0 }.scaled(factor);
        assert_eq!(numbers(scaled(0.5)), [1.5, 0.5, 1.0]);
        assert_eq!(numbers(scaled(10.0)), [22.0, 1.0, 20.0]);
    }

    fn numbers(impulse: Impulse) -> [f32; 3] {
        [impulse.normal, impulse.tangent, impulse.settled]
    }
}
