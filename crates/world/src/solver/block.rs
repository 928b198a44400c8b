use super::constraint::{Constraint, Later, Point};
use super::rows::State;
use super::state::BodyLanes;
use crate::awake_set::FIXED_ROW;
use crate::lanes::{F32s, LANES, V2};

/// How often two points of a contact that bounce are solved once more, until they nearly agree: solved one after the other,
/// they gave boxes of restitution 1 4.4 times their energy in 2000 steps, and now 1.04 times.
const AGREEMENT: usize = 3;

/// One contact and the rows of its bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single {
    pub row_a: u32,
    pub row_b: u32,
    /// Which sides the solver moves.
    pub movable_a: bool,
    pub movable_b: bool,
    pub constraint: Constraint<f32>,
}

/// Eight contacts of one colour.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Block {
    pub rows_a: [u32; LANES],
    pub rows_b: [u32; LANES],
    /// Bit `i`: the solver moves that side of contact `i`.
    pub movable_a: u32,
    pub movable_b: u32,
    /// Whether all are [plain](Constraint::is_plain).
    pub is_plain: bool,
    /// Whether all are [edged](Constraint::is_edged).
    pub is_edged: bool,
    pub constraint: Constraint<F32s>,
}

impl Single {
    #[inline]
    pub fn solve(
        &mut self,
        rows: &mut [State],
        solve: impl FnOnce(&mut Constraint<f32>, &mut BodyLanes<f32>, &mut BodyLanes<f32>),
    ) {
        let (mut a, mut b) = (BodyLanes::load(rows, self.row_a), BodyLanes::load(rows, self.row_b));
        solve(&mut self.constraint, &mut a, &mut b);
        if self.movable_a {
            a.store(rows, self.row_a);
        }
        if self.movable_b {
            b.store(rows, self.row_b);
        }
    }

    /// Gives a contact that was hit faster than `threshold` its approach speed back.
    pub fn restore(&mut self, rows: &mut [State], threshold: f32) {
        let [first, second] = self.constraint.bounces(threshold);
        if first | second {
            self.solve(rows, |constraint, a, b| constraint.restore(a, b, [first, second]));
        }
        if first & second {
            self.solve(rows, |constraint, a, b| (0..AGREEMENT).for_each(|_| constraint.restore(a, b, [true; 2])));
        }
    }
}

impl Block {
    /// No contact in any lane.
    pub const EMPTY: Self = Self {
        rows_a: [FIXED_ROW; LANES],
        rows_b: [FIXED_ROW; LANES],
        movable_a: 0,
        movable_b: 0,
        is_plain: true,
        is_edged: true,
        constraint: Constraint::IDLE,
    };

    #[inline(always)]
    pub fn solve(
        &mut self,
        rows: &mut [State],
        solve: impl FnOnce(&mut Constraint<F32s>, &mut BodyLanes<F32s>, &mut BodyLanes<F32s>),
    ) {
        self.solve_lanes(u32::MAX, rows, solve);
    }

    /// [`Single::restore`] for eight.
    pub fn restore(&mut self, rows: &mut [State], threshold: f32) {
        let [first, second] = self.constraint.bounces(threshold.into());
        let (one, both) = ((first | second).to_bitmask(), first & second);
        if one != 0 {
            self.solve_lanes(one, rows, |constraint, a, b| constraint.restore(a, b, [first, second]));
        }
        if both.any() {
            let again = |constraint: &mut Constraint<F32s>, a: &mut BodyLanes<F32s>, b: &mut BodyLanes<F32s>| {
                (0..AGREEMENT).for_each(|_| constraint.restore(a, b, [both; 2]));
            };
            self.solve_lanes(both.to_bitmask(), rows, again);
        }
    }

    /// [`solve`](Self::solve) for the lanes of a mask: nothing is written for the others, not even a zero's sign.
    #[inline(always)]
    fn solve_lanes(
        &mut self,
        lanes: u32,
        rows: &mut [State],
        solve: impl FnOnce(&mut Constraint<F32s>, &mut BodyLanes<F32s>, &mut BodyLanes<F32s>),
    ) {
        let (mut a, mut b) = (BodyLanes::gather(rows, &self.rows_a), BodyLanes::gather(rows, &self.rows_b));
        solve(&mut self.constraint, &mut a, &mut b);
        a.scatter(rows, &self.rows_a, self.movable_a & lanes);
        b.scatter(rows, &self.rows_b, self.movable_b & lanes);
    }
}

impl Constraint<F32s> {
    /// Whether no contact resists rolling, nor did when it was solved last, and no surface moves.
    #[inline]
    pub fn is_plain(&self) -> bool {
        let zero = F32s::ZERO;
        let is_special = |row: F32s| row.simd_ne(zero);
        let special =
            is_special(self.rolling_resistance) | is_special(self.rolling_impulse) | is_special(self.surface_speed);
        !special.any()
    }

    /// Whether no side of any contact is round.
    #[inline]
    pub fn is_edged(&self) -> bool {
        let zero = F32s::ZERO;
        !(self.radius_a.simd_ne(zero) | self.radius_b.simd_ne(zero)).any()
    }

    /// Lanes without mass: nothing happens in them.
    pub const IDLE: Self = {
        let zero = F32s::ZERO;
        let point = Point {
            arm_a: zero,
            arm_b: zero,
            separation: zero,
            normal_mass: zero,
            normal_impulse: zero,
            settled: zero,
        };
        let later = Later {
            along_a: zero,
            along_b: zero,
            base_separation: zero,
            tangent_mass: zero,
            tangent_impulse: zero,
            total_impulse: zero,
        };
        Self {
            inv_mass_a: zero,
            inv_inertia_a: zero,
            inv_mass_b: zero,
            inv_inertia_b: zero,
            normal: V2 { x: zero, y: zero },
            points: [point; 2],
            later: [later; 2],
            friction: zero,
            surface_speed: zero,
            rolling_resistance: zero,
            rolling_mass: zero,
            rolling_impulse: zero,
            radius_a: zero,
            radius_b: zero,
            restitution: zero,
            relative_velocity: [zero; 2],
        }
    };
}
