//! The texts behind `--help` that are more than a line per option: how to begin, examples, exit codes, where to read on.
//!
//! What an option means is said once, at the option (`args.rs`). `docs/options.md` has the same options with links.
//! Lines are short enough for a terminal of 80 columns, where longer ones would be broken.

/// Shown by `bowline --help`.
pub const BOWLINE: &str = "\
Start here:
  bowline run prog.c              a harness of KLEE, libFuzzer or Test-Comp
  bowline run --sym-args 0 2 4 --sym-stdin 8 prog.c
                                  a plain program, its arguments and input unknown
  make CC='bowline cc'            build a project so that it can be explored ...
  bowline run ./prog              ... and explore what was built
  bowline replay bowline-out-0    run natively, under sanitizers, what was found
  bowline report bowline-out-0    one HTML page of a run

Exit codes:
  0 nothing found, 1 bugs found, 2 a mistake in the command line or the
  program's files, 3 a mistake in Bowline

Read on:
  `bowline help COMMAND` explains a command and its options, with examples.
  docs/ in the sources: options.md links each option to its page,
  coming-from-klee.md and coming-from-libfuzzer.md are for users of those.";

/// Shown by `bowline run --help`.
pub const RUN: &str = "\
Examples:
  bowline run prog.c lib.c            unknown is what the harness in them says
  bowline run fuzz.c libfoo.a         a libFuzzer harness and a library
  bowline run --capacity 200 fuzz.c   ... with inputs of up to 200 bytes
  bowline run --sym-args 1 1 8 ./prog -- -v
                                      argv: prog -v ARG, ARG of up to 8 characters
  bowline run --sym-file in.cfg 32 ./prog -- in.cfg
                                      a file of up to 32 unknown bytes
  bowline run --max-time 5m prog.c    stop after five minutes
  bowline run --loops merge prog.c    loops over unknown sizes multiply no paths

Results:
  run.json (everything, for scripts), tests/ (inputs in KLEE's format), bugs/
  (a folder per distinct bug), coverage.lcov, results.sarif; `bowline report`
  makes a page of them. What was not explored is listed, with the reason.

Exit codes:
  0 nothing found, 1 bugs found (confirmed or not), 2 a mistake in the command
  line or the program's files, 3 a mistake in Bowline. After Ctrl-C the same: the
  run ends cleanly. A second Ctrl-C leaves at once, with 130.

Read on, in the sources:
  docs/options.md, harnesses.md, merging.md, unknowns.md, run-json.md";

/// Shown by `bowline replay --help`.
pub const REPLAY: &str = "\
Examples:
  bowline replay out/tests/000007.ktest   what does the program do with this?
  bowline replay out                      ... and with all inputs of a run?
  bowline replay --check out              does each do what the run predicted?
  bowline replay --coverage out           which lines do they execute natively?
  bowline replay --trace out/tests/000007.ktest
                                          line by line, inside the engine

The program is compiled again from its sources, with AddressSanitizer and
UndefinedBehaviorSanitizer, and runs in a directory of its own.

Exit codes:
  0 no bug showed (with --check or --coverage: everything agrees), 1 one did
  (something disagrees), 2 a mistake in the command line or the files, 3 a
  mistake in Bowline

Read on, in the sources:
  docs/harnesses.md (native runs), docs/report.md (coverage)";

/// Shown by `bowline report --help`.
pub const REPORT: &str = "\
Examples:
  bowline report out                      writes out/report.html
  bowline report out -o page.html         ... elsewhere

The page needs neither network nor server. Sources are read when it is made:
make it before they change.

Exit codes:
  0 the page is there, 2 a mistake in the command line or the directory

Read on, in the sources:
  docs/report.md";

/// Shown by `bowline check --help`.
pub const CHECK: &str = "\
Examples:
  bowline check src/*.c               every write and every branch
  bowline check --only reads lib.c    every read instead
  bowline check --at lib.c:17 lib.c   one line
  bowline check --out DIR prog.c      DIR/check.json, and tests as evidence

Each place has an answer: `safe` (proved), `vulnerable` (with path, condition
and, where a native run showed it, a test), `infeasible` (never reached; of a
branch: one side is never taken), or `unknown` with the reason. Places are looked
at backwards, path by path, into callees and out to callers; then the program is
explored from main for evidence.

Exit codes:
  0 nothing is vulnerable, 1 something is, 2 a mistake in the command line or
  the program's files, 3 a mistake in Bowline

docs/check.md says what the answers rest on.";

/// Shown by `bowline loops --help`.
pub const LOOPS: &str = "\
Examples:
  bowline loops prog.c                a line per loop, and what k rounds of it do
  bowline loops --entry parse lib.c   ... of what one function reaches
  bowline loops --json prog.c         for scripts

A loop is `exact` where every path through a round has a closed form, `in runs`
where some have, `partial` where paths are only counted, to find bugs with, or
`declined`, with the reason. It is learned where it is met with
unknown values: the program is explored for --max-time, then functions on their
own. Rounds are counted from 0, j is one of them, at0 is what at was before.

Exit codes:
  0 the loops were listed, 2 a mistake in the command line or the program's
  files, 3 a mistake in Bowline

Read on, in the sources:
  docs/loops.md";

/// Shown by `bowline solve --help`.
pub const SOLVE: &str = "\
Examples:
  bowline run --log-queries logged prog.c     write a run's questions
  bowline solve logged                        ask them again
  bowline solve --totals --solver-layers -domains logged
                                              what does one layer earn?

Exit codes:
  0 all questions were asked, 1 an answer contradicts what its file says, 2 a
  mistake in the command line or the scripts, 3 a mistake in Bowline

Read on, in the sources:
  docs/solver.md";

/// Shown by `bowline help cc` and `bowline help c++`; `bowline cc --help` is clang's own.
pub const CC: &str = "\
Examples:
  bowline cc -O2 -g -o prog main.c util.c
  make CC='bowline cc' CXX='bowline c++'
  CC='bowline cc' ./configure --disable-shared && make
  CC='bowline cc' cmake -S . -B build && cmake --build build
  bowline run ./prog                      also objects, archives, shared objects

Every argument is clang's, --help too; so are messages and exit codes. Links to
bowline named bowline-cc and bowline-c++ do the same, for build systems that
want one word. BOWLINE_CC_VERBOSE=1 names what could not get bitcode.

Read on, in the sources:
  docs/building.md";

/// Shown by `bowline completions --help`.
pub const COMPLETIONS: &str = "\
Examples:
  eval \"$(bowline completions bash)\"      for this shell only
  bowline completions bash > ~/.local/share/bash-completion/completions/bowline
  bowline completions zsh > ~/.zfunc/_bowline
  bowline completions fish > ~/.config/fish/completions/bowline.fish";

/// Shown by `bowline man --help`.
pub const MAN: &str = "\
Examples:
  bowline man | man -l -                          read it
  bowline man --out ~/.local/share/man/man1       then: man bowline-run";
