//! `cargo run --release -p benches -- report`: all engines side by side, as a table.

use benches::harness::Effort;
use benches::report::{Machine, Measurements, Section, cost_curve, hard_curve, markdown};
use clap::{Parser, Subcommand};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

#[global_allocator]
static ALLOCATOR: benches::counting::CountingAllocator = benches::counting::CountingAllocator;

/// Side-by-side measurements against the peers.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure, print a markdown table of ratios, and write it under benches/record/.
    Report {
        /// Also write one JSON object a line into this file.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        /// Measure less: some 25 minutes for everything.
        #[arg(long)]
        quick: bool,
        /// What to measure; everything when left out.
        #[arg(value_name = "SECTION", value_parser = parse_section)]
        sections: Vec<Section>,
    },
}

fn main() -> io::Result<()> {
    let Arguments { command: Command::Report { json, quick, sections } } = Arguments::parse();
    // All sections are of one thread but `threads`, which has pools of its own.
    #[cfg(feature = "threads")]
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global().expect("the first pool");
    // Before anything else of Box2D's, see there.
    benches::box2d::heap::count_box2d();
    let sections = if sections.is_empty() { Section::ALL.to_vec() } else { sections };
    let (effort, effort_name) = if quick { (Effort::QUICK, "quick") } else { (Effort::FULL, "full") };

    let mut measurements = Measurements::default();
    for section in &sections {
        let mut progress = |what: &str| eprintln!("{}: {what}", section.name());
        section.measure(&effort, &mut progress, &mut measurements);
    }

    let machine = Machine::inspect();
    let text = markdown(&measurements, &machine, effort_name);
    print!("{text}");
    if let Some(file) = json {
        write_json(&file, &measurements)?;
    }
    let whole = sections.len() == Section::ALL.len();
    let part = if whole { String::new() } else { sections.iter().map(|s| format!("-{}", s.name())).collect() };
    let name = format!("{}-{}-{}-{effort_name}{part}.md", machine.date, machine.slug(), machine.lanes);
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("record").join(name);
    fs::create_dir_all(record.parent().expect("the record lies in a folder"))?;
    fs::write(&record, text)?;
    cost_curve(&measurements, &record.with_extension("svg"))
        .and_then(|()| hard_curve(&measurements, &record.with_extension("hard.svg")))
        .map_err(|error| io::Error::other(error.to_string()))?;
    eprintln!("written to {}", record.display());
    Ok(())
}

fn write_json(file: &Path, measurements: &Measurements) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    for measurement in &measurements.0 {
        serde_json::to_writer(&mut out, measurement)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

fn parse_section(name: &str) -> Result<Section, String> {
    Section::ALL.into_iter().find(|section| section.name() == name).ok_or_else(|| {
        let names: Vec<&str> = Section::ALL.iter().map(|section| section.name()).collect();
        format!("no such section; there are {}", names.join(", "))
    })
}
