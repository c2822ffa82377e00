//! Allocations of unknown size: the largest, each, or kept unknown; and allocations that fail.

use crate::suite::{check, check_with, main_of, whole};
use bowline_exec::{ExecConfig, SiteCapacity, SizeMode};
use bowline_lab::{Explored, Lab};

fn sizes(sizes: SizeMode) -> ExecConfig {
    ExecConfig { sizes, ..ExecConfig::default() }
}

fn explored(config: ExecConfig, text: &str) -> Explored {
    Lab::configured(&whole(text), config).explore()
}

/// `%n` is an unknown number up to a mask, and `%p` an object of that size.
fn object(mask: u8, instructions: &str) -> String {
    main_of(&format!(
        "%m = and i8 %c, {mask}
         %n = zero_extend i8 %m to i64
         %p = call @malloc(%n) ! a.c:5
         {instructions}"
    ))
}

const WRITES_THIRD: &str = "%at = offset %p + 2 * 1\n store i8 %d at %at\n return 0";

#[test]
fn an_unknown_size_stays_unknown() {
    check_with(&sizes(SizeMode::Lazy), &object(7, "return 0"), 2, "1 path");
    check_with(&sizes(SizeMode::Lazy), &object(7, WRITES_THIRD), 2, "2 paths, out-of-bounds-write");
}

#[test]
fn each_size_is_a_path() {
    check_with(&sizes(SizeMode::Eager), &object(7, "return 0"), 2, "8 paths");
    check_with(&sizes(SizeMode::Eager), &object(7, WRITES_THIRD), 2, "8 paths, out-of-bounds-write");
}

#[test]
fn the_largest_size_is_one_path_and_the_others_are_listed() {
    let explored = explored(sizes(SizeMode::Max), &object(7, WRITES_THIRD));
    assert_eq!((explored.bugs(), explored.statuses()), (vec![], vec![0]));
    assert_eq!(explored.lost(), ["concretised: sizes below 7"]);
}

#[test]
fn sizes_above_the_capacity_are_listed() {
    for mode in [SizeMode::Lazy, SizeMode::Eager, SizeMode::Max] {
        let explored = explored(ExecConfig { capacity: 4, ..sizes(mode) }, &object(7, "return 0"));
        assert_eq!(explored.lost()[0], "capacity: sizes above 4", "{mode:?}");
        assert_eq!(explored.statuses(), [0]);
    }
}

#[test]
fn a_line_may_have_a_capacity_of_its_own() {
    let site = |line| SiteCapacity { file: "a.c".to_string(), line, capacity: 7 };
    let config = |line| ExecConfig { capacity: 4, capacity_at: vec![site(line)], ..sizes(SizeMode::Eager) };
    assert_eq!(explored(config(5), &object(7, "return 0")).ends.len(), 8);
    assert_eq!(explored(config(6), &object(7, "return 0")).ends.len(), 5);
}

#[test]
fn a_size_that_is_larger_than_the_capacity_in_any_case_is_the_smallest() {
    let text = main_of(
        "%m = or i8 %c, 96\n %n = zero_extend i8 %m to i64\n %p = call @malloc(%n)\n %at = offset %p + 95 * 1\n store i8 1 at %at\n return 0",
    );
    let explored = explored(sizes(SizeMode::Lazy), &text);
    assert_eq!(explored.lost(), ["capacity: sizes above 96"]);
    assert_eq!(explored.bugs(), []);
}

#[test]
fn the_end_of_an_object_of_unknown_size_is_where_its_size_says() {
    let text = object(
        7,
        "%i = and i8 %d, 7\n %w = zero_extend i8 %i to i64\n %at = offset %p + %w * 1\n store i8 1 at %at\n return 0",
    );
    check(&text, 2, "2 paths, out-of-bounds-write");
}

