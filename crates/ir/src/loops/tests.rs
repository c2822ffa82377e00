//! Loops against their definition, found by exhaustive search, and small cases by hand.

use super::*;
use crate::dominators::Dominators;
use crate::random_function::{from_edges, random_cfg};
use bowline_base::Rng;
use std::collections::BTreeSet;

fn annotated(function: Function) -> Function {
    let mut module = Module::default();
    let id = module.functions.push(function);
    annotate(&mut module);
    module.functions[id].clone()
}

fn crossings(function: &Function) -> Vec<LoopCrossing> {
    function.edges.iter().map(|edge| edge.crossing).collect()
}

fn enters(id: LoopId) -> LoopCrossing {
    LoopCrossing { left: None, arrival: Some(Arrival::Enter(id)) }
}

fn repeats(id: LoopId) -> LoopCrossing {
    LoopCrossing { left: None, arrival: Some(Arrival::Back(id)) }
}

fn leaves(id: LoopId) -> LoopCrossing {
    LoopCrossing { left: Some(id), arrival: None }
}

#[test]
fn two_nested_loops_and_a_break_out_of_both() {
    // Outer header 1, inner header 2 with body 3; 4 closes the outer loop; 5 is behind both.
    let edges = [(0, 1), (1, 2), (1, 5), (2, 3), (2, 4), (3, 2), (3, 5), (4, 1)];
    let function = annotated(from_edges(6, &edges));
    let (outer, inner) = (LoopId(0), LoopId(1));
    let expected = [
        enters(outer),
        enters(inner),
        leaves(outer),
        LoopCrossing::NONE,
        leaves(inner),
        repeats(inner),
        leaves(outer),
        repeats(outer),
    ];
    assert_eq!(crossings(&function), expected);
    let loops = &function.loops.loops;
    assert_eq!(loops[outer].blocks, [1, 2, 3, 4].map(BlockId));
    assert_eq!(loops[inner].blocks, [2, 3].map(BlockId));
    assert_eq!((loops[inner].parent, &loops[outer].children[..]), (Some(outer), &[inner][..]));
    assert_eq!((loops[outer].depth, loops[inner].depth), (1, 2));
    assert_eq!(loops[inner].exits, [EdgeId(4), EdgeId(6)]);
    assert_eq!(loops[outer].exits, [EdgeId(2), EdgeId(6)]);
    assert_eq!((&loops[outer].entries[..], &loops[outer].latches[..]), (&[EdgeId(0)][..], &[EdgeId(7)][..]));
    assert_eq!(function.loops.around(BlockId(3)).collect::<Vec<_>>(), [inner, outer]);
    assert_eq!((function.loops.depth(BlockId(4)), function.loops.depth(BlockId(5))), (1, 0));
}

#[test]
fn an_edge_tells_what_it_leaves_and_where_it_arrives() {
    let function = annotated(from_edges(4, &[(0, 1), (1, 1), (1, 2), (2, 2), (2, 3)]));
    let both = LoopCrossing { left: Some(LoopId(0)), arrival: Some(Arrival::Enter(LoopId(1))) };
    assert_eq!(function.edges[EdgeId(2)].crossing, both, "from one loop straight into the next");
    // Inner loop 2 inside 1: from the inner one straight to the next iteration of the outer one.
    let function = annotated(from_edges(4, &[(0, 1), (1, 2), (2, 2), (2, 1), (1, 3)]));
    let both = LoopCrossing { left: Some(LoopId(1)), arrival: Some(Arrival::Back(LoopId(0))) };
    let edge = function.edges.iter().find(|edge| (edge.from, edge.to) == (BlockId(2), BlockId(1)));
    assert_eq!(edge.map(|edge| edge.crossing), Some(both));
}

#[test]
fn a_loop_of_two_entries_is_listed_but_not_annotated_and_its_inner_loop_is() {
    // 1 and 2 form a cycle entered at both; 3 loops on itself inside it.
    let function = annotated(from_edges(5, &[(0, 1), (0, 2), (1, 3), (2, 1), (2, 4), (3, 3), (3, 2)]));
    let loops = &function.loops.loops;
    assert_eq!(loops.len(), 2);
    assert!(!loops[LoopId(0)].reducible && loops[LoopId(1)].reducible);
    assert_eq!(loops[LoopId(0)].blocks, [1, 2, 3].map(BlockId));
    assert_eq!((loops[LoopId(1)].header, loops[LoopId(1)].parent), (BlockId(3), Some(LoopId(0))));
    let (inner, none) = (LoopId(1), LoopCrossing::NONE);
    assert_eq!(crossings(&function), [none, none, enters(inner), none, none, repeats(inner), leaves(inner)]);
}

#[test]
fn many_loops_in_a_row_and_in_one_long_cycle_need_no_deep_stack() {
    let blocks = 100_000;
    let forward = (1..blocks).map(|block| (block - 1, block));
    let own = (1..blocks - 1).map(|block| (block, block));
    let edges: Vec<_> = forward.chain(own).chain([(blocks - 1, 1)]).collect();
    let function = annotated(from_edges(blocks, &edges));
    // Block 1 is the header of the long cycle, so its own edge is one more latch of it.
    assert_eq!(function.loops.loops.len(), blocks as usize - 2);
    assert_eq!(function.loops.loops[LoopId(0)].latches.len(), 2);
}

