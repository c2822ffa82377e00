//! The chain, from the top down to the back end. The order is the design: what is cheap and decides much comes first, and
//! everything below `slice` only sees the constraints that matter.
//!
//! ```text
//! validate -> own model -> either -> domains -> slice -> cache -> known -> order -> repair -> cases -> quantifiers -> back end
//! ```
//!
//! A log of questions, where one is kept, listens below `validate` or above the back end.

use crate::backend::bitwuzla::BitwuzlaBackend;
use crate::backend::z3::Z3Backend;
use crate::backend::{Backend, Limits};
use crate::config::{Checks, LoggedQueries, MainSolver, SolverConfig};
use crate::layer::Chain;
use crate::layers::backend::BackendLayer;
use crate::layers::cache::Cache;
use crate::layers::cases::ByCases;
use crate::layers::domains::Domains;
use crate::layers::either::Either;
use crate::layers::known::Known;
use crate::layers::log::Log;
use crate::layers::order::Order;
use crate::layers::own_model::OwnModel;
use crate::layers::quantifiers::Quantifiers;
use crate::layers::repair::Repair;
use crate::layers::slice::Slice;
use crate::layers::validate::Validate;
use crate::stats::Books;
use crate::verdict::SolverError;

/// Puts the layers together that `config` asks for.
pub fn assemble(config: &SolverConfig, books: &mut Books) -> Result<Chain, SolverError> {
    let on = &config.layers;
    let limits = Limits {
        time: config.time_limit,
        memory_mb: config.memory_limit_mb,
        steps: config.step_limit.unwrap_or(u64::MAX),
    };
    let log = |which| config.log.as_ref().filter(|log| log.which == which).map(Log::open).transpose();
    let mut chain = Chain::default();
    if config.checks != Checks::Off {
        let second = (config.checks == Checks::Full).then(|| z3(config)).transpose()?;
        chain.push(books, "validate", Validate { second, limits });
    }
    if let Some(log) = log(LoggedQueries::All)? {
        chain.push(books, "log", log);
    }
    if on.own_model {
        chain.push(books, "own-model", OwnModel);
    }
    if on.either {
        chain.push(books, "either", Either);
    }
    if on.domains {
        chain.push(books, "domains", Domains);
    }
    if on.slicing {
        chain.push(books, "slice", Slice);
    }
    if on.cache {
        chain.push(books, "cache", Cache::default());
    }
    if on.known {
        chain.push(books, "known", Known);
    }
    if on.order {
        chain.push(books, "order", Order);
    }
    if on.repair {
        chain.push(books, "repair", Repair::new());
    }
    if on.cases {
        chain.push(books, "cases", ByCases);
    }
    let mut quantifiers = Quantifiers::new();
    if config.whole_quantifiers {
        quantifiers.whole = Some((z3(config)?, limits));
    }
    chain.push(books, "quantifiers", quantifiers);
    if let Some(log) = log(LoggedQueries::BackEnd)? {
        chain.push(books, "log", log);
    }
    let backend: Box<dyn Backend> = match config.main_solver {
        MainSolver::Bitwuzla => Box::new(BitwuzlaBackend::new(config)),
        MainSolver::Z3 => z3(config)?,
    };
    chain.push(books, "back-end", BackendLayer::new(backend, limits));
    Ok(chain)
}

fn z3(config: &SolverConfig) -> Result<Box<dyn Backend>, SolverError> {
    match Z3Backend::new(config) {
        Ok(backend) => Ok(Box::new(backend)),
        Err(cause) => Err(SolverError::SecondSolverMissing { program: config.second_solver.clone(), cause }),
    }
}
