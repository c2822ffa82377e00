//! How long something may take that has no end of its own: compilers and native runs.

use crate::config::RunConfig;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Endless by default.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    deadline: Option<Instant>,
    /// Raised by the user; it may be the reason why the exploration ended, and counts only if it was raised since.
    interrupt: Option<Arc<AtomicBool>>,
}

impl Patience {
    /// For confirmation, counted from now.
    pub fn begin(config: &RunConfig) -> Self {
        let deadline = config.limits.aside().and_then(|time| Instant::now().checked_add(time));
        let was_raised = config.interrupt.load(Ordering::Relaxed);
        Self { deadline, interrupt: (!was_raised).then(|| Arc::clone(&config.interrupt)) }
    }

    /// Until a flag is raised.
    pub fn until(interrupt: Arc<AtomicBool>) -> Self {
        Self { deadline: None, interrupt: Some(interrupt) }
    }

    /// Why nothing more is to be run, and what runs is to be ended.
    pub fn end(&self) -> Option<&'static str> {
        if self.interrupt.as_ref().is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return Some("not run: interrupted");
        }
        let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_over.then_some("not run: confirmation took too long")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;
    use std::time::Duration;

    #[test]
    fn patience_ends_with_its_time_or_a_new_interrupt() {
        let mut config = RunConfig::default();
        assert_eq!(Patience::begin(&config).end(), None);
        config.limits = Limits { max_time: Some(Duration::from_millis(1)), ..Limits::default() };
        let mut patience = Patience::begin(&config);
        assert_eq!(patience.end(), None, "confirmation has more time than a short exploration");
        patience.deadline = Some(Instant::now());
        assert_eq!(patience.end(), Some("not run: confirmation took too long"));
        let patience = Patience::begin(&config);
        config.interrupt.store(true, Ordering::Relaxed);
        assert_eq!(patience.end(), Some("not run: interrupted"));
        assert_eq!(Patience::begin(&config).end(), None, "that is what ended the exploration");
    }
}
