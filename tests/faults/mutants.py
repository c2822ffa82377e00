"""Broken inputs of every format: each is accepted, or refused with exit code 2 and a word about it; nothing crashes or hangs."""
import concurrent.futures
import os
import random
import subprocess

import bowline as under_test

# Exploring a mutant is not the point; what it does may be anything.
BRIEFLY = ["--no-confirm", "--no-pending-tests", "--max-time", "300ms", "--max-memory", "1G", "--unknowns", "stop", "--tests", "bugs"]

SMALL = """
#include <klee/klee.h>
#include <string.h>
struct pair { int a; char b[6]; };
static struct pair pairs[3] = {{1, "one"}, {2, "two"}};
int main(int argc, char **argv) {
  unsigned i = klee_range(0, 4, "i");
  struct pair *p = &pairs[i];
  switch (p->a) { case 1: return strlen(p->b); case 2: return 2; default: return argc / (int)i; }
}
"""

FUZZER = """
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 3 && data[0] == 'B' && data[1] == 'O') return data[size - 1] / (data[2] - 'W');
  return 0;
}
"""

WORDS = [b"\0", b"\xff" * 4, b"\x7f\xff\xff\xff", b"\x80\0\0\0", b"-1", b"18446744073709551616", b"1e999", b"null", b"[]", b"{}", b'"',
         b"\x1b[2J", b"%s%n", b"../../", b"KTEST", b"i129", b"<vscale x 4 x i32>", b"undef", b"\xc3\x28", b"\n"]


