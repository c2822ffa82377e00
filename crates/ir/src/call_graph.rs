//! Who may call whom, for a whole module, in both directions.
//!
//! * A *direct* call names its callee. A call through a pointer that is a constant function counts as direct too.
//! * An *indirect* call may mean every function whose address is taken and whose signature fits: the same widths of
//!   scalars passed and returned; for a variadic function, the widths of its fixed parameters first. Any other call is
//!   undefined in C, although the executor carries it out: who must not miss those takes [`CallGraph::address_taken`].
//! * The address of a function is *taken* where an instruction, a move on an edge or the initialiser of a global
//!   mentions it, also inside a constant expression; being called is not a mention.
//!
//! Calls of one signature share a node, their *hub*, from which all functions that they may mean are entered, so that the
//! graph and the time to build it are linear in the module, however many pointers are called.
//!
//! Not modelled: functions called back from code without a body, constructors and destructors, `longjmp`.

#[cfg(test)]
mod tests;

use crate::bitset::BitSet;
use crate::constant::{ConstExpr, Constant};
use crate::function::{Function, Position};
use crate::graph::{Graph, Lists};
use crate::inst::{CallSite, Callee, Inst, Operand, Width};
use crate::module::{Initializer, Module};
use crate::{ConstId, FuncId};
use bowline_base::{FxHashMap, IdVec};

/// A call instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallPlace {
    pub caller: FuncId,
    pub at: Position,
}

/// A function or a hub: functions first, by id, then the hubs.
type Node = u32;

/// What the caller of a pointer can tell about the function behind it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Signature {
    params: Vec<Width>,
    results: Vec<Width>,
}

#[derive(Clone, Debug)]
pub struct CallGraph {
    functions: usize,
    hubs: FxHashMap<Signature, Node>,
    /// Without parallel edges; each list ascending.
    calls: Graph,
    called: Graph,
    /// The calls that lead to each node directly: of a function by name, of a hub through pointers.
    sites: Lists<CallPlace>,
    taken: BitSet,
    bottom_up: Vec<Vec<FuncId>>,
    /// The place of each function in `bottom_up`.
    component: IdVec<FuncId, u32>,
}

impl CallGraph {
    pub fn of(module: &Module) -> Self {
        let functions = module.functions.len();
        let mut hubs: FxHashMap<Signature, Node> = FxHashMap::default();
        let mut sites: Vec<(Node, CallPlace)> = Vec::new();
        for (caller, function) in module.functions.iter_ids() {
            for (at, site) in calls_of(function) {
                let node = match known_callee(module, site) {
                    Some(callee) => callee.0,
                    None if matches!(site.callee, Callee::Indirect(_)) => {
                        let next = (functions + hubs.len()) as Node;
                        *hubs.entry(Signature::called(site)).or_insert(next)
                    }
                    None => continue,
                };
                sites.push((node, CallPlace { caller, at }));
            }
        }
        let taken = addresses_taken(module);
        let mut edges: Vec<(Node, Node)> =
            sites.iter().map(|(node, place)| (place.caller.0, *node)).collect();
        edges.extend(candidates(module, &taken, &hubs));
        edges.sort_unstable();
        edges.dedup();
        let nodes = functions + hubs.len();
        let calls = Graph::new(nodes, edges.iter().copied());
        let called = calls.reversed();
        let sites = Lists::new(nodes, sites.iter().copied());
        let (bottom_up, component) = bottom_up(&calls, functions);
        Self { functions, hubs, calls, called, sites, taken, bottom_up, component }
    }

    /// The functions that a function may call, ascending.
    pub fn callees(&self, function: FuncId) -> Vec<FuncId> {
        self.neighbours(&self.calls, function)
    }

    /// The functions that may call a function, ascending.
    pub fn callers(&self, function: FuncId) -> Vec<FuncId> {
        self.neighbours(&self.called, function)
    }

