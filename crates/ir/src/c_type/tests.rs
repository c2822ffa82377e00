//! Declarations and names of places on types made by hand; the front end's tests compare with what clang says.

use super::designator::Designator;
use super::*;

struct Sample {
    types: CTypes,
    int: CTypeId,
    character: CTypeId,
    /// `struct list { struct list *next; char name[8]; union { int i; float f; }; unsigned a : 3, b : 7; char tail[]; }`
    list: CTypeId,
}

fn basic(types: &mut CTypes, name: &str, kind: BasicKind, size: u64) -> CTypeId {
    types.intern(CType::Basic(Basic { name: name.to_string(), kind, size }))
}

fn field(name: &str, ty: CTypeId, offset: u64) -> Field {
    let name = (!name.is_empty()).then(|| name.to_string());
    Field { name, ty, offset, bits: None }
}

fn record(kind: RecordKind, name: Option<&str>, size: u64) -> Record {
    Record { kind, name: name.map(str::to_string), size, fields: Vec::new(), complete: true }
}

fn sample() -> Sample {
    let mut types = CTypes::default();
    let int = basic(&mut types, "int", BasicKind::Signed, 4);
    let unsigned = basic(&mut types, "unsigned int", BasicKind::Unsigned, 4);
    let character = basic(&mut types, "char", BasicKind::Signed, 1);
    let float = basic(&mut types, "float", BasicKind::Float(Some(FloatKind::Single)), 4);
    let list = types.add_record(record(RecordKind::Struct, Some("list"), 24));
    let next = types.intern(CType::Pointer(list));
    let name = types.intern(CType::Array { element: character, count: Count::Known(8) });
    let tail = types.intern(CType::Array { element: character, count: Count::Flexible });
    let either = types.add_record(record(RecordKind::Union, None, 4));
    types.set_fields(either, vec![field("i", int, 0), field("f", float, 0)]);
    let bits = |name: &str, first: u64, width: u64| Field {
        bits: Some(BitField { first, width }),
        ..field(name, unsigned, first / 8)
    };
    types.set_fields(
        list,
        vec![
            field("next", next, 0),
            field("name", name, 8),
            field("", either, 16),
            bits("a", 160, 3),
            bits("b", 163, 7),
            bits("c", 170, 14),
            field("tail", tail, 23),
        ],
    );
    Sample { types, int, character, list }
}

#[test]
fn declarations_read_from_the_inside_out() {
    let Sample { mut types, int, character, list } = sample();
    let void = types.intern(CType::Void);
    let constant =
        |types: &mut CTypes, of| types.intern(CType::Qualified { qualifier: Qualifier::Const, of });
    let constant_void = constant(&mut types, void);
    let untyped = types.intern(CType::Pointer(constant_void));
    let compare = types.intern(CType::Function(FunctionType {
        result: int,
        params: vec![untyped, untyped],
        variadic: false,
        prototyped: true,
    }));
    let pointer = types.intern(CType::Pointer(compare));
    assert_eq!(types.declare(pointer, "compare"), "int (*compare)(const void *, const void *)");
    assert_eq!(types.text(pointer), "int (*)(const void *, const void *)");
    assert_eq!(types.text(compare), "int (const void *, const void *)");
    assert_eq!(types.declare_function(compare, "f", &["a", ""]), "int f(const void *a, const void *)");

    let table = types.intern(CType::Array { element: pointer, count: Count::Known(3) });
    assert_eq!(types.declare(table, "table"), "int (*table[3])(const void *, const void *)");
    let to_table = types.intern(CType::Pointer(table));
    assert_eq!(types.declare(to_table, "p"), "int (*(*p)[3])(const void *, const void *)");
    let returning = types.intern(CType::Function(FunctionType {
        result: pointer,
        params: vec![int],
        variadic: true,
        prototyped: true,
    }));
    assert_eq!(types.declare(returning, "get"), "int (*get(int, ...))(const void *, const void *)");
    let unprototyped = types.intern(CType::Function(FunctionType {
        result: int,
        params: Vec::new(),
        variadic: false,
        prototyped: false,
    }));
    assert_eq!(types.declare(unprototyped, "old"), "int old()");

    let next = types.intern(CType::Pointer(list));
    assert_eq!(types.declare(next, "next"), "struct list *next");
    let fixed = constant(&mut types, next);
    assert_eq!(types.declare(fixed, "next"), "struct list *const next");
    assert_eq!(types.text(fixed), "struct list *const");
    let matrix = types.intern(CType::Array { element: character, count: Count::Known(4) });
    let matrix = types.intern(CType::Array { element: matrix, count: Count::Known(2) });
    assert_eq!(types.declare(matrix, "m"), "char m[2][4]");
    assert_eq!(types.text(matrix), "char[2][4]");
    let name = types.intern(CType::Typedef { name: "text".to_string(), of: matrix });
    let constant_name = constant(&mut types, name);
    assert_eq!(types.declare(constant_name, "t"), "const text t");
    assert_eq!(types.size_of(constant_name), Some(8));
    assert_eq!(
        types.definition(list),
        "struct list { struct list *next; char name[8]; union { int i; float f; }; unsigned int a : 3; \
         unsigned int b : 7; unsigned int c : 14; char tail[]; }"
    );
}

