//! Questions about one input byte, or about one word of input bytes, answered exactly from its domain.
//!
//! A question that depends on one byte holds for a set of its values, computed once. When the path constrains the byte
//! only by conditions on that byte alone, the intersection with the domain decides. When it does not, the domain is
//! still an upper bound: an empty intersection decides as well.
//!
//! The same for a word where question and constraints compare it with constants.

use crate::byteset::ByteSet;
use crate::facts::InputByte;
use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use crate::partition;
use crate::word_domain::WordFact;
use bowline_expr::Model;
use std::rc::Rc;

pub struct Domains;

impl Layer for Domains {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let answer = match tools.facts.byte_truth(tools.pool, query.question) {
            Some((byte, truth)) => of_byte(tools, query, byte, |domain| (domain & truth).first()),
            None => WordFact::of(tools.pool, query.question).and_then(|fact| of_word(tools, query, fact)),
        };
        answer.unwrap_or_else(|| below.ask(tools, query))
    }

    fn is_instant(&self) -> bool {
        true
    }
}

fn of_byte(
    tools: &mut Tools<'_>,
    query: Query<'_>,
    byte: InputByte,
    value_in: impl Fn(ByteSet) -> Option<u8>,
) -> Option<Answer> {
    let partition = partition::of_path(query.path, tools.pool, tools.facts);
    let (domain, exact) = partition.domain(&mut query.path.numbers.borrow_mut(), byte);
    match value_in(domain) {
        None => Some(Answer::Unsat(Core::Domain(byte))),
        Some(value) if exact => {
            let mut model = Model::clone(query.path.model());
            model.set_byte(byte.symbol, byte.index.into(), value);
            Some(Answer::Sat(Rc::new(model)))
        }
        Some(_) => None,
    }
}

fn of_word(tools: &mut Tools<'_>, query: Query<'_>, question: WordFact) -> Option<Answer> {
    let bytes = tools.facts.word_bytes(tools.pool, question.word)?;
    let partition = partition::of_path(query.path, tools.pool, tools.facts);
    let numbers = query.path.numbers.borrow();
    let (domain, exact) = partition.word_domain(&numbers, tools.pool, question.word, &bytes)?;
    let now = tools.evaluator.eval(tools.pool, query.path.model(), question.word);
    match domain.value(question, now) {
        None => Some(Answer::Unsat(Core::WordDomain(question.word))),
        Some(value) if exact => {
            let mut model = Model::clone(query.path.model());
            for (place, byte) in bytes.iter().enumerate() {
                model.set_byte(byte.symbol, byte.index.into(), (value >> (8 * place)) as u8);
            }
            Some(Answer::Sat(Rc::new(model)))
        }
        Some(_) => None,
    }
}
