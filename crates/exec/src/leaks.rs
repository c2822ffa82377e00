//! Memory leaks: heap objects that nothing reachable points to when the program ends.
//!
//! As leak checkers do natively, an object is lost when no chain of pointers from a global leads to it. A word that is not known may point to an
//! object on some inputs and not on others: the object is lost where none of these words points to it, which the solver is asked. What an
//! object leads to that is itself reached on some inputs only counts as reached, so that a leak may be missed there but none is invented.
//!
//! A leak is told where the lost object was made, once for each such place; what only lost objects point to is not told by itself.

use crate::{Bug, BugKind, Ending, Executor, LostKind, State};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Node, Pool};
use bowline_memory::{Kind, Located, Object, ObjectId, Size, Value};
use bowline_solver::Verdict;

/// Unknown words that are looked at on one path.
const MAX_UNKNOWN_WORDS: usize = 4096;

/// What can be reached at the end of a path.
#[derive(Default)]
struct Reached {
    objects: FxHashSet<ObjectId>,
    /// Words of these objects that may be pointers and are not known.
    unknown: Vec<ExprId>,
}

impl Executor {
    /// What a path leaks when the program ends, if anything.
    pub(crate) fn find_leak(&mut self, state: &mut State) -> Option<Ending> {
        let is_root = |object: &Object| matches!(object.kind(), Kind::Global | Kind::Input);
        let roots = state.memory.objects().filter(|(_, object)| is_root(object)).map(|(id, _)| id);
        // What the caller of a function handed over is still the caller's.
        let handed_over = state.lazy.iter().flat_map(|heap| heap.objects()).map(|(_, object)| object.object);
        let roots = roots.chain(handed_over).collect();
        let mut reached = Reached::default();
        self.reach(state, roots, &mut reached);
        let is_heap = |object: &Object| object.kind() == Kind::Heap;
        let unreached = |reached: &Reached| -> Vec<ObjectId> {
            let heap = state.memory.objects().filter(|(_, object)| is_heap(object)).map(|(id, _)| id);
            heap.filter(|id| !reached.objects.contains(id)).collect()
        };
        let mut conditional = Vec::new();
        // What an unknown word may point to leads further, perhaps by other unknown words.
        loop {
            if reached.unknown.len() > MAX_UNKNOWN_WORDS {
                self.lose(LostKind::Limit, "leaks, where too many words are not known", state);
                return None;
            }
            let lost = unreached(&reached);
            let kept = lost.iter().find_map(|&id| {
                let condition = self.is_pointed_to_by_none(state, id, &reached.unknown);
                (condition != Pool::TRUE).then_some((id, condition))
            });
            let Some((id, condition)) = kept else { break };
            conditional.push((id, condition));
            self.reach(state, vec![id], &mut reached);
        }
        let lost = unreached(&reached);
        if !lost.is_empty() {
            return Some(self.leaks(state, lost));
        }
        for (id, condition) in conditional {
            state.queries += 1;
            match self.solver.check(&mut self.pool, &state.path, condition) {
                Verdict::Unsat => {}
                Verdict::Unknown(unknown) => self.lose_unknown(state, &unknown),
                Verdict::Sat(model) => {
                    self.narrow(state, condition, model);
                    return Some(self.leaks(state, vec![id]));
                }
            }
        }
        None
    }

    /// Adds objects and everything that they are known to lead to.
    fn reach(&mut self, state: &State, mut pending: Vec<ObjectId>, reached: &mut Reached) {
        while let Some(id) = pending.pop() {
            if reached.objects.insert(id) {
                self.look_for_pointers(state, id, &mut pending, &mut reached.unknown);
            }
        }
    }

