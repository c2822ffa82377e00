//! What a loop does, in the words of a C programmer.
//!
//! "after k rounds: at = k, kept = how many of text[0..k) are not '\n'". Rounds are counted from 0, `j` is one of them; `at0` is what `at` was when
//! the rounds began, where that is no constant. Conditions on one character become the class of characters that satisfy them, found by trying
//! all 256, so that comparisons, ranges and look-ups in tables read alike.
//!
//! Words are for people: conversions of integers and overflow are left out, and nothing is decided by them.

mod class;
mod condition;
mod terms;

pub(crate) use class::Class;

use crate::phase::{Form, Phase};
use crate::relation::Relation;
use bowline_exec::probe::General;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, INDEX_WIDTH, Node, Pool};
use bowline_ir::LoopId;
use bowline_memory::Value;
use condition::{Condition, Names, row};
use std::collections::BTreeSet;
use terms::Terms;

/// Bits of the number of a round: so few that nothing that is computed from it in an `int` is cut off.
const BITS: u16 = 30;

/// Lines about a loop that was learned from a state at its header.
pub(crate) fn words(
    executor: &mut Executor,
    state: &State,
    of: LoopId,
    relation: &Relation,
    phases: &[Phase],
) -> Vec<String> {
    let (_, number) = executor.auxiliary_word("j", BITS);
    let mut teller = Teller { executor, state, of, relation, number, names: Names::default() };
    teller.names.terms.insert(number, "j".to_string());
    let known_start = phases.len() == 1 && phases[0].paths.len() == relation.back.len();
    let mut lines = Vec::new();
    for phase in phases {
        lines.extend(teller.phase(phase, known_start));
    }
    // A path may be in several phases.
    let in_phases: BTreeSet<usize> = phases.iter().flat_map(|phase| phase.paths.iter().copied()).collect();
    let alone = relation.back.len() - in_phases.len();
    match alone {
        0 => {}
        1 => lines.push("one path through a round has no closed form and is executed".to_string()),
        _ => lines.push(format!("{alone} paths through a round have no closed form and are executed")),
    }
    lines
}

struct Teller<'a> {
    executor: &'a mut Executor,
    state: &'a State,
    of: LoopId,
    relation: &'a Relation,
    /// Which round.
    number: ExprId,
    names: Names,
}

/// What a value is before the first round.
struct Start {
    /// Of the unknown.
    value: ExprId,
    /// How it is written; nothing for 0.
    text: String,
}

