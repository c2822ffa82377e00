//! Which LLVM blocks become which blocks of ours, in which order.
//!
//! Blocks that the entry cannot reach are left out. The rest are in reverse postorder, so that every value is lowered
//! before its uses (phis aside), and a block with one predecessor that goes nowhere else is a continuation of it: a
//! *chain* of LLVM blocks is one block of ours. Blocks whose address is taken always begin a chain, and exist even if
//! unreachable, as their address is a value.

use crate::llvm::{BasicBlock, Global, Instruction, Opcode};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_ir::BlockId;

pub struct Plan<'m> {
    /// By block of ours; never empty. An address-taken block that is not reachable is alone in its chain.
    pub chains: Vec<Vec<BasicBlock<'m>>>,
    /// The block of ours that each first block of a chain became.
    pub ids: FxHashMap<BasicBlock<'m>, BlockId>,
}

/// Where control can go from the end of a block, as far as we lower it: unwinding and `asm goto` are not followed.
pub fn successors<'m>(terminator: Instruction<'m>) -> Vec<BasicBlock<'m>> {
    match terminator.opcode() {
        Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMIndirectBr => terminator.successors(),
        Opcode::LLVMInvoke => terminator.successors().into_iter().take(1).collect(),
        _ => Vec::new(),
    }
}

/// Does it end in something that always goes to the same place? A switch without cases is lowered like any other.
fn jumps(block: BasicBlock<'_>) -> bool {
    block
        .terminator()
        .is_some_and(|terminator| matches!(terminator.opcode(), Opcode::LLVMBr | Opcode::LLVMInvoke))
}

impl<'m> Plan<'m> {
    pub fn of(function: Global<'m>) -> Self {
        let blocks = function.blocks();
        let mut plan = Self { chains: Vec::new(), ids: FxHashMap::default() };
        let Some(entry) = blocks.first() else { return plan };
        let order = reverse_postorder(*entry);
        let mut predecessors: FxHashMap<BasicBlock<'m>, u32> = FxHashMap::default();
        for (_, successors) in &order {
            for successor in successors {
                *predecessors.entry(*successor).or_default() += 1;
            }
        }
        let address_taken: Vec<BasicBlock<'m>> =
            blocks.iter().copied().filter(|block| block.is_address_taken()).collect();
        let must_begin: FxHashSet<BasicBlock<'m>> = address_taken.iter().copied().chain([*entry]).collect();
        let continues = |block: BasicBlock<'m>, successors: &[BasicBlock<'m>]| match successors {
            [only] if predecessors[only] == 1 && !must_begin.contains(only) && jumps(block) => Some(*only),
            _ => None,
        };
        let next: FxHashMap<BasicBlock<'m>, BasicBlock<'m>> = order
            .iter()
            .filter_map(|(block, successors)| continues(*block, successors).map(|next| (*block, next)))
            .collect();
        let continuations: FxHashSet<BasicBlock<'m>> = next.values().copied().collect();
        for (block, _) in &order {
            if continuations.contains(block) {
                continue;
            }
            let chain: Vec<_> = std::iter::successors(Some(*block), |at| next.get(at).copied()).collect();
            plan.add(chain);
        }
        for block in address_taken {
            if !plan.ids.contains_key(&block) {
                plan.add(vec![block]);
            }
        }
        plan
    }

    fn add(&mut self, chain: Vec<BasicBlock<'m>>) {
        self.ids.insert(chain[0], BlockId(self.chains.len() as u32));
        self.chains.push(chain);
    }
}

type Node<'m> = (BasicBlock<'m>, Vec<BasicBlock<'m>>);

/// The reachable blocks with their successors. Iterative: functions can be deep.
fn reverse_postorder<'m>(entry: BasicBlock<'m>) -> Vec<Node<'m>> {
    let successors_of = |block: BasicBlock<'m>| block.terminator().map(successors).unwrap_or_default();
    let mut order: Vec<Node<'m>> = Vec::new();
    let mut seen = FxHashSet::default();
    seen.insert(entry);
    let mut stack = vec![(entry, successors_of(entry), 0)];
    while let Some((block, successors, next)) = stack.last_mut() {
        // Backwards, so that the first successor comes first in the reversed order.
        let at = successors.len().checked_sub(*next + 1);
        *next += 1;
        match at.map(|at| successors[at]) {
            Some(successor) => {
                if seen.insert(successor) {
                    stack.push((successor, successors_of(successor), 0));
                }
            }
            None => {
                order.push((*block, std::mem::take(successors)));
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
