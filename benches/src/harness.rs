use crate::stopwatch::Stopwatch;
use std::time::Duration;

/// Something that can be run again and again.
pub trait Task {
    /// The engine it belongs to, as the report names it.
    fn engine(&self) -> &'static str;

    /// Does the work once.
    fn run(&mut self);
}

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds of an interleaved measurement.
    pub rounds: usize,
    /// Processor time one scene may take, all engines together; the remaining steps are left out.
    pub scene_budget: Duration,
    /// The largest number of boxes for broad phases that are slow with more.
    pub slow_boxes: usize,
    /// Steps a scene makes at most before its quality is judged.
    pub quality_steps: u32,
    /// Heaps that are looked at until they rest.
    pub heaps: u64,
}

impl Effort {
    /// For numbers that are kept.
    pub const FULL: Self = Self {
        rounds: 15,
        scene_budget: Duration::from_secs(90),
        slow_boxes: 1_000_000,
        quality_steps: u32::MAX,
        heaps: 400,
    };

    /// Some 25 minutes for all sections on two idle cores.
    pub const QUICK: Self =
        Self { rounds: 5, scene_budget: Duration::from_secs(15), slow_boxes: 100_000, quality_steps: 200, heaps: 40 };
}

/// Runs `tasks` in turn, `repeats` times each, for `rounds` rounds after one to warm up, and returns the median time of
/// one run of each in nanoseconds.
///
/// Turns alternate (A B C A B C …), so that a slow spell of the machine hits all engines alike.
pub fn interleaved_medians(tasks: &mut [&mut dyn Task], rounds: usize, repeats: usize) -> Vec<f64> {
    let mut samples = vec![Vec::with_capacity(rounds); tasks.len()];
    for round in 0..=rounds {
        for (task, samples) in tasks.iter_mut().zip(&mut samples) {
            let start = Stopwatch::start();
            for _ in 0..repeats {
                task.run();
            }
            if round > 0 {
                samples.push(start.elapsed().as_nanos() as f64 / repeats as f64);
            }
        }
    }
    samples.into_iter().map(median).collect()
}

/// The median of all `samples` but the first, which warms up; of a single one, that.
#[must_use]
pub fn median_when_warm(mut samples: Vec<f64>) -> f64 {
    if samples.len() > 1 {
        samples.remove(0);
    }
    median(samples)
}

/// The middle of `samples`, or the mean of the two middle ones; NaN when there are none.
#[must_use]
pub fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    match samples.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => samples[n / 2],
        n => (samples[n / 2 - 1] + samples[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_four_is_between_the_middle_two() {
        assert_eq!(median(vec![9.0, 1.0, 4.0, 2.0]), 3.0);
        assert_eq!(median(vec![7.0]), 7.0);
        assert!(median(vec![]).is_nan());
    }

    #[test]
    fn the_first_sample_counts_only_when_it_is_alone() {
        assert_eq!(median_when_warm(vec![9.0, 1.0, 3.0]), 2.0);
        assert_eq!(median_when_warm(vec![9.0]), 9.0);
    }
}
