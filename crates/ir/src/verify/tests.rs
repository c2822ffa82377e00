//! One small module that is right, and every way to break it that a rule names.

use super::*;
use crate::builder::FunctionBuilder;
use crate::function::Edge;
use crate::inst::{
    ArgumentClass, BinaryOp, CallSite, Callee, CastOp, Inst, PassedArgument, Reg, SwitchTable, UnaryOp,
};
use crate::module::Relocation;
use crate::random_function::random_dataflow;
use crate::{BlockId, CallId, EdgeId, FileId, GlobalId, SwitchId, TextId};
use bowline_base::Rng;
use std::collections::BTreeSet;

const MAIN: FuncId = FuncId(0);

/// `b0` calls and switches to `b1` or `b2`; `b1` returns to `b2` by a computed goto; `b2` repeats itself or ends in `b3`.
fn sample() -> Module {
    let mut module = Module::default();
    module.files.push("a.c".to_string());
    let byte = module.constants.push(Constant::Int { width: 8, value: 255 });
    let global = module.constants.push(Constant::Global { global: GlobalId(0), offset: 4 });
    let cast = ConstExpr::Cast { op: CastOp::Truncate, from: 64, to: 32, a: global };
    module.constants.push(Constant::Expr(cast));
    module.globals.push(Global {
        name: "g".to_string(),
        size: 16,
        align: 8,
        read_only: false,
        initializer: Initializer::Bytes {
            bytes: vec![0; 16],
            relocations: vec![Relocation { offset: 8, width: 64, value: global }],
        },
        loc: None,
    });
    let mut builder = FunctionBuilder::new("main", &[32, 64], &[8]);
    let [result, copy] = [builder.reg(), builder.reg()];
    let (middle, again, end) = (builder.block(), builder.block(), builder.block());
    builder.at_line(7);
    builder.call(CallSite {
        callee: Callee::Direct(FuncId(1)),
        args: vec![(builder.param(0), 32), (global.into(), 64)],
        passed: vec![
            PassedArgument::Scalars { first: 0, count: 1, size: 4, align: 4, class: ArgumentClass::Integer },
            PassedArgument::ByValue { index: 1, size: 16, align: 8 },
        ],
        results: vec![(result, 8)],
        no_return: false,
    });
    let to_middle = builder.edge(middle, &[]);
    let to_again = builder.edge(again, &[(copy, result.into())]);
    builder.switch(result.into(), 8, &[(1, to_middle), (5, to_again)], to_again);
    builder.switch_to(middle);
    builder.push(Inst::Copy { width: 8, dst: copy, a: byte.into() });
    let edge = builder.edge(again, &[]);
    let table =
        builder.function().switches.push(SwitchTable { cases: vec![(again.0.into(), edge)], default: None });
    builder.push(Inst::IndirectJump { address: builder.param(1), table });
    builder.switch_to(again);
    builder.push(Inst::Unary { op: UnaryOp::ByteSwap, width: 32, dst: Reg(0), a: builder.param(0) });
    builder.branch(copy.into(), again, end);
    builder.switch_to(end);
    builder.ret(&[copy.into()]);
    module.functions.push(builder.finish());
    let mut declared = FunctionBuilder::new("declared", &[32, 64], &[8]);
    module.functions.push(std::mem::take(declared.function()));
    for (id, function) in module.functions.iter_ids() {
        module.by_name.insert(function.name.clone(), id);
    }
    module
}

#[test]
fn the_sample_is_right_before_and_after_its_loops_are_known() {
    let mut module = sample();
    assert_eq!(verify(&module), Ok(()));
    crate::loops::annotate(&mut module);
    assert_eq!(module.functions[MAIN].loops.loops.len(), 1);
    assert_eq!(verify(&module), Ok(()));
}

/// Breaks the sample, and expects a violation whose text contains `expected`.
fn check(expected: &str, break_it: impl FnOnce(&mut Module)) {
    let mut module = sample();
    break_it(&mut module);
    let violations = verify(&module).expect_err(expected);
    let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert!(texts.iter().any(|text| text.contains(expected)), "wanted `{expected}`, got {texts:?}");
    // What is broken can still be looked at.
    assert!(!module.to_string().is_empty());
}

