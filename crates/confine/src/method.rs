//! Which sandbox there is on this machine.

use crate::{bubblewrap, namespaces};

/// What keeps a program from reaching outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Debian's bubblewrap.
    Bubblewrap,
    /// Namespaces of our own.
    Namespaces,
    /// Nothing: the program has the rights of the user.
    Nothing,
}

impl Method {
    /// The best that works here; tried out, since neither a program nor a kernel version says that it does.
    pub fn best() -> Self {
        match () {
            () if bubblewrap::works() => Method::Bubblewrap,
            () if namespaces::work() => Method::Namespaces,
            () => Method::Nothing,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Method::Bubblewrap => "bubblewrap",
            Method::Namespaces => "namespaces",
            Method::Nothing => "none",
        }
    }
}
