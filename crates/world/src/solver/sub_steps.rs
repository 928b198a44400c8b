use super::block::{Block, Single};
use super::constraint::Constraint;
use super::crew::{Alone, Crew};
use super::rows::{SharedRow, cells};
use super::state::{BodyLanes, Drive, Lock, State, hold, integrate_positions, integrate_velocities};
use crate::contact_graph::COLORS;
use bumpalo::Bump;

/// Fewer blocks than this are not worth another thread: about 4 µs.
const LEAST_BLOCKS: usize = 32;

/// Fewer bodies than this are not worth another thread.
const LEAST_BODIES: usize = 1024;

/// With twice as many blocks the states are put where threads can share them.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 256;

/// Constraints ready to be solved.
pub(super) struct Constraints<'s> {
    /// Those without a colour, one by one, first: everything after them has a say over what they did.
    pub overflow: &'s mut [Single],
    /// Colour after colour; within one the order does not matter.
    pub blocks: &'s mut [Block],
    /// How many blocks each colour has.
    pub blocks_by_color: [usize; COLORS],
    /// Whether any contact bounces.
    pub bouncy: bool,
}

/// The sub-steps of a step.
pub(super) struct SubSteps<'s> {
    pub count: u32,
    /// Seconds each takes.
    pub h: f32,
    pub push_speed: f32,
    /// Below this approach speed nothing bounces.
    pub threshold: f32,
    pub drives: &'s mut [Drive],
    pub locks: &'s [Lock],
}

impl SubSteps<'_> {
    /// Lets the time pass for the bodies in `states`, which come in whole blocks of eight.
    #[cfg_attr(not(feature = "parallel"), expect(unused_variables, reason = "states that threads share need memory"))]
    pub fn run(mut self, arena: &Bump, constraints: &mut Constraints, states: &mut [State]) {
        #[cfg(feature = "parallel")]
        if crate::parallel::parts(constraints.blocks.len(), WORTH_SHARING) > 1 {
            use super::{crew::Pool, rows::AtomicState};
            let rows: &[AtomicState] = arena.alloc_slice_fill_iter(states.iter().map(AtomicState::new));
            self.run_in(&Pool, constraints, rows);
            states.iter_mut().zip(rows).for_each(|(state, row)| *state = row.get());
            return;
        }
        self.run_in(&Alone, constraints, cells(states));
    }

    fn run_in<R: SharedRow>(&mut self, crew: &impl Crew<R>, constraints: &mut Constraints, rows: &[R]) {
        let Self { count, h, push_speed, threshold, ref mut drives, locks } = *self;
        let inv_h = 1.0 / h;
        for sub_step in 0..count {
            // Later sub-steps are warm started body by body.
            crew.work(drives, LEAST_BODIES, rows, |first, drives, rows| integrate_velocities(&rows[first..], drives));
            if sub_step == 0 {
                constraints.warm_start(crew, rows);
            }
            constraints.push(crew, rows, inv_h, push_speed);
            hold(rows, locks);
            crew.work(drives, LEAST_BODIES, rows, |first, drives, rows| {
                integrate_positions(&rows[first..][..drives.len()], h);
            });
            constraints.relax(crew, rows, inv_h);
        }
        if constraints.bouncy {
            constraints.restore(crew, rows, threshold);
        }
        hold(rows, locks);
    }
}

