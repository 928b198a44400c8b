//! The `pairs` command: one pair of shapes per line of JSON in, one answer per line out.

mod answer;
mod input;

use std::io::{BufRead, Write};

use serde::Serialize;
use serde_json::value::RawValue;

pub use answer::{Answer, SweepAnswer, answer};
pub use input::{Pair, PairError, Posed, parse_pair};

/// What is written for a line that is no pair.
#[derive(Debug, Serialize)]
struct Failure<'a> {
    name: Option<&'a RawValue>,
    error: String,
}

/// The answer to one line, numbered from one: a line of JSON without its line end.
///
/// A line that is no pair gives `{"name", "error"}`; the name is null when it could not be read.
#[must_use]
pub fn answer_line(number: usize, line: &str) -> String {
    let json = match parse_pair(line) {
        Ok(pair) => match answer(&pair) {
            Ok(answer) => serde_json::to_string(&answer),
            Err(error) => failure(number, pair.name, &error),
        },
        Err((name, error)) => failure(number, name, &error),
    };
    json.expect("strings, numbers and null have a JSON form")
}

fn failure(number: usize, name: Option<&RawValue>, error: &PairError) -> serde_json::Result<String> {
    serde_json::to_string(&Failure { name, error: format!("line {number}: {error}") })
}

/// Reads pairs until the input ends and writes the answers, each as soon as its line is read; blank lines are skipped.
///
/// # Errors
/// Those of reading and writing. A line that is no pair is answered with an error and does not stop the rest.
pub fn answer_all(mut input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let answer = match std::str::from_utf8(&line) {
            // A file may begin with a byte order mark, which JSON does not allow.
            Ok(text) => match text.trim_start_matches('\u{feff}').trim() {
                "" => continue,
                text => answer_line(number, text),
            },
            Err(_) => failure(number, None, &PairError::NotUtf8)?,
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
