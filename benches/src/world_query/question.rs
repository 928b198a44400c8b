use super::scene::ALL;
use crate::tree_query::{Asked, Hit, Question, TreeQuerySpec, TreeQueryWorkload, TreeScene, TreeTask, disc_entry};
use geom::{Aabb, Vec2};

/// How much deeper or less deep than the border a disc may be where a peer stops it: Box2D aims at its linear slop, 5 mm,
/// within a quarter of that.
const SLOP: f32 = 0.007;

/// How far a cast may go past the first shape, or stop before it, beside that, and how far away what overlaps may be, in
/// metres: Box2D takes half a millimetre for none.
const TOLERANCE: f32 = 1e-3;

/// By how much a body's box in a peer's tree is larger at most, on each side, in metres.
const MARGIN: f32 = 0.1;

/// How far from all shapes a cast starts at least, in metres: engines have different views on what they start in.
const CLEARANCE: f32 = 0.2;

/// So many are asked.
const QUERIES: usize = 1000;

/// The recipe of a [`WorldQueryWorkload`].
#[derive(Clone, Copy, Debug)]
pub struct WorldQuerySpec {
    /// What is asked, and its name in the report.
    pub spec: TreeQuerySpec,
    /// Whether boxes are asked for instead of shapes: a peer may answer with what its tree holds, larger ones.
    pub by_bounds: bool,
}

const fn spec(name: &'static str, question: Question, mask: u64, by_bounds: bool) -> WorldQuerySpec {
    WorldQuerySpec { spec: TreeQuerySpec { name, question, length: f32::INFINITY, mask }, by_bounds }
}

/// What Box2D's benchmark asks, and boxes by shape, which it does not.
pub const SPECS: [WorldQuerySpec; 8] = [
    spec("queries_ray", Question::Ray, ALL, false),
    spec("queries_ray_mask1", Question::Ray, 1, false),
    spec("queries_circle_cast", Question::CircleCast(0.1), ALL, false),
    spec("queries_circle_cast_mask1", Question::CircleCast(0.1), 1, false),
    spec("queries_overlap_10m", Question::Overlap(5.0), ALL, false),
    spec("queries_overlap_10m_mask1", Question::Overlap(5.0), 1, false),
    spec("queries_bounds_10m", Question::Overlap(5.0), ALL, true),
    spec("queries_bounds_10m_mask1", Question::Overlap(5.0), 1, true),
];

/// Queries of one kind to a world.
#[derive(Clone, Debug)]
pub struct WorldQueryWorkload {
    queries: TreeQueryWorkload,
    /// As in [`WorldQuerySpec::by_bounds`].
    pub by_bounds: bool,
}

impl std::ops::Deref for WorldQueryWorkload {
    type Target = TreeQueryWorkload;

    fn deref(&self) -> &TreeQueryWorkload {
        &self.queries
    }
}

impl WorldQuerySpec {
    /// The thousand queries this recipe stands for, the same in every run.
    #[must_use]
    pub fn generate(&self, scene: &TreeScene) -> WorldQueryWorkload {
        let mut queries = self.spec.generate_many(scene, 2 * QUERIES);
        if !matches!(self.spec.question, Question::Overlap(_)) {
            let around = |asked: &Asked| Aabb::from_center_half(asked.origin, Vec2::splat(CLEARANCE));
            queries.asked.retain(|asked| !scene.boxes.iter().any(|aabb| aabb.overlaps(&around(asked))));
        }
        assert!(queries.len() >= QUERIES, "the field is too dense");
        queries.asked.truncate(QUERIES);
        WorldQueryWorkload { queries, by_bounds: self.by_bounds }
    }
}

impl WorldQueryWorkload {
    /// How many queries were answered otherwise than brute force does.
    #[must_use]
    pub fn mismatches(&self, task: &dyn TreeTask, scene: &TreeScene) -> usize {
        (0..self.len()).filter(|&query| !self.finds_right(scene, query, task.found(query))).count()
    }

    fn finds_right(&self, scene: &TreeScene, query: usize, found: &[Hit]) -> bool {
        match self.question {
            Question::CircleCast(radius) => self.stops_right(scene, query, radius, found),
            Question::Overlap(half) => self.overlaps_right(scene, query, half, found),
            _ => self.is_right(scene, query, found),
        }
    }

    /// Whether a disc stops between where a larger one meets something and where a smaller one does.
    fn stops_right(&self, scene: &TreeScene, query: usize, radius: f32, found: &[Hit]) -> bool {
        let Asked { origin, translation } = self.asked[query];
        let first = |radius: f32| {
            let seen = (0..).zip(&scene.boxes).filter(|(index, _)| self.sees(scene, *index));
            seen.filter_map(|(_, aabb)| disc_entry(aabb, origin, radius, translation)).reduce(f32::min)
        };
        let (earliest, latest) = (first(radius + SLOP), first(radius - SLOP));
        let tolerance = TOLERANCE / translation.length();
        match found {
            [] => latest.is_none(),
            [(_, fraction)] => {
                earliest.is_some_and(|earliest| earliest <= fraction + tolerance)
                    && latest.is_none_or(|latest| *fraction <= latest + tolerance)
            }
            _ => false,
        }
    }

    /// Whether all that is there was found, and what else is hardly further away.
    fn overlaps_right(&self, scene: &TreeScene, query: usize, half: f32, found: &[Hit]) -> bool {
        let margin = if self.by_bounds { MARGIN } else { TOLERANCE };
        let asked = Aabb::from_center_half(self.asked[query].origin, Vec2::splat(half));
        (0..).zip(&scene.boxes).all(|(index, aabb)| {
            if found.iter().any(|hit| hit.0 == index) {
                self.sees(scene, index) && aabb.overlaps(&asked.enlarged(margin))
            } else {
                !self.sees(scene, index) || !aabb.overlaps(&asked)
            }
        })
    }
}
