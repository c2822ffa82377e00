//! Regions: one iteration, a whole loop, some blocks, all of a function.

use crate::suite::{Subject, check, ends, lab, main_of, name_of, starts};
use bowline_exec::probe::{Budget, General, LeafEnd, Place, Region};
use bowline_ir::{BlockId, LoopId, Reg};

/// Counts down from the input.
const COUNT_DOWN: &str = "
    jump head with %i = %c
head:
    %done = compare eq i8 %i, 0
    branch %done then end else body
body:
    %less = sub i8 %i, 1
    jump head with %i = %less
end:
    %r = zero_extend i8 %i to i32
    return %r";

/// Looks for a byte that is 1 or above 200, with a way out for each.
const TWO_EXITS: &str = "
    jump head with %i = %c
head:
    %one = compare eq i8 %i, 1
    branch %one then first else body
body:
    %high = compare ugt i8 %i, 200
    branch %high then second else next
next:
    %less = sub i8 %i, 1
    jump head with %i = %less
first:
    return 1
second:
    return 2";

#[test]
fn an_iteration_goes_back_or_leaves() {
    check(Subject::iteration(&main_of(COUNT_DOWN)), "back exit");
}

#[test]
fn an_iteration_with_two_exits() {
    let (subject, probed) = check(Subject::iteration(&main_of(TWO_EXITS)), "back exit exit");
    let mut exits: Vec<_> = probed
        .leaves
        .iter()
        .filter_map(|leaf| match leaf.end {
            LeafEnd::Exit(edge) => Some(edge),
            _ => None,
        })
        .collect();
    exits.dedup();
    assert_eq!(exits.len(), 2, "by different edges");
    let function = &subject.executor.program().module.functions[subject.region.function];
    assert!(exits.iter().all(|edge| !subject.region.contains(function.edges[*edge].to)));
}

#[test]
fn two_ways_back() {
    let text = main_of(
        "jump head with %i = %c
        head:
        %done = compare eq i8 %i, 0
        branch %done then end else body
        body:
        %odd = and i8 %i, 1
        %is = compare ne i8 %odd, 0
        branch %is then one else two
        one:
        %less = sub i8 %i, 1
        jump head with %i = %less
        two:
        %half = lshr i8 %i, 1
        jump head with %i = %half
        end:
        return 0",
    );
    let (_, probed) = check(Subject::iteration(&text), "back back exit");
    let back: Vec<_> = probed.leaves.iter().filter(|leaf| matches!(leaf.end, LeafEnd::Back(_))).collect();
    assert_ne!(back[0].end, back[1].end, "by different edges");
}

#[test]
fn the_moves_of_the_edge_back_are_done() {
    let mut subject = Subject::iteration(&main_of(COUNT_DOWN));
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    let Place::Register(i, _) = subject.carried[0] else { panic!("a register") };
    let back = probed.leaves.iter().find(|leaf| matches!(leaf.end, LeafEnd::Back(_))).expect("a way back");
    assert_ne!(back.state.register(i), probed.unknowns[0].value);
    let function = &subject.executor.program().module.functions[subject.region.function];
    let header = function.blocks[subject.region.entry].insts.start;
    assert_eq!(back.state.frame.position, header, "it stands where the next iteration starts");
}

