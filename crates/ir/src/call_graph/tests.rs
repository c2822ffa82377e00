//! Small modules by hand, and random ones against the definition taken literally: all pairs, then the closure.

use super::*;
use crate::builder::FunctionBuilder;
use crate::graph::tests::reachability;
use crate::inst::CastOp;
use crate::module::{Global, Relocation};
use bowline_base::Rng;

fn site(callee: Callee, args: &[Width], results: Vec<(crate::Reg, Width)>) -> CallSite {
    let args = args.iter().map(|width| (Operand::constant(ConstId(0)), *width)).collect();
    CallSite { callee, args, passed: Vec::new(), results, no_return: false }
}

/// A module whose constant 0 is a number.
fn empty_module() -> Module {
    let mut module = Module::default();
    module.constants.push(Constant::Int { width: 8, value: 0 });
    module
}

fn table(values: &[ConstId]) -> Global {
    let relocation =
        |(at, value): (usize, &ConstId)| Relocation { offset: at as u64 * 8, width: 64, value: *value };
    Global {
        name: "table".to_string(),
        size: 8 * values.len() as u64,
        align: 8,
        read_only: true,
        initializer: Initializer::Bytes {
            bytes: vec![0; 8 * values.len()],
            relocations: values.iter().enumerate().map(relocation).collect(),
        },
        loc: None,
    }
}

fn leaf(module: &mut Module, name: &str, params: &[Width], results: &[Width]) -> FuncId {
    let mut builder = FunctionBuilder::new(name, params, results);
    let values: Vec<Operand> = results.iter().map(|_| ConstId(0).into()).collect();
    builder.ret(&values);
    module.functions.push(builder.finish())
}

#[test]
fn a_table_of_functions_gives_candidates_by_signature() {
    let mut module = empty_module();
    let [narrow, wide, hidden] = [("narrow", 32), ("wide", 64), ("hidden", 32)]
        .map(|(name, width)| leaf(&mut module, name, &[width], &[32]));
    let printf = leaf(&mut module, "printf", &[], &[32]);
    module.functions[printf].variadic = true;
    let constants =
        [narrow, wide, printf].map(|function| module.constants.push(Constant::Function(function)));
    module.globals.push(table(&constants));
    let mut builder = FunctionBuilder::new("dispatch", &[64], &[]);
    let result = builder.reg();
    let through_pointer = site(Callee::Indirect(builder.param(0)), &[32], vec![(result, 32)]);
    builder.call(through_pointer.clone());
    builder.call(site(Callee::Direct(hidden), &[32], Vec::new()));
    builder.ret(&[]);
    let dispatch = module.functions.push(builder.finish());

    let graph = CallGraph::of(&module);
    assert_eq!(graph.address_taken().collect::<Vec<_>>(), [narrow, wide, printf]);
    assert_eq!(graph.targets(&module, &through_pointer), [narrow, printf]);
    assert_eq!(graph.callees(dispatch), [narrow, hidden, printf]);
    assert_eq!(graph.callers(narrow), [dispatch]);
    assert_eq!(graph.callers(wide), []);
    assert_eq!(graph.sites(narrow).collect::<Vec<_>>(), [CallPlace { caller: dispatch, at: 0 }]);
    assert_eq!(graph.sites(hidden).collect::<Vec<_>>(), [CallPlace { caller: dispatch, at: 1 }]);
    assert!(graph.is_leaf(&module, narrow) && !graph.is_leaf(&module, dispatch));
    assert!(graph.reachable_from([dispatch])[printf] && !graph.reachable_from([dispatch])[wide]);
    assert_eq!(graph.reaching([hidden]).iter().filter(|reaches| **reaches).count(), 2);
}

#[test]
fn a_constant_behind_a_pointer_call_is_its_callee_and_not_taken() {
    let mut module = empty_module();
    let callee = leaf(&mut module, "callee", &[32], &[]);
    let constant = module.constants.push(Constant::Function(callee));
    let mut builder = FunctionBuilder::new("caller", &[], &[]);
    // Old C: called with two arguments although it takes one.
    builder.call(site(Callee::Indirect(constant.into()), &[32, 32], Vec::new()));
    builder.ret(&[]);
    let caller = module.functions.push(builder.finish());
    let graph = CallGraph::of(&module);
    assert_eq!(graph.callees(caller), [callee]);
    assert!(!graph.is_address_taken(callee));
}

