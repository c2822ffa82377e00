//! The text of messages, word for word.

mod common;

use common::Place;
use std::fs;

/// Runs a program that has one bug; its message, with the temporary directory left out.
fn message(program: &str, args: &[&str]) -> (Place, String) {
    let place = Place::with_program(program);
    let args: Vec<&str> = args.iter().copied().chain(["a.c"]).collect();
    let report = place.run(&args, 1);
    let bugs = report["bugs"].as_array().expect("a list");
    assert_eq!(bugs.len(), 1, "{bugs:#?}");
    let folder = place.join("out").join(bugs[0]["folder"].as_str().expect("a folder"));
    let text = fs::read_to_string(folder.join("message.txt")).expect("a message");
    for name in ["input.txt", "input.ktest", "native.log"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    let here = fs::canonicalize(place.path()).expect("a directory");
    let text = text.replace(&format!("{}/", here.display()), "");
    (place, text)
}

fn check(program: &str, args: &[&str], expected: &str) {
    let (_, found) = message(program, args);
    assert_eq!(found, expected.trim_start_matches('\n'), "found:\n{found}");
}

const HEAP: &str = r#"#include <klee/klee.h>
#include <stdlib.h>

static int fill(char *to, unsigned n) {
  unsigned i;
  for (i = 0; i <= n; i++)
    to[i] = 'x';
  return to[0];
}

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 10);
  char *buffer = malloc(n + (n < 5));
  int result = fill(buffer, n);
  free(buffer);
  return result;
}
"#;

#[test]
fn a_heap_overflow_names_sizes_and_the_allocation() {
    check(
        HEAP,
        &[],
        r#"
a.c:7:11: out-of-bounds-write: write of 1 byte at offset 5 of a heap object, which has 5 bytes; happens for sizes 5 to 9
     6 |   for (i = 0; i <= n; i++)
     7 |     to[i] = 'x';
       |           ^
     8 |   return to[0];
  `i` is 5
  the object was allocated in main at a.c:15
    15 |   char *buffer = malloc(n + (n < 5));
  stack
    #0 fill(to = a heap object, n = 5) at a.c:7
    #1 main() at a.c:16
  input, 4 bytes in all
    n  4 bytes: 05 00 00 00 (5)
  confirmed natively: AddressSanitizer: heap-buffer-overflow in fill a.c:7:11
  found on 5 paths; this is the smallest input
  reproduce: bowline replay out/tests/000002.ktest
"#,
    );
}

#[test]
fn an_array_on_the_stack_has_its_name() {
    check(
        r#"#include <klee/klee.h>
int pick(unsigned char kind) {
  int local[5];
  for (int k = 0; k < 5; k++)
    local[k] = k;
  return local[kind];
}
int main(void) {
  unsigned char kind;
  klee_make_symbolic(&kind, 1, "kind");
  klee_assume(kind < 7);
  return pick(kind);
}
"#,
        &[],
        r#"
a.c:6:10: out-of-bounds-read: read of 4 bytes at offset 20 of `local`, which has 20 bytes
     5 |     local[k] = k;
     6 |   return local[kind];
       |          ^~~~~~~~~~~
     7 | }
  `kind` is 5 (5 to 6 on this path)
  `local` is declared at a.c:3
     3 |   int local[5];
  stack
    #0 pick(kind = 5) at a.c:6
    #1 main() at a.c:12
  input, 1 byte in all
    kind  1 byte: 05 (5)
  confirmed natively: AddressSanitizer: stack-buffer-overflow in pick a.c:6:10
  reproduce: bowline replay out/tests/000001.ktest
"#,
    );
}

#[test]
fn a_use_after_free_names_the_free_and_the_command_line() {
    check(
        r#"#include <stdlib.h>
struct node { struct node *next; char text[8]; };
static void drop(struct node *n) {
  free(n);
}
int main(int argc, char **argv) {
  struct node *n = calloc(1, sizeof *n);
  if (argc > 1 && argv[1][0] == 'q')
    drop(n);
  return n->text[0] == 'b';
}
"#,
        &["--sym-args", "0", "1", "3"],
        r#"
a.c:10:10: use-after-free: read of 1 byte in a heap object that was freed
     9 |     drop(n);
    10 |   return n->text[0] == 'b';
       |          ^~~~~~~~~~
    11 | }
  the object was allocated in main at a.c:7
     7 |   struct node *n = calloc(1, sizeof *n);
  the object was freed in drop at a.c:4
     4 |   free(n);
  stack
    #0 main(argc = 2, argv = an object) at a.c:10
  input, 17 bytes in all
    n-args     8 bytes: 01 00 00 00 00 00 00 00 (1)
    arg1-size  8 bytes: 01 00 00 00 00 00 00 00 (1)
    arg1       1 byte: "q" (113)
  confirmed natively: AddressSanitizer: heap-use-after-free in main a.c:10:10
  reproduce: bowline replay out/tests/000002.ktest
  which amounts to: ./a 'q'
"#,
    );
}

