//! The first line of a function, and the labels of its body.

use super::cursor::Outcome;
use super::error::{Problem, TextPos};
use super::lexer::Kind;
use super::module::{FunctionPlaces, Named, Reader};
use crate::function::{Function, Parameter};
use crate::inst::ReturnedPart;
use crate::{BlockId, FuncId};
use bowline_base::FxHashMap;

/// Words that go on with the instruction before them, and so cannot be labels.
const NO_LABELS: [&str; 4] = ["then", "else", "case", "passing"];

/// What is known of a function before its body is read.
#[derive(Default)]
pub(super) struct Header<'t> {
    pub place: TextPos,
    /// The registers that parameters are given, where they are.
    pub params: Vec<Option<(&'t str, TextPos)>>,
    /// How many registers the text says that there are.
    pub registers: Option<(u32, TextPos)>,
    /// The token behind the opening brace; `None` for a declaration.
    pub body: Option<usize>,
    pub labels: FxHashMap<&'t str, BlockId>,
}

impl<'t> Reader<'t> {
    /// A function up to its end, for the first pass.
    pub(super) fn survey_function(&mut self) -> Outcome<()> {
        let mut header = Header { place: self.cursor.place(), ..Header::default() };
        let is_declaration = self.cursor.word("`function` or `declare`")? == "declare";
        let function = self.signature(&mut header)?;
        if !is_declaration {
            self.cursor.expect_mark('{')?;
            self.cursor.end_line()?;
            header.body = Some(self.cursor.at());
            self.survey_body(&mut header)?;
        }
        self.cursor.end_line()?;
        self.module.functions.push(function);
        self.places.push(FunctionPlaces { header: header.place, instructions: Vec::new() });
        self.headers.push(header);
        Ok(())
    }

    /// `f0 runtime @name(i64 %0 pointer "p", ...) -> i32 returned [1 integer], 5 registers`
    fn signature(&mut self, header: &mut Header<'t>) -> Outcome<Function> {
        let id: FuncId = self.module.functions.next_id();
        let place = self.cursor.place();
        if let Some(stated) = self.cursor.eat_id("f") {
            self.check_next_id("f", stated, self.module.functions.len(), place)?;
        }
        if self.cursor.eat_word("runtime") {
            self.module.runtime_functions.insert(id);
        }
        let unlisted = self.cursor.eat_word("unlisted");
        let place = self.cursor.place();
        let name = self.cursor.new_name("the name of the function, such as `@f`")?.into_owned();
        self.give_name(name.clone(), Named::Function(id));
        if !unlisted && self.module.by_name.insert(name.clone(), id).is_some() {
            let message =
                format!("there is another function called @{name}: write `unlisted` before one of them");
            return Err(Problem::new(place, message));
        }
        let mut function = Function { name, ..Function::default() };
        self.parameters(&mut function, header)?;
        if *self.cursor.peek() == Kind::Arrow {
            self.cursor.advance();
            self.results(&mut function)?;
        }
        function.returned = ReturnedPart::one_by_one(function.results.len());
        if self.cursor.eat_word("returned") {
            function.returned = self.returned()?;
        }
        if self.cursor.eat_mark(',') {
            let place = self.cursor.place();
            header.registers = Some((self.cursor.number("a number of registers")?, place));
            self.cursor.expect_word("registers")?;
        }
        Ok(function)
    }

    fn parameters(&mut self, function: &mut Function, header: &mut Header<'t>) -> Outcome<()> {
        self.cursor.expect_mark('(')?;
        let mut first = true;
        while !self.cursor.eat_mark(')') {
            if !std::mem::take(&mut first) {
                self.cursor.expect_mark(',')?;
            }
            if self.cursor.eat_word("...") {
                function.variadic = true;
                self.cursor.expect_mark(')')?;
                break;
            }
            let width = self.cursor.width()?;
            let place = self.cursor.place();
            let register = if let Kind::Register(name) = self.cursor.peek() { Some(*name) } else { None };
            if register.is_some() {
                self.cursor.advance();
            }
            header.params.push(register.map(|name| (name, place)));
            let is_pointer = self.cursor.eat_word("pointer");
            let named = matches!(self.cursor.peek(), Kind::Text(_));
            let name = if named { Some(self.cursor.text("a name")?.into_owned()) } else { None };
            function.params.push(Parameter { width, name, is_pointer });
        }
        Ok(())
    }

    /// A comma may also come before the number of registers.
    fn results(&mut self, function: &mut Function) -> Outcome<()> {
        if self.cursor.eat_word("void") {
            return Ok(());
        }
        function.results.push(self.cursor.width()?);
        while self.cursor.is_mark(',')
            && matches!(self.cursor.peek_second(), Kind::Word(w) if w.starts_with('i'))
        {
            self.cursor.advance();
            function.results.push(self.cursor.width()?);
        }
        Ok(())
    }

    /// `[1 integer, 2 vector]`
    fn returned(&mut self) -> Outcome<Vec<ReturnedPart>> {
        let mut first = true;
        self.cursor.list(|cursor| {
            if !std::mem::take(&mut first) {
                cursor.expect_mark(',')?;
            }
            let count = cursor.number("a number of results")?;
            Ok(ReturnedPart { count, class: cursor.spelled("a class")? })
        })
    }

    /// Finds the labels, and with them the ids of blocks.
    fn survey_body(&mut self, header: &mut Header<'t>) -> Outcome<()> {
        let mut blocks = 0;
        loop {
            match self.cursor.peek() {
                Kind::End => return Err(Problem::new(header.place, "this function has no closing `}`")),
                Kind::Mark('}') => {
                    self.cursor.advance();
                    return Ok(());
                }
                _ => {}
            }
            match self.label() {
                Some(label) if NO_LABELS.contains(&label) => {
                    return Err(self.cursor.problem(format!("`{label}` cannot be the label of a block")));
                }
                Some(label) => {
                    if header.labels.insert(label, BlockId(blocks)).is_some() {
                        return Err(self.cursor.problem(format!("there are two blocks called `{label}`")));
                    }
                    blocks += 1;
                }
                // Instructions before the first label make the entry.
                None if blocks == 0 && !self.is_declarative() => blocks = 1,
                None => {}
            }
            self.cursor.skip_line();
        }
    }

    /// A label at the cursor, with the colon still to come.
    pub(super) fn label(&self) -> Option<&'t str> {
        let word = self.cursor.peek_word().filter(|word| *word != "default")?;
        let is_label = *self.cursor.peek_second() == Kind::Mark(':');
        (is_label && !word.starts_with(|c: char| c.is_ascii_digit())).then_some(word)
    }

    /// Whether the line is about a loop or a variable rather than an instruction.
    pub(super) fn is_declarative(&self) -> bool {
        let is_loop = self.cursor.peek_id("loop").is_some() && *self.cursor.peek_second() == Kind::Mark('=');
        is_loop || (self.cursor.peek_word() == Some("variable") && self.label().is_none())
    }
}
