//! What fat boxes and pairs promise, whatever the numbers are.

use broadphase::{BroadPhase, MARGIN_FRACTION, Move, Pair, Proxy, ProxyId, QueryFilter, Settings};
use geom::{Aabb, BoundingCircle, Vec2};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
    let aabb = (-20.0f32..20.0, -20.0f32..20.0, 0.0f32..3.0, 0.0f32..3.0)
        .prop_map(|(x, y, width, height)| Aabb::new(Vec2::new(x, y), Vec2::new(x + width, y + height)));
    prop::collection::vec(aabb, 1..120)
}

fn insert(broad_phase: &mut BroadPhase, aabb: Aabb, user_data: u64) -> ProxyId {
    let circle = circle(&aabb);
    broad_phase.insert(&Proxy { aabb, circle, user_data, ..Proxy::default() }).expect("valid")
}

fn circle(aabb: &Aabb) -> BoundingCircle {
    BoundingCircle::new(aabb.center(), aabb.half_extents().length())
}

fn with_margin(margin: f32) -> BroadPhase {
    BroadPhase::with_settings(Settings { margin, ..Settings::default() }).expect("a margin")
}

fn moved(aabb: &Aabb, by: Vec2) -> Aabb {
    Aabb::new(aabb.min + by, aabb.max + by)
}

/// The pairs by what the caller stored, the lower first.
fn pairs(broad_phase: &mut BroadPhase) -> Vec<(u64, u64)> {
    broad_phase.update_pairs();
    let user_data = broad_phase.user_data_column().to_vec();
    let stored = |pair: &Pair| {
        let (a, b) = (user_data[pair.a()], user_data[pair.b()]);
        (a.min(b), a.max(b))
    };
    let mut pairs: Vec<_> = broad_phase.pairs().iter().map(stored).collect();
    pairs.sort_unstable();
    pairs
}

/// The list of pairs as it comes.
fn raw_pairs(broad_phase: &mut BroadPhase) -> Vec<(usize, usize)> {
    broad_phase.update_pairs();
    broad_phase.pairs().iter().map(|pair| (pair.a(), pair.b())).collect()
}

/// The pairs of numbers as pairs of rows, in order, the lower row first; `numbers` are by row.
fn by_rows(pairs: &[(u64, u64)], numbers: &[usize]) -> Vec<(usize, usize)> {
    let row = |number: u64| numbers.iter().position(|&other| other as u64 == number).expect("each has a row");
    let of_rows = |&(a, b): &(u64, u64)| (row(a).min(row(b)), row(a).max(row(b)));
    let mut pairs: Vec<_> = pairs.iter().map(of_rows).collect();
    pairs.sort_unstable();
    pairs
}

