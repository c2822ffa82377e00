//! How regions are probed in these tests, and what is demanded of every probe.

use bowline_exec::probe::{Budget, General, Leaf, LeafEnd, Place, Probed, Ran, Region, Unknown};
use bowline_exec::{Ending, Executor, Outcome, State};
use bowline_expr::{Evaluator, Model};
use bowline_ir::Reg;
use bowline_lab::{AtLoop, Lab};
use bowline_memory::{ObjectId, Value};
use std::rc::Rc;

/// Functions that the programs may call.
const DECLARATIONS: &str = "
declare @__VERIFIER_nondet_uchar() -> i8
declare @klee_assume(i64)
declare @klee_warning(i64)
declare @malloc(i64) -> i64
declare @free(i64)
declare @abort()
declare @_exit(i32)
declare @setjmp(i64) -> i32
declare @longjmp(i64, i32)
declare @somewhere_else(i8) -> i8
";

/// Instructions that a region may take on concrete values.
const LONG_ENOUGH: u64 = 100_000;

/// A state in front of a region.
pub struct Subject {
    pub executor: Executor,
    pub from: State,
    pub region: Region,
    /// What the region is entered with that another turn of it changes: registers that a loop carries.
    pub carried: Vec<Place>,
}

/// A `main` of these instructions, which read one unknown byte `%c` and have a loop with header `head`.
pub fn main_of(instructions: &str) -> String {
    format!(
        "function @main() -> i32 {{
            %c = call @__VERIFIER_nondet_uchar()
            {instructions}
        }}"
    )
}

pub fn lab(text: &str) -> Lab {
    Lab::new(&format!("{DECLARATIONS}{text}"))
}

impl Subject {
    /// One iteration of a loop of `main`.
    pub fn iteration(text: &str) -> Self {
        Self::of(lab(text).at_loop("main", 0), AtLoop::iteration)
    }

    /// A loop of `main` until it is left.
    pub fn whole_loop(text: &str) -> Self {
        Self::of(lab(text).at_loop("main", 0), AtLoop::whole_loop)
    }

    pub fn of(at: AtLoop, region: impl FnOnce(&AtLoop) -> Region) -> Self {
        let region = region(&at);
        let carried = at.carried().into_iter().map(|(reg, width)| Place::Register(reg, width)).collect();
        Self { executor: at.executor, from: at.state, region, carried }
    }

    /// All of a function, from its first call.
    pub fn body(text: &str, function: &str) -> Self {
        let Lab { mut executor, mut start, .. } = lab(text);
        let id = executor.program().module.function_named(function).expect("a function of that name");
        while start.frame.function != id || start.frame.position != 0 {
            assert!(matches!(executor.run(&mut start, 1), Outcome::Running { .. }), "the function is called");
        }
        let called = &executor.program().module.functions[id];
        let region = Region::body(id, called);
        let carried = (0..).zip(&called.params).map(|(reg, param)| Place::Register(Reg(reg), param.width));
        Self { region, carried: carried.collect(), executor, from: start }
    }

    /// Everything that is carried is made general as is natural.
    pub fn natural(&mut self) -> Vec<(Place, General)> {
        let natural = |place: &Place| (*place, self.executor.natural_general(&self.from, *place));
        self.carried.iter().map(natural).collect()
    }

    pub fn probe(&mut self, general: &[(Place, General)], budget: Budget) -> Probed {
        self.executor.probe(&self.from, &self.region, general, budget)
    }

    /// A cell of a global.
    pub fn cell(&self, global: &str, offset: u64, bytes: u32) -> Place {
        Place::Cell { object: self.global(global), offset, bytes }
    }

    pub fn global(&self, name: &str) -> ObjectId {
        let program = self.executor.program();
        let mut globals = program.module.globals.iter_ids();
        let (id, _) = globals.find(|(_, global)| global.name == name).expect("a global of that name");
        match self.from.memory.locate(program.global_address(id)) {
            bowline_memory::Located::Object { id, .. } => id,
            other => panic!("{name} is {other:?}"),
        }
    }
}

/// `back`, `exit`, `returned`, `escaped`, or how the path ended.
pub fn name_of(end: &LeafEnd) -> String {
    match end {
        LeafEnd::Back(_) => "back".to_string(),
        LeafEnd::Exit(_) => "exit".to_string(),
        LeafEnd::Returned => "returned".to_string(),
        LeafEnd::Escaped => "escaped".to_string(),
        LeafEnd::Ended(Ending::Bug(bug)) => bug.kind.to_string(),
        LeafEnd::Ended(Ending::Exited { .. }) => "exited".to_string(),
        LeafEnd::Ended(Ending::Infeasible | Ending::Untaken) => "infeasible".to_string(),
        LeafEnd::Ended(Ending::Silent) => "silent".to_string(),
        LeafEnd::Ended(Ending::Lost) => "lost".to_string(),
    }
}

/// The ends of all leaves, sorted.
pub fn ends(probed: &Probed) -> String {
    let mut names: Vec<String> = probed.leaves.iter().map(|leaf| name_of(&leaf.end)).collect();
    names.sort_unstable();
    names.join(" ")
}

/// Values for the unknowns of a probe and for the program's inputs.
#[derive(Clone, Debug)]
pub struct Start {
    pub unknowns: Vec<u64>,
    pub inputs: Vec<u8>,
}

impl Start {
    pub fn model(&self, probed: &Probed) -> Model {
        let mut model = Model::new();
        for (unknown, value) in probed.unknowns.iter().zip(&self.unknowns) {
            (0..).zip(value.to_le_bytes()).for_each(|(at, byte)| model.set_byte(unknown.symbol, at, byte));
        }
        for (input, byte) in probed.start.inputs.iter().zip(&self.inputs) {
            model.set_byte(input.symbol, 0, *byte);
        }
        model
    }
}