#[test]
fn a_whole_loop_has_no_way_back() {
    let text = main_of(COUNT_DOWN).replace("%i = %c", "%i = 3");
    let mut subject = Subject::whole_loop(&text);
    let probed = subject.probe(&[], Budget::default());
    assert_eq!(ends(&probed), "exit");
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn a_whole_loop_from_a_general_state_is_a_leaf_per_number_of_turns() {
    let text = main_of(
        &COUNT_DOWN
            .replace("%done = compare eq i8 %i, 0", "%few = and i8 %i, 3\n %done = compare eq i8 %few, 0"),
    );
    check(Subject::whole_loop(&text), "exit exit exit exit");
}

#[test]
fn a_whole_loop_with_two_exits() {
    let text = main_of(
        &TWO_EXITS
            .replace("%one = compare eq i8 %i, 1", "%few = and i8 %i, 3\n %one = compare eq i8 %few, 1"),
    );
    let (_, probed) = check(Subject::whole_loop(&text), "exit exit exit exit exit exit");
    assert!(probed.leaves.iter().all(|leaf| name_of(&leaf.end) == "exit"));
}

#[test]
fn a_loop_that_makes_no_turn() {
    let text = main_of(COUNT_DOWN).replace("%i = %c", "%i = 0");
    let mut subject = Subject::whole_loop(&text);
    let probed = subject.probe(&[], Budget::default());
    assert_eq!(ends(&probed), "exit");
    assert_eq!(probed.leaves[0].condition, bowline_expr::Pool::TRUE);
}

#[test]
fn some_blocks_until_they_are_left() {
    let mut subject = Subject::iteration(&main_of(TWO_EXITS));
    let function = &subject.executor.program().module.functions[subject.region.function];
    // The header alone: it leaves to the first exit, or to the body.
    let header = subject.region.entry;
    subject.region = Region::blocks(subject.region.function, function, header, &[header]);
    let (_, probed) = check(subject, "exit exit");
    assert_eq!(probed.leaves.len(), 2);
}

#[test]
fn blocks_that_are_more_than_the_loop() {
    let mut subject = Subject::iteration(&main_of(
        &TWO_EXITS
            .replace("%one = compare eq i8 %i, 1", "%few = and i8 %i, 3\n %one = compare eq i8 %few, 1"),
    ));
    let function = &subject.executor.program().module.functions[subject.region.function];
    let blocks: Vec<BlockId> = (1..function.blocks.len() as u32).map(BlockId).collect();
    subject.region = Region::blocks(subject.region.function, function, subject.region.entry, &blocks);
    check(subject, "returned returned returned returned returned returned");
}

#[test]
fn the_body_of_a_function() {
    let text = format!(
        "function @limit(i8 %x, i8 %most) -> i8 {{
            %high = compare ugt i8 %x, %most
            branch %high then cut else keep
        cut:
            return %most
        keep:
            return %x
        }}
        {}",
        main_of("%v = call @limit(%c, 100)\n %r = zero_extend i8 %v to i32\n return %r")
    );
    let (_, probed) = check(Subject::body(&text, "limit"), "returned returned");
    assert_eq!(probed.unknowns.len(), 2);
}

#[test]
fn a_body_stands_at_its_return() {
    let text = format!(
        "function @next(i8 %x) -> i8 {{
            %y = add i8 %x, 1
            return %y
        }}
        {}",
        main_of("%v = call @next(%c)\n %r = zero_extend i8 %v to i32\n return %r")
    );
    let (mut subject, probed) = check(Subject::body(&text, "next"), "returned");
    let leaf = &probed.leaves[0];
    let x = probed.unknowns[0].value.to_expr(subject.executor.pool_mut(), 8);
    let one = subject.executor.pool_mut().constant(1, 8);
    let next = subject.executor.pool_mut().add(x, one);
    assert_eq!(leaf.state.register(Reg(1)), bowline_memory::Value::Expr(next));
    assert_eq!(leaf.state.frame.serial, subject.from.frame.serial, "the frame is still there");
}

#[test]
fn a_loop_with_two_entries_is_no_region() {
    let module = bowline_ir::read(
        "function @f(i1 %x) -> i32 {
            branch %x then a else b
        a:
            jump b
        b:
            branch %x then a else end
        end:
            return 0
        }",
    )
    .expect("a function");
    let (id, function) = module.functions.iter_ids().next().expect("one function");
    assert!(Region::iteration(id, function, LoopId(0)).is_none());
    assert!(Region::whole_loop(id, function, LoopId(0)).is_none());
}

#[test]
fn the_entry_of_a_recursive_function_is_not_the_regions() {
    // Calls inside have frames of their own: that they run the same blocks does not end the region.
    let text = "
        function @down(i8 %n) -> i8 {
            jump head with %i = %n
        head:
            %few = and i8 %i, 3
            %done = compare eq i8 %few, 0
            branch %done then end else body
        body:
            %less = sub i8 %few, 1
            %rest = call @down(%less)
            %sum = add i8 %rest, %less
            jump head with %i = %sum
        end:
            return %i
        }
        function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %v = call @down(%c)
            %r = zero_extend i8 %v to i32
            return %r
        }";
    let subject = Subject::of(lab(text).at_loop("down", 0), bowline_lab::AtLoop::iteration);
    check(subject, "back back back exit");
}

#[test]
fn a_place_that_is_not_general_keeps_its_value() {
    let text = main_of(
        "jump head with %i = 5, %k = 7
        head:
        %done = compare eq i8 %i, 0
        branch %done then end else body
        body:
        %less = sub i8 %i, 1
        %more = add i8 %k, %less
        jump head with %i = %less, %k = %more
        end:
        %r = zero_extend i8 %k to i32
        return %r",
    );
    let mut subject = Subject::iteration(&text);
    let k = subject.carried[1];
    let probed = subject.probe(&[(k, General::Anything)], Budget::default());
    assert_eq!(ends(&probed), "back", "five is not zero");
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}