proptest! {
    #[test]
    fn without_a_margin_fat_boxes_are_the_tight_ones(boxes in boxes(), x in -1.0f32..1.0, y in -1.0f32..1.0) {
        let mut broad_phase = with_margin(0.0);
        for aabb in &boxes {
            let id = insert(&mut broad_phase, *aabb, 0);
            prop_assert_eq!(broad_phase.fat_aabb(id), Some(*aabb));
            let after = moved(aabb, Vec2::new(x, y));
            broad_phase.update(id, &after, &circle(&after)).expect("valid");
            prop_assert_eq!(broad_phase.fat_aabb(id), Some(after));
        }
    }

    #[test]
    fn fat_boxes_of_what_keeps_its_size_reach_the_margin_when_made_and_twice_as_far_at_most(
        boxes in boxes(), margin in 0.0f32..0.5, x in -0.4f32..0.4, y in -0.4f32..0.4,
    ) {
        let mut broad_phase = with_margin(margin);
        for aabb in &boxes {
            let id = insert(&mut broad_phase, *aabb, 0);
            let margin = margin.min(MARGIN_FRACTION * 2.0 * aabb.half_extents().max_element());
            prop_assert_eq!(broad_phase.fat_aabb(id), Some(aabb.enlarged(margin)));
            let after = moved(aabb, Vec2::new(x, y));
            broad_phase.update(id, &after, &circle(&after)).expect("valid");
            let fat = broad_phase.fat_aabb(id).expect("it is there");
            // Sides are rounded to a few millionths at twenty metres.
            prop_assert!(fat.contains(&after) && after.enlarged(2.0 * margin + 1e-5).contains(&fat));
        }
    }

    /// Whether it is told alone or with others.
    #[test]
    fn fat_boxes_of_what_leaves_them_reach_two_steps_ahead(
        boxes in boxes(), margin in 0.0f32..0.5, x in -3.0f32..3.0, y in -3.0f32..3.0,
    ) {
        let (mut alone, mut together) = (with_margin(margin), with_margin(margin));
        let displacement = Vec2::new(x, y);
        let mut moves = Vec::new();
        for aabb in &boxes {
            let id = insert(&mut alone, *aabb, 0);
            insert(&mut together, *aabb, 0);
            let after = moved(aabb, Vec2::new(4.0, -4.0));
            alone.update_moving(id, &after, &circle(&after), displacement).expect("valid");
            moves.push(Move { id, aabb: after, circle: circle(&after), displacement });
            let (ahead, fat) = (moved(&after, 2.0 * displacement), alone.fat_aabb(id).expect("it is there"));
            let margin = margin.min(MARGIN_FRACTION * 2.0 * after.half_extents().max_element());
            let expected = after.union(&ahead).enlarged(margin);
            prop_assert!(fat.enlarged(2e-5).contains(&expected) && expected.enlarged(2e-5).contains(&fat));
        }
        together.update_batch(&moves).expect("valid");
        prop_assert!(moves.iter().all(|it| together.fat_aabb(it.id) == alone.fat_aabb(it.id)));
    }

    #[test]
    fn what_moved_is_visited_in_one_order_whichever_was_moved_first_once_that_is_put_in_order(
        (boxes, order) in boxes().prop_flat_map(|boxes| {
            let order: Vec<usize> = (0..boxes.len()).collect();
            (Just(boxes), Just(order).prop_shuffle())
        }),
    ) {
        let visited = |order: &[usize]| {
            let mut broad_phase = BroadPhase::new();
            let ids: Vec<_> = boxes.iter().map(|aabb| insert(&mut broad_phase, *aabb, 0)).collect();
            broad_phase.update_pairs();
            for &number in order {
                let aabb = moved(&boxes[number], Vec2::new(7.0, -3.0));
                broad_phase.update(ids[number], &aabb, &circle(&aabb)).expect("valid");
            }
            broad_phase.order_moved();
            let (everywhere, mut visited) = (Aabb::from_center_half(Vec2::ZERO, Vec2::splat(50.0)), Vec::new());
            let visitor = |id| {
                visited.push(id);
                ControlFlow::Continue(())
            };
            let _ = broad_phase.visit_aabb(&everywhere, &QueryFilter::ALL, visitor).expect("valid");
            visited
        };
        let ascending: Vec<usize> = (0..boxes.len()).collect();
        let found = visited(&order);
        prop_assert_eq!(found.len(), boxes.len());
        prop_assert_eq!(found, visited(&ascending));
    }

    #[test]
    fn pairs_are_the_same_in_whatever_order_proxies_come(
        (boxes, order) in boxes().prop_flat_map(|boxes| {
            let order: Vec<usize> = (0..boxes.len()).collect();
            (Just(boxes), Just(order).prop_shuffle())
        }),
    ) {
        let (mut ascending, mut shuffled) = (BroadPhase::new(), BroadPhase::new());
        let ids: Vec<_> = (0..).zip(&boxes).map(|(number, aabb)| insert(&mut ascending, *aabb, number)).collect();
        let mut shuffled_ids = ids.clone();
        for &number in &order {
            shuffled_ids[number] = insert(&mut shuffled, boxes[number], number as u64);
        }
        prop_assert_eq!(pairs(&mut ascending), pairs(&mut shuffled));
        // And when a third of them moved, in the one order and the other.
        let mut movers: Vec<usize> = order.into_iter().step_by(3).collect();
        for (broad_phase, ids) in [(&mut shuffled, &shuffled_ids), (&mut ascending, &ids)] {
            for &number in &movers {
                let aabb = moved(&boxes[number], Vec2::new(0.7, -0.3));
                broad_phase.update(ids[number], &aabb, &circle(&aabb)).expect("valid");
            }
            movers.sort_unstable();
        }
        prop_assert_eq!(pairs(&mut ascending), pairs(&mut shuffled));
    }

    #[test]
    fn rows_go_by_the_order_of_insertion_and_of_removal_and_pairs_by_rows(
        (boxes, order) in boxes().prop_flat_map(|boxes| {
            let order: Vec<usize> = (0..boxes.len()).collect();
            (Just(boxes), Just(order).prop_shuffle())
        }),
    ) {
        let mut ascending = BroadPhase::new();
        (0..).zip(&boxes).for_each(|(number, aabb)| {
            insert(&mut ascending, *aabb, number);
        });
        let expected = pairs(&mut ascending);

        let mut broad_phase = BroadPhase::new();
        let mut ids: Vec<ProxyId> = Vec::new();
        for (row, &number) in order.iter().enumerate() {
            ids.push(insert(&mut broad_phase, boxes[number], number as u64));
            prop_assert_eq!(ids[row].index(), row);
        }
        prop_assert_eq!(raw_pairs(&mut broad_phase), by_rows(&expected, &order));
        // Rows are free again after two updates, and then given out as they were given up.
        let gone: Vec<usize> = (0..order.len()).rev().step_by(3).collect();
        gone.iter().for_each(|&row| broad_phase.remove(ids[row]).expect("alive"));
        broad_phase.update_pairs();
        broad_phase.update_pairs();
        let mut numbers = order.clone();
        for (&row, &last) in gone.iter().zip(gone.iter().rev()) {
            numbers[row] = order[last];
            prop_assert_eq!(insert(&mut broad_phase, boxes[order[last]], order[last] as u64).index(), row);
        }
        prop_assert_eq!(raw_pairs(&mut broad_phase), by_rows(&expected, &numbers));
        // What no update has seen gives its row up at once, and the last is the next.
        let rows = order.len();
        let [a, b] = [0, 1].map(|_| insert(&mut broad_phase, boxes[0], 0));
        prop_assert_eq!([a.index(), b.index()], [rows, rows + 1]);
        [a, b].into_iter().for_each(|id| broad_phase.remove(id).expect("alive"));
        let again = [0, 1, 2].map(|_| insert(&mut broad_phase, boxes[0], 0).index());
        prop_assert_eq!(again, [rows + 1, rows, rows + 2]);
    }
}
