"""The questions of `./x bench strings`: how the vulnerable place of each program of table 4 is reached, as SMT-LIB string problems.

A text of the program is a string without NUL of at most its length; what was read when the place is reached is a part of it. Each question is written in
up to three ways, all of them without quantifiers and, but for what is said at single ones, equivalent:

* `counts`: what is kept, or dropped, is `str.replace_all` away; lengths are compared.
* `regex`: the text is in a regular expression with a loop `(_ re.^ n)` that goes round once for each character that counts.
* `places`: a sum over all places of the text, each one or nothing as `str.at` says.
"""
import dataclasses
import string
import types

# What a text consists of: any byte but NUL.
ANY = '(re.range "\\u{1}" "\\u{ff}")'
UPPER_HEX = string.digits + "ABCDEF"


@dataclasses.dataclass(frozen=True)
class Problem:
    """One question: what is unknown, what holds of it, and which parts of it a program is run on."""
    strings: tuple
    integers: tuple
    assertions: tuple
    # What the text is made of, where it is not a string itself.
    parts: tuple = ()
    number: str = ""

    def smt(self):
        """The question in SMT-LIB."""
        made = [f"(define-fun s () String (str.++ {' '.join(self.parts)}))"] if self.parts else []
        lines = ["(set-logic QF_SLIA)", *(f"(declare-const {name} String)" for name in self.strings), *made,
                 *(f"(declare-const {name} Int)" for name in self.integers), *(f"(assert {one})" for one in self.assertions), "(check-sat)",
                 "(get-value (s))", *([f"(get-value ({self.number}))"] if self.number else [])]
        return "\n".join(lines) + "\n"


def literal(text):
    """A string constant."""
    plain = set(string.ascii_letters + string.digits + " =.?*#")
    return '"' + "".join(char if char in plain else f"\\u{{{ord(char):x}}}" for char in text) + '"'


def one_of(chars):
    """The regular expression of one of some characters."""
    words = [f"(str.to_re {literal(char)})" for char in chars]
    return words[0] if len(words) == 1 else f"(re.union {' '.join(words)})"


def none_of(chars):
    """Of any other character, but NUL."""
    ranges, low = [], 1
    for code in [*sorted(map(ord, set(chars))), 256]:
        if low < code:
            ranges.append(f'(re.range "\\u{{{low:x}}}" "\\u{{{code - 1:x}}}")')
        low = code + 1
    return ranges[0] if len(ranges) == 1 else f"(re.union {' '.join(ranges)})"


def times(count, what):
    return f"((_ re.^ {count}) {what})"


def star(what):
    return f"(re.* {what})"


def join(*parts):
    return f"(re.++ {' '.join(parts)})"


def without(text, *dropped):
    """The text with some strings taken out, one after the other."""
    for one in dropped:
        text = f'(str.replace_all {text} {literal(one)} "")'
    return text


def length(text):
    return f"(str.len {text})"


def excludes(text, chars):
    return [f"(not (str.contains {text} {literal(char)}))" for char in chars]


def parts(made_of, most, *assertions):
    """The text is made of parts: names of strings, and constants."""
    names = tuple(part for part in made_of if not part.startswith('"'))
    return Problem(names, (), (f"(<= (str.len s) {most})", *excludes("s", "\0"), *assertions), tuple(made_of))


def matched(most, *regexes):
    """The text is in regular expressions."""
    return Problem(("s",), (), (f"(<= (str.len s) {most})", *(f"(str.in_re s {one})" for one in regexes)))


def at(place):
    return f"(str.at s {place})" if place >= 0 else '""'


def is_one(place, chars):
    """A place holds one of some characters."""
    same = [f"(= {at(place)} {literal(char)})" for char in chars]
    return same[0] if len(same) == 1 else f"(or {' '.join(same)})"


def summed(most, counts, total, *assertions, each=None):
    """The first `end` places of a text count as much as `counts` says of each; `each` holds for all of them."""
    inside = lambda place: f"(< {place} end)"
    terms = " ".join(f"(ite {inside(place)} {counts(place)} 0)" for place in range(most))
    every = [f"(=> {inside(place)} {each(place)})" for place in range(most)] if each else []
    return Problem(("s",), ("end",), (f"(<= (str.len s) {most})", f"(str.in_re s {star(ANY)})", "(<= 0 end (str.len s))", *every,
                                     f"(= {total} (+ 0 {terms}))", *assertions))


