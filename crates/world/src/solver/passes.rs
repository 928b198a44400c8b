use super::block::{Block, Single};
use super::limits::Limits;
use super::rows::State;
use super::script::Pass;
use super::softness::Springs;
use super::state::{BodyLanes, Drive, integrate_positions};
use crate::lanes::{F32s, LANES};

/// What the orders of a step do to contacts, and the numbers that they need.
#[derive(Clone, Copy)]
pub(super) struct Passes {
    /// Seconds each sub-step takes.
    pub h: f32,
    pub push_speed: f32,
    pub springs: Springs<f32>,
    /// Below this approach speed nothing bounces.
    pub threshold: f32,
    pub limits: Limits,
}

/// The mask of a block's lanes.
const ALL_LANES: u32 = (1 << LANES) - 1;

impl Passes {
    /// Moves bodies, whole blocks of eight.
    pub fn advance(&self, rows: &mut [State], drives: &mut [Drive]) {
        integrate_positions(rows, drives, self.h, &self.limits);
    }

    /// A pass over contacts eight at a time.
    pub fn over_blocks(&self, pass: Pass, rows: &mut [State], blocks: &mut [Block]) {
        let inv_h = 1.0 / self.h;
        match pass {
            Pass::WarmStart => warm_start(rows, blocks),
            Pass::Push => push(rows, blocks, inv_h, self.push_speed, &self.springs.wide()),
            Pass::Relax => relax(rows, blocks, inv_h),
            Pass::Restore => restore(rows, blocks, self.threshold),
        }
    }

    /// [`over_blocks`](Self::over_blocks) one by one, for contacts that may move the same bodies.
    pub fn over_singles(&self, pass: Pass, rows: &mut [State], singles: &mut [Single]) {
        let inv_h = 1.0 / self.h;
        for single in singles {
            match pass {
                Pass::WarmStart => single.solve(rows, |constraint, a, b| constraint.warm_start(a, b, false)),
                Pass::Push => {
                    let spring = self.springs.between(single.constraint.inv_mass_a, single.constraint.inv_mass_b);
                    single.solve(rows, |constraint, a, b| constraint.push(a, b, inv_h, self.push_speed, &spring));
                }
                Pass::Relax => single.solve(rows, |constraint, a, b| constraint.relax(a, b, inv_h, false, false)),
                Pass::Restore => single.restore(rows, self.threshold),
            }
        }
    }
}

#[inline(never)]
fn warm_start(rows: &mut [State], blocks: &mut [Block]) {
    for block in blocks {
        let mut a = BodyLanes::gather_velocity(rows, &block.rows_a);
        let mut b = BodyLanes::gather_velocity(rows, &block.rows_b);
        block.constraint.warm_start(&mut a, &mut b, block.is_plain);
        a.scatter(rows, &block.rows_a, block.movable_a);
        b.scatter(rows, &block.rows_b, block.movable_b);
    }
}

#[inline(never)]
fn push(rows: &mut [State], blocks: &mut [Block], inv_h: f32, push_speed: f32, springs: &Springs<F32s>) {
    for block in blocks {
        let mixed;
        let spring = match block.movable_a & block.movable_b {
            ALL_LANES => &springs.soft,
            0 => &springs.stiff,
            _ => {
                mixed = springs.between(block.constraint.inv_mass_a, block.constraint.inv_mass_b);
                &mixed
            }
        };
        block.solve(rows, |constraint, a, b| {
            constraint.push(a, b, inv_h.into(), push_speed.into(), spring);
        });
    }
}

#[inline(never)]
fn relax(rows: &mut [State], blocks: &mut [Block], inv_h: f32) {
    for block in blocks {
        let (is_plain, is_edged) = (block.is_plain, block.is_edged);
        block.solve(rows, |constraint, a, b| constraint.relax(a, b, inv_h.into(), is_plain, is_edged));
    }
}

#[inline(never)]
fn restore(rows: &mut [State], blocks: &mut [Block], threshold: f32) {
    blocks.iter_mut().for_each(|block| block.restore(rows, threshold));
}
