//! Colours in, velocities and poses out: soft-constraint sub-stepping, eight contacts at a time.

mod block;
mod body_rows;
mod constraint;
mod contact_lanes;
mod crowd;
mod cuts;
mod divide;
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
mod share_pieces;
mod softness;
mod solve_pieces;
mod stage;
mod state;
mod store;
mod sub_steps;
#[cfg(test)]
mod testing;
mod workspace;
#[cfg(feature = "parallel")]
mod zone_rows;
#[cfg(feature = "parallel")]
mod zone_team;

pub(crate) use limits::{Limits, MAX_TURN};
#[cfg(feature = "parallel")]
pub(crate) use numbers::PLACE_BITS;
pub(crate) use pieces::{Piece, SharedCuts};
pub(crate) use portion::InUse;
pub(crate) use state::Drive;

use crate::contact_graph::ContactGraph;
use crate::event::Pushed;
use crate::lanes::F32x4;
use crate::meet::FastBody;
use crate::{World, parallel};
use body_rows::BodyRows;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use passes::Passes;
use portion::Portion;
use prepare_contacts::PreparedRows;
use script::script;
use softness::Springs;
use std::collections::TryReserveError;
use sub_steps::{Constraints, SubSteps};
use workspace::Workspaces;

/// Kept from step to step, lest each allocates.
#[derive(Default)]
pub(crate) struct Room {
    pub rows: BodyRows,
    /// Between which rows no contact went the last time that was asked.
    pub cuts: Vec<u32>,
    spaces: Workspaces,
    /// Those of the last step, and behind them what is left of faster ones.
    fast: Vec<FastBody>,
}

impl Room {
    /// Makes room for so many bodies and contacts.
    pub fn make_room(&mut self, bodies: usize, contacts: usize) -> Result<(), TryReserveError> {
        self.rows.make_room(bodies)?;
        self.spaces.make_room(contacts)
    }
}

impl World {
    /// Moves everything by `dt` seconds. Comes back with the contacts that began by pushing or were hit hard, and with what colours
    /// were in use.
    pub(crate) fn solve<'s>(&mut self, arena: &'s Bump, graph: &ContactGraph, dt: f32) -> (&'s [Pushed], InUse) {
        let count = self.settings.sub_steps;
        let h = dt / count as f32;
        if h != self.sub_step {
            self.contacts.scale_impulses(h / self.sub_step);
            self.sub_step = h;
        }
        if graph.tally.is_cold() {
            self.guess_loads(arena, graph, h);
        }
        let Room { mut rows, mut cuts, mut spaces, fast: mut fast_room } = std::mem::take(&mut self.solver_room);
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
        let mut pushed = ArenaVec::new_in(arena);
        let mut pieces = graph.pieces;
        if parallel::threads() == 1 && (!cuts.is_empty() || Piece::is_asked(self.report.step)) {
            pieces = pieces::of_colored(arena, &graph.coloring, &rows, &mut cuts).unwrap_or_default();
            if pieces.is_empty() {
                cuts.clear();
            }
        }
        let portion = Portion::of(arena, &graph.coloring);
        let mut in_use = InUse::of(&portion);
        // Of what is coloured piece by piece it is not known yet.
        let colors = if graph.pieces.is_empty() { in_use.colors } else { u32::MAX };
        let script = script(arena, count, graph.tally.restitution, colors);
        let sub_steps = SubSteps { count, passes, script };
        if pieces.is_empty() {
            let BodyRows { states, drives, masses, .. } = &rows;
            let prepared = PreparedRows { states, drives, masses, numbers: rows.numbers(graph.coloring.zones()) };
            let places = portion.is_worth_sharing().then_some(&self.graph_room.places);
            let room = &mut spaces.own().contacts;
            let mut constraints = self.prepare_contacts(arena, room, &portion, prepared, (h, places));
            sub_steps.run(arena, &mut constraints, &mut rows);
            self.store_impulses(&portion, &constraints, &springs, &mut pushed);
        } else {
            in_use = self.solve_pieces(arena, pieces, (&sub_steps, &mut spaces), &mut rows, &mut pushed);
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
        self.solver_room = Room { rows, cuts, spaces, fast: fast_room };
        (pushed.into_bump_slice(), in_use)
    }
}