#[test]
fn moves_on_edges_and_constant_expressions_take_addresses() {
    let mut module = empty_module();
    let [moved, cast] = ["moved", "cast"].map(|name| leaf(&mut module, name, &[], &[]));
    let [a, b] = [moved, cast].map(|function| module.constants.push(Constant::Function(function)));
    let cast_of_b = module.constants.push(Constant::Expr(ConstExpr::Cast {
        op: CastOp::Truncate,
        from: 64,
        to: 32,
        a: b,
    }));
    let mut builder = FunctionBuilder::new("f", &[], &[32]);
    let (end, reg) = (builder.block(), builder.reg());
    builder.jump(end, &[(reg, a.into())]);
    builder.switch_to(end);
    builder.ret(&[cast_of_b.into()]);
    module.functions.push(builder.finish());
    assert_eq!(CallGraph::of(&module).address_taken().collect::<Vec<_>>(), [moved, cast]);
}

#[test]
fn recursion_through_a_pointer_is_one_group() {
    let mut module = empty_module();
    let constant = module.constants.push(Constant::Function(FuncId(1)));
    let mut walk = FunctionBuilder::new("walk", &[64], &[]);
    walk.call(site(Callee::Indirect(walk.param(0)), &[64], Vec::new()));
    walk.ret(&[]);
    module.functions.push(walk.finish());
    let mut visit = FunctionBuilder::new("visit", &[64], &[]);
    visit.call(site(Callee::Direct(FuncId(0)), &[64], Vec::new()));
    visit.ret(&[]);
    module.functions.push(visit.finish());
    let mut main = FunctionBuilder::new("main", &[], &[]);
    let mut start = site(Callee::Direct(FuncId(0)), &[64], Vec::new());
    start.args[0].0 = constant.into();
    main.call(start);
    main.ret(&[]);
    module.functions.push(main.finish());
    let graph = CallGraph::of(&module);
    assert_eq!(graph.bottom_up(), [vec![FuncId(0), FuncId(1)], vec![FuncId(2)]]);
    assert!(graph.is_recursive(FuncId(0)) && graph.is_recursive(FuncId(1)) && !graph.is_recursive(FuncId(2)));
    assert_eq!([0, 1, 2].map(|id| graph.group(FuncId(id))), [0, 0, 1]);
}

const WIDTHS: [&[Width]; 4] = [&[], &[32], &[64], &[32, 64]];

fn random_module(rng: &mut Rng) -> Module {
    let mut module = empty_module();
    let functions = 1 + rng.below(7);
    for id in 0..functions {
        module.constants.push(Constant::Function(FuncId(id as u32)));
    }
    for _ in 0..rng.below(4) {
        let [a, b] = [0, 1].map(|_| ConstId(rng.below(module.constants.len() as u64) as u32));
        module.constants.push(Constant::Expr(ConstExpr::Select { width: 64, cond: ConstId(0), a, b }));
    }
    let constants = module.constants.len() as u64;
    let any_constant = |rng: &mut Rng| match rng.below(3) {
        0 => ConstId(rng.below(constants) as u32),
        _ => ConstId(0),
    };
    for id in 0..functions {
        let any_widths = |rng: &mut Rng| WIDTHS[rng.below(4) as usize];
        let results = WIDTHS[rng.below(2) as usize];
        let mut builder = FunctionBuilder::new(&format!("f{id}"), any_widths(rng), results);
        builder.function().variadic = rng.below(4) == 0;
        if rng.below(6) == 0 {
            let mut declared = builder.finish();
            (declared.blocks, declared.insts) = Default::default();
            module.functions.push(declared);
            continue;
        }
        let end = builder.block();
        for _ in 0..rng.below(4) {
            let reg = builder.reg();
            let callee = match rng.below(6) {
                0 | 1 => Callee::Direct(FuncId(rng.below(functions) as u32)),
                2 => Callee::Indirect(any_constant(rng).into()),
                3 | 4 => Callee::Indirect(reg.into()),
                _ => Callee::EmptyAsm { ties: Vec::new() },
            };
            let results = if rng.below(2) == 0 { Vec::new() } else { vec![(reg, 32)] };
            let mut call = site(callee, any_widths(rng), results);
            call.args.iter_mut().for_each(|argument| argument.0 = any_constant(rng).into());
            builder.call(call);
        }
        let reg = builder.reg();
        builder.jump(end, &[(reg, any_constant(rng).into())]);
        builder.switch_to(end);
        builder.ret(&[any_constant(rng).into()]);
        module.functions.push(builder.finish());
    }
    let value = any_constant(rng);
    module.globals.push(table(&[value]));
    module
}

fn mentions(module: &Module, id: ConstId, function: FuncId) -> bool {
    match &module.constants[id] {
        Constant::Function(other) => *other == function,
        Constant::Expr(ConstExpr::Select { a, b, .. }) => {
            mentions(module, *a, function) || mentions(module, *b, function)
        }
        _ => false,
    }
}