impl Constraints<'_> {
    fn warm_start<R: SharedRow>(&mut self, crew: &impl Crew<R>, rows: &[R]) {
        for single in self.overflow.iter() {
            single.solve_fixed(rows, Constraint::warm_start);
        }
        self.for_each_block(crew, rows, |block, rows| {
            let (mut a, mut b) =
                (BodyLanes::gather_velocity(rows, &block.rows_a), BodyLanes::gather_velocity(rows, &block.rows_b));
            block.constraint.warm_start(&mut a, &mut b);
            a.scatter(rows, &block.rows_a, block.movable_a);
            b.scatter(rows, &block.rows_b, block.movable_b);
        });
    }

    fn push<R: SharedRow>(&mut self, crew: &impl Crew<R>, rows: &[R], inv_h: f32, push_speed: f32) {
        for single in self.overflow.iter_mut() {
            single.solve(rows, |constraint, a, b| constraint.push(a, b, inv_h, push_speed));
        }
        self.for_each_block(crew, rows, |block, rows| {
            block.solve(rows, |constraint, a, b| constraint.push(a, b, inv_h.into(), push_speed.into()));
        });
    }

    fn relax<R: SharedRow>(&mut self, crew: &impl Crew<R>, rows: &[R], inv_h: f32) {
        for single in self.overflow.iter_mut() {
            single.solve(rows, |constraint, a, b| constraint.relax(a, b, inv_h));
        }
        self.for_each_block(crew, rows, |block, rows| {
            block.solve(rows, |constraint, a, b| constraint.relax(a, b, inv_h.into()));
        });
    }

    fn restore<R: SharedRow>(&mut self, crew: &impl Crew<R>, rows: &[R], threshold: f32) {
        for single in self.overflow.iter_mut() {
            single.solve(rows, |constraint, a, b| constraint.restore(a, b, threshold));
        }
        self.for_each_block(crew, rows, |block, rows| {
            block.solve(rows, |constraint, a, b| constraint.restore(a, b, threshold.into()));
        });
    }

    /// Does the work on all blocks, colour by colour.
    #[inline(always)]
    fn for_each_block<R: SharedRow>(
        &mut self,
        crew: &impl Crew<R>,
        rows: &[R],
        work: impl Fn(&mut Block, &[R]) + Sync,
    ) {
        let mut rest = &mut *self.blocks;
        for count in self.blocks_by_color {
            let color;
            (color, rest) = rest.split_at_mut(count);
            crew.work(color, LEAST_BLOCKS, rows, |_, blocks, rows| {
                blocks.iter_mut().for_each(|block| work(block, rows))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::constraint::Point;
    use super::super::testing::{assert_lane_is, block_of};
    use super::*;
    use crate::lanes::{F32x4, LANES, V2};
    use geom::Vec2;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![8 => -3.0f32..3.0, 1 => Just(0.0), 1 => -1.0e-3f32..1.0e-3]
    }

    fn amount() -> impl Strategy<Value = f32> {
        number().prop_map(f32::abs)
    }

    fn v2() -> impl Strategy<Value = V2<f32>> {
        (number(), number()).prop_map(|(x, y)| V2 { x, y })
    }

    fn point() -> impl Strategy<Value = Point<f32>> {
        let numbers = (v2(), v2(), number(), number(), number());
        (numbers, prop::array::uniform4(amount())).prop_map(|(numbers, amounts)| {
            let (anchor_a, anchor_b, base_separation, tangent_impulse, relative_velocity) = numbers;
            let [normal_mass, normal_impulse, settled, tangent_mass] = amounts;
            Point {
                anchor_a,
                anchor_b,
                base_separation,
                normal_mass,
                normal_impulse,
                settled,
                tangent_mass,
                tangent_impulse,
                peak_impulse: 0.0,
                relative_velocity,
            }
        })
    }

    /// A contact between the bodies of rows `2 · lane + 1` and `2 · lane + 2`: no two share one.
    fn single(lane: u32) -> impl Strategy<Value = Single> {
        let points = [point(), point()];
        (points, prop::array::uniform12(amount()), v2(), number(), any::<(bool, bool)>()).prop_map(
            move |(points, amounts, normal, surface_speed, (movable_a, movable_b))| {
                let [
                    inv_mass_a,
                    inv_inertia_a,
                    inv_mass_b,
                    inv_inertia_b,
                    bias_rate,
                    mass_scale,
                    impulse_scale,
                    friction,
                    restitution,
                    rolling_resistance,
                    rolling_mass,
                    rolling_impulse,
                ] = amounts;
                let constraint = Constraint {
                    inv_mass_a,
                    inv_inertia_a,
                    inv_mass_b,
                    inv_inertia_b,
                    normal,
                    bias_rate,
                    mass_scale,
                    impulse_scale,
                    points,
                    friction,
                    surface_speed,
                    restitution,
                    rolling_resistance,
                    rolling_mass,
                    rolling_impulse,
                };
                Single { row_a: 2 * lane + 1, row_b: 2 * lane + 2, movable_a, movable_b, constraint }
            },
        )
    }

    fn state() -> impl Strategy<Value = State> {
        (v2(), number(), v2(), number()).prop_map(|(linear, angular, moved, angle)| {
            let turn = geom::Rot::from_angle(angle);
            let motion = F32x4::new([moved.x, moved.y, turn.cos(), turn.sin()]);
            State { motion, ..State::new(Vec2::new(linear.x, linear.y), angular) }
        })
    }

    fn run(constraints: &mut Constraints, states: &mut [State]) {
        let rows = cells(states);
        constraints.warm_start(&Alone, rows);
        constraints.push(&Alone, rows, 240.0, 3.0);
        integrate_positions(rows, 1.0 / 240.0);
        constraints.relax(&Alone, rows, 240.0);
        constraints.restore(&Alone, rows, 1.0);
    }

    proptest! {
        #[test]
        fn eight_at_a_time_equals_one_by_one(
            singles in (0..LANES as u32).map(single).collect::<Vec<_>>(),
            start in prop::collection::vec(state(), 3 * LANES),
        ) {
            let singles: [Single; LANES] = singles.try_into().expect("one for each lane");
            let block = block_of(&singles);
            let blocks_by_color = std::array::from_fn(|color| usize::from(color == 3));
            let (mut singles, mut blocks) = (singles, [block]);
            let (mut wide, mut scalar) = (start.clone(), start);
            run(&mut Constraints { overflow: &mut [], blocks: &mut blocks, blocks_by_color, bouncy: true }, &mut wide);
            run(&mut Constraints { overflow: &mut singles, blocks: &mut [], blocks_by_color: [0; COLORS], bouncy: true }, &mut scalar);
            let bits = |state: &State| {
                (state.velocity.to_array().map(f32::to_bits), state.motion.to_array().map(f32::to_bits))
            };
            for (row, (wide, scalar)) in wide.iter().zip(&scalar).enumerate() {
                prop_assert_eq!(bits(wide), bits(scalar), "row {}", row);
            }
            for (lane, single) in singles.iter().enumerate() {
                assert_lane_is(&blocks[0].constraint, lane, &single.constraint);
            }
        }
    }
}
