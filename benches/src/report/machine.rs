use std::fmt::Write as _;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a record must say about where its numbers come from.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The processor's name and how many of them there are.
    pub cpu: String,
    /// Compiler and flags, Rust's and C's.
    pub build: String,
    /// `sse2` or `avx2`: what the lanes were compiled to.
    pub lanes: &'static str,
    /// The day, as year-month-day (UTC).
    pub date: String,
    /// The commit that was measured.
    pub commit: String,
    /// Mean number of runnable processes over the last minutes.
    pub load: String,
}

impl Machine {
    /// This machine, this build, now.
    #[must_use]
    pub fn inspect() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let lanes = if cfg!(target_feature = "avx2") { "avx2" } else { "sse2" };
        let mut build = first_line("rustc", &["--version"]);
        let rust_flags = option_env!("RUSTFLAGS").unwrap_or("none");
        let c_flags = option_env!("CFLAGS_x86_64_unknown_linux_gnu").unwrap_or("none");
        let _ = write!(build, ", RUSTFLAGS: {rust_flags}, CFLAGS: {c_flags}");
        if cfg!(feature = "avx2") {
            build += ", feature avx2";
        }
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        Self {
            cpu: format!("{}, {cores} cores", cpu_name()),
            build,
            lanes,
            date: date(seconds / 86_400),
            commit: first_line("git", &["rev-parse", "--short", "HEAD"]),
            load: load.split_whitespace().take(3).collect::<Vec<_>>().join(" "),
        }
    }

    /// The processor's name as part of a file's: its words in lower case, without trade marks and clock rates.
    #[must_use]
    pub fn slug(&self) -> String {
        let name = self.cpu.split([',', '@']).next().unwrap_or_default().replace("(R)", "").replace("(TM)", "");
        let words = name.split_whitespace().filter(|word| !["Processor", "CPU"].contains(word));
        let word = |word: &str| word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        words.map(word).collect::<Vec<_>>().join("-")
    }
}

fn cpu_name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(": ")).map_or("unknown processor", |(_, name)| name).to_owned()
}

fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or("unknown").to_owned()
}

/// The civil date of a day counted from 1970-01-01 (H. Hinnant, *chrono-compatible low-level date algorithms*, 2013).
fn date(days: u64) -> String {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_in_a_file_name_is_its_words() {
        let slug = |cpu: &str| Machine { cpu: format!("{cpu}, 2 cores"), ..Machine::inspect() }.slug();
        assert_eq!(slug("AMD EPYC"), "amd-epyc");
        assert_eq!(slug("Intel(R) Xeon(R) Processor @ 2.50GHz"), "intel-xeon");
        assert_eq!(slug("AMD Ryzen 9 7950X/B 16-Core Processor"), "amd-ryzen-9-7950xb-16core");
    }

    #[test]
    fn leap_days_are_counted() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(19_782), "2024-02-29");
        assert_eq!(date(19_783), "2024-03-01");
    }
}