    /// The aligned words of an object: those that are known lead to objects, the others may.
    fn look_for_pointers(
        &mut self,
        state: &State,
        id: ObjectId,
        known: &mut Vec<ObjectId>,
        unknown: &mut Vec<ExprId>,
    ) {
        let Some(object) = state.memory.object(id) else { return };
        for offset in object.words_with_contents() {
            match state.memory.read(&mut self.pool, id, offset, 8) {
                Value::Int(address) => {
                    if let Located::Object { id, .. } = state.memory.locate(address) {
                        known.push(id);
                    }
                }
                Value::Expr(word) if unknown.len() <= MAX_UNKNOWN_WORDS => {
                    if may_be_pointer(&self.pool, word) {
                        unknown.push(word);
                    }
                }
                Value::Expr(_) => return,
            }
        }
    }

    fn is_pointed_to_by_none(&mut self, state: &State, id: ObjectId, words: &[ExprId]) -> ExprId {
        let Some((low, high)) = state.memory.object(id).map(Object::window) else { return Pool::TRUE };
        let mut condition = Pool::TRUE;
        for &word in words {
            let inside = self.between(word, low, high);
            let elsewhere = self.pool.not(inside);
            condition = self.pool.and(condition, elsewhere);
        }
        condition
    }

    /// One bug for each place where lost objects were made, without those that other lost objects lead to.
    fn leaks(&mut self, state: &State, mut lost: Vec<ObjectId>) -> Ending {
        let mut bugs: Vec<Bug> = Vec::new();
        while !lost.is_empty() {
            let led_to: Vec<FxHashSet<ObjectId>> = lost.iter().map(|&id| self.led_to_by(state, id)).collect();
            let is_first = |id: &ObjectId| led_to.iter().all(|others| !others.contains(id));
            let mut first: Vec<ObjectId> = lost.iter().copied().filter(is_first).collect();
            if first.is_empty() {
                // They lead to each other.
                first.push(lost[0]);
            }
            for &id in &first {
                let bug = self.leak(state, id);
                if bugs.iter().all(|known| known.stack != bug.stack) {
                    bugs.push(bug);
                }
            }
            let told = |id: &ObjectId| {
                first.contains(id)
                    || lost.iter().zip(&led_to).any(|(from, to)| first.contains(from) && to.contains(id))
            };
            lost = lost.iter().copied().filter(|id| !told(id)).collect();
        }
        let mut bug = bugs.remove(0);
        bug.further = bugs;
        Ending::Bug(bug)
    }

    /// Objects that one leads to, without itself.
    fn led_to_by(&mut self, state: &State, id: ObjectId) -> FxHashSet<ObjectId> {
        let mut reached = Reached::default();
        self.reach(state, vec![id], &mut reached);
        reached.objects.remove(&id);
        reached.objects
    }

    fn leak(&mut self, state: &State, id: ObjectId) -> Bug {
        let object = state.memory.object(id);
        let made_at = object.and_then(|object| self.made_at(object));
        let size = match object.map(Object::size) {
            Some(Size::Known(size)) => size,
            Some(Size::Symbolic(size)) => self.solver.eval(&self.pool, &state.path, size) as u64,
            None => 0,
        };
        let bytes = crate::access::plural(size);
        let stack = made_at.map_or_else(|| self.stack(state), |entry| vec![entry]);
        let message = format!("{size} {bytes} of heap memory that are allocated here are never freed");
        Bug { kind: BugKind::MemoryLeak, message, stack, object: Some(id), further: Vec::new() }
    }
}

/// Bytes of inputs are no pointers, although some input would have the value of one.
fn may_be_pointer(pool: &Pool, word: ExprId) -> bool {
    let mut open = vec![word];
    while let Some(part) = open.pop() {
        match pool.node(part) {
            Node::Concat(a, b) => open.extend([a, b]),
            Node::Extract { of, .. } | Node::ZeroExtend(of) | Node::SignExtend(of) => open.push(of),
            Node::Select(array, _) if matches!(pool.node(array), Node::Input(_)) => {}
            _ => return true,
        }
    }
    false
}
