//! C types: what is read of debug information is what the compiler says, how parameters become scalars, and which types are one.

mod oracle;
mod passing;

use crate::support::{Files, load_c, load_ll};
use bowline_frontend::{Options, load};
use bowline_ir::Module;
use bowline_ir::c_type::designator::Designator;
use bowline_ir::c_type::function::Passing;
use bowline_ir::c_type::{CType, RecordKind};
use oracle::Oracle;
use std::path::{Path, PathBuf};
use std::process::Command;

fn load_file(path: &Path, options: &Options) -> Module {
    load(&[path.to_path_buf()], options).unwrap_or_else(|error| panic!("{error}")).module
}

/// Compiles the oracle's program and, if it can be linked, runs it. Returns how much was asked.
fn agrees_with_the_compiler(source: &Path, flags: &[String], run: bool) -> usize {
    let module = load_file(source, &Options { cflags: flags.to_vec(), ..Options::default() });
    let bodies = module.functions.iter_ids().filter(|(_, function)| !function.is_declaration());
    for (id, function) in bodies.filter(|_| !flags.contains(&"-O1".to_string())) {
        let described =
            module.types.function(id).unwrap_or_else(|| panic!("nothing about {}", function.name));
        let mut known = described.params.iter().map(|param| &param.passed).chain([&described.returned]);
        let named = described.params.iter().all(|param| param.name.is_some());
        assert!(
            known.all(|passed| *passed != Passing::Unknown) && named,
            "{}: {}",
            source.display(),
            function.name
        );
    }
    let mut oracle = Oracle::new(&module);
    oracle.ask_everything(source);
    let files = Files::new();
    let check = files.write("check.c", oracle.program(source));
    let binary = files.directory.path().join("check");
    let mut command = Command::new("clang-19");
    command.args(["-w", "-ferror-limit=5"]).args(flags);
    if run {
        command.arg("-o").arg(&binary)
    } else {
        command.arg("-fsyntax-only")
    };
    let output = command.arg(&check).output().expect("clang 19 is installed");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {text}", source.display());
    if run {
        let status = Command::new(&binary).status().expect("the program runs");
        assert!(status.success(), "{}: a bit-field lies elsewhere", source.display());
    }
    oracle.questions
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/types/every_kind.c")
}

#[test]
fn every_kind_of_type_is_as_the_compiler_has_it() {
    let questions = agrees_with_the_compiler(&sample(), &["-std=gnu11".to_string()], true);
    assert!(questions > 300, "{questions}");
    // Where `char` has no sign.
    agrees_with_the_compiler(&sample(), &["-std=gnu11".to_string(), "-funsigned-char".to_string()], true);
}

#[test]
fn types_of_some_other_programs_are_as_the_compiler_has_them() {
    types_of_other_programs(10);
}

#[test]
#[ignore = "takes two minutes"]
fn types_of_all_other_programs_are_as_the_compiler_has_them() {
    types_of_other_programs(1);
}

/// Every so many of the test programs and of the files of the C library.
fn types_of_other_programs(step: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository");
    let libc_flags = std::fs::read_to_string(root.join("runtime/libc/FLAGS")).expect("flags of the library");
    let mut questions = 0;
    for (directory, own_flags) in [("tests/programs", ""), ("runtime/libc", libc_flags.as_str())] {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(root.join(directory))
            .expect("a directory of the repository")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
            .collect();
        paths.sort();
        let mut flags = vec!["-w".to_string(), format!("-I{}", root.join("runtime/include").display())];
        flags.extend(own_flags.split_whitespace().map(str::to_string));
        for path in paths.iter().step_by(step) {
            questions += agrees_with_the_compiler(path, &flags, false);
        }
    }
    println!("{questions} questions");
    assert!(questions > 3000 / step, "{questions}");
}

#[test]
fn prototypes_read_as_in_the_source() {
    let module = load_file(&sample(), &Options { cflags: vec!["-w".to_string()], ..Options::default() });
    let prototype = |name: &str| {
        let id = module.function_named(name).unwrap_or_else(|| panic!("no {name}"));
        module.types.prototype(id, name).unwrap_or_else(|| panic!("no type of {name}"))
    };
    assert_eq!(prototype("simple"), "int simple(int a, const char *b, double c, _Bool d, enum color e)");
    assert_eq!(prototype("counted"), "int counted(int count, ...)");
    assert_eq!(prototype("unprototyped"), "int unprototyped(void)");
    assert_eq!(prototype("no_result"), "void no_result(void)");
    assert_eq!(prototype("old"), "int old()");
    assert_eq!(
        prototype("returns_function"),
        "int (*returns_function(int which))(const void *, const void *)"
    );
    assert_eq!(prototype("arrays"), "int arrays(int n, int *a, char (*b)[4], int (*f)(int))");
}

