//! Regions that read and write memory, and pointers that move through it.

use crate::suite::{Subject, check, ends, main_of, starts};
use bowline_exec::probe::{Budget, General, LeafEnd};

fn with_text(instructions: &str) -> String {
    format!("variable @text, bytes 6162630064656600\nvariable @copy, 8 bytes\n{}", main_of(instructions))
}

#[test]
fn a_store_through_a_pointer_that_moves() {
    let text = with_text(
        "jump head with %p = @copy
        head:
        store i8 %c at %p
        %end = offset @copy + 3 * 1
        %done = compare eq i64 %p, %end
        branch %done then end else body
        body:
        %next = offset %p + 1 * 1
        jump head with %p = %next
        end:
        return 0",
    );
    let (subject, probed) = check(Subject::iteration(&text), "back exit out-of-bounds-write");
    let copy = subject.global("copy");
    for leaf in probed.leaves.iter().filter(|leaf| !matches!(leaf.end, LeafEnd::Ended(_))) {
        assert_eq!(
            leaf.state.memory.differing_objects(&probed.start.memory),
            [copy],
            "only what was written differs"
        );
    }
}

#[test]
fn a_copy_with_two_pointers() {
    let text = with_text(
        "jump head with %p = @text, %q = @copy
        head:
        %v = load i8 at %p
        store i8 %v at %q
        %done = compare eq i8 %v, 0
        branch %done then end else body
        body:
        %np = offset %p + 1 * 1
        %nq = offset %q + 1 * 1
        jump head with %p = %np, %q = %nq
        end:
        return 0",
    );
    check(Subject::iteration(&text), "back exit out-of-bounds-read out-of-bounds-write");
}

#[test]
fn an_index_into_an_object_that_the_region_writes() {
    let text = with_text(
        "jump head with %i = 0
        head:
        %w = zero_extend i8 %i to i64
        %at = offset @text + %w * 1
        %v = load i8 at %at
        %up = xor i8 %v, 32
        store i8 %up at %at
        %n = add i8 %i, 1
        %more = compare ult i8 %n, 8
        branch %more then back else end
        back:
        jump head with %i = %n
        end:
        return 0",
    );
    check(Subject::iteration(&text), "back exit out-of-bounds-read");
}

#[test]
fn a_whole_loop_over_a_text_with_an_unknown_byte() {
    let text = with_text(
        "store i8 %c at @text+1
        jump head with %p = @text
        head:
        %v = load i8 at %p
        %done = compare eq i8 %v, 0
        branch %done then end else body
        body:
        %next = offset %p + 1 * 1
        jump head with %p = %next
        end:
        return 0",
    );
    let mut subject = Subject::whole_loop(&text);
    let probed = subject.probe(&[], Budget::default());
    assert_eq!(ends(&probed), "exit exit");
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn the_memory_of_the_state_itself_is_not_written() {
    let text = with_text(
        "jump head with %i = 0
        head:
        store i8 %i at @copy
        %n = add i8 %i, 1
        %more = compare ult i8 %n, 8
        branch %more then back else end
        back:
        jump head with %i = %n
        end:
        return 0",
    );
    let mut subject = Subject::iteration(&text);
    let before = subject.from.clone();
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), "back exit");
    assert!(subject.from.memory.differing_objects(&before.memory).is_empty());
    assert!(probed.start.memory.differing_objects(&before.memory).is_empty());
}

#[test]
fn a_block_operation_of_unknown_length_is_one_path() {
    let text = with_text(
        "jump head with %i = 0
        head:
        %few = and i8 %i, 7
        %w = zero_extend i8 %few to i64
        mem_copy to @copy, from @text, length %w
        %n = add i8 %i, 1
        %more = compare ult i8 %n, %c
        branch %more then back else end
        back:
        jump head with %i = %n
        end:
        return 0",
    );
    check(Subject::iteration(&text), "back exit");
}

#[test]
fn a_fill_of_unknown_length() {
    let text = with_text(
        "jump head with %i = 0
        head:
        %w = zero_extend i8 %i to i64
        mem_set to @copy, byte %c, length %w
        %n = add i8 %i, 1
        %more = compare ult i8 %n, %c
        branch %more then back else end
        back:
        jump head with %i = %n
        end:
        return 0",
    );
    check(Subject::iteration(&text), "back exit out-of-bounds-write");
}

#[test]
fn an_object_of_unknown_size() {
    let text = main_of(
        "%m = and i8 %c, 7
        %size = zero_extend i8 %m to i64
        %p = call @malloc(%size)
        jump head with %i = 0
        head:
        %w = zero_extend i8 %i to i64
        %at = offset %p + %w * 1
        store i8 1 at %at
        %n = add i8 %i, 1
        %more = compare ult i8 %n, %c
        branch %more then back else end
        back:
        jump head with %i = %n
        end:
        return 0",
    );
    // One path for every size that the program allows; the concrete runner is given the size by the input.
    check(Subject::iteration(&text), "back exit out-of-bounds-write");
}

#[test]
fn objects_that_are_made_and_freed_inside() {
    let text = with_text(
        "jump head with %i = 0
        head:
        %p = call @malloc(4)
        store i8 %i at %p
        %v = load i8 at %p
        call @free(%p)
        %n = add i8 %v, 1
        %more = compare ult i8 %n, %c
        branch %more then back else end
        back:
        jump head with %i = %n
        end:
        return 0",
    );
    check(Subject::iteration(&text), "back exit");
}

#[test]
fn an_object_that_is_made_and_kept() {
    let text = format!(
        "variable @kept, 8 bytes\n{}",
        main_of(
            "jump head with %i = 0
            head:
            %p = call @malloc(4)
            store i64 %p at @kept
            store i8 %i at %p
            %n = add i8 %i, 1
            %more = compare ult i8 %n, %c
            branch %more then back else end
            back:
            jump head with %i = %n
            end:
            return 0"
        )
    );
    let (_, probed) = check(Subject::iteration(&text), "back exit");
    let objects = |state: &bowline_exec::State| state.memory.objects().count();
    assert!(probed.leaves.iter().all(|leaf| objects(&leaf.state) == objects(&probed.start) + 1));
}

#[test]
fn a_list_whose_next_pointer_is_a_cell() {
    let text = format!(
        "variable @a, bytes 01000000000000000000000000000000, at 8: i64 @b
        variable @b, bytes 02000000000000000000000000000000
        variable @now, bytes 0000000000000000, at 0: i64 @a
        {}",
        main_of(
            "jump head with %i = 0
            head:
            %p = load i64 at @now
            %none = compare eq i64 %p, 0
            branch %none then end else body
            body:
            %link = offset %p + 8 * 1
            %next = load i64 at %link
            store i64 %next at @now
            %n = add i8 %i, 1
            jump head with %i = %n
            end:
            return 0"
        )
    );
    let mut subject = Subject::iteration(&text);
    let cell = subject.cell("now", 0, 8);
    assert_eq!(
        subject.executor.natural_general(&subject.from, cell),
        General::Moved,
        "it points to an object"
    );
    let probed = subject.probe(&[(cell, General::Moved)], Budget::default());
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}
