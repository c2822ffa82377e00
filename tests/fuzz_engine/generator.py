"""A whole random program from a seed: unknown inputs, globals, functions, `main`.

The same seed and limit give the same program. The inputs have few values altogether (`most_inputs`), so that the oracle can try all.
A program that prints begins its output with its inputs, and prints everything at its exit (`echo`): so what a path of Bowline printed can
be compared with what the program prints for that path's own input.
"""
import dataclasses
import math
import random

from expressions import SIZES, TYPES, Array, Scalar, Scope
from program import Compound, Input, Line, Program, Text, function, join, text
from strings import Strings

MAGIC = "@@"
# A program that decides each bit of its input has a path for each.
MOST_SPLIT = 256
MASKS = (1, 3, 7, 9, 15, 21, 31, 63, 127, 255)
CHARACTERS = (0, 32, 45, 48, 49, 55, 97, 98, 120, 122)

# What programs print with, in the plain form. All comes out at the exit, at once, so that paths do not mix.
PRINTING = """\
#include <stdarg.h>
static char printed[512];
static size_t print_end;
static void put(int c) { printed[print_end++] = (char)c; }
static void show(void) { fwrite(printed, 1, print_end, stdout); }
static void print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_end += (size_t)vsnprintf(printed + print_end, sizeof printed - print_end, format, arguments);
  va_end(arguments);
}
static void echo(const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    put("0123456789abcdef"[bytes[i] >> 4]);
    put("0123456789abcdef"[bytes[i] & 15]);
  }
}
"""

INCLUDES = ("bowline.h", "ctype.h", "stdint.h", "stdio.h", "stdlib.h", "string.h")


def submasks(mask):
    """The numbers that have no bit outside of `mask`."""
    return tuple(number for number in range(mask + 1) if number & ~mask == 0)


def generate(seed, most_inputs=4096):
    return Generator(random.Random(seed), most_inputs).program()


