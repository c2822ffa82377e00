//! What large objects cost, and symbolic accesses to them.

use bowline_base::FxHashSet;
use bowline_expr::{Evaluator, ExprId, Model, Node, Pool, SymId};
use bowline_memory::{Allocation, Fill, Kind, Memory, ObjectId, Value};

const GIB: u64 = 1 << 30;

struct Bench {
    memory: Memory,
    pool: Pool,
    model: Model,
    symbol: SymId,
    /// 64 bits, 700 MiB and some under the model.
    far: ExprId,
}

const FAR: u64 = (700 << 20) + 5;

impl Bench {
    fn new() -> Bench {
        let mut pool = Pool::new();
        let symbol = pool.symbol("in", 0, GIB);
        let mut model = Model::new();
        FAR.to_le_bytes().iter().enumerate().for_each(|(i, &byte)| model.set_byte(symbol, i as u64, byte));
        let far = (1..8).fold(pool.input_byte(symbol, 0), |low, i| {
            let high = pool.input_byte(symbol, i);
            pool.concat(high, low)
        });
        Bench { memory: Memory::new(), pool, model, symbol, far }
    }

    fn huge(&mut self, fill: u8) -> ObjectId {
        let request = Allocation { fill: Fill::Byte(fill), ..Allocation::of_size(Kind::Heap, GIB) };
        self.memory.alloc(request).expect("there is room").0
    }

    fn far_byte(&mut self, id: ObjectId) -> u128 {
        let value = self.memory.read_at(&mut self.pool, id, self.far, 1);
        self.eval(value)
    }

    fn eval(&mut self, value: Value) -> u128 {
        match value {
            Value::Int(number) => u128::from(number),
            Value::Expr(expr) => Evaluator::new().eval(&self.pool, &self.model, expr),
        }
    }

    fn cheap(&self) {
        let used = self.memory.bytes_used();
        assert!(used < 100_000, "{used} bytes");
        assert!(self.pool.len() < 1000, "{} expressions", self.pool.len());
    }
}

#[test]
fn a_huge_object_costs_what_is_touched() {
    let mut bench = Bench::new();
    let id = bench.huge(0);
    for offset in [0, GIB - 8] {
        bench.memory.write(&mut bench.pool, id, offset, 8, Value::Int(offset + 1));
        assert_eq!(bench.memory.read(&mut bench.pool, id, offset, 8), Value::Int(offset + 1));
    }
    bench.cheap();
}

#[test]
fn symbolic_accesses_to_sparse_objects_are_cheap() {
    for fill in [0, 0xee] {
        let mut bench = Bench::new();
        let id = bench.huge(fill);
        bench.memory.write(&mut bench.pool, id, 3, 4, Value::Int(0x0102_0304));
        bench.memory.write(&mut bench.pool, id, GIB - 4, 4, Value::Int(9));
        assert_eq!(bench.far_byte(id), u128::from(fill));
        bench.memory.write_at(&mut bench.pool, id, bench.far, 1, Value::Int(0x77));
        assert_eq!(bench.far_byte(id), 0x77);
        for (offset, expected) in [(FAR, 0x77), (FAR + 1, fill), (3, 4), (GIB - 4, 9), (5000, fill)] {
            let value = bench.memory.byte(&mut bench.pool, id, offset);
            assert_eq!(bench.eval(value), u128::from(expected), "byte {offset}");
        }
        bench.cheap();
    }
}

#[test]
fn huge_fills_and_copies_stay_sparse() {
    let mut bench = Bench::new();
    let (a, b) = (bench.huge(0), bench.huge(1));
    bench.memory.fill(&mut bench.pool, (a, 0), Value::Int(0x55), GIB);
    assert_eq!(bench.far_byte(a), 0x55);
    bench.memory.fill(&mut bench.pool, (a, 100), Value::Int(0x66), GIB - 200);
    bench.memory.copy(&mut bench.pool, (b, 0), (a, 0), GIB);
    for id in [a, b] {
        assert_eq!(bench.far_byte(id), 0x66);
        for (offset, expected) in [(99, 0x55), (100, 0x66), (GIB - 101, 0x66), (GIB - 100, 0x55)] {
            assert_eq!(bench.memory.byte(&mut bench.pool, id, offset), Value::Int(expected));
        }
    }
    bench.cheap();
}

