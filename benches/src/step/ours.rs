//! Our own world.

use super::{Motion, StepTask};
use scenes::{Action, Scene, SceneWorld};

/// The world a scene builds.
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

    /// The world as it is now.
    pub(crate) fn world(&self) -> &world::World {
        self.world.world()
    }
}

impl StepTask for Ours {
    fn engine(&self) -> &'static str {
        "ours"
    }

    fn step_by(&mut self, actions: &[Action], dt: f32) {
        for action in actions {
            self.world.act(action).expect("an undisturbed script does not fail");
        }
        self.world.world_mut().step(dt).expect("the steps that are measured are fine");
    }

    fn awake_bodies(&self) -> usize {
        self.world.world().awake_bodies().count()
    }

    fn motions(&self) -> Vec<Option<Motion>> {
        let world = self.world.world();
        let motion = |id| {
            let living = "ids of living bodies";
            Motion {
                pose: world.pose(id).expect(living),
                velocity: world.linear_velocity(id).expect(living),
                spin: world.angular_velocity(id).expect(living),
            }
        };
        (0..self.world.body_slots()).map(|slot| self.world.body(slot).map(motion)).collect()
    }
}
