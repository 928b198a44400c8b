use std::time::Duration;

/// What a step did and what it took. Valid until the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// How many steps there have been, this one included.
    pub step: u64,
    /// Where the time went. Not part of the state: two equal worlds differ here.
    pub times: StageTimes,
    /// Bodies of any kind.
    pub bodies: usize,
    /// Bodies that moved or could: the dynamic and kinematic ones, but for those asleep or disabled as the step began.
    pub awake_bodies: usize,
    /// Colliders in the broad phase.
    pub proxies: usize,
    /// Pairs of fat boxes that meet.
    pub pairs: usize,
    /// Pairs that had a manifold in the step before, or whose bounding circles come within the speculative margin.
    pub candidates: usize,
    /// Candidates that no manifold was looked for: they were too far apart before, and have not moved by as much.
    pub apart: usize,
    /// Candidates that kept the manifold they had, because they hardly moved: see [`Settings::recycle_distance`](crate::Settings).
    pub recycled: usize,
    /// Contacts with at least one point, but for those of what is asleep.
    pub manifolds: usize,
    /// Points of contacts, among them the far ends of edges of which the other end is within the speculative margin.
    pub points: usize,
    /// Graph colours in use, the overflow not counted.
    pub colors: usize,
    /// Contacts that found no colour and were solved one by one.
    pub overflow: usize,
    /// The deepest overlap the narrow phase found, in metres; zero when nothing overlaps.
    pub deepest_penetration: f32,
}

/// Wall-clock time of each stage of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageTimes {
    /// Poses to boxes and circles; boxes to trees as well, where somebody asked for what they find since the step before.
    pub bounds: Duration,
    /// Boxes to sorted pairs; what neighbours cover of seamless colliders that changed; and which islands fall asleep.
    pub pairs: Duration,
    /// Pairs to candidates.
    pub circle_filter: Duration,
    /// Candidates to manifolds; where threads share it and nothing sleeps, also what impulses are carried over.
    pub narrow_phase: Duration,
    /// Manifolds to impulses carried over and colours.
    pub contact_graph: Duration,
    /// Constraints to velocities and poses.
    pub solve: Duration,
    /// Contacts to events.
    pub publish: Duration,
}

impl StageTimes {
    /// The stages in order, with their names.
    #[must_use]
    pub fn stages(&self) -> [(&'static str, Duration); 7] {
        [
            ("bounds", self.bounds),
            ("pairs", self.pairs),
            ("circle filter", self.circle_filter),
            ("narrow phase", self.narrow_phase),
            ("contact graph", self.contact_graph),
            ("solve", self.solve),
            ("publish", self.publish),
        ]
    }

    /// All stages together.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.stages().iter().map(|(_, time)| *time).sum()
    }
}
