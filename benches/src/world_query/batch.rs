use super::{WorldQueryWorkload, worlds::Worlds};
use crate::harness::Task;
use crate::tree_query::{Asked, Hit, Question, TreeTask};
use broadphase::RayCast;
use geom::{Aabb, Pose, Vec2};
use sat_simd::Shape;
use std::hint::black_box;
use std::rc::Rc;
use world::{BatchHits, CastHit, ColliderId, QueryFilter, ShapeCast, World};

const VALID: &str = "workloads hold valid numbers";

/// All questions to our world in one call.
pub(super) fn of_ours(worlds: Rc<Worlds>, workload: &WorldQueryWorkload) -> Box<dyn TreeTask> {
    let filter = QueryFilter { mask: workload.mask, ..QueryFilter::ALL };
    let asked = workload.asked.iter();
    let of_cast = |hit: &CastHit| (hit.collider.slot() as u32, hit.fraction);
    match workload.question {
        Question::Ray => {
            let rays: Vec<_> =
                asked.map(|asked| RayCast { origin: asked.origin, translation: asked.translation }).collect();
            let ask =
                move |world: &World, hits: &mut _| world.ray_cast_closest_batch(&rays, &filter, hits).expect(VALID);
            Box::new(AtOnce::new(worlds, ask, of_cast))
        }
        Question::CircleCast(radius) => {
            let disc = Shape::circle(radius).expect(VALID);
            let asked = workload.asked.clone();
            let ask = move |world: &World, hits: &mut _| {
                let cast = |asked: &Asked| ShapeCast {
                    shape: &disc,
                    pose: Pose::from_translation(asked.origin),
                    translation: asked.translation,
                };
                let casts: Vec<ShapeCast<'_>> = asked.iter().map(cast).collect();
                world.shape_cast_closest_batch(&casts, &filter, hits).expect(VALID);
            };
            Box::new(AtOnce::new(worlds, ask, of_cast))
        }
        Question::Overlap(half) => {
            let boxes: Vec<_> = asked.map(|asked| Aabb::from_center_half(asked.origin, Vec2::splat(half))).collect();
            let query = if workload.by_bounds { World::query_bounds_batch } else { World::query_aabb_batch };
            let ask = move |world: &World, hits: &mut _| query(world, &boxes, &filter, hits).expect(VALID);
            Box::new(AtOnce::new(worlds, ask, |collider: &ColliderId| (collider.slot() as u32, 0.0)))
        }
        other => unreachable!("worlds are not asked for {other:?}"),
    }
}

/// The hits are copied out once, after the first run.
struct AtOnce<T, F> {
    worlds: Rc<Worlds>,
    ask: F,
    hits: BatchHits<T>,
    found: Vec<Vec<Hit>>,
}

impl<T, F: FnMut(&World, &mut BatchHits<T>)> AtOnce<T, F> {
    fn new(worlds: Rc<Worlds>, mut ask: F, view: impl Fn(&T) -> Hit) -> Self {
        let mut hits = BatchHits::new();
        ask(worlds.ours(), &mut hits);
        let found = hits.iter().map(|hits| hits.iter().map(&view).collect()).collect();
        Self { worlds, ask, hits, found }
    }
}

impl<T, F: FnMut(&World, &mut BatchHits<T>)> Task for AtOnce<T, F> {
    fn engine(&self) -> &'static str {
        "ours_batch"
    }

    fn run(&mut self) {
        (self.ask)(self.worlds.ours(), &mut self.hits);
        black_box(&self.hits);
    }
}

impl<T, F: FnMut(&World, &mut BatchHits<T>)> TreeTask for AtOnce<T, F> {
    fn found(&self, question: usize) -> &[Hit] {
        &self.found[question]
    }
}
