//! Colours in, velocities and poses out: soft-constraint sub-stepping, eight contacts at a time.

mod block;
mod constraint;
mod contact_lanes;
mod finalize;
mod prepare;
mod softness;
mod state;
mod store;
#[cfg(test)]
mod testing;

pub(crate) use state::FIXED_ROW;

use crate::World;
use crate::contact_graph::ContactGraph;
use crate::event::Hit;
use block::{Block, Single};
use bumpalo::Bump;
use constraint::Constraint;
use prepare::Stage;
use state::{BodyLanes, State, hold, integrate_positions, integrate_velocities};

/// Kept from step to step, lest each allocates.
#[derive(Default)]
pub(crate) struct Room {
    /// Contacts as the solver sees them, eight at a time.
    blocks: Vec<Block>,
    /// By colour.
    stages: Vec<Stage>,
}

/// Constraints ready to be solved.
struct Constraints<'s> {
    /// Those without a colour, one by one, first: everything after them has a say over what they did.
    overflow: &'s mut [Single],
    /// Colour after colour; within one the order does not matter.
    blocks: &'s mut [Block],
    /// Whether any contact bounces.
    bouncy: bool,
}

impl World {
    /// Moves everything by `dt` seconds. Comes back with the contacts that were hit hard.
    pub(crate) fn solve<'s>(&mut self, arena: &'s Bump, graph: &ContactGraph, dt: f32) -> &'s [Hit] {
        let sub_steps = self.settings.sub_steps;
        let h = dt / sub_steps as f32;
        let inv_h = 1.0 / h;
        if graph.is_cold() {
            self.guess_loads(arena, graph, h);
        }
        let centers = &self.bodies.centers;
        let before = arena.alloc_slice_fill_iter(graph.awake.iter().map(|&slot| centers[slot as usize]));
        let (states, drives) = self.prepare_bodies(arena, graph, h, dt);
        let locks = self.prepare_locks(arena, graph);
        let mut room = std::mem::take(&mut self.solver_room);
        let mut constraints = self.prepare_contacts(arena, &mut room, graph, states, h);
        for sub_step in 0..sub_steps {
            // Later sub-steps are warm started body by body.
            integrate_velocities(states, drives);
            if sub_step == 0 {
                constraints.warm_start(states);
            }
            constraints.push(states, inv_h, self.settings.push_speed);
            hold(states, locks);
            integrate_positions(states, h);
            constraints.relax(states, inv_h);
        }
        if constraints.bouncy {
            constraints.restore(states, self.settings.restitution_threshold);
        }
        hold(states, locks);
        let hits = self.store_impulses(arena, graph, &constraints);
        self.solver_room = room;
        let fast = self.finalize(arena, graph, states, dt);
        self.stop_fast_bodies(arena, fast);
        if graph.any_separated {
            self.separate(arena);
        }
        if self.settings.sleep {
            self.count_rest(graph, before, dt);
        }
        hits
    }
}

impl Constraints<'_> {
    fn warm_start(&mut self, states: &mut [State]) {
        for single in self.overflow.iter() {
            single.solve_fixed(states, Constraint::warm_start);
        }
        for block in self.blocks.iter() {
            let (mut a, mut b) =
                (BodyLanes::gather_velocity(states, &block.rows_a), BodyLanes::gather_velocity(states, &block.rows_b));
            block.constraint.warm_start(&mut a, &mut b);
            a.scatter(states, &block.rows_a, block.movable_a);
            b.scatter(states, &block.rows_b, block.movable_b);
        }
    }

    fn push(&mut self, states: &mut [State], inv_h: f32, push_speed: f32) {
        for single in self.overflow.iter_mut() {
            single.solve(states, |constraint, a, b| constraint.push(a, b, inv_h, push_speed));
        }
        for block in self.blocks.iter_mut() {
            block.solve(states, |constraint, a, b| constraint.push(a, b, inv_h.into(), push_speed.into()));
        }
    }

    fn relax(&mut self, states: &mut [State], inv_h: f32) {
        for single in self.overflow.iter_mut() {
            single.solve(states, |constraint, a, b| constraint.relax(a, b, inv_h));
        }
        for block in self.blocks.iter_mut() {
            block.solve(states, |constraint, a, b| constraint.relax(a, b, inv_h.into()));
        }
    }

    fn restore(&mut self, states: &mut [State], threshold: f32) {
        for single in self.overflow.iter_mut() {
            single.solve(states, |constraint, a, b| constraint.restore(a, b, threshold));
        }
        for block in self.blocks.iter_mut() {
            block.solve(states, |constraint, a, b| constraint.restore(a, b, threshold.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{assert_lane_is, block_of};
    use super::*;
    use crate::lanes::{F32x4, LANES, V2};
    use constraint::Point;
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
        constraints.warm_start(states);
        constraints.push(states, 240.0, 3.0);
        integrate_positions(states, 1.0 / 240.0);
        constraints.relax(states, 240.0);
        constraints.restore(states, 1.0);
    }

    proptest! {
        #[test]
        fn eight_at_a_time_equals_one_by_one(
            singles in (0..LANES as u32).map(single).collect::<Vec<_>>(),
            start in prop::collection::vec(state(), 3 * LANES),
        ) {
            let singles: [Single; LANES] = singles.try_into().expect("one for each lane");
            let block = block_of(&singles);
            let (mut singles, mut blocks) = (singles, [block]);
            let (mut wide, mut scalar) = (start.clone(), start);
            run(&mut Constraints { overflow: &mut [], blocks: &mut blocks, bouncy: true }, &mut wide);
            run(&mut Constraints { overflow: &mut singles, blocks: &mut [], bouncy: true }, &mut scalar);
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
