use super::constraint::{Constraint, Point};
use super::rows::Rows;
use super::state::BodyLanes;
use crate::awake_set::FIXED_ROW;
use crate::lanes::{F32s, LANES, V2};

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
    pub constraint: Constraint<F32s>,
}

impl Single {
    #[inline]
    pub fn solve(
        &mut self,
        rows: &mut (impl Rows + ?Sized),
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
}

impl Block {
    /// No contact in any lane.
    pub const EMPTY: Self = Self {
        rows_a: [FIXED_ROW; LANES],
        rows_b: [FIXED_ROW; LANES],
        movable_a: 0,
        movable_b: 0,
        constraint: Constraint::IDLE,
    };

    #[inline(always)]
    pub fn solve(
        &mut self,
        rows: &mut (impl Rows + ?Sized),
        solve: impl FnOnce(&mut Constraint<F32s>, &mut BodyLanes<F32s>, &mut BodyLanes<F32s>),
    ) {
        let (mut a, mut b) = (BodyLanes::gather(rows, &self.rows_a), BodyLanes::gather(rows, &self.rows_b));
        solve(&mut self.constraint, &mut a, &mut b);
        a.scatter(rows, &self.rows_a, self.movable_a);
        b.scatter(rows, &self.rows_b, self.movable_b);
    }
}

impl Constraint<F32s> {
    /// Lanes without mass: nothing happens in them.
    pub const IDLE: Self = {
        let zero = F32s::ZERO;
        let none = V2 { x: zero, y: zero };
        let point = Point {
            anchor_a: none,
            anchor_b: none,
            base_separation: zero,
            normal_mass: zero,
            normal_impulse: zero,
            settled: zero,
            tangent_mass: zero,
            tangent_impulse: zero,
            peak_impulse: zero,
        };
        Self {
            inv_mass_a: zero,
            inv_inertia_a: zero,
            inv_mass_b: zero,
            inv_inertia_b: zero,
            normal: none,
            bias_rate: zero,
            mass_scale: zero,
            impulse_scale: zero,
            points: [point; 2],
            friction: zero,
            surface_speed: zero,
            rolling_resistance: zero,
            rolling_mass: zero,
            rolling_impulse: zero,
            restitution: zero,
            relative_velocity: [zero; 2],
        }
    };
}
