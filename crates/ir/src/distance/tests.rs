//! Distances against a search over whole configurations of random programs, recursion and function pointers included.

use super::*;
use crate::builder::FunctionBuilder;
use crate::inst::{ArgumentClass, Operand, PassedArgument, Reg, TrapKind};
use crate::{BlockId, ConstId};
use bowline_base::Rng;
use std::collections::{HashSet, VecDeque};

/// Deeper stacks are never needed: a shortest way repeats no function on the stack, apart from the frames it starts with.
const DEPTH: usize = 8;

fn call(callee: Callee, scalars: usize, no_return: bool) -> CallSite {
    let args: Vec<(Operand, u16)> = vec![(ConstId(0).into(), 8); scalars];
    let passed = vec![PassedArgument::Scalars {
        first: 0,
        count: scalars as u32,
        size: 8,
        align: 8,
        class: ArgumentClass::Integer,
    }];
    CallSite { callee, args, passed, results: Vec::new(), no_return }
}

/// Three functions with bodies of 0 to 2 parameters, the last two with their address taken, and one without a body.
fn random_program(rng: &mut Rng) -> Module {
    let mut module = Module::default();
    module.constants.push(Constant::Int { width: 8, value: 1 });
    module.constants.push(Constant::Function(FuncId(1)));
    module.constants.push(Constant::Function(FuncId(2)));
    for name in ["a", "b", "c"] {
        let params = vec![8; rng.below(3) as usize];
        let mut builder = FunctionBuilder::new(name, &params, &[]);
        builder.function().variadic = rng.below(4) == 0;
        let blocks = 1 + rng.below(4) as u32;
        (1..blocks).for_each(|_| _ = builder.block());
        for block in 0..blocks {
            builder.switch_to(BlockId(block));
            for _ in 0..rng.below(4) {
                let scalars = rng.below(3) as usize;
                match rng.below(6) {
                    0 => {
                        _ = builder.call(call(
                            Callee::Direct(FuncId(rng.below(4) as u32)),
                            scalars,
                            rng.below(4) == 0,
                        ))
                    }
                    1 => _ = builder.call(call(Callee::Indirect(ConstId(1).into()), scalars, false)),
                    _ => builder.push(Inst::StackSave { dst: Reg(0) }),
                }
            }
            let target = |rng: &mut Rng| BlockId(1 + rng.below(u64::from(blocks) - 1) as u32);
            match rng.below(7) {
                0 | 1 if blocks > 1 => _ = builder.jump(target(rng), &[]),
                2..=4 if blocks > 1 => _ = builder.branch(ConstId(0).into(), target(rng), target(rng)),
                5 => builder.push(Inst::Trap { kind: TrapKind::Trap }),
                _ => builder.ret(&[]),
            }
        }
        builder.function().registers = 3;
        module.functions.push(builder.finish());
    }
    module.functions.push(Function { name: "outside".to_string(), ..Function::default() });
    module
}

/// A stack, outermost frame first, each with where it continues; `None` for a frame that must not be returned to.
type Configuration = Vec<(FuncId, Option<Position>)>;

fn callees(module: &Module, site: &CallSite) -> Vec<FuncId> {
    let has_body = |id: &FuncId| !module.functions[*id].blocks.is_empty();
    match site.callee {
        Callee::Direct(id) => Some(id).filter(has_body).into_iter().collect(),
        Callee::Indirect(_) => [FuncId(1), FuncId(2)]
            .into_iter()
            .filter(|id| {
                let (params, variadic) = (module.functions[*id].params.len(), module.functions[*id].variadic);
                params == site.args.len() || (variadic && params <= site.args.len())
            })
            .collect(),
        Callee::EmptyAsm { .. } => Vec::new(),
    }
}

fn steps(module: &Module, stack: &Configuration) -> Vec<Configuration> {
    let Some((&(id, Some(at)), callers)) = stack.split_last() else {
        return Vec::new();
    };
    let function = &module.functions[id];
    let with = |frames: &[(FuncId, Option<Position>)]| [callers, frames].concat();
    match function.insts[at as usize] {
        Inst::Call { call } => {
            let site = &function.calls[call];
            let behind = (!site.no_return).then_some(at + 1);
            let callees = callees(module, site);
            if callees.is_empty() {
                return vec![with(&[(id, behind)])];
            }
            if stack.len() == DEPTH {
                return Vec::new();
            }
            callees.into_iter().map(|callee| with(&[(id, behind), (callee, Some(0))])).collect()
        }
        Inst::Return { .. } => vec![with(&[])],
        inst if inst.is_terminator() => {
            let edges = function.successors(function.block_of(at));
            let starts = edges.iter().map(|edge| function.blocks[function.edges[*edge].to].insts.start);
            starts.map(|start| with(&[(id, Some(start))])).collect()
        }
        _ => vec![with(&[(id, Some(at + 1))])],
    }
}

