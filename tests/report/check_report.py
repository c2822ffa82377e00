#!/usr/bin/env python3
"""Opens reports in a real browser, and validates SARIF against its schema.

usage: check_report.py --bowline BINARY --browser CHROMIUM --schema SARIF_SCHEMA --out DIRECTORY

For each case: a run, its report, and then in headless Chromium: every section has its contents, every link within the page
resolves, the console is silent, nothing sticks out of a narrow window, and the page is there in under two seconds. Screenshots in light and dark stay in --out.
The interpreter must have the package jsonschema.
"""

import argparse
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = ["summary", "bugs", "unexplored", "coverage", "timeline", "costs", "tree", "source", "options"]
MOST_BYTES = 5_000_000
MOST_SECONDS = 2.0

# Name, flags of the run, program, what the page must say.
CASES = [
    ("bug", [], ROOT / "examples/tlv.c", ["1 bug found", "confirmed", "bowline replay", "AddressSanitizer"]),
    ("hostile", ["--tests", "all"], ROOT / "tests/report/hostile.c", ["</pre><script>alert(1)</script>", "&amp; not an entity"]),
    ("merged", ["--loops", "merge"], ROOT / "tests/programs/merge_early_break.c", ["Paths in", "merged with others"]),
    ("limit", ["--max-time", "3s", "--search", "dfs"], ROOT / "tests/report/endless.c",
     ["Stopped by the time limit", "still alive", "Covered lines", "goes on, not drawn"]),
    ("exhausted", ["--tests", "none"], ROOT / "tests/programs/state_machine.c", ["nothing was left out"]),
]


