use std::io::Write;
use std::path::Path;

use world::{Recording, Replay, World};

use crate::error::Error;
use crate::run::progress_bar;

/// Makes the calls of the recording in `file` again, in a new world, and says that every step came to the same bits.
///
/// # Errors
/// [`Error::Read`]; [`Error::Recording`] when the file holds none, [`Error::Settings`] when there is no world of its settings,
/// and [`Error::Replay`] with the step or the call that differs.
pub fn replay(file: &Path, output: &mut impl Write) -> Result<(), Error> {
    let json = std::fs::read(file).map_err(|source| Error::Read { file: file.to_owned(), source })?;
    let recording: Recording =
        serde_json::from_slice(&json).map_err(|source| Error::Recording { file: file.to_owned(), source })?;
    let mut world =
        World::new(*recording.settings()).map_err(|source| Error::Settings { file: file.to_owned(), source })?;
    let bar = progress_bar(recording.steps(), file.display().to_string());
    let mut replay = Replay::new();
    while recording
        .replay_step(&mut replay, &mut world)
        .map_err(|source| Error::Replay { file: file.to_owned(), source })?
    {
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(output, "{} calls, {} steps: all came to the same bits", recording.calls().len(), recording.steps())?;
    writeln!(output, "state hash    {:016x}", world.state_hash())?;
    output.flush()?;
    Ok(())
}
