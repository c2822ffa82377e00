//! The operators of the logic, applied to values.

use crate::{BinaryOp, ExprId, INDEX_WIDTH, MAX_WIDTH, Pool, Width};
use std::rc::Rc;

/// Tables longer than this stay chains of stores.
const MAX_TABLE: u128 = 1 << 20;

/// A term of a script.
#[derive(Clone)]
pub(super) enum Value {
    Bits(ExprId),
    Truth(ExprId),
    Array(ExprId),
    /// An array of constants that is still being put together.
    Table(Rc<Vec<u8>>),
}

const OPERATORS: &[&str] = &[
    "=", "distinct", "not", "and", "or", "xor", "=>", "ite", "select", "store", "concat", "bvnot", "bvneg",
    "bvcomp", "bvnand", "bvnor", "bvxnor",
];

fn arithmetic(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "bvadd" => BinaryOp::Add,
        "bvsub" => BinaryOp::Sub,
        "bvmul" => BinaryOp::Mul,
        "bvudiv" => BinaryOp::UDiv,
        "bvsdiv" => BinaryOp::SDiv,
        "bvurem" => BinaryOp::URem,
        "bvsrem" => BinaryOp::SRem,
        "bvshl" => BinaryOp::Shl,
        "bvlshr" => BinaryOp::LShr,
        "bvashr" => BinaryOp::AShr,
        "bvand" => BinaryOp::And,
        "bvor" => BinaryOp::Or,
        "bvxor" => BinaryOp::Xor,
        _ => return None,
    })
}

/// The order that a comparison means, and whether its operands are exchanged.
fn order(name: &str) -> Option<(BinaryOp, bool)> {
    Some(match name {
        "bvult" => (BinaryOp::Ult, false),
        "bvule" => (BinaryOp::Ule, false),
        "bvugt" => (BinaryOp::Ult, true),
        "bvuge" => (BinaryOp::Ule, true),
        "bvslt" => (BinaryOp::Slt, false),
        "bvsle" => (BinaryOp::Sle, false),
        "bvsgt" => (BinaryOp::Slt, true),
        "bvsge" => (BinaryOp::Sle, true),
        _ => return None,
    })
}

pub(super) fn is_operator(name: &str) -> bool {
    OPERATORS.contains(&name) || arithmetic(name).is_some() || order(name).is_some()
}

