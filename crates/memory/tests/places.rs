//! Where objects are, and what an address belongs to.

use bowline_base::FxHashSet;
use bowline_memory::{Allocation, Kind, Located, Memory, ObjectId, Size};

const WINDOW: u64 = 1 << 28;

fn heap(size: u64) -> Allocation {
    Allocation::of_size(Kind::Heap, size)
}

fn made(memory: &mut Memory, request: Allocation) -> (ObjectId, u64) {
    memory.alloc(request).expect("there is room")
}

#[test]
fn small_numbers_and_unused_windows_are_nothing() {
    let mut memory = Memory::new();
    assert_eq!(memory.locate(0), Located::Nothing);
    let (id, base) = made(&mut memory, heap(8));
    assert!(base > u64::from(u32::MAX), "{id:?} is at {base:#x}");
    for address in
        [0, 1, 4096, WINDOW - 1, 0xdead_beef, u64::from(u32::MAX), base + WINDOW, u64::MAX, 1 << 63]
    {
        assert_eq!(memory.locate(address), Located::Nothing, "{address:#x}");
        assert_eq!(memory.load_concrete(address, 1), None);
        assert!(!memory.store_concrete(address, 1, 0));
    }
}

#[test]
fn objects_at_fixed_addresses_own_nothing_but_their_bytes() {
    let mut memory = Memory::new();
    let low = memory.alloc_at(heap(4), 0x80).expect("nothing is there");
    let high = memory.alloc_at(heap(64), 0x1000_0000).expect("nothing is there");
    assert_eq!(memory.alloc_at(heap(8), 0x1000_003f), None);
    assert_eq!(memory.alloc_at(heap(1), 1 << 40), None);
    let (other, base) = made(&mut memory, heap(4));
    assert_eq!(memory.locate(0x82), Located::Object { id: low, offset: 2 });
    assert_eq!(memory.locate(0x1000_003f), Located::Object { id: high, offset: 63 });
    assert_eq!(memory.locate(base), Located::Object { id: other, offset: 0 });
    for nowhere in [0x7f, 0x84, 0x0fff_ffff, 0x1000_0040] {
        assert_eq!(memory.locate(nowhere), Located::Nothing, "{nowhere:#x}");
    }
    assert!(memory.store_concrete(0x1000_0004, 4, 77) && !memory.store_concrete(0x1000_003e, 4, 1));
    assert_eq!(memory.load_concrete(0x1000_0004, 4), Some(77));
    assert_eq!(memory.object(high).map(|object| object.window()), Some((0x1000_0000, 0x1000_0040)));
}

#[test]
fn addresses_around_an_object_belong_to_it() {
    let mut memory = Memory::new();
    for size in [0, 1, 100, 5000, 1 << 27] {
        let (id, base) = made(&mut memory, heap(size));
        for offset in [-4096, -1, 0, 1, size as i64 - 1, size as i64, size as i64 + (1 << 20)] {
            let address = base.wrapping_add_signed(offset);
            assert_eq!(memory.locate(address), Located::Object { id, offset }, "{offset} of {size}");
            let inside = offset >= 0 && (offset as u64) < size;
            assert_eq!(memory.load_concrete(address, 1), inside.then_some(0));
        }
    }
}

#[test]
fn bases_are_aligned_spread_and_the_same_in_every_run() {
    let (mut first, mut second) = (Memory::new(), Memory::new());
    let mut starts = FxHashSet::default();
    for round in 0..1000 {
        let align = 1 << (round % 21);
        let request = Allocation { align, ..heap(24) };
        let (id, base) = made(&mut first, request.clone());
        assert_eq!(second.alloc(request), Some((id, base)));
        assert_eq!(base % align.max(4096), 0);
        assert_eq!(base / WINDOW, u64::from(id.0));
        assert!((4096..=WINDOW / 8).contains(&(base % WINDOW)));
        if align <= 4096 {
            starts.insert(base % WINDOW);
        }
    }
    assert!(starts.len() > 500, "only {} different places", starts.len());
}

#[test]
fn freed_windows_stay_freed() {
    let mut memory = Memory::new();
    let (id, base) = made(&mut memory, heap(8));
    let fork = memory.clone();
    assert!(memory.free(id));
    assert!(!memory.free(id));
    assert_eq!(memory.locate(base + 3), Located::Freed(id));
    assert_eq!(memory.load_concrete(base, 8), None);
    assert!(!memory.store_concrete(base, 8, 1));
    let (next, _) = made(&mut memory, heap(8));
    assert!(next > id, "ids are not used again");
    assert_eq!(memory.locate(base), Located::Freed(id));
    assert_eq!(fork.locate(base + 3), Located::Object { id, offset: 3 });
    assert_eq!(memory.objects().map(|(id, _)| id).collect::<Vec<_>>(), [next]);
}

#[test]
fn a_huge_object_owns_all_its_windows() {
    let mut memory = Memory::new();
    let (before, _) = made(&mut memory, heap(8));
    let size = 3 << 30;
    let (id, base) = made(&mut memory, heap(size));
    let (after, after_base) = made(&mut memory, heap(8));
    assert!(after_base > base + size + WINDOW / 2, "no gap behind a huge object");
    for offset in [-1, 0, WINDOW as i64, 5 * WINDOW as i64 + 17, size as i64 - 8, size as i64] {
        let address = base.wrapping_add_signed(offset);
        assert_eq!(memory.locate(address), Located::Object { id, offset });
        let inside = (0..=size as i64 - 8).contains(&offset);
        assert_eq!(memory.store_concrete(address, 8, 0x1122_3344_5566_7788), inside);
        assert_eq!(memory.load_concrete(address, 8), inside.then_some(0x1122_3344_5566_7788));
    }
    assert!(memory.free(id));
    for offset in [0, WINDOW, size - 1] {
        assert!(
            matches!(memory.locate(base + offset), Located::Freed(window) if window > before && window < after)
        );
        assert_eq!(memory.load_concrete(base + offset, 1), None);
        assert!(!memory.store_concrete(base + offset, 1, 0));
    }
    assert_eq!(memory.locate(after_base), Located::Object { id: after, offset: 0 });
}

#[test]
fn ids_run_out_without_harm() {
    let mut memory = Memory::new();
    assert_eq!(memory.alloc(heap(u64::MAX)), None);
    let mut made = 0u64;
    while let Some((_, base)) = memory.alloc(heap(1 << 44)) {
        assert_eq!(memory.load_concrete(base + (1 << 44) - 8, 8), Some(0));
        made += 1;
    }
    assert!((60_000..66_000).contains(&made), "{made} objects of 2^44 bytes in 2^60 addresses");
}

#[test]
fn only_known_sizes_and_writable_objects_are_accessed_without_questions() {
    let mut memory = Memory::new();
    let mut pool = bowline_expr::Pool::new();
    let symbol = pool.symbol("size", 0, 8);
    let byte = pool.input_byte(symbol, 0);
    let size = pool.zero_extend(byte, 64);
    let (id, base) = made(&mut memory, Allocation { size: Size::Symbolic(size), ..heap(256) });
    assert_eq!(memory.load_concrete(base, 1), None);
    assert!(!memory.store_concrete(base, 1, 1));
    memory.object_mut(id).expect("alive").set_size(Size::Known(4));
    assert_eq!(memory.load_concrete(base, 4), Some(0));
    assert_eq!(memory.load_concrete(base + 1, 4), None);

    let (_, constant) = made(&mut memory, Allocation { read_only: true, ..heap(4) });
    assert_eq!(memory.load_concrete(constant, 4), Some(0));
    assert!(!memory.store_concrete(constant, 4, 1));
}
