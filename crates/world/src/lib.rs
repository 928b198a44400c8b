//! 2D rigid bodies: stepping, contacts and pair resolution on top of sat-simd and broadphase.

mod bodies;
mod bounds;
mod colliders;
mod contact_graph;
mod contact_view;
mod contacts;
mod def;
mod error;
mod event;
mod forces;
mod id;
mod lanes;
mod narrow_phase;
mod publish;
mod report;
mod settings;
mod solver;
mod state_hash;
mod step;
mod stopwatch;
mod world;

pub use broadphase::{Layer, QueryFilter};
pub use contact_view::{Contact, ContactPoint};
pub use def::{BodyDef, BodyKind, ColliderDef, Filter, Material, Response};
pub use error::{MAX_COORDINATE, StepError, WorldError};
pub use event::{ContactEvent, Events, HitEvent, SensorEvent};
pub use geom::{Aabb, Pose, Rot, Vec2};
pub use id::{BodyId, ColliderId};
pub use report::{StageTimes, StepReport};
pub use sat_simd::{MassProperties, Shape, ShapeError};
pub use settings::{MAX_SUB_STEPS, MAX_TIME_STEP, MIN_TIME_STEP, Settings};
pub use world::World;
