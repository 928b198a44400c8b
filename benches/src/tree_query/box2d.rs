//! Box2D's dynamic tree, filled one by one and then rebuilt as a whole, which its worlds never do for what stands still, nor
//! its benchmark `tree_cast`.

use super::workload::{clipped_entry, disc_entry, ray_entry};
use super::{Closest, OneByOne, Question, TreeQueryWorkload, TreeScene, TreeTask};
use crate::box2d::tree::Tree;
use geom::{Aabb, Vec2};

/// The boxes, inserted one by one.
#[must_use]
pub fn tree(boxes: &[Aabb], categories: &[u64]) -> Tree {
    let mut tree = Tree::with_room(boxes.len());
    for ((aabb, &category), index) in boxes.iter().zip(categories).zip(0..) {
        tree.insert(aabb, category, index);
    }
    tree
}

/// Casts, boxes, points and circles.
#[must_use]
pub fn task(scene: &TreeScene, workload: &TreeQueryWorkload) -> Option<Box<dyn TreeTask>> {
    let mut tree = tree(&scene.boxes, &scene.categories);
    if scene.tight.is_empty() {
        tree.rebuild_all();
    }
    let (queries, mask) = (workload.len(), workload.mask);
    let (boxes, tight, asked) = (scene.boxes.clone(), scene.tight.clone(), workload.asked.clone());
    let at = move |query: usize| asked[query];
    Some(match workload.question {
        Question::Ray => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let asked = at(query);
            let mut closest = Closest::default();
            tree.ray_cast(asked.origin, asked.translation, mask, &mut |leaf, max| {
                closest.offer(leaf, ray_entry(&boxes[leaf as usize], asked.origin, asked.translation), max)
            });
            hits.extend(closest.0);
        })),
        Question::RayAll => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let asked = at(query);
            tree.ray_cast(asked.origin, asked.translation, mask, &mut |leaf, max| {
                let entry = ray_entry(&boxes[leaf as usize], asked.origin, asked.translation);
                hits.extend(entry.map(|fraction| (leaf, fraction)));
                max
            });
        })),
        Question::RayAny => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let asked = at(query);
            tree.ray_cast(asked.origin, asked.translation, mask, &mut |leaf, max| {
                let entry = ray_entry(&boxes[leaf as usize], asked.origin, asked.translation);
                hits.extend(entry.map(|fraction| (leaf, fraction)));
                // A fraction of zero ends the cast.
                if entry.is_some() { 0.0 } else { max }
            });
        })),
        Question::BoxCast(half) => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let asked = at(query);
            let swept = Aabb::from_center_half(asked.origin, Vec2::splat(half));
            let mut closest = Closest::default();
            tree.box_cast(&swept, asked.translation, mask, &mut |leaf, max| {
                let grown = boxes[leaf as usize].enlarged(half);
                closest.offer(leaf, ray_entry(&grown, asked.origin, asked.translation), max)
            });
            hits.extend(closest.0);
        })),
        Question::CircleCast(radius) => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let asked = at(query);
            let swept = Aabb::from_center_half(asked.origin, Vec2::splat(radius));
            let mut closest = Closest::default();
            tree.box_cast(&swept, asked.translation, mask, &mut |leaf, max| {
                closest.offer(leaf, disc_entry(&boxes[leaf as usize], asked.origin, radius, asked.translation), max)
            });
            hits.extend(closest.0);
        })),
        Question::Clip(half) => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let asked = at(query);
            let mut closest = Closest::default();
            let mut visit = |leaf: u32, max| {
                let fraction = clipped_entry(&tight[leaf as usize], half, asked.origin, asked.translation);
                closest.offer(leaf, fraction, max)
            };
            if half > 0.0 {
                let swept = Aabb::from_center_half(asked.origin, Vec2::splat(half));
                tree.box_cast(&swept, asked.translation, mask, &mut visit);
            } else {
                tree.ray_cast(asked.origin, asked.translation, mask, &mut visit);
            }
            hits.extend(closest.0);
        })),
        Question::Overlap(half) => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let aabb = Aabb::from_center_half(at(query).origin, Vec2::splat(half));
            tree.query(&aabb, mask, &mut |leaf| hits.push((leaf, 0.0)));
        })),
        Question::Point => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let point = at(query).origin;
            tree.query(&Aabb::new(point, point), mask, &mut |leaf| hits.push((leaf, 0.0)));
        })),
        Question::Circle(radius) => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let center = at(query).origin;
            tree.query(&Aabb::from_center_half(center, Vec2::splat(radius)), mask, &mut |leaf| {
                if boxes[leaf as usize].distance_sq(center) <= radius * radius {
                    hits.push((leaf, 0.0));
                }
            });
        })),
        Question::Nearest(_) => return None,
    })
}
