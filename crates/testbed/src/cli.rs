use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand};
use scenes::{Scene, Size};

use crate::error::{Error, check_writable, write_file};
use crate::inspect::inspect;
use crate::pairs;
use crate::picture::{to_svg, write_png};
use crate::replay::replay;
use crate::report::RunReport;
use crate::run::run_scene;
use crate::scene_picture::scene_picture;

/// Runs collision scenes, draws them, and answers questions about pairs of shapes.
///
/// Without a command it steps the scene large_pyramid and draws it.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the scenes, what each is and where it departs from the original
    Scenes,
    /// Steps a scene, then reports times, counts and the state hash
    Run(RunArgs),
    /// Makes the calls of a recording again, and tells whether every step comes to the same bits, or which one does not
    Replay {
        /// A file that `run --record` wrote
        file: PathBuf,
    },
    /// Answers pairs of shapes: a line of JSON in, a line of JSON out
    ///
    /// A line is {"name": …, "a": SHAPE, "b": SHAPE, "velocity": [x, y]}. The name is any JSON value and
    /// comes back with the answer, the velocity is how far a moves over t from 0 to 1; both may be left
    /// out. Lengths are in metres, angles in radians. Polygons are convex, in either winding; angle and
    /// radius are 0 when left out. A SHAPE is one of
    ///
    ///   {"type": "circle", "c": [x, y], "r": 1}
    ///   {"type": "box", "c": [x, y], "half": [2, 1], "angle": 0.5}
    ///   {"type": "polygon", "v": [[x, y], [x, y], [x, y]], "radius": 0.1}
    ///   {"type": "capsule", "a": [x, y], "b": [x, y], "r": 1}
    ///   {"type": "segment", "a": [x, y], "b": [x, y]}
    #[command(verbatim_doc_comment)]
    Pairs {
        /// Where the pairs come from; standard input when left out
        file: Option<PathBuf>,
    },
    /// Inspects a pair of shapes: every axis with both shadows, and which one decides
    ///
    /// What a pair looks like is told by `help pairs`.
    Pair {
        /// A file with a pair as for `pairs`; of several the first one counts
        file: PathBuf,
        /// Draws shapes, axes and shadows
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
struct RunArgs {
    /// The name of a scene, or a scene file
    scene: String,
    /// How many steps of 1/60 s; what the scene says when left out
    #[arg(long, value_name = "N")]
    steps: Option<u32>,
    /// Chooses among the variants of scenes with randomness (rain, barrel)
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Writes the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes all calls and the state hash after each step, as JSON for `replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draws the final state as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Draws the final state as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Where the picture goes when the program is started without a command.
const OUT_DIRECTORY: &str = "out";

/// Does what `cli` asks for; `input` is read by `pairs` only.
///
/// # Errors
/// [`Error`], with a message that says what and where.
pub fn execute(cli: Cli, input: impl Read, mut output: impl Write) -> Result<(), Error> {
    match cli.command {
        None => {
            let directory = Path::new(OUT_DIRECTORY);
            std::fs::create_dir_all(directory).map_err(|source| Error::Write { file: directory.to_owned(), source })?;
            let png = Some(directory.join("large_pyramid.png"));
            let scene = "large_pyramid".to_owned();
            run(&RunArgs { scene, steps: Some(300), seed: 0, json: None, record: None, png, svg: None }, &mut output)
        }
        Some(Command::Scenes) => list_scenes(&mut output),
        Some(Command::Run(args)) => run(&args, &mut output),
        Some(Command::Replay { file }) => replay(&file, &mut output),
        Some(Command::Pairs { file: None }) => Ok(pairs::answer_all(BufReader::new(input), output)?),
        Some(Command::Pairs { file: Some(file) }) => {
            let opened = std::fs::File::open(&file).map_err(|source| Error::Read { file, source })?;
            Ok(pairs::answer_all(BufReader::new(opened), output)?)
        }
        Some(Command::Pair { file, svg }) => inspect(&file, svg.as_deref(), &mut output),
    }
}

fn list_scenes(output: &mut impl Write) -> Result<(), Error> {
    for named in scenes::all() {
        let scene = named.scene(Size::Full, 0);
        let seed = if named.random { ", --seed changes it" } else { "" };
        writeln!(output, "{} ({} steps with `run`, unless told otherwise{seed})", named.name, scene.steps)?;
        for line in wrapped(named.about, 96) {
            writeln!(output, "    {line}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}

/// `text` in lines of at most `width` characters, broken at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn run(args: &RunArgs, output: &mut impl Write) -> Result<(), Error> {
    let scene = find_scene(&args.scene, args.seed)?;
    // Before the steps, which may take minutes.
    [&args.json, &args.record, &args.svg, &args.png].into_iter().flatten().try_for_each(|file| check_writable(file))?;
    let (steps, record) = (args.steps.unwrap_or(scene.steps), args.record.is_some());
    let (mut end, report) = run_scene(&scene, &args.scene, steps, args.seed, record)?;
    write!(output, "{report}")?;
    if let Some(file) = &args.json {
        write_file(file, report_json(&report))?;
        writeln!(output, "report        {}", file.display())?;
    }
    if let (Some(file), Some(recording)) = (&args.record, end.world_mut().stop_recording()) {
        write_file(file, serde_json::to_vec(&recording).expect("numbers and names have a JSON form"))?;
        writeln!(output, "recording     {}", file.display())?;
    }
    if args.png.is_some() || args.svg.is_some() {
        let drawing = scene_picture(end.world(), &report);
        if let Some(file) = &args.svg {
            write_file(file, to_svg(&drawing))?;
            writeln!(output, "picture       {}", file.display())?;
        }
        if let Some(file) = &args.png {
            let png = write_png(&drawing).map_err(|source| Error::Picture { file: file.clone(), source })?;
            write_file(file, png)?;
            writeln!(output, "picture       {}", file.display())?;
        }
    }
    output.flush()?;
    Ok(())
}

fn report_json(report: &RunReport) -> String {
    let json = serde_json::to_string_pretty(report).expect("numbers and strings have a JSON form");
    format!("{json}\n")
}

/// The named scene, or else the scene in the file of that name.
fn find_scene(name: &str, seed: u64) -> Result<Scene, Error> {
    if let Some(named) = scenes::by_name(name) {
        return Ok(named.scene(Size::Full, seed));
    }
    // A name without an extension or directory that is no file either is more likely a misspelt scene.
    let path = Path::new(name);
    if !path.exists() && path.extension().is_none() && path.components().count() == 1 {
        let known: Vec<&str> = scenes::all().iter().map(|scene| scene.name).collect();
        return Err(Error::UnknownScene { name: name.to_owned(), known: known.join(", ") });
    }
    Ok(Scene::load(path)?)
}
