use super::block::{Block, Single};
use super::body_rows::BodyRows;
use super::passes::Passes;
use super::rows::State;
use super::script::Order;
use super::state::{Drive, Lock, hold, integrate_velocities};
#[cfg(feature = "parallel")]
use super::zone_team::ZoneTeam;
use crate::coloring::COLORS;
use crate::parallel;
use bumpalo::Bump;

/// Constraints ready to be solved.
pub(super) struct Constraints<'s> {
    /// Those without a colour.
    pub overflow: &'s mut [Single],
    /// Group after group, and in each colour after colour; within a colour the order does not matter.
    pub blocks: &'s mut [Block],
    /// How many blocks each colour has, by group: one, or one for each zone and one for what is between two.
    pub blocks_by_color: &'s [[usize; COLORS]],
}

/// The sub-steps of a step.
pub(super) struct SubSteps<'s> {
    pub count: u32,
    pub passes: Passes,
    /// Has an order for each colour that any contact has.
    pub script: &'s [Order],
}

impl SubSteps<'_> {
    /// Lets the time pass for the bodies in `rows`.
    #[cfg_attr(not(feature = "parallel"), expect(unused_variables, reason = "only zones take any of it"))]
    pub fn run(&self, arena: &Bump, constraints: &mut Constraints, rows: &mut BodyRows) {
        /// Fewer bodies than this are not worth another thread.
        const LEAST_PART: usize = 1024;
        #[cfg(feature = "parallel")]
        if constraints.blocks_by_color.len() > 1 {
            let zones = constraints.blocks_by_color.len() - 1;
            let bodies = rows.zone_rows.fill(arena, zones, (&rows.states, &rows.drives, &rows.locks));
            ZoneTeam::new(arena, self.passes, self.script, bodies, constraints).run(zones);
            rows.zone_rows.give_back(zones, &mut rows.states);
            return;
        }
        self.carry_out(constraints, (&mut rows.states, &mut rows.drives, &rows.locks), LEAST_PART);
    }

    /// Lets the time pass for rows of which no contact moves others, on this thread.
    pub fn run_alone(&self, constraints: &mut Constraints, rows: (&mut [State], &mut [Drive], &[Lock])) {
        self.carry_out(constraints, rows, usize::MAX);
    }

    /// Carries out the script; the bodies are shared among threads where there are so many for each.
    fn carry_out(
        &self,
        constraints: &mut Constraints,
        (states, drives, locks): (&mut [State], &mut [Drive], &[Lock]),
        least_part: usize,
    ) {
        let (blocks_by_color, passes) = (&constraints.blocks_by_color[0], &self.passes);
        let mut starts = [0; COLORS];
        for color in 1..COLORS {
            starts[color] = starts[color - 1] + blocks_by_color[color - 1];
        }
        for &order in self.script {
            match order {
                Order::Drive => for_each_part(states, drives, least_part, integrate_velocities),
                Order::Move => {
                    for_each_part(states, drives, least_part, |states, drives| passes.advance(states, drives));
                }
                Order::Hold => hold(states, locks),
                Order::Singles(pass) => passes.over_singles(pass, &mut states[..], constraints.overflow),
                Order::Color(pass, color) => {
                    let blocks = &mut constraints.blocks[starts[color]..][..blocks_by_color[color]];
                    passes.over_blocks(pass, &mut states[..], blocks);
                }
            }
        }
    }
}

/// Does something to all bodies, which threads share where there are so many for each.
fn for_each_part(
    states: &mut [State],
    drives: &mut [Drive],
    least: usize,
    work: impl Fn(&mut [State], &mut [Drive]) + Sync,
) {
    parallel::for_each_part((states, drives), least, |_, (states, drives)| work(states, drives));
}

#[cfg(test)]
mod tests {
    use super::super::constraint::{Constraint, Later, Point};
    use super::super::limits::Limits;
    use super::super::script::script;
    use super::super::softness::Springs;
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

