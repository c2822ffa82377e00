//! How far it is to code of interest, such as code not yet covered: a guide for search, through calls and returns.
//!
//! The distance from a position to a set of targets is the smallest number of instructions that a path executes from there
//! until the next one is a target; 0 if the position is a target itself. Paths follow the control flow alone and
//! take every branch for possible:
//!
//! * A call of a function with a body goes into it, and comes back by the shortest way through it. From where no path
//!   comes back (an endless loop, a call of `exit`) none continues behind the call; nor behind a call marked `no_return`.
//! * A call of a function without a body counts as one instruction.
//! * A call through a pointer may go to every function with a body whose address is a constant of the module and that takes
//!   as many scalars as the call passes. If there is none, it counts as one instruction.
//! * Distances of a single position stay within its frame and what it calls. Those of a whole stack
//!   ([`Distances::from_stack`]) also return to the callers, at the positions where they will continue.
//!
//! This is the measure known as *minimal distance to uncovered*, after KLEE, where it guides `nurs:md2u`. What the ways
//! through functions cost does not depend on the targets: [`Routes`] is computed once for a program, and [`Distances`] anew
//! for each set of targets, in time linear in the program (times the 32 bits of a distance, at worst).
//!
//! Not modelled: `longjmp`, constructors and destructors, functions that are called back from code without a body.

mod search;
#[cfg(test)]
mod tests;

use crate::constant::Constant;
use crate::function::{Function, Position};
use crate::graph::Lists;
use crate::inst::{CallSite, Callee, Inst};
use crate::module::Module;
use crate::{BlockId, FuncId};
use bowline_base::{FxHashMap, FxHashSet};
use search::{Search, UNREACHABLE};
use std::borrow::Borrow;

/// The sum, or the largest distance there is: shortest ways can be exponentially long, and that is far enough.
fn plus(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(UNREACHABLE - 1)
}

fn known(distance: u32) -> Option<u32> {
    (distance != UNREACHABLE).then_some(distance)
}

/// A stretch of a block that ends with a call or the terminator. Nodes of the graph are stretches, those of all functions
/// one after the other, and behind them a *hub* for each number of scalars that calls through pointers pass, from
/// which every function they may mean is entered.
type Node = u32;

/// A call, by the stretch that it ends; it continues with the next one.
#[derive(Clone, Copy)]
struct CallEnd {
    from: Node,
    /// Where the callee starts, if it has a body.
    callee: Option<Node>,
    no_return: bool,
}

/// The ways through a program, whatever the targets.
#[derive(Clone, Debug)]
pub struct Routes {
    /// For each function the first of its stretches, and one more for the end.
    first: Vec<Node>,
    /// Where each stretch ends, as a position of its function.
    ends: Vec<Position>,
    /// Instructions of each node.
    lengths: Vec<u32>,
    /// What leads to each node: from the end of which other, at which cost in between.
    incoming: Lists<(Node, u32)>,
    /// From the start of each node to behind the return from its function.
    to_return: Vec<u32>,
}

impl Routes {
    /// The routes of a module that [`crate::verify`] accepts.
    pub fn of(module: &Module) -> Self {
        let mut routes = Self::cut(module);
        let mut hubs = Hubs::new(module, routes.ends.len() as u32);
        let (mut jumps, mut calls, mut returns) = (Vec::new(), Vec::new(), Vec::new());
        for (id, function) in module.functions.iter_ids().filter(|(_, function)| !function.is_declaration()) {
            for node in routes.nodes(id) {
                let last = routes.ends[node as usize] - 1;
                match function.insts[last as usize] {
                    Inst::Call { call } => {
                        let site = &function.calls[call];
                        let callee = routes.callee(module, site, &mut hubs);
                        calls.push(CallEnd { from: node, callee, no_return: site.no_return });
                    }
                    Inst::Return { .. } => returns.push(node),
                    _ => jumps.extend(routes.successors(id, function, last).map(|to| (to, (node, 0)))),
                }
            }
        }
        routes.lengths.resize(routes.ends.len() + hubs.scalars.len(), 0);
        jumps.extend(hubs.entries(&routes));
        routes.find_ways_back(&jumps, &calls, &returns);
        routes.connect(jumps, &calls);
        routes
    }

    /// Cuts every function into stretches.
    fn cut(module: &Module) -> Self {
        let (mut first, mut ends, mut lengths) = (vec![0], Vec::new(), Vec::new());
        for function in module.functions.iter() {
            let mut start = 0;
            for (at, inst) in function.insts.iter().enumerate() {
                if inst.is_terminator() || matches!(inst, Inst::Call { .. }) {
                    let end = at as u32 + 1;
                    ends.push(end);
                    lengths.push(end - start);
                    start = end;
                }
            }
            first.push(ends.len() as u32);
        }
        Self { first, ends, lengths, incoming: Lists::default(), to_return: Vec::new() }
    }

