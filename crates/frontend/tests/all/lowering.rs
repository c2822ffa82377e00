//! What single instructions become, mostly those that C programs rarely contain.

use crate::machine::{Stop, run};
use crate::support::{count, function, load_c, load_ll, unsupported};
use bowline_ir::{
    ArgumentClass, Callee, Constant, Initializer, Inst, LoopCrossing, PassedArgument, TrapKind,
};

/// Runs `main` of a module of textual IR.
fn exit_code(text: &str) -> i32 {
    let module = load_ll(text);
    assert_eq!(unsupported(&module), [""; 0]);
    match run(&module, 100_000) {
        Stop::Exit(code) => code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_lowered_is_named_where_it_is() {
    let module = load_ll(
        r#"
declare i32 @llvm.no.such.thing(i32)
declare void @llvm.eh.unwind.init()
define i256 @divide(i256 %x) { %y = udiv i256 %x, 10  ret i256 %y }
define double @convert(i256 %x) { %y = uitofp i256 %x to double  ret double %y }
define i256 @swap(i256 %x) { %y = call i256 @llvm.bswap.i256(i256 %x)  ret i256 %y }
define i256 @rotate(i256 %x, i256 %n) { %y = call i256 @llvm.fshl.i256(i256 %x, i256 %x, i256 %n)  ret i256 %y }
define i256 @exchange(ptr %p, i256 %x) { %y = atomicrmw add ptr %p, i256 %x seq_cst  ret i256 %y }
define ptr @index(ptr %p, i256 %x) { %y = getelementptr i8, ptr %p, i256 %x  ret ptr %y }
define i256 @address() { ret i256 ptrtoint (ptr @address to i256) }
define <2 x i256> @vector(<2 x i256> %x) { ret <2 x i256> %x }
define void @jump(i256 %x) {
  switch i256 %x, label %a [ i256 1, label %b ]
a:
  ret void
b:
  ret void
}
declare i256 @llvm.bswap.i256(i256)
declare i256 @llvm.fshl.i256(i256, i256, i256)
define i32 @assembly() { %x = call i32 asm "cpuid", "=r"()  ret i32 %x }
define void @intrinsic() { call void @llvm.eh.unwind.init()  ret void }
define i64 @cycles() { %c = call i64 @llvm.readcyclecounter()  ret i64 %c }
define i32 @phi(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi ptr addrspace(256) [ null, %0 ], [ null, %a ]
  %x = load i32, ptr addrspace(256) %p
  ret i32 %x
}
define i32 @after(i1 %c) {
  %x = call i32 asm "nop", "=r"()
  br i1 %c, label %a, label %b
a:
  %y = add i32 %x, 1
  ret i32 %y
b:
  %z = phi i32 [ %x, %0 ]
  ret i32 %z
}
declare i64 @llvm.readcyclecounter()
"#,
    );
    let found = unsupported(&module);
    for expected in [
        "udiv of i256",
        "uitofp of i256",
        "intrinsic llvm.bswap.i256",
        "intrinsic llvm.fshl.i256",
        "atomicrmw of i256",
        "getelementptr with an index of i256",
        "constant expression i256 ptrtoint (ptr @address to i256)",
        "type <2 x i256>",
        "scalar use of type i256",
        "inline assembly \"cpuid\"",
        "intrinsic llvm.eh.unwind.init",
        "intrinsic llvm.readcyclecounter",
        "type ptr addrspace(256)",
        "inline assembly \"nop\"",
    ] {
        assert!(found.iter().any(|text| text.ends_with(expected)), "{expected} not in {found:?}");
    }
    // What only comes after it is not lowered.
    let after = function(&module, "after");
    assert_eq!(count(after, |inst| matches!(inst, Inst::Binary { .. } | Inst::Return { .. })), 0);
}

#[test]
fn phis_that_exchange_values() {
    let code = exit_code(
        r#"
define i32 @main() {
  br label %loop
loop:
  %a = phi i32 [ 1, %0 ], [ %b, %loop ]
  %b = phi i32 [ 2, %0 ], [ %c, %loop ]
  %c = phi i32 [ 3, %0 ], [ %a, %loop ]
  %n = phi i32 [ 0, %0 ], [ %m, %loop ]
  %m = add i32 %n, 1
  %done = icmp eq i32 %m, 5
  br i1 %done, label %end, label %loop
end:
  %x = mul i32 %a, 100
  %y = mul i32 %b, 10
  %s = add i32 %x, %y
  %t = add i32 %s, %c
  ret i32 %t
}
"#,
    );
    assert_eq!(code, 231);
}

#[test]
fn bits_are_cut_anew() {
    let code = exit_code(
        r#"
define i32 @main() {
  %v = bitcast i64 u0x8877665544332211 to <8 x i8>
  %i = add i32 0, 5
  %b = extractelement <8 x i8> %v, i32 %i
  %w = insertelement <8 x i8> %v, i8 3, i32 %i
  %q = bitcast <8 x i8> %w to <2 x i32>
  %hi = extractelement <2 x i32> %q, i32 1
  %s = icmp ugt <8 x i8> %v, splat (i8 80)
  %m = bitcast <8 x i1> %s to i8
  %p = alloca <11 x i1>
  store <11 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 1, i1 0>, ptr %p
  %k = load i16, ptr %p
  %back = load <11 x i1>, ptr %p
  %nine = extractelement <11 x i1> %back, i32 9
  %f = bitcast <3 x i24> <i24 1, i24 2, i24 u0x030405> to <9 x i8>
  %f8 = extractelement <9 x i8> %f, i32 8
  %b32 = zext i8 %b to i32
  %m32 = zext i8 %m to i32
  %k32 = zext i16 %k to i32
  %n32 = zext i1 %nine to i32
  %f32 = zext i8 %f8 to i32
  %okb = icmp eq i32 %b32, 102
  %okh = icmp eq i32 %hi, u0x88770355
  %okm = icmp eq i32 %m32, 240
  %okk = icmp eq i32 %k32, 525
  %okn = icmp eq i32 %n32, 1
  %okf = icmp eq i32 %f32, 3
  %r0 = zext i1 %okb to i32
  %r1 = select i1 %okh, i32 2, i32 0
  %r2 = select i1 %okm, i32 4, i32 0
  %r3 = select i1 %okk, i32 8, i32 0
  %r4 = select i1 %okn, i32 16, i32 0
  %r5 = select i1 %okf, i32 32, i32 0
  %t1 = or i32 %r0, %r1
  %t2 = or i32 %t1, %r2
  %t3 = or i32 %t2, %r3
  %t4 = or i32 %t3, %r4
  %t5 = or i32 %t4, %r5
  ret i32 %t5
}
"#,
    );
    assert_eq!(code, 63);
}

/// What clang refuses to compile, or only makes of vectors.
#[test]
fn wide_integers_that_c_has_no_words_for() {
    let code = exit_code(
        r#"
@p = global i136 u0x0102030405060708090A0B0C0D0E0F1011
@large = global i200 0
declare { i200, i1 } @llvm.smul.with.overflow.i200(i200, i200)
declare i200 @llvm.fshr.i200(i200, i200, i200)
define i32 @multiply(i200 %a, i200 %b, i200 %expected) noinline {
  %r = call { i200, i1 } @llvm.smul.with.overflow.i200(i200 %a, i200 %b)
  %v = extractvalue { i200, i1 } %r, 0
  %o = extractvalue { i200, i1 } %r, 1
  %bad = icmp ne i200 %v, %expected
  %bit = zext i1 %o to i32
  %n = select i1 %bad, i32 100, i32 %bit
  ret i32 %n
}
define i32 @main() {
  ; -2^199 fits, 2^199 does not; -2^199 * -1 does not; small ones do.
  %low = shl i200 1, 199
  %a = call i32 @multiply(i200 u0x40000000000000000000000000000000000000, i200 u0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFE000000000000, i200 %low)
  %b = call i32 @multiply(i200 u0x40000000000000000000000000000000000000, i200 u0x2000000000000, i200 %low)
  %c = call i32 @multiply(i200 %low, i200 -1, i200 %low)
  %d = call i32 @multiply(i200 -7, i200 5, i200 -35)

  ; In memory: 17 bytes, and nothing beyond.
  %x = load i136, ptr @p
  %v = bitcast i136 %x to <17 x i8>
  %last = extractelement <17 x i8> %v, i32 16
  %w = insertelement <17 x i8> %v, i8 99, i32 0
  %y = bitcast <17 x i8> %w to i136
  store i200 -1, ptr @large
  store i136 %y, ptr @large
  %z = load i200, ptr @large
  %okz = icmp eq i200 %z, u0xFFFFFFFFFFFFFFFF0102030405060708090A0B0C0D0E0F1063
  %okl = icmp eq i8 %last, 1
  %f = call i200 @llvm.fshr.i200(i200 5, i200 %z, i200 196)
  %okf = icmp eq i200 %f, 95

  %e0 = zext i1 %okz to i32
  %e1 = zext i1 %okl to i32
  %e2 = zext i1 %okf to i32
  %b2 = shl i32 %b, 1
  %c2 = shl i32 %c, 2
  %d2 = shl i32 %d, 3
  %z2 = shl i32 %e0, 4
  %l2 = shl i32 %e1, 5
  %f2 = shl i32 %e2, 6
  %s1 = add i32 %a, %b2
  %s2 = add i32 %s1, %c2
  %s3 = add i32 %s2, %d2
  %s4 = add i32 %s3, %z2
  %s5 = add i32 %s4, %l2
  %s6 = add i32 %s5, %f2
  ret i32 %s6
}
"#,
    );
    assert_eq!(code, 0b1110110);
}

#[test]
fn masked_lanes_are_not_accessed() {
    let code = exit_code(
        r#"
@data = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define i32 @main() {
  %n = alloca i32
  store i32 2, ptr %n
  %k = load i32, ptr %n
  %kk = insertelement <4 x i32> poison, i32 %k, i32 0
  %all = shufflevector <4 x i32> %kk, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp ugt <4 x i32> %all, <i32 0, i32 1, i32 2, i32 3>
  %past = getelementptr i32, ptr @data, i64 2
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %past, i32 4, <4 x i1> %mask, <4 x i32> splat (i32 100))
  %s1 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 9), ptr %past, i32 4, <4 x i1> %mask)
  %ptrs = getelementptr i32, ptr @data, <4 x i64> <i64 0, i64 3, i64 1000000, i64 -1000000>
  %g = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %ptrs, i32 4, <4 x i1> %mask, <4 x i32> zeroinitializer)
  %s2 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %g)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> <i32 50, i32 60, i32 70, i32 80>, <4 x ptr> %ptrs, i32 4, <4 x i1> %mask)
  %first = load i32, ptr @data
  %t1 = add i32 %s1, %s2
  %t2 = add i32 %t1, %first
  ret i32 %t2
}
"#,
    );
    // 3 + 4 + 100 + 100, then 1 + 9, then 50.
    assert_eq!(code, 267);
}