    fn neighbours(&self, graph: &Graph, function: FuncId) -> Vec<FuncId> {
        let near = graph.successors(function.0).iter();
        let mut found: Vec<FuncId> = near
            .flat_map(
                |node| if self.is_hub(*node) { graph.successors(*node) } else { std::slice::from_ref(node) },
            )
            .map(|node| FuncId(*node))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The functions that one call may enter, ascending. The call is one of the module that the graph was made of.
    pub fn targets(&self, module: &Module, site: &CallSite) -> Vec<FuncId> {
        match (known_callee(module, site), &site.callee) {
            (Some(callee), _) => vec![callee],
            (None, Callee::Indirect(_)) => match self.hubs.get(&Signature::called(site)) {
                Some(hub) => self.calls.successors(*hub).iter().map(|node| FuncId(*node)).collect(),
                None => Vec::new(),
            },
            (None, _) => Vec::new(),
        }
    }

    /// The calls that may enter a function: those that name it, then those through pointers.
    pub fn sites(&self, function: FuncId) -> impl Iterator<Item = CallPlace> + '_ {
        let hubs = self.called.successors(function.0).iter().filter(|node| self.is_hub(**node));
        let nodes = std::iter::once(function.0).chain(hubs.copied());
        nodes.flat_map(|node| self.sites.get(node).iter().copied())
    }

    pub fn is_address_taken(&self, function: FuncId) -> bool {
        self.taken.contains(function.0)
    }

    /// The functions whose address is taken, ascending.
    pub fn address_taken(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.taken.iter().map(FuncId)
    }

    /// Does it contain no call at all? Functions without a body are no leaves: nobody knows.
    pub fn is_leaf(&self, module: &Module, function: FuncId) -> bool {
        !module.functions[function].is_declaration() && self.calls.successors(function.0).is_empty()
    }

    /// May it be on the stack twice, as far as calls between functions with a body go?
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.bottom_up[self.component[function] as usize].len() > 1
            || self.callees(function).binary_search(&function).is_ok()
    }

    /// All functions in groups that call each other, callees before callers.
    pub fn bottom_up(&self) -> &[Vec<FuncId>] {
        &self.bottom_up
    }

    /// The place of a function's group in [`Self::bottom_up`].
    pub fn group(&self, function: FuncId) -> usize {
        self.component[function] as usize
    }

    /// What calls may lead to from `roots`, which are among it.
    pub fn reachable_from(&self, roots: impl IntoIterator<Item = FuncId>) -> IdVec<FuncId, bool> {
        self.closure(&self.calls, roots)
    }

    /// From where calls may lead to `targets`, which are among it.
    pub fn reaching(&self, targets: impl IntoIterator<Item = FuncId>) -> IdVec<FuncId, bool> {
        self.closure(&self.called, targets)
    }

    fn closure(&self, graph: &Graph, start: impl IntoIterator<Item = FuncId>) -> IdVec<FuncId, bool> {
        let mut seen = vec![false; graph.nodes()];
        let mut work: Vec<Node> = start.into_iter().map(|function| function.0).collect();
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                work.extend(graph.successors(node));
            }
        }
        seen.truncate(self.functions);
        seen.into()
    }

    fn is_hub(&self, node: Node) -> bool {
        node as usize >= self.functions
    }
}

impl Signature {
    fn called(site: &CallSite) -> Self {
        Self {
            params: site.args.iter().map(|(_, width)| *width).collect(),
            results: site.results.iter().map(|(_, width)| *width).collect(),
        }
    }

    fn defined(function: &Function) -> Self {
        Self {
            params: function.params.iter().map(|param| param.width).collect(),
            results: function.results.clone(),
        }
    }
}

/// The calls of a function, in order.
fn calls_of(function: &Function) -> impl Iterator<Item = (Position, &CallSite)> {
    function.insts.iter().enumerate().filter_map(|(at, inst)| match inst {
        Inst::Call { call } => Some((at as Position, &function.calls[*call])),
        _ => None,
    })
}

/// The function that a call is known to call.
pub fn known_callee(module: &Module, site: &CallSite) -> Option<FuncId> {
    match site.callee {
        Callee::Direct(callee) => Some(callee),
        Callee::Indirect(pointer) => match module.constants.get(pointer.as_const()?)? {
            Constant::Function(callee) => Some(*callee),
            _ => None,
        },
        Callee::EmptyAsm { .. } => None,
    }
}