    fn nodes(&self, function: FuncId) -> std::ops::Range<Node> {
        self.first[function.0 as usize]..self.first[function.0 as usize + 1]
    }

    fn node_at(&self, function: FuncId, position: Position) -> Option<Node> {
        let nodes = self.nodes(function);
        let ends = &self.ends[nodes.start as usize..nodes.end as usize];
        let node = nodes.start + ends.partition_point(|end| *end <= position) as u32;
        (node < nodes.end).then_some(node)
    }

    fn start_of(&self, node: Node) -> Position {
        self.ends[node as usize] - self.lengths[node as usize]
    }

    fn successors<'a>(
        &'a self,
        id: FuncId,
        function: &'a Function,
        last: Position,
    ) -> impl Iterator<Item = Node> + 'a {
        let start = |block: BlockId| function.blocks[block].insts.start;
        let edges = function.successors(function.block_of(last)).into_iter();
        edges.filter_map(move |edge| self.node_at(id, start(function.edges[edge].to)))
    }

    fn callee(&self, module: &Module, site: &CallSite, hubs: &mut Hubs<'_>) -> Option<Node> {
        match site.callee {
            Callee::Direct(id) if module.functions[id].is_declaration() => None,
            Callee::Direct(id) => Some(self.nodes(id).start),
            Callee::Indirect(_) => hubs.hub_for(site.args.len()),
            Callee::EmptyAsm { .. } => None,
        }
    }

    /// Fills in `to_return`, by Knuth's generalisation of Dijkstra's algorithm: what a call costs is known once both the way
    /// through its callee and the way on behind it are.
    fn find_ways_back(&mut self, jumps: &[(Node, (Node, u32))], calls: &[CallEnd], returns: &[Node]) {
        let nodes = self.lengths.len();
        let sources = Lists::new(nodes, jumps.iter().map(|(to, (from, _))| (*to, *from)));
        let returning = || calls.iter().filter(|call| !call.no_return);
        let behind = returning().map(|call| (call.from + 1, *call));
        let entered = returning().filter_map(|call| Some((call.callee?, *call)));
        let waiting: Vec<(Node, CallEnd)> = behind.chain(entered).collect();
        let waiting = Lists::new(nodes, waiting.iter().copied());

        let mut search = Search::new(nodes);
        for node in returns {
            search.reach(*node, self.lengths[*node as usize]);
        }
        while let Some((distance, node)) = search.settle() {
            for from in sources.get(node) {
                search.reach(*from, plus(distance, self.lengths[*from as usize]));
            }
            for call in waiting.get(node) {
                let behind = call.from + 1;
                if search.is_settled(behind) && call.callee.is_none_or(|callee| search.is_settled(callee)) {
                    let through = call.callee.map_or(0, |callee| search.distances[callee as usize]);
                    let rest = plus(through, search.distances[behind as usize]);
                    search.reach(call.from, plus(rest, self.lengths[call.from as usize]));
                }
            }
        }
        self.to_return = search.distances;
    }

    /// Fills in `incoming`: jumps, calls entered, and calls passed over at the cost of the way through.
    fn connect(&mut self, jumps: Vec<(Node, (Node, u32))>, calls: &[CallEnd]) {
        let mut edges = jumps;
        for call in calls {
            edges.extend(call.callee.map(|callee| (callee, (call.from, 0))));
            let through = call.callee.map_or(0, |callee| self.to_return[callee as usize]);
            if !call.no_return && through != UNREACHABLE {
                edges.push((call.from + 1, (call.from, through)));
            }
        }
        self.incoming = Lists::new(self.lengths.len(), edges.iter().copied());
    }

    /// The smallest number of instructions until a frame at this position has returned; `None` if it never does.
    pub fn to_return(&self, function: FuncId, position: Position) -> Option<u32> {
        let node = self.node_at(function, position)?;
        known(self.to_return[node as usize]).map(|whole| whole - (position - self.start_of(node)))
    }

    /// The distances to the nearest of some positions.
    pub fn to_nearest(&self, targets: impl IntoIterator<Item = (FuncId, Position)>) -> Distances<&Self> {
        Distances::new(self, targets)
    }
}

