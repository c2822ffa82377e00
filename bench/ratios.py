"""What `./x bench patterns` says: how many times more time one way takes than another, by library.

Times count where at least one of the two ended: the other then took at least the limit. Where neither ended, lines are compared.
A hundredth of a second is the least that is told apart.
"""
import math
import statistics

import comparison

LEAST = 0.01


def ratio(results, over, under):
    """By subject where one of the two ended: how many times the time of `under` the time of `over` is."""
    found = {}
    for name, one in results.items():
        a, b = one[over], one[under]
        if "failure" not in a and "failure" not in b and (comparison.ended(a) or comparison.ended(b)):
            found[name] = max(a["seconds"], LEAST) / max(b["seconds"], LEAST)
    return found


def more_lines(results, under, over):
    """By subject where neither ended: how many per cent more lines `under` covers."""
    found = {}
    for name, one in results.items():
        a, b = one[over], one[under]
        if "failure" not in a and "failure" not in b and not comparison.ended(a) and not comparison.ended(b) and a["lines"]:
            found[name] = 100 * (b["lines"] - a["lines"]) / a["lines"]
    return found


def _mean(values, form):
    values = list(values)
    return form.format(statistics.mean(values), statistics.median(values), len(values)) if values else "-"


def by_library(results):
    """A table with a row for each library, the last for all."""
    headers = ["library", "functions", "end: fork, merge, pattern", "merge over pattern: mean (median) of", "fork over pattern",
               "lines against merge, %", "against fork, %"]
    groups = {**comparison.by_target(results), "all": results}
    rows = []
    for name, subjects in groups.items():
        ends = [sum(comparison.ended(one[mode]) for one in subjects.values()) for mode in ("fork", "merge", "pattern")]
        times = [_mean(ratio(subjects, mode, "pattern").values(), "{:.2f} ({:.2f}) of {}") for mode in ("merge", "fork")]
        lines = [_mean(more_lines(subjects, "pattern", mode).values(), "{:+.1f} ({:+.1f}) of {}") for mode in ("merge", "fork")]
        rows.append([name, len(subjects), ", ".join(map(str, ends)), *times, *lines])
    return headers, rows


def slower(results, allowed=1.3, noticed=0.5):
    """Subjects where patterns take longer than the better of the others, beside what is too short to tell."""
    found = []
    for name, one in results.items():
        best = min(ratio({name: one}, mode, "pattern").get(name, math.inf) for mode in ("fork", "merge"))
        if best < 1 / allowed and one["pattern"]["seconds"] > noticed:
            found.append(f"- {name}: {1 / best:.1f} times the time of the better of fork and merge")
    return found or [f"No function takes pattern more than {allowed} times as long as the better of fork and merge."]


def solving(results):
    """How questions with a bounded condition were answered."""
    total = lambda name: sum(one["pattern"].get(name, 0) for one in results.values())
    asked, before, given_up = total("quantified"), total("before_instances"), total("given_up")
    if not asked:
        return ["No question with a bounded condition reached the back end."]
    return [f"{asked} questions with a bounded condition got as far as the back end: {100 * before / asked:.1f} % were answered before "
            f"further instances, {100 * (asked - given_up) / asked:.1f} % in all, none by a solver for quantifiers."]


def over_pattern(results, other):
    """How many times longer another way takes, by library."""
    groups = {**comparison.by_target(results), "all": results}
    return [f"- {name}: {_mean(ratio(subjects, other, 'pattern').values(), '{:.2f} (median {:.2f}) of {}')}"
            for name, subjects in groups.items()]


def doublings(sizes, mode):
    """`10 to 20: 1.9, ...`: between neighbours, for each doubling; only where both ended."""
    known = [(int(capacity), one[mode]) for capacity, one in sizes.items() if comparison.ended(one[mode])]
    steps = []
    for (small, before), (large, after) in zip(known, known[1:]):
        more = max(after["seconds"], LEAST) / max(before["seconds"], LEAST)
        steps.append(f"{small} to {large}: {more ** (1 / math.log2(large / small)):.1f}")
    return ", ".join(steps) or "-"


def disagreements(results):
    """Modes that ended and found different bugs."""
    lines = []
    for name, one in results.items():
        bugs = {mode: [tuple(bug) for bug in result["bugs"]] for mode, result in one.items() if comparison.ended(result)}
        if len({tuple(found) for found in bugs.values()}) > 1:
            lines.append(f"{name}: bugs {bugs}")
    return lines
