"""Makes a program that shows a mismatch smaller: statements go, and blocks take the place of their statements, while it persists.

Candidates need not make sense: one that does not compile, or has behaviour that nothing defines, is simply no success.
"""
import copy
import time

from program import Line


def shrink(program, persists, time_limit):
    """The smallest program found; `persists` says whether one still shows the mismatch."""
    deadline = time.monotonic() + time_limit
    progress = True
    while progress and time.monotonic() < deadline:
        progress = False
        for change in changes(program.tree):
            if time.monotonic() >= deadline:
                break
            candidate = changed(program, change)
            if candidate is not None and persists(candidate):
                program, progress = candidate, True
    return program


def changes(tree):
    """Places and what to do there, larger pieces first. A place is a path of indices; after a success some are no longer there."""
    found = []

    def visit(nodes, place):
        for start, node in enumerate(nodes):
            here = (*place, start)
            if removable(node):
                found.append((size(node), here, "remove 1"))
            if isinstance(node, Line):
                continue
            for number, (_, body) in enumerate(node.blocks):
                visit(body, (*here, number))
                if not node.fixed:
                    found.append((size(node) - 1, here, number))
        # The end of a block without its very last statement, which may be a `return`: nothing else depends on it.
        for start in {len(nodes) * part // 8 for part in range(1, 8)}:
            length = len(nodes) - 1 - start
            if length > 1:
                found.append((sum(map(size, nodes[start:-1])), (*place, start), f"remove {length}"))
        for length in (8, 4, 2):
            for start in range(0, len(nodes) - length, length):
                found.append((sum(map(size, nodes[start:start + length])), (*place, start), f"remove {length}"))

    visit(tree, ())
    # Later pieces first among equals: they depend on earlier ones, and removing them leaves the earlier places as they are.
    found.sort(key=lambda entry: (entry[0], entry[1]), reverse=True)
    return [(place, action) for _, place, action in found]


def removable(node):
    """Functions may go, with all that is in them; other statements only without anything fixed inside."""
    if isinstance(node, Line):
        return not node.fixed
    return node.is_function or all(removable(inner) for _, body in node.blocks for inner in body)


def size(node):
    return 1 if isinstance(node, Line) else 1 + sum(size(inner) for _, body in node.blocks for inner in body)


def changed(program, change):
    """A copy with one change; None where its place is not there."""
    place, action = change
    candidate = copy.deepcopy(program)
    nodes = candidate.tree
    try:
        for at in range(0, len(place) - 1, 2):
            nodes = nodes[place[at]].blocks[place[at + 1]][1]
        node = nodes[place[-1]]
        if isinstance(action, str):
            gone = slice(place[-1], place[-1] + int(action.split()[1]))
            nodes[gone] = [node for node in nodes[gone] if not removable(node)]
        else:
            nodes[place[-1]:place[-1] + 1] = node.blocks[action][1]
    except (IndexError, AttributeError):
        return None
    return candidate
