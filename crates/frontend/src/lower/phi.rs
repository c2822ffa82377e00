//! Phis: registers of their own, written by moves on the edges.

use super::Unsupported;
use super::function::{FunctionLowering, Lowered};
use super::moves::sequentialise;
use crate::llvm::{BasicBlock, Instruction, Opcode, Value};
use bowline_base::FxHashMap;
use bowline_ir::{Operand, Reg};

fn phis<'m>(block: BasicBlock<'m>) -> impl Iterator<Item = Instruction<'m>> {
    block.instructions().take_while(|instruction| instruction.opcode() == Opcode::LLVMPHI)
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Gives registers to the phis at the beginning of each of our blocks, as they are used before they are lowered.
    /// Edges cannot be unsupported, so a block that would hand a phi a constant that is has to end before.
    pub fn reserve_phis(&mut self) {
        let plan = self.plan.clone();
        for chain in &plan.chains {
            for phi in phis(chain[0]) {
                let Ok(layout) = self.layout(phi.ty()) else { continue };
                let scalars = layout.leaves.iter().map(|_| Operand::reg(self.fresh())).collect();
                self.values.insert(phi.value(), scalars);
                for (predecessor, value) in (0..phi.incoming_count()).map(|index| phi.incoming(index)) {
                    if value.as_instruction().is_none()
                        && let Err(unsupported) = self.scalars(value)
                    {
                        self.cannot_leave.insert(predecessor, unsupported);
                    }
                }
            }
        }
    }

    pub fn lower_phi(&mut self, phi: Instruction<'m>, continued_from: Option<BasicBlock<'m>>) -> Lowered {
        match continued_from {
            // One predecessor only: the phi is a name for its one value.
            Some(predecessor) => {
                let value = incoming_value(phi, predecessor, 0)
                    .ok_or_else(|| Unsupported("phi without its predecessor".to_string()))?;
                let scalars = self.scalars(value)?;
                self.bind(phi, scalars)
            }
            None => {
                // Reports the type if no registers could be reserved.
                self.layout(phi.ty())?;
                Ok(super::function::Flow::Next)
            }
        }
    }

    /// Once every value has its registers, fills in the moves of all edges.
    pub fn resolve_edges(&mut self) {
        // Where each predecessor is in the phis of a block; LLVM keeps one order for all phis of a block.
        let mut positions: FxHashMap<BasicBlock<'m>, FxHashMap<BasicBlock<'m>, u32>> = FxHashMap::default();
        for pending in std::mem::take(&mut self.pending_edges) {
            let Some(first) = phis(pending.to).next() else { continue };
            let positions = positions.entry(pending.to).or_insert_with(|| {
                (0..first.incoming_count()).map(|index| (first.incoming(index).0, index)).collect()
            });
            let position = positions.get(&pending.from).copied().unwrap_or(0);
            let mut moves: Vec<(Reg, Operand)> = Vec::new();
            for phi in phis(pending.to) {
                let Some(destinations) = self.values.get(&phi.value()).cloned() else { continue };
                let Some(value) = incoming_value(phi, pending.from, position) else { continue };
                let Ok(sources) = self.scalars(value) else { continue };
                let registers = destinations.iter().filter_map(|destination| destination.as_reg());
                moves.extend(registers.zip(sources.iter().copied()));
            }
            let registers = &mut self.function.registers;
            let moves = sequentialise(&moves, || {
                *registers += 1;
                Reg(*registers - 1)
            });
            self.function.edges[pending.edge].moves = moves;
        }
    }
}

/// The value that a phi takes when coming from `predecessor`, probably its entry number `guess`.
fn incoming_value<'m>(phi: Instruction<'m>, predecessor: BasicBlock<'m>, guess: u32) -> Option<Value<'m>> {
    let count = phi.incoming_count();
    let guessed = (guess < count).then(|| phi.incoming(guess)).filter(|(block, _)| *block == predecessor);
    guessed
        .or_else(|| (0..count).map(|index| phi.incoming(index)).find(|(block, _)| *block == predecessor))
        .map(|(_, value)| value)
}