/// The distances to one set of targets, by routes that are borrowed or shared.
#[derive(Clone, Debug)]
pub struct Distances<R> {
    routes: R,
    /// Sorted.
    targets: Vec<(FuncId, Position)>,
    /// From the end of each node to the nearest target.
    beyond: Vec<u32>,
}

impl<R: Borrow<Routes>> Distances<R> {
    /// The distances to the nearest of some positions.
    pub fn new(shared: R, targets: impl IntoIterator<Item = (FuncId, Position)>) -> Self {
        let routes: &Routes = shared.borrow();
        let mut targets: Vec<(FuncId, Position)> = targets.into_iter().collect();
        targets.sort_unstable();
        let mut search = Search::new(routes.lengths.len());
        for (function, position) in &targets {
            if let Some(node) = routes.node_at(*function, *position) {
                search.reach(node, position - routes.start_of(node));
            }
        }
        let mut beyond = vec![UNREACHABLE; routes.lengths.len()];
        while let Some((distance, node)) = search.settle() {
            for (from, between) in routes.incoming.get(node) {
                let rest = plus(distance, *between);
                beyond[*from as usize] = beyond[*from as usize].min(rest);
                search.reach(*from, plus(rest, routes.lengths[*from as usize]));
            }
        }
        Self { routes: shared, targets, beyond }
    }

    /// From a position, within its frame and what it calls; `None` if no path leads to a target.
    pub fn from(&self, function: FuncId, position: Position) -> Option<u32> {
        let routes = self.routes.borrow();
        let node = routes.node_at(function, position)?;
        let end = routes.ends[node as usize];
        let next = self.targets.partition_point(|target| *target < (function, position));
        match self.targets.get(next) {
            Some(&(other, at)) if other == function && at < end => Some(at - position),
            _ => known(self.beyond[node as usize]).map(|rest| plus(rest, end - position)),
        }
    }

    /// From a whole stack, innermost frame first: the next instruction of each frame, for callers the one behind the call.
    pub fn from_stack(&self, frames: impl IntoIterator<Item = (FuncId, Position)>) -> Option<u32> {
        let mut nearest = UNREACHABLE;
        let mut returned = 0;
        for (function, position) in frames {
            if let Some(distance) = self.from(function, position) {
                nearest = nearest.min(plus(returned, distance));
            }
            let Some(way_back) = self.routes.borrow().to_return(function, position) else {
                break;
            };
            returned = plus(returned, way_back);
            if returned >= nearest {
                break;
            }
        }
        known(nearest)
    }
}

/// The hubs for calls through pointers, made as calls ask for them.
struct Hubs<'a> {
    /// The functions with a body whose address is a constant.
    with_address: Vec<(FuncId, &'a Function)>,
    first: Node,
    /// For each hub, the number of scalars that its calls pass.
    scalars: Vec<usize>,
    by_scalars: FxHashMap<usize, Option<Node>>,
}

impl<'a> Hubs<'a> {
    fn new(module: &'a Module, first: Node) -> Self {
        let address =
            |constant: &Constant| if let Constant::Function(id) = constant { Some(*id) } else { None };
        let addresses: FxHashSet<FuncId> = module.constants.iter().filter_map(address).collect();
        let functions = module.functions.iter_ids();
        let with_address =
            functions.filter(|(id, function)| !function.is_declaration() && addresses.contains(id)).collect();
        Self { with_address, first, scalars: Vec::new(), by_scalars: FxHashMap::default() }
    }

    /// The functions that a call of so many scalars may mean.
    fn candidates(&self, scalars: usize) -> impl Iterator<Item = FuncId> + '_ {
        let suits = move |function: &Function| {
            let params = function.params.len();
            params == scalars || (function.variadic && params < scalars)
        };
        self.with_address.iter().filter(move |(_, function)| suits(function)).map(|(id, _)| *id)
    }

    /// The hub for calls of so many scalars; `None` if they mean no function that we know.
    fn hub_for(&mut self, scalars: usize) -> Option<Node> {
        if let Some(hub) = self.by_scalars.get(&scalars) {
            return *hub;
        }
        let next = self.first + self.scalars.len() as u32;
        let hub = self.candidates(scalars).next().map(|_| next);
        self.by_scalars.insert(scalars, hub);
        self.scalars.extend(hub.map(|_| scalars));
        hub
    }

    /// The ways from hubs into functions.
    fn entries(&self, routes: &Routes) -> Vec<(Node, (Node, u32))> {
        let hubs = (self.first..).zip(&self.scalars);
        let enter = |(hub, scalars): (Node, &usize)| {
            self.candidates(*scalars).map(move |id| (routes.nodes(id).start, (hub, 0)))
        };
        hubs.flat_map(enter).collect()
    }
}