fn in_main(expected: &str, break_it: impl FnOnce(&mut Function)) {
    check(expected, |module| break_it(&mut module.functions[MAIN]));
}

#[test]
fn modules() {
    check("constant c0: is 0 bits wide", |m| m.constants[ConstId(0)] = Constant::Int { width: 0, value: 0 });
    check("constant c0: is 129 bits wide", |m| {
        m.constants[ConstId(0)] = Constant::Int { width: 129, value: 0 }
    });
    check("0x100 does not fit in 8 bits", |m| {
        m.constants[ConstId(0)] = Constant::Int { width: 8, value: 256 }
    });
    check("g7 does not exist", |m| {
        m.constants[ConstId(1)] = Constant::Global { global: GlobalId(7), offset: 0 }
    });
    check("f7 does not exist", |m| m.constants[ConstId(0)] = Constant::Function(FuncId(7)));
    check("b9 does not exist", |m| {
        m.constants[ConstId(0)] = Constant::Block { function: MAIN, block: BlockId(9) }
    });
    let cast = |from, a| Constant::Expr(ConstExpr::Cast { op: CastOp::Truncate, from, to: 1, a });
    check("c9 does not exist", |m| m.constants[ConstId(2)] = cast(8, ConstId(9)));
    check("constant c2 depends on itself", |m| m.constants[ConstId(2)] = cast(8, ConstId(2)));
    check("constant c2: is 200 bits wide", |m| m.constants[ConstId(2)] = cast(200, ConstId(1)));
    check("constant c1 depends on itself", |m| {
        (m.constants[ConstId(1)], m.constants[ConstId(2)]) = (cast(8, ConstId(2)), cast(8, ConstId(1)));
    });
    check("global `g`: alignment 0", |m| m.globals[GlobalId(0)].align = 0);
    check("global `g`: 16 initial bytes for a size of 12", |m| m.globals[GlobalId(0)].size = 12);
    let relocated = |offset, width, value| {
        move |m: &mut Module| {
            let bytes = vec![0; 16];
            let relocations = vec![Relocation { offset, width, value: ConstId(value) }];
            m.globals[GlobalId(0)].initializer = Initializer::Bytes { bytes, relocations };
        }
    };
    check("the relocation at 9 ends outside", relocated(9, 64, 1));
    check("ends outside", relocated(u64::MAX, 64, 1));
    check("the relocation at 0 is 12 bits wide", relocated(0, 12, 1));
    check("value c9, which does not exist", relocated(0, 64, 9));
    check("f5 is listed", |m| m.constructors.push(FuncId(5)));
    check("f5 is listed", |m| _ = m.by_name.insert("x".to_string(), FuncId(5)));
    check("has instructions but no blocks", |m| {
        m.functions[FuncId(1)].insts.push(Inst::Jump { edge: EdgeId(0) });
    });
    check("result is 300 bits wide", |m| m.functions[FuncId(1)].results = vec![300]);
}

