//! The program people start: see `testbed --help`.

use std::process::ExitCode;

use clap::Parser;
use testbed::{Cli, execute};

fn main() -> ExitCode {
    let cli = Cli::parse();
    match execute(cli, std::io::stdin().lock(), std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
