//! The chain, from the back end upwards. The order is the design:
//!
//! ```text
//! own model -> domains -> slice -> back end
//! ```

use crate::backend::{Limits, bitwuzla::BitwuzlaBackend};
use crate::config::SolverConfig;
use crate::layer::Layer;
use crate::layers::backend::BackendLayer;
use crate::layers::domains::Domains;
use crate::layers::own_model::OwnModel;
use crate::layers::slice::Slice;
use crate::stats::{Books, LayerId};
use crate::verdict::SolverError;

/// Puts the layers together that `config` asks for.
pub fn assemble(config: &SolverConfig, books: &mut Books) -> Result<Box<dyn Layer>, SolverError> {
    let switches = &config.layers;
    let named = |on: bool, name, books: &mut Books| on.then(|| books.add_layer(name));
    // Named in the order a query passes them, built in the opposite one.
    let own_model = named(switches.own_model, "own-model", books);
    let domains = named(switches.domains, "domains", books);
    let slicing = named(switches.slicing, "slice", books);
    let back_end: LayerId = books.add_layer("back-end");

    let limits = Limits { time: config.time_limit, memory_mb: config.memory_limit_mb };
    let backend = Box::new(BitwuzlaBackend::new(config));
    let mut chain: Box<dyn Layer> = Box::new(BackendLayer { id: back_end, backend, limits });
    if let Some(id) = slicing {
        chain = Box::new(Slice { id, below: chain });
    }
    if let Some(id) = domains {
        chain = Box::new(Domains { id, below: chain });
    }
    if let Some(id) = own_model {
        chain = Box::new(OwnModel { id, below: chain });
    }
    Ok(chain)
}
