//! Nanoseconds per operation, for objects of several sizes: `cargo run --release -p bowline-memory --example timing`.
//!
//! The best of several batches counts, so that a busy machine does not blur the figures.

use bowline_expr::Pool;
use bowline_memory::{Allocation, Kind, Memory, Value};
use std::hint::black_box;
use std::time::Instant;

const BATCHES: u32 = 30;
const ROUNDS: u64 = 200_000;

fn request(size: u64) -> Allocation {
    Allocation::of_size(Kind::Heap, size)
}

fn report(what: &str, rounds: u64, mut work: impl FnMut()) {
    let batch = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_nanos() as f64 / rounds as f64
    };
    let best = (0..BATCHES).map(batch).fold(f64::INFINITY, f64::min);
    println!("{what:<44} {best:8.1} ns");
}

/// Offsets that jump about inside the first `span` bytes, a power of two.
fn offset(round: u64, span: u64) -> u64 {
    round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & (span - 1) & !7
}

fn main() {
    let mut memory = Memory::new();
    // A table as in a real run: other objects around the measured ones.
    for _ in 0..2000 {
        memory.alloc(request(32));
    }
    for (name, capacity, span) in
        [("64 bytes", 64, 64), ("1 MiB", 1 << 20, 1 << 20), ("1 GiB, 64 KiB touched", 1 << 30, 1 << 16)]
    {
        let (_, base) = memory.alloc(request(capacity)).expect("there is room");
        for at in (0..span).step_by(8) {
            assert!(memory.store_concrete(base + at, 8, at));
        }
        report(&format!("load_concrete 4 of {name}"), ROUNDS, || {
            let sum = (0..ROUNDS).fold(0, |sum: u64, round| {
                let loaded = memory.load_concrete(black_box(base + offset(round, span)), 4);
                sum.wrapping_add(loaded.unwrap_or(0))
            });
            black_box(sum);
        });
        report(&format!("store_concrete 4 of {name}"), ROUNDS, || {
            for round in 0..ROUNDS {
                black_box(memory.store_concrete(black_box(base + offset(round, span)), 4, round));
            }
        });
    }
    let (_, base) = memory.alloc(request(1 << 30)).expect("there is room");
    let far = base + (3 << 28);
    memory.store_concrete(far, 8, 1);
    report("load_concrete in a later window", ROUNDS, || {
        black_box((0..ROUNDS).fold(0, |sum, _| sum ^ memory.load_concrete(black_box(far), 8).unwrap_or(0)));
    });
    report("store_concrete in a later window", ROUNDS, || {
        for round in 0..ROUNDS {
            black_box(memory.store_concrete(black_box(far), 8, round));
        }
    });
    others(&mut memory);
}

fn others(memory: &mut Memory) {
    let mut pool = Pool::new();
    let rounds = 50_000;
    report("alloc and free 16 bytes", rounds, || {
        for _ in 0..rounds {
            let (id, _) = memory.alloc(request(16)).expect("there is room");
            memory.free(id);
        }
    });
    let (small, base) = memory.alloc(request(64)).expect("there is room");
    report("fork, then store in a shared object", rounds, || {
        for round in 0..rounds {
            let mut fork = memory.clone();
            black_box(fork.store_concrete(base, 8, round));
        }
    });
    let symbol = pool.symbol("input", 0, 64);
    let array = pool.input(symbol);
    memory.make_symbolic(&mut pool, small, array);
    report("read 4 symbolic bytes", rounds, || {
        for round in 0..rounds {
            black_box(memory.read(&mut pool, small, round % 16 * 4, 4));
        }
    });
    let word = memory.read(&mut pool, small, 0, 4);
    report("write 4 symbolic bytes", rounds, || {
        for round in 0..rounds {
            memory.write(&mut pool, small, round % 16 * 4, 4, word);
        }
    });
    let index = pool.input_byte(symbol, 63);
    let index = pool.zero_extend(index, 64);
    report("read 1 byte at a symbolic offset", rounds, || {
        for _ in 0..rounds {
            black_box(memory.read_at(&mut pool, small, index, 1));
        }
    });
    let (from, _) = memory.alloc(request(1 << 20)).expect("there is room");
    let (to, _) = memory.alloc(request(1 << 20)).expect("there is room");
    memory.fill(&mut pool, (from, 0), Value::Int(7), 1 << 20);
    report("copy 1 KiB, unaligned", 10_000, || {
        for round in 0..10_000 {
            memory.copy(&mut pool, (to, round % 1000 + 1), (from, 8), 1024);
        }
    });
    report("copy 1 MiB less 1 byte, aligned", 100, || {
        for _ in 0..100 {
            memory.copy(&mut pool, (to, 0), (from, 0), (1 << 20) - 1);
        }
    });
}