/// Two terms, or more where the order of steps does not matter.
fn calculated(pool: &mut Pool, op: BinaryOp, arguments: &[Value]) -> Option<Value> {
    let terms = all_bits(pool, arguments)?;
    let associative =
        !matches!(op, BinaryOp::Sub | BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
            && !matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
    if terms.len() < 2 || (terms.len() > 2 && !associative) {
        return None;
    }
    Some(Value::Bits(fold_terms(pool, terms, |pool, a, b| pool.binary(op, a, b))))
}

/// `name` applied to arguments.
pub(super) fn apply(pool: &mut Pool, name: &str, arguments: &[Value]) -> Result<Value, String> {
    use Value::{Bits, Truth};
    let mismatch = || format!("{name} does not apply to these arguments");
    if let Some(op) = arithmetic(name) {
        return calculated(pool, op, arguments).ok_or_else(mismatch);
    }
    if let Some((op, exchanged)) = order(name) {
        let terms = all_bits(pool, arguments).ok_or_else(mismatch)?;
        let &[a, b] = terms.as_slice() else { return Err(mismatch()) };
        return Ok(Truth(if exchanged { pool.binary(op, b, a) } else { pool.binary(op, a, b) }));
    }
    match (name, arguments) {
        ("=", [first, ..]) if arguments.len() >= 2 => {
            let terms = match first {
                Bits(_) => all_bits(pool, arguments),
                _ => all_truths(arguments),
            };
            let terms = terms.ok_or_else(mismatch)?;
            let equal: Vec<ExprId> = terms.windows(2).map(|pair| pool.eq(pair[0], pair[1])).collect();
            Ok(Truth(pool.all(equal)))
        }
        ("distinct", [Bits(a), Bits(b)]) if pool.width(*a) == pool.width(*b) => Ok(Truth(pool.ne(*a, *b))),
        ("distinct", [Truth(a), Truth(b)]) => Ok(Truth(pool.ne(*a, *b))),
        ("not", [Truth(a)]) => Ok(Truth(pool.not(*a))),
        ("and" | "or" | "xor", [_, ..]) => {
            let terms = all_truths(arguments).ok_or_else(mismatch)?;
            let op = match name {
                "and" => BinaryOp::And,
                "or" => BinaryOp::Or,
                _ => BinaryOp::Xor,
            };
            Ok(Truth(fold_terms(pool, terms, |pool, a, b| pool.binary(op, a, b))))
        }
        ("=>", [Truth(a), Truth(b)]) => {
            let not = pool.not(*a);
            Ok(Truth(pool.or(not, *b)))
        }
        ("ite", [Truth(c), Bits(t), Bits(e)]) if pool.width(*t) == pool.width(*e) => {
            Ok(Bits(pool.ite(*c, *t, *e)))
        }
        ("ite", [Truth(c), Truth(t), Truth(e)]) => Ok(Truth(pool.ite(*c, *t, *e))),
        ("concat", [_, _, ..]) => {
            let terms: Option<Vec<ExprId>> = arguments.iter().map(bits).collect();
            let terms = terms.ok_or_else(mismatch)?;
            let width = terms.iter().try_fold(0 as Width, |sum, &term| sum.checked_add(pool.width(term)));
            if width.is_none_or(|width| width > MAX_WIDTH) {
                return Err("a term is wider than 128 bits".into());
            }
            Ok(Bits(fold_terms(pool, terms, Pool::concat)))
        }
        ("bvnot", [Bits(a)]) => Ok(Bits(pool.not(*a))),
        ("bvneg", [Bits(a)]) => Ok(Bits(pool.neg(*a))),
        ("bvcomp", [Bits(a), Bits(b)]) if pool.width(*a) == pool.width(*b) => Ok(Bits(pool.eq(*a, *b))),
        ("bvnand" | "bvnor" | "bvxnor", [Bits(a), Bits(b)]) if pool.width(*a) == pool.width(*b) => {
            let op = match name {
                "bvnand" => BinaryOp::And,
                "bvnor" => BinaryOp::Or,
                _ => BinaryOp::Xor,
            };
            let inner = pool.binary(op, *a, *b);
            Ok(Bits(pool.not(inner)))
        }
        ("select", [array, Bits(index)]) if pool.width(*index) == INDEX_WIDTH => {
            let array = array_of(pool, array).ok_or_else(mismatch)?;
            Ok(Bits(pool.select(array, *index)))
        }
        ("store", [array, Bits(index), Bits(byte)])
            if (pool.width(*index), pool.width(*byte)) == (INDEX_WIDTH, 8) =>
        {
            store(pool, array, *index, *byte).ok_or_else(mismatch)
        }
        _ => Err(mismatch()),
    }
}

/// An operator with numbers, such as `(_ extract 7 0)`, or a constant array, applied to arguments.
pub(super) fn apply_indexed(pool: &mut Pool, head: &[&str], arguments: &[Value]) -> Result<Value, String> {
    let mismatch = || format!("({}) does not apply to these arguments", head.join(" "));
    let count = |word: &str| word.parse::<Width>().map_err(|_| format!("{word} is not a number that fits"));
    match (head, arguments) {
        (["_", "extract", high, low], [Value::Bits(x)]) => {
            let (high, low) = (count(high)?, count(low)?);
            if low > high || high >= pool.width(*x) {
                return Err(mismatch());
            }
            Ok(Value::Bits(pool.extract(*x, low, high - low + 1)))
        }
        (["_", extension @ ("zero_extend" | "sign_extend"), by], [Value::Bits(x)]) => {
            let to = count(by)?.checked_add(pool.width(*x)).filter(|&to| to <= MAX_WIDTH);
            let to = to.ok_or("a term is wider than 128 bits")?;
            let signed = *extension == "sign_extend";
            Ok(Value::Bits(if signed { pool.sign_extend(*x, to) } else { pool.zero_extend(*x, to) }))
        }
        (["as", "const"], [Value::Bits(byte)]) if pool.as_const(*byte) == Some(0) => {
            Ok(Value::Table(Rc::default()))
        }
        _ => Err(mismatch()),
    }
}

fn bits(value: &Value) -> Option<ExprId> {
    match value {
        Value::Bits(id) => Some(*id),
        _ => None,
    }
}

/// The arguments, if all are bit-vectors of one width.
fn all_bits(pool: &Pool, arguments: &[Value]) -> Option<Vec<ExprId>> {
    let terms: Vec<ExprId> = arguments.iter().map(bits).collect::<Option<_>>()?;
    terms.windows(2).all(|pair| pool.width(pair[0]) == pool.width(pair[1])).then_some(terms)
}

fn all_truths(arguments: &[Value]) -> Option<Vec<ExprId>> {
    arguments
        .iter()
        .map(|value| match value {
            Value::Truth(id) => Some(*id),
            _ => None,
        })
        .collect()
}

/// Terms joined from the left; there is at least one.
fn fold_terms(
    pool: &mut Pool,
    terms: Vec<ExprId>,
    mut join: impl FnMut(&mut Pool, ExprId, ExprId) -> ExprId,
) -> ExprId {
    terms.into_iter().reduce(|a, b| join(pool, a, b)).unwrap_or(Pool::TRUE)
}

/// The array of a value; a table is finished by that.
fn array_of(pool: &mut Pool, value: &Value) -> Option<ExprId> {
    match value {
        Value::Array(id) => Some(*id),
        Value::Table(bytes) => Some(pool.table(bytes)),
        _ => None,
    }
}

/// Stores of constants into a table under construction go into the table.
fn store(pool: &mut Pool, array: &Value, index: ExprId, byte: ExprId) -> Option<Value> {
    if let (Value::Table(bytes), Some(at), Some(byte)) = (array, pool.as_const(index), pool.as_const(byte))
        && at < MAX_TABLE
    {
        let mut bytes = bytes.as_ref().clone();
        let at = at as usize;
        if bytes.len() <= at {
            bytes.resize(at + 1, 0);
        }
        bytes[at] = byte as u8;
        return Some(Value::Table(Rc::new(bytes)));
    }
    let array = array_of(pool, array)?;
    Some(Value::Array(pool.store(array, index, byte)))
}
