use crate::{
    BroadPhase, Layer, ProxyId, QueryFilter,
    batch_hits::Part,
    few_sort::sort_by_row,
    lanes::{FEW, LANES},
    region::Region,
    room::row_of,
    row_lists::{self, RowLists},
    sieve::Sieve,
    together::{TOGETHER, Together, Trees},
    wide_tree::Found,
};
use std::ops::Range;

impl BroadPhase {
    /// What [`BroadPhase::append_region`] gives for each region of a part.
    pub(crate) fn answer_regions<R: Region>(&self, regions: &[R], filter: &QueryFilter, part: &mut Part<ProxyId>) {
        let Some(trees) = self.trees(filter) else {
            part.answer_each(regions, |region, hits, _| self.append_region(&region, filter, hits));
            return;
        };
        let sieve = Sieve::of_many(self, filter);
        for first in (0..part.len()).step_by(TOGETHER) {
            self.answer_together(&trees, regions, first, (filter, &sieve), part);
        }
    }

    /// Answers the queries whose places in the order start at `first`.
    fn answer_together<R: Region>(
        &self,
        trees: &Trees<'_>,
        regions: &[R],
        first: usize,
        (filter, sieve): (&QueryFilter, &Sieve<'_>),
        part: &mut Part<ProxyId>,
    ) {
        let mut together = std::mem::take(&mut part.together);
        let count = TOGETHER.min(part.len() - first);
        let all: [R; TOGETHER] = std::array::from_fn(|number| regions[part.query_at(first + number.min(count - 1))]);
        let regions = &all[..count];
        let probes: [R::Probe; TOGETHER] = std::array::from_fn(|number| all[number].probe());
        together.find(trees, &probes[..count], usize::MAX);
        // The index of the static layer holds the tight boxes themselves.
        let boxes_decide =
            trees[Layer::Moving as usize].is_none() && regions.iter().all(|region| region.area().is_found_exactly());
        let all_found = match sieve.seen_rules() {
            _ if boxes_decide && sieve.is_open() => together.in_static(),
            Some(seen) if boxes_decide => together.keep_in_static(|row| self.columns.rules.is_among(row, seen)),
            _ => {
                self.sift(regions, filter, sieve, &mut together);
                &together.left
            }
        };
        self.report(all_found, first, count, part);
        part.together = together;
    }

    /// Appends the ids of what the queries whose places in the order start at `first` came to, so many, each one's ascending.
    fn report(&self, all_found: &Found, first: usize, count: usize, part: &mut Part<ProxyId>) {
        let (start, total) = (part.hits.len(), all_found.all().len());
        // Few of a query are written whether they are there or not, and overwritten by the next one's.
        part.hits.resize(start + total + FEW, ProxyId { index: 0, generation: 0 });
        for number in 0..count {
            let span = all_found.span(number);
            part.note(part.query_at(first + number), start + span.start..start + span.end);
        }
        let hits = &mut part.hits[start..];
        for eight in (0..count).step_by(LANES) {
            let spans: [_; LANES] = std::array::from_fn(|lane| all_found.span((eight + lane).min(count - 1)));
            let lens = spans.each_ref().map(Range::len);
            if lens.iter().all(|&len| len <= 1) {
                self.write_ids(all_found, spans[0].start..spans[LANES - 1].end, hits);
                continue;
            }
            let lists = spans.each_ref().map(|span| all_found.few_from(span.start));
            let sorted = (self.columns.rows() <= row_lists::MOST_ROWS).then(|| RowLists::sorted(&lists, &lens));
            for (lane, span) in spans.into_iter().enumerate().take(count - eight) {
                match (&sorted, hits[span.start..].first_chunk_mut::<FEW>()) {
                    (Some(sorted), Some(hits)) if span.len() <= FEW => {
                        let mut write = |place: usize| hits[place] = self.columns.id(sorted.row(lane, place));
                        (0..FEW / 2).for_each(&mut write);
                        if span.len() > FEW / 2 {
                            (FEW / 2..FEW).for_each(&mut write);
                        }
                    }
                    _ => {
                        self.write_ids(all_found, span.clone(), hits);
                        sort_by_row(&mut hits[span]);
                    }
                }
            }
        }
        part.hits.truncate(start + total);
    }

    /// Writes the ids of what is found in this span of all to the same span of the hits.
    #[inline]
    fn write_ids(&self, all_found: &Found, span: Range<usize>, hits: &mut [ProxyId]) {
        for (hit, &entry) in hits[span.clone()].iter_mut().zip(&all_found.all()[span]) {
            *hit = self.columns.id(row_of(entry) as usize);
        }
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
                match (layer == Layer::Static && area.is_found_exactly(), sieve.seen_rules()) {
                    (true, Some(seen)) => left.append_if(rows, |row| columns.rules.is_among(row as usize, seen)),
                    (true, None) => left.append_if(rows, |row| sieve.passes(row as usize)),
                    (false, _) => left.append_if(rows, |row| sieve.passes(row as usize) & meets(row)),
                }
            }
            left.end_query();
        }
        together.left = left;
    }
}
