//! Reading scripts: the subset that [`super::script`] writes, and what is close to it.
//!
//! Understood: bit-vectors up to 128 bits, arrays from 64 bits to bytes, truth values, `let`, definitions without
//! parameters, `forall` over the numbers below a count, `lambda` from an index to a byte. Each parenthesis is reduced to a value as soon as it closes, so there is no recursion; nesting is limited all the
//! same, against texts made to exhaust memory.

use super::HOW_MANY;
use super::Script;
use super::operators::{Value, apply, apply_indexed, is_operator};
use super::tokens::{Token, Tokens};
use crate::{BoundedOp, ExprId, INDEX_WIDTH, MAX_WIDTH, Pool, Support, SupportCache, SymId, Width, fold};
use bowline_base::FxHashMap;
use std::fmt;

/// How deep parentheses may nest.
const MAX_DEPTH: usize = 2000;

/// Why a text is not a script, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The assertions of a script, as expressions of the pool.
pub fn parse(text: &str, pool: &mut Pool) -> Result<Script, ParseError> {
    let mut parser = Parser {
        pool,
        numbers: Vec::new(),
        names: FxHashMap::default(),
        inputs: FxHashMap::default(),
        script: Script::default(),
    };
    let mut frames: Vec<Frame> = Vec::new();
    let mut tokens = Tokens { rest: text, line: 1 };
    loop {
        let token = tokens.next();
        let line = tokens.line;
        let fail = |message: String| ParseError { line, message };
        let item = match token.map_err(fail)? {
            None if frames.is_empty() => return Ok(parser.script),
            None => return Err(fail("the text ends inside a parenthesis".into())),
            Some(Token::Open) if frames.len() == MAX_DEPTH => return Err(fail("nested too deeply".into())),
            Some(Token::Open) => {
                frames.push(Frame::default());
                continue;
            }
            Some(Token::Close) => {
                let frame = frames.pop().ok_or_else(|| fail("a parenthesis too many".into()))?;
                let binder = frames.last().and_then(Frame::awaits_bindings);
                if let Some(binder) = binder {
                    let bound = match binder {
                        Binder::Let => parser.bind(&frame),
                        Binder::Number(_) | Binder::Index => parser.bind_number(&frame),
                    };
                    if let Some(outer) = frames.last_mut() {
                        outer.bound = bound.map_err(fail)?;
                    }
                    Item::List(Vec::new())
                } else if frames.is_empty() {
                    parser.command(&frame.items).map_err(fail)?;
                    continue;
                } else {
                    parser.reduce(frame).map_err(fail)?
                }
            }
            Some(Token::Word(word)) => Item::Word(word.to_string()),
            Some(Token::Quoted(text)) => Item::Quoted(text),
        };
        match frames.last_mut() {
            Some(frame) => frame.items.push(item),
            None => return Err(fail("a command must be in parentheses".into())),
        }
    }
}

enum Item {
    Word(String),
    Quoted(String),
    Value(Value),
    List(Vec<Item>),
    /// A bound number is less than something.
    Below(String, ExprId),
    /// If that, then a condition.
    Guarded(String, ExprId, ExprId),
}

/// What gives names a meaning inside its parenthesis.
enum Binder {
    Let,
    Number(BoundedOp),
    /// Of an array: the number is its index.
    Index,
}

/// An open parenthesis and what it holds so far.
#[derive(Default)]
struct Frame {
    items: Vec<Item>,
    /// The names that this `let` binds, with what they meant before.
    bound: Vec<(String, Option<Value>)>,
}

impl Frame {
    fn awaits_bindings(&self) -> Option<Binder> {
        match self.items.as_slice() {
            [Item::Word(word)] => binder(word),
            _ => None,
        }
    }
}

fn binder(word: &str) -> Option<Binder> {
    match word {
        "let" => Some(Binder::Let),
        "forall" => Some(Binder::Number(BoundedOp::ForAll)),
        HOW_MANY => Some(Binder::Number(BoundedOp::HowMany)),
        "lambda" => Some(Binder::Index),
        _ => None,
    }
}

struct Parser<'p> {
    pool: &'p mut Pool,
    /// Numbers that are bound where the text is being read, innermost last: name, and the unknown in place of it.
    numbers: Vec<(String, SymId)>,
    names: FxHashMap<String, Value>,
    /// Name, occurrence and size of inputs by the name of their array.
    inputs: FxHashMap<String, SymId>,
    script: Script,
}

