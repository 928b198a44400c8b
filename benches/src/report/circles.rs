use super::Measurements;
use crate::harness::median_when_warm;
use crate::stopwatch::Stopwatch;
use broadphase::{BroadPhase, Filter, Layer, Pair, Proxy, Settings, circle_filter};
use sat_simd::Manifold;
use sat_simd::batch::{PairPlan, ShapeSet, manifolds};
use scenes::Size;
use world::{BodyKind, World};

/// Steps a scene makes before anything is counted: until what falls has landed.
const SETTLING: u32 = 150;

/// Each way is timed this often, in turns, and the median counts; once more before to warm up.
const ROUNDS: usize = 15;

/// How many pairs of boxes the test of their bounding circles removes in each scene, and what it takes and saves: with it and
/// without it, all manifolds are looked for and none is remembered.
///
/// Pairs that have a manifold are counted apart and not timed: where most of the 512 pairs before met, a world asks for the
/// circles of the others only.
pub fn measure(progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        progress(named.name);
        let scene = named.scene(Size::Full, 1);
        let mut world = scene.build().expect("the named scenes are valid");
        for _ in 0..SETTLING {
            world.step().expect("a fixed time step and an undisturbed script do not fail");
        }
        for (metric, value) in Snapshot::new(world.world()).measure() {
            into.add("circles", named.name, "ours", metric, value);
        }
    }
}

/// What the narrow phase of a world would be asked next.
struct Snapshot {
    set: ShapeSet,
    broad_phase: BroadPhase,
    margin: f32,
}

impl Snapshot {
    fn new(world: &World) -> Self {
        let settings = world.settings();
        let fat = Settings { margin: settings.aabb_margin, ..Settings::default() };
        let mut broad_phase = BroadPhase::with_settings(fat).expect("it is a world's margin");
        let mut set = ShapeSet::default();
        for (owner, body) in (0..).zip(world.bodies()) {
            let living = "it lives";
            let is_static = world.kind(body).expect(living) == BodyKind::Static;
            let layer = if is_static { Layer::Static } else { Layer::Moving };
            for collider in world.colliders_of(body).expect(living) {
                let (shape, pose) =
                    (world.shape(collider).expect(living), world.collider_pose(collider).expect(living));
                let circle = shape.bounding_circle().posed(&pose);
                let user_data = set.push(shape, &pose).expect("a scene fits a set").into();
                let filter = Filter::owned_by(owner);
                let proxy = Proxy { aabb: shape.aabb(&pose), circle, filter, user_data, layer };
                broad_phase.insert(&proxy).expect("what a world holds is finite");
            }
        }
        broad_phase.update_pairs();
        Self { set, broad_phase, margin: settings.speculative_margin }
    }

    fn measure(&self) -> Vec<(&'static str, f64)> {
        let (all, circles) = (self.broad_phase.pairs(), self.broad_phase.circles());
        let numbers = self.broad_phase.user_data_column();
        let (mut indices, mut plan) = (Vec::new(), PairPlan::default());
        let mut search = |pairs: &[Pair], found: &mut Vec<Manifold>| {
            indices.clear();
            indices.extend(pairs.iter().map(|pair| (numbers[pair.a()] as u32, numbers[pair.b()] as u32)));
            manifolds(&self.set, &indices, self.margin, &mut plan, found).expect("all shapes are in the set");
        };
        let mut found = Vec::new();
        search(all, &mut found);
        let is_apart = |&(_, manifold): &(&Pair, &Manifold)| manifold.is_empty();
        let asked: Vec<Pair> = all.iter().zip(&found).filter(is_apart).map(|(&pair, _)| pair).collect();
        let mut near = Vec::with_capacity(asked.len());
        let mut times = [(); 3].map(|()| Vec::new());
        for _ in 0..=ROUNDS {
            times[0].push(Stopwatch::milliseconds(|| {
                circle_filter(&asked, circles, self.margin, &mut near).expect("the pairs are of these rows");
            }));
            times[1].push(Stopwatch::milliseconds(|| search(&near, &mut found)));
            times[2].push(Stopwatch::milliseconds(|| search(&asked, &mut found)));
        }
        let [test, with, without] = times.map(median_when_warm);
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let mut told = vec![
            ("pairs", all.len() as f64),
            ("percent_meeting", share(all.len() - asked.len(), all.len())),
            ("percent_removed", share(asked.len() - near.len(), asked.len())),
        ];
        // Where nothing is asked there is only the clock to measure.
        if !asked.is_empty() {
            let each = |milliseconds: f64| 1e6 * milliseconds / asked.len() as f64;
            told.push(("ns_per_test", each(test)));
            told.push(("ns_without_it", each(without)));
            told.push(("us_saved", 1e3 * (without - test - with)));
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{BodyDef, ColliderDef, Shape, Vec2};

    #[test]
    fn pairs_that_meet_are_told_from_those_that_circles_remove_and_those_they_leave() {
        let mut world = World::new(world::Settings::default()).unwrap();
        let mut add = |x, y, shape: Shape| {
            let body = world.create_body(&BodyDef::dynamic(Vec2::new(x, y))).unwrap();
            world.create_collider(body, &ColliderDef::new(shape)).unwrap();
        };
        let (square, ball) = (Shape::rect(0.5, 0.5).unwrap(), Shape::circle(0.5).unwrap());
        // Two squares that overlap; two that do not, but their circles do; two balls whose boxes overlap at a corner.
        for (x, other, shape) in [(0.0, 0.9, square.clone()), (10.0, 11.04, square), (20.0, 20.9, ball)] {
            add(x, 0.0, shape.clone());
            add(other, if x == 20.0 { 0.9 } else { 0.0 }, shape);
        }
        let told: Vec<f64> = Snapshot::new(&world).measure().iter().map(|(_, value)| *value).collect();
        assert_eq!(told[..3], [3.0, 100.0 / 3.0, 50.0]);
        assert_eq!(told.len(), 6);
    }
}
