//! Scenes, stepped by whole engines.

pub mod box2d;
pub(crate) mod hulls;
pub(crate) mod motion;
pub mod ours;
pub mod rapier;

pub use motion::Motion;

use geom::Vec2;
use scenes::{Action, Scene, SceneResponse, Script, TIME_STEP};

/// An engine that steps a scene.
pub trait StepTask {
    /// The engine, as the report names it.
    fn engine(&self) -> &'static str;

    /// Does `actions`, which are what the scene's script wants before this step, then steps by [`TIME_STEP`].
    /// Both are timed, as in Box2D's own benchmark.
    fn step(&mut self, actions: &[Action]) {
        self.step_by(actions, TIME_STEP);
    }

    /// [`step`](StepTask::step) by `dt` seconds; the ways to targets among the actions are those of a [`TIME_STEP`].
    fn step_by(&mut self, actions: &[Action], dt: f32);

    /// How the bodies move, by slot; `None` where the script removed one.
    fn motions(&self) -> Vec<Option<Motion>>;

    /// How many bodies that are not fixed are awake.
    fn awake_bodies(&self) -> usize;

    /// Where the bodies are, in order of their slots.
    fn positions(&self) -> Vec<Vec2> {
        self.motions().into_iter().flatten().map(|motion| motion.pose.translation).collect()
    }
}

/// A way to set an engine up.
pub type Builder = fn(&Scene) -> Box<dyn StepTask>;

/// The engines that can step `scene`, ours first: the peers know no other response than dynamics, do not walk, have one-way
/// surfaces by callbacks only and no seamless shapes (Box2D has chains of segments); rapier has no moving surfaces either.
#[must_use]
pub fn builders(scene: &Scene) -> Vec<Builder> {
    let mut builders: Vec<Builder> = vec![|scene| Box::new(ours::Ours::new(scene))];
    let is_dynamic = scene.bodies.iter().all(|body| body.response == SceneResponse::Dynamics);
    let mut colliders = scene.bodies.iter().flat_map(|body| &body.colliders);
    let is_special = colliders.clone().any(|collider| collider.one_way.is_some() || collider.is_seamless);
    if is_dynamic && !is_special && !matches!(scene.script, Script::Walk { .. }) {
        builders.push(|scene| Box::new(box2d::Box2d::new(scene)));
        if colliders.all(|collider| collider.surface_speed == 0.0) {
            builders.push(|scene| Box::new(rapier::Rapier::new(scene)));
        }
    }
    builders
}

/// How many bodies are lost: not finite, or, where gravity pulls, fallen ten metres below everything the scene starts with.
#[must_use]
pub fn lost_bodies(task: &dyn StepTask, scene: &Scene) -> usize {
    let falls = scene.gravity.y < 0.0;
    let lowest = scene.bodies.iter().map(|body| body.position.y).fold(f32::INFINITY, f32::min);
    let reach = scene.bodies.iter().flat_map(|body| &body.colliders).map(lowest_point).fold(0.0, f32::min);
    let floor = lowest + reach - 10.0;
    task.positions().iter().filter(|position| !(position.is_finite() && (position.y > floor || !falls))).count()
}

/// How far below its body's origin a collider reaches at most, as a negative number.
fn lowest_point(collider: &scenes::SceneCollider) -> f32 {
    let shape = collider.shape.to_shape().expect("scenes hold valid shapes");
    let circle = shape.bounding_circle();
    (collider.offset.y - circle.center.length() - circle.radius).min(0.0)
}

/// Mean height of the bodies, in metres: near the same in all engines, as a sign that they step the same scene.
#[must_use]
pub fn mean_height(task: &dyn StepTask) -> f64 {
    let positions = task.positions();
    positions.iter().map(|position| f64::from(position.y)).sum::<f64>() / positions.len().max(1) as f64
}
