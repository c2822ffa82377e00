//! What the operating system says about this process. Everything is optional: a missing `/proc` costs figures, not a run.

use std::fs;
use std::time::Duration;

/// Linux reports times to user space in hundredths of a second on every machine we run on.
const TICKS_PER_SECOND: u64 = 100;

/// Resident memory now, in MiB.
pub fn resident_mb() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4 / 1024)
}

/// Address space that is left below the limit of the process (`ulimit -v`), in MiB. None without a limit.
pub fn address_space_left_mb() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let used = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = used.split_whitespace().next()?.parse().ok()?;
    Some((limit >> 20).saturating_sub(pages * 4 / 1024))
}

/// The most resident memory up to now, in MiB.
pub fn peak_resident_mb() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}

/// Processor time of all threads up to now, without child processes.
pub fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may contain anything; fields are counted behind it.
    let mut fields = text.rsplit(')').next()?.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 1000 / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_plausible() {
        let (now, peak) = (resident_mb().expect("a /proc"), peak_resident_mb().expect("a /proc"));
        assert!(now > 0 && now <= peak + 1, "{now} of at most {peak} MiB");
        let before = cpu_time().expect("a /proc");
        let mut sum = 0u64;
        while cpu_time().expect("a /proc") < before + Duration::from_millis(20) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
    }
}
