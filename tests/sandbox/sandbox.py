#!/usr/bin/env python3
"""Native runs of hostile programs: each attacks what is around it, then shows a bug.

Every attack runs in every sandbox, for confirmation and in a replay. Afterwards nothing outside may be different, nobody may
have been called or killed, no process may be left, and the bug is confirmed. What the sandbox must have told is in the comments of the program
(`refused: ...`). `--quick` leaves out replays. The last line is `N passed, M failed`.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MARK = "bw-attacker"
LIMIT = 120
# Free space is everybody's, so a little may go meanwhile.
TOLERATED_MIB = 150
ABSOLUTE = ["/etc/bowline-written", "/root/bowline-written", "/var/tmp/bowline-written"]


def attackers():
    """Processes of attacks that are still there."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name, line = (process / "comm").read_text(), (process / "cmdline").read_bytes()
        except OSError:
            continue
        if name.strip() == MARK or line.startswith(MARK.encode()):
            found.append(int(process.name))
    return found


def listing(directory):
    return {str(path.relative_to(directory)): (path.lstat().st_mode, path.lstat().st_size) for path in directory.rglob("*")}


class Surroundings:
    """What an attack may find."""

    def __init__(self, place):
        self.outside, self.inside = place / "outside", place / "inside"
        self.outside.mkdir()
        self.inside.mkdir()
        (self.outside / "canary").write_text("sings\n")
        os.mkfifo(self.outside / "pipe")
        # Somebody listens: the end of a pipe that nobody reads cannot be opened anyway.
        self.pipe = os.open(self.outside / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        self.victim = subprocess.Popen(["sleep", "600"])
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.unix = socket.socket(socket.AF_UNIX)
        here = os.getcwd()
        # Paths of sockets are short.
        os.chdir(self.outside)
        self.unix.bind("socket")
        os.chdir(here)
        self.unix.listen()
        for listener in (self.tcp, self.unix):
            listener.setblocking(False)
        self.before = listing(self.outside), (self.outside / "canary").read_text(), self.outside.stat().st_mode

    def damage(self):
        """What is not as it was."""
        found = []
        after = listing(self.outside), (self.outside / "canary").read_text(), self.outside.stat().st_mode
        if after != self.before:
            found.append(f"outside is {after}, not {self.before}")
        found += [f"{path} was written" for path in ABSOLUTE if os.path.lexists(path)]
        if self.victim.poll() is not None:
            found.append("a process outside was killed")
        for name, listener in (("TCP", self.tcp), ("UNIX", self.unix)):
            try:
                listener.accept()
                found.append(f"somebody connected by {name}")
            except BlockingIOError:
                pass
        return found

    def close(self):
        self.victim.kill()
        self.victim.wait()
        self.tcp.close()
        self.unix.close()
        os.close(self.pipe)


def free_mib(path):
    return shutil.disk_usage(path).free >> 20


def run(command, cwd):
    try:
        return subprocess.run(command, cwd=cwd, capture_output=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None


def check(args, program, sandbox, place):
    """What is wrong after an attack, one entry each."""
    around = Surroundings(place)
    free = free_mib(place)
    defines = [f'-DOUTSIDE="{around.outside}"', f"-DPORT={around.tcp.getsockname()[1]}",
               f"-DVICTIM={around.victim.pid}", f'-DMARK="{MARK}"']
    command = [args.bowline, "run", "--quiet", "--sandbox", sandbox, "--out", "out", *defines, str(program)]
    try:
        ended = run(command, around.inside)
        problems = ["the run was killed or hangs"] if ended is None or ended.returncode != 1 else []
        if ended is not None and problems:
            problems.append(f"exit {ended.returncode}: {(ended.stdout + ended.stderr).decode(errors='replace').strip()}")
        if not problems:
            problems += verdict(program, around, json.loads((around.inside / "out/run.json").read_text()), sandbox)
        if not problems and not args.quick:
            again = run([args.bowline, "replay", "--sandbox", sandbox, "out/tests"], around.inside)
            if again is None or again.returncode != 1:
                problems.append("its replay shows no bug")
        left = attackers()
        if left:
            time.sleep(1)
            left = attackers()
        if left:
            problems.append(f"{len(left)} processes outlive it")
        for process in left:
            os.kill(process, 9)
        logs = [path.read_text(errors="replace") for path in around.inside.glob("out/bugs/*/native.log")]
        problems += [line for log in logs for line in log.splitlines() if line == "TAMPERED"]
        problems += around.damage()
        # Others write meanwhile, too: only where it is the attack does it matter.
        if "fill" in program.stem and free - free_mib(place) > TOLERATED_MIB:
            problems.append(f"{free - free_mib(place)} MiB of the disk are gone")
        strangers = [path.name for path in around.inside.iterdir() if path.name != "out"]
        if strangers:
            problems.append(f"the working directory has {strangers}")
    finally:
        around.close()
    return problems


def verdict(program, around, report, sandbox):
    """What is wrong with what the run said."""
    problems = []
    if report["sandbox"] != sandbox:
        problems.append(f"the sandbox was {report['sandbox']}")
    if len(report["bugs"]) != 1 or not report["bugs"][0]["confirmed"]:
        problems.append(f"the bug is not confirmed: {[bug['native'] for bug in report['bugs']]}")
    told = " ".join(what for bug in report["bugs"] for what in bug.get("refused", []))
    for expected in re.findall(r"/\* refused: (.*) \*/", program.read_text()):
        if expected.replace("OUTSIDE", str(around.outside)) not in told:
            problems.append(f"nobody said that it was refused `{expected}`, only: {told}")
    return problems


def scratch():
    """Where surroundings are made. A sandbox has a /tmp of its own, where nothing of the real one can be attacked."""
    target = HERE.parents[1] / "target"
    return pathlib.Path("/var/tmp") if target.is_relative_to("/tmp") else target


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bowline", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--scratch", default=scratch(), type=pathlib.Path, help="a directory on a real disk")
    parser.add_argument("--sandbox", nargs="+", default=["bubblewrap", "namespaces"])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("attacks", nargs="*", help="names, such as tcp")
    args = parser.parse_args()
    args.scratch.mkdir(exist_ok=True)
    passed, failed = 0, 0
    for program in sorted(HERE.glob("*.c")):
        if args.attacks and program.stem not in args.attacks:
            continue
        for sandbox in args.sandbox:
            with tempfile.TemporaryDirectory(dir=args.scratch, prefix="attack-") as place:
                problems = check(args, program, sandbox, pathlib.Path(place).resolve())
            if problems:
                failed += 1
                print(f"FAILED {program.stem} ({sandbox})")
                for problem in problems:
                    print(f"    {problem}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