    fn point() -> impl Strategy<Value = (Point<f32>, Later<f32>)> {
        let numbers = (prop::array::uniform7(number()), prop::array::uniform4(amount()));
        numbers.prop_map(|(numbers, amounts)| {
            let [arm_a, arm_b, along_a, along_b, separation, base_separation, tangent_impulse] = numbers;
            let [normal_mass, normal_impulse, settled, tangent_mass] = amounts;
            let point = Point { arm_a, arm_b, separation, normal_mass, normal_impulse, settled };
            (point, Later { along_a, along_b, base_separation, tangent_mass, tangent_impulse, total_impulse: 0.0 })
        })
    }

    /// A contact between the bodies of rows `2 · lane + 1` and `2 · lane + 2`: no two share one.
    fn single(lane: u32) -> impl Strategy<Value = Single> {
        let points = [point(), point()];
        let numbers = (number(), [number(), number()]);
        (points, (prop::array::uniform9(amount()), amount(), amount()), v2(), numbers, any::<(bool, bool)>()).prop_map(
            move |(
                [first, second],
                (amounts, radius_a, radius_b),
                normal,
                (surface_speed, relative_velocity),
                (movable_a, movable_b),
            )| {
                let [
                    inv_mass_a,
                    inv_inertia_a,
                    inv_mass_b,
                    inv_inertia_b,
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
                    points: [first.0, second.0],
                    later: [first.1, second.1],
                    friction,
                    surface_speed,
                    restitution,
                    rolling_resistance,
                    rolling_mass,
                    rolling_impulse,
                    radius_a,
                    radius_b,
                    relative_velocity,
                };
                let single = Single { row_a: 2 * lane + 1, row_b: 2 * lane + 2, movable_a, movable_b, constraint };
                with_movable(single, [movable_a, movable_b])
            },
        )
    }

    /// A contact of which contacts move these sides.
    fn with_movable(mut single: Single, [movable_a, movable_b]: [bool; 2]) -> Single {
        let Constraint { inv_mass_a, inv_mass_b, .. } = &mut single.constraint;
        for (inv_mass, is_movable) in [(inv_mass_a, movable_a), (inv_mass_b, movable_b)] {
            *inv_mass = if is_movable { inv_mass.max(0.01) } else { 0.0 };
        }
        Single { movable_a, movable_b, ..single }
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
        let (settings, h) = (crate::Settings::default(), 1.0 / 240.0);
        let (springs, limits) = (Springs::new(&settings, h), Limits::new(&settings, 2.0 * h));
        let passes = Passes { h, push_speed: 3.0, springs, threshold: 1.0, limits };
        let arena = Bump::new();
        let script = script(&arena, 2, 1.0, u32::MAX);
        SubSteps { count: 2, passes, script }.run(&arena, constraints, &mut rows);
        *states = rows.states;
    }

    proptest! {
        #[test]
        fn eight_at_a_time_equals_one_by_one(
            singles in (0..LANES as u32).map(single).collect::<Vec<_>>(),
            start in prop::collection::vec(state(), 3 * LANES),
            is_plain: bool,
            // Blocks of one spring are solved apart from mixed ones.
            alike in prop::option::of(any::<bool>()),
        ) {
            let mut singles: [Single; LANES] = singles.try_into().expect("one for each lane");
            for single in &mut singles {
                *single = alike.map_or(*single, |movable_b| with_movable(*single, [true, movable_b]));
            }
            for Single { constraint, .. } in singles.iter_mut().filter(|_| is_plain) {
                let none = [&mut constraint.rolling_resistance, &mut constraint.rolling_impulse, &mut constraint.surface_speed];
                none.into_iter().for_each(|number| *number = 0.0);
            }
            let block = block_of(&singles);
            let blocks_by_color = &[std::array::from_fn(|color| usize::from(color == 3))];
            let (mut singles, mut blocks) = (singles, [block]);
            let (mut wide, mut scalar) = (start.clone(), start);
            run(&mut Constraints { overflow: &mut [], blocks: &mut blocks, blocks_by_color }, &mut wide);
            run(&mut Constraints { overflow: &mut singles, blocks: &mut [], blocks_by_color: &[[0; COLORS]] }, &mut scalar);
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
