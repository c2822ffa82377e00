//! Threads with a large stack: deep structures of the program under test (recursion, long lists of frames) are walked by recursion
//! in places.

use crate::error::Error;
use crate::process;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// Where there is no such stack, because memory is limited, a smaller one does for most programs.
const STACK_BYTES: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// Work that goes on in a thread of its own.
pub(crate) struct OnLargeStack<T>(JoinHandle<Option<T>>);

/// Begins to work in a thread of its own.
pub(crate) fn on_large_stack<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<OnLargeStack<T>, Error> {
    // A thread that cannot be made must not take the work with it.
    let work = Arc::new(Mutex::new(Some(work)));
    let begin = |bytes: usize| {
        let work = Arc::clone(&work);
        let builder = thread::Builder::new().name("explorer".to_string()).stack_size(bytes);
        builder.spawn(move || {
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            work.map(|work| work())
        })
    };
    affordable_stacks().find_map(|bytes| begin(bytes).ok()).map(OnLargeStack).ok_or(Error::NoMemory)
}

/// Where address space is limited, no more than a quarter of it is for the stack, and in any case the smallest is tried.
fn affordable_stacks() -> impl Iterator<Item = usize> {
    let most = process::address_space_left_mb().map_or(u64::MAX, |left| left << 18);
    let fits = move |bytes: &usize| *bytes as u64 <= most;
    STACK_BYTES.into_iter().filter(fits).chain(STACK_BYTES.last().copied())
}

impl<T> OnLargeStack<T> {
    /// What came of it; a panic is our own mistake.
    pub fn wait(self) -> Result<T, Error> {
        let done = self.0.join().map_err(|panic| Error::Internal(panic_text(&*panic)))?;
        done.ok_or_else(|| Error::Internal("two threads for the same work".to_string()))
    }

    /// Why it ended without a word.
    pub fn failure(self) -> Error {
        self.wait().err().unwrap_or_else(|| Error::Internal("the explorer ended without a word".to_string()))
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_string())
}
