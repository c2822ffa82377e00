//! What rules make of terms: where they apply, and that they keep away where their condition fails.

use bowline_base::Rng;
use bowline_expr::{BinaryOp, ExprId, INDEX_WIDTH, Node, Pool, Width};

/// A pool with an input `data`, and short names for building terms.
struct Terms {
    pool: Pool,
    data: bowline_expr::SymId,
}

impl Terms {
    fn new() -> Self {
        let mut pool = Pool::new();
        pool.trace_rules();
        let data = pool.symbol("data", 0, 64);
        Self { pool, data }
    }

    fn byte(&mut self, at: u64) -> ExprId {
        self.pool.input_byte(self.data, at)
    }

    /// An unknown of a width about which nothing is known: bytes put together.
    fn word(&mut self, at: u64, width: Width) -> ExprId {
        let mut whole = self.byte(at);
        for i in 1..u64::from(width.div_ceil(8)) {
            let byte = self.byte(at + i);
            whole = self.pool.concat(byte, whole);
        }
        self.pool.extract(whole, 0, width)
    }

    fn constant(&mut self, value: u128, width: Width) -> ExprId {
        self.pool.constant(value, width)
    }

    /// Did a rule of this name fire since the last question?
    fn fired(&mut self, name: &str) -> bool {
        self.pool.fired_rules().iter().any(|rule| rule.name == name)
    }
}

/// The bytes of a term, lowest first.
fn stored(terms: &mut Terms, term: ExprId) -> Vec<ExprId> {
    (0..terms.pool.width(term) / 8).map(|i| terms.pool.extract(term, i * 8, 8)).collect()
}

/// Parts, lowest first, joined in a random order of association.
fn loaded(terms: &mut Terms, rng: &mut Rng, mut parts: Vec<ExprId>) -> ExprId {
    while parts.len() > 1 {
        let at = rng.below(parts.len() as u64 - 1) as usize;
        let high = parts.remove(at + 1);
        parts[at] = terms.pool.concat(high, parts[at]);
    }
    parts[0]
}

#[test]
fn stored_bytes_load_as_the_term() {
    let mut rng = Rng::new(3);
    let mut terms = Terms::new();
    for round in 0..400 {
        let width = [16, 32, 64, 128][round % 4];
        let narrow = [1, 7, 8, 12][rng.below(4) as usize];
        let (x, y) = (terms.word(0, narrow), terms.word(20, narrow));
        let (wx, wy) = (terms.word(0, width), terms.word(30, width));
        let k = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let k = terms.constant(k >> rng.below(128), width);
        let (zx, sx) = (terms.pool.zero_extend(x, width), terms.pool.sign_extend(x, width));
        let (zy, sy) = (terms.pool.zero_extend(y, width), terms.pool.sign_extend(y, width));
        let pool = &mut terms.pool;
        let condition = pool.ult(x, y);
        let term = match round / 4 % 16 {
            0 => wx,
            1 => zx,
            2 => sx,
            3 => pool.add(zx, k),
            4 => pool.add(sx, zy),
            5 => pool.mul(zx, zy),
            6 => pool.sub(sx, sy),
            7 => pool.and(wx, k),
            8 => pool.or(wx, k),
            9 => pool.xor(zx, k),
            10 => pool.mul(wx, wy),
            11 => pool.udiv(wx, wy),
            12 => pool.ite(condition, wx, wy),
            13 => pool.ite(condition, zx, k),
            14 => {
                let three = pool.constant(3, width);
                pool.ite(condition, k, three)
            }
            _ => pool.sign_extend(condition, width),
        };
        let bytes = stored(&mut terms, term);
        let back = loaded(&mut terms, &mut rng, bytes);
        assert_eq!(
            back,
            term,
            "{} came back as {}",
            bowline_expr::print::text(&terms.pool, term),
            bowline_expr::print::text(&terms.pool, back)
        );
    }
}

#[test]
fn integers_parsed_from_bytes_are_concatenations() {
    let mut rng = Rng::new(9);
    for round in 0..200 {
        let mut terms = Terms::new();
        let count = 2 + round % 3;
        // A random order of the bytes, and of putting them together.
        let mut order: Vec<u16> = (0..count).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i as u64 + 1) as usize);
        }
        let op = [BinaryOp::Or, BinaryOp::Add, BinaryOp::Xor][rng.below(3) as usize];
        let mut sum = terms.constant(0, 32);
        for &place in &order {
            let byte = terms.byte(u64::from(place));
            let wide = terms.pool.zero_extend(byte, 32);
            let by = terms.constant(u128::from(place) * 8, 32);
            let part = terms.pool.shl(wide, by);
            sum = terms.pool.binary(op, sum, part);
        }
        let expected = terms.word(0, count * 8);
        let expected = terms.pool.zero_extend(expected, 32);
        assert_eq!(sum, expected, "{op:?} {order:?}: {}", bowline_expr::print::text(&terms.pool, sum));
    }
}