def one_if(condition):
    return f"(ite {condition} 1 0)"


# --- one text, characters that count ---


def counted_others(most, dropped, total):
    """So many characters were read that are none of some."""
    return types.SimpleNamespace(
        counts=lambda: parts(["p", "r"], most, f"(= {length(without('p', *dropped))} {total})"),
        regex=lambda: matched(most, join(times(total, join(star(one_of(dropped)), none_of(dropped))), star(ANY))),
        places=lambda: summed(most, lambda place: one_if(f"(not {is_one(place, dropped)})"), total))


def close_angle(size):
    """The buffer is full of what is no bracket when the last one is added."""
    return counted_others(2 * size, ">", size)


def full(size):
    """As many marks as the buffer has room for were read."""
    return types.SimpleNamespace(
        counts=lambda: parts(["p", "r"], 2 * size, f"(= (- (str.len p) {length(without('p', '?'))}) {size})"),
        regex=lambda: matched(2 * size, join(times(size, join(star(none_of("?")), one_of("?"))), star(ANY))),
        places=lambda: summed(2 * size, lambda place: one_if(is_one(place, "?")), size))


def gd_simple(size):
    """Signs that are neither an ampersand nor a semicolon are as many as there is room for; more may follow, since nothing stops the loop."""
    return counted_others(2 * size, "&;", size)


def interproc(size):
    """Nothing depends on the text: some place is behind the buffer."""
    problem = Problem(("s",), ("i", "length"), (f"(= (str.len s) {size + 2})", f"(<= 0 length {size + 2})", "(<= 0 i)", "(< i length)",
                                              f"(< (+ (* 2 i) 1) {4 * size})", f"(>= (+ (* 2 i) 1) {size})"), number="length")
    return types.SimpleNamespace(counts=lambda: problem)


def iter2_prefix_short(size):
    """A name, and the units of a value behind it, a quote with its backslash being one: together one more than there is room for. In a regular
    expression two parts cannot share a number, so that the name is empty there, which is an easier question."""
    most, escaped, quote = 3 * size, '\\"', '"'
    unit = f"(re.union (str.to_re {literal(escaped)}) {none_of(quote)})"

    def counts():
        value = f"(str.replace_all v {literal(escaped)} \"x\")"
        return parts(["name", '"="', "v", "r"], most, f"(< (str.len name) {size})", *excludes("name", "="), *excludes(without("v", escaped), quote),
                     f"(= (+ (str.len name) {length(value)}) {size + 1})")

    def places():
        # A place is a unit of its own unless it is a backslash before a quote.
        behind = lambda place: f"(< eq {place})"
        count = lambda place: f"(ite (= eq {place}) 0 (ite (and {behind(place)} {is_one(place, chr(92))} {is_one(place + 1, quote)}) 0 1))"
        each = lambda place: (f"(ite {behind(place)} (or (not {is_one(place, quote)}) {is_one(place - 1, chr(92))}) "
                              f"(= (= eq {place}) {is_one(place, '=')}))")
        base = summed(most, count, size + 1, "(<= 0 eq)", f"(< eq {size})", "(< eq end)",
                      f"(not (and (= (str.at s (- end 1)) {literal(chr(92))}) (= (str.at s end) {literal(quote)})))", each=each)
        return dataclasses.replace(base, integers=("end", "eq"))

    return types.SimpleNamespace(counts=counts, places=places, regex=lambda: matched(most, join('(str.to_re "=")', times(size + 1, unit), star(ANY))))


