use std::io;
use std::path::{Path, PathBuf};

use crate::picture::PngError;
use scenes::{BuildError, LoadError, RunError};
use world::{ReplayError, WorldError};

/// Why a command failed: the message says what and where.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Neither a named scene nor a file.
    #[error("there is no scene and no file `{name}`; the scenes are {known}")]
    UnknownScene {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A scene file is wrong.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A scene could not be built.
    #[error("{scene}: {source}")]
    Build {
        /// The scene's name or file.
        scene: String,
        /// What is wrong.
        source: BuildError,
    },
    /// A scene could not be stepped.
    #[error("{scene}: step {step}: {source}")]
    Run {
        /// The scene's name or file.
        scene: String,
        /// The step, counted from one.
        step: u32,
        /// What is wrong.
        source: RunError,
    },
    /// A file could not be read.
    #[error("{}: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {}: {source}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A picture could not be made.
    #[error("cannot write {}: {source}", file.display())]
    Picture {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        source: PngError,
    },
    /// A file holds no pair of shapes.
    #[error("{}: {message}", file.display())]
    Pair {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A file holds no recording.
    #[error("{}: {source}", file.display())]
    Recording {
        /// The file.
        file: PathBuf,
        /// What is wrong and where.
        source: serde_json::Error,
    },
    /// There is no world of a recording's settings.
    #[error("{}: settings: {source}", file.display())]
    Settings {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        source: WorldError,
    },
    /// A replay came to something else.
    #[error("{}: {source}", file.display())]
    Replay {
        /// The file.
        file: PathBuf,
        /// What differs.
        source: ReplayError,
    },
    /// Standard input or output failed.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

impl Error {
    /// Whether whoever reads the output has gone away, as `head` does: no reason to complain.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Refuses a file that cannot be written, and makes it if it is not there; what is in it stays.
pub(crate) fn check_writable(file: &Path) -> Result<(), Error> {
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(file);
    opened.map(drop).map_err(|source| Error::Write { file: file.to_owned(), source })
}

/// Writes a file, in a directory that exists.
pub(crate) fn write_file(file: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    std::fs::write(file, bytes).map_err(|source| Error::Write { file: file.to_owned(), source })
}
