//! The probe: what it says about a region, against running the region on values.

mod budgets;
mod calls;
mod ends;
mod general;
mod memory;
mod nested;
mod random;
mod regions;
mod suite;
mod traces;
