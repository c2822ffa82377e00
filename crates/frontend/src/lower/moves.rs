//! Parallel moves into a sequence that does the same.

use bowline_base::FxHashSet;
use bowline_ir::{Operand, Reg};

/// Orders `moves`, which are meant to happen at once, so that they can happen one after the other. Cycles are broken
/// with registers from `fresh`. Destinations must be distinct.
pub fn sequentialise(moves: &[(Reg, Operand)], mut fresh: impl FnMut() -> Reg) -> Vec<(Reg, Operand)> {
    let mut pending: Vec<(Reg, Operand)> =
        moves.iter().copied().filter(|(to, from)| from.as_reg() != Some(*to)).collect();
    let mut done = Vec::with_capacity(pending.len());
    while !pending.is_empty() {
        // A destination that no pending move still reads can be written now.
        let sources: FxHashSet<Reg> = pending.iter().filter_map(|(_, from)| from.as_reg()).collect();
        let (blocked, ready): (Vec<_>, Vec<_>) = pending.iter().partition(|(to, _)| sources.contains(to));
        pending = blocked;
        if ready.is_empty() {
            // Only cycles are left: save one destination, and let its readers read the copy.
            let (saved, _) = pending[0];
            let copy = fresh();
            done.push((copy, Operand::reg(saved)));
            for (_, from) in &mut pending {
                if from.as_reg() == Some(saved) {
                    *from = Operand::reg(copy);
                }
            }
        }
        done.extend(ready);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use bowline_ir::ConstId;

    fn value_of(registers: &[u64], operand: Operand) -> u64 {
        match (operand.as_reg(), operand.as_const()) {
            (Some(reg), _) => registers[reg.0 as usize],
            (_, Some(id)) => 1000 + u64::from(id.0),
            _ => unreachable!("an operand is a register or a constant"),
        }
    }

    #[test]
    fn any_permutation_and_fan_out_is_done_at_once() {
        const REGISTERS: u64 = 7;
        let mut rng = Rng::new(17);
        for _ in 0..5000 {
            let mut moves = Vec::new();
            for to in 0..REGISTERS {
                let from = rng.below(REGISTERS + 3);
                match from {
                    0..REGISTERS => moves.push((Reg(to as u32), Operand::reg(Reg(from as u32)))),
                    REGISTERS => moves.push((Reg(to as u32), Operand::constant(ConstId(to as u32)))),
                    _ => {}
                }
            }
            let before: Vec<u64> = (0..REGISTERS).collect();
            let mut expected = before.clone();
            for (to, from) in &moves {
                expected[to.0 as usize] = value_of(&before, *from);
            }
            let mut registers = before;
            let mut next = REGISTERS as u32;
            let sequence = sequentialise(&moves, || {
                next += 1;
                Reg(next - 1)
            });
            registers.resize(next as usize, u64::MAX);
            for (to, from) in sequence {
                registers[to.0 as usize] = value_of(&registers, from);
            }
            assert_eq!(registers[..REGISTERS as usize], expected);
        }
    }
}
