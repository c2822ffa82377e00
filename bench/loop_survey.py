"""Which loops of real programs are met with unknown input, and what is understood of them (`./x bench summaries survey`).

Harnesses of the targets run with `--loops summary` for a short time. A loop counts once for each target, however many harnesses meet it; what is
understood of it is the worst of what they say.
"""
import collections
import os
import sys

import build
import measure
import recipe
import targets

# From the best to the worst.
KINDS = ["exact", "runs", "partial", "declined"]
TARGETS = ["busybox", "wget", "apr", "json-c", "expat", "libyaml", "libtasn1-6", "libpng", "zlib"]
# Reasons that are told.
REASONS = 10


def jobs_of(names, every, bowline):
    """Harnesses by a rule and not by their results."""
    compiler = build.Compiler.bitcode(bowline)
    for target, only in recipe.choose(names or TARGETS):
        folder, _ = build.build(target, compiler, os.cpu_count())
        jobs = list(targets.jobs_of(target, folder, only))
        yield from jobs[:: 1 if only else (5 if target.runs else every)]


def loops_of(run):
    """By place: what is understood of each loop of the target that was met, and why it is not understood."""
    met = {}
    for one in run["stats"].get("closed_loops", []):
        met[f"{place_of(one['file'])}:{one['line']} {one['function']}"] = {"understood": one["understood"], "declined": one.get("declined")}
    return met


def place_of(path):
    """A file of a target, wherever that was built."""
    before, _, behind = path.partition("/targets/build/")
    return behind or before


def survey(arguments):
    """By target and place."""
    found = collections.defaultdict(dict)

    def one(job):
        options = ["--loops", "summary", "--tests", "none", "--confirm", "none"]
        done = targets.execute(job, arguments.bowline, arguments.max_time, options, kept="runs-survey")
        print(f"  {job.name}{'' if done.run else ': ' + done.failure}", file=sys.stderr, flush=True)
        return job.target.name, loops_of(done.run) if done.run else {}

    for name, met in measure.in_parallel(arguments.jobs, [(one, job) for job in jobs_of(arguments.names, arguments.every, arguments.bowline)]):
        for place, loop in met.items():
            before = found[name].get(place, loop)
            found[name][place] = max(before, loop, key=lambda one: KINDS.index(one["understood"]))
    return found



def table_of(results):
    """Markdown rows by target, and the most frequent reasons."""
    rows, reasons, total = [], collections.Counter(), collections.Counter()
    for name, loops in results.items():
        counts = collections.Counter(loop["understood"] for loop in loops.values())
        total += counts
        reasons.update(loop["declined"] for loop in loops.values() if loop["understood"] == "declined" and loop["declined"])
        rows.append([name, len(loops), *[counts[kind] for kind in KINDS], percent(counts)])
    rows.append(["all", sum(total.values()), *[total[kind] for kind in KINDS], percent(total)])
    said = ["The most frequent reasons to decline:", "", *[f"- {count}: {reason}" for reason, count in reasons.most_common(REASONS)]]
    return ["target", "loops met", *KINDS, "summarised"], rows, said


def percent(counts):
    met = sum(counts.values())
    return f"{100 * (met - counts['declined']) / met:.0f} %" if met else ""
