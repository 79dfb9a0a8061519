//! Time: the processor's for one thread, the wall's for several.

use std::time::Duration;

/// CPU time that the calling thread has used.
#[cfg(unix)]
pub fn thread_cpu() -> Duration {
    read(rustix::time::ClockId::ThreadCPUTime)
}

/// CPU time that all threads of this process have used.
#[cfg(unix)]
pub fn process_cpu() -> Duration {
    read(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(unix)]
fn read(clock: rustix::time::ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Where there is no such clock: wall time.
#[cfg(not(unix))]
pub fn thread_cpu() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Where there is no such clock: wall time.
#[cfg(not(unix))]
pub fn process_cpu() -> Duration {
    thread_cpu()
}

/// Name of [`thread_cpu`] in records.
pub const ONE_THREAD: &str = if cfg!(unix) { "thread CPU time" } else { "wall time" };

/// Name of [`process_cpu`] in records.
pub const PROCESS: &str = if cfg!(unix) { "process CPU time" } else { "wall time" };

/// The middle one; the mean of the two middle ones of an even number. 0 for none.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        len if len % 2 == 1 => sorted[len / 2],
        len => (sorted[len / 2 - 1] + sorted[len / 2]) / 2.0,
    }
}
