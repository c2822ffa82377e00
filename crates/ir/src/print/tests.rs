//! Texts as they should be, to the letter.

use super::scope::int_text;
use super::*;
use crate::builder::FunctionBuilder;
use crate::constant::{ConstExpr, Constant};
use crate::function::SourceLoc;
use crate::inst::{
    ArgumentClass, BinaryOp, CallSite, Callee, CastOp, ComparePredicate, FloatKind, Inst, PassedArgument,
};
use crate::{FileId, GlobalId};

/// `sum` adds up `count` bytes; the example of `docs/ir.md`, which shows this very text.
fn example() -> Module {
    let mut module = Module::default();
    module.files.push("sum.c".to_string());
    let zero = module.constants.push(Constant::Int { width: 32, value: 0 });
    let one = module.constants.push(Constant::Int { width: 32, value: 1 });
    let mut builder = FunctionBuilder::new("sum", &[64, 32], &[32]);
    let [i, total, more, index, address, byte, wide] = [(); 7].map(|()| builder.reg());
    let [next_total, next_i] = [(); 2].map(|()| builder.reg());
    let (header, body, end) = (builder.block(), builder.block(), builder.block());
    builder.at_line(3);
    builder.jump(header, &[(i, zero.into()), (total, zero.into())]);
    builder.switch_to(header);
    let (width, wrapping) = (32, crate::Wrapping { no_signed_wrap: true, no_unsigned_wrap: false });
    let predicate = ComparePredicate::Slt;
    builder.push(Inst::Compare { predicate, width, dst: more, a: i.into(), b: builder.param(1) });
    builder.branch(more.into(), body, end);
    builder.switch_to(body);
    builder.at_line(4);
    builder.push(Inst::Cast { op: CastOp::SignExtend, from: 32, to: 64, dst: index, a: i.into() });
    builder.push(Inst::Offset { dst: address, base: builder.param(0), index: index.into(), scale: 1 });
    builder.push(Inst::Load { width: 8, dst: byte, address: address.into() });
    builder.push(Inst::Cast { op: CastOp::ZeroExtend, from: 8, to: 32, dst: wide, a: byte.into() });
    let op = BinaryOp::Add;
    builder.push(Inst::Binary { op, width, wrapping, dst: next_total, a: total.into(), b: wide.into() });
    builder.at_line(3);
    builder.push(Inst::Binary { op, width, wrapping, dst: next_i, a: i.into(), b: one.into() });
    builder.jump(header, &[(i, next_i.into()), (total, next_total.into())]);
    builder.switch_to(end);
    builder.at_line(5);
    builder.ret(&[total.into()]);
    let function = builder.function();
    function.loc = Some(SourceLoc { file: FileId(0), line: 1, column: 5 });
    (function.params[0].is_pointer, function.params[0].name) = (true, Some("bytes".to_string()));
    function.params[1].name = Some("count".to_string());
    let id = module.functions.push(builder.finish());
    module.by_name.insert("sum".to_string(), id);
    crate::loops::annotate(&mut module);
    module
}

#[test]
fn the_documentation_shows_the_example_as_it_prints() {
    let module = example();
    crate::verify::verify(&module).expect("the example is well formed");
    let docs = include_str!("../../../../docs/ir.md").replace("\r\n", "\n");
    let text = module.to_string();
    assert!(docs.contains(&text), "docs/ir.md should contain:\n{text}");
}

#[test]
fn calls_globals_and_addresses_by_name() {
    let mut module = example();
    let seven = module.constants.push(Constant::Int { width: 8, value: 0xf9 });
    let inside = module.constants.push(Constant::Global { global: GlobalId(0), offset: -4 });
    let difference = ConstExpr::Binary { op: BinaryOp::Sub, width: 64, a: inside, b: inside };
    let difference = module.constants.push(Constant::Expr(difference));
    module.globals.push(Global {
        name: "odd name".to_string(),
        size: 8,
        align: 8,
        read_only: true,
        initializer: Initializer::Bytes {
            bytes: vec![0; 8],
            relocations: vec![crate::Relocation { offset: 0, width: 64, value: inside }],
        },
        loc: None,
    });
    let mut builder = FunctionBuilder::new("f", &[], &[]);
    let dst = builder.reg();
    builder.call(CallSite {
        callee: Callee::Direct(FuncId(0)),
        args: vec![(inside.into(), 64), (seven.into(), 8), (difference.into(), 64)],
        passed: vec![
            PassedArgument::Scalars { first: 0, count: 2, size: 16, align: 8, class: ArgumentClass::Integer },
            PassedArgument::ByValue { index: 2, size: 24, align: 8 },
        ],
        results: vec![(dst, 32)],
        no_return: true,
    });
    let op = CastOp::FloatToSigned(FloatKind::Double);
    builder.push(Inst::Cast { op, from: 64, to: 32, dst, a: inside.into() });
    builder.push(Inst::Unsupported { what: crate::TextId(9) });
    let id = module.functions.push(builder.finish());
    let expected = r#"function f1 unlisted @f() -> void, 1 registers {
b0:
     0: %0:i32 = call0 @sum(i64 @"odd name"-4, i8 -7, i64 c4) no_return
            passing 0 + 2: 16 bytes align 8, integer; 2 by value: 24 bytes align 8
     1: %0 = float_to_signed(double) i64 @"odd name"-4 to i32
     2: unsupported text9
}
"#;
    assert_eq!(module.text_of(id).to_string(), expected);
    let text = module.to_string();
    assert!(text.contains("c4 = sub i64 c3, c3\n"), "{text}");
    let global =
        r#"g0 = constant @"odd name", 8 bytes, align 8, bytes 0000000000000000, at 0: i64 @"odd name"-4"#;
    assert!(text.contains(global), "{text}");
}

#[test]
fn integers_read_as_signed_where_that_is_short() {
    assert_eq!(int_text(32, u32::MAX.into()), "-1");
    assert_eq!(int_text(1, 1), "1");
    assert_eq!(int_text(8, 0x80), "-128");
    assert_eq!(int_text(64, 1 << 40), "0x10000000000");
    assert_eq!(int_text(128, u128::MAX - 1), "-2");
    assert_eq!(int_text(64, 0), "0");
}
