use super::block::{Block, Single};
use super::constraint::Constraint;
use super::limits::Limits;
use super::rows::SharedRow;
use super::script::Pass;
use super::state::{BodyLanes, Drive, Lock, hold, integrate_positions, integrate_velocities};

/// What the orders of a step do to contacts, and the numbers that they need.
pub(super) struct Passes<'s, R> {
    /// The bodies' states, in whole blocks of eight.
    pub rows: &'s [R],
    /// Seconds each sub-step takes.
    pub h: f32,
    pub push_speed: f32,
    /// Below this approach speed nothing bounces.
    pub threshold: f32,
    pub limits: Limits,
    pub locks: &'s [Lock],
}

impl<R: SharedRow> Passes<'_, R> {
    /// Changes the velocities of the bodies from row `first` on, as many as there are drives.
    pub fn drive(&self, first: usize, drives: &mut [Drive]) {
        integrate_velocities(&self.rows[first..], drives);
    }

    /// Moves the bodies from row `first` on, as many as there are drives, whole blocks of eight.
    pub fn advance(&self, first: usize, drives: &mut [Drive]) {
        integrate_positions(&self.rows[first..], drives, self.h, &self.limits);
    }

    /// Takes away the velocities that are locked.
    pub fn hold(&self) {
        hold(self.rows, self.locks);
    }

    /// A pass over contacts eight at a time.
    pub fn over_blocks(&self, pass: Pass, blocks: &mut [Block]) {
        let (rows, inv_h) = (self.rows, 1.0 / self.h);
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
            Pass::Restore => blocks.iter_mut().for_each(|block| {
                block.solve(rows, |constraint, a, b| constraint.restore(a, b, self.threshold.into()));
            }),
        }
    }

    /// [`over_blocks`](Self::over_blocks) one by one, for contacts that may move the same bodies.
    pub fn over_singles(&self, pass: Pass, singles: &mut [Single]) {
        let (rows, inv_h) = (self.rows, 1.0 / self.h);
        for single in singles {
            single.solve(rows, |constraint, a, b| match pass {
                Pass::WarmStart => Constraint::warm_start(constraint, a, b),
                Pass::Push => constraint.push(a, b, inv_h, self.push_speed),
                Pass::Relax => constraint.relax(a, b, inv_h),
                Pass::Restore => constraint.restore(a, b, self.threshold),
            });
        }
    }
}
