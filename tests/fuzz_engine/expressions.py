"""Random expressions, and what they may mention.

An expression never has undefined behaviour other than the bugs that Bowline looks for, and these only where there is *risk*: a program
has a budget of risky places, so that most of its paths go on. Signed overflow wraps (-fwrapv).
"""
import dataclasses

from program import join, text

TYPES = ("uint8_t", "int8_t", "uint16_t", "int16_t", "uint32_t", "int32_t", "uint64_t", "int64_t")
SIZES = {"char": 1, **{name: int(name.strip("uint_")) // 8 for name in TYPES}}
CONSTANTS = (0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 31, 48, 57, 64, 97, 100, 127, 128, 200, 255, 256, 1000, "(-1)", "(-2)", "(-7)", "(-128)")


@dataclasses.dataclass(frozen=True)
class Scalar:
    name: str
    type: str
    limit: int = 0
    """Its value is at least 0 and below this; 0 where nothing is known."""
    assignable: bool = True


@dataclasses.dataclass(frozen=True)
class Array:
    """`length` elements that were all written; for an object of unknown size, at least so many."""
    name: str
    type: str
    length: int
    writable: bool = True
    size: str = ""
    """The variable that is its number of elements, where that is unknown."""
    heap_level: int = 0
    """For what `free` may be given: how many blocks were open when it was made. 0 for everything else."""

    def bytes(self):
        return self.length * SIZES[self.type]


class Scope:
    """What statements may mention. Blocks open and close; functions start afresh."""

    def __init__(self, shared=()):
        self.scalars = []
        self.arrays = [item for item in shared if isinstance(item, Array)]

    def mark(self):
        return list(self.scalars), list(self.arrays)

    def restore(self, mark):
        self.scalars, self.arrays = mark


class Expressions:
    """The random source, the scope and the budget of risk; the base of the generator of statements."""

    def __init__(self, random, risk):
        self.random = random
        self.risk = risk
        self.scope = Scope()
        self.names = 0

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, probability):
        return self.random.random() < probability

    def dares(self, probability=0.3):
        """Whether the next thing may be a bug; takes from the budget."""
        if self.risk > 0 and self.chance(probability):
            self.risk -= 1
            return True
        return False

    def leaf(self):
        """A variable, a constant or an element of an array."""
        kind = self.random.random()
        if kind < 0.6 and self.scope.scalars:
            return self.variable()
        if kind < 0.8 and self.scope.arrays:
            return self.element() or text(self.random.choice(CONSTANTS))
        return text(self.random.choice(CONSTANTS))

    def variable(self):
        """A variable, if there is one: something that is not known beforehand. Inputs are preferred."""
        inputs = [scalar for scalar in self.scope.scalars if scalar.name.startswith("in")]
        choices = inputs if inputs and self.chance(0.4) else self.scope.scalars
        return text(self.random.choice(choices).name) if choices else self.leaf()

    def small(self, most):
        """An unknown number from 0 to `most`."""
        return self.divided(join("(uint8_t){}", self.variable() if self.chance(0.7) else self.value(1)), "%", text(most + 1))

    def value(self, depth=2):
        if depth == 0 or self.chance(0.3):
            return self.leaf()
        choice = self.random.choice
        form = choice(("sum", "sum", "sum", "bits", "bits", "product", "unary", "cast", "compare", "logic", "choose", "divide", "shift",
                       "character"))
        if form == "sum":
            return join(f"({{}} {choice('+-')} {{}})", self.value(depth - 1), self.value(depth - 1))
        if form == "bits":
            return join(f"({{}} {choice('&|^')} {{}})", self.value(depth - 1), self.value(depth - 1))
        if form == "product":
            # Of small numbers: wide products are the solver's business, not the engine's.
            other = text(choice((2, 3, 5, 7, 10, 31))) if self.chance(0.7) else join("(uint8_t){}", self.variable())
            return join("((int16_t){} * {})", self.value(depth - 1), other)
        if form == "unary":
            return join(f"({choice('-~!')}{{}})", self.value(depth - 1))
        if form == "cast":
            return join(f"(({choice(TYPES)}){{}})", self.value(depth - 1))
        if form == "compare":
            return self.comparison(depth - 1)
        if form == "logic":
            return self.condition(depth - 1)
        if form == "choose":
            return join("({} ? {} : {})", self.condition(depth - 1), self.value(depth - 1), self.value(depth - 1))
        if form == "divide":
            return self.quotient(depth - 1)
        if form == "shift":
            return self.shift(depth - 1)
        function = choice(("isdigit", "isalpha", "isspace", "isxdigit", "toupper", "tolower"))
        result = join(f"{function}((unsigned char){{}})", self.value(depth - 1))
        # What a class is told by is any number but 0.
        return join("!!{}", result) if function.startswith("is") else result

    def comparison(self, depth=1):
        operator = self.random.choice(("<", "<=", ">", ">=", "==", "!=", "=="))
        return join(f"({{}} {operator} {{}})", self.value(depth), self.value(0))

    def condition(self, depth=1):
        """A truth value that depends on something."""
        form = self.random.random()
        if form < 0.15 and depth > 0:
            return join(f"({{}} {self.random.choice(('&&', '||'))} {{}})", self.condition(depth - 1), self.condition(depth - 1))
        if form < 0.35:
            return join("(({} & {}) != 0)", self.variable(), self.random.choice((1, 2, 3, 4, 8)))
        if form < 0.55:
            return join(f"({{}} {self.random.choice(('<', '>', '==', '!='))} {{}})", self.variable(), self.random.choice(CONSTANTS[:20]))
        return self.comparison(depth)

    def quotient(self, depth):
        operator = self.random.choice("/%")
        if self.dares():
            divisor = self.random.choice((join("({} & 7)", self.variable()), join("({} - 3)", self.variable()), self.variable()))
        else:
            divisor = text(self.random.choice((2, 3, 4, 5, 7, 10, 16)))
        return self.divided(join("(int32_t){}", self.value(depth)), operator, join("(int16_t){}", divisor))

    def divided(self, x, operator, y):
        plain = join(f"({{}} {operator} {{}})", x, y)
        checked = join(f"QUOTIENT({{}}, {operator}, {{}})", x, y)
        return dataclasses.replace(plain, checked=checked.checked)

    def shift(self, depth):
        operator = self.random.choice(("<<", ">>"))
        by = join("({} & 7)", self.value(depth))
        if self.dares():
            by = self.random.choice((join("({} & 63)", self.variable()), join("(int8_t){}", self.variable())))
        operand = join(f"({self.random.choice(TYPES)}){{}}", self.value(depth))
        plain = join(f"({{}} {operator} {{}})", operand, by)
        checked = join(f"SHIFT({{}}, {operator}, {{}})", operand, by)
        return dataclasses.replace(plain, checked=checked.checked)

    def index(self, length):
        """A number below `length`, which is more than 0."""
        fitting = [scalar for scalar in self.scope.scalars if 0 < scalar.limit <= length]
        if fitting and self.chance(0.6):
            return text(self.random.choice(fitting).name)
        if self.chance(0.3):
            return text(self.random.randrange(length))
        if length & (length - 1) == 0 and self.chance(0.7):
            return join(f"({{}} & {length - 1})", self.value(1))
        return self.divided(join("(uint8_t){}", self.value(1)), "%", text(length))

    def wild_index(self, length):
        """A number that may be below 0, or `length` and more, but not by much."""
        mask = 1 << max(1, length).bit_length()
        form = self.random.randrange(5)
        if form == 0:
            return join(f"({{}} & {2 * mask - 1})", self.variable())
        if form == 1:
            return join("(int8_t){}", self.variable())
        if form == 2:
            return join("({} - 1)", self.index(max(1, length)))
        if form == 3:
            return join(f"({{}} + {self.random.choice((1, 2))})", self.index(max(1, length)))
        return self.small(length)

    def element(self):
        """An element to be read; None where no array is known to have one."""
        array = self.random.choice(self.scope.arrays)
        if self.dares(0.1):
            return self.read(array, self.wild_index(array.length))
        return self.read(array, self.index(array.length)) if array.length else None

    def read(self, array, index):
        return self.access("AT", array, index)

    def write(self, array, index):
        return self.access("PUT", array, index)

    def access(self, macro, array, index):
        plain = join("{}[{}]", array.name, index)
        return dataclasses.replace(plain, checked=join(f"{macro}({array.type}, {array.name}, {{}})", index).checked)
