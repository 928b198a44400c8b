use crate::coloring::Link;
use crate::contact_graph::{ContactGraph, centers};
use crate::solver::{Piece, Room, SharedCuts};
#[cfg(feature = "parallel")]
use crate::zone_layout::ZoneLayout;
#[cfg(not(feature = "parallel"))]
use crate::zones::Zones;
use crate::{World, parallel};
use bumpalo::Bump;

impl World {
    /// Adds candidates whose links are known to the graph and fills the solver's rows, on several threads.
    pub(crate) fn color_shared<'s>(&mut self, arena: &'s Bump, graph: &mut ContactGraph<'s>, dt: f32) {
        if self.find_pieces(arena, graph, dt) {
            return;
        }
        let ContactGraph { awake, candidates, coloring, .. } = graph;
        let (awake, candidates) = (*awake, *candidates);
        let (links, contacts, events) = (&self.graph_room.links, &self.contacts.slots, &mut self.events);
        let Room { rows, cuts, .. } = &mut self.solver_room;
        #[cfg(feature = "parallel")]
        let layout = ZoneLayout {
            centers: &self.bodies.centers,
            masses: &self.bodies.masses,
            awake,
            candidates,
            links,
            manifolds: graph.tally.manifolds,
            common: rows.common,
        };
        // Who colours is done by one thread: what comes next begins.
        let color = || {
            #[cfg(feature = "parallel")]
            let zones = layout.zones();
            #[cfg(not(feature = "parallel"))]
            let zones = Zones::ONE;
            coloring.begin(&zones, centers(&self.bodies, awake), candidates.len());
            for &index in candidates {
                let link = links[index as usize];
                if link.noted.is_some() {
                    events.note(&contacts[index as usize], link.noted);
                }
                coloring.add(index, link);
            }
        };
        parallel::both(color, || {
            rows.prepare(&self.bodies, &self.settings, awake, dt);
            if Piece::is_asked(self.report.step) {
                SharedCuts { candidates, links, rows: awake.len() + 1, common: rows.common }.find(cuts);
            }
        });
    }

    /// Finds the pieces of a world that fell apart when that was asked last, and fills the solver's rows, on several threads; tells
    /// whether there are pieces still. Their contacts are coloured when they are solved, which is when their threads have them.
    fn find_pieces<'s>(&mut self, arena: &'s Bump, graph: &mut ContactGraph<'s>, dt: f32) -> bool {
        let Room { rows, cuts, .. } = &mut self.solver_room;
        // Who guesses loads looks at all contacts with their colours.
        if cuts.is_empty() || graph.tally.is_cold() {
            return false;
        }
        let ContactGraph { awake, candidates, .. } = *graph;
        let links = &self.graph_room.links;
        let shared = SharedCuts { candidates, links, rows: awake.len() + 1, common: rows.common };
        parallel::both(|| shared.find(cuts), || rows.prepare(&self.bodies, &self.settings, awake, dt));
        let Some(pieces) = shared.pieces(arena, cuts) else {
            cuts.clear();
            return false;
        };
        graph.pieces = pieces;
        graph.coloring.clear();
        for &index in candidates {
            let Link { noted, .. } = links[index as usize];
            if noted.is_some() {
                self.events.note(&self.contacts.slots[index as usize], noted);
            }
        }
        true
    }
}