/// Every combination of values for the unknowns and inputs, with values that tell paths apart: all bytes where there is one unknown of a byte.
pub fn starts(probed: &Probed, inputs: usize) -> Vec<Start> {
    let few = |width| {
        if width <= 8 {
            vec![0, 1, 2, 3, 7, 97, 98, 127, 128, 255]
        } else {
            vec![0, 1, 2, 3, 4, 5, 8, 100, u64::MAX]
        }
    };
    let of = |unknown: &Unknown| match unknown.place.width() {
        8 if probed.unknowns.len() == 1 => (0..=255).collect(),
        width => few(width).into_iter().map(|value: u64| value & mask(width)).collect::<Vec<u64>>(),
    };
    let mut all = vec![Start { unknowns: Vec::new(), inputs: Vec::new() }];
    for unknown in &probed.unknowns {
        let values = of(unknown);
        let extended = |start: Start| {
            values
                .iter()
                .map(move |value| Start {
                    unknowns: [&start.unknowns[..], &[*value]].concat(),
                    ..start.clone()
                })
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(extended).collect();
    }
    for _ in 0..inputs {
        let bytes: &[u8] = if probed.unknowns.is_empty() { &ALL } else { &[0, 1, 2, 3, 97, 200] };
        let extended = |start: Start| {
            bytes
                .iter()
                .map(move |byte| Start { inputs: [&start.inputs[..], &[*byte]].concat(), ..start.clone() })
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(extended).collect();
    }
    all
}

const ALL: [u8; 256] = {
    let mut all = [0; 256];
    let mut at = 0;
    while at < 256 {
        all[at] = at as u8;
        at += 1;
    }
    all
};

fn mask(width: u16) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Subject {
    /// The region on the values of a start, by the concrete runner.
    pub fn run(&mut self, probed: &Probed, start: &Start) -> Ran {
        let model = start.model(probed);
        let values: Vec<(Place, Value)> = probed
            .unknowns
            .iter()
            .map(|unknown| {
                let value = word(&self.executor, &model, unknown.value);
                (unknown.place, Value::Int(value as u64))
            })
            .collect();
        self.executor.run_region(&self.from, &self.region, &values, Some(Rc::new(model)), LONG_ENOUGH)
    }

    /// Demands that exactly one leaf is for the values of a start, and that it says what the concrete runner does with them. Starts that the
    /// path in front of the region excludes are passed over.
    pub fn agrees(&mut self, probed: &Probed, starts: &[Start]) {
        let mut compared = 0;
        for start in starts {
            let model = start.model(probed);
            let holds = |condition| Evaluator::new().holds(self.executor.pool(), &model, condition);
            if !self.from.path.constraints().all(holds) {
                continue;
            }
            let fitting: Vec<&Leaf> = probed.leaves.iter().filter(|leaf| holds(leaf.condition)).collect();
            let [leaf] = fitting[..] else {
                panic!(
                    "{} leaves for {start:?}: {:?}",
                    fitting.len(),
                    fitting.iter().map(|leaf| name_of(&leaf.end)).collect::<Vec<_>>()
                )
            };
            let ran = self.run(probed, start);
            self.same(leaf, &ran, &model, start);
            compared += 1;
        }
        assert!(compared > 0, "there is something to compare");
    }

    fn same(&mut self, leaf: &Leaf, ran: &Ran, model: &Model, start: &Start) {
        let end = ran.end.as_ref().unwrap_or_else(|| panic!("the region does not end for {start:?}"));
        assert_eq!(name_of(&leaf.end), name_of(end), "for {start:?}");
        if let LeafEnd::Ended(_) | LeafEnd::Escaped = end {
            return;
        }
        assert_eq!(leaf.end, *end, "for {start:?}: the same edge");
        for (at, (told, actual)) in
            leaf.state.frame.registers.iter().zip(&ran.state.frame.registers).enumerate()
        {
            let (told, actual) = (word(&self.executor, model, *told), word(&self.executor, model, *actual));
            assert_eq!(told, actual, "register {at} for {start:?}");
        }
        let objects: Vec<(ObjectId, u64)> =
            ran.state.memory.objects().map(|(id, object)| (id, object.capacity().min(64))).collect();
        assert_eq!(leaf.state.memory.objects().count(), objects.len(), "objects for {start:?}");
        for (id, capacity) in objects {
            for at in 0..capacity {
                let told = leaf.state.memory.byte(self.executor.pool_mut(), id, at);
                let actual = ran.state.memory.byte(self.executor.pool_mut(), id, at);
                if told != actual {
                    let (told, actual) =
                        (word(&self.executor, model, told), word(&self.executor, model, actual));
                    assert_eq!(told, actual, "byte {at} of {id:?} for {start:?}");
                }
            }
        }
    }
}

pub fn word(executor: &Executor, model: &Model, value: Value) -> u128 {
    match value {
        Value::Int(word) => word.into(),
        Value::Expr(expr) => Evaluator::new().eval(executor.pool(), model, expr),
    }
}

/// Probes what is carried, made general as is natural, and demands that the leaves end as expected, say everything, and say what the concrete
/// runner does. The program has read one byte by then.
#[track_caller]
pub fn check(mut subject: Subject, expected: &str) -> (Subject, Probed) {
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), expected);
    assert!(probed.is_complete(), "{:?} {:?}", probed.stopped, probed.lost);
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
    (subject, probed)
}