impl Parser<'_> {
    /// Binds the names of a `let`.
    fn bind(&mut self, bindings: &Frame) -> Result<Vec<(String, Option<Value>)>, String> {
        let mut values = Vec::new();
        for binding in &bindings.items {
            match binding {
                Item::List(pair) => match pair.as_slice() {
                    [Item::Word(name), value] => values.push((name.clone(), self.value(value)?)),
                    _ => return Err("a let binding needs a name and a term".into()),
                },
                _ => return Err("a let binding needs parentheses".into()),
            }
        }
        Ok(values.into_iter().map(|(name, value)| (name.clone(), self.names.insert(name, value))).collect())
    }

    /// Binds the number of a `forall`, or the index of a `lambda`.
    fn bind_number(&mut self, bindings: &Frame) -> Result<Vec<(String, Option<Value>)>, String> {
        let [Item::List(pair)] = bindings.items.as_slice() else {
            return Err("only one number can be bound at a time".into());
        };
        let [Item::Word(name), Item::List(sort)] = pair.as_slice() else {
            return Err("a bound number needs a name and a sort".into());
        };
        if sort.iter().map_while(word).collect::<Vec<_>>() != ["_", "BitVec", "64"] {
            return Err(format!("the bound number {name} has not 64 bits"));
        }
        let depth = self.numbers.len() as u32;
        let symbol = self.pool.auxiliary("bound", depth, 8);
        self.numbers.push((name.clone(), symbol));
        let value = Value::Bits(self.pool.input_word(symbol, 8));
        Ok(vec![(name.clone(), self.names.insert(name.clone(), value))])
    }

    /// The value of a parenthesis that binds a number.
    fn close_number(&mut self, op: BoundedOp, body: &Item) -> Result<Value, String> {
        let (name, symbol) = self.numbers.pop().ok_or("a number is bound twice")?;
        let Item::Guarded(guarded, count, body) = body else {
            return Err(format!("what is said of {name} must begin with (=> (bvult {name} ...) ...)"));
        };
        if *guarded != name {
            return Err(format!("{guarded} is bounded where {name} must be"));
        }
        let of_count = SupportCache::new().of(self.pool, *count);
        if of_count
            .iter()
            .any(|part| matches!(part, Support::Byte(of, _) | Support::Whole(of) if *of == symbol))
        {
            return Err(format!("the bound of {name} depends on it"));
        }
        let made = match op {
            BoundedOp::ForAll => self.pool.for_all(*count, symbol, *body).map(Value::Truth),
            BoundedOp::HowMany => self.pool.how_many(*count, symbol, *body).map(Value::Bits),
        };
        made.ok_or_else(|| "bounded terms nest too deep".into())
    }

    /// The array that a parenthesis which binds an index is.
    fn close_index(&mut self, body: &Item) -> Result<Value, String> {
        let (name, symbol) = self.numbers.pop().ok_or("an index is bound twice")?;
        match self.value(body)? {
            Value::Bits(byte) if self.pool.width(byte) == 8 => {
                let made = self.pool.formula(symbol, byte).map(Value::Array);
                made.ok_or_else(|| "formulas nest too deep".into())
            }
            _ => Err(format!("what is at index {name} is no byte")),
        }
    }

    fn command(&mut self, items: &[Item]) -> Result<(), String> {
        let words: Vec<&str> = items.iter().map_while(word).collect();
        match words.first().copied() {
            Some("assert") => {
                let [_, term] = items else { return Err("assert needs one term".into()) };
                let Value::Truth(id) = self.value(term)? else {
                    return Err("assert needs a truth value".into());
                };
                self.script.assertions.push(id);
            }
            Some("define-fun") => match items {
                [_, Item::Word(name), Item::List(parameters), _, body] if parameters.is_empty() => {
                    let value = self.value(body)?;
                    self.names.insert(name.clone(), value);
                }
                _ => return Err("only definitions without parameters are understood".into()),
            },
            Some("declare-const" | "declare-fun") => self.declare(items)?,
            Some("set-info") => self.info(items),
            Some("set-logic" | "set-option" | "check-sat" | "get-model" | "get-value" | "exit") => {}
            other => return Err(format!("unknown command {}", other.unwrap_or("()"))),
        }
        Ok(())
    }

    /// `(set-info :array "occurrence size name")`; other information is skipped.
    fn info(&mut self, items: &[Item]) {
        if let [_, Item::Word(key), Item::Quoted(text)] = items
            && let Some((occurrence, rest)) = text.split_once(' ')
            && let Some((size, name)) = rest.split_once(' ')
            && let Ok(size) = size.parse()
            && let Some(symbol) = self.pool.symbol_from_text(name, occurrence, size)
        {
            self.inputs.insert(key.trim_start_matches(':').to_string(), symbol);
        }
    }

    fn declare(&mut self, items: &[Item]) -> Result<(), String> {
        let (name, sort) = match items {
            [_, Item::Word(name), sort] => (name, sort),
            [_, Item::Word(name), Item::List(parameters), sort] if parameters.is_empty() => (name, sort),
            _ => return Err("only constants can be declared".into()),
        };
        let width = |sort: &Item| match sort {
            Item::List(parts) => match parts.iter().map_while(word).collect::<Vec<_>>()[..] {
                ["_", "BitVec", width] => width.parse::<Width>().ok(),
                _ => None,
            },
            _ => None,
        };
        let value = match sort {
            Item::List(parts)
                if matches!(parts.as_slice(), [Item::Word(array), from, to]
                if array == "Array" && width(from) == Some(64) && width(to) == Some(8)) =>
            {
                let known = self.inputs.get(name).copied();
                let symbol = known.unwrap_or_else(|| self.pool.symbol(name, 0, u64::MAX));
                Value::Array(self.pool.input(symbol))
            }
            _ => match width(sort) {
                Some(bits @ 1..=MAX_WIDTH) => self.variable(name, bits),
                _ => return Err(format!("the sort of {name} is neither bit-vector nor array of bytes")),
            },
        };
        self.names.insert(name.clone(), value);
        Ok(())
    }

    /// A bit-vector variable: the low bits of an input of its own.
    fn variable(&mut self, name: &str, width: Width) -> Value {
        let size = u64::from(width.div_ceil(8));
        let symbol = self.pool.symbol(name, 0, size);
        let whole = self.pool.input_word(symbol, size);
        Value::Bits(self.pool.extract(whole, 0, width))
    }

    fn value(&mut self, item: &Item) -> Result<Value, String> {
        match item {
            Item::Value(value) => Ok(value.clone()),
            Item::Word(word) => self.word_value(word),
            Item::Quoted(_) => Err("a string is no term".into()),
            Item::List(_) => Err("a term was expected here".into()),
            Item::Below(name, limit) => {
                let Value::Bits(number) = self.word_value(name)? else {
                    return Err(format!("{name} is no number"));
                };
                Ok(Value::Truth(self.pool.ult(number, *limit)))
            }
            Item::Guarded(name, count, body) => {
                let below = self.value(&Item::Below(name.clone(), *count))?;
                apply(self.pool, "=>", &[below, Value::Truth(*body)])
            }
        }
    }

    fn word_value(&mut self, word: &str) -> Result<Value, String> {
        if let Some(value) = self.names.get(word) {
            return Ok(value.clone());
        }
        let digits = |digits: &str, radix: u32, width: usize| {
            let value = u128::from_str_radix(digits, radix).map_err(|_| format!("bad literal {word}"))?;
            Ok::<_, String>((value, width as Width))
        };
        let (value, width) = match word.split_at_checked(2) {
            Some(("#x", hex)) if hex.len() <= 32 => digits(hex, 16, hex.len() * 4)?,
            Some(("#b", bits)) if bits.len() <= 128 => digits(bits, 2, bits.len())?,
            _ if word == "true" => return Ok(Value::Truth(Pool::TRUE)),
            _ if word == "false" => return Ok(Value::Truth(Pool::FALSE)),
            _ => return Err(format!("unknown name {word}")),
        };
        Ok(Value::Bits(self.pool.constant(value, width)))
    }

    /// The value of a closed parenthesis, or a list if it is none.
    fn reduce(&mut self, frame: Frame) -> Result<Item, String> {
        let Frame { mut items, bound } = frame;
        let value = match items.as_slice() {
            [Item::Word(head), _, body] if let Some(binder) = binder(head) => {
                let value = match binder {
                    Binder::Let => self.value(body)?,
                    Binder::Number(op) => self.close_number(op, body)?,
                    Binder::Index => self.close_index(body)?,
                };
                for (name, before) in bound {
                    match before {
                        Some(before) => self.names.insert(name, before),
                        None => self.names.remove(&name),
                    };
                }
                value
            }
            [Item::Word(head), Item::Word(name), limit]
                if head == "bvult" && self.numbers.last().is_some_and(|(bound, _)| bound == name) =>
            {
                let Value::Bits(limit) = self.value(limit)? else {
                    return Err(format!("{name} is compared with no number"));
                };
                if self.pool.width(limit) != INDEX_WIDTH {
                    return Err(format!("{name} is compared with a number of other width"));
                }
                return Ok(Item::Below(name.clone(), limit));
            }
            [Item::Word(head), Item::Below(name, count), body] if head == "=>" => {
                let Value::Truth(body) = self.value(body)? else {
                    return Err(format!("what is said of {name} is no truth value"));
                };
                return Ok(Item::Guarded(name.clone(), *count, body));
            }
            [Item::Word(head), Item::Word(literal), Item::Word(width)]
                if head == "_"
                    && literal.strip_prefix("bv").is_some_and(|digits| number::<u128>(digits).is_ok()) =>
            {
                let width: Width = number(width)?;
                let value = number(&literal[2..])?;
                if !(1..=MAX_WIDTH).contains(&width) || value > fold::mask(width) {
                    return Err(format!("bad literal {literal} of width {width}"));
                }
                Value::Bits(self.pool.constant(value, width))
            }
            [Item::Word(head), ..] if is_operator(head) => {
                let head = head.clone();
                let arguments =
                    items[1..].iter().map(|item| self.value(item)).collect::<Result<Vec<_>, _>>()?;
                apply(self.pool, &head, &arguments)?
            }
            [Item::List(head), ..] => {
                let parts: Vec<String> = head.iter().map_while(word).map(str::to_string).collect();
                let arguments =
                    items[1..].iter().map(|item| self.value(item)).collect::<Result<Vec<_>, _>>()?;
                let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
                apply_indexed(self.pool, &parts, &arguments)?
            }
            _ => return Ok(Item::List(std::mem::take(&mut items))),
        };
        Ok(Item::Value(value))
    }
}

fn word(item: &Item) -> Option<&str> {
    match item {
        Item::Word(word) => Some(word),
        _ => None,
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{word} is not a number that fits"))
}