def loops(size):
    """One place is left when a character comes that becomes two. In counts: as long as what replacing gives, with a newline in front."""
    most = 2 * size
    doubled = "(str.replace_all (str.++ \"\\u{a}\" p) \"\\u{a}.\" \"\\u{a}..\")"
    crlf = f"(str.replace_all (str.replace_all {doubled} \"\\u{{d}}\\u{{a}}\" \"\\u{{a}}\") \"\\u{{a}}\" \"\\u{{d}}\\u{{a}}\")"
    last = "(str.at (str.++ \"\\u{a}\" p) (str.len p))"

    def counts():
        grows = f"(or (and (= c \"\\u{{a}}\") (not (= {last} \"\\u{{d}}\"))) (and (= c \".\") (= {last} \"\\u{{a}}\")))"
        return parts(["p", "c", "r"], most, f"(= {length(crlf)} {size + 1})", grows)

    def before(place, char):
        return ("true" if char == "\n" else "false") if place == 0 else is_one(place - 1, char)

    def two(place):
        return f"(or (and {is_one(place, chr(10))} (not {before(place, chr(13))})) (and {is_one(place, '.')} {before(place, chr(10))}))"

    def places():
        at_end = [f"(=> (= end {place}) {two(place)})" for place in range(most)]
        return summed(most, lambda place: f"(ite {two(place)} 2 1)", size - 1, f"(< end {most})", *at_end)

    def regex():
        # What is left costs the same whatever was read before: one regular expression for each rest and kind of the last character.
        names, plain = {}, none_of("\n.\r")
        bindings = []

        def rest(left, last):
            if left == 0:
                return {"start": one_of("\n."), "carriage": "re.none", "other": one_of("\n")}[last]
            if left < 0:
                return "re.none"
            return names[left, last]

        for left in range(1, size):
            for last in ["start", "carriage", "other"]:
                newline = rest(left - (1 if last == "carriage" else 2), "start")
                dot = rest(left - (2 if last == "start" else 1), "other")
                word = (f"(re.union (re.++ {plain} {rest(left - 1, 'other')}) (re.++ (str.to_re \"\\u{{d}}\") {rest(left - 1, 'carriage')}) "
                        f"(re.++ (str.to_re \"\\u{{a}}\") {newline}) (re.++ (str.to_re \".\") {dot}))")
                names[left, last] = f"{last}{left}"
                bindings.append((names[left, last], word))
        lets = "".join(f"(let (({name} {word})) " for name, word in bindings)
        whole = f"{lets}(str.in_re s (re.++ {rest(size - 1, 'start')} {star(ANY)}))" + ")" * len(bindings)
        return Problem(("s",), (), (f"(<= (str.len s) {most})", whole))

    return types.SimpleNamespace(counts=counts, places=places, regex=regex)


def mime7to8(size):
    """One character more is kept than there is room for."""
    return counted_others(2 * size, "=\n\r", size + 1)


def mime_fromqp(size):
    """Units that are kept, one more than there is room for, and a newline among them, so that no column is too high."""
    most = 2 * size + 4
    soft, newline, digit = '(str.to_re "=\\u{a}")', '(str.to_re "\\u{a}")', one_of(UPPER_HEX)
    skip, keep = f"(re.union {soft} {newline})", f"(re.union {join(one_of('='), digit, digit)} {none_of('=' + chr(10))})"
    unit = f"(re.union {skip} {keep})"

    def counts():
        kept = lambda part: without(part, "=\n")
        # A character that is read as hexadecimal takes three; newlines take one and leave nothing.
        used = lambda part: (f"(- (str.len {kept(part)}) (* 2 (- (str.len {kept(part)}) {length(without(kept(part), '='))})) "
                             f"(- (str.len {kept(part)}) {length(without(kept(part), chr(10)))}))")
        well = lambda part: f"(or (not (str.contains {part} \"=\")) (str.in_re {part} {star(unit)}))"
        return parts(["a", literal(chr(10)), "b", "r"], most, f"(>= {used('a')} 1)", f"(>= {used('b')} 1)", f"(= (+ {used('a')} {used('b')}) {size + 1})",
                     well("a"), well("b"))

    def regex():
        up_to = times(size + 1, join(star(skip), keep))
        apart = join(star(unit), keep, star(unit), newline, star(unit), keep)
        assertions = (f"(<= (str.len s) {most})", f"(str.in_re p {up_to})", f"(str.in_re p {apart})", f"(str.in_re r {star(ANY)})")
        return Problem(("p", "r"), (), assertions, ("p", "r"))

    def places():
        of_unit = lambda place: (f"(or {is_one(place - 1, '=')} (and {is_one(place - 2, '=')} (not {is_one(place - 1, chr(10))})))"
                                 if place else "false")
        fits = lambda place: (f"(or (not {is_one(place, '=')}) {is_one(place + 1, chr(10))} "
                              f"(and {is_one(place + 1, UPPER_HEX)} {is_one(place + 2, UPPER_HEX)}))")
        soft_at = lambda place: f"(and {is_one(place, '=')} {is_one(place + 1, chr(10))})"
        count = lambda place: one_if(f"(not (or {of_unit(place)} {soft_at(place)} {is_one(place, chr(10))}))")
        break_at = [f"(=> (= line {place}) (and {is_one(place, chr(10))} (not {of_unit(place)})))" for place in range(most)]
        before = " ".join(f"(ite (< {place} line) {count(place)} 0)" for place in range(most))
        # The last unit is whole: what was read ends behind it.
        whole = ["(not (= (str.at s (- end 1)) \"=\"))", "(not (= (str.at s (- end 2)) \"=\"))"]
        base = summed(most, count, size + 1, "(<= 1 line)", "(< line end)", *break_at, f"(<= 1 (+ 0 {before}) {size})", *whole, each=fits)
        return dataclasses.replace(base, integers=("end", "line"))

    return types.SimpleNamespace(counts=counts, regex=regex, places=places)


