//! Numbers as people read them.

/// `12,345`
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 path`, `2 paths`
pub fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

pub fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "–".to_string(),
        // Only everything is everything.
        _ if part < whole => format!("{} %", (part * 100 / whole).min(99)),
        _ => "100 %".to_string(),
    }
}

pub fn seconds(time: f64) -> String {
    match time {
        t if t < 0.000_5 => "0 s".to_string(),
        t if t < 0.1 => format!("{:.0} ms", t * 1000.0),
        t if t < 10.0 => format!("{t:.2} s"),
        t if t < 120.0 => format!("{t:.1} s"),
        t => format!("{:.0} min {:.0} s", (t / 60.0).floor(), t % 60.0),
    }
}

/// `1.2 k`, `3.4 M`, for axes.
pub fn short(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.1} G", n / 1e9),
        n if n >= 1e6 => format!("{:.1} M", n / 1e6),
        n if n >= 1e4 => format!("{:.1} k", n / 1e3),
        n if n >= 10.0 || n.fract() == 0.0 => format!("{n:.0}"),
        n => format!("{n:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([count(0), count(999), count(1000), count(1234567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([percent(0, 0), percent(999, 1000), percent(3, 3)], ["–", "99 %", "100 %"]);
        assert_eq!(
            [seconds(0.0), seconds(0.0123), seconds(75.26), seconds(600.0)],
            ["0 s", "12 ms", "75.3 s", "10 min 0 s"]
        );
        assert_eq!([short(7.0), short(12_345.0), short(2.5e6)], ["7", "12.3 k", "2.5 M"]);
        assert_eq!(plural(1, "path", "paths"), "1 path");
    }
}
