//! How well engines simulate: measured on what they report, with one ruler for all of them.

mod depths;
mod heaps;
mod roster;
mod track;
mod yard;

pub use depths::{Depths, depths};
pub use heaps::{HEAPED, STEPS_TO_REST, comes_to_rest, heap};
pub use roster::Roster;
pub use track::{Roll, STEPS_OF_ROLLING, roll, track};
pub use yard::{STEPS_OF_FLIGHT, THROWS, kept_energy, yard};

use crate::counting::{start_counting, stop_counting, tally};
use crate::rng::Rng;
use crate::step::StepTask;
use geom::Vec2;
use scenes::{Action, BodyKind, Scene, TIME_STEP};

/// The first step after which overlaps are measured: before, scenes that start with overlaps are still being pushed apart.
const SETTLED: u32 = 60;

/// How many of the last steps are watched for allocations.
const WATCHED: u32 = 50;

/// Steps from one measurement of overlaps to the next.
const PERIOD: u32 = 10;

/// What became of a scene in one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Kinetic and potential energy of the dynamic bodies at the end, divided by what they started with; heights count
    /// from the lowest body the scene begins with. `None` where they start with none.
    pub energy: Option<f64>,
    /// The deepest overlap found, in metres.
    pub deepest: f64,
    /// The depths of all overlaps per dynamic body, in metres: the mean over all measurements.
    pub depth_per_body: f64,
    /// The longest way of a pyramid's top from where it stood, in metres.
    pub drift: Option<f64>,
    /// Heap allocations per step, over the last `WATCHED` of them, when the engine has long had room for the scene; what
    /// the script makes is not counted.
    pub allocations: f64,
}

/// How long the steps of a scene are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// All of them [`TIME_STEP`].
    Even,
    /// From 4 to 30 ms, drawn at random, the same ones for every engine. Not for scenes with a [script](scenes::Script), which is told in
    /// even steps.
    Uneven,
}

impl Pace {
    /// The lengths, in seconds.
    fn lengths(self) -> impl Iterator<Item = f32> {
        let mut rng = Rng::new(4);
        std::iter::repeat_with(move || if self == Self::Even { TIME_STEP } else { rng.uniform(0.004, 0.03) })
    }
}

/// Steps `scene` in one engine and measures: energy and drift at the end, overlaps every `PERIOD` steps.
///
/// # Panics
/// When the scene is not valid: the named ones are.
pub fn measure(scene: &Scene, task: &mut dyn StepTask, steps: u32, pace: Pace) -> Quality {
    let mut roster = Roster::new(scene);
    let (mut deepest, mut sum, mut samples, mut allocations) = (0.0f64, 0.0, 0u32, 0);
    for (step, dt) in (0..steps).zip(pace.lengths()) {
        let actions = scene.script.actions(step, scene.bodies.len());
        start_counting();
        task.step_by(&actions, dt);
        stop_counting();
        if step + WATCHED >= steps {
            allocations += tally().allocations;
        }
        actions.iter().for_each(|action| follow(&mut roster, action));
        if step >= SETTLED && step.is_multiple_of(PERIOD) {
            let depths = depths(&roster, &task.motions());
            deepest = deepest.max(depths.deepest);
            sum += depths.per_body;
            samples += 1;
        }
    }
    let motions = task.motions();
    Quality {
        energy: roster.energy_ratio(&motions),
        deepest,
        depth_per_body: sum / f64::from(samples.max(1)),
        drift: drift(scene, &motions),
        allocations: allocations as f64 / f64::from(WATCHED.min(steps).max(1)),
    }
}

fn follow(roster: &mut Roster, action: &Action) {
    match action {
        Action::Spawn { body, def } => roster.enter(*body, def),
        Action::Destroy { body } => roster.leave(*body),
        Action::Target { .. } | Action::Walk { .. } => {}
    }
}

/// The longest way of a pyramid's top, in scenes that are made of pyramids.
fn drift(scene: &Scene, motions: &[Option<crate::step::Motion>]) -> Option<f64> {
    if !scene.name.contains("pyramid") {
        return None;
    }
    let height = |slot: usize| scene.bodies.get(slot).map_or(f32::MIN, |body| body.position.y);
    // Row after row, so a top is followed by the foot of the next pyramid or by nothing.
    let is_top = |&slot: &usize| scene.bodies[slot].kind == BodyKind::Dynamic && height(slot + 1) < height(slot);
    let way = |slot: usize| -> f64 {
        let end = motions[slot].map_or(Vec2::NAN, |motion| motion.pose.translation);
        (end - scene.bodies[slot].position).length().into()
    };
    // Not `f64::max`, which would leave out what is lost.
    (0..scene.bodies.len()).filter(is_top).map(way).reduce(|longest, way| if way <= longest { longest } else { way })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::builders;
    use scenes::{Size, by_name};

    #[test]
    fn every_engine_keeps_a_small_pyramid_standing() {
        let scene = by_name("large_pyramid").unwrap().scene(Size::Small, 0);
        for build in builders(&scene) {
            let mut task = build(&scene);
            let quality = measure(&scene, &mut *task, 120, Pace::Even);
            let name = task.engine();
            assert!(quality.drift.unwrap() < 0.1, "{name}: {quality:?}");
            assert!((quality.energy.unwrap() - 1.0).abs() < 0.01, "{name}: {quality:?}");
            assert!(quality.deepest > 0.0 && quality.deepest < 0.05, "{name}: {quality:?}");
            assert!(quality.depth_per_body > 0.0, "{name}: {quality:?}");
        }
    }
}