#[test]
fn nesting_is_followed_to_a_limit() {
    // Each block leads back to the one before: loops in loops in loops.
    let blocks = 5_000;
    let edges: Vec<_> =
        (2..blocks).flat_map(|block| [(block - 1, block), (block, block - 1)]).chain([(0, 1)]).collect();
    let function = annotated(from_edges(blocks, &edges));
    assert_eq!(function.loops.loops.len(), MAX_DEPTH as usize);
    assert_eq!(function.loops.depth(BlockId(7)), 7);
    assert_eq!(function.loops.depth(BlockId(blocks - 1)), MAX_DEPTH);
}

/// The loops of the definition, by exhaustive search for cycles: blocks, entries and depth of each.
fn by_definition(function: &Function) -> BTreeSet<(BTreeSet<u32>, BTreeSet<u32>, u32)> {
    let edges: BTreeSet<(u32, u32)> = function.edges.iter().map(|edge| (edge.from.0, edge.to.0)).collect();
    let reached = reach(&edges, 0);
    let live: BTreeSet<_> =
        edges.iter().copied().filter(|(from, _)| *from == 0 || reached.contains(from)).collect();
    let mut found = BTreeSet::new();
    split(&live, &live, 1, &mut found);
    found
}

/// What a path of at least one edge leads to.
fn reach(edges: &BTreeSet<(u32, u32)>, start: u32) -> BTreeSet<u32> {
    let mut reached = BTreeSet::new();
    let mut work = vec![start];
    while let Some(node) = work.pop() {
        work.extend(edges.iter().filter(|edge| edge.0 == node && reached.insert(edge.1)).map(|edge| edge.1));
    }
    reached
}

fn split(
    all: &BTreeSet<(u32, u32)>,
    edges: &BTreeSet<(u32, u32)>,
    depth: u32,
    found: &mut BTreeSet<(BTreeSet<u32>, BTreeSet<u32>, u32)>,
) {
    let nodes: BTreeSet<u32> = edges.iter().flat_map(|edge| [edge.0, edge.1]).collect();
    for &node in &nodes {
        let cycle: BTreeSet<u32> = nodes
            .iter()
            .copied()
            .filter(|&other| reach(edges, node).contains(&other) && reach(edges, other).contains(&node))
            .collect();
        if cycle.is_empty() {
            continue;
        }
        let entries: BTreeSet<u32> = all
            .iter()
            .filter(|edge| !cycle.contains(&edge.0) && cycle.contains(&edge.1))
            .map(|edge| edge.1)
            .collect();
        let inner = edges.iter().copied();
        let inner: BTreeSet<_> = inner
            .filter(|(from, to)| cycle.contains(from) && cycle.contains(to) && !entries.contains(to))
            .collect();
        if found.insert((cycle, entries, depth)) {
            split(all, &inner, depth + 1, found);
        }
    }
}

#[test]
fn the_forest_is_what_the_definition_says() {
    let (mut irreducible, mut nested) = (0, 0);
    for seed in 0..3000 {
        let function = annotated(random_cfg(&mut Rng::new(seed)));
        let forest = &function.loops;
        let (from, to) =
            (|edge: &EdgeId| function.edges[*edge].from, |edge: &EdgeId| function.edges[*edge].to);
        let dominators = Dominators::of(&Cfg::of(&function));
        let described = forest.loops.iter().map(|it| {
            let entries = it.entries.iter().map(|edge| to(edge).0).collect::<BTreeSet<_>>();
            (it.blocks.iter().map(|block| block.0).collect::<BTreeSet<_>>(), entries, it.depth)
        });
        assert_eq!(described.collect::<BTreeSet<_>>(), by_definition(&function), "seed {seed}");
        for (id, it) in forest.loops.iter_ids() {
            irreducible += u32::from(!it.reducible);
            nested += u32::from(it.parent.is_some());
            assert!(it.entries.iter().any(|edge| to(edge) == it.header), "seed {seed}");
            assert!(it.entries.iter().all(|edge| !it.contains(from(edge))));
            assert!(it.exits.iter().all(|edge| it.contains(from(edge)) && !it.contains(to(edge))));
            assert!(!it.latches.is_empty() && it.latches.iter().all(|edge| it.contains(from(edge))));
            if it.reducible {
                assert!(it.blocks.iter().all(|block| dominators.dominates(it.header, *block)), "seed {seed}");
                assert!(it.latches.iter().all(|edge| to(edge) == it.header));
            }
            assert!(
                it.parent.is_none_or(|parent| parent < id && forest.loops[parent].children.contains(&id))
            );
        }
        for block in function.blocks.ids() {
            let mut around: Vec<_> =
                forest.loops.ids().filter(|id| forest.loops[*id].contains(block)).collect();
            around.sort_by_key(|id| forest.loops[*id].blocks.len());
            assert_eq!(forest.around(block).collect::<Vec<_>>(), around, "seed {seed}");
        }
    }
    assert!(irreducible > 100 && nested > 100, "{irreducible} irreducible, {nested} nested");
}

#[test]
fn crossings_name_the_outermost_reducible_loop_left() {
    for seed in 0..3000 {
        let function = annotated(random_cfg(&mut Rng::new(seed)));
        let loops = &function.loops.loops;
        for edge in function.edges.iter() {
            let reducible = || loops.iter_ids().filter(|(_, it)| it.reducible);
            let left = reducible()
                .filter(|(_, it)| it.contains(edge.from) && !it.contains(edge.to))
                .max_by_key(|(_, it)| it.blocks.len());
            let arrives = reducible().find(|(_, it)| it.header == edge.to);
            let arrival = arrives.map(|(id, it)| match it.contains(edge.from) {
                true => Arrival::Back(id),
                false => Arrival::Enter(id),
            });
            let expected = LoopCrossing { left: left.map(|(id, _)| id), arrival };
            assert_eq!(edge.crossing, expected, "seed {seed}: {edge:?}");
        }
    }
}
