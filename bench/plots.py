"""Figures of a comparison of modes: one SVG file with a panel per question."""
import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as pyplot  # noqa: E402

import comparison  # noqa: E402

COLORS = {"max": "#8da0cb", "eager": "#fc8d62", "lazy": "#66c2a5", "merge-naive": "#bbbbbb", "merge": "#1f4e79"}


def _bars(panel, title, groups, modes):
    """Grouped bars: `groups` by target and mode."""
    width = 0.8 / len(modes)
    for at, mode in enumerate(modes):
        places = [index + width * (at - (len(modes) - 1) / 2) for index in range(len(groups))]
        panel.bar(places, [one[mode] for one in groups.values()], width, label=mode, color=COLORS[mode])
    panel.set_xticks(range(len(groups)), list(groups), rotation=45, ha="right", fontsize=7)
    panel.set_title(title, fontsize=9)


def _sorted_bars(panel, title, ratios, log):
    values = sorted(ratios.values())
    panel.bar(range(len(values)), values, color=COLORS["merge"])
    if log and values:
        panel.set_yscale("log")
    panel.set_xticks([])
    panel.set_xlabel(f"{len(values)} harnesses", fontsize=7)
    panel.set_title(title, fontsize=9)


def _scatter(panel, results, limit):
    pairs = [(one["merge-naive"].get("seconds"), one["merge"].get("seconds")) for one in results.values()]
    pairs = [(max(naive, 0.01), max(merge, 0.01)) for naive, merge in pairs if naive is not None and merge is not None]
    if pairs:
        panel.scatter(*zip(*pairs), s=9, color=COLORS["merge"])
    panel.plot([0.01, limit], [0.01, limit], linewidth=0.7, color="gray")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlabel("merge-naive, s", fontsize=7)
    panel.set_ylabel("merge, s", fontsize=7)
    panel.set_title("time of merge-naive and merge", fontsize=9)


def draw(results, modes, limit, path):
    """The panels follow the questions: time, coverage, size of what merging makes."""
    totals = comparison.totals(results, modes)
    of = lambda measure: {target: one[measure] for target, one in totals.items()}
    figure, panels = pyplot.subplots(3, 3, figsize=(15, 12), layout="constrained")
    _bars(panels[0][0], "total time, s", of("seconds"), modes)
    _bars(panels[0][1], "runs that did not end", of("not ended"), modes)
    _bars(panels[0][2], "fastest (where some mode ended)", comparison.fastest(results, modes), modes)
    _scatter(panels[1][0], results, limit)
    _bars(panels[1][1], "lines covered, in all harnesses", of("lines"), modes)
    _bars(panels[1][2], "covers most (where some mode did not end)", comparison.widest(results, modes), modes)
    _sorted_bars(panels[2][0], "more paths with merge than with merge-naive, %", comparison.more_paths(results), False)
    ratios = comparison.naive_over_merge(results)
    _sorted_bars(panels[2][1], "conditions: merge-naive over merge", ratios["constraints"], True)
    _sorted_bars(panels[2][2], "values: merge-naive over merge", ratios["values"], True)
    panels[0][0].legend(fontsize=7)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