class Page(html.parser.HTMLParser):
    """Ids, links, and the text of each section, as the browser left them."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.outside = [], [], []
        self.section, self.depth = None, 0
        self.texts, self.images = {}, 0
        self.everything = []
        self.in_code = 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes.get("href", ""))
        for name in ("src", "href"):
            value = attributes.get(name, "")
            if value and not value.startswith(("#", "data:")):
                self.outside.append(value)
        if tag == "svg":
            self.images += 1
        if tag == "section":
            self.section = attributes.get("id")
            self.texts[self.section] = ""
        if tag in ("script", "style"):
            self.in_code += 1

    def handle_endtag(self, tag):
        if tag == "section":
            self.section = None
        if tag in ("script", "style"):
            self.in_code -= 1

    def handle_data(self, data):
        if self.in_code:
            return
        self.everything.append(data)
        if self.section:
            self.texts[self.section] += data


class Browser:
    def __init__(self, program, place):
        self.program, self.place = program, place

    def run(self, page, *flags):
        profile = tempfile.mkdtemp(prefix="profile-", dir=self.place)
        command = [self.program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--no-first-run", "--disable-extensions", "--disable-background-networking", "--hide-scrollbars",
                   "--enable-logging=stderr", "--v=0", f"--user-data-dir={profile}", *flags, page.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        shutil.rmtree(profile, ignore_errors=True)
        if done.returncode != 0:
            raise RuntimeError(f"the browser failed: {done.stderr[-2000:]}")
        complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
        return done.stdout, complaints


def problems_of(dom, complaints, expected, sections=SECTIONS):
    page = Page()
    page.feed(dom)
    problems = [f"console: {line}" for line in complaints]
    for section in sections:
        if len(page.texts.get(section, "").strip()) < 20:
            problems.append(f"section {section} is missing or empty")
    known = set(page.ids)
    if len(known) != len(page.ids):
        twice = sorted({name for name in page.ids if page.ids.count(name) > 1})
        problems.append(f"ids that occur twice: {twice[:5]}")
    problems += [f"broken link {link}" for link in page.links if link.startswith("#") and link[1:] not in known]
    problems += [f"something from elsewhere: {link}" for link in page.outside]
    text = "".join(page.everything)
    problems += [f"does not say: {words}" for words in expected if words not in text]
    return problems


def check_case(options, browser, case):
    name, flags, program, expected = case
    out = options.out / name
    command = [options.bowline, "run", "--out", out, *flags, program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1):
        return [f"the run failed: {done.stderr}"]
    report = options.out / f"{name}.html"
    subprocess.run([options.bowline, "report", out, "-o", report], check=True, capture_output=True, timeout=60)
    problems = []
    if report.stat().st_size > MOST_BYTES:
        problems.append(f"the page has {report.stat().st_size} bytes")
    dom, complaints = browser.run(report, "--dump-dom", "--virtual-time-budget=2000")
    problems += problems_of(dom, complaints, expected)
    # The script took over: what is for it alone is visible.
    if 'class="tree-tools" hidden' in dom:
        problems.append("the script did not run")
    problems += sarif_problems(options, out, done.returncode)
    return problems


def sarif_problems(options, out, exit_code):
    log = json.loads((out / "results.sarif").read_text())
    problems = schema_problems(options, log)
    run = log["runs"][0]
    bugs = json.loads((out / "run.json").read_text())["bugs"]
    if len(run["results"]) != len(bugs):
        problems.append(f"SARIF has {len(run['results'])} results for {len(bugs)} bugs")
    if run["invocations"][0]["exitCode"] != exit_code:
        problems.append("SARIF: wrong exit code")
    prints = [result["partialFingerprints"]["bowlineBug/v1"] for result in run["results"]]
    if len(set(prints)) != len(prints):
        problems.append("SARIF: fingerprints are not distinct")
    return problems


def schema_problems(options, log):
    schema = json.loads(options.schema.read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    return [f"SARIF: {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(log)]


def check_answers(options):
    """What `bowline check` leaves: one result for each query that is vulnerable, or a branch with a side that is never taken."""
    problems = []
    for name in ("measured_copy", "infeasible_pair"):
        place = options.out / f"answers-{name}"
        command = [options.bowline, "check", "--no-repository", "--out", place, ROOT / f"tests/check/{name}.c"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        log = json.loads((place / "results.sarif").read_text())
        problems += schema_problems(options, log)
        queries = json.loads((place / "check.json").read_text())["queries"]
        told = [query for query in queries if query["verdict"] == "vulnerable" or (query["verdict"], query["kind"]) == ("infeasible", "branch")]
        run = log["runs"][0]
        if not told or len(run["results"]) != len(told):
            problems.append(f"SARIF has {len(run['results'])} results for {len(told)} answers")
        if run["invocations"][0]["exitCode"] != done.returncode:
            problems.append("SARIF: wrong exit code")
    return problems


def check_fingerprints(options):
    """Lines above a bug do not change its fingerprint; they do change its line."""
    source = (ROOT / "examples/tlv.c").read_text()
    seen = []
    for number, text in enumerate([source, "/* one */\n/* two */\n\n" + source]):
        directory = options.out / f"shift{number}"
        directory.mkdir()
        (directory / "tlv.c").write_text(text)
        command = [options.bowline, "run", "--no-confirm", "--out", "out", "tlv.c"]
        subprocess.run(command, cwd=directory, capture_output=True, timeout=120)
        results = json.loads((directory / "out/results.sarif").read_text())["runs"][0]["results"]
        location = results[0]["locations"][0]["physicalLocation"]
        if location["artifactLocation"] != {"uri": "tlv.c", "uriBaseId": "SRCROOT"}:
            return [f"not relative: {location['artifactLocation']}"]
        seen.append((results[0]["partialFingerprints"], location["region"]["startLine"]))
    if seen[0][0] != seen[1][0] or seen[0][1] + 3 != seen[1][1]:
        return [f"fingerprints depend on the line: {seen}"]
    return []


def check_without_script(options, browser):
    """The essentials are there for a browser that runs no scripts."""
    page = (options.out / "bug.html").read_text()
    plain = options.out / "bug-without-script.html"
    plain.write_text(re.sub(r"<script>.*?</script>", "", page, flags=re.S))
    dom, complaints = browser.run(plain, "--dump-dom")
    return problems_of(dom, complaints, ["1 bug found", "Where paths forked most"])


def check_time(options, browser):
    """From a file to the drawn page, without the start of the browser itself."""
    times = []
    for page in ("about", "limit"):
        path = options.out / f"{page}.html"
        if page == "about":
            path.write_text("<!DOCTYPE html><title>x</title>")
        begin = time.monotonic()
        browser.run(path, f"--screenshot={options.out / (page + '-time.png')}")
        times.append(time.monotonic() - begin)
    spent = times[1] - times[0]
    return [f"the page takes {spent:.1f} s to open"] if spent > MOST_SECONDS else []


# A window of the given width with the page in it, all details open; then what sticks out, except where it scrolls by itself.
NARROW = """<!DOCTYPE html><body style="margin: 0"><iframe style="width: %dpx; height: 800px; border: 0"></iframe><ul></ul><script>
const frame = document.querySelector("iframe");
frame.onload = () => {
  const page = frame.contentDocument, width = page.documentElement.clientWidth;
  page.querySelectorAll("details").forEach(one => one.open = true);
  const scrolls = one => one && one !== page.body && (getComputedStyle(one).overflowX !== "visible" || scrolls(one.parentElement));
  for (const one of page.querySelectorAll("body *")) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || box.right <= width + 1 || scrolls(one.parentElement)) continue;
    const item = document.createElement("li");
    item.textContent = one.tagName + " " + Math.round(box.right) + " of " + width + ": " + one.textContent.trim().slice(0, 60);
    document.querySelector("ul").append(item);
  }
  document.body.dataset.measured = "yes";
};
frame.srcdoc = %s;
</script>"""


def check_narrow(options, browser):
    """Nothing sticks out of a window as wide as a telephone's."""
    problems = []
    for name in ("bug", "hostile", "merged", "limit"):
        page = json.dumps((options.out / f"{name}.html").read_text()).replace("</", "<\\/").replace("<!--", "<\\!--")
        wrapped = options.out / f"{name}-in-narrow.html"
        wrapped.write_text(NARROW % (360, page))
        dom, _ = browser.run(wrapped, "--dump-dom", "--virtual-time-budget=4000")
        if 'data-measured="yes"' not in dom:
            problems.append(f"{name} was not measured")
        problems += [f"{name}: {html.unescape(text)}" for text in re.findall(r"<li>(.*?)</li>", dom.rpartition("</iframe>")[2].partition("<script>")[0])]
    return problems


