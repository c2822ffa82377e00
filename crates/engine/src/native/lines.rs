//! Which lines a native program executes, exactly.
//!
//! Compilers that count blocks or regions take the rest of a block for executed when the program crashes or leaves in the middle of
//! it, and lose everything when it dies. So code goes through textual IR: before the first instruction of each line within a
//! block, [`LineTable::mark`] puts a store to a table that lives in a file shared with us. What was executed before a crash
//! is there afterwards, and the runs of many tests add up.

use super::build::{CLANG, NativeProgram, run_tool};
use crate::patience::Patience;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The table, beside the other support files of a build.
const TABLE: &str = "lines";

/// A line of a source file, by its absolute name.
pub type Line = (PathBuf, u32);

/// Lines with code, and where in the table each has its byte.
#[derive(Debug, Default)]
pub struct LineTable {
    numbers: Mutex<BTreeMap<Line, usize>>,
}

/// What the metadata of a module says about places.
#[derive(Default)]
struct Metadata<'a> {
    /// Line and scope.
    locations: HashMap<&'a str, (u32, &'a str)>,
    /// Files of scopes.
    scopes: HashMap<&'a str, &'a str>,
    files: HashMap<&'a str, PathBuf>,
}

impl LineTable {
    /// Finishes what `command` would compile: it gets everything but the kind of output and its name.
    pub(super) fn compile(
        &self,
        command: &mut Command,
        tool: &str,
        object: &Path,
        patience: &Patience,
    ) -> Result<(), String> {
        let plain = object.with_extension("ll");
        run_tool(command.arg("-S").arg("-emit-llvm").arg("-o").arg(&plain), tool, patience)?;
        let cannot = |error: std::io::Error| format!("cannot use {}: {error}", plain.display());
        let text = String::from_utf8_lossy(&fs::read(&plain).map_err(cannot)?).into_owned();
        fs::write(&plain, self.mark(&text)).map_err(cannot)?;
        // Sanitizers have done their work already.
        run_tool(Command::new(CLANG).args(["-w", "-O0", "-c", "-o"]).arg(object).arg(&plain), CLANG, patience)
    }

    /// The module with its marks.
    fn mark(&self, text: &str) -> String {
        let metadata = Metadata::read(text);
        let mut numbers = self.numbers.lock().unwrap_or_else(|poison| poison.into_inner());
        let mut out = String::with_capacity(text.len() * 2);
        let (mut inside, mut fresh, mut start) = (false, 0, 0);
        let mut last = None;
        for line in text.lines() {
            if line.starts_with("define ") {
                inside = true;
                last = None;
            } else if line == "}" {
                inside = false;
            } else if inside && !line.starts_with(' ') {
                // A label: another block.
                last = None;
            }
            // Tables of switches and the like go on in lines that are indented further.
            if inside && line.starts_with("  ") && !line.starts_with("   ") && !line.starts_with("  ]") {
                start = out.len();
            }
            let at = inside.then(|| metadata.line_of(line)).flatten();
            if let Some(place) = at
                && Some(&place) != last.as_ref()
                && !must_come_first(&out[start.min(out.len())..], line)
            {
                let next = numbers.len();
                let number = *numbers.entry(place.clone()).or_insert(next);
                let mark = format!(
                    "  %bowline.table.{fresh} = load ptr, ptr @__bowline_lines\n  \
                     %bowline.line.{fresh} = getelementptr i8, ptr %bowline.table.{fresh}, i64 {number}\n  \
                     store i8 1, ptr %bowline.line.{fresh}\n"
                );
                out.insert_str(start, &mark);
                start += mark.len();
                fresh += 1;
                last = Some(place);
            }
            out.push_str(line);
            out.push('\n');
        }
        out.push_str("@__bowline_lines = external global ptr\n");
        out
    }

