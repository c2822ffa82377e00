"""What a comparison of modes over many harnesses says: totals, score boards, ratios, disagreements.

A result is the summary of one run (see sizes.py); results are kept by harness and mode. Times of runs that hit the limit count
with the limit in totals and are left out of ratios.
"""
import statistics

# `max` looks at one size only: it may miss what the others see.
COMPLETE = ["eager", "lazy", "merge-naive", "merge"]


def ended(result):
    return result.get("stop") == "exhausted"


def by_target(results):
    """Harnesses grouped by the library or program they belong to."""
    groups = {}
    for name, modes in results.items():
        groups.setdefault(name.partition("/")[0], {})[name] = modes
    return groups


def totals(results, modes):
    """By target, measure and mode: seconds, runs that did not end, lines covered, questions that reached the back end."""
    table = {}
    for target, harnesses in by_target(results).items():
        table[target] = {
            "harnesses": len(harnesses),
            "seconds": {mode: sum(one[mode].get("seconds", 0) for one in harnesses.values()) for mode in modes},
            "not ended": {mode: sum(not ended(one[mode]) for one in harnesses.values()) for mode in modes},
            "lines": {mode: sum(one[mode].get("lines", 0) for one in harnesses.values()) for mode in modes},
            "bugs": {mode: sum(len(one[mode].get("bugs", [])) for one in harnesses.values()) for mode in modes},
            "back end": {mode: sum(one[mode].get("back_end", 0) for one in harnesses.values()) for mode in modes},
        }
    return table


def fastest(results, modes):
    """By target and mode: in how many harnesses it was the fastest, of those where some mode came to the end."""
    board = {}
    for target, harnesses in by_target(results).items():
        board[target] = dict.fromkeys(modes, 0)
        for one in harnesses.values():
            times = {mode: one[mode]["seconds"] for mode in modes if ended(one[mode])}
            if times:
                board[target][min(times, key=times.get)] += 1
    return board


def widest(results, modes):
    """By target and mode: in how many harnesses it covered most, of those where some mode did not come to the end."""
    board = {}
    for target, harnesses in by_target(results).items():
        board[target] = dict.fromkeys(modes, 0)
        for one in harnesses.values():
            if not all(ended(one[mode]) for mode in modes):
                most = max(one[mode].get("lines", 0) for mode in modes)
                for mode in modes:
                    board[target][mode] += one[mode].get("lines", 0) == most
    return board


def _ratio(results, measure, both=lambda naive, merge: ended(naive) and ended(merge)):
    ratios = {}
    for name, one in results.items():
        naive, merge = one["merge-naive"], one["merge"]
        if both(naive, merge) and naive.get(measure) and merge.get(measure):
            ratios[name] = naive[measure] / merge[measure]
    return ratios


def naive_over_merge(results):
    """Harnesses where both ended: how many times more time, and larger conditions and values, merging of whole paths has."""
    return {measure: _ratio(results, measure) for measure in ("seconds", "constraints", "values")}


def more_paths(results):
    """Harnesses where neither kind of merging ended and both covered the same: paths of merge over merge-naive, in per cent."""
    same = lambda naive, merge: not ended(naive) and not ended(merge) and naive.get("lines") == merge.get("lines")
    return {name: 100 / ratio - 100 for name, ratio in _ratio(results, "paths", same).items()}


def questions(results, modes, measure):
    """`queries` or `back_end` relative to merge, over harnesses that every mode exhausted: per cent more, and how many harnesses."""
    shared = [one for one in results.values() if all(ended(one[mode]) for mode in modes)]
    base = sum(one["merge"][measure] for one in shared)
    return {mode: 100 * sum(one[mode][measure] for one in shared) / base - 100 for mode in modes} if base else {}, len(shared)


def describe(ratios):
    """`mean 3.1, median 2.0 (0.9 to 17.2), 12 harnesses`"""
    if not ratios:
        return "no harness"
    values = list(ratios.values())
    return (f"mean {statistics.mean(values):.1f}, geometric mean {statistics.geometric_mean(values):.1f}, median "
            f"{statistics.median(values):.1f} ({min(values):.2f} to {max(values):.1f}), {len(values)} harnesses")


def disagreements(results):
    """Modes that came to the end and lost nothing but the same sizes above the capacity must agree; merging explores the paths of
    merge-naive. (An object of `n + 1` elements loses a size with `lazy` and none with `eager`, where `n` is a number.)"""
    found = []
    for name, one in results.items():
        whole = {mode: one[mode] for mode in COMPLETE if ended(one[mode]) and not one[mode]["lost"]}
        for cut_off in sorted({str(result.get("cut_off")) for result in whole.values()}):
            alike = {mode: result for mode, result in whole.items() if str(result.get("cut_off")) == cut_off}
            for measure in ("bugs", "lines"):
                seen = {mode: result[measure] for mode, result in alike.items()}
                if len({str(value) for value in seen.values()}) > 1:
                    found.append(f"{name}: {measure}: {seen}")
            # Where a loop was given up it depends on the clock what is merged.
            paths = {mode: alike[mode]["paths"] for mode in ("merge-naive", "merge")
                     if mode in alike and not alike[mode].get("given_up")}
            if len(set(paths.values())) > 1:
                found.append(f"{name}: paths: {paths}")
    return found
