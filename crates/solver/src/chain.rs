//! The chain, from the back end upwards. The order is the design: what is cheap and decides much comes first, and
//! everything below `slice` only sees the constraints that matter.
//!
//! ```text
//! validate -> own model -> either -> domains -> slice -> cache -> known -> order -> repair -> cases -> back end
//! ```
//!
//! A log of questions, where one is kept, listens below `validate` or above the back end.

use crate::backend::bitwuzla::BitwuzlaBackend;
use crate::backend::z3::Z3Backend;
use crate::backend::{Backend, Limits};
use crate::config::{Checks, LoggedQueries, MainSolver, SolverConfig};
use crate::layer::Layer;
use crate::layers::backend::BackendLayer;
use crate::layers::cache::Cache;
use crate::layers::cases::ByCases;
use crate::layers::domains::Domains;
use crate::layers::either::Either;
use crate::layers::known::Known;
use crate::layers::log::{Log, Logged};
use crate::layers::order::Order;
use crate::layers::own_model::OwnModel;
use crate::layers::repair::Repair;
use crate::layers::slice::Slice;
use crate::layers::validate::Validate;
use crate::stats::{Books, LayerId};
use crate::verdict::SolverError;

type Wrap = fn(LayerId, Box<dyn Layer>) -> Box<dyn Layer>;

/// Puts the layers together that `config` asks for.
pub fn assemble(config: &SolverConfig, books: &mut Books) -> Result<Box<dyn Layer>, SolverError> {
    let switches = &config.layers;
    let optional: [(&'static str, bool, Wrap); 9] = [
        ("own-model", switches.own_model, |id, below| Box::new(OwnModel { id, below })),
        ("either", switches.either, |id, below| Box::new(Either { id, below })),
        ("domains", switches.domains, |id, below| Box::new(Domains { id, below })),
        ("slice", switches.slicing, |id, below| Box::new(Slice { id, below })),
        ("cache", switches.cache, |id, below| Box::new(Cache::new(id, below))),
        ("known", switches.known, |id, below| Box::new(Known { id, below })),
        ("order", switches.order, |id, below| Box::new(Order { id, below })),
        ("repair", switches.repair, |id, below| Box::new(Repair::new(id, below))),
        ("cases", switches.cases, |id, below| Box::new(ByCases { id, below })),
    ];
    // Named in the order a query passes them, built in the opposite one.
    let validate = (config.checks != Checks::Off).then(|| books.add_layer("validate"));
    let wraps: Vec<(LayerId, Wrap)> = optional
        .into_iter()
        .filter(|(_, on, _)| *on)
        .map(|(name, _, wrap)| (books.add_layer(name), wrap))
        .collect();
    let bottom = books.add_layer("back-end");
    let mut log = match &config.log {
        Some(log) => Some((books.add_layer("log"), Log::open(log)?, log.which)),
        None => None,
    };

    let limits = Limits { time: config.time_limit, memory_mb: config.memory_limit_mb };
    let backend: Box<dyn Backend> = match config.main_solver {
        MainSolver::Bitwuzla => Box::new(BitwuzlaBackend::new(config)),
        MainSolver::Z3 => z3(config)?,
    };
    let mut chain: Box<dyn Layer> = Box::new(BackendLayer { id: bottom, backend, limits });
    if let Some((id, log, _)) = log.take_if(|(_, _, which)| *which == LoggedQueries::BackEnd) {
        chain = Box::new(Logged { id, below: chain, log });
    }
    for (id, wrap) in wraps.into_iter().rev() {
        chain = wrap(id, chain);
    }
    if let Some((id, log, _)) = log {
        chain = Box::new(Logged { id, below: chain, log });
    }
    if let Some(id) = validate {
        let second = (config.checks == Checks::Full).then(|| z3(config)).transpose()?;
        chain = Box::new(Validate { id, below: chain, second, limits });
    }
    Ok(chain)
}

fn z3(config: &SolverConfig) -> Result<Box<dyn Backend>, SolverError> {
    match Z3Backend::new(config) {
        Ok(backend) => Ok(Box::new(backend)),
        Err(cause) => Err(SolverError::SecondSolverMissing { program: config.second_solver.clone(), cause }),
    }
}
