use geom::Pose;
use world::{BodyId, Capacity, Settings, Shape, StepError, StepReport, World, WorldError};

use crate::walk::walk;
use crate::{Action, Scene, SceneBody, SceneError, Script, TIME_STEP};

/// Why a scene could not be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// The scene is not valid.
    #[error(transparent)]
    Invalid(#[from] SceneError),
    /// The world refused a part of it.
    #[error("{path}: {source}")]
    Refused {
        /// Which part, as `bodies[3].colliders[0]`.
        path: String,
        /// What the world says.
        source: WorldError,
    },
}

/// Why a scene could not go on.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// The world refused to step.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The world refused what the script asked for.
    #[error("the script failed: {0}")]
    Script(#[from] WorldError),
}

/// A world made from a scene, and the script that acts on it.
#[derive(Debug)]
pub struct SceneWorld {
    world: World,
    bodies: Vec<Option<BodyId>>,
    script: Script,
    scene_len: usize,
    step: u32,
}

impl Scene {
    /// How many bodies and colliders it has before its first step. How many contacts these will have nobody knows.
    fn capacity(&self) -> Capacity {
        let colliders = self.bodies.iter().map(|body| body.colliders.len()).sum();
        Capacity { bodies: self.bodies.len(), colliders, contacts: 0 }
    }

    /// The world this scene describes, before its first step.
    ///
    /// # Errors
    /// [`BuildError::Invalid`] for what [`Scene::validate`] refuses by itself, [`BuildError::Refused`] for what the world does.
    pub fn build(&self) -> Result<SceneWorld, BuildError> {
        self.build_in(|_| ())
    }

    /// [`Scene::build`] of a world that [records](World::start_recording), from before its first body on.
    ///
    /// # Errors
    /// As of [`Scene::build`].
    pub fn build_recording(&self) -> Result<SceneWorld, BuildError> {
        self.build_in(World::start_recording)
    }

    /// Fills a world with the scene after `begin` was done to it.
    fn build_in(&self, begin: impl FnOnce(&mut World)) -> Result<SceneWorld, BuildError> {
        let mut shapes = self.checked_shapes(None)?.into_iter();
        let usual = Settings::default();
        let settings = Settings {
            gravity: self.gravity,
            sub_steps: self.sub_steps,
            sleep: self.sleep,
            recycle_distance: if self.recycle { usual.recycle_distance } else { 0.0 },
            ..usual
        };
        let refused = |path: String, source| BuildError::Refused { path, source };
        let mut world = World::new(settings).map_err(|source| refused("gravity".to_owned(), source))?;
        begin(&mut world);
        world.reserve(&self.capacity());
        let mut bodies = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let created = create(&mut world, body, &mut shapes);
            bodies.push(Some(created.map_err(|source| refused(format!("bodies[{i}]"), source))?));
        }
        Ok(SceneWorld { world, bodies, script: self.script.clone(), scene_len: self.bodies.len(), step: 0 })
    }
}

impl SceneWorld {
    /// The world as the last step left it.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to act on it besides the script.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The id of body `index`, counted as in the scene; `None` when there is none, or the script removed it.
    #[must_use]
    pub fn body(&self, index: usize) -> Option<BodyId> {
        self.bodies.get(index).copied().flatten()
    }

    /// One more than the largest index a body has or had.
    #[must_use]
    pub fn body_slots(&self) -> usize {
        self.bodies.len()
    }

    /// Does what the script asks for, then lets [`TIME_STEP`] seconds pass.
    ///
    /// # Errors
    /// [`RunError::Script`] when the script acts on a body that was removed from outside, or leads out of the world;
    /// [`RunError::Step`] never, as the time step is fixed.
    pub fn step(&mut self) -> Result<&StepReport, RunError> {
        for action in self.script.actions(self.step, self.scene_len) {
            self.act(&action)?;
        }
        self.step += 1;
        Ok(self.world.step(TIME_STEP)?)
    }

    /// Does one thing that a script may ask for. Bodies that are gone are left alone.
    ///
    /// # Errors
    /// What the world says, when the action leads out of it or the body was removed from outside.
    pub fn act(&mut self, action: &Action) -> Result<(), WorldError> {
        match *action {
            Action::Target { body, position } => {
                let Some(id) = self.body(body) else { return Ok(()) };
                let rotation = self.world.pose(id)?.rotation;
                self.world.set_kinematic_target(id, Pose::new(position, rotation), TIME_STEP)
            }
            Action::Walk { body, translation } => match self.body(body) {
                Some(id) => walk(&mut self.world, id, translation),
                None => Ok(()),
            },
            Action::Destroy { body } => match self.bodies.get_mut(body).and_then(Option::take) {
                Some(id) => self.world.destroy_body(id),
                None => Ok(()),
            },
            Action::Spawn { body, ref def } => {
                let valid = "scripts have valid shapes";
                let mut shapes = def.colliders.iter().map(|collider| collider.shape.to_shape().expect(valid));
                let id = create(&mut self.world, def, &mut shapes)?;
                if body >= self.bodies.len() {
                    self.bodies.resize(body + 1, None);
                }
                self.bodies[body] = Some(id);
                Ok(())
            }
        }
    }
}

/// Adds a body whose colliders have the next of `shapes`.
fn create(world: &mut World, body: &SceneBody, shapes: &mut impl Iterator<Item = Shape>) -> Result<BodyId, WorldError> {
    let id = world.create_body(&body.def())?;
    for (collider, shape) in body.colliders.iter().zip(shapes) {
        world.create_collider(id, &collider.def(shape))?;
    }
    Ok(id)
}
