//! Box2D with its defaults.

use super::{Motion, StepTask};
use crate::box2d::world::{BodyId, World};
use scenes::{Action, Scene, TIME_STEP};

/// A Box2D world; slots are those of the scene.
#[derive(Debug)]
pub struct Box2d {
    world: World,
    bodies: Vec<Option<BodyId>>,
    sub_steps: u32,
    has_sensors: bool,
}

impl Box2d {
    /// `scene` in Box2D with one worker.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        Self::with_workers(scene, 1)
    }

    /// `scene` in Box2D with so many workers, this thread being one of them.
    #[must_use]
    pub fn with_workers(scene: &Scene, workers: i32) -> Self {
        let mut world = World::new(scene.gravity, scene.sleep, workers, &scene.bodies);
        if !scene.recycle {
            world.recycle_nothing();
        }
        let has_sensors = scene.bodies.iter().flat_map(|body| &body.colliders).any(|collider| collider.is_sensor);
        let bodies = scene.bodies.iter().map(|body| Some(world.create_body(body, has_sensors))).collect();
        Self { world, bodies, sub_steps: scene.sub_steps, has_sensors }
    }

    /// The world as it is now.
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    pub(crate) fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

impl StepTask for Box2d {
    fn engine(&self) -> &'static str {
        "box2d"
    }

    fn step_by(&mut self, actions: &[Action], dt: f32) {
        let Self { world, bodies, sub_steps, has_sensors } = self;
        for action in actions {
            match action {
                Action::Target { body, position } => {
                    if let Some(id) = bodies[*body] {
                        world.aim(id, *position, TIME_STEP);
                    }
                }
                Action::Destroy { body } => {
                    if let Some(id) = bodies[*body].take() {
                        world.destroy_body(id);
                    }
                }
                Action::Spawn { body, def } => {
                    let needed = bodies.len().max(*body + 1);
                    bodies.resize(needed, None);
                    bodies[*body] = Some(world.create_body(def, *has_sensors));
                }
                Action::Walk { .. } => unreachable!("scenes that walk are not given to the peers"),
            }
        }
        world.step(dt, *sub_steps);
    }

    fn awake_bodies(&self) -> usize {
        self.world.awake_bodies()
    }

    fn motions(&self) -> Vec<Option<Motion>> {
        self.bodies.iter().map(|id| id.map(|id| self.world.motion(id))).collect()
    }
}