#[test]
fn resolvers_are_asked() {
    let module = load_c(
        "static int fast(int x) { return x + 1; } static int slow(int x) { return x + 2; }
         int choice = 1;
         static int (*resolve(void))(int) { return choice ? fast : slow; }
         int work(int x) __attribute__((ifunc(\"resolve\")));
         int main(void) { int a = work(10); choice = 0; int (*p)(int) = work; return a * 10 + p(10); }",
    );
    assert_eq!(unsupported(&module), [""; 0]);
    assert_eq!(run(&module, 1000), Stop::Exit(122));
}

#[test]
fn label_addresses_in_data() {
    let module = load_c(
        "int f(int i) { static void *t[] = { &&a, &&b }; goto *t[i]; a: return 1; b: return 2; }
         int main(void) { return f(0) * 10 + f(1); }",
    );
    let table = module.globals.iter().find(|global| global.name == "f.t").expect("the table");
    let Initializer::Bytes { relocations, .. } = &table.initializer else { panic!("{table:?}") };
    assert_eq!(relocations.len(), 2);
    for relocation in relocations {
        assert!(matches!(module.constants[relocation.value], Constant::Block { .. }));
    }
    assert_eq!(run(&module, 1000), Stop::Exit(12));
}

#[test]
fn arguments_are_grouped_as_the_source_has_them() {
    let module = load_c(
        "struct large { int x[10]; }; int take(struct large, int, ...);
         int f(struct large l) { return take(l, 1, 2.5L, (char)3, l); }",
    );
    let call = &function(&module, "f").calls.as_slice()[0];
    let [
        PassedArgument::ByValue { index: 0, size: 40, .. },
        PassedArgument::Scalars { first: 1, count: 1, .. },
        PassedArgument::Scalars { first: 2, count: 1, size: 16, align: 16, class: ArgumentClass::Memory },
        PassedArgument::Scalars { first: 3, count: 1, size: 8, align: 8, .. },
        PassedArgument::ByValue { index: 4, size: 40, .. },
    ] = call.passed[..]
    else {
        panic!("{:?}", call.passed)
    };
    assert_eq!(call.args.iter().map(|(_, width)| *width).collect::<Vec<_>>(), [64, 32, 80, 32, 64]);
}

/// C89 allows to call a function with other arguments than it has; that is not a call of what was declared.
#[test]
fn calls_that_do_not_fit_go_through_the_address() {
    let module = load_c("int g(int a, int b) { return a; } int f(void) { return ((int (*)(int))g)(1); }");
    let call = &function(&module, "f").calls.as_slice()[0];
    assert!(matches!(call.callee, Callee::Indirect(address) if address.as_const().is_some()));
}

#[test]
fn x87_constants_keep_all_bits() {
    let module =
        load_c("long double f(void) { return 0.1L; } __int128 g(void) { return -(__int128)1 << 100; }");
    let has =
        |width, value| module.constants.iter().any(|constant| *constant == Constant::Int { width, value });
    assert!(has(80, 0x3FFB_CCCC_CCCC_CCCC_CCCD));
    assert!(has(128, (-(1i128 << 100)) as u128));
}

#[test]
fn traps() {
    let module = load_c(
        "void a(void) { __builtin_trap(); } void b(void) { __builtin_unreachable(); } void c(void) { __builtin_debugtrap(); }",
    );
    for (name, kind) in [("a", TrapKind::Trap), ("b", TrapKind::Unreachable), ("c", TrapKind::Debug)] {
        assert_eq!(function(&module, name).insts, [Inst::Trap { kind }], "{name}");
    }
}

#[test]
fn loops_are_marked() {
    let module = load_c("int f(int n) { int s = 0; while (n--) s += n; return s; }");
    let crossings = function(&module, "f").edges.iter().map(|edge| edge.crossing).collect::<Vec<_>>();
    let has = |test: fn(&LoopCrossing) -> bool| crossings.iter().any(test);
    assert!(has(|crossing| crossing.entered().is_some()));
    assert!(has(|crossing| crossing.repeated().is_some()));
    assert!(has(|crossing| crossing.left.is_some()));
}

#[test]
fn straight_lines_are_one_block() {
    let module = load_c("int f(int a) { { a++; } do { a *= 2; } while (0); goto next; next: return a; }");
    assert_eq!(function(&module, "f").blocks.len(), 1);
}

#[test]
fn what_is_constant_is_a_literal() {
    let code = exit_code(
        r#"
declare i1 @llvm.is.constant.i32(i32)
declare i1 @llvm.is.constant.p0(ptr)
declare i1 @llvm.is.constant.f64(double)
define i32 @main(i32 %argc, ptr %argv) {
  %literal = call i1 @llvm.is.constant.i32(i32 5)
  %argument = call i1 @llvm.is.constant.i32(i32 %argc)
  %null = call i1 @llvm.is.constant.p0(ptr null)
  %pointer = call i1 @llvm.is.constant.p0(ptr %argv)
  %float = call i1 @llvm.is.constant.f64(double 1.5)
  %a = zext i1 %literal to i32
  %b = zext i1 %argument to i32
  %c = zext i1 %null to i32
  %d = zext i1 %pointer to i32
  %tens = mul i32 %b, 10
  %hundreds = mul i32 %c, 100
  %thousands = mul i32 %d, 1000
  %ab = add i32 %a, %tens
  %cd = add i32 %hundreds, %thousands
  %abcd = add i32 %ab, %cd
  %e = zext i1 %float to i32
  %twice = mul i32 %e, 2
  %all = add i32 %abcd, %twice
  ret i32 %all
}
"#,
    );
    assert_eq!(code, 103);
}
