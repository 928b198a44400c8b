use crate::{
    BroadPhase, Layer, ProxyId, QueryFilter,
    batch_hits::Part,
    few_sort::sort_by_row,
    region::{Area, Region},
    sieve::Sieve,
    wide_tree::{Frontier, Visits},
};

/// So many queries are answered together: enough for the processor to have other work while a node is on its way from memory,
/// few enough for all they have come to to stay in the first-level cache.
const TOGETHER: usize = 64;

/// Room for the queries that are answered together.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionRoom {
    areas: Vec<Area>,
    frontier: Frontier,
    /// By layer.
    found: [Visits; 2],
}

impl BroadPhase {
    /// What [`BroadPhase::append_region`] gives for each region of a part.
    pub(crate) fn answer_regions<R: Region>(&self, regions: &[R], filter: &QueryFilter, part: &mut Part<ProxyId>) {
        let mut room = std::mem::take(&mut part.regions);
        for first in (0..part.len()).step_by(TOGETHER) {
            room.areas.clear();
            for place in first..part.len().min(first + TOGETHER) {
                room.areas.push(regions[part.query_at(place)].area());
            }
            self.answer_together(first, filter, &mut room, part);
        }
        part.regions = room;
    }

    /// Answers the queries whose places in the order start at `first`.
    fn answer_together(&self, first: usize, filter: &QueryFilter, room: &mut RegionRoom, part: &mut Part<ProxyId>) {
        let RegionRoom { areas, frontier, found } = room;
        let (columns, sieve) = (&self.columns, Sieve::new(self, filter));
        for ((_, index), found) in self.indices(filter).zip(&mut *found) {
            found.clear();
            index.meeting_many(areas, frontier, found);
        }
        let mut found = found.each_ref().map(|found| found.iter().peekable());
        for (number, area) in areas.iter().enumerate() {
            let start = part.hits.len();
            for row in self.waiting(filter) {
                if area.meets(&columns.bounds[row].tight) {
                    part.hits.push(columns.id(row));
                }
            }
            for ((layer, _), found) in self.indices(filter).zip(&mut found) {
                // The index of the static layer holds the tight boxes themselves.
                let index_decides = layer == Layer::Static;
                while let Some((_, row)) = found.next_if(|(query, _)| *query == number) {
                    let row = row as usize;
                    if sieve.passes(row) && (index_decides || area.meets(&columns.bounds[row].tight)) {
                        part.hits.push(columns.id(row));
                    }
                }
            }
            sort_by_row(&mut part.hits[start..]);
            part.note(part.query_at(first + number), start);
        }
    }
}