#[test]
fn comparisons_of_characters_come_down_to_the_byte() {
    let mut t = Terms::new();
    let byte = t.byte(0);
    for signed in [false, true] {
        let wide = if signed { t.pool.sign_extend(byte, 32) } else { t.pool.zero_extend(byte, 32) };
        let (a, a8) = (t.constant(97, 32), t.constant(97, 8));
        let plain = t.pool.eq(byte, a8);
        assert_eq!(t.pool.eq(wide, a), plain);
        let minus = t.constant((-97i128) as u128, 32);
        let zero = t.constant(0, 32);
        let difference = t.pool.add(wide, minus);
        assert_eq!(t.pool.eq(difference, zero), plain);
        let less = if signed { t.pool.slt(byte, a8) } else { t.pool.ult(byte, a8) };
        assert_eq!(t.pool.slt(wide, a), less);
        assert_eq!(t.pool.slt(difference, zero), less);
        // Nothing of eight bits is 300.
        let large = t.constant(300, 32);
        assert_eq!(t.pool.eq(wide, large), Pool::FALSE);
        assert_eq!(t.pool.slt(wide, large), Pool::TRUE);
    }
    // A truth value made an integer and tested again.
    let ten = t.constant(10, 8);
    let condition = t.pool.ult(byte, ten);
    let wide = t.pool.zero_extend(condition, 32);
    let zero = t.constant(0, 32);
    assert_eq!(t.pool.ne(wide, zero), condition);
    // The test of a range keeps to the byte; one that wraps in the byte does not.
    let (offset, size) = (t.constant((-48i128) as u128, 32), t.constant(10, 32));
    let wide = t.pool.zero_extend(byte, 32);
    let shifted = t.pool.add(wide, offset);
    t.pool.fired_rules();
    let digit = t.pool.ult(shifted, size);
    assert!(t.fired("ult_range"));
    let (offset, size) = (t.constant((-48i128) as u128, 8), t.constant(10, 8));
    let shifted8 = t.pool.add(byte, offset);
    assert_eq!(digit, t.pool.ult(shifted8, size));
    let size = t.constant(250, 32);
    t.pool.fired_rules();
    let beyond = t.pool.ult(shifted, size);
    assert!(!t.fired("ult_range"));
    assert_eq!(t.pool.node(beyond), Node::Binary(BinaryOp::Ult, shifted, size));
}

#[test]
fn sums_meet() {
    let mut t = Terms::new();
    let (x, y) = (t.word(0, 64), t.word(8, 64));
    let (three, five) = (t.constant(3, 64), t.constant(5, 64));
    let left = t.pool.add(x, three);
    let left = t.pool.add(left, y);
    let right = t.pool.add(y, five);
    let right = t.pool.add(x, right);
    let two = t.constant(2, 64);
    assert_eq!(t.pool.sub(right, left), two);
    assert_eq!(t.pool.eq(left, right), Pool::FALSE);
    let back = t.pool.sub(left, y);
    let back = t.pool.sub(back, three);
    assert_eq!(back, x);
    // Different variables do not cancel.
    let other = t.pool.sub(x, y);
    assert_eq!(t.pool.node(other), Node::Binary(BinaryOp::Sub, x, y));
}

#[test]
fn multiplication_and_division_by_powers_of_two_are_slices() {
    let mut t = Terms::new();
    let (x, y) = (t.word(0, 32), t.word(8, 32));
    let product = t.pool.mul(x, y);
    let eight = t.constant(8, 32);
    for op in [BinaryOp::Mul, BinaryOp::UDiv, BinaryOp::URem] {
        let slice = t.pool.binary(op, product, eight);
        assert!(!matches!(t.pool.node(slice), Node::Binary(..)), "{op:?}");
        let six = t.constant(6, 32);
        let kept = t.pool.binary(op, product, six);
        assert_eq!(t.pool.node(kept), Node::Binary(op, product, six));
    }
}

#[test]
fn connectives_absorb_and_contradict() {
    let mut t = Terms::new();
    let (x, y) = (t.byte(0), t.byte(1));
    let (a, b) = (t.constant(97, 8), t.constant(98, 8));
    let is_a = t.pool.eq(x, a);
    let is_b = t.pool.eq(x, b);
    let other = t.pool.eq(y, b);
    let not_a = t.pool.not(is_a);
    let not_b = t.pool.not(is_b);
    assert_eq!(t.pool.and(is_a, is_b), Pool::FALSE);
    assert_eq!(t.pool.or(not_a, not_b), Pool::TRUE);
    assert_eq!(t.pool.and(is_a, not_b), is_a);
    assert_eq!(t.pool.or(is_a, not_b), not_b);
    assert_eq!(t.pool.and(is_a, not_a), Pool::FALSE);
    assert_eq!(t.pool.or(is_a, not_a), Pool::TRUE);
    let either = t.pool.or(is_a, other);
    assert_eq!(t.pool.and(is_a, either), is_a);
    assert_eq!(t.pool.or(is_a, either), either);
    assert_eq!(t.pool.not(not_a), is_a);
    let both = t.pool.and(is_a, other);
    assert!(matches!(t.pool.node(both), Node::Binary(BinaryOp::And, ..)), "different bytes stay");
    let less = t.pool.ult(x, y);
    assert_eq!(t.pool.not(less), t.pool.ule(y, x));
}

