use super::{Measurements, measurement::STEPS};
use crate::harness::Effort;
use crate::quality::{self, Pace};
use crate::step;
use scenes::{Scene, Size};

/// Scenes that are looked at in uneven steps as well: one that is to stand, and one that is to come to rest.
const UNEVEN: [&str; 2] = ["large_pyramid", "barrel"];

/// Balls that bounce in a yard: how fast they are thrown, in m/s, and the gravity, in m/s².
const THROWN: [(&str, f32, f32); 3] =
    [("balls_3_m/s", 3.0, 10.0), ("balls_30_m/s", 30.0, 10.0), ("balls_5_m/s_heavy", 5.0, 50.0)];

/// Balls that roll: their radii, in m, and speeds, in m/s.
const ROLLED: [(&str, f32, f32); 3] = [
    ("ball_of_0.5_m_at_3_m/s", 0.5, 3.0),
    ("ball_of_0.25_m_at_5_m/s", 0.25, 5.0),
    ("ball_of_0.1_m_at_10_m/s", 0.1, 10.0),
];

/// What each scene comes to in each engine: energy, overlaps, drift and lost bodies; then who of many heaps comes to rest, what is
/// left of what bounces, and how balls roll. One engine after the other, no times.
///
/// Scenes without a peer are left out: there is nothing to set them against.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        let scene = named.scene(Size::Full, 1);
        if step::builders(&scene).len() == 1 {
            continue;
        }
        progress(named.name);
        measure_scene(&scene, &scene.name, Pace::Even, effort, into);
        if UNEVEN.contains(&named.name) {
            measure_scene(&scene, &format!("{}_uneven", scene.name), Pace::Uneven, effort, into);
        }
    }
    progress("heaps");
    measure_heaps(effort.heaps, into);
    progress("bouncing balls");
    for (workload, speed, gravity) in THROWN {
        measure_bounces(workload, speed, gravity, into);
    }
    progress("rolling balls");
    for (workload, radius, speed) in ROLLED {
        measure_rolling(workload, radius, speed, into);
    }
}

/// How many of so many heaps an engine does not bring to rest.
fn measure_heaps(count: u64, into: &mut Measurements) {
    let workload = format!("{count}_heaps_of_{}", quality::HEAPED);
    for build in step::builders(&quality::heap(0)) {
        let mut engine = "";
        let is_awake = |seed: &u64| {
            let mut task = build(&quality::heap(*seed));
            engine = task.engine();
            !quality::comes_to_rest(&mut *task)
        };
        let awake = (0..count).filter(is_awake).count();
        into.add("quality", &workload, engine, STEPS, quality::STEPS_TO_REST.into());
        into.add("quality", &workload, engine, "awake_heaps", awake as f64);
    }
}

/// What balls of restitution 1 have left of their energy.
fn measure_bounces(workload: &str, speed: f32, gravity: f32, into: &mut Measurements) {
    for build in step::builders(&quality::yard(0, speed, gravity)) {
        let (mut engine, mut least, mut most) = ("", f64::INFINITY, 0.0f64);
        for seed in 0..quality::THROWS {
            let scene = quality::yard(seed, speed, gravity);
            let mut task = build(&scene);
            engine = task.engine();
            let kept = quality::kept_energy(&scene, &mut *task);
            // Not `f64::min`, which would leave out what is not finite.
            least = if kept >= least { least } else { kept };
            most = if kept <= most { most } else { kept };
        }
        into.add("quality", workload, engine, STEPS, quality::STEPS_OF_FLIGHT.into());
        into.add("quality", workload, engine, "least_energy_kept", least);
        into.add("quality", workload, engine, "most_energy_kept", most);
    }
}

/// How a ball rolls on a level track.
fn measure_rolling(workload: &str, radius: f32, speed: f32, into: &mut Measurements) {
    let scene = quality::track(radius, speed);
    for build in step::builders(&scene) {
        let mut task = build(&scene);
        let found = quality::roll(radius, speed, &mut *task);
        into.add("quality", workload, task.engine(), STEPS, quality::STEPS_OF_ROLLING.into());
        let numbers = [
            ("speed_kept", found.speed_kept),
            ("sunk_mm", found.sunk * 1e3),
            ("vertical_speed_m/s", found.vertical_speed),
        ];
        for (metric, value) in numbers {
            into.add("quality", workload, task.engine(), metric, value);
        }
    }
}

fn measure_scene(scene: &Scene, workload: &str, pace: Pace, effort: &Effort, into: &mut Measurements) {
    for build in step::builders(scene) {
        let mut task = build(scene);
        let steps = scene.steps.min(effort.quality_steps);
        let found = quality::measure(scene, &mut *task, steps, pace);
        into.add("quality", workload, task.engine(), STEPS, steps.into());
        let lost = step::lost_bodies(&*task, scene) as f64;
        let millimetres = |metres: f64| metres * 1e3;
        let numbers = [
            ("energy_ratio", found.energy),
            ("max_penetration_mm", Some(millimetres(found.deepest))),
            ("mean_penetration_mm", Some(millimetres(found.depth_per_body))),
            ("top_drift_mm", found.drift.map(millimetres)),
            ("lost_bodies", Some(lost)),
            ("allocs_per_step", Some(found.allocations)),
        ];
        for (metric, value) in numbers {
            if let Some(value) = value {
                into.add("quality", workload, task.engine(), metric, value);
            }
        }
    }
}
