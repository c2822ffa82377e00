//! Which bytes were written, where a write went to an unknown place.

use bowline_expr::{ExprId, Model, Pool};
use bowline_memory::{Allocation, Kind, Memory, ObjectId, Value};

const SIZE: u64 = 6;

/// A tracked object that two bytes were written to, at an offset that an input chooses.
fn scene() -> (Pool, Memory, ObjectId, ExprId) {
    let (mut pool, mut memory) = (Pool::new(), Memory::new());
    let request = Allocation { track_initialised: true, ..Allocation::of_size(Kind::Heap, SIZE) };
    let (object, _) = memory.alloc(request).expect("there is room");
    let symbol = pool.symbol("at", 0, 1);
    let byte = pool.input_word(symbol, 1);
    let offset = pool.zero_extend(byte, 64);
    memory.write_at(&mut pool, object, offset, 2, Value::Int(0x4142));
    (pool, memory, object, offset)
}

/// Whether a condition holds for each value of the input.
fn holds(pool: &mut Pool, condition: ExprId, values: std::ops::Range<u8>) -> Vec<bool> {
    let symbol = pool.symbol("at", 0, 1);
    let holds = |value: u8| {
        let mut model = Model::default();
        model.set_byte(symbol, 0, value);
        bowline_expr::Evaluator::new().eval(pool, &model, condition) == 1
    };
    values.map(holds).collect()
}

#[test]
fn a_byte_is_written_where_the_offset_hits_it() {
    let (mut pool, memory, object, _) = scene();
    for at in 0..SIZE {
        let condition = memory.is_written(&mut pool, object, at, 1);
        let expected: Vec<bool> = (0..5).map(|offset| (offset..offset + 2).contains(&at)).collect();
        assert_eq!(holds(&mut pool, condition, 0..5), expected, "byte {at}");
    }
}

#[test]
fn what_is_written_for_certain_stays_so_and_copies_know_what_their_source_knew() {
    let (mut pool, mut memory, object, offset) = scene();
    memory.write(&mut pool, object, 3, 1, Value::Int(7));
    assert_eq!(memory.is_written(&mut pool, object, 3, 1), Pool::TRUE);
    let request = Allocation { track_initialised: true, ..Allocation::of_size(Kind::Heap, 4) };
    let (copy, _) = memory.alloc(request).expect("there is room");
    memory.copy(&mut pool, (copy, 0), (object, 2), 3);
    assert_eq!(memory.is_written(&mut pool, copy, 1, 1), Pool::TRUE);
    assert_eq!(memory.is_written(&mut pool, copy, 3, 1), Pool::FALSE);
    let condition = memory.is_written(&mut pool, copy, 0, 1);
    assert_eq!(holds(&mut pool, condition, 0..5), [false, true, true, false, false]);
    // A read at the same place finds what was written there.
    let condition = memory.is_written_at(&mut pool, object, offset, 2);
    assert!(holds(&mut pool, condition, 0..5).into_iter().all(|holds| holds));
    let condition = memory.is_written_at(&mut pool, object, offset, 3);
    assert_eq!(holds(&mut pool, condition, 0..4), [false, true, false, false]);
}
