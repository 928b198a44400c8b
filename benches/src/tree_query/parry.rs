//! parry2d's tree, built at once; the leaves' boxes are kept beside it, as it hands out their numbers alone.

use super::workload::{clipped_entry, disc_entry};
use super::{Hit, OneByOne, Question, TreeQueryWorkload, TreeScene, TreeTask};
use crate::overlap::parry::vector;
use geom::{Aabb, Vec2};
use parry2d::bounding_volume::{Aabb as ParryAabb, BoundingVolume};
use parry2d::math::Real;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhNode, TraversalAction};
use parry2d::query::{PointQuery, Ray, RayCast};

/// parry's boxes.
#[must_use]
pub fn leaves(boxes: &[Aabb]) -> Vec<ParryAabb> {
    boxes.iter().map(bounds).collect()
}

/// The better of its two trees for queries.
#[must_use]
pub fn tree(leaves: &[ParryAabb]) -> Bvh {
    Bvh::from_leaves(BvhBuildStrategy::Binned, leaves)
}

/// Casts, boxes, points, circles, and the one nearest.
#[must_use]
pub fn task(scene: &TreeScene, workload: &TreeQueryWorkload) -> Option<Box<dyn TreeTask>> {
    let (scene, workload) = (scene.clone(), workload.clone());
    let (queries, question) = (workload.len(), workload.question);
    let leaves = leaves(&scene.boxes);
    let tree = tree(&leaves);
    let (categories, mask) = (scene.categories, workload.mask);
    let sees = move |leaf: u32| categories[leaf as usize] & mask != 0;
    let (boxes, tight, asked) = (scene.boxes, scene.tight, workload.asked);
    let at = move |query: usize| asked[query];
    let near = |found: Option<(u32, Real)>, hits: &mut Vec<Hit>| hits.extend(found);
    Some(match question {
        Question::Ray => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let ray = Ray::new(vector(at(query).origin), vector(at(query).translation));
            let leaf = |leaf, best| {
                if sees(leaf) { leaves[leaf as usize].cast_local_ray(&ray, best, true) } else { None }
            };
            near(tree.cast_ray(&ray, 1.0, leaf), hits);
        })),
        Question::RayAll => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let ray = Ray::new(vector(at(query).origin), vector(at(query).translation));
            tree.traverse(|node| {
                let Some(fraction) = node.aabb().cast_local_ray(&ray, 1.0, true) else { return TraversalAction::Prune };
                hits.extend(node.leaf_data().filter(|leaf| sees(*leaf)).map(|leaf| (leaf, fraction)));
                TraversalAction::Continue
            });
        })),
        Question::RayAny => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let ray = Ray::new(vector(at(query).origin), vector(at(query).translation));
            let meets = |node: &BvhNode| node.aabb().cast_local_ray(&ray, 1.0, true).is_some();
            hits.extend(tree.leaves(meets).find(|leaf| sees(*leaf)).map(|leaf| (leaf, 0.0)));
        })),
        Question::BoxCast(half) => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let ray = Ray::new(vector(at(query).origin), vector(at(query).translation));
            let leaf = |leaf, best| {
                if sees(leaf) { leaves[leaf as usize].loosened(half).cast_local_ray(&ray, best, true) } else { None }
            };
            near(tree.find_best(1.0, grown(&ray, half), leaf), hits);
        })),
        Question::CircleCast(radius) => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let asked = at(query);
            let ray = Ray::new(vector(asked.origin), vector(asked.translation));
            let leaf = |leaf, _| {
                let meets = || disc_entry(&boxes[leaf as usize], asked.origin, radius, asked.translation);
                if sees(leaf) { meets() } else { None }
            };
            near(tree.find_best(1.0, grown(&ray, radius), leaf), hits);
        })),
        Question::Clip(half) => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let asked = at(query);
            let ray = Ray::new(vector(asked.origin), vector(asked.translation));
            let leaf = |leaf, best| {
                let entry = || clipped_entry(&tight[leaf as usize], half, asked.origin, asked.translation);
                if sees(leaf) { entry().filter(|entry| *entry <= best) } else { None }
            };
            near(
                if half > 0.0 { tree.find_best(1.0, grown(&ray, half), leaf) } else { tree.cast_ray(&ray, 1.0, leaf) },
                hits,
            );
        })),
        Question::Overlap(half) => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let aabb = bounds(&Aabb::from_center_half(at(query).origin, Vec2::splat(half)));
            hits.extend(tree.intersect_aabb(&aabb).filter(|leaf| sees(*leaf)).map(|leaf| (leaf, 0.0)));
        })),
        Question::Point => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let point = vector(at(query).origin);
            let contains = |node: &BvhNode| node.aabb().contains_local_point(point);
            hits.extend(tree.leaves(contains).filter(|leaf| sees(*leaf)).map(|leaf| (leaf, 0.0)));
        })),
        Question::Circle(radius) => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let point = vector(at(query).origin);
            let reaches = |node: &BvhNode| node.aabb().distance_to_local_point(point, true) <= radius;
            hits.extend(tree.leaves(reaches).filter(|leaf| sees(*leaf)).map(|leaf| (leaf, 0.0)));
        })),
        Question::Nearest(1) => Box::new(OneByOne::new("parry2d", queries, move |query, hits| {
            let point = vector(at(query).origin);
            let leaf = |leaf: u32, _| sees(leaf).then(|| leaves[leaf as usize].distance_to_local_point(point, true));
            let node = |node: &BvhNode, _| node.aabb().distance_to_local_point(point, true);
            near(tree.find_best(Real::MAX, node, leaf), hits);
        })),
        Question::Nearest(_) => return None,
    })
}

/// The cost of a node for something that reaches so far around the ray.
fn grown(ray: &Ray, reach: f32) -> impl Fn(&BvhNode, Real) -> Real {
    move |node, best| node.aabb().loosened(reach).cast_local_ray(ray, best, true).unwrap_or(Real::MAX)
}

fn bounds(aabb: &Aabb) -> ParryAabb {
    ParryAabb { mins: vector(aabb.min), maxs: vector(aabb.max) }
}
