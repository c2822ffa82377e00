//! Every operation there is, built rather than written, reads as it prints.

use super::check_round_trip;
use crate::FileId;
use crate::builder::FunctionBuilder;
use crate::constant::Constant;
use crate::function::{Parameter, SourceLoc, Variable, VariableSort};
use crate::inst::{
    ArgumentClass, BinaryOp, CallSite, Callee, CastOp, ComparePredicate, FloatBinaryOp, FloatKind,
    FloatPredicate, FloatUnaryOp, Inst, Operand, PassedArgument, Reg, TernaryOp, TrapKind, UnaryOp, Width,
    Wrapping,
};
use crate::module::Module;
use crate::random_function::{random_cfg, random_dataflow};
use bowline_base::Rng;

/// A function whose first parameter is so wide; it returns nothing.
fn check_on(width: Width, fill: impl FnOnce(&mut FunctionBuilder)) {
    let mut module = Module::default();
    module.files.push("dir/a.c".to_string());
    module.constants.push(Constant::Int { width, value: 1 });
    let mut builder = FunctionBuilder::new("f", &[width], &[]);
    fill(&mut builder);
    builder.ret(&[]);
    let id = module.functions.push(builder.finish());
    module.by_name.insert("f".to_string(), id);
    crate::loops::annotate(&mut module);
    crate::verify::verify(&module).unwrap();
    check_round_trip(&module);
}

const A: Operand = Operand::reg(Reg(0));

#[test]
fn operations_on_integers() {
    for width in [1, 7, 8, 64, 128] {
        check_on(width, |builder| {
            for op in BinaryOp::ALL {
                for (no_signed_wrap, no_unsigned_wrap) in
                    [(false, false), (true, false), (false, true), (true, true)]
                {
                    let wrapping = Wrapping { no_signed_wrap, no_unsigned_wrap };
                    let dst = builder.reg();
                    builder.push(Inst::Binary {
                        op,
                        width,
                        wrapping,
                        dst,
                        a: A,
                        b: crate::ConstId(0).into(),
                    });
                }
            }
            for op in UnaryOp::ALL.into_iter().filter(|op| *op != UnaryOp::ByteSwap || width % 8 == 0) {
                let dst = builder.reg();
                builder.push(Inst::Unary { op, width, dst, a: A });
            }
            for op in TernaryOp::ALL {
                let dst = builder.reg();
                builder.push(Inst::Ternary { op, width, dst, a: A, b: A, c: A });
            }
            for predicate in ComparePredicate::ALL {
                let dst = builder.reg();
                builder.push(Inst::Compare { predicate, width, dst, a: A, b: A });
            }
        });
    }
}

#[test]
fn operations_on_floats() {
    for kind in FloatKind::ALL {
        check_on(kind.width(), |builder| {
            for op in FloatBinaryOp::ALL {
                let dst = builder.reg();
                builder.push(Inst::FloatBinary { op, kind, dst, a: A, b: A });
            }
            for op in FloatUnaryOp::ALL {
                let dst = builder.reg();
                builder.push(Inst::FloatUnary { op, kind, dst, a: A });
            }
            for predicate in FloatPredicate::ALL {
                let dst = builder.reg();
                builder.push(Inst::FloatCompare { predicate, kind, dst, a: A, b: A });
            }
        });
    }
}

#[test]
fn casts() {
    for kind in FloatKind::ALL {
        let (width, quad) = (kind.width(), FloatKind::Quad);
        let from_float = [
            CastOp::FloatToSigned(kind),
            CastOp::FloatToUnsigned(kind),
            CastOp::FloatToSignedSaturating(kind),
            CastOp::FloatToUnsignedSaturating(kind),
        ];
        let to_float = [
            CastOp::SignedToFloat(kind),
            CastOp::UnsignedToFloat(kind),
            CastOp::FloatToFloat { from: quad, to: kind },
        ];
        check_on(width, |builder| {
            for op in from_float {
                let dst = builder.reg();
                builder.push(Inst::Cast { op, from: width, to: 32, dst, a: A });
            }
        });
        check_on(128, |builder| {
            for op in to_float {
                let dst = builder.reg();
                builder.push(Inst::Cast { op, from: 128, to: width, dst, a: A });
            }
        });
    }
}

#[test]
fn arguments_variables_and_positions() {
    check_on(64, |builder| {
        for class in ArgumentClass::ALL {
            let passed = vec![PassedArgument::Scalars { first: 0, count: 1, size: 8, align: 8, class }];
            let callee = Callee::Indirect(A);
            builder.at_line(4);
            builder.call(CallSite { callee, args: vec![(A, 64)], passed, results: vec![], no_return: false });
        }
        for sort in VariableSort::ALL {
            for (in_memory, column) in [(false, 0), (true, 7)] {
                let loc = SourceLoc { file: FileId(0), line: 3, column };
                let name = format!("{sort:?} \"{column}\"");
                let variable = Variable { reg: Reg(0), width: 64, in_memory, name, sort, loc };
                builder.function().variables.push(variable);
            }
        }
    });
}

#[test]
fn traps() {
    for kind in TrapKind::ALL {
        check_on(1, |builder| {
            let end = builder.block();
            builder.branch(A, crate::BlockId(2), end);
            let trap = builder.block();
            builder.switch_to(trap);
            builder.push(Inst::Trap { kind });
            builder.switch_to(end);
        });
    }
}

/// Any control flow, with all registers as parameters so that reads are always of something written.
#[test]
fn random_functions() {
    let mut loops = 0;
    for seed in 0..2000 {
        let mut rng = Rng::new(seed);
        let mut function = if seed % 2 == 0 { random_cfg(&mut rng) } else { random_dataflow(&mut rng) };
        let parameter = Parameter { width: 1, name: None, is_pointer: false };
        function.params = vec![parameter; function.registers as usize];
        let mut module = Module::default();
        module.constants.push(Constant::Int { width: 1, value: 1 });
        let id = module.functions.push(function);
        module.by_name.insert("random".to_string(), id);
        crate::loops::annotate(&mut module);
        crate::verify::verify(&module).unwrap();
        check_round_trip(&module);
        loops += module.functions[id].loops.loops.len();
    }
    assert!(loops > 1000, "{loops} loops");
}
