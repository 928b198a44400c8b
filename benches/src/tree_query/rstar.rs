//! rstar, bulk loaded: boxes, points, circles and nearest neighbours. It has no casts.

use super::{OneByOne, Question, TreeQueryWorkload, TreeScene, TreeTask};
use geom::{Aabb, Vec2};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use std::ops::ControlFlow;

type Item = GeomWithData<Rectangle<[f32; 2]>, u32>;

/// A bulk loaded tree.
#[must_use]
pub fn tree(boxes: &[Aabb]) -> RTree<Item> {
    let corners = |aabb: &Aabb| Rectangle::from_corners(aabb.min.to_array(), aabb.max.to_array());
    RTree::bulk_load(boxes.iter().zip(0..).map(|(aabb, index)| Item::new(corners(aabb), index)).collect())
}

/// Whether it has an answer to the question.
#[must_use]
pub const fn answers(question: Question) -> bool {
    matches!(question, Question::Overlap(_) | Question::Point | Question::Circle(_) | Question::Nearest(_))
}

/// All but casts.
#[must_use]
pub fn task(scene: &TreeScene, workload: &TreeQueryWorkload) -> Option<Box<dyn TreeTask>> {
    let tree = tree(&scene.boxes);
    let queries = workload.len();
    let (categories, mask, asked) = (scene.categories.clone(), workload.mask, workload.asked.clone());
    let sees = move |item: &Item| categories[item.data as usize] & mask != 0;
    let at = move |query: usize| asked[query].origin.to_array();
    Some(match workload.question {
        Question::Overlap(half) => Box::new(OneByOne::new("rstar", queries, move |query, hits| {
            let aabb = Aabb::from_center_half(Vec2::from_array(at(query)), Vec2::splat(half));
            let envelope = AABB::from_corners(aabb.min.to_array(), aabb.max.to_array());
            let _: ControlFlow<()> = tree.locate_in_envelope_intersecting_int(envelope, |item| {
                if sees(item) {
                    hits.push((item.data, 0.0));
                }
                ControlFlow::Continue(())
            });
        })),
        Question::Point => Box::new(OneByOne::new("rstar", queries, move |query, hits| {
            let found = tree.locate_all_at_point(at(query)).filter(|item| sees(item));
            hits.extend(found.map(|item| (item.data, 0.0)));
        })),
        Question::Circle(radius) => Box::new(OneByOne::new("rstar", queries, move |query, hits| {
            let found = tree.locate_within_distance(at(query), radius * radius).filter(|item| sees(item));
            hits.extend(found.map(|item| (item.data, 0.0)));
        })),
        Question::Nearest(k) => Box::new(OneByOne::new("rstar", queries, move |query, hits| {
            let found = tree.nearest_neighbor_iter(at(query)).filter(|item| sees(item)).take(k);
            hits.extend(found.map(|item| (item.data, 0.0)));
        })),
        _ => return None,
    })
}
