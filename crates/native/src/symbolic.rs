//! `--unknowns symbolic`: a call returns anything, and changes nothing.

use bowline_exec::hooks::{UnknownCall, UnknownOutcome, Unknowns};
use bowline_exec::{Ending, Executor, LostKind, State};
use bowline_memory::Value;

/// Results are fresh inputs named after the function, so that tests say what was assumed.
pub struct AssumedResults;

impl Unknowns for AssumedResults {
    fn call(&mut self, executor: &mut Executor, state: &mut State, call: &UnknownCall<'_>) -> UnknownOutcome {
        let name = executor.program().module.functions[call.function].name.clone();
        if call.site.no_return {
            executor.lose(LostKind::UnknownFunction, format!("call of {name}, which does not return"), state);
            return UnknownOutcome::Ended(Ending::Lost);
        }
        let what = if call.results.is_empty() { "the effects of" } else { "the result of" };
        executor.lose(LostKind::AssumedResult, format!("{what} {name}"), state);
        let mut values = Vec::with_capacity(call.results.len());
        for &width in call.results {
            let input = executor.fresh_input(state, &name, u64::from(width.div_ceil(8)));
            let value = executor.pool_mut().truncate(input, width);
            values.push(Value::from_expr(executor.pool(), value));
        }
        UnknownOutcome::Returned(values)
    }
}
