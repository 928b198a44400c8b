//! Runs scenes, draws them, and inspects pairs axis by axis.
//!
//! The program is a thin shell around [`execute`]; everything it does can be called from here as well.
//!
//! ```
//! let answer = testbed::pairs::answer_line(
//!     1,
//!     r#"{"name": "touch", "a": {"type": "circle", "c": [5, 1], "r": 1},
//!         "b": {"type": "polygon", "v": [[0, 0], [4, 0], [4, 3], [0, 3]]}}"#,
//! );
//! assert!(answer.starts_with(r#"{"name":"touch","relation":"touching","depth":0.0"#));
//! ```

mod camera;
mod cli;
mod error;
mod inspect;
pub mod pairs;
pub mod picture;
mod replay;
mod report;
mod run;
mod scene_picture;

pub use cli::{Cli, execute};
pub use error::Error;
pub use report::{Counts, RunReport, StageTime};
pub use run::run_scene;
pub use scene_picture::scene_picture;

/// The readme's samples, compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
