//! Times and sizes as people write them.

use bowline_engine::SiteCapacity;
use std::time::Duration;

/// Objects of unknown size are no larger than this.
pub const LARGEST_CAPACITY: u64 = 1 << 20;

/// `90`, `90s`, `1.5m`, `1h`, `200ms`; a bare number is seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, factor) = split(text, &units, 1.0);
    let seconds: f64 = number.parse().map_err(|_| "give a time such as 30s, 5m or 1h".to_string())?;
    match Duration::try_from_secs_f64(seconds * factor) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("the time must be more than nothing".to_string()),
    }
}

/// `500M`, `2G`, `1024K` as MiB; a bare number is MiB.
pub fn parse_bytes_as_mb(text: &str) -> Result<u64, String> {
    let units = [("K", 1.0 / 1024.0), ("M", 1.0), ("G", 1024.0), ("T", 1024.0 * 1024.0)];
    let (number, factor) = split(text, &units, 1.0);
    let megabytes: f64 = number.parse().map_err(|_| "give a size such as 500M or 2G".to_string())?;
    let megabytes = megabytes * factor;
    if (1.0..1e12).contains(&megabytes) {
        Ok(megabytes as u64)
    } else {
        Err("the size must be at least 1M".to_string())
    }
}

/// How much memory a run may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryLimit {
    Mb(u64),
    None,
}

/// A size, or `none`.
pub fn parse_memory_limit(text: &str) -> Result<MemoryLimit, String> {
    if text == "none" { Ok(MemoryLimit::None) } else { parse_bytes_as_mb(text).map(MemoryLimit::Mb) }
}

/// `parse.c:41=500`
pub fn parse_site_capacity(text: &str) -> Result<SiteCapacity, String> {
    let parts = text.rsplit_once('=').and_then(|(site, capacity)| Some((site.rsplit_once(':')?, capacity)));
    let Some(((file, line), capacity)) = parts.filter(|((file, _), _)| !file.is_empty()) else {
        return Err("give a file, a line and a capacity, such as parse.c:41=500".to_string());
    };
    let line = line.parse().map_err(|_| format!("{line} is not the number of a line"))?;
    match capacity.parse() {
        Ok(capacity @ 1..=LARGEST_CAPACITY) => Ok(SiteCapacity { file: file.to_string(), line, capacity }),
        _ => Err(format!("the capacity must be a number from 1 to {LARGEST_CAPACITY}")),
    }
}

/// The number before its unit, and the unit's factor.
fn split<'a>(text: &'a str, units: &[(&str, f64)], without: f64) -> (&'a str, f64) {
    let text = text.trim();
    let found = units.iter().find_map(|(unit, factor)| {
        let number = text.strip_suffix(unit).or_else(|| text.strip_suffix(&unit.to_lowercase()))?;
        // "ms" also ends in "s".
        number.ends_with(|c: char| c.is_ascii_digit() || c == '.').then_some((number, *factor))
    });
    found.unwrap_or((text, without))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, milliseconds) in [
            ("30s", 30_000),
            ("5m", 300_000),
            ("1h", 3_600_000),
            ("200ms", 200),
            ("1.5m", 90_000),
            ("7", 7000),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "0s", "-1s", "soon", "5 parsecs", "nan", "inf", "1e999h"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, megabytes) in
            [("500M", 500), ("2G", 2048), ("2g", 2048), ("2048K", 2), ("1T", 1 << 20), ("64", 64)]
        {
            assert_eq!(parse_bytes_as_mb(text), Ok(megabytes), "{text}");
        }
        for text in ["", "G", "0", "100K", "-5M", "many", "12Q", "nan"] {
            assert!(parse_bytes_as_mb(text).is_err(), "{text}");
        }
    }
}