#[test]
fn variables_have_types() {
    let module = load_file(&sample(), &Options { cflags: vec!["-w".to_string()], ..Options::default() });
    let id = module.function_named("local_variables").expect("there");
    let described = module.types.function(id).expect("with debug information");
    let function = &module.functions[id];
    assert_eq!(described.variables.len(), function.variables.len());
    let text = |name: &str| {
        let at = function.variables.iter().position(|variable| variable.name == name)?;
        described.variables[at].map(|ty| module.types.text(ty))
    };
    assert_eq!(text("here").as_deref(), Some("struct point"));
    assert_eq!(text("there").as_deref(), Some("struct point *"));
    assert_eq!(text("shade").as_deref(), Some("unsigned char"));
}

#[test]
fn places_behind_a_parameter_have_names() {
    let module = load_c(
        "struct name { char text[16]; int length; };
         struct node { struct node *next; struct name *name; struct { short x, y; } at[3]; };
         int f(struct node *list) { return list->next->at[1].y; }",
    );
    let id = module.function_named("f").expect("there");
    let param = &module.types.function(id).expect("described").params[0];
    let text = |offsets: &[i64], size| {
        Designator::path(&module.types, "list", param.ty, offsets, size).map(|place| place.text())
    };
    assert_eq!(text(&[0, 22], 2).as_deref(), Some("list->next->at[1].y"));
    assert_eq!(text(&[0, 8, 3], 1).as_deref(), Some("list->next->name->text[3]"));
    assert_eq!(text(&[8, 16], 4).as_deref(), Some("list->name->length"));
}

#[test]
fn without_debug_information_there_are_no_types() {
    let module = load_ll("@g = global i32 0\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n");
    assert!(module.types.is_empty());
    let (id, global) = (module.function_named("f").expect("there"), bowline_ir::GlobalId(0));
    assert_eq!((module.types.function(id), module.types.global(global)), (None, None));
}

#[test]
fn a_structure_of_several_units_is_one_type_and_another_of_its_name_is_not() {
    let files = Files::new();
    files.write(
        "list.h",
        "struct list { struct list *next; struct hidden *hidden; int n; }; extern struct list *all;\n",
    );
    let unit = |name: &str, text: &str| files.write(name, format!("#include \"list.h\"\n{text}"));
    let paths = [
        unit(
            "a.c",
            "struct own { int a; }; struct own x; int f(struct list *l) { return l->n; } int main(void) { return 0; }",
        ),
        unit("b.c", "struct own { long b; }; struct own y; int g(struct list *l) { return l->n; }"),
        unit("c.c", "struct hidden { int secret; } h; struct list *all;"),
    ];
    let module = load(&paths, &Options::default()).unwrap_or_else(|error| panic!("{error}")).module;
    let param = |name: &str| {
        let id = module.function_named(name).expect("there");
        module.types.function(id).expect("described").params[0].ty
    };
    assert_eq!(param("f"), param("g"));
    assert!(module.types.record_named(RecordKind::Struct, "list").is_some());
    assert_eq!(module.types.record_named(RecordKind::Struct, "own"), None);
    // Only one unit knows what is behind the pointer.
    let place = Designator::path(&module.types, "l", param("f"), &[8, 0], 4).expect("a pointer to a pointer");
    assert_eq!(place.text(), "l->hidden->secret");
}

/// The same place of a header can mean two types, by a macro.
#[test]
fn a_header_that_means_two_types_gives_two() {
    let files = Files::new();
    files.write("v.h", "struct v { VALUE value; };\n");
    let unit = |name: &str, value: &str, text: &str| {
        files.write(name, format!("#define VALUE {value}\n#include \"v.h\"\n{text}"))
    };
    let paths = [
        unit("a.c", "int", "int f(struct v *v) { return v->value; } int main(void) { return 0; }"),
        unit("b.c", "float", "int g(struct v *v) { return v->value; }"),
    ];
    let module = load(&paths, &Options::default()).unwrap_or_else(|error| panic!("{error}")).module;
    let field = |name: &str| {
        let id = module.function_named(name).expect("there");
        let ty = module.types.function(id).expect("described").params[0].ty;
        let record = module.types.pointee(ty).expect("a pointer");
        module.types.text(module.types.field_at(record, 0).expect("a field").ty)
    };
    assert_eq!((field("f").as_str(), field("g").as_str()), ("int", "float"));
}

#[test]
fn only_arrays_computed_at_run_time_have_no_known_length() {
    let module = load_c("int f(int n) { int a[n]; a[0] = 1; return a[0]; }");
    let count = module.types.iter().filter(|(_, ty)| matches!(ty, CType::Array { .. })).count();
    let text = module.types.iter().map(|(id, _)| module.types.text(id)).find(|text| text.contains('['));
    assert_eq!((count, text.as_deref()), (1, Some("int[*]")));
    assert!(matches!(
        module.types.function(module.function_named("f").expect("there")).expect("described").returned,
        Passing::Scalars(_)
    ));
}