fn is_taken(module: &Module, function: FuncId) -> bool {
    let operand = |operand: Operand| operand.as_const().is_some_and(|id| mentions(module, id, function));
    let Initializer::Bytes { relocations, .. } = &module.globals[crate::GlobalId(0)].initializer else {
        return false;
    };
    relocations.iter().any(|relocation| mentions(module, relocation.value, function))
        || module.functions.iter().any(|caller| {
            let of_call = |site: &CallSite| {
                let callee = match site.callee {
                    Callee::Indirect(pointer) => {
                        let is_the_callee = pointer
                            .as_const()
                            .is_some_and(|id| matches!(module.constants[id], Constant::Function(_)));
                        operand(pointer) && !is_the_callee
                    }
                    _ => false,
                };
                callee || site.args.iter().any(|(argument, _)| operand(*argument))
            };
            caller.calls.iter().any(of_call)
                || caller.operands.iter().any(|value| operand(*value))
                || caller.edges.iter().flat_map(|edge| &edge.moves).any(|(_, source)| operand(*source))
        })
}

fn may_call(module: &Module, site: &CallSite, callee: FuncId) -> bool {
    let target = &module.functions[callee];
    match site.callee {
        Callee::Direct(other) => other == callee,
        Callee::EmptyAsm { .. } => false,
        Callee::Indirect(pointer) => match pointer.as_const().map(|id| &module.constants[id]) {
            Some(Constant::Function(other)) => *other == callee,
            _ => {
                let args: Vec<Width> = site.args.iter().map(|(_, width)| *width).collect();
                let params: Vec<Width> = target.params.iter().map(|param| param.width).collect();
                let results: Vec<Width> = site.results.iter().map(|(_, width)| *width).collect();
                let fits = if target.variadic { args.starts_with(&params) } else { args == params };
                fits && results == target.results && is_taken(module, callee)
            }
        },
    }
}

#[test]
fn agrees_with_the_closure_of_all_pairs_on_random_modules() {
    let (mut edges_seen, mut cycles_seen) = (0, 0);
    for seed in 0..1500 {
        let module = random_module(&mut Rng::new(seed));
        let graph = CallGraph::of(&module);
        let ids: Vec<FuncId> = module.functions.ids().collect();
        let mut edges = Vec::new();
        for &caller in &ids {
            for &callee in &ids {
                let calls = module.functions[caller].calls.iter();
                edges.extend(
                    calls.filter(|site| may_call(&module, site, callee)).map(|_| (caller.0, callee.0)),
                );
            }
        }
        let reach = reachability(&Graph::new(ids.len(), edges.iter().copied()), None);
        let reaches = |a: FuncId, b: FuncId| reach[a.0 as usize][b.0 as usize];
        for &a in &ids {
            assert_eq!(graph.is_address_taken(a), is_taken(&module, a), "seed {seed}: {a}");
            let calls = module.functions[a].calls.len();
            assert!(!graph.is_leaf(&module, a) || !edges.iter().any(|(from, _)| *from == a.0));
            assert!(calls > 0 || module.functions[a].is_declaration() || graph.is_leaf(&module, a));
            assert_eq!(graph.sites(a).count(), edges.iter().filter(|(_, to)| *to == a.0).count());
            let recursive = ids.iter().any(|&b| edges.contains(&(a.0, b.0)) && reaches(b, a));
            assert_eq!(graph.is_recursive(a), recursive, "seed {seed}: {a}");
            cycles_seen += usize::from(recursive);
            for &b in &ids {
                let edge = edges.contains(&(a.0, b.0));
                edges_seen += usize::from(edge);
                assert_eq!(graph.callees(a).contains(&b), edge, "seed {seed}: {a} {b}");
                assert_eq!(graph.callers(b).contains(&a), edge, "seed {seed}: {a} {b}");
                assert_eq!(graph.reachable_from([a])[b], reaches(a, b), "seed {seed}: {a} {b}");
                assert_eq!(graph.reaching([b])[a], reaches(a, b), "seed {seed}: {a} {b}");
                assert_eq!(graph.group(a) == graph.group(b), reaches(a, b) && reaches(b, a));
                assert!(!reaches(a, b) || graph.group(b) <= graph.group(a), "seed {seed}: {a} {b}");
            }
            for site in module.functions[a].calls.iter() {
                let expected: Vec<FuncId> =
                    ids.iter().copied().filter(|b| may_call(&module, site, *b)).collect();
                assert_eq!(graph.targets(&module, site), expected, "seed {seed}");
            }
        }
    }
    assert!(edges_seen > 1000 && cycles_seen > 200, "{edges_seen} {cycles_seen}");
}
