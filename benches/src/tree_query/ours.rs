//! Our broad phase: one query after the other, and all at once.

use super::workload::clipped_entry;
use super::{Asked, Closest, Hit, OneByOne, Question, SOME, TreeQueryWorkload, TreeScene, TreeTask, rstar};
use crate::harness::Task;
use broadphase::{
    AabbCast, BatchHits, BroadPhase, CastHit, CircleCast, Filter, IndexKind, Layer, Proxy, ProxyId, QueryFilter,
    RayCast, Settings,
};
use geom::{Aabb, BoundingCircle, Vec2};
use std::hint::black_box;
use std::{rc::Rc, sync::Arc};

/// So many proxies are handed over at a time: few enough to be in the first-level cache still.
const AT_A_TIME: usize = 128;

const VALID: &str = "workloads hold valid numbers";

/// The boxes in the static layer, in our own index.
#[must_use]
pub fn broad_phase(scene: &TreeScene) -> BroadPhase {
    indexed_by(IndexKind::Wide, scene)
}

/// The boxes in the static layer; a proxy's row is its number in the scene.
fn indexed_by(static_index: IndexKind, scene: &TreeScene) -> BroadPhase {
    let settings = Settings { static_index, ..Settings::default() };
    let mut broad_phase = BroadPhase::with_settings(settings).expect("only the index is another");
    broad_phase.reserve(scene.boxes.len());
    let (mut proxies, mut ids) = (Vec::with_capacity(AT_A_TIME), Vec::new());
    for (boxes, categories) in scene.boxes.chunks(AT_A_TIME).zip(scene.categories.chunks(AT_A_TIME)) {
        proxies.clear();
        proxies.extend(boxes.iter().zip(categories).map(|(&aabb, &category)| Proxy {
            aabb,
            circle: BoundingCircle::new(aabb.center(), aabb.half_extents().length()),
            filter: Filter { category, ..Filter::ALL },
            layer: Layer::Static,
            user_data: 0,
        }));
        ids.clear();
        broad_phase.insert_batch(&proxies, &mut ids).expect(VALID);
    }
    broad_phase.refresh();
    broad_phase
}

/// One by one and in batches; and one by one with the index of the crate `rstar` for what that is made for.
#[must_use]
pub fn tasks(scene: &TreeScene, workload: &TreeQueryWorkload) -> Vec<Box<dyn TreeTask>> {
    let mut tasks = tasks_of(broad_phase(scene), scene, workload);
    if rstar::answers(workload.question) {
        let of_rstar = tasks_of(indexed_by(IndexKind::Rstar, scene), scene, workload).swap_remove(0);
        tasks.push(Box::new(Renamed("ours_rstar", of_rstar)));
    }
    tasks
}

/// One by one, then in a batch if there is one.
fn tasks_of(broad_phase: BroadPhase, scene: &TreeScene, workload: &TreeQueryWorkload) -> Vec<Box<dyn TreeTask>> {
    let broad_phase = Rc::new(broad_phase);
    let asked = &workload.asked;
    match workload.question {
        Question::Ray => {
            casts(broad_phase, workload, |asked| RayCast { origin: asked.origin, translation: asked.translation })
        }
        Question::RayAll => rays(
            broad_phase,
            workload,
            |all, ray, filter, room, hits| {
                all.cast_all(ray, filter, room).expect(VALID);
                hits.extend(room.iter().map(of_cast));
            },
            |all, rays, filter, hits| all.cast_all_batch(rays, filter, hits).expect(VALID),
        ),
        Question::RayAny => rays(
            broad_phase,
            workload,
            |all, ray, filter, _, hits| {
                if all.cast_any(ray, filter).expect(VALID) {
                    hits.push((SOME, 0.0));
                }
            },
            |all, rays, filter, hits| all.cast_any_batch(rays, filter, hits).expect(VALID),
        ),
        Question::BoxCast(half) => casts(broad_phase, workload, move |asked| AabbCast {
            aabb: Aabb::from_center_half(asked.origin, Vec2::splat(half)),
            translation: asked.translation,
        }),
        Question::CircleCast(radius) => casts(broad_phase, workload, move |asked| CircleCast {
            circle: BoundingCircle::new(asked.origin, radius),
            translation: asked.translation,
        }),
        Question::Clip(half) => clipped(broad_phase, scene, workload, half),
        Question::Overlap(half) => {
            let boxes = asked.iter().map(|asked| Aabb::from_center_half(asked.origin, Vec2::splat(half))).collect();
            regions(broad_phase, workload, boxes, |all, aabb: &Aabb, filter, hits| {
                all.query_aabb(aabb, filter, hits).expect(VALID);
            })
        }
        Question::Point => {
            let points = asked.iter().map(|asked| asked.origin).collect();
            regions(broad_phase, workload, points, |all, point: &Vec2, filter, hits| {
                all.query_point(*point, filter, hits).expect(VALID);
            })
        }
        Question::Circle(radius) => {
            let circles = asked.iter().map(|asked| BoundingCircle::new(asked.origin, radius)).collect();
            regions(broad_phase, workload, circles, |all, circle: &BoundingCircle, filter, hits| {
                all.query_circle(circle.center, circle.radius, filter, hits).expect(VALID);
            })
        }
        Question::Nearest(k) => nearest(broad_phase, workload, k),
    }
}