#[test]
fn choices_fold() {
    let mut t = Terms::new();
    let (x, y) = (t.byte(0), t.byte(1));
    let (p, q) = (t.pool.ult(x, y), t.pool.slt(x, y));
    let [two, three, four, five, seven] = [2, 3, 4, 5, 7].map(|k| t.constant(k, 32));
    let choice = t.pool.ite(p, three, five);
    assert_eq!(t.pool.eq(choice, three), p);
    assert_eq!(t.pool.eq(choice, five), t.pool.not(p));
    assert_eq!(t.pool.eq(choice, four), Pool::FALSE);
    let shifted = t.pool.add(choice, two);
    assert_eq!(shifted, t.pool.ite(p, five, seven));
    let not_p = t.pool.not(p);
    assert_eq!(t.pool.ite(not_p, x, y), t.pool.ite(p, y, x));
    let inner = t.pool.ite(q, x, y);
    let any = t.pool.or(p, q);
    assert_eq!(t.pool.ite(p, x, inner), t.pool.ite(any, x, y));
    let both = t.pool.and(p, q);
    assert_eq!(t.pool.ite(p, inner, y), t.pool.ite(both, x, y));
    let same = t.pool.ite(p, x, y);
    let z = t.byte(2);
    assert_eq!(t.pool.ite(p, same, z), t.pool.ite(p, x, z));
    // Arms that are not constants stay where they are.
    let sum = t.pool.add(same, x);
    assert!(matches!(t.pool.node(sum), Node::Binary(BinaryOp::Add, ..)));
}

#[test]
fn arrays_are_read_through() {
    let mut t = Terms::new();
    let input = t.pool.input(t.data);
    let at = |t: &mut Terms, i: u128| t.constant(i, INDEX_WIDTH);
    let (x, y) = (t.byte(0), t.byte(1));
    let wide = t.pool.zero_extend(x, INDEX_WIDTH);
    let [i0, i1, i5, i300, far] = [0, 1, 5, 300, 1 << 40].map(|i| at(&mut t, i));
    assert_eq!(t.pool.select(input, far), t.constant(0, 8), "beyond the input");
    let first = t.pool.store(input, i5, y);
    let second = t.pool.store(first, i1, x);
    assert_eq!(t.pool.select(second, i5), y);
    assert_eq!(t.pool.select(second, i0), x, "x is byte 0 of the input");
    // A read at a known place looks through stores at unknown places, if they are few.
    let (somewhere, z) = (t.pool.store(second, wide, x), t.byte(2));
    assert_eq!(t.pool.select(somewhere, wide), x);
    let perhaps = t.pool.select(somewhere, i5);
    let five = t.constant(5, 8);
    let same = t.pool.eq(x, five);
    assert_eq!(perhaps, t.pool.ite(same, x, y));
    let mut often = second;
    for distance in 0..5 {
        let distance = at(&mut t, distance);
        let place = t.pool.add(wide, distance);
        often = t.pool.store(often, place, z);
    }
    let hidden = t.pool.select(often, i5);
    assert_eq!(t.pool.node(hidden), Node::Select(often, i5));
    assert_eq!(t.pool.select(somewhere, i300), t.constant(0, 8), "no byte is 300");
    let next = t.pool.add(wide, i1);
    let beside = t.pool.select(somewhere, next);
    assert_eq!(t.pool.node(beside), Node::Select(second, next), "i + 1 is not i");
    // Stores that change nothing, and that are overwritten.
    let there = t.pool.select(first, wide);
    assert_eq!(t.pool.store(first, wide, there), first);
    assert_eq!(t.pool.store(first, i5, x), t.pool.store(input, i5, x));
    let elsewhere = t.pool.select(input, wide);
    let kept = t.pool.store(first, wide, elsewhere);
    assert_eq!(t.pool.node(kept), Node::Store(first, wide, elsewhere));
    // Tables.
    let table = t.pool.table(&[10, 20]);
    assert_eq!(t.pool.select(table, i1), t.constant(20, 8));
    assert_eq!(t.pool.select(table, i300), t.constant(0, 8));
    let unknown = t.pool.select(table, wide);
    assert_eq!(t.pool.node(unknown), Node::Select(table, wide), "a byte indexes the table as it is");
}

#[test]
fn rules_do_not_fight() {
    // A construction that uses up its attempts would point to rules that undo each other.
    let mut world = crate::reference::World::random(77, 8, 64);
    for i in 0..4 {
        world.byte(i);
    }
    for _ in 0..3000 {
        world.random_step(true);
        let fired = world.pool.fired_rules().len();
        assert!(fired < bowline_expr::rules::MAX_ATTEMPTS as usize, "{fired} rules for one step");
        if world.terms.len() > 200 {
            world.terms.drain(4..150);
        }
    }
}
