//! Properties of expressions, checked against simple reference models.

mod aimed;
mod bounded;
mod bounded_trees;
mod cases;
mod clock;
mod collect;
mod cost;
mod depth;
mod formula;
mod formula_arrays;
mod idioms;
mod reference;
mod rules;
mod shapes;
mod smtlib;
mod substitute;
