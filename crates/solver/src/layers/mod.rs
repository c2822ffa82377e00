//! The layers, one per file. `chain.rs` puts them in order.

pub mod backend;
pub mod cache;
pub mod cases;
pub mod domains;
pub mod either;
pub mod known;
pub mod log;
pub mod order;
pub mod own_model;
pub mod quantifiers;
pub mod repair;
pub mod slice;
pub mod validate;
