use crate::{
    BroadPhase, Layer, ProxyId, QueryFilter,
    batch_hits::Part,
    few_sort::sort_by_row,
    region::Region,
    sieve::Sieve,
    together::{TOGETHER, Trees},
    wide_tree::key_and_row,
};

impl BroadPhase {
    /// What [`BroadPhase::append_region`] gives for each region of a part.
    pub(crate) fn answer_regions<R: Region>(&self, regions: &[R], filter: &QueryFilter, part: &mut Part<ProxyId>) {
        let Some(trees) = self.trees(filter) else {
            part.answer_each(regions, |region, hits, _| self.append_region(&region, filter, hits));
            return;
        };
        for first in (0..part.len()).step_by(TOGETHER) {
            self.answer_together(&trees, regions, first, filter, part);
        }
    }

    /// Answers the queries whose places in the order start at `first`.
    fn answer_together<R: Region>(
        &self,
        trees: &Trees<'_>,
        regions: &[R],
        first: usize,
        filter: &QueryFilter,
        part: &mut Part<ProxyId>,
    ) {
        let (columns, sieve) = (&self.columns, Sieve::new(self, filter));
        let some_wait = !self.unsettled.is_empty();
        let count = TOGETHER.min(part.len() - first);
        let mut together = std::mem::take(&mut part.together);
        let probes: [R::Probe; TOGETHER] =
            std::array::from_fn(|number| regions[part.query_at(first + number.min(count - 1))].probe());
        together.find(trees, &probes[..count], usize::MAX);
        for number in 0..count {
            let (query, start) = (part.query_at(first + number), part.hits.len());
            let area = regions[query].area();
            if some_wait {
                let waiting = self.waiting(filter).filter(|&row| area.meets(&columns.bounds[row].tight));
                part.hits.extend(waiting.map(|row| columns.id(row)));
            }
            for (layer, found) in together.of(number) {
                // The index of the static layer holds the tight boxes themselves.
                let index_decides = layer == Layer::Static && area.is_found_exactly();
                for &entry in found {
                    let (_, row) = key_and_row(entry);
                    if sieve.passes(row) && (index_decides || area.meets(&columns.bounds[row].tight)) {
                        part.hits.push(columns.id(row));
                    }
                }
            }
            sort_by_row(&mut part.hits[start..]);
            part.note(query, start);
        }
        part.together = together;
    }
}
