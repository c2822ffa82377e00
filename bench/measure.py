"""What every benchmark shares: running Bowline, medians, tables, result files."""
import concurrent.futures
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOWLINE = ROOT / "target" / "release" / "bowline"
RESULTS = ROOT / "bench" / "results"


def bowline(source, *options, timeout=600):
    """One run; its run.json as a dictionary."""
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory) / "out"
        command = [str(BOWLINE), "run", "--quiet", "--no-confirm", "--out", str(out), *options, str(source)]
        done = subprocess.run(command, capture_output=True, timeout=timeout, check=False)
        if not (out / "run.json").exists():
            raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.decode()[-500:]}")
        return json.loads((out / "run.json").read_text())


def last(name):
    """The kept results of a benchmark."""
    return json.loads((RESULTS / f"{name}.json").read_text())


def median_of(times, measure):
    """The median of several calls."""
    return statistics.median(measure() for _ in range(times))


def in_parallel(jobs, work):
    """The results of several calls, in their order."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(*one) for one in work]
        return [future.result() for future in futures]


def commit():
    """The commit, with a `+` where something but results was changed since."""
    head = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], capture_output=True, check=False)
    dirty = subprocess.run(["git", "-C", str(ROOT), "status", "--porcelain", "--", ":!bench/results"], capture_output=True, check=False)
    return head.stdout.decode().strip() + ("+" if dirty.stdout.strip() else "")


def table(headers, rows):
    """A markdown table with aligned columns."""
    cells = [headers, *[[str(cell) for cell in row] for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headers))]
    line = lambda row: "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |"
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([line(cells[0]), rule, *[line(row) for row in cells[1:]]])


def write(name, headers, rows, raw, about_it=()):
    """Prints the table, followed by what is said about it, and keeps them, with their circumstances, as markdown and JSON."""
    about = {"date": datetime.date.today().isoformat(), "commit": commit(), "cores": os.cpu_count()}
    text = "\n".join([table(headers, rows), *(["", *about_it] if about_it else [])])
    print(text)
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps({**about, "rows": raw}, indent=1) + "\n")
    heading = f"# {name}\n\n{about['date']}, commit {about['commit']}, {about['cores']} cores\n\n"
    (RESULTS / f"{name}.md").write_text(heading + text + "\n")
