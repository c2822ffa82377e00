"""Random statements that work on memory: the heap, copies, pointers, structures and lists."""
import dataclasses

from expressions import SIZES, TYPES, Array, Scalar
from program import Compound, Line, Text, join, text
from statements import Statements, loop_mark

# Declared in every program; see generator.py.
PAIR = {"tag": "uint8_t", "weight": "int32_t", "count": "uint16_t"}


class Memory(Statements):
    def memory_forms(self):
        forms = {self.heap_array: 4, self.fill: 4, self.copy: 4, self.walk: 3, self.alias: 2, self.table: 2, self.sort: 1,
                 self.record: 2}
        if self.loops == 0:
            forms |= {self.pairs: 2, self.chain: 3, self.retire: 4, self.resize: 2}
        return forms

    def unknown_size(self, most, least):
        """A variable of unknown value, from `least` to `most`."""
        name = self.fresh("n")
        value = self.small(most - least)
        self.scope.scalars.append(Scalar(name, "uint32_t", most + 1, False))
        return name, Line(join(f"uint32_t {name} = {least} + {{}};" if least else f"uint32_t {name} = {{}};", value))

    def heap_array(self):
        """Of unknown size, all of it written."""
        type_, least = self.random.choice(TYPES[:6]), self.random.choice((0, 0, 1, 2))
        size, line = self.unknown_size(least + self.random.choice((2, 3, 5, 7)), least)
        name = self.fresh("h")
        nodes = [line]
        if self.chance(0.3):
            nodes.append(Line(f"{type_} *{name} = calloc({size}, sizeof({type_}));"))
        else:
            nodes.append(Line(f"{type_} *{name} = malloc({size} * sizeof({type_}));"))
            if self.chance(0.5):
                nodes.append(Line(f"memset({name}, {self.random.choice((0, 1, 7, 65))}, {size} * sizeof({type_}));"))
            else:
                nodes.append(self.round_over(Array(name, type_, 0, size=size), size, lambda index: self.value(1)))
        self.scope.arrays.append(Array(name, type_, least, size=size, heap_level=self.level))
        return nodes

    def round_over(self, array, rounds, value):
        """A loop that writes the first `rounds` elements."""
        index = self.fresh("k")
        head = loop_mark(text(f"for (uint32_t {index} = 0; L {index} < {rounds}; {index}++) {{"))
        return Compound([(head, [Line(join("{} = {};", self.write(array, text(index)), value(index)))])])

    def fill(self):
        """A loop over an array of unknown size; with risk one element too many."""
        arrays = [array for array in self.scope.arrays if array.size]
        if not arrays:
            return self.store()
        array = self.random.choice(arrays)
        rounds = f"{array.size} + ({self.variable().plain} == {self.random.randrange(9)})" if self.dares() else array.size
        if self.chance(0.5) and array.writable:
            return [self.round_over(array, rounds, lambda index: join("({} + {})", index, self.value(1)))]
        index, total = self.fresh("k"), self.fresh("t")
        head = loop_mark(text(f"for (uint32_t {index} = 0; L {index} < {rounds}; {index}++) {{"))
        body = [Line(join("{} += {};", total, self.read(array, text(index))))]
        if self.chance(0.4):
            body.append(Compound([(join(f"if ({total} > {{}}) {{{{", self.random.randrange(1, 40)), [Line("break;")])]))
        start = Line(f"uint32_t {total} = 0;")
        self.scope.scalars.append(Scalar(total, "uint32_t"))
        return [start, Compound([(head, body)])]

    def copy(self):
        """`memcpy`, `memmove` or `memset` of an unknown length."""
        targets = [array for array in self.scope.arrays if array.writable and (array.length or array.size)]
        if not targets:
            return self.local_array()
        to = self.random.choice(targets)
        others = [array for array in self.scope.arrays if array.name != to.name]
        if not others or self.chance(0.35):
            length = self.byte_count(to.bytes())
            return [Line(join(f"memset({to.name}, {{}} & 127, {{}});", self.value(1), length))]
        source = self.random.choice(others)
        if self.chance(0.3) and to.length > 2:
            # Inside one array, overlapping or not.
            start, other, bytes_each = self.random.randrange(2), self.random.randrange(3), SIZES[to.type]
            length = self.byte_count(to.bytes() - max(start, other) * bytes_each)
            return [Line(join(f"memmove({to.name} + {start}, {to.name} + {other}, {{}});", length))]
        # They may be two names for one object.
        return [Line(join(f"memmove({to.name}, {source.name}, {{}});" if to.name[0] == "q" or source.name[0] == "q" or self.chance(0.3)
                          else f"memcpy({to.name}, {source.name}, {{}});", self.byte_count(min(to.bytes(), source.bytes()))))]

    def byte_count(self, room):
        """An unknown length of at most `room`, with risk a larger one."""
        if self.dares(0.3):
            return join(f"({{}} & {2 * (1 << room.bit_length()) - 1})", self.variable())
        return self.small(room)

    def walk(self):
        """A pointer that runs through an array in search of something; with risk it is used at the end, too."""
        arrays = [array for array in self.scope.arrays if array.length]
        if not arrays:
            return self.local_array()
        array = self.random.choice(arrays)
        name = self.fresh("p")
        cursor = Array(name, array.type, 1)
        here = self.read(cursor, text(0))
        here = dataclasses.replace(here, plain=f"*{name}")
        end = f"{array.name} + {array.size or array.length}"
        head = loop_mark(join(f"while (L {name} < {end} && {{}} != {{}}) {{{{", here, self.variable()))
        nodes = [Line(f"const {array.type} *{name} = {array.name};"), Compound([(head, [Line(f"{name}++;")])])]
        found = self.fresh("x")
        self.scope.scalars.append(Scalar(found, "int32_t"))
        nodes.append(Line(f"int32_t {found} = (int32_t)({name} - {array.name});"))
        if self.dares(0.3):
            nodes.append(Line(join(f"{found} += {{}};", here)))
        return nodes

    def alias(self):
        """A pointer to one of two arrays."""
        choices = [array for array in self.scope.arrays if array.writable and array.length]
        pairs = [(a, b) for a in choices for b in choices if a.name < b.name and a.type == b.type]
        if not pairs:
            return self.local_array()
        one, other = self.random.choice(pairs)
        condition = self.condition(1)
        name = self.fresh("q")
        self.scope.arrays.append(Array(name, one.type, min(one.length, other.length)))
        return [Line(join(f"{one.type} *{name} = {{}} ? {one.name} : {other.name};", condition))]

    def table(self):
        """Two dimensions; only the row may be out of range."""
        rows, columns = self.random.choice(((2, 3), (3, 2), (2, 4), (3, 3)))
        name, found = self.fresh("m"), self.fresh("x")
        values = ", ".join(str(self.random.randrange(50)) for _ in range(rows * columns))
        nested = ", ".join("{" + ", ".join(values.split(", ")[row * columns:(row + 1) * columns]) + "}" for row in range(rows))
        row = self.wild_index(rows) if self.dares() else self.index(rows)
        column = self.index(columns)
        read = Text(join(f"{name}[{{}}][{{}}]", row, column).plain,
                    join(f"AT(int16_t, {name}, (int64_t)({{}}) * {columns} + {{}})", row, column).checked)
        self.scope.scalars.append(Scalar(found, "int16_t"))
        return [Line(Text(f"int16_t {name}[{rows}][{columns}] = {{{nested}}};",
                          f"int16_t *{name} = LOCAL(int16_t[{rows * columns}], {{{values}}});")),
                Line(join(f"int16_t {found} = {{}};", read))]

    def field(self, base, index, name, verb="FIELD"):
        return Text(join(f"{base}[{{}}].{name}", index).plain,
                    join(f"{verb}({PAIR[name]}, struct pair, {name}, {base}, {{}})", index).checked)

    def pairs(self):
        """An array of structures on the heap, of unknown length."""
        least = self.random.choice((0, 1))
        size, line = self.unknown_size(3, least)
        name, index, found = self.fresh("v"), self.fresh("k"), self.fresh("x")
        head = loop_mark(text(f"for (uint32_t {index} = 0; L {index} < {size}; {index}++) {{"))
        body = [Line(join("{} = {};", self.field(name, index, field, "PUT_FIELD"), self.value(1))) for field in PAIR]
        at = self.random.choice((text(size), self.variable(), text(0)))
        nodes = [line, Line(f"struct pair *{name} = malloc({size} * sizeof(struct pair));"), Compound([(head, body)])]
        field = self.random.choice(list(PAIR))
        self.scope.scalars.append(Scalar(found, "int32_t"))
        read = Line(join(f"{found} = {{}};", self.field(name, join("(uint8_t){}", at), field)))
        guard = [] if self.dares(0.4) else [Compound([(join(f"if ((uint8_t){{}} < {size}) {{{{", at), [read])])]
        return [*nodes, Line(f"int32_t {found} = 0;"), *(guard or [read])]

    def record(self):
        """A structure as a value, and perhaps its copy; their fields are variables like others."""
        name = self.fresh("z")
        nodes = [Line(join(f"struct pair {name} = {{{{{{}}, {{}}, {{}}}}}};", self.value(1), self.value(1), self.value(1)))]
        if self.chance(0.5):
            copy = self.fresh("z")
            field = self.random.choice(list(PAIR))
            nodes += [Line(f"struct pair {copy} = {name};"), Line(join(f"{copy}.{field} ^= {{}};", self.value(1)))]
            self.scope.scalars += [Scalar(f"{copy}.{field}", type_) for field, type_ in PAIR.items()]
        self.scope.scalars += [Scalar(f"{name}.{field}", type_) for field, type_ in PAIR.items()]
        return nodes

    def chain(self):
        """A list of unknown length: built, walked, sometimes freed."""
        size, line = self.unknown_size(self.random.choice((2, 3, 4)), 0)
        head, node, index, total = self.fresh("list"), self.fresh("node"), self.fresh("k"), self.fresh("t")
        value = lambda verb, at: Text(f"{at}->value", f"{verb}(int32_t, struct node, value, {at}, 0)")
        link = lambda verb, at: Text(f"{at}->next", f"{verb}(struct node *, struct node, next, {at}, 0)")
        build = [Line(f"struct node *{node} = malloc(sizeof(struct node));"),
                 Line(join("{} = {};", value("PUT_FIELD", node), join("({} + {})", index, self.value(1)))),
                 Line(join(f"{{}} = {head};", link("PUT_FIELD", node))),
                 Line(f"{head} = {node};")]
        building = loop_mark(text(f"for (uint32_t {index} = 0; L {index} < {size}; {index}++) {{"))
        walking = loop_mark(join(f"for (struct node *{node} = {head}; L {node} != NULL; {node} = {{}}) {{{{", link("FIELD", node)))
        nodes = [line, Line(f"struct node *{head} = NULL;"), Compound([(building, build)]), Line(f"int32_t {total} = 0;"),
                 Compound([(walking, [Line(join(f"{total} = {total} * 2 + {{}};", value("FIELD", node)))])])]
        self.scope.scalars.append(Scalar(total, "int32_t"))
        if self.dares(0.3):
            nodes.append(Line(join(f"{total} ^= {{}};", value("FIELD", head))))
        if self.chance(0.5):
            after = self.fresh("next")
            advance = Line(join(f"struct node *{after} = {{}};", link("FIELD", head)))
            body = [advance, Line(f"free({head});"), Line(f"{head} = {after};")]
            if self.dares(0.3):
                body = [Line(f"free({head});"), Line(join(f"{head} = {{}};", link("FIELD", head)))]
            nodes.append(Compound([(loop_mark(text(f"while (L {head}) {{")), body)]))
        return nodes

    def freeable(self):
        return [array for array in self.scope.arrays if array.heap_level == self.level and array.heap_level]

    def retire(self):
        """`free`; with risk of an object that is used or freed again."""
        arrays = self.freeable()
        if not arrays:
            return self.heap_array()
        array = self.random.choice(arrays)
        nodes = [Line(f"free({array.name});")]
        if self.dares(0.5):
            nodes = [Compound([(join("if ({}) {{", self.condition(1)), nodes)])]
            if self.chance(0.4):
                return [*nodes, Line(f"free({array.name});")] if self.forget(array) else nodes
            if array.length:
                return [*nodes, Line(join("sum += {};", self.read(array, text(0))))] if self.forget(array) else nodes
        self.forget(array)
        return nodes

    def forget(self, array):
        """It is not there any more, nor what may point to it."""
        self.scope.arrays = [other for other in self.scope.arrays if other.name != array.name and other.name[0] != "q"]
        return True

    def resize(self):
        arrays = [array for array in self.freeable() if array.size]
        if not arrays:
            return self.heap_array()
        array = self.random.choice(arrays)
        self.forget(array)
        size, line = self.unknown_size(6, 1)
        name = self.fresh("h")
        nodes = [line, Line(f"{array.type} *{name} = realloc({array.name}, {size} * sizeof({array.type}));")]
        # What was not there before is written.
        index = self.fresh("k")
        head = loop_mark(text(f"for (uint32_t {index} = {array.size}; L {index} < {size}; {index}++) {{"))
        body = [Line(join("{} = {};", self.write(Array(name, array.type, 0), text(index)), self.value(0)))]
        self.scope.arrays.append(Array(name, array.type, 1, size=size, heap_level=self.level))
        return [*nodes, Compound([(head, body)])]

    def sort(self):
        arrays = [array for array in self.scope.arrays if array.type in ("int32_t", "uint8_t") and array.writable and 0 < array.length <= 4]
        if not arrays:
            return self.store()
        array = self.random.choice(arrays)
        return [Line(f"qsort({array.name}, {array.length}, sizeof({array.type}), compare_{array.type});")]
