//! Values that the solver knows nothing about, but for what an algorithm of their own gives: *symcretes* (the paper of system 2).
//!
//! A symcrete is an unknown whose value follows from arguments by a [`Source`]: the result of a native function, of an operation on floating-point numbers.
//! The path holds it as an unknown like any other, and next to it a current value, which is the one that the source gave for the arguments that the path's
//! model has. Two verbs are all that others need: [`Solver::add_symcrete`](crate::Solver::add_symcrete) and [`Path::current`].
//!
//! Invariant: under the model of a path every symcrete of the path has the value that its source gives for its arguments under the same model. Whoever answers
//! "satisfiable" for a path with symcretes keeps that (`concretise.rs`); so a test made of such a model does natively what was predicted.
//!
//! A source is a function: the same arguments give the same value, whenever they are asked for. What it gave is remembered with the symcrete, for all paths
//! that share it.

use crate::path::Path;
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, Marker, Model, SymId};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Asked for so many arguments, a source is asked no more: what it gave so far has to do.
const MOST_KNOWN: usize = 1024;
/// A source that failed so often (a crash, an effect that cannot be taken back) is asked no more.
const MOST_FAILURES: u32 = 4;

/// Where the values of a symcrete come from.
pub trait Source {
    /// For messages: the name of a function.
    fn name(&self) -> &str;

    /// The bytes of the value for these arguments; none where there is no such value that a path could go on with.
    fn value(&self, args: &[u128]) -> Option<Vec<u8>>;
}

/// What a source gave for some arguments; nothing where it has no value.
pub(crate) type Given = Option<Rc<[u8]>>;

/// An unknown with a source; see the module documentation.
pub struct Symcrete {
    source: Box<dyn Source>,
    args: Vec<ExprId>,
    /// The unknown.
    symbol: SymId,
    bytes: u64,
    /// What the source gave so far.
    known: RefCell<FxHashMap<Vec<u128>, Given>>,
    failures: Cell<u32>,
}

impl Symcrete {
    /// `symbol` is an auxiliary unknown of so many bytes that nothing else uses.
    pub fn new(source: Box<dyn Source>, args: Vec<ExprId>, symbol: SymId, bytes: u64) -> Self {
        Self { source, args, symbol, bytes, known: RefCell::default(), failures: Cell::new(0) }
    }

    /// The source is known to give this value.
    pub fn learn(&self, args: Vec<u128>, value: &[u8]) {
        debug_assert_eq!(value.len() as u64, self.bytes);
        self.known.borrow_mut().insert(args, Some(value.into()));
    }

    pub(crate) fn name(&self) -> &str {
        self.source.name()
    }

    pub(crate) fn args(&self) -> &[ExprId] {
        &self.args
    }

    pub(crate) fn symbol(&self) -> SymId {
        self.symbol
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What the source gave for these arguments earlier: nothing if it was not asked, or gave nothing.
    pub(crate) fn known(&self, args: &[u128]) -> Option<Given> {
        self.known.borrow().get(args).cloned()
    }

    /// Everything that the source gave so far, in an order that does not depend on the run.
    pub(crate) fn all_known(&self) -> Vec<(Vec<u128>, Given)> {
        let mut all: Vec<_> =
            self.known.borrow().iter().map(|(args, value)| (args.clone(), value.clone())).collect();
        all.sort_unstable();
        all
    }

    /// Asks the source. None if it is not to be asked any more.
    pub(crate) fn ask(&self, args: &[u128]) -> Option<Given> {
        if self.known.borrow().len() >= MOST_KNOWN || self.failures.get() >= MOST_FAILURES {
            return None;
        }
        let value = self.source.value(args).filter(|value| value.len() as u64 == self.bytes).map(Rc::from);
        if value.is_none() {
            self.failures.set(self.failures.get() + 1);
        }
        self.known.borrow_mut().insert(args.to_vec(), value.clone());
        Some(value)
    }

    pub(crate) fn put(&self, model: &mut Model, value: &[u8]) {
        for (at, byte) in (0..).zip(value) {
            model.set_byte(self.symbol, at, *byte);
        }
    }
}

/// The symcretes of a path, in the order they were added: arguments depend on earlier ones only. Shared by paths that fork.
pub(crate) type Symcretes = Option<Rc<Vec<Rc<Symcrete>>>>;

impl Path {
    /// The value that a symcrete of this path has now.
    pub fn current(&self, symcrete: &Symcrete) -> Vec<u8> {
        self.model().first(symcrete.symbol, symcrete.bytes)
    }

    pub fn symcretes(&self) -> &[Rc<Symcrete>] {
        self.symcretes.as_deref().map_or(&[], Vec::as_slice)
    }

    /// Have two paths the same symcretes? Others cannot become one.
    pub fn has_symcretes_of(&self, other: &Self) -> bool {
        let (a, b) = (self.symcretes(), other.symcretes());
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Rc::ptr_eq(a, b))
    }

    /// A path that was made anew of parts of another one is about the same symcretes.
    pub fn take_symcretes(&mut self, other: &Self) {
        self.symcretes = other.symcretes.clone();
    }

    pub(crate) fn push_symcrete(&mut self, symcrete: Rc<Symcrete>) {
        Rc::make_mut(self.symcretes.get_or_insert_default()).push(symcrete);
    }

    pub(crate) fn mark_symcretes(&self, marker: &mut Marker) {
        for symcrete in self.symcretes() {
            symcrete.args.iter().for_each(|arg| marker.mark(*arg));
        }
    }
}
