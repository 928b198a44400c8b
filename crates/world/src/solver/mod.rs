//! Colours in, velocities and poses out: soft-constraint sub-stepping, eight contacts at a time.

mod block;
mod constraint;
mod finalize;
mod prepare;
mod state;

pub(crate) use state::FIXED_ROW;

use crate::World;
use crate::contact_graph::ContactGraph;
use crate::event::Hit;
use block::{Block, Single};
use bumpalo::Bump;
use constraint::Constraint;
use state::{BodyLanes, State, integrate_positions, integrate_velocities};

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
            self.guess_loads(arena, graph.contacts(), h);
        }
        let (states, drives) = self.prepare_bodies(arena, graph, h, dt);
        let mut constraints = self.prepare_contacts(arena, graph, states, h);
        for _ in 0..sub_steps {
            integrate_velocities(states, drives);
            constraints.warm_start(states);
            constraints.push(states, inv_h, self.settings.push_speed);
            integrate_positions(states, h);
            constraints.relax(states, inv_h);
        }
        if constraints.bouncy {
            constraints.restore(states, self.settings.restitution_threshold);
        }
        let hits = self.store_impulses(arena, graph, &constraints);
        let fast = self.finalize(arena, graph, states, dt);
        self.stop_fast_bodies(arena, fast);
        if graph.any_separated {
            self.separate(arena, graph);
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
