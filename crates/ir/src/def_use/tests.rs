//! Random functions against a forward walk over all paths, which carries along who wrote the register last.

use super::*;
use crate::builder::FunctionBuilder;
use crate::inst::{CallSite, Callee};
use crate::random_function::random_dataflow;
use crate::{ConstId, FuncId};
use bowline_base::Rng;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn parameters_calls_and_moves_define() {
    let mut builder = FunctionBuilder::new("f", &[32, 32], &[]);
    let [low, high, phi] = [builder.reg(), builder.reg(), builder.reg()];
    builder.call(CallSite {
        callee: Callee::Direct(FuncId(0)),
        args: vec![(builder.param(1), 32), (builder.param(1), 32)],
        passed: Vec::new(),
        results: vec![(low, 32), (high, 32)],
        no_return: false,
    });
    let end = builder.block();
    let (a, b) = (builder.edge(end, &[(phi, low.into())]), builder.edge(end, &[(phi, ConstId(0).into())]));
    builder.push(crate::Inst::Branch { cond: builder.param(0), then_edge: a, else_edge: b });
    builder.switch_to(end);
    builder.ret(&[phi.into()]);
    let function = builder.finish();
    let facts = DefUse::of(&function);
    assert_eq!(facts.sole_definition(Reg(1)), Some(Definition::Parameter));
    assert_eq!(facts.sole_definition(high), Some(Definition::Inst(0)));
    assert_eq!(facts.definitions(phi), [Definition::Move(a, 0), Definition::Move(b, 0)]);
    assert_eq!(facts.sole_definition(phi), None);
    assert_eq!(facts.uses(Reg(1)), [Use::Inst(0)]);
    assert_eq!(facts.uses(low), [Use::Move(a, 0)]);
    assert_eq!(facts.uses(phi), [Use::Inst(2)]);
    let cfg = Cfg::of(&function);
    let whole = facts.reaching(&function, &cfg, &BlockSet::whole(&function), phi, Use::Inst(2));
    assert_eq!(whole.definitions, [Definition::Move(a, 0), Definition::Move(b, 0)]);
    let behind = BlockSet::of_blocks(&function, [end]);
    let from_outside = facts.reaching(&function, &cfg, &behind, phi, Use::Inst(2));
    assert_eq!(from_outside, Reaching { definitions: Vec::new(), from_outside: true });
}

/// Who wrote a register last on some path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Writer {
    Nobody,
    Outside,
    Inside(Definition),
}

/// Before each instruction and move that paths inside the region come to: all who may have written `reg` last.
fn writers(function: &Function, cfg: &Cfg, region: &BlockSet, reg: Reg) -> BTreeMap<Use, BTreeSet<Writer>> {
    let start_of = |block: BlockId| Use::Inst(function.blocks[block].insts.start);
    let mut work: Vec<(Use, Writer)> = Vec::new();
    if region.contains(Function::ENTRY) {
        let is_param = (reg.0 as usize) < function.params.len();
        let first = if is_param { Writer::Inside(Definition::Parameter) } else { Writer::Nobody };
        work.push((start_of(Function::ENTRY), first));
    }
    for edge in region.entries(function, cfg) {
        work.push((start_of(function.edges[edge].to), Writer::Outside));
    }
    let mut found: BTreeMap<Use, BTreeSet<Writer>> = BTreeMap::new();
    while let Some((point, mut writer)) = work.pop() {
        if !found.entry(point).or_default().insert(writer) {
            continue;
        }
        match point {
            Use::Inst(at) => {
                let inst = &function.insts[at as usize];
                inst.for_each_def(function, |other| {
                    if other == reg {
                        writer = Writer::Inside(Definition::Inst(at));
                    }
                });
                if inst.is_terminator() {
                    let edges = function.successors(function.block_of(at)).into_iter();
                    work.extend(edges.map(|edge| (Use::Move(edge, 0), writer)));
                } else {
                    work.push((Use::Inst(at + 1), writer));
                }
            }
            Use::Move(id, index) => {
                let edge = &function.edges[id];
                match edge.moves.get(index as usize) {
                    Some((dst, _)) => {
                        if *dst == reg {
                            writer = Writer::Inside(Definition::Move(id, index));
                        }
                        work.push((Use::Move(id, index + 1), writer));
                    }
                    None if region.contains(edge.to) => work.push((start_of(edge.to), writer)),
                    None => {}
                }
            }
        }
    }
    found
}

#[test]
fn reaching_definitions_are_the_last_writers_on_all_paths() {
    let (mut several, mut outside) = (0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let function = random_dataflow(&mut rng);
        let cfg = Cfg::of(&function);
        let facts = DefUse::of(&function);
        let region = match seed % 3 {
            0 => BlockSet::whole(&function),
            _ => BlockSet::of_blocks(&function, function.blocks.ids().filter(|_| rng.below(3) > 0)),
        };
        for reg in (0..function.registers).map(Reg) {
            for (point, expected) in writers(&function, &cfg, &region, reg) {
                let reaching = facts.reaching(&function, &cfg, &region, reg, point);
                let inside = |writer: &Writer| match writer {
                    Writer::Inside(definition) => Some(*definition),
                    _ => None,
                };
                let definitions: Vec<Definition> = expected.iter().filter_map(inside).collect();
                assert_eq!(reaching.definitions, definitions, "seed {seed} %{} {point:?}", reg.0);
                assert_eq!(reaching.from_outside, expected.contains(&Writer::Outside), "seed {seed}");
                several += usize::from(definitions.len() > 1);
                outside += usize::from(reaching.from_outside);
            }
        }
    }
    assert!(several > 1000 && outside > 1000, "{several} {outside}");
}

#[test]
fn every_definition_and_use_is_listed_once() {
    for seed in 0..500 {
        let function = random_dataflow(&mut Rng::new(seed));
        let facts = DefUse::of(&function);
        for reg in (0..function.registers).map(Reg) {
            let mut definitions = BTreeSet::new();
            let mut uses = BTreeSet::new();
            if (reg.0 as usize) < function.params.len() {
                definitions.insert(Definition::Parameter);
            }
            for at in 0..function.insts.len() as Position {
                let inst = &function.insts[at as usize];
                inst.for_each_def(&function, |other| {
                    if other == reg {
                        definitions.insert(Definition::Inst(at));
                    }
                });
                inst.for_each_read(&function, |other| {
                    if other == reg {
                        uses.insert(Use::Inst(at));
                    }
                });
            }
            for (id, edge) in function.edges.iter_ids() {
                for (index, (dst, source)) in (0..).zip(&edge.moves) {
                    if *dst == reg {
                        definitions.insert(Definition::Move(id, index));
                    }
                    if source.as_reg() == Some(reg) {
                        uses.insert(Use::Move(id, index));
                    }
                }
            }
            assert!(facts.definitions(reg).iter().eq(&definitions), "seed {seed}");
            assert!(facts.uses(reg).iter().eq(&uses), "seed {seed}");
        }
    }
}
