//! Colours in, velocities and poses out: soft-constraint sub-stepping, eight contacts at a time.

mod block;
mod constraint;
mod contact_lanes;
mod finalize;
mod limits;
mod passes;
mod prepare;
mod prepare_contacts;
mod rows;
mod script;
#[cfg(feature = "parallel")]
mod shared;
mod softness;
mod stage;
mod state;
mod store;
mod sub_steps;
#[cfg(test)]
mod testing;

pub(crate) use limits::{Limits, MAX_TURN};

use crate::World;
use crate::contact_graph::ContactGraph;
use crate::event::Pushed;
use block::Block;
use bumpalo::Bump;
use stage::Stage;
use sub_steps::{Constraints, SubSteps};

/// Kept from step to step, lest each allocates.
#[derive(Default)]
pub(crate) struct Room {
    /// Contacts as the solver sees them, eight at a time.
    blocks: Vec<Block>,
    /// By part and colour.
    stages: Vec<Stage>,
}

impl World {
    /// Moves everything by `dt` seconds. Comes back with the contacts that began by pushing or were hit hard.
    pub(crate) fn solve<'s>(&mut self, arena: &'s Bump, graph: &ContactGraph, dt: f32) -> &'s [Pushed] {
        let count = self.settings.sub_steps;
        let h = dt / count as f32;
        if graph.is_cold() {
            self.guess_loads(arena, graph, h);
        }
        let centers = &self.bodies.centers;
        let before = arena.alloc_slice_fill_iter(graph.awake.iter().map(|&slot| centers[slot as usize]));
        let (states, drives) = self.prepare_bodies(arena, graph, h, dt);
        let locks = self.prepare_locks(arena, graph);
        let mut room = std::mem::take(&mut self.solver_room);
        let mut constraints = self.prepare_contacts(arena, &mut room, graph, states, h);
        let (push_speed, threshold) = (self.settings.push_speed, self.settings.restitution_threshold);
        let limits = Limits::new(&self.settings, dt);
        let sub_steps = SubSteps { count, h, push_speed, threshold, limits, locks };
        sub_steps.run(arena, &mut constraints, states, drives);
        let pushed = self.store_impulses(arena, graph, &constraints);
        self.solver_room = room;
        let fast = self.finalize(arena, graph, states, dt);
        self.stop_fast_bodies(arena, &fast);
        if graph.any_separated {
            self.separate(arena);
        }
        if self.settings.sleep {
            self.count_rest(graph, before, dt);
        }
        pushed
    }
}
