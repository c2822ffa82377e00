use bowline_ir::builder::FunctionBuilder;
use bowline_ir::*;
use bowline_ir::{cfg::Cfg, distance::Routes, dominators::*, liveness::Liveness};
use std::time::Instant;
fn shape(kind: &str, n: u32) -> Vec<(u32, u32)> {
    let mut e = vec![];
    match kind {
        "diamonds" => {
            let mut b = 0;
            while b + 3 < n {
                e.extend([(b, b + 1), (b, b + 2), (b + 1, b + 3), (b + 2, b + 3)]);
                b += 3;
            }
        }
        "interpreter" => {
            e.push((0, 1));
            for b in 2..n {
                e.push((1, b));
                e.push((b, 1));
            }
        }
        "ladder" => {
            for b in 1..n {
                e.push((b - 1, b));
                if b > 1 {
                    e.push((b, b - 1 + (b == 0) as u32));
                }
            }
        }
        "nest64" => {
            for b in 1..n {
                e.push((b - 1, b));
            }
            for b in (0..n - 200).step_by(128) {
                for d in 0..60 {
                    e.push((b + 127 - d - 1, b + 1 + d));
                }
            }
        }
        _ => unreachable!(),
    }
    e.retain(|x| x.1 != 0);
    e
}
fn main() {
    for kind in ["diamonds", "interpreter", "ladder", "nest64"] {
        let n = 100_000;
        let edges = shape(kind, n);
        let mut by = vec![vec![]; n as usize];
        for (a, b) in edges {
            by[a as usize].push(b);
        }
        let mut f = FunctionBuilder::new("f", &[32], &[]);
        for _ in 1..n {
            f.block();
        }
        let mut last = Reg(0);
        let c = f.function().registers;
        let _ = c;
        for b in 0..n {
            f.switch_to(BlockId(b));
            for _ in 0..3 {
                let r = f.reg();
                f.push(Inst::Copy {
                    width: 32,
                    dst: r,
                    a: if b % 10 == 0 && kind != "interpreter" { last.into() } else { Reg(0).into() },
                });
                if b % 10 == 9 || kind == "interpreter" {
                    last = r;
                }
            }
            let t = &by[b as usize];
            match t.len() {
                0 => f.ret(&[]),
                1 => {
                    f.jump(BlockId(t[0]), &[]);
                }
                _ => {
                    let es: Vec<_> = t.iter().map(|x| f.edge(BlockId(*x), &[])).collect();
                    let k: Vec<_> = es[1..].iter().enumerate().map(|(i, e)| (i as u128, *e)).collect();
                    f.switch(Reg(0).into(), 32, &k, es[0]);
                }
            }
        }
        let f = f.finish();
        let mut m = Module::default();
        m.functions.push(f);
        let t = Instant::now();
        let cfg = Cfg::of(&m.functions[FuncId(0)]);
        println!("{kind}: cfg {:?}", t.elapsed());
        let t = Instant::now();
        Dominators::of(&cfg);
        println!("  dom {:?}", t.elapsed());
        let t = Instant::now();
        PostDominators::of(&cfg);
        println!("  pdom {:?}", t.elapsed());
        let t = Instant::now();
        loops::annotate(&mut m);
        println!("  loops {} {:?}", m.functions[FuncId(0)].loops.loops.len(), t.elapsed());
        let t = Instant::now();
        Liveness::of(&m.functions[FuncId(0)], &cfg);
        println!("  live {:?}", t.elapsed());
        let t = Instant::now();
        let v = verify::verify(&m);
        println!("  verify {:?} {:?}", t.elapsed(), v.map_err(|v| (v.len(), v[0].to_string())));
        let t = Instant::now();
        let r = Routes::of(&m);
        println!("  routes {:?}", t.elapsed());
        let t = Instant::now();
        let d = r.to_nearest([(FuncId(0), m.functions[FuncId(0)].insts.len() as u32 - 1)]);
        println!("  nearest {:?} {:?}", t.elapsed(), d.from(FuncId(0), 0));
        let t = Instant::now();
        let l = m.to_string().len();
        println!("  print {l} {:?}", t.elapsed());
    }
}
