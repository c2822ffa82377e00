"""Random statements that work on strings and with the C library's functions for them."""
from expressions import Array, Scalar
from memory import Memory
from program import Line, Text, join, text

ALPHABET = "ab1 0x-7z9"


class Strings(Memory):
    def memory_forms(self):
        return super().memory_forms() | {self.local_string: 3, self.heap_string: 3, self.scan: 6, self.copy_string: 2, self.format: 3,
                                         self.number: 2}

    def local_string(self):
        name = self.fresh("s")
        length = self.random.choice((3, 4, 6))
        content = "".join(self.random.choice(ALPHABET) for _ in range(self.random.randrange(length)))
        self.scope.arrays.append(Array(name, "char", length))
        nodes = [Line(Text(f"char {name}[{length}] = \"{content}\";", f"char *{name} = LOCAL(char[{length}], {{\"{content}\"}});"))]
        if self.chance(0.7):
            nodes.append(Line(join("{} = {};", self.write(self.scope.arrays[-1], self.index(length)), self.character())))
        return nodes

    def character(self):
        """One of a few, perhaps the terminating zero."""
        return self.random.choice((join("'a' + ({} & 3)", self.variable()), join("'0' + ({} & 7)", self.variable()),
                                   join("({} & 1) * 'b'", self.variable()), self.variable()))

    def heap_string(self):
        """Of unknown length; with risk without room for the end, or without an end."""
        size, line = self.unknown_size(self.random.choice((2, 3, 5)), 0)
        name = self.fresh("s")
        room = f"{size} + 1" if not self.dares(0.2) else size
        string = Array(name, "char", 1, size=size, heap_level=self.level)
        nodes = [line, Line(f"char *{name} = malloc({room});")]
        if self.chance(0.5):
            nodes.append(Line(join(f"memset({name}, {{}}, {size});", "'x'" if self.chance(0.5) else self.character())))
        else:
            nodes.append(self.round_over(string, size, lambda index: self.character()))
        nodes.append(Line(join("{} = 0;", self.write(string, text(size)))))
        self.scope.arrays.append(string)
        return nodes

    def strings(self):
        return [array for array in self.scope.arrays if array.type == "char" and array.length]

    def scan(self):
        """A function that looks at a string, which may have no end."""
        strings = self.strings()
        if not strings:
            return self.local_string()
        string = self.random.choice(strings).name
        other = self.random.choice(strings).name if self.chance(0.3) else self.literal()
        result = self.fresh("x")
        form = self.random.randrange(6)
        if form == 0:
            value = join("(int32_t)strlen({})", string)
        elif form == 1:
            function = self.random.choice(("strchr", "strrchr"))
            place = self.fresh("c")
            nodes = self.ended(string) + [Line(join(f"const char *{place} = {function}({string}, {{}});", self.character())),
                                          Line(f"int32_t {result} = {place} ? (int32_t)({place} - {string}) : -1;")]
            self.scope.scalars.append(Scalar(result, "int32_t"))
            return nodes
        elif form == 2:
            sign = self.random.choice(("< 0", "> 0", "== 0"))
            value = join(f"(strcmp({string}, {{}}) {sign})", other)
        elif form == 3:
            value = join(f"(strncmp({string}, {{}}, {{}}) {self.random.choice(('< 0', '== 0'))})", other, join("({} & 3)", self.variable()))
        elif form == 4:
            value = join(f"(memchr({string}, {{}}, {{}}) != NULL)", self.character(), self.byte_count(1))
        else:
            value = join(f"(memcmp({string}, {{}}, 1) {self.random.choice(('< 0', '== 0'))})", other)
        nodes = self.ended(string) if form in (0, 2) else []
        self.scope.scalars.append(Scalar(result, "int32_t"))
        return [*nodes, Line(join(f"int32_t {result} = {{}};", value))]

    def ended(self, string):
        """Makes sure of an end, unless there is risk to take."""
        array = next(array for array in self.scope.arrays if array.name == string)
        if array.size or self.dares(0.2):
            return []
        return [Line(join("{} = 0;", self.write(array, text(array.length - 1))))] if array.writable else []

    def literal(self):
        content = "".join(self.random.choice(ALPHABET) for _ in range(self.random.choice((1, 1, 2, 3))))
        return Text(f'"{content}"', f'LITERAL("{content}")')

    def copy_string(self):
        strings = self.strings()
        if not strings:
            return self.local_string()
        source = self.random.choice(strings)
        name = self.fresh("s")
        length = self.random.choice((2, 4, 6)) if self.dares(0.5) else 8
        target = Line(Text(f"char {name}[{length}] = \"\";", f"char *{name} = LOCAL(char[{length}], {{\"\"}});"))
        ended = self.ended(source.name)
        self.scope.arrays.append(Array(name, "char", length))
        if self.chance(0.6):
            return [*ended, target, Line(f"strcpy({name}, {source.name});")]
        count = self.byte_count(length)
        return [*ended, target, Line(join(f"strncpy({name}, {source.name}, {{}});", count))]

    def format(self):
        """`snprintf` into a small buffer, with an unknown limit."""
        name, result = self.fresh("s"), self.fresh("x")
        length = self.random.choice((4, 6, 8))
        form = self.random.choice(("%d", "%u.", "%x", "<%d>"))
        limit = self.byte_count(length)
        value = join("(int)(int8_t){}" if "d" in form else "(unsigned)(uint8_t){}", self.value(1))
        nodes = [Line(Text(f"char {name}[{length}] = \"\";", f"char *{name} = LOCAL(char[{length}], {{\"\"}});")),
                 Line(join(f"int {result} = snprintf({name}, {{}}, \"{form}\", {{}});", limit, value))]
        self.scope.arrays.append(Array(name, "char", length))
        self.scope.scalars.append(Scalar(result, "int32_t"))
        return nodes

    def number(self):
        """`strtol` and `atoi`, on a string that has an end."""
        strings = [array for array in self.strings() if array.writable]
        if not strings:
            return self.local_string()
        string = self.random.choice(strings)
        end = text(f"{string.size}") if string.size else text(string.length - 1)
        result = self.fresh("x")
        safe = Text(string.name, f"TERMINATED({string.name})")
        call = join(self.random.choice(("atoi({})", "(int32_t)strtol({}, NULL, 10)", "(int32_t)strtol({}, NULL, 0)")), safe)
        self.scope.scalars.append(Scalar(result, "int32_t"))
        nodes = [] if string.size else [Line(join("{} = 0;", self.write(string, end)))]
        if self.prints and self.chance(0.4):
            nodes.append(Line(join("print(\"[%s]\", {});", safe)))
        return [*nodes, Line(join(f"int32_t {result} = {{}};", call))]
