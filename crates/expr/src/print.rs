//! A readable infix form, for messages and debugging.