#[test]
fn blocks_and_edges() {
    in_main("source positions", |f| _ = f.locs.pop());
    in_main("fewer registers than parameters", |f| f.registers = 1);
    in_main("source file file3 does not exist", |f| f.locs[0].file = FileId(3));
    in_main("b1 covers 3..4, but should start at 2", |f| f.blocks[BlockId(1)].insts = 3..4);
    in_main("b3 covers 6..6", |f| f.blocks[BlockId(3)].insts = 6..6);
    in_main("does not end its block", |f| f.insts[6] = f.insts[2]);
    in_main("is not the last of its block", |f| f.insts[2] = Inst::Jump { edge: EdgeId(2) });
    in_main("instructions from 7 on belong to no block", |f| {
        f.insts.push(f.insts[2]);
        f.locs.push(f.locs[2]);
    });
    in_main("e4 leads to the entry", |f| f.edges[EdgeId(4)].to = BlockId(0));
    in_main("e4 leads to b9", |f| f.edges[EdgeId(4)].to = BlockId(9));
    in_main("e4 starts at b1 and not at b2", |f| f.edges[EdgeId(4)].from = BlockId(1));
    in_main("e9 does not exist", |f| f.insts[3] = Inst::Jump { edge: EdgeId(9) });
    in_main("e5 is not named by the terminator of b0", |f| {
        let edge = f.edges[EdgeId(0)].clone();
        f.edges.push(Edge { moves: Vec::new(), ..edge });
    });
    in_main("a move on e1: %9", |f| f.edges[EdgeId(1)].moves[0].0 = Reg(9));
    in_main("a move on e1: the constant c9", |f| f.edges[EdgeId(1)].moves[0].1 = ConstId(9).into());
    in_main("not sorted or not unique", |f| f.switches[SwitchId(0)].cases[1].0 = 1);
    in_main("not sorted or not unique", |f| f.switches[SwitchId(0)].cases[1].0 = 0);
    in_main("case 256", |f| f.switches[SwitchId(0)].cases[1].0 = 256);
    in_main("a switch has a default", |f| f.switches[SwitchId(0)].default = None);
    in_main("a switch has a default", |f| f.switches[SwitchId(1)].default = Some(EdgeId(2)));
    in_main("leads to another block", |f| f.switches[SwitchId(1)].cases[0].0 = 1);
    in_main("switch9 does not exist", |f| {
        f.insts[1] = Inst::Switch { value: Reg(0).into(), width: 8, table: SwitchId(9) }
    });
    in_main("e0 is marked", |f| f.edges[EdgeId(0)].crossing.left = Some(crate::LoopId(0)));
    check("loops are out of date", |m| {
        crate::loops::annotate(m);
        m.functions[MAIN].loops.loops[crate::LoopId(0)].depth = 2;
    });
}

#[test]
fn instructions() {
    let copy = |width, dst, a| Inst::Copy { width, dst: Reg(dst), a };
    in_main("is 0 bits wide", |f| f.insts[2] = copy(0, 3, Reg(0).into()));
    in_main("is 129 bits wide", |f| f.insts[2] = copy(129, 3, Reg(0).into()));
    in_main("%4 is not one of its 4 registers", |f| f.insts[2] = copy(8, 4, Reg(0).into()));
    in_main("%4 is not one of its 4 registers", |f| f.insts[2] = copy(8, 3, Reg(4).into()));
    in_main("the constant c3 does not exist", |f| f.insts[2] = copy(8, 3, ConstId(3).into()));
    in_main("truncates 8 bits to 16", |f| {
        f.insts[2] = Inst::Cast { op: CastOp::Truncate, from: 8, to: 16, dst: Reg(3), a: Reg(0).into() };
    });
    in_main("extends 16 bits to 8", |f| {
        f.insts[2] = Inst::Cast { op: CastOp::SignExtend, from: 16, to: 8, dst: Reg(3), a: Reg(0).into() };
    });
    in_main("swaps the bytes of 12 bits", |f| {
        f.insts[4] = Inst::Unary { op: UnaryOp::ByteSwap, width: 12, dst: Reg(0), a: Reg(0).into() };
    });
    in_main("text0 does not exist", |f| f.insts[6] = Inst::Unsupported { what: TextId(0) });
    in_main("returns 0 values where the function has 1", |f| {
        f.insts[6] = Inst::Return { first: 0, count: 0 }
    });
    in_main("which do not exist", |f| f.insts[6] = Inst::Return { first: u32::MAX, count: 1 });
    in_main("call1 does not exist", |f| f.insts[0] = Inst::Call { call: CallId(1) });
}

