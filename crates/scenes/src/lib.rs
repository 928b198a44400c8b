//! Named scenes as data, and the worlds built from them.

mod build;
mod classic;
mod load;
mod locate;
mod scene;
mod script;
mod shape;
mod validate;
mod walk;

pub use build::{BuildError, RunError, SceneWorld};
pub use classic::{NamedScene, Size, all, by_name};
pub use glam::Vec2;
pub use load::{LoadError, ParseError};
pub use scene::{BodyKind, Scene, SceneBody, SceneCollider, SceneFilter, SceneResponse};
pub use script::{Action, Rain, Script};
pub use shape::SceneShape;
pub use validate::{SceneError, SceneProblem};

/// The length of every step, in seconds.
pub const TIME_STEP: f32 = 1.0 / 60.0;