fn casts<C: broadphase::Cast + 'static>(
    broad_phase: Rc<BroadPhase>,
    workload: &TreeQueryWorkload,
    cast: impl Fn(&Asked) -> C,
) -> Vec<Box<dyn TreeTask>> {
    let (casts, filter): (Rc<[C]>, _) = (workload.asked.iter().map(cast).collect(), filter(workload));
    let (all, each) = (broad_phase.clone(), casts.clone());
    let single = OneByOne::new("ours", casts.len(), move |query, hits| {
        hits.extend(all.cast_closest(&each[query], &filter).expect(VALID).as_ref().map(of_cast));
    });
    let ask = move |hits: &mut BatchHits<CastHit>| broad_phase.cast_closest_batch(&casts, &filter, hits).expect(VALID);
    vec![Box::new(single), Box::new(AtOnce::new(ask, of_cast))]
}

/// One ray of the workload, with room for what it meets.
type AskOne = fn(&BroadPhase, &RayCast, &QueryFilter, &mut Vec<CastHit>, &mut Vec<Hit>);

/// All rays of the workload.
type AskMany = fn(&BroadPhase, &[RayCast], &QueryFilter, &mut BatchHits<CastHit>);

fn rays(
    broad_phase: Rc<BroadPhase>,
    workload: &TreeQueryWorkload,
    one: AskOne,
    many: AskMany,
) -> Vec<Box<dyn TreeTask>> {
    let ray = |asked: &Asked| RayCast { origin: asked.origin, translation: asked.translation };
    let (rays, filter): (Rc<[RayCast]>, _) = (workload.asked.iter().map(ray).collect(), filter(workload));
    let (all, each, mut room) = (broad_phase.clone(), rays.clone(), Vec::new());
    let single =
        OneByOne::new("ours", rays.len(), move |query, hits| one(&all, &each[query], &filter, &mut room, hits));
    let ask = move |hits: &mut BatchHits<CastHit>| many(&broad_phase, &rays, &filter, hits);
    vec![Box::new(single), Box::new(AtOnce::new(ask, of_cast))]
}

/// The caller looks at the tight boxes.
fn clipped(
    broad_phase: Rc<BroadPhase>,
    scene: &TreeScene,
    workload: &TreeQueryWorkload,
    half: f32,
) -> Vec<Box<dyn TreeTask>> {
    if half > 0.0 {
        clipped_casts(broad_phase, scene, workload, half, |asked| AabbCast {
            aabb: Aabb::from_center_half(asked.origin, Vec2::splat(half)),
            translation: asked.translation,
        })
    } else {
        clipped_casts(broad_phase, scene, workload, half, |asked| RayCast {
            origin: asked.origin,
            translation: asked.translation,
        })
    }
}

fn clipped_casts<C: broadphase::Cast + 'static>(
    broad_phase: Rc<BroadPhase>,
    scene: &TreeScene,
    workload: &TreeQueryWorkload,
    half: f32,
    cast: impl Fn(&Asked) -> C,
) -> Vec<Box<dyn TreeTask>> {
    let (casts, filter): (Rc<[C]>, _) = (workload.asked.iter().map(cast).collect(), filter(workload));
    let (asked, tight): (Arc<[Asked]>, Arc<[Aabb]>) = (workload.asked.clone().into(), scene.tight.clone().into());
    let clip = move |query: usize, hit: &CastHit| {
        let Asked { origin, translation } = asked[query];
        clipped_entry(&tight[hit.id.index()], half, origin, translation)
    };
    let (all, each, clip_one) = (broad_phase.clone(), casts.clone(), clip.clone());
    let single = OneByOne::new("ours", casts.len(), move |query, hits| {
        let (mut closest, mut max) = (Closest::default(), 1.0);
        let visit = |hit: CastHit| {
            max = closest.offer(hit.id.index() as u32, clip_one(query, &hit), max);
            max
        };
        all.cast(&each[query], &filter, visit).expect(VALID);
        hits.extend(closest.0);
    });
    let ask = move |hits: &mut BatchHits<CastHit>| {
        broad_phase.cast_closest_batch_by(&casts, &filter, |query, hit| clip(query, &hit), hits).expect(VALID);
    };
    vec![Box::new(single), Box::new(AtOnce::new(ask, of_cast))]
}