#[test]
fn an_object_grows_and_keeps_its_contents() {
    let text = main_of(
        "%p = call @malloc(4)
         store i8 %d at %p
         %m = and i8 %c, 7
         %n = zero_extend i8 %m to i64
         %q = call @realloc(%p, %n)
         %none = compare eq i64 %q, 0
         branch %none then freed else kept
     freed:
         return 1000
     kept:
         %v = load i8 at %q
         call @free(%q)
         %r = zero_extend i8 %v to i32
         return %r",
    );
    check_with(&sizes(SizeMode::Lazy), &text, 2, "2 paths");
    check_with(&sizes(SizeMode::Eager), &text, 2, "8 paths");
}

#[test]
fn a_product_that_wraps_is_no_size() {
    let text = main_of(
        "%w = zero_extend i8 %c to i64
         %big = shl i64 %w, 62
         %size = or i64 %big, 4
         %p = call @calloc(%size, 4)
         %none = compare eq i64 %p, 0
         %r = zero_extend i1 %none to i32
         return %r",
    );
    check(&text, 2, "2 paths");
}

#[test]
fn a_local_of_unknown_size() {
    let text = main_of(
        "%m = and i8 %c, 7\n %n = zero_extend i8 %m to i64\n %p = alloca %n * 2 bytes\n %at = offset %p + 5 * 1\n store i8 1 at %at\n return 0",
    );
    check(&text, 2, "2 paths, out-of-bounds-write");
}

#[test]
fn an_absurd_size_fails() {
    check(
        &main_of(
            "%p = call @malloc(-1)\n %none = compare eq i64 %p, 0\n %r = zero_extend i1 %none to i32\n return %r",
        ),
        2,
        "1 path",
    );
    check(
        &main_of(
            "%p = call @aligned_alloc(-1, 8)\n %none = compare eq i64 %p, 0\n %r = zero_extend i1 %none to i32\n return %r",
        ),
        2,
        "1 path",
    );
}

/// The names of the inputs of each path that returned.
fn inputs_of(explored: &Explored) -> Vec<Vec<String>> {
    explored
        .ends
        .iter()
        .map(|end| end.state.inputs.iter().map(|input| input.name.to_string()).collect())
        .collect()
}

#[test]
fn an_allocation_chooses_once_whether_it_fails() {
    for (mode, paths) in [(SizeMode::Lazy, 2), (SizeMode::Eager, 8), (SizeMode::Max, 2)] {
        let config = ExecConfig { malloc_may_fail: true, ..sizes(mode) };
        let explored = explored(
            config,
            &object(3, "%none = compare eq i64 %p, 0\n %r = zero_extend i1 %none to i32\n return %r"),
        );
        assert_eq!((explored.statuses(), explored.ends.len()), (vec![0, 1], paths), "{mode:?}");
        for names in inputs_of(&explored) {
            assert_eq!(names, ["nondet_uchar", "nondet_uchar", "malloc-fails"], "{mode:?}");
        }
    }
}

#[test]
fn an_aligned_allocation_that_fails_says_so() {
    let text = format!(
        "variable @place, 8 bytes\n{}",
        main_of(
            "%r = call @posix_memalign(@place, 64, 8)\n %p = load i64 at @place\n %none = compare eq i64 %p, 0\n branch %none then not else made\nmade:\n call @free(%p)\n return %r\nnot:\n %t = add i32 %r, 100\n return %t"
        )
    );
    check(&text, 2, "1 path");
    let failing = explored(ExecConfig { malloc_may_fail: true, ..ExecConfig::default() }, &text);
    assert_eq!(failing.statuses(), [0, 112]);
}

#[test]
fn an_unknown_alignment_is_settled_and_listed() {
    let text = format!(
        "variable @place, 8 bytes\n{}",
        main_of("%w = zero_extend i8 %c to i64\n %r = call @posix_memalign(@place, %w, 8)\n return %r")
    );
    let explored = explored(ExecConfig::default(), &text);
    assert_eq!(explored.lost(), ["concretised: the alignment of an allocation"]);
    let end = &explored.ends[0];
    let align = explored.inputs(end)[0][0];
    let valid = u64::from(align).is_power_of_two() && align >= 8;
    assert_eq!(explored.statuses(), [if valid { 0 } else { 22 }]);
}
