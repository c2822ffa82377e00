"""Seeded bugs for `./x bench check`: correct operations on buffers, each broken by one, of which the compiler says that they are wrong afterwards.

A change counts only if it leads outside by its construction, which a static assertion shows on the unchanged file:

    limit   `for (i = 0; i < N; i++) a[i] = ...`, `<` becomes `<=`       a has N elements
    index   the same, `a[i]` becomes `a[i + 1]`                          a has N elements
    size    `memset(a, 0, sizeof a)` and the like, plus one               a is an array, or what `&a` has the size of
    last    `a[sizeof a - 1] = 0`, without the `- 1`                      a has as many elements
    text    `p = malloc(strlen(s) + 1)` with `strcpy(p, s)` behind it, without the `+ 1`

Changes whose limit is a variable are none of them: whether `<=` is wrong there depends on everything else.
"""
import re
import subprocess

LOOP = re.compile(r"(?:for|while) \(.*?\b(\w+)\s*<\s*(?!=)([A-Za-z_]\w*|\d+|sizeof\s*\(?\w+\)?)\s*(?:;|&&|\))")
SIZE = re.compile(r"\b(?:memset|memcpy|memmove|fgets|bzero) ?\((&?)\s*(\w+),(.*?)(sizeof\s*\(?\s*(\w+(?: \w+)?)\s*\)?)\s*([),])")
LAST = re.compile(r"(\b\w+)\s*\[\s*((?:sizeof\s*\(?\w+\)?|[A-Z_]\w*))\s*-\s*1\s*\](?=\s*=(?!=))")
TEXT = re.compile(r"(\w+)\s*=\s*\w*alloc\w*\s*\(strlen\s*\((\w+)\)\s*\+\s*1\)")
# How far behind its header a loop writes.
NEAR = 4


def element_count(array, count):
    return f'_Static_assert(sizeof ({array}) / sizeof ({array})[0] == ({count}) && sizeof ({array}) != sizeof (void *), "");'


def of_loop(lines, at):
    found = LOOP.search(lines[at])
    if not found:
        return
    counter, limit = found.groups()
    access = re.compile(rf"(?<![\w.>\]\[])(\w+)\[\s*{counter}\s*\](?=[\w.\[\]]*\s*(?:[-+|&]?=(?!=)|\+\+))")
    for line in range(at, min(at + NEAR, len(lines))):
        begin = found.end() if line == at else 0
        write = access.search(lines[line], begin)
        if write:
            array = write.group(1)
            proof = element_count(array, limit)
            less = re.compile(rf"(\b{counter}\s*)<(?!=)")
            yield "limit", at, less.sub(r"\1<=", lines[at], count=1), proof, line
            text = lines[line]
            yield "index", line, text[:write.start()] + f"{array}[{counter} + 1]" + text[write.end():], proof, line
            return


def of_line(lines, at):
    """Changes near a line: kind, line that changes, its new text, what shows that it is wrong, line that then writes outside."""
    yield from of_loop(lines, at)
    text = lines[at]
    found = SIZE.search(text)
    if found:
        address, name, _, size, measured, _ = found.groups()
        if address:
            proof = f'_Static_assert(sizeof ({name}) == sizeof ({measured}), "");'
        else:
            proof = (f'_Static_assert(sizeof ({name}) == sizeof ({measured})'
                     f' && !__builtin_types_compatible_p(__typeof__ ({name}), __typeof__ (&({name})[0])), "");')
        yield "size", at, text[:found.start(4)] + f"{size} + 1" + text[found.end(4):], proof, at
    found = LAST.search(text)
    if found:
        name, count = found.groups()
        yield "last", at, text[:found.start()] + f"{name}[{count}]" + text[found.end():], element_count(name, count), at
    found = TEXT.search(text)
    if found:
        pointer, source = found.groups()
        for line in range(at + 1, min(at + NEAR, len(lines))):
            if re.search(rf"\bstrcpy\s*\(\s*{pointer}\s*,\s*{source}\s*\)", lines[line]):
                changed = text[:found.start()] + re.sub(r"\+\s*1\)$", "+ 0)", found.group(0)) + text[found.end():]
                yield "text", at, changed, "", line


def is_wrong(source, path, at, proof):
    """Does the unchanged file compile with the assertion before a line, and not with its opposite?"""
    if not proof:
        return True
    folders = sorted({folder.parent for folder in source.glob("*/*.h")} | {source, path.parent})
    command = ["clang-19", "-fsyntax-only", "-w", "-std=gnu11", "-DHAVE_CONFIG_H", *(f"-I{folder}" for folder in folders), "-x", "c", "-"]
    lines = path.read_text(errors="replace").splitlines()

    def compiles(assertion):
        text = "\n".join([*lines[:at], assertion, *lines[at:]])
        return subprocess.run(command, cwd=path.parent, input=text, capture_output=True, text=True, check=False).returncode == 0

    opposite = proof.replace("_Static_assert(", "_Static_assert(!(").replace(', "")', '), "")')
    return compiles(proof) and not compiles(opposite)


def seeds(source, chance):
    """All changes of a package's own sources, in random order: path, kind, line that changes, its new text, line that then writes outside."""
    found = []
    for path in sorted(source.rglob("*.c")):
        # Files that were not compiled, and what packaging keeps of earlier ones.
        if ".pc" in path.parts or not any(path.parent.rglob(f"*{path.stem}.o")):
            continue
        lines = path.read_text(errors="replace").splitlines()
        for at in range(len(lines)):
            for kind, line, changed, proof, writes in of_line(lines, at):
                if changed != lines[line] and is_wrong(source, path, at, proof):
                    found.append((path, kind, line + 1, changed, writes + 1))
    chance.shuffle(found)
    return found
