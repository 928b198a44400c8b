//! Our own world.

use super::StepTask;
use geom::Vec2;
use scenes::{Action, Scene, SceneWorld};

/// The world a scene builds, with its own script.
pub struct Ours {
    world: SceneWorld,
}

impl Ours {
    /// `scene` in our engine.
    ///
    /// # Panics
    /// When the scene is not valid: the named ones are.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        Self { world: scene.build().expect("the named scenes are valid") }
    }
}

impl StepTask for Ours {
    fn engine(&self) -> &'static str {
        "ours"
    }

    fn step(&mut self, _actions: &[Action]) {
        self.world.step().expect("a fixed time step and an undisturbed script do not fail");
    }

    fn positions(&self) -> Vec<Vec2> {
        let world = self.world.world();
        world.bodies().map(|id| world.pose(id).expect("ids of living bodies").translation).collect()
    }
}
