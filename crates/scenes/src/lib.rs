//! Named scenes as data, and the worlds built from them.
//!
//! A [`Scene`] says what bodies stand where, and its [`Script`] what moves, spawns and removes bodies from outside. Both
//! are plain data that belong to no engine: the testbed, the tests and the benches share them, and adapters build the
//! same scenes in other engines. [`Scene::build`] makes this project's world of one; [`all`] lists the scenes with a name.
//!
//! ```
//! use scenes::{Size, by_name};
//!
//! let scene = by_name("large_pyramid").unwrap().scene(Size::Small, 0);
//! let mut running = scene.build().unwrap();
//! let report = running.step().unwrap();
//! assert_eq!((report.bodies, report.manifolds), (211, 590));
//! ```
//!
//! # Scene files
//!
//! A scene can come from a JSON file, read by [`Scene::load`]. Only `name`, the `colliders` of a body and the `shape` of a
//! collider are required; everything else has the default shown here. Lengths are in metres, angles in radians, times in
//! seconds, y points up. Numbers are read to the nearest f32; coordinates, angles and speeds beyond ±1e7 are refused.
//!
//! ```jsonc
//! {
//!   "name": "ball on a floor",
//!   "about": "",                    // one paragraph for the reader
//!   "gravity": [0, -10],            // m/s²
//!   "steps": 300,                   // of 1/60 s, unless the command line says otherwise
//!   "sub_steps": 4,                 // solver sub-steps per step, 1 to 64
//!   "sleep": false,                 // whether bodies that come to rest fall asleep
//!   "recycle": true,                // whether contacts that hardly move keep their manifold
//!   "bodies": [
//!     {
//!       "kind": "dynamic",          // or "static", or "kinematic": moved by its velocity alone
//!       "response": "dynamics",     // or "separate": pushed out of overlaps, without impulses
//!       "position": [0, 5],         // default [0, 0]
//!       "angle": 0,
//!       "velocity": [0, 0],         // m/s
//!       "spin": 0,                  // rad/s
//!       "linear_damping": 0,        // 1/s
//!       "angular_damping": 0,
//!       "is_bullet": false,         // skips no dynamic body either, however fast
//!       "locks": {"x": false, "y": false, "rotation": false},
//!       "is_awake": true,           // from the start, where the scene lets bodies sleep
//!       "colliders": [
//!         {
//!           "shape": {"circle": {"radius": 0.5}},
//!           "offset": [0, 0],       // in the body's frame
//!           "angle": 0,
//!           "density": 1,           // kg/m²
//!           "friction": 0.6,
//!           "friction_rule": null,  // how to mix it; or "average", "geometric_mean", "minimum", "product", "maximum", "sum"
//!           "restitution": 0,       // 0 to 1
//!           "restitution_rule": null,
//!           "rolling_resistance": 0, // as a part of the radius of what is round
//!           "rolling_resistance_rule": null,
//!           "surface_speed": 0,     // m/s along the outline, counter-clockwise
//!           "surface_speed_rule": null,
//!           "one_way": null,        // or a direction: stops only what comes against it
//!           "is_seamless": false,   // true: what slides over joints to others that are feels none
//!           "is_sensor": false,
//!           "hit_events": false,
//!           "filter": {"category": 1, "mask": 18446744073709551615, "group": 0}
//!         }
//!       ]
//!     },
//!     {"kind": "static", "colliders": [{"shape": {"box": {"half": [10, 0.5]}}}]}
//!   ],
//!   "script": "none"
//! }
//! ```
//!
//! (JSON knows no comments: they are notes, not part of the file. A field of another name is refused.)
//!
//! The shapes are
//! `{"circle": {"radius": 0.5}}`,
//! `{"capsule": {"a": [-1, 0], "b": [1, 0], "radius": 0.5}}`,
//! `{"segment": {"a": [-1, 0], "b": [1, 0]}}`,
//! `{"box": {"half": [2, 1]}}` and
//! `{"polygon": {"vertices": [[0, 0], [2, 0], [1, 2]], "radius": 0.1}}`: convex, in either winding, `radius` optional.
//!
//! The scripts are `"none"`,
//! `{"swing": {"body": 0, "center": [0, 0], "amplitude": [5, 0], "rate": 2}}` for a kinematic body,
//! `{"walk": {"body": 0, "moves": [[1, 0], [0, 1]]}}` for one that is kinematic or responds by `"separate"`, and
//! `{"rain": {…}}` with the fields of [`Rain`]. Bodies are counted from zero.
//!
//! What is wrong with a file is said with its line, column and field:
//!
//! ```
//! let json = r#"{"name": "typo", "bodies": [
//!     {"colliders": [{"shape": {"circle": {"radius": -1}}}]}]}"#;
//! assert_eq!(
//!     scenes::Scene::from_json(json).unwrap_err().to_string(),
//!     "line 2, column 52: bodies[0].colliders[0].shape.circle.radius: radius -1 must be finite and not negative"
//! );
//! ```
//!
//! `examples/seesaw.json` in this crate is a whole scene.

mod build;
mod classic;
mod defs;
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
pub use scene::{BodyKind, Scene, SceneBody, SceneCollider, SceneFilter, SceneLocks, SceneMixRule, SceneResponse};
pub use script::{Action, Rain, Script};
pub use shape::SceneShape;
pub use validate::{SceneError, SceneProblem};

/// The length of every step, in seconds.
pub const TIME_STEP: f32 = 1.0 / 60.0;
