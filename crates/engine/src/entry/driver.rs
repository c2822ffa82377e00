//! A call of a function as a C file.
//!
//! ```c
//! #define main program_main
//! #include "list.c"
//! #undef main
//! static struct node *object1; /* list */
//! int main(void) {
//!   object1 = __builtin_calloc(1, sizeof *object1);
//!   object1->value = 7;
//!   sum(object1);
//!   return 0;
//! }
//! ```
//!
//! The source comes first and nothing is included beside it, so that its own macros see what they expect; what the driver needs are
//! builtins of the compiler. Objects are zero at first: what is zero is not written out. All of them are allocated before any
//! is filled, since they may point to each other in circles, and are kept in variables that live as long as the program, so that
//! what the function does not free is not lost.
//!
//! Several calls may be in one file, which then does the one that the replay library names.

use super::heap::{Heap, Item, StubItem, Target};
use super::leaves::{Leaf, LeafValue};
use super::ranges::Ranges;
use crate::inputs::c_string;
use crate::ktest::Bytes;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// How objects are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// With the types of the program, as far as they are known.
    Typed,
    /// As bytes, with pointers put in; arguments have their types all the same.
    Bytes,
}

/// What all drivers of a run have in common.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The source to include; none where the function is only linked.
    pub source: Option<&'a Path>,
    /// Functions to call before.
    pub setup: Option<&'a str>,
    pub style: Style,
    /// It is linked with the replay library, which watches the program's own allocations only.
    pub is_replay: bool,
}

impl Setting<'_> {
    fn allocator(&self) -> &'static str {
        if self.is_replay { "__real_calloc" } else { "__builtin_calloc" }
    }
}

/// A file that makes one call.
pub fn single(heap: &Heap, setting: Setting<'_>) -> String {
    let mut out = preamble(setting, &[heap]);
    let mut driver = Driver::new(heap, setting, "");
    driver.write();
    out.push_str(&driver.globals);
    _ = write!(out, "\nint main(void) {{\n{}  return 0;\n}}\n", driver.body);
    out
}

/// What a call hands over, one declaration or statement per line: for messages.
pub fn statements(heap: &Heap) -> Vec<String> {
    let setting = Setting { source: None, setup: None, style: Style::Typed, is_replay: false };
    let mut driver = Driver::new(heap, setting, "");
    driver.write();
    let is_told = |line: &&str| !line.contains("__builtin_memset");
    let lines = driver.globals.lines().chain(driver.body.lines()).filter(is_told);
    lines.map(|line| line.trim_start().replace("__builtin_", "")).collect()
}

/// A file that makes the call that `__bowline_driver` names.
pub fn several(heaps: &[Heap], setting: Setting<'_>) -> String {
    let mut out = preamble(setting, &heaps.iter().collect::<Vec<_>>());
    let mut cases = String::new();
    for (number, heap) in heaps.iter().enumerate() {
        let prefix = format!("call{number}_");
        let mut driver = Driver::new(heap, setting, &prefix);
        driver.write();
        _ = write!(out, "{}\nstatic void {prefix}run(void) {{\n{}}}\n\n", driver.globals, driver.body);
        _ = writeln!(cases, "  case {number}: {prefix}run(); break;");
    }
    _ = write!(
        out,
        "int __bowline_driver(void);\n\nint main(void) {{\n  switch (__bowline_driver()) {{\n{cases}  }}\n  return 0;\n}}\n"
    );
    out
}

fn preamble(setting: Setting<'_>, heaps: &[&Heap]) -> String {
    let mut out = String::new();
    match setting.source {
        Some(source) => {
            let name = c_string(source.to_string_lossy().as_bytes());
            _ = write!(out, "#define main program_main\n#include {name}\n#undef main\n\n");
        }
        None => {
            let entries = heaps.iter().map(|heap| heap.function.as_str());
            let functions: BTreeSet<&str> = entries.chain(setting.setup).collect();
            functions.iter().for_each(|function| _ = writeln!(out, "void {function}();"));
        }
    }
    if setting.is_replay {
        out.push_str("void *__real_calloc(unsigned long, unsigned long);\n");
    }
    let targets = || {
        heaps.iter().flat_map(|heap| heap.items()).flat_map(|item| &item.pointers).map(|(_, target)| target)
    };
    let held: BTreeSet<&str> = targets().filter_map(Target::held).collect();
    for name in held {
        _ = writeln!(out, "extern struct _IO_FILE *{name};");
    }
    if setting.style == Style::Bytes {
        let mut symbols = BTreeSet::new();
        for target in targets() {
            if let Target::Function(name) | Target::Global { name, .. } = target {
                symbols.insert(name.as_str());
            }
        }
        for name in symbols {
            _ = writeln!(out, "extern char {}[] __asm__(\"{name}\");", symbol(name));
        }
    }
    out
}

impl Target {
    fn held(&self) -> Option<&str> {
        match self {
            Target::Held(name) => Some(name),
            _ => None,
        }
    }
}

