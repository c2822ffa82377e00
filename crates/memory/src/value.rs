//! Values as registers and memory hold them: concrete whenever that is possible.

use bowline_expr::{ExprId, Node, Pool, Width};

/// A value whose width is known from context.
///
/// Invariant: a constant of at most 64 bits is an `Int` (bits above the width are zero), never an `Expr`. Values wider
/// than 64 bits are always an `Expr`, also constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Int(u64),
    Expr(ExprId),
}

impl Value {
    #[inline]
    pub fn from_expr(pool: &Pool, expr: ExprId) -> Value {
        match pool.node(expr) {
            Node::Const(value) => Value::Int(value),
            _ => Value::Expr(expr),
        }
    }

    #[inline]
    pub fn to_expr(self, pool: &mut Pool, width: Width) -> ExprId {
        match self {
            Value::Int(value) => pool.constant(u128::from(value), width),
            Value::Expr(expr) => {
                debug_assert_eq!(pool.width(expr), width);
                expr
            }
        }
    }

    #[inline]
    pub fn as_int(self) -> Option<u64> {
        match self {
            Value::Int(value) => Some(value),
            Value::Expr(_) => None,
        }
    }

    /// Byte `index` of a value, counted from the least significant.
    pub(crate) fn byte(self, pool: &mut Pool, index: u32) -> Value {
        match self {
            Value::Int(value) => Value::Int(value >> (8 * index) & 0xff),
            Value::Expr(expr) => {
                let byte = pool.extract(expr, 8 * index as u16, 8);
                Value::from_expr(pool, byte)
            }
        }
    }
}

/// A stretch of neighbouring bytes that are one expression without a concatenation.
#[derive(Clone, Copy)]
enum Run {
    Constant {
        value: u128,
        width: u16,
    },
    /// Bits `low..low + width` of an expression.
    Part {
        of: ExprId,
        low: u16,
        width: u16,
    },
}

impl Run {
    fn of(pool: &Pool, byte: Value) -> Run {
        match byte {
            Value::Int(value) => Run::Constant { value: u128::from(value), width: 8 },
            Value::Expr(expr) => match pool.node(expr) {
                Node::Extract { of, low } => Run::Part { of, low, width: 8 },
                _ => Run::Part { of: expr, low: 0, width: 8 },
            },
        }
    }

    /// The run extended by its neighbour above it, when they fit.
    fn extended(self, above: Run) -> Option<Run> {
        match (self, above) {
            (Run::Constant { value, width }, Run::Constant { value: next, width: more }) => {
                Some(Run::Constant { value: next << width | value, width: width + more })
            }
            (Run::Part { of, low, width }, Run::Part { of: next, low: above, width: more })
                if of == next && low + width == above =>
            {
                Some(Run::Part { of, low, width: width + more })
            }
            _ => None,
        }
    }

    fn to_expr(self, pool: &mut Pool) -> ExprId {
        match self {
            Run::Constant { value, width } => pool.constant(value, width),
            Run::Part { of, low, width } => pool.extract(of, low, width),
        }
    }
}

/// The value made of these bytes, least significant first. What was split into bytes becomes the original again.
pub(crate) fn join(pool: &mut Pool, bytes: &[Value]) -> Value {
    let mut joined: Option<ExprId> = None;
    let mut run: Option<Run> = None;
    for &byte in bytes {
        let next = Run::of(pool, byte);
        run = match run {
            None => Some(next),
            Some(current) => match current.extended(next) {
                Some(longer) => Some(longer),
                None => {
                    joined = Some(above(pool, current, joined));
                    Some(next)
                }
            },
        };
    }
    match run {
        Some(last) => {
            let whole = above(pool, last, joined);
            Value::from_expr(pool, whole)
        }
        None => Value::Int(0),
    }
}

fn above(pool: &mut Pool, run: Run, below: Option<ExprId>) -> ExprId {
    let high = run.to_expr(pool);
    match below {
        Some(low) => pool.concat(high, low),
        None => high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(pool: &mut Pool, name: &str, bytes: u64) -> ExprId {
        let symbol = pool.symbol(name, 0, bytes);
        let parts: Vec<Value> = (0..bytes).map(|i| Value::Expr(pool.input_byte(symbol, i))).collect();
        join(pool, &parts).to_expr(pool, 8 * bytes as u16)
    }

    #[test]
    fn splitting_and_joining_gives_the_same_expression() {
        let mut pool = Pool::new();
        let (a, b) = (word(&mut pool, "a", 4), word(&mut pool, "b", 4));
        let product = pool.mul(a, b);
        let bytes: Vec<Value> = (0..4).map(|i| Value::Expr(product).byte(&mut pool, i)).collect();
        assert_eq!(join(&mut pool, &bytes), Value::Expr(product));
        let middle = pool.extract(product, 8, 16);
        assert_eq!(join(&mut pool, &bytes[1..3]), Value::Expr(middle));
    }

    #[test]
    fn constants_of_up_to_eight_bytes_are_integers() {
        let mut pool = Pool::new();
        let bytes: Vec<Value> = (1..=8).map(Value::Int).collect();
        assert_eq!(join(&mut pool, &bytes), Value::Int(0x0807_0605_0403_0201));
        let wide: Vec<Value> = (1..=16).map(Value::Int).collect();
        let Value::Expr(joined) = join(&mut pool, &wide) else { panic!("wide values are expressions") };
        assert_eq!(pool.as_const(joined), Some(0x100f_0e0d_0c0b_0a09_0807_0605_0403_0201));
    }
}
