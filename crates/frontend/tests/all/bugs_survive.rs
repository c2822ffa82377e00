//! Nothing on the way to the IR may remove a bug of the program: no access disappears, no undefined behaviour is
//! "optimised" into something else.

use crate::support::{count, function, load_c, load_ll};
use bowline_ir::{BinaryOp, Callee, Inst};

fn is_store(inst: &Inst) -> bool {
    matches!(inst, Inst::Store { .. })
}

fn is_load(inst: &Inst) -> bool {
    matches!(inst, Inst::Load { .. })
}

#[test]
fn stores_through_null() {
    let module = load_c("int f(int c) { if (c) *(int *)0 = 1; return c; }");
    let f = function(&module, "f");
    assert_eq!(count(f, is_store), 1);
    assert_eq!(count(f, |inst| matches!(inst, Inst::Trap { .. })), 0);
    assert_eq!(count(f, |inst| matches!(inst, Inst::Branch { .. })), 1);
}

#[test]
fn unused_loads_through_pointers() {
    let module = load_c("void f(int *p) { *p; (void)p[3]; }");
    assert_eq!(count(function(&module, "f"), is_load), 2);
}

#[test]
fn division_by_zero() {
    let module = load_c("int f(int a) { int zero = 0; int unused = a % zero; return a / 0 + a / zero; }");
    let f = function(&module, "f");
    assert_eq!(count(f, |inst| matches!(inst, Inst::Binary { op: BinaryOp::SDiv, .. })), 2);
    assert_eq!(count(f, |inst| matches!(inst, Inst::Binary { op: BinaryOp::SRem, .. })), 1);
}

#[test]
fn accesses_outside_of_local_arrays() {
    let module = load_c("int f(void) { int a[2]; a[5] = 3; a[-1] = 4; return a[7]; }");
    let f = function(&module, "f");
    assert_eq!((count(f, is_store), count(f, is_load)), (2, 1));
    assert_eq!(count(f, |inst| matches!(inst, Inst::Alloca { element: 8, .. })), 1);
}

#[test]
fn reads_of_uninitialised_variables() {
    let module = load_c(
        "int never(void) { int x; return x; }
         int sometimes(int c) { int x; if (c) x = 1; return x; }
         int in_a_loop(int n) { int x; for (int i = 0; i < n; i++) { if (i) x += i; else x = 1; } return x; }
         int goes_round(int n) { int x; again: if (n > 3) { n--; x = n; goto again; } return x; }",
    );
    for name in ["never", "sometimes", "in_a_loop", "goes_round"] {
        assert!(count(function(&module, name), is_load) >= 1, "{name}");
    }
}

#[test]
fn values_that_llvm_calls_undefined_are_reads_of_what_nobody_wrote() {
    // Two ways from one block to the phi; a block that is not on the way; undefined lanes and poison.
    let module = load_ll(
        "define i32 @phi(i32 %n) {
         start:
           switch i32 %n, label %other [ i32 1, label %end
                                         i32 2, label %end ]
         other:
           br label %end
         end:
           %r = phi i32 [ undef, %start ], [ undef, %start ], [ 7, %other ]
           ret i32 %r
         }
         define ptr @result() { ret ptr undef }
         define i32 @poisoned() { ret i32 poison }
         define i32 @lane(i32 %a) {
           %v = insertelement <2 x i32> undef, i32 %a, i32 1
           %r = extractelement <2 x i32> %v, i32 1
           ret i32 %r
         }",
    );
    let accesses = |name| {
        let f = function(&module, name);
        (count(f, |inst| matches!(inst, Inst::Alloca { .. })), count(f, is_load), count(f, is_store))
    };
    assert_eq!(accesses("phi"), (1, 1, 0));
    assert_eq!(accesses("result"), (1, 1, 0));
    assert_eq!(accesses("poisoned"), (0, 0, 0));
    assert_eq!(accesses("lane"), (0, 0, 0));
}

#[test]
fn initialised_variables_are_registers() {
    let module = load_c(
        "int straight(int a) { int x = a; x += 2; return x; }
         int both(int c) { int x; if (c) x = 1; else x = 2; return x; }
         int loop(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
         int late(int n) { int x; switch (n) { case 0: x = 3; break; default: x = 4; } return x; }",
    );
    for name in ["straight", "both", "loop", "late"] {
        let memory = |inst: &Inst| is_load(inst) || is_store(inst) || matches!(inst, Inst::Alloca { .. });
        assert_eq!(count(function(&module, name), memory), 0, "{name}");
    }
}

#[test]
fn branches_and_infinite_loops() {
    let module = load_c(
        "int choose(int a, int b) { return a < b ? a + 1 : b + 2; }
         int both(int a, int b) { if (a && b) return 1; return 0; }
         void forever(void) { for (;;) {} }",
    );
    let is_branch = |inst: &Inst| matches!(inst, Inst::Branch { .. });
    assert_eq!(count(function(&module, "choose"), is_branch), 1);
    assert_eq!(count(function(&module, "both"), is_branch), 2);
    let forever = function(&module, "forever");
    assert!(forever.edges.iter().any(|edge| edge.to <= edge.from));
}

/// Variables of a function that calls `setjmp` live in memory, where a `longjmp` finds them as they are.
#[test]
fn variables_around_setjmp() {
    let module = load_c(
        "#include <setjmp.h>
         jmp_buf buffer;
         int f(int n) { int x = n; if (setjmp(buffer)) return x; x = 5; longjmp(buffer, 1); }",
    );
    let f = function(&module, "f");
    assert!(count(f, |inst| matches!(inst, Inst::Alloca { .. })) >= 2);
    let longjmp = module.function_named("longjmp").expect("declared");
    let call = f.calls.iter().find(|call| call.callee == Callee::Direct(longjmp)).expect("called");
    assert!(call.no_return);
}

#[test]
fn dead_code_behind_noreturn_is_a_trap() {
    let module = load_c("void abort(void) __attribute__((noreturn)); int f(void) { abort(); }");
    let f = function(&module, "f");
    assert!(matches!(f.insts[..], [Inst::Call { .. }, Inst::Trap { .. }]), "{:?}", f.insts);
}

/// The question does not execute its operand, so what looks like an access is none.
#[test]
fn operands_of_constant_p_are_not_evaluated() {
    let module = load_c(
        "int f(int *p, int i) { return __builtin_constant_p(p[i * 2] / i); }
         int g(int *p) { int x = p[1]; return __builtin_constant_p(x) + x; }",
    );
    assert!(matches!(function(&module, "f").insts[..], [Inst::Return { .. }]));
    assert_eq!(count(function(&module, "g"), is_load), 1);
}