/// A variable that stands for a symbol of the program, whatever it is declared as.
fn symbol(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("symbol_{plain}")
}

impl Heap {
    /// Everything that has bytes.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let results = self.stubs.iter().flat_map(|stub| &stub.results);
        self.arguments.iter().chain(&self.globals).chain(&self.objects).chain(results)
    }
}

struct Driver<'a> {
    heap: &'a Heap,
    setting: Setting<'a>,
    /// Of every name.
    prefix: &'a str,
    /// Variables and stubs.
    globals: String,
    /// Statements.
    body: String,
}

impl<'a> Driver<'a> {
    fn new(heap: &'a Heap, setting: Setting<'a>, prefix: &'a str) -> Self {
        Self { heap, setting, prefix, globals: String::new(), body: String::new() }
    }

    fn write(&mut self) {
        let heap = self.heap;
        for (index, item) in heap.objects.iter().enumerate() {
            let name = self.object(index);
            let declared = self.object_type(item).replace('@', &name);
            _ = writeln!(self.globals, "static {declared}; /* {} */", comment(&item.name));
        }
        for (index, stub) in heap.stubs.iter().enumerate() {
            self.stub(index, stub);
        }
        if let Some(setup) = self.setting.setup {
            _ = writeln!(self.body, "  {setup}();");
        }
        for (index, item) in heap.objects.iter().enumerate() {
            let name = self.object(index);
            let size = match self.is_typed(item) {
                true => format!("{}, sizeof *{name}", item.count),
                false => format!("1, {}", item.bytes.len()),
            };
            _ = writeln!(self.body, "  {name} = {}({size});", self.setting.allocator());
        }
        for (index, item) in heap.objects.iter().enumerate() {
            let name = self.object(index);
            let typed = self.is_typed(item);
            self.fill(item, &name, &name, typed);
        }
        for item in &heap.globals {
            let typed = self.setting.style == Style::Typed;
            let name = if typed { item.name.clone() } else { symbol(&item.name) };
            self.fill(item, &name, &format!("&{name}"), typed);
        }
        let arguments: Vec<String> =
            heap.arguments.iter().enumerate().map(|(index, item)| self.argument(index, item)).collect();
        _ = writeln!(self.body, "  {}({});", self.callee(), arguments.join(", "));
    }

    /// What is called: by a type without a prototype where the real one is not known, since that would not fit what is handed over.
    fn callee(&self) -> String {
        let function = &self.heap.function;
        let is_bare = self.heap.arguments.first().is_some_and(|argument| argument.declared.is_none());
        match self.heap.result {
            Some(bytes) if is_bare || self.setting.source.is_none() => {
                format!("((struct {{ char bytes[{bytes}]; }} (*)()){function})")
            }
            _ if is_bare => format!("((void (*)()){function})"),
            _ => function.clone(),
        }
    }

    fn object(&self, index: usize) -> String {
        format!("{}object{}", self.prefix, index + 1)
    }

    fn is_typed(&self, item: &Item) -> bool {
        self.setting.style == Style::Typed && item.declared.is_some()
    }

    fn object_type(&self, item: &Item) -> String {
        let declared = item.declared.clone().filter(|_| self.is_typed(item));
        declared.unwrap_or_else(|| "unsigned char *@".to_string())
    }

    /// Declares and fills a variable for an argument; returns its name.
    fn argument(&mut self, index: usize, item: &Item) -> String {
        let name = format!("argument{}", index + 1);
        let declared = match (&item.declared, item.is_vector, item.bytes.len()) {
            (Some(declared), _, _) => declared.replace('@', &name),
            // A `float` would become a `double` where the function has no prototype.
            (None, true, 4) => format!("struct {{ float value; }} {name}"),
            (None, true, _) => format!("double {name}"),
            (None, false, 1) => format!("unsigned char {name}"),
            (None, false, 2) => format!("unsigned short {name}"),
            (None, false, 4) => format!("unsigned int {name}"),
            (None, false, 8) => format!("unsigned long {name}"),
            (None, false, size) => format!("struct {{ unsigned char bytes[{size}]; }} {name}"),
        };
        _ = writeln!(self.body, "  {declared}; /* {} */", comment(&item.name));
        _ = writeln!(self.body, "  __builtin_memset(&{name}, 0, sizeof {name});");
        self.fill(item, &name, &format!("&{name}"), true);
        name
    }

