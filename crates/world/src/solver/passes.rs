use super::block::{Block, Single};
use super::limits::Limits;
use super::rows::State;
use super::script::Pass;
use super::softness::Springs;
use super::state::{BodyLanes, Drive, integrate_positions};
use crate::lanes::LANES;

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
            Pass::WarmStart => blocks.iter_mut().for_each(|block| {
                let (mut a, mut b) =
                    (BodyLanes::gather_velocity(rows, &block.rows_a), BodyLanes::gather_velocity(rows, &block.rows_b));
                block.constraint.warm_start(&mut a, &mut b, block.is_plain);
                a.scatter(rows, &block.rows_a, block.movable_a);
                b.scatter(rows, &block.rows_b, block.movable_b);
            }),
            Pass::Push => {
                let springs = self.springs.wide();
                blocks.iter_mut().for_each(|block| {
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
                        constraint.push(a, b, inv_h.into(), self.push_speed.into(), spring);
                    });
                });
            }
            Pass::Relax => blocks.iter_mut().for_each(|block| {
                let (is_plain, is_edged) = (block.is_plain, block.is_edged);
                block.solve(rows, |constraint, a, b| constraint.relax(a, b, inv_h.into(), is_plain, is_edged));
            }),
            Pass::Restore => blocks.iter_mut().for_each(|block| block.restore(rows, self.threshold)),
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
