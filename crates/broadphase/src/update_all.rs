use crate::{
    BroadPhase, BroadPhaseError, Change,
    columns::{Bounds, Flags},
    parallel,
};
use geom::BoundingCircle;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Fewer rows than this are not worth another thread.
const LEAST_PART: usize = 512;

/// For fewer rows than this it is not worth going to where other threads can be asked.
const LEAST_IN_POOL: usize = 8192;

/// What an update of all rows keeps for its room, by part of the rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowPart {
    /// Rows that have become unsettled.
    changed: Vec<u32>,
    /// Of the first row whose bounds are none.
    error: Option<BroadPhaseError>,
}

impl RowPart {
    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.changed.capacity() * size_of::<u32>()
    }
}

impl BroadPhase {
    /// [`change`](BroadPhase::change) for all proxies of the moving layer: `changes` tells what becomes of each, given what the
    /// caller stored with it, or nothing for those that stay as they are. With the feature `parallel` threads share the rows.
    ///
    /// # Errors
    /// As of [`change`](BroadPhase::change), of the lowest row for which `changes` tells such. All rows for which it does stay as
    /// they are, and all others are updated: to look at everything before anything is written would take asking twice.
    ///
    /// # Panics
    /// When `changes` does; rows that were updated by then stay updated.
    pub fn update_all(&mut self, changes: impl Fn(u64) -> Option<Change> + Sync) -> Result<(), BroadPhaseError> {
        parallel::in_pool(self.columns.rows(), LEAST_IN_POOL, || self.update_rows(&changes))
    }

    fn update_rows(&mut self, changes: &(impl Fn(u64) -> Option<Change> + Sync)) -> Result<(), BroadPhaseError> {
        let rows = self.columns.rows();
        let count = parallel::parts(rows, LEAST_PART);
        if self.row_parts.len() < count {
            self.row_parts.resize_with(count, RowPart::default);
        }
        // What is unsettled is dirty: of those that become so it need not be asked as long as both are as many.
        let are_alike = self.dirty.grows_with(&self.unsettled);
        let marks = if are_alike { Flags::UNSETTLED.and(Flags::DIRTY) } else { Flags::UNSETTLED };
        let (settings, columns) = (&self.settings, &mut self.columns);
        let user_data = &columns.user_data;
        let parts = &mut self.row_parts[..count];
        let each = |first: usize,
                    boxes: &mut [Bounds],
                    circles: &mut [BoundingCircle],
                    flags: &mut [Flags],
                    part: &mut RowPart| {
            for (row, ((its, its_circle), flags)) in (first..).zip(boxes.iter_mut().zip(circles).zip(flags)) {
                if !flags.has_all(Flags::ALIVE.and(Flags::MOVING)) {
                    continue;
                }
                let Some(change) = changes(user_data[row]) else { continue };
                match change.make(settings, true, its, its_circle) {
                    Ok(true) if !flags.has(Flags::UNSETTLED) => {
                        *flags = flags.and(marks);
                        part.changed.push(row as u32);
                    }
                    Ok(_) => {}
                    Err(error) => drop(part.error.get_or_insert(error)),
                }
            }
        };
        for part in parts.iter_mut() {
            part.changed.clear();
            // As many as there could be, lest a busy step allocates.
            part.changed.reserve(rows.div_ceil(count));
            part.error = None;
        }
        // What was updated before a panic of the caller's has to be told the index all the same.
        let (bounds, circles, flags) = (&mut columns.bounds, &mut columns.circles, &mut columns.flags);
        let update = || parallel::for_each_chunk(bounds, circles, flags, parts, each);
        let outcome = catch_unwind(AssertUnwindSafe(update));
        let mut first_error = None;
        for RowPart { changed, error } in &mut self.row_parts[..count] {
            self.unsettled.add(changed.iter().copied(), rows);
            if are_alike {
                self.dirty.add(changed.iter().copied(), rows);
            } else {
                changed.iter().for_each(|&row| self.dirty.mark(row as usize, &mut self.columns.flags));
            }
            first_error = first_error.or(error.take());
        }
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
        first_error.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Layer, Proxy, QueryFilter, brute_force};
    use geom::{Aabb, Vec2};

    fn at(x: f32) -> (Aabb, BoundingCircle) {
        let circle = BoundingCircle::new(Vec2::new(x, 0.0), 1.0);
        (circle.aabb(), circle)
    }

    /// Many proxies in a row, each the third one static, some removed.
    fn filled() -> BroadPhase {
        let mut broad_phase = BroadPhase::new();
        let mut ids = Vec::new();
        for number in 0..3000u16 {
            let (aabb, circle) = at(f32::from(number));
            let layer = if number % 3 == 0 { Layer::Static } else { Layer::Moving };
            let proxy = Proxy { aabb, circle, layer, user_data: u64::from(number), ..Proxy::default() };
            ids.push(broad_phase.insert(&proxy).expect("valid"));
        }
        ids.iter().step_by(7).for_each(|&id| broad_phase.remove(id).expect("alive"));
        broad_phase.update_pairs();
        broad_phase
    }