def no_any_meta(size):
    """A component without meta characters is as long as there is room for, without its backslashes."""
    return ended_others(2 * size, "\\", size, ends="/", never="*?[")


def outer(size):
    """Characters of names before a comment are as many as there is room for."""
    return ended_others(2 * size, "\n\" \t", size, ends="#")


def ended_others(most, dropped, total, ends, never=""):
    """At least `total` characters that are not dropped before the first that ends the loop, or the end of the text."""
    ended = f"(or (= r \"\") {' '.join(f'(= (str.at r 0) {literal(char)})' for char in ends)})"
    counts = lambda: parts(["p", "r"], most, f"(>= {length(without('p', *dropped))} {total})", *excludes("p", ends + never), ended)
    kept = none_of(dropped + ends + never)
    regex = lambda: matched(most, join(times(total, join(star(one_of(dropped)), kept)), star(none_of(ends + never)),
                                       f"(re.opt {join(one_of(ends), star(ANY))})"))

    def places():
        stops = " ".join(f"(= (str.at s end) {literal(char)})" for char in ends)
        return summed(most, lambda place: one_if(f"(not {is_one(place, dropped)})"), "kept", f"(>= kept {total})", f"(or (= end (str.len s)) {stops})",
                      each=lambda place: f"(not {is_one(place, ends + never)})")

    more = lambda problem: dataclasses.replace(problem, integers=("end", "kept"))
    return types.SimpleNamespace(counts=counts, regex=regex, places=lambda: more(places()))


def strchr(size):
    """Behind the first blank, one character more than there is room for, and no newline among them."""
    most = 2 * size
    counts = lambda: parts(["a", '" "', "b", "r"], most, *excludes("a", " "), *excludes("b", "\n"), f"(= (str.len b) {size + 1})")
    regex = lambda: matched(most, join(star(none_of(" ")), '(str.to_re " ")', times(size + 1, none_of("\n")), star(ANY)))

    def places():
        each = lambda place: f"(ite (< blank {place}) (not {is_one(place, chr(10))}) (= (= blank {place}) {is_one(place, ' ')}))"
        base = summed(most, lambda place: one_if(f"(< blank {place})"), size + 1, "(<= 0 blank)", "(< blank end)", each=each)
        return dataclasses.replace(base, integers=("end", "blank"))

    return types.SimpleNamespace(counts=counts, regex=regex, places=places)


QUESTIONS = {one.__name__: one for one in [close_angle, full, gd_simple, interproc, iter2_prefix_short, loops, mime7to8, mime_fromqp, no_any_meta, outer,
                                           strchr]}
WAYS = ["counts", "regex", "places"]
