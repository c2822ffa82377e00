//! One run: configuration, limits, tests, bugs, reports.
