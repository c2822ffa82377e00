//! A proof that simplification keeps the meaning: random expressions of small widths are built twice in step, through the
//! pool's constructors and as plain SMT-LIB text that nothing simplifies, and Z3 is asked for an input on which the two
//! differ.
//!
//! The text is the reference, so the pool's own evaluator has no part in it.

use bowline_base::Rng;
use bowline_expr::{BinaryOp, ExprId, INDEX_WIDTH, Pool, SymId, Width, rules, smtlib};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

const INPUT_SIZE: u64 = 4;

/// The same expression twice.
#[derive(Clone)]
struct Twin {
    id: ExprId,
    text: String,
    width: Width,
}

struct Builder {
    pool: Pool,
    rng: Rng,
    input: SymId,
}

fn name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Eq => "=",
        BinaryOp::Ult => "bvult",
        BinaryOp::Ule => "bvule",
        BinaryOp::Slt => "bvslt",
        BinaryOp::Sle => "bvsle",
    }
}

impl Builder {
    fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound as u64) as usize
    }

    fn constant(&mut self, width: Width) -> Twin {
        let most = (1u128 << width) - 1;
        let value = match self.below(4) {
            0 => 0,
            1 => most,
            2 => 1,
            _ => u128::from(self.rng.next_u64()) & most,
        };
        let text = format!("#b{value:0digits$b}", digits = usize::from(width));
        Twin { id: self.pool.constant(value, width), text, width }
    }

    fn byte(&mut self) -> Twin {
        let at = self.rng.below(INPUT_SIZE);
        let text = format!("(select input #x{at:016x})");
        Twin { id: self.pool.input_byte(self.input, at), text, width: 8 }
    }

    fn read(&mut self, depth: u32) -> Twin {
        let index = self.expr(4, depth);
        let index = self.extended(index, INDEX_WIDTH, false);
        let array = self.pool.input(self.input);
        let id = self.pool.select(array, index.id);
        let text =
            format!("(ite (bvult {} #x{INPUT_SIZE:016x}) (select input {}) #x00)", index.text, index.text);
        Twin { id, text, width: 8 }
    }

    fn extended(&mut self, a: Twin, width: Width, signed: bool) -> Twin {
        let (kind, id) = match signed {
            true => ("sign", self.pool.sign_extend(a.id, width)),
            false => ("zero", self.pool.zero_extend(a.id, width)),
        };
        let text = format!("((_ {kind}_extend {}) {})", width - a.width, a.text);
        Twin { id, text, width }
    }

    fn extracted(&mut self, of: Twin, low: u16, width: Width) -> Twin {
        let text = format!("((_ extract {} {low}) {})", low + width - 1, of.text);
        Twin { id: self.pool.extract(of.id, low, width), text, width }
    }

    fn applied(&mut self, op: BinaryOp, a: &Twin, b: &Twin) -> Twin {
        let id = self.pool.binary(op, a.id, b.id);
        let text = format!("({} {} {})", name(op), a.text, b.text);
        match op.is_comparison() {
            true => Twin { id, text: format!("(ite {text} #b1 #b0)"), width: 1 },
            false => Twin { id, text, width: a.width },
        }
    }

    fn expr(&mut self, width: Width, depth: u32) -> Twin {
        if depth == 0 {
            if self.below(3) == 0 {
                return self.constant(width);
            }
            let byte = self.byte();
            let low = self.below(usize::from(8 - width) + 1) as u16;
            return self.extracted(byte, low, width);
        }
        let depth = depth - 1;
        match self.below(9) {
            0 => self.expr(width, 0),
            1 => {
                let (c, t, e) = (self.expr(1, depth), self.expr(width, depth), self.expr(width, depth));
                let text = format!("(ite (= {} #b1) {} {})", c.text, t.text, e.text);
                Twin { id: self.pool.ite(c.id, t.id, e.id), text, width }
            }
            2 if width == 8 => self.read(depth),
            2 if width < 8 => {
                let wider = width + 1 + self.below(usize::from(8 - width)) as Width;
                let low = self.below(usize::from(wider - width) + 1) as u16;
                let of = self.expr(wider, depth);
                self.extracted(of, low, width)
            }
            3 if width > 1 => {
                let low_width = 1 + self.below(usize::from(width) - 1) as Width;
                let (high, low) = (self.expr(width - low_width, depth), self.expr(low_width, depth));
                let text = format!("(concat {} {})", high.text, low.text);
                Twin { id: self.pool.concat(high.id, low.id), text, width }
            }
            4 if width > 1 => {
                let narrow = 1 + self.below(usize::from(width) - 1) as Width;
                let (inner, signed) = (self.expr(narrow, depth), self.rng.bool());
                self.extended(inner, width, signed)
            }
            5 | 6 if width == 1 => {
                let compared = 1 + self.below(8) as Width;
                let op = BinaryOp::ALL[13 + self.below(5)];
                let (a, b) = (self.expr(compared, depth), self.expr(compared, depth));
                self.applied(op, &a, &b)
            }
            choice => {
                let op = BinaryOp::ALL[self.below(13)];
                let a = self.expr(width, depth);
                // Operands that are equal, and constants, are what many rules wait for.
                let b = match choice {
                    7 => self.constant(width),
                    8 if self.below(4) == 0 => a.clone(),
                    _ => self.expr(width, depth),
                };
                self.applied(op, &a, &b)
            }
        }
    }

    /// A script that has a model exactly when the pool's condition is `pool_is` where the text is not.
    fn difference(&mut self, twin: &Twin, pool_is: bool) -> String {
        let claim = if pool_is { twin.id } else { self.pool.not(twin.id) };
        let script = smtlib::script(&self.pool, &[claim], None);
        // Z3 has its own idea of what notes may contain.
        let script: Vec<&str> = script.lines().filter(|line| !line.starts_with("(set-info")).collect();
        let script = script.join("\n").replace("(check-sat)", "");
        let of_pool = format!("input{}", self.input.0);
        let mut declarations = "(declare-const input (Array (_ BitVec 64) (_ BitVec 8)))\n".to_string();
        if script.contains(&format!("(declare-const {of_pool} ")) {
            declarations += &format!("(assert (= input {of_pool}))\n");
        }
        let other = if pool_is { "#b0" } else { "#b1" };
        format!("(reset)\n{script}\n{declarations}(assert (= {} {other}))\n(check-sat)\n", twin.text)
    }
}

