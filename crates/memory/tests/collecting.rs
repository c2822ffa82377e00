//! Expressions that memory refers to survive a collection, all others go.

use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Pool};
use bowline_memory::{Allocation, Kind, Memory, Size, Value};

fn fresh(pool: &mut Pool, name: &str) -> ExprId {
    let symbol = pool.symbol(name, 0, 8);
    let low = pool.input_byte(symbol, 0);
    let high = pool.input_byte(symbol, 1);
    let both = pool.concat(high, low);
    pool.mul(both, both)
}

#[test]
fn everything_reachable_is_marked_and_nothing_else() {
    let mut pool = Pool::new();
    let mut memory = Memory::new();
    let kept: Vec<ExprId> = (0..5).map(|i| fresh(&mut pool, &format!("kept{i}"))).collect();
    let dropped = fresh(&mut pool, "dropped");
    let size = pool.zero_extend(kept[0], 64);
    let request = Allocation { size: Size::Symbolic(size), ..Allocation::of_size(Kind::Heap, 1 << 16) };
    let (sized, _) = memory.alloc(request).expect("there is room");
    let (small, _) = memory.alloc(Allocation::of_size(Kind::Heap, 64)).expect("there is room");
    let (large, _) = memory.alloc(Allocation::of_size(Kind::Heap, 1 << 20)).expect("there is room");
    memory.write(&mut pool, sized, 10, 2, Value::Expr(kept[1]));
    memory.write(&mut pool, small, 3, 2, Value::Expr(kept[2]));
    // Through the base: a value stored at a symbolic offset.
    let offset = pool.zero_extend(kept[3], 64);
    memory.write_at(&mut pool, small, offset, 2, Value::Expr(kept[1]));
    let byte = pool.extract(kept[4], 0, 8);
    memory.fill(&mut pool, (large, 0), Value::Expr(byte), 1 << 20);
    // Overwritten again, so nothing refers to it.
    memory.write(&mut pool, sized, 500, 2, Value::Expr(dropped));
    memory.write(&mut pool, sized, 500, 2, Value::Int(0));

    let mut fork = memory.clone();
    let only_in_fork = fresh(&mut pool, "fork");
    fork.write(&mut pool, large, 5000, 2, Value::Expr(only_in_fork));

    let mut seen = FxHashSet::default();
    let marker = pool.collect(|marker| {
        for memory in [&memory, &fork] {
            memory.mark(&mut |node| seen.insert(node), marker);
        }
    });
    kept.iter().chain([&only_in_fork]).for_each(|&expr| assert!(marker.is_marked(expr), "{expr} was lost"));
    assert!(!marker.is_marked(dropped));
    assert_eq!(fork.read(&mut pool, large, 5000, 2), Value::Expr(only_in_fork));

    let marker = pool.collect(|marker| memory.mark(&mut |_| true, marker));
    assert!(!marker.is_marked(only_in_fork), "the fork is gone");
}
