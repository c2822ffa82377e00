//! Reads and writes of arrays.

use super::arith::sum_with_constant;
use super::{ANY, Access, CONST, INPUT, STORE, TABLE, rules};
use crate::{ExprId, Node, Pool, bounds};

/// How many stores a read may step over at once. Behind them a read at a known place goes on by [listed](crate::store_runs)
/// runs of stores; what is left of the chain for another stays a read.
const MAX_STEPS: u32 = 1024;
/// How many stores a read steps over before it looks for such a list.
const MIN_STEPS: u32 = 32;
/// How many lists one read may use.
const MAX_LISTS: u32 = 8;

/// How many stores at unknown places a read at a known one may look through.
const MAX_UNKNOWN: usize = 4;

/// How many stores between it and a formula a read looks through, whatever their places.
const MAX_ABOVE_FORMULA: usize = 8;

rules! {
    SELECT_RULES: Access, "select", ORDERED = [
        select_table(TABLE, CONST),
        select_beyond_table(TABLE, ANY),
        select_beyond_input(INPUT, ANY),
        select_store(STORE, ANY),
    ];
    STORE_RULES: Access, "store", ORDERED = [
        store_what_is_there(ANY, ANY),
        store_again(STORE, ANY),
    ];
}

/// match: `table[c]`
/// result: the byte; 0 beyond the end
fn select_table(pool: &mut Pool, on: &Access) -> Option<ExprId> {
    let Node::Table(table) = on.array_node else { return None };
    let at = usize::try_from(on.at?).ok();
    let byte = at.and_then(|at| pool.table_bytes(table).get(at)).copied().unwrap_or(0);
    Some(pool.constant(u128::from(byte), 8))
}

/// match: `table[i]`
/// result: 0
/// when: `i` is certainly beyond the end
fn select_beyond_table(pool: &mut Pool, on: &Access) -> Option<ExprId> {
    let Node::Table(table) = on.array_node else { return None };
    let length = pool.table_bytes(table).len() as u128;
    (bounds::interval(pool, on.index).0 >= length).then(|| pool.constant(0, 8))
}

/// match: `input[i]`
/// result: 0
/// when: `i` is certainly beyond the end
fn select_beyond_input(pool: &mut Pool, on: &Access) -> Option<ExprId> {
    let Node::Input(symbol) = on.array_node else { return None };
    let size = pool.symbol_info(symbol).size;
    let least = match on.at {
        Some(at) => u128::from(at),
        None => bounds::interval(pool, on.index).0,
    };
    (least >= u128::from(size)).then(|| pool.constant(0, 8))
}

/// `base + offset`, with the base missing for a constant.
fn base_and_offset(pool: &Pool, index: ExprId) -> (Option<ExprId>, u128) {
    if let Some(at) = pool.as_const(index) {
        return (None, at);
    }
    match sum_with_constant(pool, pool.node(index)) {
        Some((base, offset)) => (Some(base), offset),
        None => (Some(index), 0),
    }
}

fn may_meet((least_i, most_i): (u128, u128), (least_j, most_j): (u128, u128)) -> bool {
    most_i >= least_j && most_j >= least_i
}

/// match: `store(a, i, b)[j]`
/// result: `b` if `i` is `j`; `a[j]` if they certainly differ; `ite(i == j, b, a[j])` if `j` is a constant or `a` a formula
/// when: not too many stores are at unknown places
fn select_store(pool: &mut Pool, on: &Access) -> Option<ExprId> {
    let wanted = base_and_offset(pool, on.index);
    let mut array = on.array;
    let looked_through = match on.at {
        Some(_) => MAX_UNKNOWN,
        None if is_near_formula(pool, array) => MAX_ABOVE_FORMULA,
        None => 0,
    };
    // Stores that may be at the place, and the array with the newest of them.
    let mut met = Vec::new();
    let mut stopped = None;
    let (mut steps, mut lists) = (0, 0);
    while steps < MAX_STEPS || on.at.is_some() && lists < MAX_LISTS {
        steps += 1;
        if let Some(at) = on.at
            && steps > MIN_STEPS
            && let Some(run) = pool.store_run(array, steps > MAX_STEPS)
        {
            lists += 1;
            array = run.below;
            if let Some(&byte) = run.bytes.get(&at) {
                return Some(below(pool, &met, on.index, byte));
            }
        }
        let Node::Store(older, index, byte) = pool.node(array) else {
            let oldest = pool.select(array, on.index);
            return Some(below(pool, &met, on.index, oldest));
        };
        let (base, offset) = base_and_offset(pool, index);
        if (base, offset) == wanted {
            return Some(below(pool, &met, on.index, byte));
        }
        let unknown =
            base != wanted.0 && may_meet(bounds::interval(pool, index), bounds::interval(pool, on.index));
        if unknown {
            stopped = stopped.or(Some(array));
            if met.len() == looked_through {
                break;
            }
            met.push((index, byte));
        }
        array = older;
    }
    // What is left of the chain is made as it stands: asking the rules again would only walk on.
    let left = stopped.unwrap_or(array);
    (left != on.array).then(|| pool.intern(Node::Select(left, on.index), 8))
}

/// Is there a formula below a few stores?
fn is_near_formula(pool: &Pool, mut array: ExprId) -> bool {
    for _ in 0..=MAX_ABOVE_FORMULA {
        match pool.node(array) {
            Node::Store(older, ..) => array = older,
            node => return matches!(node, Node::Formula { .. }),
        }
    }
    false
}

/// What is read at `place` where `found` lies below stores that may be there, too; the newest comes first.
fn below(pool: &mut Pool, stores: &[(ExprId, ExprId)], place: ExprId, found: ExprId) -> ExprId {
    stores.iter().rev().fold(found, |older, &(index, byte)| {
        let same = pool.eq(index, place);
        pool.ite(same, byte, older)
    })
}

/// match: `store(a, i, a[i])`
/// result: `a`
fn store_what_is_there(pool: &mut Pool, on: &Access) -> Option<ExprId> {
    match pool.node(on.byte) {
        Node::Select(array, index) if (array, index) == (on.array, on.index) => Some(on.array),
        _ => None,
    }
}

/// match: `store(store(a, i, _), i, b)`
/// result: `store(a, i, b)`
fn store_again(pool: &mut Pool, on: &Access) -> Option<ExprId> {
    let Node::Store(older, index, _) = on.array_node else { return None };
    (index == on.index).then(|| pool.store(older, index, on.byte))
}
