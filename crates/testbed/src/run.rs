use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use scenes::{Scene, SceneWorld};

use crate::error::Error;
use crate::report::RunReport;

/// Steps `scene` `steps` times under a progress bar on standard error; gives the scene at its end and the report.
///
/// `label` is what the scene is called in errors: its name or its file. With `record` its world still records, from before its
/// first body on.
///
/// # Errors
/// [`Error::Build`] and [`Error::Run`].
pub fn run_scene(
    scene: &Scene,
    label: &str,
    steps: u32,
    seed: u64,
    record: bool,
) -> Result<(SceneWorld, RunReport), Error> {
    let built = if record { scene.build_recording() } else { scene.build() };
    let mut running = built.map_err(|source| Error::Build { scene: label.to_owned(), source })?;
    let mut report = RunReport::new(scene, steps, seed);
    let bar = progress_bar(steps as usize, scene.name.clone());
    for step in 1..=steps {
        let start = Instant::now();
        let done = running.step().map_err(|source| Error::Run { scene: label.to_owned(), step, source })?;
        report.add(done, start.elapsed());
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = report.finish(running.world().state_hash());
    Ok((running, report))
}

/// A progress bar on standard error for so many steps.
pub(crate) fn progress_bar(steps: usize, name: String) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64).with_message(name);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} step {pos}/{len}, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar
}