fn z3(script: String) -> Vec<String> {
    let mut child = Command::new("z3")
        .args(["-in", "-smt2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 is installed where the tests run");
    let mut input = child.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().expect("z3 ends by itself");
    writer.join().expect("the writer does not panic").expect("z3 reads everything");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

/// How many examples of each rule are proved.
const EXAMPLES: u32 = 4;

#[test]
fn simplified_expressions_mean_what_was_written() {
    let mut proved: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for seed in 0..8 {
        let mut pool = Pool::new();
        pool.trace_rules();
        let input = pool.symbol("bytes", 0, INPUT_SIZE);
        let mut builder = Builder { pool, rng: Rng::new(seed), input };
        let mut script = String::new();
        let mut texts = Vec::new();
        for _ in 0..4_000 {
            let depth = 1 + builder.below(3) as u32;
            let twin = builder.expr(1, depth);
            let fired: BTreeSet<(&str, &str)> =
                builder.pool.fired_rules().iter().map(|rule| (rule.operator, rule.name)).collect();
            let wanted = |rule| proved.get(rule).is_none_or(|&examples| examples < EXAMPLES);
            // An expression without inputs says little about a rule, and very large ones take Z3 too long.
            if !fired.iter().any(wanted)
                || builder.pool.as_const(twin.id).is_some()
                || twin.text.len() > 2_000
            {
                continue;
            }
            fired.into_iter().for_each(|rule| *proved.entry(rule).or_default() += 1);
            for pool_is in [false, true] {
                script += &builder.difference(&twin, pool_is);
                texts.push(twin.text.clone());
            }
        }
        let answers = z3(script);
        assert_eq!(answers.len(), texts.len(), "{answers:?}");
        for (answer, text) in answers.iter().zip(&texts) {
            assert_eq!(answer, "unsat", "seed {seed}: the pool changes the meaning of {text}");
        }
    }
    let all = rules::all();
    let missed: Vec<_> =
        all.iter().filter(|rule| !proved.contains_key(&(rule.operator, rule.name))).collect();
    println!("{} of {} rules were proved on examples; not met: {missed:?}", proved.len(), all.len());
    assert!(proved.len() * 2 > all.len(), "only {} of {} rules fired", proved.len(), all.len());
}
