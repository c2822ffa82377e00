//! The same bits, cut differently: bitcasts, and lanes that share an access in memory.

use super::Unsupported;
use super::constant::truncate;
use super::function::{FunctionLowering, Lowered};
use super::layout::MAX_WIDTH;
use crate::llvm::Instruction;
use bowline_ir::{BinaryOp, CastOp, Operand, Width};

/// A scalar and its place in a row of bits.
#[derive(Clone, Copy)]
struct Piece {
    operand: Operand,
    width: Width,
    start: u32,
}

impl<'m> FunctionLowering<'_, 'm> {
    pub fn lower_bitcast(&mut self, instruction: Instruction<'m>) -> Lowered {
        let from = self.layout(instruction.operand(0).ty())?;
        let to = self.layout(instruction.ty())?;
        let scalars = self.scalars(instruction.operand(0))?;
        let from_widths: Vec<Width> = from.leaves.iter().map(|leaf| leaf.width).collect();
        let to_widths: Vec<Width> = to.leaves.iter().map(|leaf| leaf.width).collect();
        if from_widths == to_widths {
            return self.bind(instruction, scalars);
        }
        let recut = self.recut(&scalars, &from_widths, &to_widths)?;
        self.bind(instruction, recut)
    }

    /// Lays scalars side by side, the first in the lowest bits, and cuts the row anew.
    pub fn recut(
        &mut self,
        scalars: &[Operand],
        from: &[Width],
        to: &[Width],
    ) -> Result<Vec<Operand>, Unsupported> {
        self.recut_from(0, scalars, from, to)
    }

    /// The same, without the lowest `skipped` bits of the row. Above its end there are zeros.
    pub fn recut_from(
        &mut self,
        skipped: u32,
        scalars: &[Operand],
        from: &[Width],
        to: &[Width],
    ) -> Result<Vec<Operand>, Unsupported> {
        let mut pieces = Vec::with_capacity(scalars.len());
        let mut start = 0;
        for (operand, width) in scalars.iter().zip(from) {
            pieces.push(Piece { operand: *operand, width: *width, start });
            start += u32::from(*width);
        }
        if to.iter().any(|width| u32::from(*width) > MAX_WIDTH) {
            return Err(Unsupported("bitcast to a wide integer".to_string()));
        }
        let mut results = Vec::with_capacity(to.len());
        let (mut at, mut first) = (skipped, 0);
        for width in to {
            let end = at + u32::from(*width);
            while first < pieces.len() && pieces[first].start + u32::from(pieces[first].width) <= at {
                first += 1;
            }
            let overlapping: Vec<Piece> =
                pieces[first..].iter().copied().take_while(|piece| piece.start < end).collect();
            results.push(self.assemble(&overlapping, at, *width));
            at = end;
        }
        Ok(results)
    }

    /// The bits `at..at + width` of the row, from the pieces that overlap them.
    fn assemble(&mut self, pieces: &[Piece], at: u32, width: Width) -> Operand {
        let mut result: Option<Operand> = None;
        for piece in pieces {
            let low = at.max(piece.start);
            let mut bits = piece.operand;
            if low > piece.start {
                let amount = self.int(piece.width, u128::from(low - piece.start));
                bits = self.folded(BinaryOp::LShr, piece.width, bits, amount);
            }
            // Only the last piece can reach beyond the end; its excess falls off here or by the shift.
            bits = self.resize(CastOp::ZeroExtend, piece.width, width, bits);
            if low > at {
                let amount = self.int(width, u128::from(low - at));
                bits = self.folded(BinaryOp::Shl, width, bits, amount);
            }
            result = Some(match result {
                Some(so_far) => self.folded(BinaryOp::Or, width, so_far, bits),
                None => bits,
            });
        }
        result.unwrap_or_else(|| self.int(width, 0))
    }

    /// A binary operation with a result of the same width, done now if that needs no instruction: limbs and pieces are
    /// often known to be all zeros or ones where the value as a whole is not known.
    pub fn folded(&mut self, op: BinaryOp, width: Width, a: Operand, b: Operand) -> Operand {
        use BinaryOp::{AShr, Add, And, LShr, Mul, Or, Shl, Xor};
        let ones = truncate(u128::MAX, width);
        match (op, self.known_int(a), self.known_int(b)) {
            (_, Some(_), Some(_)) => {
                if let (Some(a), Some(b)) = (a.as_const(), b.as_const()) {
                    return Operand::constant(self.module.fold_binary(op, width, a, b));
                }
            }
            (Add | Or | Xor, Some(0), _) => return b,
            (Add | Or | Xor | Shl | LShr | AShr, _, Some(0)) => return a,
            (And | Mul | Shl | LShr | AShr, Some(0), _) => return a,
            (And | Mul, _, Some(0)) => return b,
            (And, Some(known), _) if known == ones => return b,
            (And, _, Some(known)) if known == ones => return a,
            _ => {}
        }
        self.binary(op, width, a, b)
    }
}
