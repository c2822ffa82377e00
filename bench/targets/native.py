"""Harnesses as native fuzz targets: each must hold up under libFuzzer with sanitizers before Bowline runs it.

A finding here is a mistake in a harness or a bug of the library; either way it is worth knowing before a symbolic run.
"""
import os
import pathlib
import re
import subprocess
import tempfile

import build


def _report(output):
    """What failed, where in the harness or library, and the input; libFuzzer's and the system's frames say nothing."""
    telling = re.compile(r"Assertion|runtime error|ERROR:|^\s+#\d+ .* in .*\.[ch]:\d+|^Base64|^0x")
    noise = re.compile(r"fuzzer::|libc_start|deadly signal|assert/assert|stdlib/abort|posix/raise|nptl/")
    lines = [line.strip()[:300] for line in output.splitlines() if telling.search(line) and not noise.search(line)]
    return "\n    ".join(lines[:16])


def fuzz(target, harness, folder, seconds):
    """Fuzzes one harness; returns an empty string, or what went wrong."""
    with tempfile.TemporaryDirectory() as directory:
        binary = pathlib.Path(directory) / harness.stem
        include = [f"-I{folder / name}" for name in target.include]
        archives = [str(folder / name) for name in target.archives]
        command = ["clang-19", *build.SANITIZED.replace("fuzzer-no-link", "fuzzer").split(), "-Wall", "-Wextra", *target.cflags,
                   *include, str(harness), *archives, "-lm", "-lpthread", "-o", str(binary)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 or "warning:" in done.stderr:
            return f"does not compile cleanly:\n{done.stderr[-2000:]}"
        corpus = pathlib.Path(directory) / "corpus"
        corpus.mkdir()
        environment = {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"}
        done = subprocess.run([str(binary), f"-max_total_time={seconds}", "-max_len=256", "-timeout=10", "-rss_limit_mb=1500",
                               "-verbosity=1", f"-artifact_prefix={directory}/", str(corpus)],
                              capture_output=True, text=True, errors="replace", check=False, env=environment)
        if done.returncode != 0:
            return _report(done.stderr)
        progress = [line.split("exec/s")[0].strip() for line in done.stderr.splitlines() if "cov:" in line]
        print(f"  {target.name}/{harness.stem}: {progress[-1] if progress else 'nothing covered'}", flush=True)
        return ""