#[test]
fn a_huge_input_is_not_spelled_out() {
    let mut bench = Bench::new();
    let id = bench.huge(0);
    let array = bench.pool.input(bench.symbol);
    bench.memory.make_symbolic(&mut bench.pool, id, array);
    bench.memory.write(&mut bench.pool, id, FAR, 1, Value::Int(0x42));
    assert_eq!(bench.far_byte(id), 0x42);
    let first = bench.memory.byte(&mut bench.pool, id, 0);
    assert_eq!(bench.eval(first), u128::from(FAR & 0xff));
    bench.cheap();
}

#[test]
fn arrays_are_built_once_and_grow_by_what_changed() {
    let mut bench = Bench::new();
    let (id, _) = bench.memory.alloc(Allocation::of_size(Kind::Heap, 4096)).expect("there is room");
    (0..4096).for_each(|i| bench.memory.write(&mut bench.pool, id, i, 1, Value::Int(i & 0xff)));
    let first = bench.memory.read_at(&mut bench.pool, id, bench.far, 1);
    let Value::Expr(select) = first else { panic!("the offset is symbolic") };
    let Node::Select(table, _) = bench.pool.node(select) else { panic!("concrete contents are a table") };
    assert!(matches!(bench.pool.node(table), Node::Table(_)));
    let before = bench.pool.len();
    // A fork sees the same array; a write of the same bytes changes nothing.
    let mut fork = bench.memory.clone();
    fork.write(&mut bench.pool, id, 9, 1, Value::Int(9));
    assert_eq!(fork.read_at(&mut bench.pool, id, bench.far, 1), first);
    assert_eq!(bench.pool.len(), before);
    fork.write(&mut bench.pool, id, 9, 2, Value::Int(0));
    fork.read_at(&mut bench.pool, id, bench.far, 1);
    assert!(bench.pool.len() <= before + 8, "more than two stores and a read");
    assert_eq!(bench.memory.read_at(&mut bench.pool, id, bench.far, 1), first);
}

#[test]
fn a_copied_input_is_read_through_the_input() {
    let mut bench = Bench::new();
    let array = bench.pool.input(bench.symbol);
    let direct = bench.pool.select(array, bench.far);
    let mut object =
        |size| bench.memory.alloc(Allocation::of_size(Kind::Heap, size)).expect("there is room").0;
    let (input, whole, bytewise) = (object(64), object(64), object(64));
    bench.memory.make_symbolic(&mut bench.pool, input, array);
    bench.memory.copy(&mut bench.pool, (whole, 0), (input, 0), 64);
    for offset in 0..64 {
        let byte = bench.memory.byte(&mut bench.pool, input, offset);
        bench.memory.write(&mut bench.pool, bytewise, offset, 1, byte);
    }
    for id in [input, whole, bytewise] {
        assert_eq!(bench.memory.read_at(&mut bench.pool, id, bench.far, 1), Value::Expr(direct));
    }
}

#[test]
fn forks_share_pages() {
    let mut bench = Bench::new();
    let (id, base) = bench.memory.alloc(Allocation::of_size(Kind::Heap, 1 << 20)).expect("there is room");
    bench.memory.write_bytes(id, 0, &vec![7; 1 << 20]);
    let mut forks: Vec<Memory> = (0..500).map(|_| bench.memory.clone()).collect();
    for (i, fork) in forks.iter_mut().enumerate() {
        assert!(fork.store_concrete(base + 8 * i as u64, 8, i as u64));
    }
    for (i, fork) in forks.iter().enumerate() {
        assert_eq!(fork.load_concrete(base + 8 * i as u64, 8), Some(i as u64));
        assert_eq!(fork.load_concrete(base + 8 * i as u64 + 8, 8), Some(0x0707_0707_0707_0707));
    }
    // Each fork adds a page, its path and the object; marking visits nothing twice.
    let mut seen = FxHashSet::default();
    bench.pool.collect(|marker| {
        forks.iter().for_each(|fork| fork.mark(&mut |node| seen.insert(node), marker));
    });
    assert!(seen.len() < 500 * 6 + 300, "{} nodes", seen.len());
}