    /// Lines that were executed, of all that the program has; those of one program in all its runs.
    pub fn read_of(&self, program: &NativeProgram) -> std::io::Result<BTreeMap<Line, bool>> {
        self.read(&program.support.join(TABLE))
    }

    /// Writes the source that owns the table, and the table's file, into a directory.
    pub(super) fn write_support(&self, directory: &Path) -> Result<(PathBuf, PathBuf), String> {
        let count = self.numbers.lock().unwrap_or_else(|poison| poison.into_inner()).len().max(1);
        let (source, table) = (directory.join("lines.c"), directory.join(TABLE));
        let mut text = String::from("#include <fcntl.h>\n#include <sys/mman.h>\n#include <unistd.h>\n");
        let name = format!("{:?}", table.display().to_string());
        let _ = write!(
            text,
            "static unsigned char nowhere[{count}];\nunsigned char *__bowline_lines = nowhere;\n\
             __attribute__((constructor(1))) static void open_lines(void) {{\n  \
             int file = open({name}, O_RDWR);\n  if (file < 0) return;\n  \
             void *table = mmap(0, {count}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);\n  close(file);\n  \
             if (table != MAP_FAILED) __bowline_lines = table;\n}}\n"
        );
        let cannot = |error: std::io::Error| format!("cannot write to {}: {error}", directory.display());
        fs::write(&table, vec![0; count]).map_err(cannot)?;
        fs::write(&source, text).map_err(cannot)?;
        Ok((source, table))
    }

    /// All lines, and whether the table says that they were executed.
    fn read(&self, table: &Path) -> std::io::Result<BTreeMap<Line, bool>> {
        let bytes = fs::read(table)?;
        let numbers = self.numbers.lock().unwrap_or_else(|poison| poison.into_inner());
        let hit = |number: &usize| bytes.get(*number).is_some_and(|byte| *byte != 0);
        Ok(numbers.iter().map(|(line, number)| (line.clone(), hit(number))).collect())
    }
}

/// Nothing may stand before these in a block.
fn must_come_first(earlier: &str, line: &str) -> bool {
    let text = if earlier.trim().is_empty() { line } else { earlier };
    [" = phi ", " = landingpad ", "cleanuppad ", "catchpad ", "catchswitch "]
        .iter()
        .any(|what| text.contains(what))
}

impl<'a> Metadata<'a> {
    fn read(text: &'a str) -> Self {
        let mut all = Self::default();
        for line in text.lines().filter(|line| line.starts_with('!')) {
            let Some((id, rest)) = line.split_once(" = ") else { continue };
            let rest = rest.strip_prefix("distinct ").unwrap_or(rest);
            if rest.starts_with("!DILocation(") {
                let number = field(rest, "line: ").and_then(|number| number.parse().ok());
                if let (Some(number), Some(scope)) = (number, field(rest, "scope: ")) {
                    all.locations.insert(id, (number, scope));
                }
            } else if rest.starts_with("!DIFile(") {
                if let Some(name) = quoted(rest, "filename: \"") {
                    let directory = quoted(rest, "directory: \"").unwrap_or_default();
                    all.files.insert(id, absolute(Path::new(&directory), Path::new(&name)));
                }
            } else if rest.starts_with("!DISubprogram(") || rest.starts_with("!DILexicalBlock") {
                all.scopes.extend(field(rest, "file: ").map(|file| (id, file)));
            }
        }
        all
    }

    /// Of an instruction, where it has one.
    fn line_of(&self, instruction: &str) -> Option<Line> {
        let (_, rest) = instruction.rsplit_once("!dbg ")?;
        let id = rest.split([',', ' ']).next()?;
        let (number, scope) = self.locations.get(id)?;
        let file = self.files.get(self.scopes.get(scope)?)?;
        (*number > 0).then(|| (file.clone(), *number))
    }
}

fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(name)?;
    rest.split([',', ')']).next()
}