def mutate(whole, chance):
    """The same bytes with one to four changes, as fuzzers make them."""
    data = bytearray(whole)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(6)
        if kind == 0 and data:
            data[min(at, len(data) - 1)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[at:at + chance.randint(1, 8)] = chance.randbytes(chance.randint(1, 8))
        elif kind == 2:
            data[at:at] = chance.choice(WORDS)
        elif kind == 3:
            del data[at:at + chance.randint(1, 64)]
        elif kind == 4:
            data[at:at] = data[at:at + chance.randint(1, 64)]
        else:
            data[at:at + 8] = chance.choice(WORDS)
    return bytes(data if chance.randrange(10) else data[:chance.randrange(len(data) + 1)])


class Format:
    """What is broken, and the command that reads it; `{}` is the mutant, which is put at `path` below a directory of its own."""

    def __init__(self, name, whole, path, command, beside=()):
        self.name, self.whole, self.path, self.command, self.beside = name, whole, path, command, beside


def formats(bowline):
    place = bowline.place
    (place / "small.c").write_text(SMALL)
    (place / "fuzzer.c").write_text(FUZZER)
    assert bowline.run("run", "--no-confirm", "--out", "origin", "small.c").code == 1
    compile_to = lambda name, *flags: subprocess.run(
        ["clang-19", "-g", "-emit-llvm", *flags, "-I", origin / "include", "small.c", "-o", name], cwd=place, check=True)
    origin = place / "origin"
    # The headers that a reproducer brings along.
    assert bowline.run("tests", "convert", "--to", "c", "--out", "reproducer", "origin").code == 0
    (place / "reproducer" / "include").rename(origin / "include")
    compile_to("small.bc", "-c")
    compile_to("small.ll", "-S")
    assert bowline.run("run", "--no-confirm", "--out", "nondet", "nondet.c").code == 1
    assert bowline.run("tests", "convert", "--to", "testcomp", "--out", "suite", "nondet").code == 0
    read = lambda name: (place / name).read_bytes()
    ktest = read(sorted(origin.glob("bugs/*/input.ktest"))[0].relative_to(place))
    unfinished = read("origin/run.json").replace(b'"stop": "exhausted"', b'"stop": "error"')
    run_json = ("out/run.json", read("origin/run.json"))
    test = ("out/tests/000001.ktest", ktest)
    xml = read(sorted((place / "suite").glob("0*.xml"))[0].relative_to(place))
    fuzz = lambda seeds: ["run", *BRIEFLY, "--out", "{d}/o", "--seeds", seeds, place / "fuzzer.c"]
    return [
        Format("ktest", ktest, "a.ktest", ["tests", "show", "{}"]),
        Format("ktest-convert", ktest, "a.ktest", ["tests", "convert", "--to", "c", "--out", "{d}/c", "{}"]),
        Format("run.json", read("origin/run.json"), "out/run.json", ["report", "{d}/out"], [test]),
        Format("run.json-list", unfinished, "out/run.json", ["tests", "list", "{d}/out"], [test, ("out/events.jsonl", read("origin/events.jsonl"))]),
        Format("events", read("origin/events.jsonl"), "out/events.jsonl", ["report", "{d}/out"], [test, ("out/run.json", unfinished)]),
        Format("coverage", read("origin/coverage.lcov"), "out/coverage.lcov", ["report", "{d}/out"], [run_json]),
        Format("tree", read("origin/tree.json"), "out/tree.json", ["report", "{d}/out"], [run_json]),
        Format("testcomp", xml, "a.xml", ["tests", "show", "{}"]),
        Format("seeds", ktest, "seeds/a.ktest", ["run", *BRIEFLY, "--out", "{d}/o", "--seeds", "{d}/seeds", place / "small.c"]),
        Format("corpus", b"BOW-and-more", "corpus/a", fuzz("{d}/corpus")),
        Format("bitcode", read("small.bc"), "a.bc", ["run", *BRIEFLY, "--out", "{d}/o", "{}"]),
        Format("text", read("small.ll"), "a.ll", ["run", *BRIEFLY, "--out", "{d}/o", "{}"]),
        Format("smt2", b"(set-logic QF_ABV)\n(declare-fun a () (_ BitVec 8))\n(assert (= a #x07))\n(check-sat)\n", "a.smt2", ["solve", "{}"]),
    ]


NONDET = """
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) { if (__VERIFIER_nondet_uint() == 77) reach_error(); return 0; }
"""

OPTIONS = ["--max-time", "--max-memory", "--max-states", "--max-depth", "--capacity", "--capacity-at", "--search", "--seed", "--sizes",
           "--loops", "--tests", "--confirm", "--sym-args", "--sym-stdin", "--sym-file", "--sym-env", "--entry", "--check", "--checks",
           "--unknowns", "--seeds", "--solver-layers", "--merge-max-paths", "--max-solver-time", "--cflags", "-I", "-D", "-O", "--args"]
VALUES = ["0", "1", "-1", "3", "18446744073709551616", "99999999999999999999", "1e9", "5s", "0s", "1G", "9999999999G", "all", "none", "",
          "=", ":", "x:y", "a.c:1=4", "main", "dfs", "../..", "/", "/dev/null", "\x1b[2J", "é", "-", "--", "%n", "*", "a" * 5000]


def odd_options(chance):
    line = []
    for _ in range(chance.randint(1, 4)):
        line.append(chance.choice(OPTIONS))
        line.extend(chance.choice(VALUES) for _ in range(chance.choice([0, 1, 1, 1, 2, 3])))
    return line


def judge(bowline, name, command, **how):
    ended = bowline.run(*command, seconds=60, **how)
    under_test.has_no_panic(ended)
    assert ended.code in (0, 1, 2), f"{name}: {ended.what()}"
    assert ended.code != 2 or ended.err.strip(), f"{name}: refused without a word"
    assert "\x1b" not in ended.err + ended.out, f"{name}: an escape sequence reaches the terminal"
    return ended.code


def check(bowline, args):
    (bowline.place / "nondet.c").write_text(NONDET)
    kinds = formats(bowline)
    each = args.mutants or (6 if args.quick else 2000 // (len(kinds) + 1) + 1)
    failures, codes = [], {}

    def one(job):
        kind, number = job
        chance = random.Random(f"{args.seed} {kind.name if kind else 'options'} {number}")
        directory = bowline.place / f"{kind.name if kind else 'options'}-{number}"
        directory.mkdir()
        name = directory.name
        command = ["run", *odd_options(chance), *BRIEFLY, "--out", directory / "o", bowline.place / "small.c"]
        if kind:
            for path, contents in [*kind.beside, (kind.path, mutate(kind.whole, chance))]:
                (directory / path).parent.mkdir(parents=True, exist_ok=True)
                (directory / path).write_bytes(contents)
            fill = lambda word: str(word).replace("{d}", name).replace("{}", f"{name}/{kind.path}")
            command = [fill(word) for word in kind.command]
        try:
            code = judge(bowline, name, command)
        except AssertionError as failure:
            return (kind, failure, directory)
        subprocess.run(["rm", "-rf", directory], check=True)
        return (kind, code, None)

    jobs = [(kind, number) for number in range(each) for kind in [*kinds, None]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as executor:
        for kind, result, directory in executor.map(one, jobs):
            if directory:
                failures.append(f"{result} (in {directory})")
            else:
                codes[result] = codes.get(result, 0) + 1
    for failure in failures[:20]:
        print(f"    {failure}", flush=True)
    assert not failures, f"{len(failures)} of {len(jobs)} mutants break something"
    return f"{len(jobs)} mutants of {len(kinds) + 1} formats; exit codes " + ", ".join(f"{code}: {codes[code]}" for code in sorted(codes))