#[test]
fn a_null_dereference_names_the_pointer() {
    check(
        r#"#include <klee/klee.h>
struct p { int x, y; };
int main(void) {
  struct p s = {1, 2}, *q = &s;
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  if (text[0] == 'a' && text[1] == 'b' && text[2] == '\n' && text[3] == '"')
    q = 0;
  return q->y;
}
"#,
        &[],
        r#"
a.c:9:13: null-dereference: read of 4 bytes at address 0x4
     8 |     q = 0;
     9 |   return q->y;
       |             ^
    10 | }
  `q` is NULL
  stack
    #0 main() at a.c:9
  input, 4 bytes in all
    text  4 bytes: "ab\n\""
  confirmed natively: AddressSanitizer: SEGV in main a.c:9:13
  reproduce: bowline replay out/tests/000001.ktest
"#,
    );
}

#[test]
fn an_assertion_shows_the_variables_of_its_condition() {
    check(
        r#"#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (a != 6 || b != -3)
    return 0;
  assert(a * 2 != 12 || b == 5);
  return 0;
}
"#,
        &[],
        r#"
a.c:9:3: assertion: assertion `a * 2 != 12 || b == 5` fails
     8 |     return 0;
     9 |   assert(a * 2 != 12 || b == 5);
       |   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    10 |   return 0;
  `a` is 6, `b` is -3
  stack
    #0 main() at a.c:9
  input, 8 bytes in all
    a  4 bytes: 06 00 00 00 (6)
    b  4 bytes: fd ff ff ff (-3)
  confirmed natively: program: a.c:9: int main(void): Assertion `a * 2 != 12 || b == 5' failed.
  reproduce: bowline replay out/tests/000002.ktest
"#,
    );
}

#[test]
fn a_division_by_zero_names_the_divisor() {
    check(
        r#"#include <klee/klee.h>
int main(void) {
  unsigned char d;
  klee_make_symbolic(&d, sizeof d, "d");
  int rest = d - 'a';
  return 7 % rest;
}
"#,
        &[],
        r#"
a.c:6:12: division-by-zero: the divisor is 0
     5 |   int rest = d - 'a';
     6 |   return 7 % rest;
       |            ^
     7 | }
  `rest` is 0
  stack
    #0 main() at a.c:6
  input, 1 byte in all
    d  1 byte: "a" (97)
  confirmed natively: a.c:6:12: runtime error: division by zero
  reproduce: bowline replay out/tests/000001.ktest
"#,
    );
}

#[test]
fn the_terminal_shows_the_same_text() {
    let (place, text) = message(HEAP, &[]);
    let output = place.bowline(&["run", "--out", "out", "a.c"]);
    let here = fs::canonicalize(place.path()).expect("a directory");
    let shown = String::from_utf8_lossy(&output.stdout).replace(&format!("{}/", here.display()), "");
    assert!(shown.contains(&text), "{shown}");
    let quiet = place.bowline(&["run", "--quiet", "--out", "out", "a.c"]);
    let shown = String::from_utf8_lossy(&quiet.stdout);
    assert_eq!(shown.lines().count(), 1, "{shown}");
    assert!(shown.starts_with("a.c:7:11: out-of-bounds-write: write of 1 byte"), "{shown}");
}

#[test]
fn without_tests_the_folder_has_the_input() {
    let (place, text) = message(HEAP, &["--tests", "none"]);
    let command =
        text.lines().find_map(|line| line.strip_prefix("  reproduce: bowline ")).expect("a command");
    let args: Vec<&str> = command.split(' ').collect();
    let replayed = place.bowline(&args);
    assert_eq!(replayed.status.code(), Some(1));
    let shown = String::from_utf8_lossy(&replayed.stdout);
    assert!(shown.contains("(as predicted: out-of-bounds-write)"), "{shown}");
}