/// A quoted text in which `\XX` stands for a byte.
fn quoted(text: &str, name: &str) -> Option<String> {
    let (_, rest) = text.split_once(name)?;
    let (inside, _) = rest.split_once('"')?;
    let mut bytes = Vec::new();
    let mut rest = inside.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'\\' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            _ => bytes.push(byte),
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Without `.` and `..`, so that names from different tools can be compared.
pub fn absolute(directory: &Path, name: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in directory.join(name).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// Lines of one file where the engine and the native runs disagree, and how many both know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Disagreement {
    pub common: usize,
    pub both_hit: usize,
    /// Executed by the engine, by no test natively.
    pub engine_only: BTreeSet<u32>,
    /// Executed natively, not by the engine.
    pub native_only: BTreeSet<u32>,
}

/// Compares by file. Lines that only one side knows do not count: the engine's passes remove code that only moves values between
/// local variables, and compilers give code to closing braces and declarations.
pub fn compare(
    engine: &BTreeMap<Line, bool>,
    native: &BTreeMap<Line, bool>,
) -> BTreeMap<PathBuf, Disagreement> {
    let mut files: BTreeMap<PathBuf, Disagreement> = BTreeMap::new();
    for ((file, line), engine_hit) in engine {
        let entry = files.entry(file.clone()).or_default();
        let Some(native_hit) = native.get(&(file.clone(), *line)) else { continue };
        entry.common += 1;
        match (engine_hit, native_hit) {
            (true, true) => entry.both_hit += 1,
            (true, false) => {
                entry.engine_only.insert(*line);
            }
            (false, true) => {
                entry.native_only.insert(*line);
            }
            (false, false) => {}
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = r#"define i32 @f(i32 %x) !dbg !5 {
entry:
  %a = alloca i32
    #dbg_declare(ptr %a, !9, !DIExpression(), !7)
  %b = load i32, ptr %a, !dbg !7
  %c = add i32 %b, 1, !dbg !7
  switch i32 %c, label %d [
    i32 0, label %d
  ], !dbg !8

d:
  %p = phi i32 [ 0, %entry ], [ 0, %entry ], !dbg !7
  ret i32 %p, !dbg !8
}
!1 = !DIFile(filename: "a\20b.c", directory: "/d/./e")
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1)
!6 = distinct !DILexicalBlock(scope: !5, file: !1, line: 2)
!7 = !DILocation(line: 3, column: 1, scope: !5)
!8 = !DILocation(line: 4, column: 1, scope: !6)
"#;

    #[test]
    fn each_line_of_a_block_is_marked_once_before_its_first_instruction() {
        let table = LineTable::default();
        let marked = table.mark(MODULE);
        let file = PathBuf::from("/d/e/a b.c");
        let lines: Vec<Line> = table.numbers.lock().expect("unpoisoned").keys().cloned().collect();
        assert_eq!(lines, [(file.clone(), 3), (file, 4)]);
        assert_eq!(marked.matches("store i8 1").count(), 3, "{marked}");
        let position = |what: &str| marked.find(what).expect(what);
        assert!(position("i64 0\n") < position("%b = load"));
        assert!(position("%c = add") < position("i64 1\n") && position("i64 1\n") < position("switch"));
        assert!(position("%p = phi") < position("%bowline.line.2"));
    }

    #[test]
    fn only_lines_that_both_know_are_compared() {
        let line = |number| (PathBuf::from("/a.c"), number);
        let engine = BTreeMap::from([(line(1), true), (line(2), true), (line(3), false), (line(9), true)]);
        let native = BTreeMap::from([(line(1), true), (line(2), false), (line(3), true), (line(8), true)]);
        let found = &compare(&engine, &native)[Path::new("/a.c")];
        assert_eq!((found.common, found.both_hit), (3, 1));
        assert_eq!((&found.engine_only, &found.native_only), (&BTreeSet::from([2]), &BTreeSet::from([3])));
    }
}