    /// Where a proxy is next: some stay, some move within their fat boxes, some leave them, some take in more.
    fn next(number: u64) -> Option<Change> {
        let way = match number % 5 {
            0 => return None,
            1 => 0.01,
            2 => 0.3,
            _ => 20.0,
        };
        let (aabb, circle) = at(number as f32 + way);
        Some(match number % 4 {
            0 => Change::Stretch { least: Vec2::new(-way, 0.0), most: Vec2::ZERO },
            1 => Change::Through(aabb, circle),
            _ => Change::To(aabb, circle),
        })
    }

    #[test]
    fn all_at_once_is_one_by_one() {
        let (mut all, mut one_by_one) = (filled(), filled());
        all.update_all(next).expect("valid");
        for id in one_by_one.ids().collect::<Vec<_>>() {
            let proxy = one_by_one.get(id).expect("alive");
            if let (Layer::Moving, Some(change)) = (proxy.layer, next(proxy.user_data)) {
                one_by_one.change(id, change).expect("valid");
            }
        }
        for id in one_by_one.ids() {
            assert_eq!((all.get(id), all.fat_aabb(id)), (one_by_one.get(id), one_by_one.fat_aabb(id)));
        }
        assert!(!one_by_one.update_pairs().begun.is_empty());
        all.update_pairs();
        assert_eq!((all.begun(), all.ended()), (one_by_one.begun(), one_by_one.ended()));
    }

    /// A refresh between settles what stays dirty: what becomes unsettled then need not become dirty, too.
    #[test]
    fn what_is_dirty_but_settled_is_updated_once() {
        for (step, others) in [(50, 49), (50, 3), (3, 50)] {
            let mut broad_phase = filled();
            let moves = |step: u64, way: f32| {
                move |number: u64| {
                    let (aabb, circle) = at(number as f32 + way);
                    number.is_multiple_of(step).then_some(Change::To(aabb, circle))
                }
            };
            broad_phase.update_all(moves(step, 20.0)).expect("valid");
            broad_phase.refresh();
            broad_phase.update_all(moves(step, 40.0)).expect("valid");
            broad_phase.update_all(moves(others, 30.0)).expect("valid");
            broad_phase.update_pairs();
            assert!(broad_phase.pairs() == brute_force::pairs(&brute_force::entries(&broad_phase)), "{step} {others}");
            assert!(broad_phase.update_pairs().begun.is_empty());
        }
    }

    #[test]
    fn what_moved_before_a_panic_is_found_where_it_is() {
        let mut broad_phase = filled();
        let panics_late = |number| {
            assert_ne!(number, 2500);
            next(number)
        };
        let update = AssertUnwindSafe(|| broad_phase.update_all(panics_late));
        assert!(catch_unwind(update).is_err());
        broad_phase.update_pairs();
        let entries = brute_force::entries(&broad_phase);
        assert!(broad_phase.pairs() == brute_force::pairs(&entries));
        let (filter, mut hits) = (QueryFilter::ALL, Vec::new());
        for x in 0..300u16 {
            let point = Vec2::new(f32::from(x * 10), 0.0);
            broad_phase.query_point(point, &filter, &mut hits).expect("valid");
            assert_eq!(hits, brute_force::query_point(&entries, point, &filter));
        }
    }

    #[test]
    fn bad_bounds_are_told_and_all_others_updated() {
        let mut broad_phase = filled();
        let before: Vec<_> = broad_phase.ids().map(|id| broad_phase.get(id)).collect();
        let bad = |number: u64| match number {
            1000 => Some(Change::To(Aabb::new(Vec2::ONE, Vec2::ZERO), at(0.0).1)),
            2000 => Some(Change::To(at(0.0).0, BoundingCircle::new(Vec2::NAN, 1.0))),
            _ => next(number),
        };
        let error = broad_phase.update_all(bad).expect_err("two are bad");
        assert!(matches!(error, BroadPhaseError::InvalidAabb { .. }), "{error}");
        for (id, before) in broad_phase.ids().zip(before) {
            let (now, before) = (broad_phase.get(id).expect("alive"), before.expect("alive"));
            let is_updated = before.layer == Layer::Moving && ![1000, 2000].contains(&now.user_data);
            let expected = match next(now.user_data).filter(|_| is_updated) {
                Some(Change::To(aabb, circle) | Change::Through(aabb, circle)) => (aabb, circle),
                Some(Change::Stretch { least, .. }) => {
                    (Aabb::new(before.aabb.min + least, before.aabb.max), before.circle)
                }
                None => (before.aabb, before.circle),
            };
            assert_eq!((now.aabb, now.circle), expected, "{}", now.user_data);
        }
    }
}