/// Steps until a configuration satisfies `is_goal`, by breadth-first search.
fn search(module: &Module, start: Configuration, is_goal: impl Fn(&Configuration) -> bool) -> Option<u32> {
    let mut seen = HashSet::from([start.clone()]);
    let mut work = VecDeque::from([(0, start)]);
    while let Some((distance, stack)) = work.pop_front() {
        if is_goal(&stack) {
            return Some(distance);
        }
        for next in steps(module, &stack) {
            if seen.insert(next.clone()) {
                work.push_back((distance + 1, next));
            }
        }
    }
    None
}

fn positions(module: &Module) -> Vec<(FuncId, Position)> {
    let all = module.functions.iter_ids();
    all.flat_map(|(id, function)| (0..function.insts.len() as u32).map(move |at| (id, at))).collect()
}

#[test]
fn distances_are_those_of_a_search_over_configurations() {
    let (mut near, mut never) = (0, 0);
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let module = random_program(&mut rng);
        let routes = Routes::of(&module);
        let all = positions(&module);
        let targets: Vec<_> = all.iter().copied().filter(|_| rng.below(all.len() as u64) < 2).collect();
        let distances = routes.to_nearest(targets.iter().rev().copied());
        let on_target = |stack: &Configuration| matches!(stack.last(), Some((id, Some(at))) if targets.contains(&(*id, *at)));
        for &(id, at) in &all {
            let expected = search(&module, vec![(id, Some(at))], on_target);
            assert_eq!(distances.from(id, at), expected, "seed {seed}: from {id} at {at}\n{module}");
            if expected.is_some() {
                near += 1
            } else {
                never += 1
            }
            let expected = search(&module, vec![(id, Some(at))], |stack| stack.is_empty());
            assert_eq!(routes.to_return(id, at), expected, "seed {seed}: back from {id} at {at}\n{module}");
        }
        for _ in 0..20 {
            let stack: Vec<_> =
                (0..1 + rng.below(4)).map(|_| all[rng.below(all.len() as u64) as usize]).collect();
            let start = stack.iter().rev().map(|(id, at)| (*id, Some(*at))).collect();
            let expected = search(&module, start, on_target);
            assert_eq!(
                distances.from_stack(stack.iter().copied()),
                expected,
                "seed {seed}: {stack:?}\n{module}"
            );
        }
    }
    assert!(near > 500 && never > 500, "{near} near, {never} never");
}

#[test]
fn ways_of_exponential_length_are_far_but_finite() {
    let mut module = Module::default();
    // Each function calls the next one twice.
    for at in 0..80 {
        let mut builder = FunctionBuilder::new("f", &[], &[]);
        for _ in 0..2 {
            if at < 79 {
                builder.call(call(Callee::Direct(FuncId(at + 1)), 0, false));
            }
        }
        builder.ret(&[]);
        module.functions.push(builder.finish());
    }
    let routes = Routes::of(&module);
    assert_eq!(routes.to_return(FuncId(79), 0), Some(1));
    assert_eq!(routes.to_return(FuncId(78), 0), Some(5));
    assert!(routes.to_return(FuncId(0), 0) >= Some(u32::MAX - 100));
    let distances = routes.to_nearest([(FuncId(79), 0)]);
    assert_eq!(distances.from(FuncId(0), 0), Some(79));
    assert_eq!(distances.from(FuncId(0), 2), None);
    assert!(distances.from(FuncId(0), 0) < routes.to_nearest([(FuncId(0), 2)]).from(FuncId(0), 0));
    assert_eq!(routes.to_nearest([]).from(FuncId(0), 0), None);
}

#[test]
fn positions_out_of_range_are_nowhere() {
    let module = random_program(&mut Rng::new(0));
    let routes = Routes::of(&module);
    assert_eq!(routes.to_return(FuncId(3), 0), None);
    assert_eq!(routes.to_nearest([(FuncId(3), 0)]).from(FuncId(3), 0), None);
}
