//! Memory on its way to the child and back.
//!
//! What travels: the objects that arguments point to, and the objects that aligned words of those point to, and so on.
//! Each byte has one value when it leaves: symbolic bytes, and sizes, get the value that the path's model gives them; unless the call is open
//! (`inputs.rs`), that is counted as lost, and stays so on the path. The same holds for bytes that nobody has written, which travel as zeros: nobody sees whether the call
//! looks at them, or writes zeros there; an open call is made twice, to see that (`recall.rs`). Functions do not travel, nor do objects that stand for memory of the child.

use crate::inputs::{Inputs, Operand};
use crate::protocol::{Change, Mapped, Patch};
use crate::version::{Version, patches};
use bowline_base::FxHashSet;
use bowline_exec::{Executor, LostKind, State};
use bowline_expr::ExprId;
use bowline_memory::{Kind, Located, Memory, Object, ObjectId, Size, Value};
use std::rc::Rc;

/// In all, in bytes.
const MOST: u64 = 16 << 20;
const WORD: usize = 8;

/// The objects of one call.
pub struct Transfer {
    pub ids: Vec<ObjectId>,
    pub objects: Vec<Mapped>,
    /// Bytes that nobody has written, by the number of their object.
    pub fresh: Vec<(usize, usize)>,
}

impl Transfer {
    /// Everything that can be reached from these words. The error says why the call cannot be made.
    pub fn gather(
        executor: &mut Executor,
        state: &mut State,
        roots: &[u64],
        function: &str,
        version: &Version,
        inputs: &mut Inputs,
    ) -> Result<Self, String> {
        let mut transfer = Transfer { ids: Vec::new(), objects: Vec::new(), fresh: Vec::new() };
        let mut pending: Vec<ObjectId> = Vec::new();
        for &root in roots {
            let Some(id) = object_at(state, root) else { continue };
            if is_function(state, id) {
                return Err(
                    "it is given a pointer to a function, which native code cannot call back".to_string()
                );
            }
            pending.push(id);
        }
        // The first argument's object first.
        pending.reverse();
        let mut seen = FxHashSet::default();
        let mut total = 0;
        while let Some(id) = pending.pop() {
            if !seen.insert(id) || is_function(state, id) || is_mirror(state, id, version) {
                continue;
            }
            let size = known_size(executor, state, id, function);
            total += size;
            if total > MOST {
                return Err(format!("its arguments lead to more than {} MiB of memory", MOST >> 20));
            }
            let number = transfer.ids.len();
            let mut known = KnownBytes { function, number, inputs: &mut *inputs, fresh: &mut transfer.fresh };
            let mut bytes = known.of(executor, state, id, size);
            let words = bytes.chunks_exact(WORD).filter_map(|word| word.try_into().ok());
            pending.extend(words.filter_map(|word| object_at(state, u64::from_le_bytes(word))));
            version.words_outward(&mut bytes);
            let Some(object) = state.memory.object(id) else { continue };
            transfer.ids.push(id);
            transfer.objects.push(Mapped { base: object.base(), writable: !object.read_only(), bytes });
        }
        Ok(transfer)
    }

    /// Bytes that nobody has written are zeros from now on.
    pub fn settle_fresh(&self, executor: &mut Executor, state: &mut State, function: &str) {
        for of_one in self.fresh.chunk_by(|(a, _), (b, _)| a == b) {
            let id = self.ids[of_one[0].0];
            of_one.iter().for_each(|(_, at)| state.memory.write_bytes(id, *at as u64, &[0]));
            let object = name_of(state, id);
            let what = format!("bytes of {object} that nobody has written, passed to {function} as zeros");
            executor.lose(LostKind::Concretised, what, state);
        }
    }

    /// Writes back what the call changed.
    pub fn apply(&self, state: &mut State, changes: &[Change], version: &Version) {
        for change in changes {
            let object = self.objects.get(change.object as usize);
            let fits = object.is_some_and(|object| {
                object.writable && change.offset as usize + change.bytes.len() <= object.bytes.len()
            });
            if fits {
                let id = self.ids[change.object as usize];
                let mut bytes = change.bytes.clone();
                if (change.offset as usize).is_multiple_of(WORD) {
                    version.words_inward(&mut bytes);
                }
                state.memory.write_bytes(id, u64::from(change.offset), &bytes);
            }
        }
    }

    /// So many bytes at an address, as they are sent.
    pub fn bytes_at(&self, address: u64, length: usize) -> Option<Vec<u8>> {
        self.objects.iter().find_map(|object| {
            let start = usize::try_from(address.checked_sub(object.base)?).ok()?;
            object.bytes.get(start..start.checked_add(length)?).map(<[u8]>::to_vec)
        })
    }

    pub fn name(&self, state: &State, object: u32) -> String {
        let id = self.ids.get(object as usize);
        id.map_or_else(|| "an object".to_string(), |id| name_of(state, *id))
    }
}

fn object_at(state: &State, address: u64) -> Option<ObjectId> {
    object_in(&state.memory, address)
}

/// The live object that an address points into, or just behind.
pub fn object_in(memory: &Memory, address: u64) -> Option<ObjectId> {
    let Located::Object { id, offset } = memory.locate(address) else { return None };
    let offset = u64::try_from(offset).ok()?;
    (offset <= memory.object(id)?.capacity()).then_some(id)
}