class Generator(Strings):
    def __init__(self, source, most_inputs):
        super().__init__(source, risk=source.choice((0, 1, 2, 3, 4, 6)), prints=source.random() < 0.5)
        self.room = most_inputs
        self.inputs = []
        self.constant_exits = source.random() < 0.8
        self.splits = False

    def program(self):
        globals_, starts = self.make_globals()
        tree = [*self.head(), *globals_]
        shared = [Array(name, type_, length) for name, type_, length in starts]
        for _ in range(self.random.choice((0, 1, 1, 2))):
            tree += self.function(shared)
        tree += self.main(shared)
        values = [(name, f"make(sizeof {name}_start, {name}_start, 0)") for name, _, _ in starts]
        return Program(self.inputs, tree, values, self.constant_exits, self.splits)

    def head(self):
        lines = [Line(f"#include <{name}>" if name != "bowline.h" else Text("#include <bowline.h>", ""), False) for name in INCLUDES]
        lines += [Line(Text("#include <assert.h>", ""), False),
                  Line("struct node { int32_t value; struct node *next; };", False),
                  Line("struct pair { uint8_t tag; int32_t weight; uint16_t count; };", False)]
        for type_ in ("int32_t", "uint8_t"):
            lines.append(function(f"static int compare_{type_}(const void *a, const void *b) {{",
                                  [Line(f"{type_} x = *(const {type_} *)a, y = *(const {type_} *)b;", fixed=True),
                                   Line("return (x > y) - (x < y);", fixed=True)]))
        if self.prints:
            lines += [Line(Text(line, ""), False) for line in PRINTING.splitlines()]
        return lines

    def make_globals(self):
        """Arrays that functions share: their nodes, and name, type and length of each."""
        nodes, starts = [], []
        for _ in range(self.random.choice((0, 1, 1, 2))):
            name, type_, length = self.fresh("g"), self.random.choice(TYPES[:6]), self.random.choice((3, 4, 6))
            values = ", ".join(str(self.random.randrange(120)) for _ in range(length))
            nodes.append(Line(Text(f"static {type_} {name}[{length}] = {{{values}}};",
                                   f"static {type_} *{name}; static const {type_} {name}_start[{length}] = {{{values}}};"), False))
            starts.append((name, type_, length))
        return nodes, starts

    def function(self, shared):
        if self.chance(0.3):
            return self.recursion()
        name, result = self.fresh("f"), self.random.choice(TYPES)
        parameters = [Scalar(self.fresh("u"), self.random.choice(TYPES)) for _ in range(self.random.choice((1, 2)))]
        if self.chance(0.5):
            parameters.append(Array(self.fresh("b"), self.random.choice(("uint8_t", "int32_t")), self.random.choice((2, 3))))
        self.scope = Scope(shared)
        self.scope.scalars = [parameter for parameter in parameters if isinstance(parameter, Scalar)]
        self.scope.arrays += [parameter for parameter in parameters if isinstance(parameter, Array)]
        declared = ", ".join(f"{parameter.type} {'*' if isinstance(parameter, Array) else ''}{parameter.name}" for parameter in parameters)
        self.level += 1
        body = [node for _ in range(self.random.choice((1, 2, 3))) for node in self.statement(1)]
        self.level -= 1
        body.append(Line(join("return {};", self.value(2)), fixed=True))
        self.functions.append((name, result, parameters))
        return [function(f"static {result} {name}({declared}) {{", body)]

    def recursion(self):
        name, depth, carried = self.fresh("f"), self.fresh("u"), self.fresh("u")
        self.scope = Scope()
        self.scope.scalars = [Scalar(depth, "int32_t", 0, False), Scalar(carried, "int32_t")]
        stop = Compound([(text(f"if ({depth} <= 0) {{"), [Line(f"return {carried};")])])
        step = self.random.choice((text(f"{depth} - 1"), join(f"{depth} - 1 - ({{}} & 1)", carried)))
        nodes = [stop, *self.statement(0), Line(join(f"return {name}({{}}, {{}});", step, self.value(1)), fixed=True)]
        self.functions.append((name, "int32_t", [Scalar(depth, "int32_t", self.random.choice((3, 4, 6))), Scalar(carried, "int32_t")]))
        return [function(f"static int32_t {name}(int32_t {depth}, int32_t {carried}) {{", nodes)]

    def main(self, shared):
        self.scope = Scope(shared)
        body = [dataclasses.replace(line, fixed=True) for _ in range(self.random.choice((1, 2, 2, 3))) for line in self.unknown()]
        if self.prints:
            echoes = " ".join(f"echo((const unsigned char *)&{name}, sizeof {name});" for name in dict.fromkeys(
                unknown.name for unknown in self.inputs))
            body += [Line(Text(f"atexit(show); print(\"{MAGIC}\"); {echoes} put(':');", ";"), fixed=True)]
        splits = self.chance(0.35) and math.prod(len(unknown.values) for unknown in self.inputs) <= MOST_SPLIT
        body += self.remember() if splits else []
        body.append(Line("uint32_t sum = 0;", fixed=True))
        self.scope.scalars.append(Scalar("sum", "uint32_t"))
        self.level += 1
        for _ in range(self.random.choice((4, 6, 8, 10))):
            body += self.statement(2)
        self.level -= 1
        self.splits = splits
        body += self.ending()
        return [function(Text("int main(void) {", "int program(void) {"), body)]

    def remember(self):
        """Copies of the inputs, because the program may change them."""
        copies = [f"uint32_t first_{number} = (uint32_t){unknown.name}{'[%d]' % unknown.offset if unknown.name.startswith('text') else ''}"
                  f"{' & %d' % unknown.mask if unknown.mask >= 0 else ''};" for number, unknown in enumerate(self.inputs)]
        return [Line(Text(f"uint32_t split = 0; {' '.join(copies)}", ";"), fixed=True)]

    def split(self):
        """A decision on each bit that may be one or the other. No loop: loops are merged."""
        decisions = []
        for number, unknown in enumerate(self.inputs):
            differing = 0
            for value in unknown.values:
                differing |= (value ^ unknown.values[0]) & 0xffffffff
            bits = [bit for bit in range(32) if differing >> bit & 1]
            # The sign is one decision, whatever the width.
            bits = [bit for bit in bits if bit < 8] + ([31] if 31 in bits else [])
            decisions += [f"if (first_{number} >> {bit} & 1) split ^= {bit + 1};" for bit in bits]
        return [Line(Text(" ".join(decisions), "SPLIT();"), fixed=True)]

    def ending(self):
        """Everything flows into the exit status, either through branches or as it is."""
        nodes = self.split() if self.splits else []
        nodes += [Line(join("sum += {};", self.read(array, self.index(array.length)))) for array in self.scope.arrays[-3:] if array.length]
        nodes += [Line(f"sum ^= {scalar.name};") for scalar in self.scope.scalars[-4:] if scalar.name != "sum"]
        if not self.constant_exits:
            return [*nodes, Line("return (sum ^ sum >> 8) & 0x3f;", fixed=True)]
        for status in range(1, self.random.choice((2, 3, 4))):
            nodes.append(Compound([(join("if ({}) {{", self.random.choice((
                join("(sum & {}) == {}", self.random.choice((3, 5, 7)), self.random.randrange(3)),
                join("sum > {}", self.random.randrange(300)), join("(uint16_t)sum % 5 == {}", self.random.randrange(5))))),
                [Line(f"return {status};")])]))
        return [*nodes, Line("return 0;", fixed=True)]

    def unknown(self):
        """One more input, in one of several forms, as long as there is room for its values."""
        forms = [self.masked, self.assumed, self.chosen]
        if self.room >= 64:
            forms += [self.characters, self.characters]
        if self.room < 2:
            return []
        return self.random.choice(forms)()

    def takes(self, unknown):
        self.room //= len(unknown.values)
        self.inputs.append(unknown)
        return len(self.inputs) - 1

    def masked(self):
        """A byte of which only some bits count."""
        fitting = [mask for mask in MASKS if 2 ** mask.bit_count() <= self.room]
        mask = self.random.choice(fitting)
        raw, name = self.fresh("raw"), self.fresh("in")
        number = self.takes(Input(raw, submasks(mask), mask=mask))
        self.scope.scalars.append(Scalar(name, "uint8_t", mask + 1 if mask < 10 else 0, False))
        return [Line(Text(f"uint8_t {raw};", f"uint8_t {raw} = INPUT({number});")),
                Line(Text(f"bowline_symbolic(&{raw}, sizeof {raw}, \"{raw}\");", ";")),
                Line(f"uint8_t {name} = {raw} & {mask};")]

    def assumed(self):
        """A number of some width between two others."""
        type_ = self.random.choice(TYPES[:6])
        signed = not type_.startswith("u")
        count = self.random.choice([count for count in (2, 3, 5, 8, 16, 40, 100, 128) if count <= self.room])
        low = self.random.choice((0, 0, 1, 4)) if not signed else self.random.choice((0, -1, -2, -5))
        high = min(low + count - 1, 127 if type_ == "int8_t" else 255)
        name = self.fresh("in")
        number = self.takes(Input(name, tuple(range(low, high + 1)), SIZES[type_], signed=signed))
        self.scope.scalars.append(Scalar(name, type_, high + 1 if low >= 0 and high < 10 else 0, self.chance(0.3)))
        if low < 0 or low > 0:
            condition = f"{name} >= {low} && {name} <= {high}"
        else:
            condition = f"{name} <= {high}" if not signed else f"({name} >= 0) & ({name} <= {high})"
        return [Line(Text(f"{type_} {name};", f"{type_} {name} = INPUT({number});")),
                Line(Text(f"bowline_symbolic(&{name}, sizeof {name}, \"{name}\");", ";")),
                Line(Text(f"bowline_assume({condition});", ";"))]

    def chosen(self):
        """A number between limits, by the functions for that."""
        count = self.random.choice([count for count in (2, 3, 5, 7, 9, 20) if count <= self.room])
        name = self.fresh("in")
        low = 0 if self.chance(0.5) else self.random.choice((-3, 1, 2))
        number = self.takes(Input(name, tuple(range(low, low + count)), 4, signed=True))
        self.scope.scalars.append(Scalar(name, "int32_t", low + count if low >= 0 and count < 10 else 0, False))
        call = f"bowline_choose({count}, \"{name}\")" if low == 0 else f"bowline_range({low}, {low + count}, \"{name}\")"
        return [Line(Text(f"int32_t {name} = {call};", f"int32_t {name} = INPUT({number});"))]

    def characters(self):
        """A short text of a few characters."""
        length = self.random.choice([length for length in (1, 2, 3) if 3 ** length <= self.room])
        most = int(self.room ** (1 / length) + 1e-9)
        alphabet = tuple(sorted(self.random.sample(CHARACTERS, min(most, self.random.choice((3, 4, 6))))))
        name = self.fresh("text")
        numbers = [self.takes(Input(name, alphabet, offset=offset)) for offset in range(length)]
        operator = self.random.choice((" || ", " | "))
        assume = " ".join(f"bowline_assume({operator.join(f'({name}[{at}] == {value})' for value in alphabet)});" for at in range(length))
        self.scope.arrays.append(Array(name, "char", length))
        values = ", ".join(f"INPUT({number})" for number in numbers)
        nodes = [Line(Text(f"char {name}[{length}];", f"char *{name} = LOCAL(char[{length}], {{{values}}});")),
                 Line(Text(f"bowline_symbolic({name}, sizeof {name}, \"{name}\");", ";")), Line(Text(assume, ";"))]
        first = self.fresh("in")
        nodes.append(Line(join(f"uint8_t {first} = {{}};", self.read(self.scope.arrays[-1], text(0)))))
        self.scope.scalars.append(Scalar(first, "uint8_t"))
        return nodes
