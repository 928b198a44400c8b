use std::fmt;
use std::time::Duration;

use scenes::{Scene, TIME_STEP};
use serde::{Serialize, Serializer};
use world::StepReport;

/// What a run did and what it took: times over the whole run, counts of its last step.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// The scene's name.
    pub scene: String,
    /// The seed it was made with.
    pub seed: u64,
    /// How many steps were taken.
    pub steps: u32,
    /// Sub-steps per step.
    pub sub_steps: u32,
    /// Whether the program was built without optimisation, so that times say little.
    pub debug_build: bool,
    /// Mean time of each stage, in order.
    pub stages: Vec<StageTime>,
    /// Mean time of a step in milliseconds, script included.
    pub ms_per_step: f64,
    /// Time of the slowest step in milliseconds.
    pub slowest_step_ms: f64,
    /// Steps per second of wall time.
    pub steps_per_second: f64,
    /// Counts of the last step.
    pub counts: Counts,
    /// The deepest overlap of the last step, in metres.
    pub deepest_penetration: f32,
    /// The deepest overlap of all steps, in metres.
    pub deepest_penetration_of_run: f32,
    /// The state at the end: equal on every machine.
    #[serde(serialize_with = "hexadecimal")]
    pub state_hash: u64,
    #[serde(skip)]
    total: Duration,
}

/// The mean time of one stage of the step.
#[derive(Clone, Debug, Serialize)]
pub struct StageTime {
    /// The stage's name.
    pub stage: &'static str,
    /// Milliseconds per step.
    pub ms_per_step: f64,
    /// Part of the step's time, 0 to 1.
    pub share: f64,
    #[serde(skip)]
    total: Duration,
}

/// What the last step dealt with.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Bodies of any kind.
    pub bodies: usize,
    /// Colliders in the broad phase.
    pub proxies: usize,
    /// Pairs of fat boxes that meet.
    pub pairs: usize,
    /// Pairs that had a manifold in the step before, or whose bounding circles come within the speculative margin.
    pub candidates: usize,
    /// Contacts with at least one point.
    pub manifolds: usize,
    /// Points of contacts, far ends of edges that touch with the other among them.
    pub points: usize,
}

impl RunReport {
    /// The report of a run that has not begun.
    #[must_use]
    pub fn new(scene: &Scene, steps: u32, seed: u64) -> Self {
        let stage = |(stage, total)| StageTime { stage, ms_per_step: 0.0, share: 0.0, total };
        let bodies = scene.bodies.len();
        let proxies = scene.bodies.iter().map(|body| body.colliders.len()).sum();
        Self {
            scene: scene.name.clone(),
            seed,
            steps,
            sub_steps: scene.sub_steps,
            debug_build: cfg!(debug_assertions),
            stages: StepReport::default().times.stages().map(stage).to_vec(),
            ms_per_step: 0.0,
            slowest_step_ms: 0.0,
            steps_per_second: 0.0,
            counts: Counts { bodies, proxies, ..Counts::default() },
            deepest_penetration: 0.0,
            deepest_penetration_of_run: 0.0,
            state_hash: 0,
            total: Duration::ZERO,
        }
    }

    /// Adds a step that took `time` from outside.
    pub fn add(&mut self, step: &StepReport, time: Duration) {
        self.total += time;
        self.slowest_step_ms = self.slowest_step_ms.max(milliseconds(time));
        for (stage, (_, time)) in self.stages.iter_mut().zip(step.times.stages()) {
            stage.total += time;
        }
        self.counts = Counts {
            bodies: step.bodies,
            proxies: step.proxies,
            pairs: step.pairs,
            candidates: step.candidates,
            manifolds: step.manifolds,
            points: step.points,
        };
        self.deepest_penetration = step.deepest_penetration;
        self.deepest_penetration_of_run = self.deepest_penetration_of_run.max(step.deepest_penetration);
    }

    /// Turns the sums over the run into means; `state_hash` is that of its end.
    #[must_use]
    pub fn finish(mut self, state_hash: u64) -> Self {
        let steps = f64::from(self.steps.max(1));
        let total = self.total.as_secs_f64();
        for stage in &mut self.stages {
            stage.ms_per_step = milliseconds(stage.total) / steps;
            stage.share = if total > 0.0 { stage.total.as_secs_f64() / total } else { 0.0 };
        }
        self.ms_per_step = milliseconds(self.total) / steps;
        self.steps_per_second = if total > 0.0 { f64::from(self.steps) / total } else { 0.0 };
        self.state_hash = state_hash;
        self
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn hexadecimal<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{hash:016x}"))
}

impl fmt::Display for RunReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = (1.0 / TIME_STEP).round();
        writeln!(f, "{}: {} steps of 1/{rate} s, {} sub-steps each", self.scene, self.steps, self.sub_steps)?;
        if self.debug_build {
            writeln!(f, "(debug build: the times say little, use --release)")?;
        }
        writeln!(f, "\nstage          ms/step   share")?;
        for stage in &self.stages {
            writeln!(f, "{:<13}{:>9.3}{:>7.1} %", stage.stage, stage.ms_per_step, 100.0 * stage.share)?;
        }
        let other = (1.0 - self.stages.iter().map(|stage| stage.share).sum::<f64>()).max(0.0);
        writeln!(f, "{:<13}{:>9.3}{:>7.1} %", "script, rest", other * self.ms_per_step, 100.0 * other)?;
        writeln!(f, "{:<13}{:>9.3}  (slowest {:.3} ms)\n", "step", self.ms_per_step, self.slowest_step_ms)?;

        let counts = &self.counts;
        writeln!(f, "bodies        {}", counts.bodies)?;
        writeln!(f, "proxies       {}", counts.proxies)?;
        writeln!(f, "pairs         {}", counts.pairs)?;
        writeln!(f, "candidates    {}  (pairs after the circle filter)", counts.candidates)?;
        writeln!(f, "manifolds     {}", counts.manifolds)?;
        writeln!(f, "points        {}\n", counts.points)?;

        writeln!(f, "steps/s       {:.1}", self.steps_per_second)?;
        let (last, worst) = (self.deepest_penetration, self.deepest_penetration_of_run);
        writeln!(f, "penetration   {last:.6} m at most  ({worst:.6} m over the run)")?;
        writeln!(f, "state hash    {:016x}", self.state_hash)
    }
}
