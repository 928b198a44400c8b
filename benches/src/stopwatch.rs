use std::time::Duration;

/// Measures the processor time of the calling thread, so that what else the machine does is not counted.
///
/// Every engine here works on the calling thread alone. What a busy neighbour does to the caches is still in the numbers.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(thread_time())
    }

    /// The milliseconds that `run` takes.
    pub fn milliseconds(run: impl FnOnce()) -> f64 {
        let watch = Self::start();
        run();
        watch.elapsed().as_secs_f64() * 1e3
    }

    /// The time since the start, to within about a microsecond.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        thread_time().saturating_sub(self.0)
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Elsewhere the wall clock must do.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_costs_no_time_and_working_does() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(50));
        let slept = watch.elapsed();
        let mut product = 1.0f64;
        while watch.elapsed() < slept + Duration::from_millis(5) {
            product = std::hint::black_box(product * 1.000_1);
        }
        assert!(slept < Duration::from_millis(25), "{slept:?}");
    }
}
