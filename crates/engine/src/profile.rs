//! Where time went, by function.

use crate::report::FunctionCostReport;
use bowline_exec::Executor;
use std::cmp::Reverse;

/// Functions that are told of; the rest cost less than any of them.
const MOST: usize = 100;

/// The functions that cost most, those with the most solver time first, then those with the most instructions.
pub fn report(executor: &Executor) -> Vec<FunctionCostReport> {
    let module = &executor.program().module;
    let mut costs: Vec<_> = module
        .functions
        .iter_ids()
        .map(|(id, _)| (id, executor.books().profile.of(id)))
        .filter(|(_, cost)| cost.instructions > 0)
        .collect();
    costs.sort_by_key(|(id, cost)| (Reverse((cost.solver, cost.instructions)), *id));
    // What takes no solver time may still execute the most.
    let (busiest, rest) = costs.split_at(costs.len().min(MOST / 2));
    let mut rest = rest.to_vec();
    rest.sort_by_key(|(id, cost)| (Reverse(cost.instructions), *id));
    rest.truncate(MOST / 2);
    let entry = |(id, cost): &(_, bowline_exec::FunctionCost)| {
        let function = &module.functions[*id];
        let loc = function.loc;
        FunctionCostReport {
            name: function.name.clone(),
            file: loc.and_then(|loc| module.files.get(loc.file)).cloned().unwrap_or_default(),
            line: loc.map_or(0, |loc| loc.line),
            library: module.runtime_functions.contains(id),
            instructions: cost.instructions,
            solver_s: cost.solver.as_secs_f64(),
        }
    };
    busiest.iter().chain(&rest).map(entry).collect()
}
