//! Globals: `constant @name, 8 bytes, align 4, bytes 0102030405060708, at 0: i64 @other`.

use super::cursor::Outcome;
use super::error::Problem;
use super::module::Reader;
use crate::GlobalId;
use crate::inst::Width;
use crate::module::{Global, Initializer, Relocation};

impl Reader<'_> {
    /// `constant @name` or `variable @name`, for the first pass; empty so far.
    pub(super) fn new_global(&mut self) -> Outcome<Global> {
        let read_only = match self.cursor.word("`constant` or `variable`")? {
            "constant" => true,
            "variable" => false,
            _ => return self.cursor.expected("`constant` or `variable` before this"),
        };
        let name = self.cursor.new_name("the name of a global, such as `@table`")?.into_owned();
        Ok(Global { name, size: 0, align: 8, read_only, initializer: Initializer::Zero, loc: None })
    }

    /// The rest of a global, for the second pass; the cursor is at its beginning.
    pub(super) fn read_global(&mut self, id: GlobalId) -> Outcome<()> {
        let place = self.cursor.place();
        let mut global = self.new_global()?;
        let mut size = None;
        let mut initializer = None;
        let mut relocations = Vec::new();
        while self.cursor.eat_mark(',') {
            let part = self.cursor.place();
            let stated_before = initializer.is_some();
            if self.cursor.peek_number().is_some() {
                size = Some(self.cursor.number::<u64>("a size")?);
                self.cursor.expect_word("bytes")?;
                continue;
            }
            match self
                .cursor
                .word("a size such as `8 bytes`, `align`, `external`, `zero`, `bytes`, `text` or `at`")?
            {
                "align" => {
                    global.align = self.cursor.number("an alignment")?;
                    if !global.align.is_power_of_two() {
                        return Err(Problem::new(part, "an alignment is a power of two"));
                    }
                    continue;
                }
                "at" => {
                    relocations.push(self.relocation()?);
                    continue;
                }
                "external" => initializer = Some(Initializer::External),
                "zero" => initializer = Some(Initializer::Zero),
                "bytes" => initializer = Some(contents(self.bytes()?)),
                "text" => {
                    let text = self.cursor.text("a text in quotes")?;
                    initializer = Some(contents(text.as_bytes().to_vec()));
                }
                word => return Err(Problem::new(part, format!("`{word}` says nothing about a global"))),
            }
            if stated_before {
                return Err(Problem::new(part, "the contents of this global are given twice"));
            }
        }
        let known = match &initializer {
            Some(Initializer::Bytes { bytes, .. }) => Some(bytes.len() as u64),
            _ => None,
        };
        global.size = match (size, known) {
            (Some(size), Some(known)) if size != known => {
                return Err(Problem::new(place, format!("it has {size} bytes, but {known} are given")));
            }
            (Some(size), _) | (None, Some(size)) => size,
            (None, None) => {
                return Err(Problem::new(
                    place,
                    "how large is this global? Add its size, such as `, 8 bytes`",
                ));
            }
        };
        global.initializer = initializer.unwrap_or(Initializer::Zero);
        if !relocations.is_empty() {
            let Initializer::Bytes { relocations: all, .. } = &mut global.initializer else {
                return Err(Problem::new(place, "values `at` an offset go with `bytes` or `text`"));
            };
            *all = relocations;
        }
        global.loc = self.location(place.line);
        self.module.globals[id] = global;
        self.cursor.end_line()
    }

    /// Two hexadecimal digits for each byte; nothing for none.
    fn bytes(&mut self) -> Outcome<Vec<u8>> {
        let Some(digits) = self.cursor.peek_word() else { return Ok(Vec::new()) };
        let bytes = digits.as_bytes().chunks(2).map(|pair| {
            let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2);
            pair.and_then(|pair| u8::from_str_radix(pair, 16).ok())
        });
        match bytes.collect::<Option<Vec<u8>>>() {
            Some(bytes) => {
                self.cursor.advance();
                Ok(bytes)
            }
            None => self.cursor.expected("two hexadecimal digits for each byte, as in `bytes 00ff`"),
        }
    }

    /// `0: i64 @name`, behind `at`.
    fn relocation(&mut self) -> Outcome<Relocation> {
        let offset = self.cursor.number("the offset of a value")?;
        self.cursor.expect_mark(':')?;
        let width: Width = self.cursor.width()?;
        Ok(Relocation { offset, width, value: self.constant(width)? })
    }
}

fn contents(bytes: Vec<u8>) -> Initializer {
    Initializer::Bytes { bytes, relocations: Vec::new() }
}
