//! Registers that an iteration of a loop moves one way only, if at all.
//!
//! What a register holds at a place of an iteration is what some register held at its start plus a number within known borders: that is followed through
//! additions of constants, copies and choices until nothing changes any more. A register that comes back to the header as what it was there plus at least 0
//! rises; plus at most 0, it falls.
//!
//! Numbers wrap around in machine arithmetic, and here they do not: this tells in which order states should go, and proves nothing.

use bowline_base::FxHashMap;
use bowline_ir::cfg::Cfg;
use bowline_ir::{BinaryOp, BlockId, Constant, Function, Inst, LoopId, Module, Operand, Reg};

/// A register that rises or falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    pub register: usize,
    pub falls: bool,
    /// Each iteration moves it.
    strictly: bool,
}

/// What a register holds: what another one held at the header, plus something from `least` to `most`; nothing where that is not known.
type Held = Option<(Reg, i128, i128)>;

/// Beyond, a border counts as none.
const FAR: i128 = 1 << 70;
/// Passes over the blocks of a loop after which borders that still move are given up.
const PASSES: usize = 3;

/// What registers hold at one place; those that are not listed hold what they did at the header.
#[derive(Clone, PartialEq, Default)]
struct Registers(FxHashMap<Reg, Held>);

impl Registers {
    fn get(&self, reg: Reg) -> Held {
        self.0.get(&reg).copied().unwrap_or(Some((reg, 0, 0)))
    }

    fn set(&mut self, reg: Reg, held: Held) {
        self.0.insert(reg, held);
    }

    /// What holds on both ways to a place; where borders must not move any more, they fall away.
    fn join(&mut self, other: &Self, is_late: bool) {
        let named: Vec<Reg> = self.0.keys().chain(other.0.keys()).copied().collect();
        for reg in named {
            let (old, new) = (self.get(reg), either(self.get(reg), other.get(reg)));
            self.set(reg, if is_late { widened(old, new) } else { new });
        }
    }
}

fn either(a: Held, b: Held) -> Held {
    let ((base, least, most), (other, low, high)) = (a?, b?);
    (base == other).then_some((base, least.min(low), most.max(high)))
}

fn widened(old: Held, new: Held) -> Held {
    let ((_, least, most), (base, low, high)) = (old?, new?);
    Some((base, if low < least { -FAR } else { low }, if high > most { FAR } else { high }))
}

fn moved(held: Held, by: i128) -> Held {
    held.map(|(base, least, most)| (base, (least + by).clamp(-FAR, FAR), (most + by).clamp(-FAR, FAR)))
}

/// The registers that tell how far an iteration is. One that each iteration moves is enough, and then the only one.
pub(crate) fn progress(module: &Module, function: &Function, cfg: &Cfg, id: LoopId) -> Vec<Progress> {
    let around = &function.loops.loops[id];
    let mut blocks: Vec<BlockId> = around.blocks.clone();
    blocks.sort_unstable_by_key(|block| cfg.number(*block));
    let mut before: FxHashMap<BlockId, Registers> = FxHashMap::default();
    before.insert(around.header, Registers::default());
    let mut back: Option<Registers> = None;
    for pass in 0.. {
        let known = before.clone();
        back = None;
        for &block in &blocks {
            let Some(mut registers) = before.get(&block).cloned() else { continue };
            let flow = Flow { module, function };
            function.block_insts(block).iter().for_each(|inst| flow.step(&mut registers, inst));
            for &edge in cfg.successors(block) {
                let to = function.edges[edge].to;
                let mut behind = registers.clone();
                flow.edge(&mut behind, &function.edges[edge].moves);
                if to == around.header {
                    match &mut back {
                        Some(back) => back.join(&behind, false),
                        None => back = Some(behind),
                    }
                } else if around.contains(to) {
                    match before.get_mut(&to) {
                        Some(known) => known.join(&behind, pass >= PASSES),
                        None => drop(before.insert(to, behind)),
                    }
                }
            }
        }
        if known == before {
            break;
        }
    }
    let back = back.unwrap_or_default();
    let mut found: Vec<Progress> = back.0.iter().filter_map(|(reg, held)| one_way(*reg, *held)).collect();
    found.sort_unstable_by_key(|progress| progress.register);
    match found.iter().find(|progress| progress.strictly) {
        Some(strict) => vec![*strict],
        None => found,
    }
}

fn one_way(reg: Reg, held: Held) -> Option<Progress> {
    let (base, least, most) = held?;
    let is_one_way = base == reg && (least, most) != (0, 0) && (least >= 0 || most <= 0);
    let strictly = least > 0 || most < 0;
    is_one_way.then_some(Progress { register: reg.0 as usize, falls: least < 0, strictly })
}

/// What instructions and edges do.
struct Flow<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl Flow<'_> {
    fn step(&self, registers: &mut Registers, inst: &Inst) {
        let held = self.result(registers, inst);
        inst.for_each_def(self.function, |reg| registers.set(reg, held));
    }

    fn result(&self, registers: &Registers, inst: &Inst) -> Held {
        let of = |operand: Operand| registers.get(operand.as_reg()?);
        match *inst {
            Inst::Copy { a, .. } => of(a),
            Inst::Select { a, b, .. } => either(of(a), of(b)),
            Inst::Binary { op: BinaryOp::Add, a, b, .. } => match self.number(b) {
                Some(by) => moved(of(a), by),
                None => moved(of(b), self.number(a)?),
            },
            Inst::Binary { op: BinaryOp::Sub, a, b, .. } => moved(of(a), -self.number(b)?),
            Inst::Offset { base, index, scale, .. } => {
                moved(of(base), self.number(index)?.checked_mul(scale.into())?)
            }
            _ => None,
        }
    }

    fn edge(&self, registers: &mut Registers, moves: &[(Reg, Operand)]) {
        for &(reg, source) in moves {
            let held = source.as_reg().and_then(|source| registers.get(source));
            registers.set(reg, held);
        }
    }

    /// A constant with its sign.
    fn number(&self, operand: Operand) -> Option<i128> {
        match self.module.constants.get(operand.as_const()?)? {
            Constant::Int { width: width @ 2..=64, value } => {
                let unused = 128 - u32::from(*width);
                Some((*value << unused) as i128 >> unused)
            }
            _ => None,
        }
    }
}
