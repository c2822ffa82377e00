//! Objects, addresses, contents.
