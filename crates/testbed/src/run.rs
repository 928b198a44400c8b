use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use scenes::{Scene, SceneWorld};

use crate::error::Error;
use crate::report::RunReport;

/// Steps `scene` `steps` times under a progress bar on standard error; gives the scene at its end and the report.
///
/// `label` is what the scene is called in errors: its name or its file.
///
/// # Errors
/// [`Error::Build`] and [`Error::Run`].
pub fn run_scene(scene: &Scene, label: &str, steps: u32, seed: u64) -> Result<(SceneWorld, RunReport), Error> {
    let mut running = scene.build().map_err(|source| Error::Build { scene: label.to_owned(), source })?;
    let mut report = RunReport::new(scene, steps, seed);
    let bar = ProgressBar::new(u64::from(steps)).with_message(scene.name.clone());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} step {pos}/{len}, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
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