impl Teller<'_> {
    /// What rounds of a phase do, in two lines.
    fn phase(&mut self, phase: &Phase, known_start: bool) -> Vec<String> {
        let places = 0..self.relation.unknowns.len();
        let starts: Vec<Start> = places.clone().map(|at| self.start(at, known_start)).collect();
        let number = self.executor.pool_mut().zero_extend(self.number, INDEX_WIDTH);
        let mut values: Vec<Option<ExprId>> = Vec::new();
        for at in places.clone() {
            let value = match &phase.forms[at] {
                Form::Affine(step) => Some(moved(self.executor.pool_mut(), &starts[at], *step, number)),
                _ => {
                    let name = self.name(at).unwrap_or_else(|| "...".to_string());
                    let unknown = &self.relation.unknowns[at];
                    self.names.terms.insert(unknown.unknown, name.clone());
                    self.names.symbols.insert(unknown.symbol, name);
                    None
                }
            };
            values.push(value);
        }
        let pool = self.executor.pool_mut();
        let Some(demands) = self.relation.instance(pool, &values, &[], &phase.demands) else {
            return Vec::new();
        };
        let conditions: Vec<Condition> =
            demands.iter().map(|&demand| Condition::of(pool, demand, self.number)).collect();
        let common = Condition::common(&conditions);
        let mut parts = Vec::new();
        for at in places {
            let Some(name) = self.name(at) else { continue };
            let told = self.value(&phase.forms[at], &name, &starts[at], &values, &conditions, &common);
            parts.extend(told.map(|told| format!("{name} = {told}")));
        }
        let mut lines = Vec::new();
        let mut goes_on = vec![self.terms().condition(&common)];
        goes_on.extend(phase.thresholds.iter().map(|limit| self.terms().text(limit.condition)));
        goes_on.retain(|part| !part.is_empty());
        if !goes_on.is_empty() {
            lines.push(format!("round j is taken while {}", goes_on.join(" and ")));
        }
        if parts.is_empty() {
            parts.push("nothing that has a name changes".to_string());
        }
        lines.push(format!("after k rounds: {}", parts.join(", ")));
        lines
    }

    fn terms(&self) -> Terms<'_> {
        Terms { pool: self.executor.pool(), names: &self.names.terms, symbols: &self.names.symbols }
    }

    fn name(&self, at: usize) -> Option<String> {
        self.executor.name_of(self.state, self.relation.unknowns[at].place)
    }

    /// What an unknown is before the first round: what the loop is entered with, if that is known, or a name for it.
    fn start(&mut self, at: usize, known: bool) -> Start {
        let unknown = &self.relation.unknowns[at];
        let width = unknown.place.width();
        let entered = if known { self.executor.on_entry(self.state, self.of, unknown.place) } else { None };
        let name = self.name(at).map_or_else(|| "...".to_string(), |name| format!("{name}0"));
        match (unknown.general, entered, unknown.before) {
            (General::Anything, Some(Value::Int(value)), _) => {
                let value = self.executor.pool_mut().constant(u128::from(value), width);
                let text = self.terms().text(value);
                Start { value, text: if text == "0" { String::new() } else { text } }
            }
            (General::Moved, Some(Value::Int(address)), Value::Int(now)) => {
                let distance = u128::from(address.wrapping_sub(now));
                let value = self.executor.pool_mut().constant(distance, width);
                let text = match self.executor.name_of_address(self.state, address) {
                    Some((object, 0)) => object,
                    Some((object, offset)) => format!("{object} + {offset}"),
                    None => name,
                };
                Start { value, text }
            }
            _ => {
                let (symbol, value) = self.executor.auxiliary_word("start", width);
                let known_as = match unknown.general {
                    General::Anything => name.clone(),
                    General::Moved => "0".to_string(),
                };
                self.names.terms.insert(value, known_as.clone());
                self.names.symbols.insert(symbol, known_as);
                Start { value, text: name }
            }
        }
    }

    /// What a value is after `k` rounds; nothing where it stays what it was.
    fn value(
        &mut self,
        form: &Form,
        name: &str,
        start: &Start,
        values: &[Option<ExprId>],
        conditions: &[Condition],
        common: &Condition,
    ) -> Option<String> {
        match form {
            Form::Affine(step) => match self.executor.pool().as_const(*step) {
                Some(0) => None,
                _ => Some(plus(&start.text, &self.times(*step, "k"))),
            },
            Form::Derived(value) => {
                let value = self.relation.instance(self.executor.pool_mut(), values, &[], &[*value])?[0];
                Some(format!("{} of the last round (j = k - 1)", self.terms().text(value)))
            }
            Form::Counted(steps) => {
                let mut text = start.text.clone();
                let mut different: Vec<ExprId> = steps.clone();
                different.sort_unstable();
                different.dedup();
                for step in different {
                    if self.executor.pool().as_const(step) == Some(0) {
                        continue;
                    }
                    let taking: Vec<Condition> = conditions
                        .iter()
                        .zip(steps)
                        .filter(|(_, other)| **other == step)
                        .map(|(condition, _)| condition.clone())
                        .collect();
                    let count = self.how_many(&taking, common);
                    text = plus(&text, &self.times(step, &count));
                }
                Some(text)
            }
            Form::Latest(sets) => self.latest(name, start, sets, values, conditions, common),
        }
    }

    /// What the last round left that set a value.
    fn latest(
        &mut self,
        name: &str,
        start: &Start,
        sets: &[Option<ExprId>],
        values: &[Option<ExprId>],
        conditions: &[Condition],
        common: &Condition,
    ) -> Option<String> {
        let mut told: Vec<(String, String)> = Vec::new();
        for (condition, set) in conditions.iter().zip(sets) {
            let Some(set) = set else { continue };
            let value = self.relation.instance(self.executor.pool_mut(), values, &[], &[*set])?[0];
            told.push((self.terms().text(value), condition.words(&self.terms(), "j", common)));
        }
        let before = if start.text.is_empty() { "0" } else { &start.text };
        let none = format!("where there is none, {name} stays {before}");
        Some(match &told[..] {
            [(value, when)] => format!("{value} for the last j < k with {when} ({none})"),
            several => {
                let all: Vec<String> =
                    several.iter().map(|(value, when)| format!("{value} where {when}")).collect();
                format!("as the last round j of these left it: {} ({none})", all.join(", "))
            }
        })
    }

    /// `3 * times`, `-times`.
    fn times(&self, step: ExprId, times: &str) -> String {
        let text = self.terms().in_sum(step);
        match text.as_str() {
            "1" => times.to_string(),
            "-1" => format!("-{times}"),
            _ if times.contains(' ') => format!("{text} * ({times})"),
            _ => format!("{text} * {times}"),
        }
    }

    /// How many of the first `k` rounds take one of some paths.
    fn how_many(&mut self, paths: &[Condition], common: &Condition) -> String {
        if let Some(text) = self.how_many_bytes(paths, common) {
            return text;
        }
        let several: Vec<String> = paths
            .iter()
            .map(|path| path.words(&self.terms(), "j", common))
            .filter(|text| !text.is_empty())
            .collect();
        format!("how many j < k have {}", several.join(", or "))
    }

    /// The same for rounds that look at one byte each, one behind the other.
    fn how_many_bytes(&mut self, paths: &[Condition], common: &Condition) -> Option<String> {
        let (first, rest) = paths.split_first()?;
        let limits = Condition { low: first.low, high: first.high, ..common.clone() };
        let (byte, mut class) = first.only_class(&limits)?;
        for path in rest {
            let (other, more) = path.only_class(&limits)?;
            if other != byte {
                return None;
            }
            class = class.or(more);
        }
        let Node::Select(array, index) = self.executor.pool().node(byte) else { return None };
        let from = row(self.executor.pool_mut(), index, self.number)?;
        let name = terms::array_name(self.executor.pool(), array)?;
        let from = self.terms().in_sum(from);
        let end = match first.high.filter(|_| first.high != common.high) {
            Some(high) => format!("min(k, {high})"),
            None => "k".to_string(),
        };
        let from = if from == "0" { String::new() } else { from };
        let low = match first.low {
            low if low == common.low => from.clone(),
            low => plus(&from, &low.to_string()),
        };
        let low = if low.is_empty() { "0".to_string() } else { low };
        Some(format!(
            "how many of {name}[{low}..{}) are {}",
            plus(&from, &end),
            class.words(common.known(byte))?
        ))
    }
}

impl Terms<'_> {
    /// A condition in words, all of it.
    fn condition(&self, condition: &Condition) -> String {
        condition.words(self, "j", &Condition::default())
    }
}

/// An affine value in round `number`.
fn moved(pool: &mut Pool, start: &Start, step: ExprId, number: ExprId) -> ExprId {
    let width = pool.width(step);
    let number =
        if width <= INDEX_WIDTH { pool.truncate(number, width) } else { pool.zero_extend(number, width) };
    let way = pool.mul(step, number);
    pool.add(start.value, way)
}

fn plus(text: &str, more: &str) -> String {
    match (text, more.strip_prefix('-')) {
        ("", _) => more.to_string(),
        (_, Some(less)) => format!("{text} - {less}"),
        (_, None) => format!("{text} + {more}"),
    }
}
