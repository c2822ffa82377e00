//! Random functions, executed along random paths before and after: every read sees the value of the same write.

use super::*;
use crate::random_function::random_dataflow;
use crate::{BlockId, EdgeId};
use bowline_base::Rng;

/// Which write each register holds the value of.
type Frame = Vec<Option<u64>>;

/// Two versions of a function on the same path.
struct Twins<'a> {
    functions: [&'a Function; 2],
    frames: [Frame; 2],
    writes: u64,
}

impl Twins<'_> {
    /// What was alive before must be the same now.
    fn compare(&self, before: Reg, now: Reg) {
        let [old, new] = [&self.frames[0][before.0 as usize], &self.frames[1][now.0 as usize]];
        assert!(
            old.is_none() || old == new,
            "{before:?} became {now:?}:\n{:?}\n{:?}",
            self.functions[0],
            self.functions[1]
        );
    }

    fn execute(&mut self, at: Position) {
        let inst = self.functions.map(|function| function.insts[at as usize]);
        let reads = [0, 1].map(|version| {
            let mut reads = Vec::new();
            inst[version].for_each_read(self.functions[version], |reg| reads.push(reg));
            reads
        });
        reads[0].iter().zip(&reads[1]).for_each(|(&old, &new)| self.compare(old, new));
        self.writes += 1;
        for version in [0, 1] {
            let frame = &mut self.frames[version];
            inst[version]
                .for_each_def(self.functions[version], |reg| frame[reg.0 as usize] = Some(self.writes));
        }
    }

    fn take(&mut self, edge: EdgeId) {
        let [old, new] = self.functions.map(|function| &function.edges[edge].moves);
        for (&(old_to, old_from), &(new_to, new_from)) in old.iter().zip(new) {
            if let (Some(old), Some(new)) = (old_from.as_reg(), new_from.as_reg()) {
                self.compare(old, new);
            }
            self.writes += 1;
            for (frame, to, from) in [(0, old_to, old_from), (1, new_to, new_from)] {
                let value = from.as_reg().map_or(Some(self.writes), |reg| self.frames[frame][reg.0 as usize]);
                self.frames[frame][to.0 as usize] = value;
            }
        }
    }

    fn walk(&mut self, rng: &mut Rng) {
        let mut block = BlockId(0);
        for _ in 0..40 {
            let function = self.functions[0];
            function.blocks[block].insts.clone().for_each(|at| self.execute(at));
            let edges = function.successors(block);
            if edges.is_empty() {
                return;
            }
            let edge = edges[rng.below(edges.len() as u64) as usize];
            self.take(edge);
            block = function.edges[edge].to;
        }
    }
}

fn compacted(function: &Function) -> Function {
    let renamed = assignment(function, &vec![Some(1); function.registers as usize]);
    let mut compact = function.clone();
    compact.rename(|reg| renamed[reg.0 as usize]);
    compact.registers = renamed.iter().map(|reg| reg.0 + 1).max().unwrap_or(0);
    compact
}

#[test]
fn every_read_sees_the_same_write() {
    let mut fewer = 0;
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let original = random_dataflow(&mut rng);
        let compact = compacted(&original);
        fewer += u32::from(compact.registers < original.registers);
        for _ in 0..8 {
            let frames = [&original, &compact].map(|function| vec![None; function.registers as usize]);
            Twins { functions: [&original, &compact], frames, writes: 0 }.walk(&mut rng);
        }
    }
    assert!(fewer > 300, "only {fewer} functions became smaller");
}

/// A statement after the other: as many registers as one statement needs.
#[test]
fn a_long_function_has_few_registers() {
    let mut text = String::from("function @f(i64 %p pointer, i32 %n) -> i32 {\n");
    for i in 0..200 {
        text += &format!("%a{i} = load i32 at %p\n%b{i} = add i32 %a{i}, %n\nstore i32 %b{i} at %p\n");
        text += &format!("%w{i} = zero_extend i32 %b{i} to i64\nstore i64 %w{i} at %p\n");
    }
    text += "return %n\n}\n";
    let mut module = crate::read(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(module.functions[crate::FuncId(0)].registers, 602);
    compact(&mut module);
    let function = &module.functions[crate::FuncId(0)];
    assert!(function.registers <= 6, "{} registers", function.registers);
    assert!(crate::verify::verify(&module).is_ok(), "{module}");
    let widths = widths::of(function, &module);
    assert!(widths.iter().all(Option::is_some));
}

#[test]
fn whoever_calls_setjmp_is_left_alone() {
    let mut text =
        String::from("declare @_setjmp(i64 %b pointer) -> i32\n\nfunction @f(i64 %p pointer) -> i32 {\n");
    text += "%x = load i32 at %p\n%j = call @_setjmp(%p)\n";
    for i in 0..40 {
        text += &format!("%a{i} = load i32 at %p\nstore i32 %a{i} at %p\n");
    }
    text += "return %x\n}\n";
    let mut module = crate::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let before = module.clone();
    compact(&mut module);
    assert_eq!(module.functions, before.functions);
}
