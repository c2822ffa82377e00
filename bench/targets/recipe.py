"""What a target's folder says: `target.json`, and the harnesses beside it.

`target.json` has
- `package`: the Debian source package, or a list of them (then the build finds one folder for each);
- `archives`: the static libraries, relative to the build's folder, in link order;
- `include`, `cflags`: for compiling harnesses; folders relative to the build's folder;
- `capacity`: how many elements an object of unknown size may have;
- `runs`: for programs instead of harnesses, a list of `{"name", "files", "options", "args"}`;
- `utilities`: `{"file", "options"}` of a program that is many, told apart by its first argument: one run for each line of
  `utilities.txt`, which starts with a name;
- `explained`: by harness, why a bug is reported that a native run does not show, or why it stops where it does;
- `note`: anything a reader should know.
"""
import dataclasses
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


class RecipeError(Exception):
    """A name or a `target.json` that makes no sense; the message is one line for a person."""


def _utilities(folder, fields):
    """The runs that `utilities.txt` lists."""
    if fields is None:
        return []
    lines = (folder / "utilities.txt").read_text().splitlines()
    names = [line.split()[0] for line in lines if line and not line.startswith("#")]
    return [{"name": name, "files": [fields["file"]], "options": fields["options"], "args": [name]} for name in names]


@dataclasses.dataclass
class Target:
    name: str
    folder: pathlib.Path
    packages: list
    archives: list
    include: list
    cflags: list
    capacity: int
    runs: list
    explained: dict
    note: str

    @staticmethod
    def read(folder):
        try:
            fields = json.loads((folder / "target.json").read_text())
        except ValueError as error:
            raise RecipeError(f"{folder / 'target.json'}: {error}") from error
        package = fields.pop("package")
        runs = [*fields.pop("runs", []), *_utilities(folder, fields.pop("utilities", None))]
        target = Target(folder.name, folder, [package] if isinstance(package, str) else package, fields.pop("archives", []),
                        fields.pop("include", []), fields.pop("cflags", []), fields.pop("capacity", 100), runs,
                        fields.pop("explained", {}), fields.pop("note", ""))
        if fields:
            raise RecipeError(f"{folder / 'target.json'}: unknown field {', '.join(fields)}")
        return target

    def harnesses(self):
        return sorted((self.folder / "harness").glob("*.c"))


def choose(names):
    """The targets, or harnesses of them (`json-c/pointer`), that were asked for; all without names.

    Returns pairs of a target and the harness names to run, or None for all of them.
    """
    known = {path.parent.name: Target.read(path.parent) for path in sorted(HERE.glob("*/target.json"))}
    if not names:
        return [(target, None) for target in known.values()]
    chosen = {}
    for name in names:
        target, _, harness = name.partition("/")
        if target not in known:
            raise RecipeError(f"there is no target {target}; there are: {', '.join(known)}")
        jobs = [path.stem for path in known[target].harnesses()] + [run["name"] for run in known[target].runs]
        if harness and harness not in jobs:
            raise RecipeError(f"{target} has no harness {harness}; it has: {', '.join(jobs)}")
        if harness:
            chosen.setdefault(target, [])
            if chosen[target] is not None:
                chosen[target].append(harness)
        else:
            chosen[target] = None
    return [(known[name], only) for name, only in chosen.items()]
