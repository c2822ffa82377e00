//! The layers, one per file. `chain.rs` puts them in order.

pub mod backend;
pub mod domains;
pub mod own_model;
pub mod slice;
