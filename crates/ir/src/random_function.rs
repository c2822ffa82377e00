//! Functions for property tests: any shape of control flow, small enough for exhaustive reference algorithms.

use crate::builder::FunctionBuilder;
use crate::function::Function;
use crate::graph::Graph;
use crate::inst::{BinaryOp, Inst, Operand, Reg, TrapKind};
use crate::{BlockId, ConstId};
use bowline_base::Rng;

/// A function with the given control flow and nothing else; a block without successors returns.
pub(crate) fn from_edges(blocks: u32, edges: &[(u32, u32)]) -> Function {
    build(blocks, edges, 1, |_| {}, Vec::new)
}

/// Random control flow, sometimes irreducible, sometimes with unreachable blocks or endless loops.
pub(crate) fn random_cfg(rng: &mut Rng) -> Function {
    let (blocks, edges) = random_shape(rng);
    from_edges(blocks, &edges)
}

/// Random control flow over a few registers that instructions and edges read and write at random.
pub(crate) fn random_dataflow(rng: &mut Rng) -> Function {
    let (blocks, edges) = random_shape(rng);
    let registers = 1 + rng.below(5) as u32;
    let mut other = Rng::new(rng.next_u64());
    build(
        blocks,
        &edges,
        registers,
        |builder| {
            for _ in 0..rng.below(3) {
                let dst = Reg(rng.below(registers.into()) as u32);
                let (a, b) = (random_operand(rng, registers), random_operand(rng, registers));
                builder.push(Inst::Binary {
                    op: BinaryOp::Add,
                    width: 1,
                    wrapping: Default::default(),
                    dst,
                    a,
                    b,
                });
            }
        },
        || {
            let count = other.below(3);
            let mut one_move =
                || (Reg(other.below(registers.into()) as u32), random_operand(&mut other, registers));
            (0..count).map(|_| one_move()).collect()
        },
    )
}

fn random_operand(rng: &mut Rng, registers: u32) -> Operand {
    if rng.below(3) == 0 { ConstId(0).into() } else { Reg(rng.below(registers.into()) as u32).into() }
}

fn random_shape(rng: &mut Rng) -> (u32, Vec<(u32, u32)>) {
    let blocks = 1 + rng.below(9) as u32;
    let mut edges = Vec::new();
    // The entry has no predecessor.
    if blocks > 1 {
        for from in 0..blocks {
            for _ in 0..rng.below(4) {
                edges.push((from, 1 + rng.below(u64::from(blocks) - 1) as u32));
            }
        }
    }
    (blocks, edges)
}

/// Register 0 is the only parameter; it is also what branches and switches read.
fn build(
    blocks: u32,
    edges: &[(u32, u32)],
    registers: u32,
    mut fill: impl FnMut(&mut FunctionBuilder),
    mut moves: impl FnMut() -> Vec<(Reg, Operand)>,
) -> Function {
    let mut builder = FunctionBuilder::new("random", &[1], &[]);
    builder.function().registers = registers;
    for _ in 1..blocks {
        builder.block();
    }
    let successors = Graph::new(blocks as usize, edges.iter().copied());
    for block in 0..blocks {
        builder.switch_to(BlockId(block));
        fill(&mut builder);
        let targets = successors.successors(block).iter();
        let ids: Vec<_> = targets.map(|to| builder.edge(BlockId(*to), &moves())).collect();
        match ids[..] {
            [] if block % 4 == 3 => builder.push(Inst::Trap { kind: TrapKind::Trap }),
            [] => builder.ret(&[]),
            [edge] => builder.push(Inst::Jump { edge }),
            [then_edge, else_edge] => {
                builder.push(Inst::Branch { cond: Reg(0).into(), then_edge, else_edge });
            }
            [ref cases @ .., default] => {
                let cases: Vec<_> = cases.iter().enumerate().map(|(at, edge)| (at as u128, *edge)).collect();
                builder.switch(Reg(0).into(), 1, &cases, default);
            }
        }
    }
    builder.finish()
}
