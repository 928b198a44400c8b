//! The report: what is measured in which section, and how it is written down.

mod broad_threads;
mod broadphase;
mod circles;
#[cfg(feature = "threads")]
mod core_distance;
mod cost_curve;
mod hard_worlds;
mod machine;
mod manifold;
mod markdown;
mod measurement;
mod memory;
mod overlap;
mod panel;
mod quality;
mod query;
mod stages;
mod step;
mod table;
mod threads;
mod tree_query;
mod world_query;

pub use cost_curve::cost_curve;
pub use hard_worlds::hard_curve;
pub use machine::Machine;
pub use markdown::markdown;
pub use measurement::{Measurement, Measurements};

use crate::harness::Effort;

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Do two posed shapes meet?
    Overlap,
    /// Which arithmetic decides our verdicts?
    Stages,
    /// Where do they touch?
    Manifold,
    /// How far apart, and when on the way?
    Query,
    /// Which boxes meet?
    Broadphase,
    /// Which boxes meet where they are hard to keep apart?
    HardWorlds,
    /// Which boxes does a query find?
    TreeQuery,
    /// Which pairs of boxes have circles that are apart?
    Circles,
    /// Whole scenes.
    Step,
    /// Whole scenes, and the broad phase alone, on one thread and on two.
    Threads,
    /// What the scenes come to.
    Quality,
    /// What the scenes hold.
    Memory,
}

impl Section {
    /// All sections, in the order of the report.
    pub const ALL: [Self; 12] = [
        Self::Overlap,
        Self::Stages,
        Self::Manifold,
        Self::Query,
        Self::Broadphase,
        Self::HardWorlds,
        Self::TreeQuery,
        Self::Circles,
        Self::Step,
        Self::Threads,
        Self::Quality,
        Self::Memory,
    ];

    /// The name in the report and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Stages => "stages",
            Self::Manifold => "manifold",
            Self::Query => "query",
            Self::Broadphase => "broadphase",
            Self::HardWorlds => "hard_worlds",
            Self::TreeQuery => "tree_query",
            Self::Circles => "circles",
            Self::Step => "step",
            Self::Threads => "threads",
            Self::Quality => "quality",
            Self::Memory => "memory",
        }
    }

    /// Measures this section. `progress` is told what is being measured.
    pub fn measure(self, effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
        match self {
            Self::Overlap => overlap::measure(effort, progress, into),
            Self::Stages => stages::measure(progress, into),
            Self::Manifold => manifold::measure(effort, progress, into),
            Self::Query => query::measure(effort, progress, into),
            Self::Broadphase => broadphase::measure(effort, progress, into),
            Self::HardWorlds => hard_worlds::measure(effort, progress, into),
            Self::TreeQuery => {
                tree_query::measure(effort, progress, into);
                world_query::measure(effort, progress, into);
            }
            Self::Circles => circles::measure(progress, into),
            Self::Step => step::measure(effort, progress, into),
            Self::Threads => {
                threads::measure(effort, progress, into);
                broad_threads::measure(effort, progress, into);
            }
            Self::Quality => quality::measure(effort, progress, into),
            Self::Memory => memory::measure(progress, into),
        }
    }
}
