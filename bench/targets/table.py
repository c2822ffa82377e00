"""The table of a run over the targets: one row per harness, what stands out, and the result files."""
import datetime
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import measure  # noqa: E402

HEADERS = ["harness", "stop", "paths", "lines of files reached", "lines of all", "bugs confirmed", "not confirmed", "lost",
           "time", "memory", "remark"]
# A path with one of these ended, or went on with a made-up value, because of Bowline and not because of the program.
OUR_FAULT = ("unsupported", "unknown-function", "assumed-result")


def _share(hit, total):
    return f"{hit}/{total} {100 * hit / total:.0f} %" if total else "–"


def _coverage(run, harness):
    """Lines of the library: in the files that the harness reaches, and in all."""
    own = str(harness)
    lines = [(file["lines"]["hit"], file["lines"]["total"]) for name, file in run["coverage"]["files"].items()
             if pathlib.Path(name).name != pathlib.Path(own).name]
    reached = [pair for pair in lines if pair[0]]
    add = lambda pairs: [sum(column) for column in zip(*pairs)] or [0, 0]
    return add(reached), add(lines)


def _lost(run):
    """How many items, by kind, and those that are a fault of Bowline in words."""
    kinds, faults = {}, set()
    for item in run["lost"]:
        kinds[item["kind"]] = kinds.get(item["kind"], 0) + item["count"]
        if item["kind"] in OUR_FAULT:
            where = f"{pathlib.Path(item['file']).name}:{item['line']}" if item.get("file") else "unknown place"
            faults.add(f"{item['kind']}: {item.get('what') or '?'} ({where})")
    return kinds, sorted(faults)


def row(job, result):
    """What the table and the JSON file say about one harness."""
    about = {"harness": job.name, "target": job.target.name}
    explained = job.target.explained.get(job.name.partition("/")[2], "")
    if result.run is None:
        return {**about, "stop": "FAILED", "faults": [result.failure], "explained": explained}
    run = result.run
    reached, everything = _coverage(run, job.harness)
    kinds, faults = _lost(run)
    if run["stop"] == "error":
        faults.append(f"it ended in an error: {result.failure}")
    # Only known with `--confirm all`.
    faults += [f"{test['file']} does something else natively: {test['native']}" for test in run["tests"] if test.get("agrees") is False]
    confirmed = [bug for bug in run["bugs"] if bug["confirmed"]]
    others = [bug for bug in run["bugs"] if not bug["confirmed"]]
    describe = lambda bug: f"{bug['kind']} in {bug['function']} ({pathlib.Path(bug['file'] or '?').name}:{bug['line']})"
    return {**about, "stop": run["stop"], "paths": run["paths"]["completed"] + run["paths"]["bugs"],
            "lines_reached_files": reached, "lines_all": everything, "bugs_confirmed": [describe(bug) for bug in confirmed],
            "bugs_not_confirmed": [f"{describe(bug)}: {bug['native']}" for bug in others], "lost": kinds, "faults": faults,
            "time_s": run["stats"]["wall_s"], "peak_rss_mb": run["stats"]["peak_rss_mb"], "explained": explained}


def falls_short(entry):
    """Whether a harness misses the bar: it ran, met nothing unsupported or missing, and what it reports is real."""
    return bool(entry["faults"]) or bool(entry.get("bugs_not_confirmed") and not entry["explained"])


def _cells(entry):
    name = f"**! {entry['harness']}**" if falls_short(entry) else entry["harness"]
    if entry["stop"] == "FAILED":
        return [name, "FAILED", *[""] * 8, entry["explained"]]
    lost = ", ".join(f"{count} {kind}" for kind, count in sorted(entry["lost"].items())) or "0"
    return [name, entry["stop"], entry["paths"], _share(*entry["lines_reached_files"]), _share(*entry["lines_all"]),
            len(entry["bugs_confirmed"]), len(entry["bugs_not_confirmed"]), lost, f"{entry['time_s']:.0f} s",
            f"{entry['peak_rss_mb']:.0f} MiB", entry["explained"]]


def _findings(entries):
    """Below the table: what falls short, and the bugs."""
    lines = []
    for entry in entries:
        lines += [f"- **{entry['harness']}**: {fault}" for fault in entry["faults"]]
        lines += [f"- **{entry['harness']}** reports, and a native run does not show: {bug}"
                  for bug in entry.get("bugs_not_confirmed", [])]
        lines += [f"- {entry['harness']}: confirmed {bug}" for bug in entry.get("bugs_confirmed", [])]
    return "\n".join(lines)


def write(entries, sources, options, keep):
    """Prints the table and, when asked, keeps it as markdown and JSON; whether every harness meets the bar."""
    about = {"date": datetime.date.today().isoformat(), "commit": measure.commit(), "cores": os.cpu_count(),
             "options": " ".join(options), "sources": sources}
    text = measure.table(HEADERS, [_cells(entry) for entry in entries])
    short = [entry["harness"] for entry in entries if falls_short(entry)]
    summary = f"{len(entries)} harnesses; {len(short)} fall short of the bar" + (f": {', '.join(short)}" if short else "") + "."
    findings = _findings(entries)
    body = f"{text}\n\n{summary}\n" + (f"\n{findings}\n" if findings else "")
    print(body, end="")
    if not keep:
        return not short
    measure.RESULTS.mkdir(parents=True, exist_ok=True)
    (measure.RESULTS / "targets.json").write_text(json.dumps({**about, "rows": entries}, indent=1) + "\n")
    heading = (f"# targets\n\n{about['date']}, commit {about['commit']}, {about['cores']} cores, options `{about['options']}`\n\n"
               f"Sources: {'; '.join(sources.values())}\n\n")
    (measure.RESULTS / "targets.md").write_text(heading + body)
    return not short
