//! Random functions and regions against a search over program points, one register at a time.

use super::*;
use crate::builder::FunctionBuilder;
use crate::function::Position;
use crate::inst::{BinaryOp, ComparePredicate, Inst};
use crate::loops::LoopForest;
use crate::random_function::random_dataflow;
use crate::{ConstId, LoopId};
use bowline_base::Rng;
use std::collections::BTreeSet;

/// `for (i = 0; i < n; i++) total += step;` with the result behind the loop.
#[test]
fn a_counting_loop() {
    let mut builder = FunctionBuilder::new("f", &[32, 32], &[32]);
    let [i, total, more, next, sum] = [(); 5].map(|()| builder.reg());
    let (header, body, end) = (builder.block(), builder.block(), builder.block());
    builder.jump(header, &[(i, ConstId(0).into()), (total, ConstId(0).into())]);
    builder.switch_to(header);
    builder.push(Inst::Compare {
        predicate: ComparePredicate::Slt,
        width: 32,
        dst: more,
        a: i.into(),
        b: builder.param(0),
    });
    builder.branch(more.into(), body, end);
    builder.switch_to(body);
    for (dst, a, b) in [(sum, total.into(), builder.param(1)), (next, i.into(), ConstId(1).into())] {
        builder.push(Inst::Binary { op: BinaryOp::Add, width: 32, wrapping: Default::default(), dst, a, b });
    }
    builder.jump(header, &[(i, next.into()), (total, sum.into())]);
    builder.switch_to(end);
    builder.ret(&[total.into()]);
    let function = builder.finish();
    let cfg = Cfg::of(&function);
    let forest = LoopForest::of(&function, &cfg);
    let region = BlockSet::of_loop(&function, &forest.loops[LoopId(0)]);
    let registers = |set: RegSet| set.iter().collect::<Vec<_>>();
    assert_eq!(registers(region.defined(&function)), [i, total, more, next, sum]);
    assert_eq!(registers(region.used(&function)), [Reg(0), Reg(1), i, total, more, next, sum]);
    assert_eq!(registers(region.inputs(&function, &cfg)), [Reg(0), Reg(1), i, total]);
    let liveness = Liveness::of(&function, &cfg);
    assert_eq!(registers(region.outputs(&function, &cfg, &liveness)), [total]);
    assert_eq!(region.entries(&function, &cfg).len(), 1);
    assert_eq!(region.exits(&function, &cfg).len(), 1);
    assert_eq!(registers(BlockSet::whole(&function).inputs(&function, &cfg)), [Reg(0), Reg(1)]);
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    Inst(Position),
    /// Before the move of this index.
    Move(EdgeId, usize),
}

/// Does some path from `start` read `reg` before writing it? With a region, the path must stay inside.
fn may_be_read(function: &Function, start: Point, reg: Reg, region: Option<&BlockSet>) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![start];
    while let Some(point) = work.pop() {
        if !seen.insert(point) {
            continue;
        }
        let (mut read, mut written, mut next) = (false, false, Vec::new());
        match point {
            Point::Inst(at) => {
                let inst = &function.insts[at as usize];
                inst.for_each_read(function, |other| read |= other == reg);
                inst.for_each_def(function, |other| written |= other == reg);
                if inst.is_terminator() {
                    let stays =
                        |edge: &EdgeId| region.is_none_or(|region| region.contains_edge(function, *edge));
                    let edges = function.successors(function.block_of(at)).into_iter();
                    next.extend(edges.filter(stays).map(|edge| Point::Move(edge, 0)));
                } else {
                    next.push(Point::Inst(at + 1));
                }
            }
            Point::Move(id, at) => match function.edges[id].moves.get(at) {
                Some((dst, source)) => {
                    (read, written) = (source.as_reg() == Some(reg), *dst == reg);
                    next.push(Point::Move(id, at + 1));
                }
                None => next.push(Point::Inst(function.blocks[function.edges[id].to].insts.start)),
            },
        }
        if read {
            return true;
        }
        if !written {
            work.extend(next);
        }
    }
    false
}

#[test]
fn inputs_and_outputs_are_what_paths_read() {
    let (mut inputs_seen, mut outputs_seen) = (0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let function = random_dataflow(&mut rng);
        let cfg = Cfg::of(&function);
        let liveness = Liveness::of(&function, &cfg);
        let region = BlockSet::of_blocks(&function, function.blocks.ids().filter(|_| rng.below(3) > 0));
        let inputs = region.inputs(&function, &cfg);
        let outputs = region.outputs(&function, &cfg, &liveness);
        let defined = region.defined(&function);
        let reachable = |edge: &EdgeId| cfg.is_reachable(function.edges[*edge].from);
        for reg in (0..function.registers).map(Reg) {
            let read_from = |block: BlockId| {
                let start = Point::Inst(function.blocks[block].insts.start);
                may_be_read(&function, start, reg, Some(&region))
            };
            let enters = |edge: &EdgeId| {
                let edge = &function.edges[*edge];
                !region.contains(edge.from) && region.contains(edge.to)
            };
            let edges = function.edges.ids().filter(reachable).filter(enters);
            let mut entered: Vec<BlockId> = edges.map(|edge| function.edges[edge].to).collect();
            entered.extend(region.contains(Function::ENTRY).then_some(Function::ENTRY));
            let expected = entered.into_iter().any(read_from);
            assert_eq!(inputs.contains(reg), expected, "seed {seed} %{}", reg.0);
            inputs_seen += usize::from(expected);

            let leaves = |edge: &EdgeId| {
                let edge = &function.edges[*edge];
                region.contains(edge.from) && !region.contains(edge.to)
            };
            let mut left = function.edges.ids().filter(reachable).filter(leaves);
            let expected = defined.contains(reg)
                && left.any(|edge| may_be_read(&function, Point::Move(edge, 0), reg, None));
            assert_eq!(outputs.contains(reg), expected, "seed {seed} %{}", reg.0);
            outputs_seen += usize::from(expected);
        }
    }
    assert!(inputs_seen > 1000 && outputs_seen > 500, "{inputs_seen} {outputs_seen}");
}