def take_screenshots(options, browser):
    problems = []
    for name, size, dark, anchor in [("bug", "1280,2600", False, ""), ("bug", "1280,2600", True, ""),
                                     ("limit", "1280,3600", False, ""), ("limit", "1280,3600", True, ""),
                                     ("merged", "1280,3000", False, ""), ("bug", "420,2400", False, "-narrow")]:
        picture = options.out / f"{name}{anchor}-{'dark' if dark else 'light'}.png"
        flags = ["--blink-settings=preferredColorScheme=0"] if dark else ["--blink-settings=preferredColorScheme=1"]
        browser.run(options.out / f"{name}.html", f"--window-size={size}", f"--screenshot={picture}", *flags)
        if not picture.is_file() or picture.stat().st_size < 10_000:
            problems.append(f"no picture {picture.name}")
    return problems


def main():
    parser = argparse.ArgumentParser()
    for name in ("--bowline", "--browser", "--schema", "--out"):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    options.bowline = os.path.abspath(options.bowline)
    options.schema, options.out = Path(options.schema), Path(options.out).resolve()
    shutil.rmtree(options.out, ignore_errors=True)
    options.out.mkdir(parents=True)
    browser = Browser(options.browser, options.out)
    failures = 0

    def tell(name, problems):
        nonlocal failures
        failures += bool(problems)
        print(f"report: {name}: {'ok' if not problems else ''}", flush=True)
        for problem in problems:
            print(f"    {problem}")

    for case in CASES:
        tell(case[0], check_case(options, browser, case))
    tell("answers", check_answers(options))
    tell("fingerprints", check_fingerprints(options))
    tell("without scripts", check_without_script(options, browser))
    tell("time to open", check_time(options, browser))
    tell("narrow window", check_narrow(options, browser))
    tell("screenshots", take_screenshots(options, browser))
    print(f"report: {failures} failed; screenshots are in {options.out}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
