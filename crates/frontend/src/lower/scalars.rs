//! The scalars that an LLVM value was lowered to. Almost always there is exactly one.

use bowline_ir::Operand;
use std::ops::Deref;
use std::rc::Rc;
use std::slice;

#[derive(Clone, Debug)]
pub enum Scalars {
    One(Operand),
    Many(Rc<[Operand]>),
}

impl Deref for Scalars {
    type Target = [Operand];

    fn deref(&self) -> &[Operand] {
        match self {
            Scalars::One(operand) => slice::from_ref(operand),
            Scalars::Many(operands) => operands,
        }
    }
}

impl From<Operand> for Scalars {
    fn from(operand: Operand) -> Self {
        Scalars::One(operand)
    }
}

impl From<Vec<Operand>> for Scalars {
    fn from(operands: Vec<Operand>) -> Self {
        match operands.as_slice() {
            [only] => Scalars::One(*only),
            _ => Scalars::Many(operands.into()),
        }
    }
}

impl FromIterator<Operand> for Scalars {
    fn from_iter<I: IntoIterator<Item = Operand>>(operands: I) -> Self {
        Self::from(operands.into_iter().collect::<Vec<_>>())
    }
}
