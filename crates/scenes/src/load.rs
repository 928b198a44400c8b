use std::path::{Path, PathBuf};

use crate::locate::{Place, locate};
use crate::{Scene, SceneError};

/// Why a text is not a scene: `line 12, column 9: bodies[3].colliders[0].shape.circle.radius: …`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}, column {column}: {}{message}", if path.is_empty() { String::new() } else { format!("{path}: ") })]
pub struct ParseError {
    /// Line, counted from one.
    pub line: usize,
    /// Column, counted from one.
    pub column: usize,
    /// The field the error is about, empty when it is the text as a whole.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

/// Why a scene file could not be loaded; the message begins with the file's name.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read, or is not UTF-8.
    #[error("{}: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is no scene.
    #[error("{}: {source}", file.display())]
    Parse {
        /// The file.
        file: PathBuf,
        /// What is wrong and where.
        source: ParseError,
    },
}

impl Scene {
    /// The scene in `json`, checked. Numbers are read to the nearest f32.
    ///
    /// # Errors
    /// [`ParseError`] with line, column and field for text that is not JSON, a field that is unknown, missing or of the
    /// wrong type, a number beyond f32, and everything [`Scene::validate`] refuses.
    pub fn from_json(json: &str) -> Result<Self, ParseError> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let scene: Self = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            // The whole is written "." and a key that could not be read "?": neither helps the reader.
            let path = error.path().to_string();
            syntax_error(path.trim_end_matches(['.', '?']).to_owned(), error.inner())
        })?;
        deserializer.end().map_err(|error| syntax_error(String::new(), &error))?;
        scene.validate().map_err(|SceneError { path, problem }| {
            let Place { line, column } = locate(json, &path);
            ParseError { line, column, path, message: problem.to_string() }
        })?;
        Ok(scene)
    }

    /// The scene in the file at `path`, checked.
    ///
    /// # Errors
    /// [`LoadError::Read`] when the file cannot be read, [`LoadError::Parse`] for everything [`Scene::from_json`]
    /// refuses.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        let file = path.as_ref();
        let json = std::fs::read_to_string(file).map_err(|source| LoadError::Read { file: file.into(), source })?;
        Self::from_json(&json).map_err(|source| LoadError::Parse { file: file.into(), source })
    }

    /// The scene as JSON that [`Scene::from_json`] reads back to the same bits.
    ///
    /// # Errors
    /// None for a scene that [`Scene::validate`] accepts.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

fn syntax_error(path: String, error: &serde_json::Error) -> ParseError {
    // serde_json ends its messages with the place, which stands at the front here.
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string().replace(&place, "");
    ParseError { line: error.line(), column: error.column(), path, message }
}
