//! Functions without a body, as `demand` has them run: natively, in the sandboxed child.

use crate::config::RunConfig;
use crate::unknowns::store;
use bowline_demand::{Founder, Laboratory};
use bowline_infer::call::{CallModel, Request};
use bowline_native::Measurer;
use std::sync::Arc;

struct Native(Measurer);

impl Laboratory for Native {
    fn respond(&mut self, request: &Request) -> Result<CallModel, String> {
        self.0.respond(request)
    }
}

/// Each thread has a child of its own, started when it is first needed.
pub(super) fn founder(config: &RunConfig) -> Arc<Founder> {
    let (native, store) = (config.native.clone(), store(config));
    Arc::new(move || Box::new(Native(Measurer::new(&native, store.clone()))))
}