#[test]
fn equal_types_are_one_and_records_are_not() {
    let mut types = CTypes::default();
    let int = basic(&mut types, "int", BasicKind::Signed, 4);
    assert_eq!(basic(&mut types, "int", BasicKind::Signed, 4), int);
    let [a, b] = [0, 1].map(|_| types.add_record(record(RecordKind::Struct, Some("s"), 4)));
    assert_ne!(a, b);
    assert_eq!(types.intern(CType::Pointer(a)), types.intern(CType::Pointer(a)));
    assert_ne!(types.intern(CType::Pointer(a)), types.intern(CType::Pointer(b)));
    assert_eq!(types.record_named(RecordKind::Struct, "s"), None, "two are meant");
}

/// `struct NAME { struct NAME *next; VALUE value; struct hidden *hidden; }`, as one unit sees it.
fn unit(
    types: &mut CTypes,
    name: &str,
    value: &str,
    hidden: Record,
    hidden_field: Option<&str>,
) -> [CTypeId; 2] {
    let outer = types.add_record(record(RecordKind::Struct, Some(name), 24));
    let inner = types.add_record(hidden);
    let value = basic(types, value, BasicKind::Signed, 4);
    let [next, to_inner] = [outer, inner].map(|id| types.intern(CType::Pointer(id)));
    types.set_fields(
        outer,
        vec![field("next", next, 0), field("value", value, 8), field("hidden", to_inner, 16)],
    );
    types.set_fields(inner, hidden_field.map(|name| field(name, value, 0)).into_iter().collect());
    types.set_global(crate::GlobalId(outer.0), next);
    [outer, inner]
}

#[test]
fn copies_of_several_units_become_one_and_declarations_their_definition() {
    let declared = || Record { complete: false, ..record(RecordKind::Struct, Some("hidden"), 0) };
    let defined = || record(RecordKind::Struct, Some("hidden"), 4);
    let mut types = CTypes::default();
    let units = [
        unit(&mut types, "list", "int", declared(), None),
        unit(&mut types, "list", "int", defined(), Some("secret")),
        unit(&mut types, "list", "int", defined(), Some("secret")),
        unit(&mut types, "list", "other", defined(), Some("secret")),
    ];
    types.unify();
    let global = |unit: usize| types.global(crate::GlobalId(units[unit][0].0)).expect("kept");
    // The fourth has another type for a value, so that even the second field of what it hides is another.
    assert_ne!(global(1), global(3));
    assert_eq!(global(1), global(2));
    // There are two structures that the first could mean, so it stays by itself.
    assert_ne!(global(0), global(1));
    assert_eq!(types.iter().filter(|(_, ty)| matches!(ty, CType::Record(_))).count(), 6);

    let mut types = CTypes::default();
    let units = [
        unit(&mut types, "list", "int", declared(), None),
        unit(&mut types, "list", "int", defined(), Some("secret")),
        unit(&mut types, "tree", "int", declared(), None),
    ];
    types.unify();
    let global = |unit: usize| types.global(crate::GlobalId(units[unit][0].0)).expect("kept");
    assert_eq!(global(0), global(1));
    assert_eq!(types.iter().filter(|(_, ty)| matches!(ty, CType::Record(_))).count(), 3);
    let place = Designator::path(&types, "t", global(2), &[0, 16, 0], 4).expect("pointers");
    assert_eq!(place.text(), "t->next->hidden->secret");
    let before = types.len();
    types.unify();
    assert_eq!(types.len(), before);
}

