use super::{WorldQueryWorkload, batch};
use crate::step::{StepTask, box2d::Box2d, ours::Ours};
use crate::tree_query::{OneByOne, Question, TreeTask};
use geom::{Aabb, Pose, Vec2};
use sat_simd::Shape;
use scenes::{Action, Scene};
use std::rc::Rc;
use world::{QueryFilter, World};

const VALID: &str = "workloads hold valid numbers";

/// The worlds that are asked, of one scene.
pub struct Worlds {
    ours: Ours,
    box2d: Box2d,
}

impl Worlds {
    /// Before their first step, with Box2D's tree of static shapes as good as it can be.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let mut box2d = Box2d::new(scene);
        box2d.world_mut().rebuild_static();
        Self { ours: Ours::new(scene), box2d }
    }

    /// Our world as it is now.
    pub(super) fn ours(&self) -> &World {
        self.ours.world()
    }

    /// Steps both, and asks ours something before, as who runs the benchmark does in each step: then it is ready for more.
    pub fn step(&mut self, actions: &[Action]) {
        let nothing = self.ours.world().ray_cast_any(Vec2::ZERO, Vec2::ZERO, &QueryFilter::ALL);
        nothing.expect(VALID);
        self.ours.step(actions);
        self.box2d.step(actions);
    }

    /// Where the bodies are, ours first.
    #[must_use]
    pub fn positions(&self) -> [Vec<Vec2>; 2] {
        [self.ours.positions(), self.box2d.positions()]
    }
}

/// Both worlds, ours first: one by one, then all at once.
#[must_use]
pub fn tasks(worlds: &Rc<Worlds>, workload: &WorldQueryWorkload) -> Vec<Box<dyn TreeTask>> {
    vec![
        of_ours(worlds.clone(), workload),
        batch::of_ours(worlds.clone(), workload),
        of_box2d(worlds.clone(), workload),
    ]
}

fn of_ours(worlds: Rc<Worlds>, workload: &WorldQueryWorkload) -> Box<dyn TreeTask> {
    let (asked, queries, by_bounds) = (workload.asked.clone(), workload.len(), workload.by_bounds);
    let filter = QueryFilter { mask: workload.mask, ..QueryFilter::ALL };
    match workload.question {
        Question::Ray => Box::new(OneByOne::new("ours", queries, move |query, hits| {
            let hit = worlds.ours().ray_cast_closest(asked[query].origin, asked[query].translation, &filter);
            hits.extend(hit.expect(VALID).map(|hit| (hit.collider.slot() as u32, hit.fraction)));
        })),
        Question::CircleCast(radius) => {
            let disc = Shape::circle(radius).expect(VALID);
            Box::new(OneByOne::new("ours", queries, move |query, hits| {
                let pose = Pose::from_translation(asked[query].origin);
                let hit = worlds.ours().shape_cast_closest(&disc, &pose, asked[query].translation, &filter);
                hits.extend(hit.expect(VALID).map(|hit| (hit.collider.slot() as u32, hit.fraction)));
            }))
        }
        Question::Overlap(half) => {
            let mut room = Vec::new();
            Box::new(OneByOne::new("ours", queries, move |query, hits| {
                let aabb = Aabb::from_center_half(asked[query].origin, Vec2::splat(half));
                let query = if by_bounds { World::query_bounds } else { World::query_aabb };
                query(worlds.ours(), &aabb, &filter, &mut room).expect(VALID);
                hits.extend(room.iter().map(|collider| (collider.slot() as u32, 0.0)));
            }))
        }
        other => unreachable!("worlds are not asked for {other:?}"),
    }
}

fn of_box2d(worlds: Rc<Worlds>, workload: &WorldQueryWorkload) -> Box<dyn TreeTask> {
    let (asked, queries, mask) = (workload.asked.clone(), workload.len(), workload.mask);
    let by_bounds = workload.by_bounds;
    match workload.question {
        Question::Ray => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            hits.extend(worlds.box2d.world().ray_cast_closest(asked[query].origin, asked[query].translation, mask));
        })),
        Question::CircleCast(radius) => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let (origin, way) = (asked[query].origin, asked[query].translation);
            hits.extend(worlds.box2d.world().circle_cast_closest(origin, radius, way, mask));
        })),
        Question::Overlap(half) => Box::new(OneByOne::new("box2d", queries, move |query, hits| {
            let aabb = Aabb::from_center_half(asked[query].origin, Vec2::splat(half));
            let mut visit = |shape| hits.push((shape, 0.0));
            if by_bounds {
                worlds.box2d.world().overlap_bounds(&aabb, mask, &mut visit);
            } else {
                worlds.box2d.world().overlap_box(&aabb, mask, &mut visit);
            }
        })),
        other => unreachable!("worlds are not asked for {other:?}"),
    }
}
