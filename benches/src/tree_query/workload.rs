use super::{Hit, TOLERANCE};
use geom::{Aabb, Vec2};

/// What is told of some box, no matter which.
pub(crate) const SOME: u32 = u32::MAX;

/// How much larger the boxes of `tree_cast` are in the trees, on each side: twice Box2D's speculative distance.
const GROWN: f32 = 0.04;

/// Box2D 3.2's benchmark `queries`: a field of boxes, a tenth of its cells filled.
#[derive(Clone, Debug)]
pub struct TreeScene {
    /// The boxes.
    pub boxes: Vec<Aabb>,
    /// Those around which the boxes are grown, which the caller looks at itself; empty if there are none.
    pub tight: Vec<Aabb>,
    /// One bit each of three.
    pub categories: Vec<u64>,
    /// Where the random numbers stand after the boxes.
    random: Lcg,
    extent: f32,
}

/// The generator Box2D's benchmark uses: numbers in [0, 1).
#[derive(Clone, Debug)]
struct Lcg(u32);

impl Lcg {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1u32 << 24) as f32
    }

    fn uniform(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

impl TreeScene {
    /// A field of `cells` × `cells` metres; 500 in the benchmark.
    #[must_use]
    pub fn new(cells: u32) -> Self {
        let mut random = Lcg(1234);
        let (mut boxes, mut categories) = (Vec::new(), Vec::new());
        let extent = cells as f32;
        let clear = Vec2::new(0.4, 0.3) * extent;
        let clear = Aabb::new(clear - Vec2::splat(10.0), clear + Vec2::new(50.0, 60.0));
        for row in 0..cells {
            for column in 0..cells {
                let (fill, ratio, width) = (random.next(), random.uniform(1.0, 5.0), random.uniform(0.05, 0.25));
                let (orientation, category) = (random.next(), random.uniform(0.0, 2.999) as u64);
                let center = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
                if fill > 0.1 || clear.contains_point(center) {
                    continue;
                }
                let half =
                    if orientation > 0.5 { Vec2::new(ratio * width, width) } else { Vec2::new(width, ratio * width) };
                boxes.push(Aabb::from_center_half(center, half));
                categories.push(1 << category);
            }
        }
        Self { boxes, tight: Vec::new(), categories, random, extent }
    }

    /// Box2D's benchmark `tree_cast`: the field with the ground and eight sensors of `queries`, all boxes grown.
    #[must_use]
    pub fn tree_cast(cells: u32) -> Self {
        let mut scene = Self::new(cells);
        let corner = scene.corner();
        let ground = Aabb::from_center_half(corner + Vec2::new(20.0, 0.0), Vec2::new(30.0, 0.0));
        let sensor = |number: u8| corner + Vec2::new(4.0 * f32::from(number), 2.0);
        // What Box2D gives to shapes by default.
        scene.add(ground, 1);
        (0..8).for_each(|number| scene.add(Aabb::from_center_half(sensor(number), Vec2::splat(2.0)), 1));
        let grown = scene.boxes.iter().map(|aabb| aabb.enlarged(GROWN)).collect();
        scene.tight = std::mem::replace(&mut scene.boxes, grown);
        scene
    }

    /// Where the ground is that bodies stand on, in the middle of the field.
    pub(crate) fn corner(&self) -> Vec2 {
        Vec2::new(0.4, 0.3) * self.extent
    }

    /// Puts one more box in.
    pub(crate) fn add(&mut self, aabb: Aabb, category: u64) {
        self.boxes.push(aabb);
        self.categories.push(category);
    }

    /// Other boxes, all of one category.
    #[must_use]
    pub fn of_boxes(boxes: Vec<Aabb>) -> Self {
        let extent = boxes.iter().fold(0.0, |extent, aabb| aabb.max.max_element().max(extent));
        Self { categories: vec![1; boxes.len()], boxes, tight: Vec::new(), random: Lcg(1234), extent }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// The first box on a ray.
    Ray,
    /// All boxes on a ray, with their fractions, in any order.
    RayAll,
    /// Whether there is a box on a ray.
    RayAny,
    /// The first box that a box of this half extent meets.
    BoxCast(f32),
    /// The first box that a disc of this radius meets.
    CircleCast(f32),
    /// The first tight box on the way of a box of this half extent, which is a ray when it has none; those that it starts in
    /// do not count.
    Clip(f32),
    /// All boxes that share a point with a box of this half extent.
    Overlap(f32),
    /// All boxes that contain a point.
    Point,
    /// All boxes that share a point with a disc of this radius.
    Circle(f32),
    /// So many nearest boxes.
    Nearest(usize),
}

/// The recipe of a [`TreeQueryWorkload`].
#[derive(Clone, Copy, Debug)]
pub struct TreeQuerySpec {
    /// The name in the report.
    pub name: &'static str,
    /// What is asked.
    pub question: Question,
    /// How long a cast is; from one random point to another when it is infinite.
    pub length: f32,
    /// Which categories are asked for.
    pub mask: u64,
}

const fn spec(name: &'static str, question: Question, length: f32, mask: u64) -> TreeQuerySpec {
    TreeQuerySpec { name, question, length, mask }
}

/// The workloads among the boxes of [`TreeScene::new`]: those of Box2D's `queries`, shorter casts, what others can answer.
pub const TREE_QUERY_SPECS: [TreeQuerySpec; 18] = {
    use Question::{BoxCast, Circle, CircleCast, Nearest, Overlap, Point, Ray, RayAll, RayAny};
    const FULL: f32 = f32::INFINITY;
    const ALL: u64 = u64::MAX;
    [
        spec("ray", Ray, FULL, ALL),
        spec("ray_mask1", Ray, FULL, 1),
        spec("ray_25m", Ray, 25.0, ALL),
        spec("ray_25m_mask1", Ray, 25.0, 1),
        spec("ray_5m", Ray, 5.0, ALL),
        spec("ray_all_25m", RayAll, 25.0, ALL),
        spec("ray_any_25m", RayAny, 25.0, ALL),
        spec("box_cast", BoxCast(0.1), FULL, ALL),
        spec("box_cast_25m", BoxCast(0.1), 25.0, ALL),
        spec("box_cast_5m", BoxCast(0.1), 5.0, ALL),
        spec("circle_cast", CircleCast(0.1), FULL, ALL),
        spec("circle_cast_mask1", CircleCast(0.1), FULL, 1),
        spec("overlap_10m", Overlap(5.0), FULL, ALL),
        spec("overlap_10m_mask1", Overlap(5.0), FULL, 1),
        spec("point", Point, FULL, ALL),
        spec("circle_5m", Circle(5.0), FULL, ALL),
        spec("nearest_1", Nearest(1), FULL, ALL),
        spec("nearest_8", Nearest(8), FULL, ALL),
    ]
};

/// The workloads of [`TreeScene::tree_cast`].
pub const TREE_CAST_SPECS: [TreeQuerySpec; 9] = {
    use Question::Clip;
    const FULL: f32 = f32::INFINITY;
    const ALL: u64 = u64::MAX;
    [
        spec("tree_cast_ray", Clip(0.0), FULL, ALL),
        spec("tree_cast_ray_mask1", Clip(0.0), FULL, 1),
        spec("tree_cast_box", Clip(0.1), FULL, ALL),
        spec("tree_cast_ray_25m", Clip(0.0), 25.0, ALL),
        spec("tree_cast_ray_25m_mask1", Clip(0.0), 25.0, 1),
        spec("tree_cast_box_25m", Clip(0.1), 25.0, ALL),
        spec("tree_cast_ray_5m", Clip(0.0), 5.0, ALL),
        spec("tree_cast_ray_5m_mask1", Clip(0.0), 5.0, 1),
        spec("tree_cast_box_5m", Clip(0.1), 5.0, ALL),
    ]
};

/// A query's place, and for casts its way.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The start, or the middle.
    pub origin: Vec2,
    /// Where a cast goes from there.
    pub translation: Vec2,
}

/// Queries of one kind.
#[derive(Clone, Debug)]
pub struct TreeQueryWorkload {
    /// What is asked.
    pub question: Question,
    /// Which categories are asked for.
    pub mask: u64,
    /// Where.
    pub asked: Vec<Asked>,
}

impl TreeQuerySpec {
    /// The thousand queries this recipe stands for, the same in every run.
    #[must_use]
    pub fn generate(&self, scene: &TreeScene) -> TreeQueryWorkload {
        self.generate_many(scene, 1000)
    }

    /// So many queries of this kind.
    #[must_use]
    pub fn generate_many(&self, scene: &TreeScene, queries: usize) -> TreeQueryWorkload {
        let mut random = scene.random.clone();
        let mut point = || Vec2::new(random.uniform(0.0, scene.extent), random.uniform(0.0, scene.extent));
        let asked = |_| {
            let (origin, end) = (point(), point());
            let way = end - origin;
            let shortened = (self.length / way.length()).min(1.0);
            Asked { origin, translation: if self.length.is_finite() { way * shortened } else { way } }
        };
        TreeQueryWorkload { question: self.question, mask: self.mask, asked: (0..queries).map(asked).collect() }
    }
}

impl TreeQueryWorkload {
    /// How many queries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.asked.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    /// Whether brute force answers a query with the same boxes, or a cast with the same fraction.
    #[must_use]
    pub fn is_right(&self, scene: &TreeScene, query: usize, found: &[Hit]) -> bool {
        let Asked { origin, translation } = self.asked[query];
        let boxes = || (0u32..).zip(&scene.boxes).filter(|(index, _)| self.sees(scene, *index)).map(|(i, b)| (i, *b));
        let mut ids: Vec<u32> = found.iter().map(|hit| hit.0).collect();
        ids.sort_unstable();
        let all = |test: &dyn Fn(&Aabb) -> bool| {
            boxes().filter(|(_, aabb)| test(aabb)).map(|(index, _)| index).eq(ids.iter().copied())
        };
        let is_first = |first: Option<f32>| match (first, found.first()) {
            (Some(first), Some(hit)) => (first - hit.1).abs() * translation.length() < TOLERANCE,
            (None, None) => true,
            _ => false,
        };
        let cast = |entry: &dyn Fn(&Aabb) -> Option<f32>| {
            is_first(boxes().filter_map(|(_, aabb)| entry(&aabb)).reduce(f32::min))
        };
        match self.question {
            Question::Ray => cast(&|aabb| ray_entry(aabb, origin, translation)),
            Question::RayAll | Question::RayAny => {
                // Engines may differ about a box that is just grazed.
                let met = |by: f32| {
                    let boxes = boxes().map(move |(index, aabb)| (index, aabb.enlarged(by)));
                    let is_met = |aabb: &Aabb| aabb.is_valid() && ray_entry(aabb, origin, translation).is_some();
                    boxes.filter(move |(_, aabb)| is_met(aabb)).map(|(index, _)| index)
                };
                let (surely, perhaps): (Vec<u32>, Vec<u32>) = (met(-TOLERANCE).collect(), met(TOLERANCE).collect());
                let holds = |list: &[u32], index: &u32| list.binary_search(index).is_ok();
                if self.question == Question::RayAny {
                    // Some engines tell that there is a box, but not which.
                    let may_be =
                        |index: &u32| if *index == SOME { !perhaps.is_empty() } else { holds(&perhaps, index) };
                    return ids.len() <= 1 && ids.iter().all(may_be) && (!ids.is_empty() || surely.is_empty());
                }
                let is_first_time = ids.windows(2).all(|two| two[0] < two[1]);
                let enters = |hit: &Hit| ray_entry(&scene.boxes[hit.0 as usize], origin, translation);
                let near = |hit: &Hit| {
                    let is_there = |enter: f32| (enter - hit.1).abs() * translation.length() < TOLERANCE;
                    (0.0..=1.0).contains(&hit.1) && enters(hit).is_none_or(is_there)
                };
                is_first_time
                    && surely.iter().all(|index| holds(&ids, index))
                    && found.iter().all(|hit| holds(&perhaps, &hit.0) && near(hit))
            }
            Question::BoxCast(half) => cast(&|aabb| ray_entry(&aabb.enlarged(half), origin, translation)),
            Question::CircleCast(radius) => cast(&|aabb| disc_entry(aabb, origin, radius, translation)),
            Question::Clip(half) => {
                let seen = (0..).zip(&scene.tight).filter(|(index, _)| self.sees(scene, *index));
                let first = seen.filter_map(|(_, aabb)| clipped_entry(aabb, half, origin, translation));
                is_first(first.reduce(f32::min))
            }
            Question::Overlap(half) => all(&|aabb| aabb.overlaps(&Aabb::from_center_half(origin, Vec2::splat(half)))),
            Question::Point => all(&|aabb| aabb.contains_point(origin)),
            Question::Circle(radius) => all(&|aabb| aabb.distance_sq(origin) <= radius * radius),
            Question::Nearest(k) => {
                let mut distances: Vec<f32> = boxes().map(|(_, aabb)| aabb.distance_sq(origin)).collect();
                distances.sort_by(f32::total_cmp);
                let mut of_found: Vec<f32> =
                    found.iter().map(|hit| scene.boxes[hit.0 as usize].distance_sq(origin)).collect();
                of_found.sort_by(f32::total_cmp);
                of_found == distances[..k.min(distances.len())]
            }
        }
    }

    /// Whether the mask lets a box through.
    #[inline]
    pub(crate) fn sees(&self, scene: &TreeScene, index: u32) -> bool {
        scene.categories[index as usize] & self.mask != 0
    }
}

/// Where a ray enters a box, as a caller of a peer's tree would ask: slabs, 0 from inside.
#[inline]
pub(crate) fn ray_entry(aabb: &Aabb, origin: Vec2, translation: Vec2) -> Option<f32> {
    let (mut near, mut far) = (0.0f32, 1.0f32);
    for axis in 0..2 {
        let (t0, t1) =
            ((aabb.min[axis] - origin[axis]) / translation[axis], (aabb.max[axis] - origin[axis]) / translation[axis]);
        (near, far) = (near.max(t0.min(t1)), far.min(t0.max(t1)));
    }
    (near <= far).then_some(near)
}

/// Where a box of a half extent enters a tight one, as the callback of Box2D's `tree_cast` has it: not from inside.
#[inline]
pub(crate) fn clipped_entry(tight: &Aabb, half: f32, origin: Vec2, translation: Vec2) -> Option<f32> {
    let grown = tight.enlarged(half);
    if grown.contains_point(origin) { None } else { ray_entry(&grown, origin, translation) }
}

/// Where a disc on its way meets a box: its box's sweep, and the circle around a corner where that is what is left.
#[inline]
pub(crate) fn disc_entry(aabb: &Aabb, center: Vec2, radius: f32, translation: Vec2) -> Option<f32> {
    let near = ray_entry(&aabb.enlarged(radius), center, translation)?;
    let at = center + translation * near;
    let corner = at.clamp(aabb.min, aabb.max);
    if corner.x == at.x || corner.y == at.y {
        return Some(near);
    }
    let from = center - corner;
    let (a, b, c) = (translation.length_squared(), from.dot(translation), from.length_squared() - radius * radius);
    let cross = from.perp_dot(translation);
    let discriminant = a * radius * radius - cross * cross;
    let fraction = c / (discriminant.max(0.0).sqrt() - b);
    (c <= 0.0 || (b < 0.0 && discriminant >= 0.0 && fraction <= 1.0)).then_some(fraction.max(near))
}