/// Structures that only differ in what is far away are different all along the way there.
#[test]
fn a_difference_far_away_counts() {
    let chain = |types: &mut CTypes, last: &str| {
        let mut ty = basic(types, last, BasicKind::Signed, 4);
        for level in 0..5 {
            let pointer = types.intern(CType::Pointer(ty));
            ty = types.add_record(record(RecordKind::Struct, Some(&format!("level{level}")), 8));
            types.set_fields(ty, vec![field("down", pointer, 0)]);
        }
        ty
    };
    let mut types = CTypes::default();
    for last in ["int", "int", "wchar_t"] {
        chain(&mut types, last);
    }
    types.unify();
    assert_eq!(types.iter().filter(|(_, ty)| matches!(ty, CType::Record(_))).count(), 10);
}

#[test]
fn fields_by_offset_and_name() {
    let Sample { types, list, .. } = sample();
    let name_at = |offset| types.field_at(list, offset).and_then(|field| field.name.as_deref());
    assert_eq!(name_at(0), Some("next"));
    assert_eq!(name_at(7), Some("next"));
    assert_eq!(name_at(15), Some("name"));
    assert_eq!(name_at(20), None, "a and b share a byte");
    assert_eq!(types.fields_at(list, 20).count(), 2);
    assert_eq!(name_at(22), Some("c"));
    assert_eq!(name_at(1000), Some("tail"));
    assert_eq!(types.field_named(list, "f").map(|(offset, _)| offset), Some(16));
    assert_eq!(types.field_named(list, "none"), None);
}

#[test]
fn places_are_named_as_a_programmer_would() {
    let Sample { mut types, int, character, list } = sample();
    let pointer = types.intern(CType::Pointer(list));
    let named = |types: &CTypes, offsets: &[i64], size: u64| {
        Designator::path(types, "p", pointer, offsets, size).map(|place| (place.text(), place.rest))
    };
    let expect = |text: &str, rest: u64| Some((text.to_string(), rest));
    assert_eq!(named(&types, &[0, 11], 1), expect("p->next->name[3]", 0));
    assert_eq!(named(&types, &[0, 0, 0], 8), expect("p->next->next->next", 0));
    assert_eq!(named(&types, &[8], 8), expect("p->name", 0), "the whole array");
    assert_eq!(named(&types, &[8], 2), expect("p->name", 0), "two of its elements");
    assert_eq!(named(&types, &[9], 2), expect("p->name", 1));
    assert_eq!(named(&types, &[6], 4), expect("*p", 6), "across two fields");
    assert_eq!(named(&types, &[16], 4), expect("p->i", 0));
    assert_eq!(named(&types, &[18], 1), expect("p->i", 2));
    assert_eq!(named(&types, &[20], 4), expect("*p", 20), "three bit-fields in one word and a tail");
    assert_eq!(named(&types, &[22], 1), expect("p->c", 0));
    assert_eq!(named(&types, &[40], 1), expect("p->tail[17]", 0));
    assert_eq!(named(&types, &[-24], 8), expect("p[-1].next", 0));
    assert_eq!(named(&types, &[8, 0], 1), None, "no pointer there");

    let text = types.intern(CType::Pointer(character));
    let at = |types: &CTypes, ty, offset| {
        Designator::variable("s", ty).pointee(types, offset, 1).map(|p| p.text())
    };
    assert_eq!(at(&types, text, 3).as_deref(), Some("s[3]"));
    assert_eq!(at(&types, text, 0).as_deref(), Some("*s"));
    let row = types.intern(CType::Array { element: int, count: Count::Known(3) });
    let rows = types.intern(CType::Pointer(row));
    assert_eq!(at(&types, rows, 4).as_deref(), Some("(*s)[1]"));
    assert_eq!(at(&types, rows, 16).as_deref(), Some("s[1][1]"));
    assert_eq!(Designator::variable("a", row).inside(&types, 12, 4).text(), "a", "beyond the end");
}
