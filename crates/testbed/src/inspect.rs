use std::io::Write;
use std::path::Path;

use sat_simd::explain;
use serde_json::value::RawValue;

use crate::error::{Error, write_file};
use crate::pairs::{Pair, answer, parse_pair};

/// Prints the axes of the first pair in `file` with both shadows and what follows from them, and draws it to `svg`.
///
/// # Errors
/// [`Error::Read`], [`Error::Write`], and [`Error::Pair`] when the file does not begin with a pair.
pub fn inspect(file: &Path, svg: Option<&Path>, output: &mut impl Write) -> Result<(), Error> {
    let text = std::fs::read_to_string(file).map_err(|source| Error::Read { file: file.to_owned(), source })?;
    let no_pair = |message: String| Error::Pair { file: file.to_owned(), message };
    let json = first_value(&text).map_err(no_pair)?;
    let pair = parse_pair(json).map_err(|(_, error)| no_pair(error.to_string()))?;
    let explanation = explain(&pair.a.shape, &pair.a.pose, &pair.b.shape, &pair.b.pose)
        .map_err(|error| no_pair(error.to_string()))?;
    if let Some(name) = pair.name {
        writeln!(output, "{}\n", name.get())?;
    }
    writeln!(output, "{}", explanation.to_string().trim_end())?;
    print_sweep(&pair, output)?;
    if let Some(svg) = svg {
        write_file(svg, explanation.svg())?;
        writeln!(output, "\npicture  {}", svg.display())?;
    }
    output.flush()?;
    Ok(())
}

/// The first JSON value of `text`, which may be spread over several lines.
fn first_value(text: &str) -> Result<&str, String> {
    let text = text.trim_start_matches('\u{feff}');
    match serde_json::Deserializer::from_str(text).into_iter::<&RawValue>().next() {
        Some(Ok(value)) => Ok(value.get()),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("the file is empty".to_owned()),
    }
}

fn print_sweep(pair: &Pair<'_>, output: &mut impl Write) -> std::io::Result<()> {
    let (Some(velocity), Ok(answer)) = (pair.velocity, answer(pair)) else { return Ok(()) };
    let Some(sweep) = answer.sweep else { return Ok(()) };
    let verdict = match (sweep.toi, sweep.hit) {
        (None, _) => "never meets b".to_owned(),
        (Some(time), true) => format!("first meets b at t = {time} and enters it"),
        (Some(time), false) => format!("first meets b at t = {time} and only grazes it"),
    };
    writeln!(output, "\nsweep    a moves by ({}, {}) over t in 0..1: {verdict}", velocity.x, velocity.y)?;
    if let Some([x, y]) = sweep.mtv {
        writeln!(output, "         at its end ({x}, {y}) moves a out of b")?;
    }
    Ok(())
}