/// Edges from hubs to the functions that their calls may mean.
fn candidates(module: &Module, taken: &BitSet, hubs: &FxHashMap<Signature, Node>) -> Vec<(Node, Node)> {
    let mut fixed: FxHashMap<Signature, Vec<u32>> = FxHashMap::default();
    let mut variadic: FxHashMap<Signature, Vec<u32>> = FxHashMap::default();
    for id in taken.iter() {
        let function = &module.functions[FuncId(id)];
        let kind = if function.variadic { &mut variadic } else { &mut fixed };
        kind.entry(Signature::defined(function)).or_default().push(id);
    }
    let mut edges = Vec::new();
    for (signature, &hub) in hubs {
        let mut enter = |functions: Option<&Vec<u32>>| {
            edges.extend(functions.into_iter().flatten().map(|function| (hub, *function)));
        };
        enter(fixed.get(signature));
        let mut prefix = signature.clone();
        loop {
            enter(variadic.get(&prefix));
            if prefix.params.pop().is_none() {
                break;
            }
        }
    }
    edges
}

/// The functions whose address something mentions.
fn addresses_taken(module: &Module) -> BitSet {
    let mut mentions = Mentions {
        module,
        seen: BitSet::new(module.constants.len()),
        taken: BitSet::new(module.functions.len()),
    };
    for function in module.functions.iter() {
        for inst in &function.insts {
            match inst {
                Inst::Call { call } => {
                    let site = &function.calls[*call];
                    site.args.iter().for_each(|(argument, _)| mentions.operand(*argument));
                    if let (Callee::Indirect(pointer), None) = (&site.callee, known_callee(module, site)) {
                        mentions.operand(*pointer);
                    }
                }
                _ => inst.for_each_use(function, |operand| mentions.operand(operand)),
            }
        }
        for (_, source) in function.edges.iter().flat_map(|edge| &edge.moves) {
            mentions.operand(*source);
        }
    }
    for global in module.globals.iter() {
        if let Initializer::Bytes { relocations, .. } = &global.initializer {
            relocations.iter().for_each(|relocation| mentions.constant(relocation.value));
        }
    }
    mentions.taken
}

/// Follows constants, each once.
struct Mentions<'m> {
    module: &'m Module,
    seen: BitSet,
    taken: BitSet,
}

impl Mentions<'_> {
    fn operand(&mut self, operand: Operand) {
        if let Some(id) = operand.as_const() {
            self.constant(id);
        }
    }

    fn constant(&mut self, id: ConstId) {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            let Some(constant) = self.module.constants.get(id) else { continue };
            if !self.seen.insert(id.0) {
                continue;
            }
            match constant {
                Constant::Function(function) => _ = self.taken.insert(function.0),
                Constant::Expr(ConstExpr::Binary { a, b, .. } | ConstExpr::Compare { a, b, .. }) => {
                    work.extend([*a, *b]);
                }
                Constant::Expr(ConstExpr::Cast { a, .. }) => work.push(*a),
                Constant::Expr(ConstExpr::Select { cond, a, b, .. }) => work.extend([*cond, *a, *b]),
                Constant::Int { .. } | Constant::Global { .. } | Constant::Block { .. } => {}
            }
        }
    }
}

/// Strongly connected components without the hubs in them, and the component of each function.
fn bottom_up(calls: &Graph, functions: usize) -> (Vec<Vec<FuncId>>, IdVec<FuncId, u32>) {
    let mut groups = Vec::new();
    let mut group_of: IdVec<FuncId, u32> = vec![0; functions].into();
    for members in calls.components().members {
        let group: Vec<FuncId> =
            members.into_iter().filter(|node| (*node as usize) < functions).map(FuncId).collect();
        if group.is_empty() {
            continue;
        }
        group.iter().for_each(|function| group_of[*function] = groups.len() as u32);
        groups.push(group);
    }
    (groups, group_of)
}
