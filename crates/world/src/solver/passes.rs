use super::block::{Block, Single};
use super::limits::Limits;
use super::rows::State;
use super::script::Pass;
use super::state::{BodyLanes, Drive, integrate_positions};

/// What the orders of a step do to contacts, and the numbers that they need.
#[derive(Clone, Copy)]
pub(super) struct Passes {
    /// Seconds each sub-step takes.
    pub h: f32,
    pub push_speed: f32,
    /// Below this approach speed nothing bounces.
    pub threshold: f32,
    pub limits: Limits,
}

impl Passes {
    /// Moves bodies, whole blocks of eight.
    pub fn advance(&self, rows: &mut [State], drives: &mut [Drive]) {
        integrate_positions(rows, drives, self.h, &self.limits);
    }

    /// A pass over contacts eight at a time.
    pub fn over_blocks(&self, pass: Pass, rows: &mut [State], blocks: &mut [Block]) {
        let inv_h = 1.0 / self.h;
        match pass {
            Pass::WarmStart => blocks.iter_mut().for_each(|block| {
                let (mut a, mut b) =
                    (BodyLanes::gather_velocity(rows, &block.rows_a), BodyLanes::gather_velocity(rows, &block.rows_b));
                block.constraint.warm_start(&mut a, &mut b);
                a.scatter(rows, &block.rows_a, block.movable_a);
                b.scatter(rows, &block.rows_b, block.movable_b);
            }),
            Pass::Push => blocks.iter_mut().for_each(|block| {
                block.solve(rows, |constraint, a, b| constraint.push(a, b, inv_h.into(), self.push_speed.into()));
            }),
            Pass::Relax => blocks.iter_mut().for_each(|block| {
                block.solve(rows, |constraint, a, b| constraint.relax(a, b, inv_h.into()));
            }),
            Pass::Restore => blocks.iter_mut().for_each(|block| block.restore(rows, self.threshold)),
        }
    }

    /// [`over_blocks`](Self::over_blocks) one by one, for contacts that may move the same bodies.
    pub fn over_singles(&self, pass: Pass, rows: &mut [State], singles: &mut [Single]) {
        let inv_h = 1.0 / self.h;
        for single in singles {
            match pass {
                Pass::WarmStart => single.solve(rows, |constraint, a, b| constraint.warm_start(a, b)),
                Pass::Push => single.solve(rows, |constraint, a, b| constraint.push(a, b, inv_h, self.push_speed)),
                Pass::Relax => single.solve(rows, |constraint, a, b| constraint.relax(a, b, inv_h)),
                Pass::Restore => single.restore(rows, self.threshold),
            }
        }
    }
}