fn is_function(state: &State, id: ObjectId) -> bool {
    matches!(state.memory.object(id).map(Object::kind), Some(Kind::Function(_)))
}

fn is_mirror(state: &State, id: ObjectId, version: &Version) -> bool {
    state
        .memory
        .object(id)
        .is_some_and(|object| version.mirrors.iter().any(|mirror| mirror.base == object.base()))
}

/// What the program has written to the child's memory since the last call.
pub fn writes(executor: &mut Executor, state: &mut State, function: &str, version: &Version) -> Vec<Patch> {
    let mut writes = Vec::new();
    for (_, mirror) in version.writable() {
        if let Some(id) = object_at(state, mirror.base) {
            let (mut inputs, mut fresh) = (Inputs::new(false), Vec::new());
            let mut known = KnownBytes { function, number: 0, inputs: &mut inputs, fresh: &mut fresh };
            let bytes = known.of(executor, state, id, mirror.last.len() as u64);
            writes.extend(patches(mirror.original, &mirror.last, &bytes));
        }
    }
    writes
}

/// What the child's memory holds after a call, into the objects that stand for it.
pub fn look_again(state: &mut State, version: &mut Version, looked: &[Vec<u8>]) {
    let numbers: Vec<usize> = version.writable().map(|(number, _)| number).collect();
    for (number, bytes) in numbers.into_iter().zip(looked) {
        let mirror = &mut version.mirrors[number];
        if bytes.len() == mirror.last.len()
            && let Some(id) = object_at(state, mirror.base)
        {
            // Every byte has been given one value before the call.
            let sent = state.memory.concrete_bytes(id, 0, bytes.len() as u64).unwrap_or_default();
            for patch in patches(0, &sent, bytes) {
                state.memory.write_bytes(id, patch.address, &patch.bytes);
            }
            mirror.last = Rc::from(bytes.as_slice());
        }
    }
}

pub fn name_of(state: &State, id: ObjectId) -> String {
    match state.memory.object(id).map(|object| (object.name(), object.kind())) {
        Some((Some(name), _)) => format!("`{name}`"),
        Some((None, Kind::Heap)) => "a heap object".to_string(),
        Some((None, Kind::Stack)) => "a local variable".to_string(),
        _ => "an object".to_string(),
    }
}

fn known_size(executor: &mut Executor, state: &mut State, id: ObjectId, function: &str) -> u64 {
    match state.memory.object(id).map(Object::size) {
        Some(Size::Known(size)) => size,
        Some(Size::Symbolic(size)) => {
            let what = format!("the size of {}, passed to {function}", name_of(state, id));
            let size = executor.concretise(state, size, &what) as u64;
            if let Some(object) = state.memory.object_mut(id) {
                object.set_size(Size::Known(size));
            }
            size
        }
        None => 0,
    }
}

/// How the bytes of an object get their values.
struct KnownBytes<'a> {
    function: &'a str,
    /// Of the object.
    number: usize,
    inputs: &'a mut Inputs,
    fresh: &'a mut Vec<(usize, usize)>,
}

impl KnownBytes<'_> {
    fn of(&mut self, executor: &mut Executor, state: &mut State, id: ObjectId, size: u64) -> Vec<u8> {
        if let Some(bytes) = state.memory.concrete_bytes(id, 0, size) {
            return bytes;
        }
        let mut bytes = Vec::with_capacity(size as usize);
        let mut symbolic = Vec::new();
        for at in 0..size {
            if state.memory.is_fresh(id, at) {
                self.fresh.push((self.number, at as usize));
                bytes.push(0);
                continue;
            }
            match state.memory.byte(executor.pool_mut(), id, at) {
                Value::Int(byte) => bytes.push(byte as u8),
                Value::Expr(byte) => {
                    bytes.push(executor.value_now(state, byte) as u8);
                    symbolic.push((at, byte));
                }
            }
        }
        self.look(executor, state, id, &bytes, &mut symbolic);
        let exprs: Vec<ExprId> = symbolic.iter().map(|(_, byte)| *byte).collect();
        let what = format!("bytes of {}, passed to {}", name_of(state, id), self.function);
        let values = executor.concretise_all(state, &exprs, &what);
        for ((at, _), value) in symbolic.into_iter().zip(values) {
            bytes[at as usize] = value as u8;
            state.memory.write_bytes(id, at, &[value as u8]);
        }
        bytes
    }

    /// Takes those away that need not be confined to one value now.
    fn look(
        &mut self,
        executor: &mut Executor,
        state: &State,
        id: ObjectId,
        bytes: &[u8],
        symbolic: &mut Vec<(u64, ExprId)>,
    ) {
        symbolic.retain(|&(at, expr)| {
            let offset = at as usize;
            let word = bytes.chunks_exact(WORD).nth(offset / WORD).and_then(|word| word.try_into().ok());
            let is_pointer = word.is_some_and(|word| object_at(state, u64::from_le_bytes(word)).is_some());
            let place = Operand::Byte { object: self.number, id, offset };
            is_pointer || self.inputs.look(executor, state, place, expr).is_none()
        });
    }
}
