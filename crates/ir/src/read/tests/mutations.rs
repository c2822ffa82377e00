//! No text makes the reader panic, and whatever it accepts survives being printed and read.

use super::{check_round_trip, read};
use bowline_base::Rng;

/// A bit of everything, written by hand and printed.
fn seeds() -> Vec<String> {
    let written = r#"file0 = "a.c"
text0 = "odd"
c0 = i32 -5
c1 = sub i64 @table+8, @f
c2 = @f:x
constant @table, 16 bytes, align 8, text "0123456789abcdef", at 8: i64 @f ! a.c:1
variable @v, 4 bytes, bytes 00ff10ab
constructors [@f]
name @g = @f
declare @printf(i64 pointer "format", ...) -> i32
function @f(i32 %a, i64 %p pointer, i1 %c) -> i32, i64 returned [1 integer, 1 vector] { ! a.c:2:3
variable "a" in %a, i32 signed
    jump x with %n = 0, %q = %p
x:
    %s = alloca 1 * 8 bytes, align 8
    %l = load i8 at %q
    store i8 %l at @table+3
    %d = float_fma double %p, 0, 1
    %e = float_to_signed(double) i64 %d to i32
    %m = add nsw i32 %n, 1
    %r:i32 = call @printf(@table, i32 %m, i8 %l)
        passing 0 + 1: 8 bytes align 8, integer; 1 + 2: 8 bytes align 8, vector
    branch %c then x with %n = %m else y // so
y:
    switch i32 %m
        case 1: z
        case -2: x with %n = 7
        default: z
z:
    %t = select i64 %c ? c1 : -1
    return %e, %t
}
"#;
    let printed = read(written).unwrap().to_string();
    vec![written.to_string(), printed]
}

/// Words that mean something in many places.
const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "4294967296",
    "0xffffffffffffffffffffffffffffffff",
    "i1",
    "i8",
    "i64",
    "i128",
    "i129",
    "%0",
    "%1",
    "%4194304",
    "%a",
    "%new",
    "@f",
    "@v-8",
    "@f:y",
    "@f#f1",
    "\"\"",
    "\"a",
    ",",
    ":",
    "=",
    "->",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "!",
    "! a.c:1",
    "//",
    "b0:",
    "b1",
    "x",
    "e0",
    "e9 ->",
    "loop0",
    "in loop0",
    "c0",
    "c9",
    "with",
    "then",
    "else",
    "case",
    "default",
    "passing",
    "return",
    "jump",
    "function",
    "declare",
    "\n",
    "\t",
    "é",
    "\u{0}",
    "add",
    "load",
    "at",
    "float_add",
    "compare",
    "call",
    "call9",
    "through",
    "unsupported",
    "trap",
    "bytes",
    "registers",
    "4194304 registers",
];

fn mutate(text: &str, rng: &mut Rng) -> String {
    let place = |rng: &mut Rng, text: &str| {
        let at = rng.below(text.len() as u64 + 1) as usize;
        (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
    };
    let lines: Vec<&str> = text.lines().collect();
    let line = |rng: &mut Rng| rng.below(lines.len().max(1) as u64) as usize;
    match rng.below(7) {
        0 => text[..place(rng, text)].to_string(),
        1 => {
            let (a, b) = (place(rng, text), place(rng, text));
            let b = b.max(a).min(a + 6);
            let b = (a..=b).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(a);
            format!("{}{}", &text[..a], &text[b.max(a)..])
        }
        2 => {
            let at = place(rng, text);
            format!("{} {} {}", &text[..at], WORDS[rng.below(WORDS.len() as u64) as usize], &text[at..])
        }
        3 | 4 => {
            // One word becomes another.
            let words: Vec<&str> = text.split(' ').collect();
            let at = rng.below(words.len() as u64) as usize;
            let other = WORDS[rng.below(WORDS.len() as u64) as usize];
            let words = words.iter().enumerate().map(|(here, word)| if here == at { other } else { word });
            words.collect::<Vec<_>>().join(" ")
        }
        5 => {
            let gone = line(rng);
            let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| *line);
            kept.collect::<Vec<_>>().join("\n")
        }
        _ => {
            let mut lines = lines.clone();
            let (from, to) = (line(rng), line(rng));
            if let Some(copy) = lines.get(from).copied() {
                lines.insert(to, copy);
            }
            lines.join("\n")
        }
    }
}

#[test]
fn mutated_texts_are_refused_or_right() {
    let (mut right, mut wrong) = (0, 0);
    let seeds = seeds();
    for seed in 0..12_000 {
        let mut rng = Rng::new(seed);
        let mut text = seeds[seed as usize % seeds.len()].clone();
        for _ in 0..1 + rng.below(3) {
            text = mutate(&text, &mut rng);
        }
        match read(&text) {
            Ok(module) => {
                right += 1;
                check_round_trip(&module);
            }
            Err(error) => {
                wrong += 1;
                assert!(!error.to_string().is_empty());
                assert!(error.line as usize <= text.lines().count().max(1), "{error}\nin\n{text}");
            }
        }
    }
    assert!(right > 300 && wrong > 3000, "{right} right, {wrong} wrong");
}