#[test]
fn calls() {
    let in_call = |expected: &str, break_it: fn(&mut CallSite)| {
        in_main(expected, |function| break_it(&mut function.calls[CallId(0)]));
    };
    in_call("the callee f9 does not exist", |call| call.callee = Callee::Direct(FuncId(9)));
    in_call("cover 1 of 2 scalars", |call| _ = call.passed.pop());
    in_call("cover 2 of 1 scalars", |call| _ = call.args.pop());
    in_call("starts at scalar 1 where 0 is due", |call| _ = call.passed.remove(0));
    in_call("alignment 3", |call| {
        call.passed[1] = PassedArgument::ByValue { index: 1, size: 16, align: 3 };
    });
    in_call("argument or result is 0 bits wide", |call| call.args[0].1 = 0);
    in_call("argument or result is 200 bits wide", |call| call.results[0].1 = 200);
    in_call("two results of the call", |call| call.results.push(call.results[0]));
    in_call("ties of the empty assembly", |call| call.callee = Callee::EmptyAsm { ties: Vec::new() });
    in_call("ties of the empty assembly", |call| call.callee = Callee::EmptyAsm { ties: vec![Some(2)] });
    in_call("%9 is not one of", |call| call.callee = Callee::Indirect(Reg(9).into()));
    // The switch reads what the call no longer writes.
    in_call("f0 at 1: in `main` (a.c:7): %2 may be read before it is written", |call| call.results.clear());
}

/// Runs along every path of at most `steps` blocks, knowing which registers were written.
fn unwritten_reads(
    function: &Function,
    block: BlockId,
    mut written: BTreeSet<u32>,
    steps: u32,
    found: &mut BTreeSet<u32>,
) {
    for at in function.blocks[block].insts.clone() {
        let inst = &function.insts[at as usize];
        inst.for_each_read(function, |reg| {
            if !written.contains(&reg.0) {
                found.insert(reg.0);
            }
        });
        inst.for_each_def(function, |reg| _ = written.insert(reg.0));
    }
    for edge in function.successors(block).iter().filter(|_| steps > 0).map(|edge| &function.edges[*edge]) {
        let mut written = written.clone();
        for (dst, source) in &edge.moves {
            found.extend(source.as_reg().map(|reg| reg.0).filter(|reg| !written.contains(reg)));
            written.insert(dst.0);
        }
        unwritten_reads(function, edge.to, written, steps - 1, found);
    }
}

#[test]
fn a_register_is_reported_exactly_if_some_path_reads_it_unwritten() {
    let (mut clean, mut broken) = (0, 0);
    for seed in 0..1000 {
        let function = random_dataflow(&mut Rng::new(seed));
        let mut module = Module::default();
        module.constants.push(Constant::Int { width: 1, value: 1 });
        let mut expected = BTreeSet::new();
        // A bare read is met on a path that repeats no block; there are at most 9.
        unwritten_reads(&function, Function::ENTRY, BTreeSet::from([0]), 9, &mut expected);
        module.functions.push(function);
        let reported = verify(&module).err().unwrap_or_default();
        let function = &module.functions[MAIN];
        for violation in &reported {
            assert!(violation.position.is_some(), "seed {seed}: {violation}");
        }
        let registers: BTreeSet<u32> = (0..function.registers)
            .filter(|reg| reported.iter().any(|it| it.message.contains(&format!("%{reg} may be read"))))
            .collect();
        assert_eq!(registers, expected, "seed {seed}");
        assert_eq!(reported.len(), expected.len(), "seed {seed}: {reported:?}");
        if expected.is_empty() { clean += 1 } else { broken += 1 }
    }
    assert!(clean > 50 && broken > 50, "{clean} clean, {broken} broken");
}

#[test]
fn operations_of_all_widths_pass() {
    for width in [1, 7, 8, 33, 64, 80, 128] {
        let mut module = sample();
        let inst = Inst::Binary {
            op: BinaryOp::SMulOverflows,
            width,
            wrapping: Default::default(),
            dst: Reg(3),
            a: Reg(0).into(),
            b: Reg(1).into(),
        };
        module.functions[MAIN].insts[2] = inst;
        assert_eq!(verify(&module), Ok(()));
    }
}
