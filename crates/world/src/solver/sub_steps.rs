use super::block::{Block, Single};
use super::body_rows::BodyRows;
use super::limits::Limits;
use super::passes::Passes;
use super::rows::{SharedRow, cells};
use super::script::{Order, script};
use super::state::{Drive, Lock};
use crate::coloring::COLORS;
use bumpalo::Bump;

/// Fewer blocks than this are not worth other threads, nor putting the states where threads can share them.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 256;

/// Copying fewer states than this is not worth another thread.
#[cfg(feature = "parallel")]
const LEAST_PART: usize = 2048;

/// Constraints ready to be solved.
pub(super) struct Constraints<'s> {
    /// Those without a colour.
    pub overflow: &'s mut [Single],
    /// Colour after colour; within one the order does not matter.
    pub blocks: &'s mut [Block],
    /// How many blocks each colour has.
    pub blocks_by_color: [usize; COLORS],
    /// Whether any contact bounces.
    pub bouncy: bool,
}

/// The sub-steps of a step.
pub(super) struct SubSteps {
    pub count: u32,
    /// Seconds each takes.
    pub h: f32,
    pub push_speed: f32,
    /// Below this approach speed nothing bounces.
    pub threshold: f32,
    pub limits: Limits,
}

impl SubSteps {
    /// Lets the time pass for the bodies in `rows`.
    pub fn run(&self, arena: &Bump, constraints: &mut Constraints, rows: &mut BodyRows) {
        let script = script(arena, self.count, constraints);
        #[cfg(feature = "parallel")]
        {
            use super::{rows::AtomicState, rows::State, shared::Shared};
            use crate::parallel::for_each_part;
            let threads = crate::parallel::threads();
            if threads > 1 && constraints.blocks.len() >= WORTH_SHARING {
                let BodyRows { states, drives, locks, shared, .. } = rows;
                shared.resize_with(states.len(), || AtomicState::new(&State::FIXED));
                for_each_part((&states[..], &mut shared[..]), LEAST_PART, |_, (states, shared)| {
                    states.iter().zip(shared).for_each(|(state, row)| *row = AtomicState::new(state));
                });
                Shared::new(arena, threads, self.passes(&shared[..], locks), constraints, drives).run(threads, script);
                for_each_part((&mut states[..], &shared[..]), LEAST_PART, |_, (states, shared)| {
                    states.iter_mut().zip(shared).for_each(|(state, row)| *state = row.get());
                });
                return;
            }
        }
        let BodyRows { states, drives, locks, .. } = rows;
        self.passes(cells(states), locks).carry_out(script, constraints, drives);
    }

    fn passes<'r, R: SharedRow>(&self, rows: &'r [R], locks: &'r [Lock]) -> Passes<'r, R> {
        let Self { h, push_speed, threshold, limits, .. } = *self;
        Passes { rows, h, push_speed, threshold, limits, locks }
    }
}

impl<R: SharedRow> Passes<'_, R> {
    /// Carries out a script alone.
    fn carry_out(&self, script: &[Order], constraints: &mut Constraints, drives: &mut [Drive]) {
        let mut starts = [0; COLORS];
        for color in 1..COLORS {
            starts[color] = starts[color - 1] + constraints.blocks_by_color[color - 1];
        }
        for &order in script {
            match order {
                Order::Drive => self.drive(0, drives),
                Order::Move => self.advance(0, drives),
                Order::Hold => self.hold(),
                Order::Singles(pass) => self.over_singles(pass, constraints.overflow),
                Order::Color(pass, color) => {
                    let count = constraints.blocks_by_color[color];
                    self.over_blocks(pass, &mut constraints.blocks[starts[color]..][..count]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::constraint::{Constraint, Point};
    use super::super::rows::State;
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
        let numbers = (v2(), v2(), number(), number());
        (numbers, prop::array::uniform4(amount())).prop_map(|(numbers, amounts)| {
            let (anchor_a, anchor_b, base_separation, tangent_impulse) = numbers;
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
            }
        })
    }

    /// A contact between the bodies of rows `2 · lane + 1` and `2 · lane + 2`: no two share one.
    fn single(lane: u32) -> impl Strategy<Value = Single> {
        let points = [point(), point()];
        let numbers = (number(), [number(), number()]);
        (points, prop::array::uniform12(amount()), v2(), numbers, any::<(bool, bool)>()).prop_map(
            move |(points, amounts, normal, (surface_speed, relative_velocity), (movable_a, movable_b))| {
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
                    relative_velocity,
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

    fn run(constraints: &mut Constraints, states: &mut Vec<State>) {
        let drives = vec![Drive::NONE; states.len()];
        let mut rows = BodyRows { states: std::mem::take(states), drives, ..BodyRows::default() };
        let limits = Limits::new(&crate::Settings::default(), 1.0 / 120.0);
        let sub_steps = SubSteps { count: 2, h: 1.0 / 240.0, push_speed: 3.0, threshold: 1.0, limits };
        sub_steps.run(&Bump::new(), constraints, &mut rows);
        *states = rows.states;
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