fn regions<R: broadphase::Region + 'static>(
    broad_phase: Rc<BroadPhase>,
    workload: &TreeQueryWorkload,
    regions: Vec<R>,
    query: fn(&BroadPhase, &R, &QueryFilter, &mut Vec<ProxyId>),
) -> Vec<Box<dyn TreeTask>> {
    let (regions, filter): (Rc<[R]>, _) = (regions.into(), filter(workload));
    let (all, each, mut room) = (broad_phase.clone(), regions.clone(), Vec::new());
    let single = OneByOne::new("ours", regions.len(), move |index, hits| {
        query(&all, &each[index], &filter, &mut room);
        hits.extend(room.iter().map(of_region));
    });
    let ask = move |hits: &mut BatchHits<ProxyId>| broad_phase.query_batch(&regions, &filter, hits).expect(VALID);
    vec![Box::new(single), Box::new(AtOnce::new(ask, of_region))]
}

fn nearest(broad_phase: Rc<BroadPhase>, workload: &TreeQueryWorkload, k: usize) -> Vec<Box<dyn TreeTask>> {
    let points: Rc<[Vec2]> = workload.asked.iter().map(|asked| asked.origin).collect();
    let filter = filter(workload);
    let of_nearest = |hit: &broadphase::NearHit| (hit.id.index() as u32, 0.0);
    let (all, each, mut room) = (broad_phase.clone(), points.clone(), Vec::new());
    let single = OneByOne::new("ours", points.len(), move |query, hits| {
        all.nearest(each[query], k, f32::INFINITY, &filter, &mut room).expect(VALID);
        hits.extend(room.iter().map(of_nearest));
    });
    let ask = move |hits: &mut BatchHits<_>| {
        broad_phase.nearest_batch(&points, k, f32::INFINITY, &filter, hits).expect(VALID);
    };
    vec![Box::new(single), Box::new(AtOnce::new(ask, of_nearest))]
}

fn filter(workload: &TreeQueryWorkload) -> QueryFilter {
    QueryFilter { mask: workload.mask, ..QueryFilter::ALL }
}

fn of_cast(hit: &CastHit) -> Hit {
    (hit.id.index() as u32, hit.fraction)
}

fn of_region(id: &ProxyId) -> Hit {
    (id.index() as u32, 0.0)
}

/// The same under another name.
struct Renamed(&'static str, Box<dyn TreeTask>);

impl Task for Renamed {
    fn engine(&self) -> &'static str {
        self.0
    }

    fn run(&mut self) {
        self.1.run();
    }
}

impl TreeTask for Renamed {
    fn found(&self, query: usize) -> &[Hit] {
        self.1.found(query)
    }
}

/// All queries in one call; the hits are copied out once, after the first run.
struct AtOnce<T, F> {
    ask: F,
    hits: BatchHits<T>,
    found: Vec<Vec<Hit>>,
    view: fn(&T) -> Hit,
}

impl<T, F: FnMut(&mut BatchHits<T>)> AtOnce<T, F> {
    fn new(mut ask: F, view: fn(&T) -> Hit) -> Self {
        let mut hits = BatchHits::new();
        ask(&mut hits);
        let found = hits.iter().map(|hits| hits.iter().map(view).collect()).collect();
        Self { ask, hits, found, view }
    }
}

impl<T, F: FnMut(&mut BatchHits<T>)> Task for AtOnce<T, F> {
    fn engine(&self) -> &'static str {
        "ours_batch"
    }

    fn run(&mut self) {
        (self.ask)(&mut self.hits);
        black_box(&self.hits);
    }
}

impl<T, F: FnMut(&mut BatchHits<T>)> TreeTask for AtOnce<T, F> {
    fn found(&self, query: usize) -> &[Hit] {
        debug_assert!(
            self.hits.get(query).is_some_and(|hits| hits.iter().map(self.view).eq(self.found[query].iter().copied()))
        );
        &self.found[query]
    }
}
