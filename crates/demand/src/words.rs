//! A condition as people read it.

use crate::state::State;
use crate::term::symbols;
use bowline_expr::print::text_to_depth;
use bowline_expr::{ExprId, Pool, SymId};

/// Longer ones are cut.
const LONGEST: usize = 400;

/// What must hold where a path starts.
pub(crate) fn condition(pool: &Pool, state: &State) -> Option<String> {
    text(pool, state.conditions.iter().copied().chain([state.bad]).collect())
}

/// The same without what is asked there.
pub(crate) fn demanded(pool: &Pool, state: &State) -> Option<String> {
    text(pool, state.conditions.clone())
}

fn text(pool: &Pool, all: Vec<ExprId>) -> Option<String> {
    let mut names: Vec<(String, String)> =
        symbols(pool, all.iter().copied()).into_iter().map(|symbol| named(pool, symbol)).collect();
    names.sort();
    let mut parts: Vec<String> = Vec::new();
    for condition in all {
        let mut text = text_to_depth(pool, condition, 12);
        for (bytes, name) in &names {
            text = text.replace(bytes, name);
        }
        if text != "true" && !parts.contains(&text) {
            parts.push(text);
        }
    }
    let mut text = parts.join(" and ");
    if text.chars().count() > LONGEST {
        text = text.chars().take(LONGEST).chain(" ...".chars()).collect();
    }
    (!text.is_empty()).then_some(text)
}

/// The bytes of a symbol as they are printed, and its name without the number of its register.
fn named(pool: &Pool, symbol: SymId) -> (String, String) {
    let info = pool.symbol_info(symbol);
    let number = if info.occurrence == 0 { String::new() } else { format!("#{}", info.occurrence) };
    let bytes: Vec<String> = (0..info.size).rev().map(|at| format!("?{}{number}[{at}]", info.name)).collect();
    let name = match info.name.split_once('%') {
        Some((name, _)) if !name.is_empty() => name.to_string(),
        _ => format!("{}{number}", info.name),
    };
    (bytes.join(" ++ "), name)
}
