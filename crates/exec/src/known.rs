//! Inputs that are known: a program that runs with the values of one test has nothing unknown.
//!
//! Where the program makes an input, it gets the next value of that name instead. A value that is missing or has another
//! size does not stop the path at once: it reads as zero, and [`KnownInputs::misfit`] says so to whoever runs it.

use crate::{Executor, State};
use bowline_expr::ExprId;
use bowline_ir::Operand;
use bowline_memory::{ObjectId, Value};

/// The values of a test.
#[derive(Clone, Debug, Default)]
pub struct KnownInputs {
    /// Name, bytes; taken when the program has them.
    objects: Vec<Option<(String, Vec<u8>)>>,
    misfit: Option<String>,
}

impl KnownInputs {
    /// In the order in which the program made them.
    pub fn new(objects: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self { objects: objects.into_iter().map(Some).collect(), misfit: None }
    }

    /// Why the values are not those of this program, as soon as that shows.
    pub fn misfit(&self) -> Option<&str> {
        self.misfit.as_deref()
    }

    /// The next value of this name; KLEE puts a number behind a name it has seen before.
    fn take(&mut self, name: &str, size: u64) -> Vec<u8> {
        let is_numbered = |known: &str| {
            let number = known.strip_prefix(name).and_then(|rest| rest.strip_prefix('_'));
            number.is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
        };
        let find = |fits: &dyn Fn(&str) -> bool| {
            self.objects.iter().position(|object| object.as_ref().is_some_and(|(known, _)| fits(known)))
        };
        let found = find(&|known| known == name).or_else(|| find(&is_numbered));
        let mut bytes = match found.and_then(|at| self.objects[at].take()) {
            Some((_, bytes)) => bytes,
            // Of no bytes, tests need not have it.
            None if size == 0 => Vec::new(),
            None => {
                self.misfit.get_or_insert(format!("it has no (further) input `{name}`"));
                Vec::new()
            }
        };
        if !bytes.is_empty() && bytes.len() as u64 != size {
            let have = bytes.len();
            self.misfit.get_or_insert(format!(
                "its input `{name}` has {have} bytes, but the program asks for {size}"
            ));
        }
        bytes.resize(size as usize, 0);
        bytes
    }
}

impl Executor {
    /// The program runs with these inputs, and with these only.
    pub fn with_known_inputs(mut self, inputs: KnownInputs) -> Self {
        self.known = Some(inputs);
        self
    }

    pub fn known_inputs(&self) -> Option<&KnownInputs> {
        self.known.as_ref()
    }

    /// The bytes of an input that is known.
    pub(crate) fn known_input(&mut self, name: &str, size: u64) -> Option<Vec<u8>> {
        let name = if name.is_empty() { "unnamed" } else { name };
        Some(self.known.as_mut()?.take(name, size))
    }

    pub(crate) fn write_known(&mut self, state: &mut State, object: ObjectId, offset: u64, bytes: &[u8]) {
        for (at, byte) in (offset..).zip(bytes) {
            state.memory.write(&mut self.pool, object, at, 1, Value::Int(u64::from(*byte)));
        }
    }

    /// The same as one little-endian value.
    pub(crate) fn known_value(&mut self, name: &str, size: u64) -> Option<ExprId> {
        let bytes = self.known_input(name, size)?;
        let value = bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte));
        Some(self.pool.constant(value, size as u16 * 8))
    }

    /// An operand of the instruction that a state executes next.
    pub fn operand_of(&self, state: &State, operand: Operand) -> Value {
        self.operand(self.program(), state, operand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_handed_out_by_name_and_in_order() {
        let object = |name: &str, bytes: &[u8]| (name.to_string(), bytes.to_vec());
        let all = [object("n", &[1]), object("buf", &[2, 3]), object("n", &[4]), object("buf_1", &[5])];
        let mut known = KnownInputs::new(all);
        assert_eq!(known.take("n", 1), [1]);
        assert_eq!(known.take("n", 1), [4]);
        assert_eq!(known.take("buf", 2), [2, 3]);
        assert_eq!(known.take("buf", 1), [5]);
        assert_eq!(known.take("none", 0), [0u8; 0]);
        assert_eq!(known.misfit(), None);
        assert_eq!(known.take("n", 2), [0, 0]);
        assert!(known.misfit().is_some_and(|why| why.contains("`n`")));
    }

    #[test]
    fn another_size_does_not_fit() {
        let mut known = KnownInputs::new([("n".to_string(), vec![1, 2])]);
        assert_eq!(known.take("n", 4), [1, 2, 0, 0]);
        assert!(known.misfit().is_some_and(|why| why.contains("2 bytes")));
    }
}
