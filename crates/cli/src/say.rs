//! Lines for a person at a terminal: names of the program under test are in them, which may have been chosen to command it.

/// `println!`, with control characters as escapes.
macro_rules! say {
    ($($part:tt)*) => {
        println!("{}", bowline_engine::visible::visible(&format!($($part)*)))
    };
}

pub(crate) use say;
