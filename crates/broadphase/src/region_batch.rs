use crate::{
    BroadPhase, Layer, ProxyId, QueryFilter,
    batch_hits::Part,
    few_sort::sort_first,
    lanes::FEW,
    region::Region,
    room::row_of,
    sieve::Sieve,
    together::{TOGETHER, Together, Trees},
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
        let mut together = std::mem::take(&mut part.together);
        let count = TOGETHER.min(part.len() - first);
        let all: [R; TOGETHER] = std::array::from_fn(|number| regions[part.query_at(first + number.min(count - 1))]);
        let regions = &all[..count];
        let probes = all.map(|region| region.probe());
        together.find(trees, &probes[..count], usize::MAX);
        let sieve = Sieve::new(self, filter);
        let all_found = match trees {
            // The index of the static layer holds the tight boxes themselves.
            [_, None] if sieve.is_open() && regions.iter().all(|region| region.area().is_found_exactly()) => {
                together.in_static()
            }
            _ => {
                self.sift(regions, filter, &sieve, &mut together);
                &together.left
            }
        };
        let start = part.hits.len();
        part.hits.extend(all_found.all().iter().map(|&entry| self.columns.id(row_of(entry) as usize)));
        let end = part.hits.len();
        part.hits.extend([ProxyId { index: 0, generation: 0 }; FEW]);
        for number in 0..count {
            let span = all_found.span(number);
            sort_first(&mut part.hits[start + span.start..], span.len());
            part.note(part.query_at(first + number), start + span.start..start + span.end);
        }
        part.hits.truncate(end);
        part.together = together;
    }

    /// Leaves what is to be reported of what was found, and adds what no index knows yet.
    fn sift<R: Region>(&self, regions: &[R], filter: &QueryFilter, sieve: &Sieve<'_>, together: &mut Together) {
        let columns = &self.columns;
        let mut left = std::mem::take(&mut together.left);
        left.reset(0);
        for (number, region) in regions.iter().enumerate() {
            let area = region.area();
            let meets = |row: u64| area.meets(&columns.bounds[row as usize].tight);
            if !self.unsettled.is_empty() {
                self.waiting(filter).for_each(|row| left.append_if(std::iter::once(row as u64), meets));
            }
            for (layer, found) in together.of(number) {
                let rows = found.iter().map(|&entry| u64::from(row_of(entry)));
                // The index of the static layer holds the tight boxes themselves.
                if layer == Layer::Static && area.is_found_exactly() {
                    left.append_if(rows, |row| sieve.passes(row as usize));
                } else {
                    left.append_if(rows, |row| sieve.passes(row as usize) & meets(row));
                }
            }
            left.end_query();
        }
        together.left = left;
    }
}
