//! Colours in, velocities and poses out: soft-constraint sub-stepping, eight contacts at a time.

mod block;
mod body_rows;
mod constraint;
mod contact_lanes;
mod crowd;
mod cuts;
mod driven_rows;
mod finalize;
mod limits;
#[cfg(feature = "parallel")]
mod meeting;
mod numbers;
mod passes;
mod pieces;
mod portion;
mod prepare_contacts;
mod rows;
mod script;
mod separated_rows;
mod softness;
mod stage;
mod state;
mod store;
mod sub_steps;
#[cfg(test)]
mod testing;
#[cfg(feature = "parallel")]
mod zone_rows;
#[cfg(feature = "parallel")]
mod zone_team;

pub(crate) use limits::{Limits, MAX_TURN};
#[cfg(feature = "parallel")]
pub(crate) use numbers::PLACE_BITS;
pub(crate) use state::Drive;

use crate::World;
use crate::coloring::COLORS;
use crate::column::make_room;
use crate::contact_graph::ContactGraph;
use crate::event::Pushed;
use crate::lanes::{F32x4, LANES};
use crate::meet::FastBody;
use block::Block;
use body_rows::BodyRows;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use passes::Passes;
use portion::Portion;
use softness::Springs;
use stage::Stage;
use std::collections::TryReserveError;
use sub_steps::{Constraints, SubSteps};

/// Kept from step to step, lest each allocates.
#[derive(Default)]
pub(crate) struct Room {
    pub rows: BodyRows,
    /// Contacts as the solver sees them, eight at a time.
    blocks: Vec<Block>,
    /// By group and colour.
    stages: Vec<Stage>,
    /// Those of the last step, and behind them what is left of faster ones.
    fast: Vec<FastBody>,
}

impl Room {
    /// Makes room for so many bodies and contacts.
    pub fn make_room(&mut self, bodies: usize, contacts: usize) -> Result<(), TryReserveError> {
        self.rows.make_room(bodies)?;
        // In each of the colours that are usually in use the last block may lack some.
        make_room(&mut self.blocks, contacts / LANES + contacts.min(COLORS))
    }
}

impl World {
    /// Moves everything by `dt` seconds. Comes back with the contacts that began by pushing or were hit hard.
    pub(crate) fn solve<'s>(&mut self, arena: &'s Bump, graph: &ContactGraph, dt: f32) -> &'s [Pushed] {
        let count = self.settings.sub_steps;
        let h = dt / count as f32;
        if h != self.sub_step {
            self.contacts.scale_impulses(h / self.sub_step);
            self.sub_step = h;
        }
        if graph.tally.is_cold() {
            self.guess_loads(arena, graph, h);
        }
        let Room { mut rows, mut blocks, mut stages, fast: mut fast_room } = std::mem::take(&mut self.solver_room);
        #[cfg(feature = "parallel")]
        if graph.coloring.zones() > 1 {
            rows.zone_rows.number(&graph.coloring, &rows.masses);
        }
        let separated = if rows.any_separated { self.contacts_of_separated(arena) } else { &[] };
        self.hold_back(&mut rows, separated);
        if !separated.is_empty() {
            self.yield_to_driven(arena, &mut rows, separated);
        }
        let share = self.shoves.begin(dt) / count as f32;
        for (row, [x, y, angular]) in self.shoves.drain(&self.bodies) {
            rows.drives[row as usize].push += F32x4::new([x * share, y * share, angular * share, 0.0]);
        }
        let (push_speed, threshold) = (self.settings.push_speed, self.settings.restitution_threshold);
        let springs = Springs::new(&self.settings, h);
        let passes = Passes { h, push_speed, springs, threshold, limits: Limits::new(&self.settings, dt) };
        let sub_steps = SubSteps { count, passes, restitution: graph.tally.restitution };
        let mut pushed = ArenaVec::new_in(arena);
        let pieces = pieces::cut(arena, &graph.coloring, &rows);
        if pieces.is_empty() {
            let batches = graph.coloring.batches(arena);
            let portion = Portion { batches, overflow: &graph.coloring.overflow };
            let rows_and_numbers = (&rows, rows.numbers(graph.coloring.zones()));
            let mut constraints =
                self.prepare_contacts(arena, (&mut blocks, &mut stages), &portion, rows_and_numbers, h);
            sub_steps.run(arena, &mut constraints, &mut rows);
            self.store_impulses(&portion, &constraints, &springs, &mut pushed);
        } else {
            self.solve_pieces(arena, pieces, &sub_steps, (&mut rows, &mut blocks, &mut stages), &mut pushed);
        }
        if rows.any_separated {
            sub_steps.move_separated(self, arena, &mut rows, graph.awake);
            self.press_crowds(arena, &mut rows, separated, dt);
        }
        let fast = self.finalize(arena, graph, (&rows.states, &mut fast_room), rows.any_separated, dt);
        self.stop_fast_bodies(arena, &fast, &rows.drives);
        if rows.any_separated {
            self.separate(arena, separated, &rows.before);
            self.note_paces(graph.awake, &rows.before, dt);
        }
        self.sense_fast(arena, &fast, dt);
        if self.settings.sleep {
            self.count_rest(graph, &rows.before, dt);
        }
        self.solver_room = Room { rows, blocks, stages, fast: fast_room };
        pushed.into_bump_slice()
    }
}
