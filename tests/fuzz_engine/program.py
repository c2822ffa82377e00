"""A generated program: a tree of statements that is rendered twice, line for line.

The *plain* form is ordinary C, for Bowline and for people. The *checked* form is for the oracle (checked.h): the same statements on the
same lines, with every access, division and shift behind a check. So a line of one is a line of the other, which is all that the
comparison needs. Shrinking removes parts of the tree; nothing else changes it.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Text:
    """A piece of C in both forms."""
    plain: str
    checked: str

    def __format__(self, _):
        raise TypeError("a piece in two forms has no single text; use join()")


def text(source):
    """A piece that is the same in both forms."""
    return source if isinstance(source, Text) else Text(str(source), str(source))


def join(template, *parts):
    """The pieces in place of `{}`; a template's own braces are written twice."""
    parts = [text(part) for part in parts]
    return Text(template.format(*(part.plain for part in parts)), template.format(*(part.checked for part in parts)))


@dataclasses.dataclass
class Line:
    """One statement. `counts` tells whether it marks its line as reached: not outside of functions. `fixed` keeps shrinking away:
    from what makes an input unknown, from the end of a function."""
    text: Text
    counts: bool = True
    fixed: bool = False

    def __post_init__(self):
        self.text = text(self.text)


@dataclasses.dataclass
class Compound:
    """A statement with blocks: `if` has one or two, `switch` one per case. Each block has a head; `tail` ends the last."""
    blocks: list
    tail: Text = dataclasses.field(default_factory=lambda: text("}"))
    counts: bool = True
    fixed: bool = False
    """Whether its block must not take its place: a function, a `switch`."""
    is_function: bool = False


def function(head, body):
    return Compound([(text(head), body)], counts=False, fixed=True, is_function=True)


@dataclasses.dataclass(frozen=True)
class Input:
    """One unknown number: the bytes `offset` to `offset + size` of the input `name` in a test, masked, are one of `values`."""
    name: str
    values: tuple
    size: int = 1
    offset: int = 0
    signed: bool = False
    mask: int = -1

    def value_in(self, objects):
        """The value that a test, name to bytes, gives it; None where the test does not have it."""
        data = objects.get(self.name, b"")[self.offset:self.offset + self.size]
        if len(data) != self.size:
            return None
        return int.from_bytes(data, "little", signed=self.signed) & self.mask


@dataclasses.dataclass
class Program:
    inputs: list
    tree: list
    globals: list
    """Pairs of a name and the C expression that it is set to before each checked run."""
    exits_are_constants: bool
    """Whether each path that ends has one exit status, so that an exhaustive run must find all of them."""
    splits: bool = False
    """Whether it decides every bit of its input before it returns, so that an exhaustive run must have a test for each input."""

    def plain(self):
        return "\n".join(self._lines(self.tree, "plain", "")) + "\n"

    def checked(self):
        lines = self._lines(self.tree, "checked", "")
        for number, unknown in enumerate(self.inputs):
            lines.append(f"static const int64_t values_{number}[] = {{{', '.join(map(str, unknown.values))}}};")
        domains = ", ".join(f"{{values_{k}, {len(unknown.values)}}}" for k, unknown in enumerate(self.inputs))
        starts = " ".join(f"{name} = {value};" for name, value in self.globals)
        lines += [f"static const struct domain domains[] = {{{domains}}};",
                  f"static void make_globals(void) {{ {starts} }}",
                  "int main(int argc, char **argv) {",
                  f"  return brute_force(domains, {len(self.inputs)}, program, make_globals, argv[1]);",
                  "}"]
        return "\n".join(lines) + "\n"

    def _lines(self, nodes, form, indent):
        lines = []
        for node in nodes:
            mark = "L(); " if form == "checked" and node.counts else ""
            if isinstance(node, Line):
                lines.append(f"{indent}{mark}{getattr(node.text, form)}")
                continue
            for head, body in node.blocks:
                lines.append(f"{indent}{mark}{getattr(head, form)}")
                lines += self._lines(body, form, indent + "  ")
                mark = ""
            lines.append(indent + getattr(node.tail, form))
        return lines

    def statements(self):
        """How many there are, for people."""
        count = lambda nodes: sum(1 if isinstance(node, Line) else 1 + sum(count(body) for _, body in node.blocks) for node in nodes)
        return count(self.tree)
