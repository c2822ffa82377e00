"""Random statements: control flow, assignments, calls and output. What works on memory is in memory.py.

Every method returns a list of nodes (see program.py) and adds what it declares to the scope.
"""
import dataclasses

from expressions import TYPES, Array, Expressions, Scalar
from program import Compound, Line, join, text


class Statements(Expressions):
    def __init__(self, random, risk, prints):
        super().__init__(random, risk)
        self.prints = prints
        self.functions = []
        self.tastes = {}
        self.loops = 0
        """How many loops are around the next statement."""
        self.level = 0
        """How many blocks are open."""

    def block(self, statements, depth):
        """A block of its own."""
        mark = self.scope.mark()
        self.level += 1
        nodes = [node for _ in range(statements) for node in self.statement(depth)]
        self.level -= 1
        self.scope.restore(mark)
        return nodes

    def statement(self, depth):
        forms = {self.declare: 8, self.assign: 14, self.store: 9, self.local_array: 4, self.count: 5, self.stop_here: 4, self.check: 3}
        if self.functions:
            forms[self.call] = 5
        if self.prints:
            forms[self.output] = 6
        if self.loops:
            forms[self.leave_loop] = 4
        nesting = {self.branch: 9, self.counting_loop: 9, self.condition_loop: 5, self.select: 4} if depth > 0 else {}
        forms |= nesting | self.memory_forms()
        weights = [weight * self.taste_for(form) for form, weight in forms.items()]
        form = self.random.choices(list(forms), weights)[0]
        return form(depth) if form in nesting else form()

    def taste_for(self, form):
        """Each program has a taste: it does without some forms and has more of others. A little of everything hides what few
        together show."""
        if form in (self.assign, self.count):
            return 1
        if form.__name__ not in self.tastes:
            self.tastes[form.__name__] = self.random.choice((0, 0.5, 1, 1, 4))
        return self.tastes[form.__name__]

    def memory_forms(self):
        """More forms, with their weights; for subclasses."""
        return {}

    def declare(self):
        type_ = self.random.choice(TYPES)
        value = self.value(2)
        name = self.fresh("x")
        self.scope.scalars.append(Scalar(name, type_))
        return [Line(join(f"{type_} {name} = {{}};", value))]

    def assign(self):
        targets = [scalar for scalar in self.scope.scalars if scalar.assignable]
        if not targets:
            return self.declare()
        target = self.random.choice(targets).name
        operator = self.random.choice(("=", "=", "+=", "-=", "^=", "|=", "&="))
        return [Line(join(f"{target} {operator} {{}};", self.value(2)))]

    def count(self):
        """Something enters the number that decides the exit status."""
        if not any(scalar.name == "sum" for scalar in self.scope.scalars):
            return self.assign()
        form = self.random.choice(("sum += {};", "sum ^= {};", "sum = sum * 3 + {};", "sum = (sum << 1) ^ {};", "sum -= {};"))
        return [Line(join(form, self.value(1)))]

    def store(self):
        arrays = [array for array in self.scope.arrays if array.writable]
        if not arrays:
            return self.local_array()
        array = self.random.choice(arrays)
        if self.dares(0.2):
            index = self.wild_index(array.length)
        elif array.length:
            index = self.index(array.length)
        else:
            return self.assign()
        value = self.value(2)
        return [Line(join("{} = {};", self.write(array, index), value))]

    def local_array(self):
        type_, length = self.random.choice(TYPES[:6]), self.random.choice((2, 3, 4, 5, 8))
        name = self.fresh("a")
        values = ", ".join(str(self.random.randrange(100)) for _ in range(self.random.choice((1, length))))
        node = Line(dataclasses.replace(text(f"{type_} {name}[{length}] = {{{values}}};"),
                                        checked=f"{type_} *{name} = LOCAL({type_}[{length}], {{{values}}});"))
        self.scope.arrays.append(Array(name, type_, length))
        return [node]

    def branch(self, depth):
        blocks = [(join("if ({}) {{", self.condition(2)), self.block(self.random.choice((1, 1, 2)), depth - 1))]
        if self.chance(0.4):
            blocks.append((text("} else {"), self.block(self.random.choice((1, 2)), depth - 1)))
        return [Compound(blocks)]

    def loop_body(self, depth, *variables):
        mark = self.scope.mark()
        self.scope.scalars += variables
        self.loops += 1
        body = self.block(self.random.choice((1, 2, 2, 3)), depth - 1)
        self.loops -= 1
        self.scope.restore(mark)
        return body

    def counting_loop(self, depth):
        """`for`, with a known or an unknown number of rounds."""
        most = self.random.choice((2, 3, 4, 5, 8)) if self.loops == 0 else self.random.choice((2, 3))
        limits = [scalar for scalar in self.scope.scalars if 0 < scalar.limit <= 9]
        if limits and self.chance(0.5):
            chosen = self.random.choice(limits)
            rounds, most = text(chosen.name), max(1, chosen.limit - 1)
        elif self.chance(0.6):
            rounds = self.small(most)
        else:
            rounds = text(most)
        name = self.fresh("i")
        if self.chance(0.25):
            head = join(f"for (int {name} = {most - 1}; L {name} >= 0; {name}--) {{{{")
        else:
            head = join(f"for (int {name} = 0; L {name} < {{}}; {name}++) {{{{", rounds)
        return [Compound([(loop_mark(head), self.loop_body(depth, Scalar(name, "int32_t", most, False)))])]

    def condition_loop(self, depth):
        """`while` and `do`, which end after a few rounds whatever their condition does."""
        name = self.fresh("w")
        most = self.random.choice((2, 3, 5)) if self.loops else self.random.choice((3, 5, 8))
        condition = self.condition(1)
        start = Line(f"int {name} = 0;")
        body = self.loop_body(depth, Scalar(name, "int32_t", most + 1, False))
        step = Line(f"{name}++;")
        if self.chance(0.6):
            head = loop_mark(join(f"while (L {name} < {most} && {{}}) {{{{", condition))
            # `continue` must not keep the counter from rising.
            return [start, Compound([(head, [step, *body])])]
        tail = loop_mark(join(f"}}}} while (L {name} < {most} && {{}});", condition))
        return [start, Compound([(text("do {"), [step, *body])], tail=tail)]

    def leave_loop(self):
        word = self.random.choice(("break", "break", "continue"))
        return [Compound([(join("if ({}) {{", self.condition(1)), [Line(f"{word};")])])]

    def select(self, depth):
        count = self.random.choice((2, 3, 4))
        selector = join(f"({{}} & {self.random.choice((3, 7))})", self.value(1))
        labels = [f"case {number}" for number in self.random.sample(range(8), count)]
        if self.chance(0.7):
            labels.insert(self.random.randrange(len(labels) + 1), "default")
        # `break` and `continue` would mean something else in here.
        loops, self.loops = self.loops, 0
        cases = [Compound([(text(f"{label}: {{"), self.block(1, depth - 1))], counts=False, fixed=True,
                          tail=text("}" if self.chance(0.3) else "} break;")) for label in labels]
        self.loops = loops
        return [Compound([(join("switch ({}) {{", selector), cases)], fixed=True)]

    def stop_here(self):
        """An exit, rarely an abort, on some inputs."""
        end = "abort();" if self.dares(0.3) else f"exit({self.random.randrange(40, 60)});"
        return [Compound([(join("if ({} && {}) {{", self.condition(1), self.condition(0)), [Line(end)])])]

    def check(self):
        if not self.dares(0.6):
            return self.count()
        one, other = self.condition(2), join("({} || {})", self.condition(1), self.condition(1))
        return [Line(join("assert({});", self.random.choice((one, other))))]

    def call(self):
        name, result, parameters = self.random.choice(self.functions)
        arguments = []
        for parameter in parameters:
            if isinstance(parameter, Array):
                fitting = [array for array in self.scope.arrays if array.type == parameter.type and array.length >= parameter.length
                           and (array.writable or not parameter.writable)]
                if not fitting:
                    return self.assign()
                arguments.append(text(self.random.choice(fitting).name))
            elif parameter.limit:
                arguments.append(self.small(parameter.limit - 1))
            else:
                arguments.append(self.value(1))
        target = self.fresh("r")
        self.scope.scalars.append(Scalar(target, result))
        return [Line(join(f"{result} {target} = {name}({', '.join(['{}'] * len(arguments))});", *arguments))]

    def output(self):
        form = self.random.randrange(4)
        if form == 0:
            return [Line(join("put('a' + ({} & 15));", self.value(1)))]
        if form == 1:
            return [Line(join("print(\"%d \", (int){});", self.value(2)))]
        if form == 2:
            return [Line(join("print(\"%x,%u;\", (unsigned)(uint8_t){}, (unsigned)(uint16_t){});", self.value(1), self.variable()))]
        return [Line(join("put(\"<=>\"[({} > {}) + ({} >= {})]);", *[self.variable()] * 2, *[self.variable()] * 2))]


def loop_mark(head):
    """In place of ` L `: a mark in each round, so that a loop without end is noticed also when it is empty."""
    return dataclasses.replace(head, plain=head.plain.replace(" L ", " ", 1).replace("(L ", "(", 1),
                               checked=head.checked.replace("; L ", "; L(), ", 1).replace("(L ", "(L(), ", 1))