    /// Writes what is not zero. `address` is where the bytes are.
    fn fill(&mut self, item: &Item, name: &str, address: &str, typed: bool) {
        let mut covered = Ranges::default();
        // A pointer in what is declared as characters or a number.
        let hides_pointer = |leaf: &Leaf| {
            let inside = |at: u64| leaf.offset <= at && at < leaf.offset + leaf.size;
            !leaf.is_pointer() && item.pointers.iter().any(|(offset, _)| inside(*offset))
        };
        for leaf in item.leaves.iter().filter(|leaf| typed && !hides_pointer(leaf)) {
            if let Some(statement) = self.assignment(item, leaf, name) {
                _ = writeln!(self.body, "  {statement}");
            }
            covered.add(leaf.offset, leaf.size);
        }
        let uncovered = item.pointers.iter().filter(|(offset, _)| !covered.meets(*offset, offset + 1));
        let left: Vec<(u64, &Target)> = uncovered.map(|(offset, target)| (*offset, target)).collect();
        left.iter().for_each(|(offset, _)| covered.add(*offset, 8));
        for (start, bytes) in runs(&item.bytes, &covered) {
            let text = c_string(&bytes);
            let length = bytes.len();
            _ = writeln!(self.body, "  __builtin_memcpy((char *){address} + {start}, {text}, {length});");
        }
        for (offset, target) in left {
            if *target != Target::Null {
                let value = self.target(target);
                _ = writeln!(self.body, "  *(void **)((char *){address} + {offset}) = {value};");
            }
        }
    }

    fn assignment(&self, item: &Item, leaf: &Leaf, name: &str) -> Option<String> {
        let place = readable(&leaf.place, item.count == 1).replace('@', name);
        match &leaf.value {
            LeafValue::Zero => None,
            LeafValue::Number(number) => Some(format!("{place} = {number};")),
            LeafValue::Text(text) => {
                let length = text.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
                Some(format!("__builtin_memcpy({place}, {}, {length});", c_string(&text[..length])))
            }
            LeafValue::Pointer => {
                let (_, target) = item.pointers.iter().find(|(offset, _)| *offset == leaf.offset)?;
                (*target != Target::Null).then(|| format!("{place} = {};", self.target(target)))
            }
        }
    }

    fn target(&self, target: &Target) -> String {
        let by_symbol = self.setting.style == Style::Bytes;
        match target {
            Target::Null => "0".to_string(),
            Target::Object { index, offset: 0 } => format!("(void *){}", self.object(*index)),
            // Not as pointers are added: it may be far outside.
            Target::Object { index, offset } => {
                let sign = if *offset < 0 { '-' } else { '+' };
                format!("(void *)((unsigned long){} {sign} {}UL)", self.object(*index), offset.unsigned_abs())
            }
            Target::Stub(index) => format!("(void *){}stub{}", self.prefix, index + 1),
            Target::Function(name) if by_symbol => format!("(void *){}", symbol(name)),
            Target::Function(name) => format!("(void *){name}"),
            Target::Global { name, offset } if by_symbol => format!("(void *)({} + {offset})", symbol(name)),
            Target::Global { name, offset } => format!("(void *)((char *)&{name} + {offset})"),
            Target::Held(name) => format!("(void *){name}"),
            Target::Number(number) => format!("(void *){number:#x}UL"),
        }
    }

    /// A function that returns what it returned on the path, call by call.
    fn stub(&mut self, index: usize, stub: &StubItem) {
        let name = format!("{}stub{}", self.prefix, index + 1);
        let head = stub.head.clone().unwrap_or_else(|| "long @()".to_string()).replace('@', &name);
        _ = writeln!(self.globals, "/* {} */\nstatic {head} {{", comment(&stub.name));
        let body = std::mem::take(&mut self.body);
        if !stub.results.is_empty() {
            _ = writeln!(self.body, "  static int calls;\n  switch (calls++) {{");
            for (call, result) in stub.results.iter().enumerate() {
                _ = writeln!(self.body, "  case {call}: {{");
                let declared = result.declared.clone().unwrap_or_else(|| "long @".to_string());
                _ = writeln!(self.body, "  {};", declared.replace('@', "result"));
                _ = writeln!(self.body, "  __builtin_memset(&result, 0, sizeof result);");
                self.fill(result, "result", "&result", true);
                _ = writeln!(self.body, "  return result;\n  }}");
            }
            _ = writeln!(self.body, "  }}\n  __builtin_trap();");
        }
        self.globals.push_str(&self.body);
        self.body = body;
        self.globals.push_str("}\n");
    }
}

/// `@[0].next` of a single object is `@->next`.
fn readable(place: &str, is_single: bool) -> String {
    match place.strip_prefix("@[0]").filter(|_| is_single) {
        Some("") => "*@".to_string(),
        Some(rest) if rest.starts_with('.') => format!("@->{}", &rest[1..]),
        _ => place.to_string(),
    }
}

fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}

/// Stretches of bytes that are not zero and that nothing else writes; zeros between them belong to them.
fn runs(bytes: &Bytes, covered: &Ranges) -> Vec<(u64, Vec<u8>)> {
    let mut found: Vec<(u64, u64)> = Vec::new();
    let all = bytes.stretches().flat_map(|(start, stretch)| (start..).zip(stretch));
    for (at, _) in all.filter(|(at, byte)| **byte != 0 && !covered.meets(*at, at + 1)) {
        match found.last_mut() {
            Some((_, end)) if at - *end < 16 && !covered.meets(*end, at) => *end = at + 1,
            _ => found.push((at, at + 1)),
        }
    }
    let told = |(start, end)| Some((start, bytes.get(start, end - start)?));
    found.into_iter().filter_map(told).collect()
}
