//! How clang's calling convention turns C parameters into scalars, written down by hand, and what optimisers leave of it.

use super::{load_file, sample};
use crate::support::load_c_with;
use bowline_frontend::Options;
use bowline_ir::Module;
use bowline_ir::c_type::function::{CFunction, Part, Passing};

fn described<'m>(module: &'m Module, name: &str) -> &'m CFunction {
    let id = module.function_named(name).unwrap_or_else(|| panic!("no {name}"));
    module.types.function(id).unwrap_or_else(|| panic!("nothing about {name}"))
}

/// `a:0@0/64` is scalar 0 with 64 bits at offset 0 of `a`.
fn text(passing: &Passing) -> String {
    let part = |part: &Part| format!("{}@{}/{}", part.scalar, part.offset, part.width);
    match passing {
        Passing::Nothing => "nothing".to_string(),
        Passing::Scalars(parts) => parts.iter().map(part).collect::<Vec<_>>().join("+"),
        Passing::Promoted { scalar } => format!("{scalar} promoted"),
        Passing::Memory { scalar } => format!("*{scalar}"),
        Passing::Unknown => "unknown".to_string(),
    }
}

fn params(module: &Module, name: &str) -> Vec<String> {
    let function = described(module, name);
    let named = function.params.iter().map(|param| {
        let name = param.name.as_deref().unwrap_or("?");
        format!("{name}:{}", text(&param.passed))
    });
    named.collect()
}

fn module() -> Module {
    load_file(&sample(), &Options { cflags: vec!["-w".to_string()], ..Options::default() })
}

#[test]
fn parameters_in_registers_in_memory_and_not_at_all() {
    let module = module();
    assert_eq!(params(&module, "simple"), ["a:0@0/32", "b:1@0/64", "c:2@0/64", "d:3@0/1", "e:4@0/32"]);
    assert_eq!(
        params(&module, "structures"),
        [
            "p:0@0/64+1@8/64",
            "f:2@0/32+3@4/32+4@8/32",
            "t:5@0/32+6@4/32",
            "b:7@0/24",
            "l:*8",
            "e:nothing",
            "a:9@0/8",
            "h:10@8/64",
            "u:11@0/64+12@8/64",
            "at:13@0/64",
        ]
    );
    assert_eq!(
        params(&module, "numbers"),
        [
            "i:0@0/64+1@8/64",
            "ld:2@0/80",
            "cf:3@0/32+4@4/32",
            "cd:5@0/64+6@8/64",
            "cl:*7",
            "v:8@0/32+9@4/32+10@8/32+11@12/32",
            "h:12@0/32+13@4/32+14@8/32+15@12/32",
            "m:*16",
            "t:17@0/16",
        ]
    );
    assert_eq!(params(&module, "old"), ["c:0 promoted", "f:1 promoted", "s:2@0/64+3@8/64", "n:4@0/64"]);
    assert_eq!(params(&module, "counted"), ["count:0@0/32"]);
    assert_eq!(described(&module, "structures").param_of(4), Some(1));
}

/// Five registers are taken: a pair that needs one more and a vector register still fits. Behind it a structure of one half is
/// passed like a number, as one of two halves cannot be.
#[test]
fn structures_that_find_no_registers_are_copied() {
    let expected = [
        "a:0@0/64",
        "b:1@0/64",
        "c:2@0/64",
        "d:3@0/64",
        "e:4@0/64",
        "p:5@0/64+6@8/64",
        "at:7@0/64",
        "f:8@0/64",
        "q:*9",
    ];
    assert_eq!(params(&module(), "exhausted"), expected);
}

#[test]
fn results() {
    let module = module();
    let returned = |name: &str| text(&described(&module, name).returned);
    assert_eq!(returned("simple"), "0@0/32");
    assert_eq!(returned("no_result"), "nothing");
    assert_eq!(returned("returns_pair"), "0@0/64+1@8/64");
    assert_eq!(returned("returns_large"), "*0");
    assert_eq!(params(&module, "returns_large"), ["a:1@0/32"]);
    assert_eq!(returned("returns_floats"), "0@0/32+1@4/32+2@8/32");
    assert_eq!(returned("returns_point"), "0@0/64");
    assert_eq!(returned("returns_empty"), "nothing");
    assert_eq!(returned("returns_huge"), "0@0/64+1@8/64");
    assert_eq!(returned("returns_complex"), "0@0/80+1@16/80");
    assert_eq!(returned("returns_flag"), "0@0/1");
}

#[test]
fn a_signature_that_an_optimiser_changed_is_unknown() {
    let source = "
        struct pair { int a, b; };
        __attribute__((noinline)) static int unused(int dead, int x) { return x * 3; }
        __attribute__((noinline)) static int promoted(struct pair *p, int x) { return p->b + x; }
        int kept(int a, struct pair *p) { return a + p->a; }
        int use(int n) { struct pair p = {n, n}; return unused(n, n + 1) + unused(2, n) + promoted(&p, n) + kept(n, &p); }";
    let options = Options { optimize: Some(2), ..Options::default() };
    let module = load_c_with(source, &options);
    assert_eq!(params(&module, "kept"), ["a:0@0/32", "p:1@0/64"]);
    let mut changed = 0;
    for name in ["unused", "promoted"] {
        let Some(id) = module.function_named(name) else { continue };
        if module.functions[id].params.len() != described(&module, name).params.len() {
            changed += 1;
            assert!(params(&module, name).iter().all(|param| param.ends_with(":unknown")), "{name}");
        }
    }
    assert!(changed > 0, "the optimiser changed no signature");
}

/// A function of type `int (int x)` by debug information, with the parameters given.
fn with_signature(signature: &str, value: &str) -> Module {
    let text = r#"define i32 @f(SIGNATURE) !dbg !4 {
  call void @llvm.dbg.value(metadata i32 VALUE, metadata !8, metadata !DIExpression()), !dbg !9
  ret i32 VALUE, !dbg !9
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/nowhere")
!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !2, line: 1, type: !7)
!9 = !DILocation(line: 1, scope: !4)
"#;
    crate::support::load_ll(&text.replace("SIGNATURE", signature).replace("VALUE", value))
}

#[test]
fn a_signature_is_believed_only_if_names_and_numbers_fit() {
    assert_eq!(params(&with_signature("i32 %x", "%x"), "f"), ["x:0@0/32"]);
    assert_eq!(params(&with_signature("i32 %0", "%0"), "f"), ["x:0@0/32"], "without a name");
    assert_eq!(params(&with_signature("i32 %other", "%other"), "f"), ["x:unknown"]);
    assert_eq!(params(&with_signature("i32 %x, i32 %more", "%x"), "f"), ["x:unknown"]);
    assert_eq!(params(&with_signature("i64 %x", "0"), "f"), ["x:unknown"]);
    assert_eq!(params(&with_signature("", "0"), "f"), ["x:unknown"]);
}
