"""Figures of `./x bench patterns`: one SVG file with a panel for each question."""
import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as pyplot  # noqa: E402

import comparison  # noqa: E402
import ratios  # noqa: E402

COLORS = {"fork": "#66c2a5", "merge": "#1f4e79", "pattern": "#d95f02"}


def _scatter(panel, results, other):
    pairs = [(one[other].get("seconds"), one["pattern"].get("seconds")) for one in results.values()]
    pairs = [(max(a, ratios.LEAST), max(b, ratios.LEAST)) for a, b in pairs if a is not None and b is not None]
    if pairs:
        panel.scatter(*zip(*pairs), s=9, color=COLORS[other])
        limit = max(max(pair) for pair in pairs)
        panel.plot([ratios.LEAST, limit], [ratios.LEAST, limit], linewidth=0.7, color="gray")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlabel(f"{other}, s", fontsize=7)
    panel.set_ylabel("pattern, s", fontsize=7)
    panel.set_title(f"time of {other} and pattern, by function", fontsize=9)


def _growth(panel, program, sizes):
    for mode, color in COLORS.items():
        points = [(int(capacity), max(one[mode]["seconds"], ratios.LEAST)) for capacity, one in sizes.items() if comparison.ended(one[mode])]
        if points:
            panel.plot(*zip(*points), marker="o", markersize=3, label=mode, color=color)
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlabel("characters", fontsize=7)
    panel.set_ylabel("s", fontsize=7)
    panel.set_title(program.replace("_", " "), fontsize=9)
    panel.legend(fontsize=7)


def draw(results, growth, path):
    figure, panels = pyplot.subplots(1, 4, figsize=(17, 4.2), layout="constrained")
    for panel, other in zip(panels, ("merge", "fork")):
        _scatter(panel, results, other)
    for panel, (program, sizes) in zip(panels[2:], growth.items()):
        _growth(panel, program, sizes)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
