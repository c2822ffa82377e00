//! The items of a module, in two passes: what there is and what it is called, then what it says.
//!
//! The first pass reads signatures and the labels of bodies, so that everything may be used before it is written down.

use super::cursor::{Cursor, Outcome, id_in};
use super::error::{Problem, TextPos};
use super::lexer::{Kind, Symbol};
use super::signature::Header;
use crate::constant::Constant;
use crate::function::{Position, SourceLoc};
use crate::module::Module;
use crate::{ConstId, FileId, FuncId, GlobalId, TextId};
use bowline_base::{FxHashMap, IdVec};
use std::fmt::Display;

/// What a name of the module stands for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Named {
    Function(FuncId),
    Global(GlobalId),
}

impl Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Named::Function(id) => id.fmt(f),
            Named::Global(id) => id.fmt(f),
        }
    }
}

/// Where a function and its instructions are in the text.
#[derive(Default)]
pub(super) struct FunctionPlaces {
    pub header: TextPos,
    pub instructions: Vec<TextPos>,
}

impl FunctionPlaces {
    pub(super) fn of(&self, position: Option<Position>) -> TextPos {
        position.and_then(|position| self.instructions.get(position as usize)).copied().unwrap_or(self.header)
    }
}

pub(super) struct Reader<'t> {
    pub cursor: Cursor<'t>,
    pub module: Module,
    pub headers: IdVec<FuncId, Header<'t>>,
    pub places: IdVec<FuncId, FunctionPlaces>,
    pub interned: FxHashMap<Constant, ConstId>,
    /// The number of constants that have a line of their own.
    pub stated_constants: u32,
    pub constants_are_read: bool,
    names: FxHashMap<String, Vec<Named>>,
    files: FxHashMap<String, FileId>,
    texts: FxHashMap<String, TextId>,
    items: Items,
}

/// Where items begin, as indices of tokens.
#[derive(Default)]
struct Items {
    constants: Vec<usize>,
    globals: Vec<usize>,
    others: Vec<usize>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(cursor: Cursor<'t>) -> Self {
        Self {
            cursor,
            module: Module::default(),
            headers: IdVec::new(),
            places: IdVec::new(),
            interned: FxHashMap::default(),
            stated_constants: 0,
            constants_are_read: false,
            names: FxHashMap::default(),
            files: FxHashMap::default(),
            texts: FxHashMap::default(),
            items: Items::default(),
        }
    }

    pub(super) fn finish(self) -> (Module, IdVec<FuncId, FunctionPlaces>) {
        (self.module, self.places)
    }

    /// The first pass.
    pub(super) fn survey(&mut self) -> Outcome<()> {
        self.cursor.skip_line_ends();
        while *self.cursor.peek() != Kind::End {
            self.survey_item()?;
        }
        Ok(())
    }

    fn survey_item(&mut self) -> Outcome<()> {
        let start = self.cursor.at();
        let place = self.cursor.place();
        match self.cursor.peek_word() {
            Some("function" | "declare") => return self.survey_function(),
            Some("constructors" | "destructors" | "name") => self.items.others.push(start),
            Some("constant" | "variable") => self.survey_global(start)?,
            Some(word) if *self.cursor.peek_second() == Kind::Mark('=') => {
                self.cursor.advance();
                self.cursor.advance();
                if let Some(id) = id_in(word, "file") {
                    self.check_next_id("file", id, self.module.files.len(), place)?;
                    let path = self.cursor.text("the path of a file, in quotes")?;
                    let id = self.module.files.push(path.to_string());
                    self.files.entry(path.into_owned()).or_insert(id);
                    return self.cursor.end_line();
                } else if let Some(id) = id_in(word, "text") {
                    self.check_next_id("text", id, self.module.texts.len(), place)?;
                    let text = self.cursor.text("a text in quotes")?;
                    let id = self.module.texts.push(text.to_string());
                    self.texts.entry(text.into_owned()).or_insert(id);
                    return self.cursor.end_line();
                } else if let Some(id) = id_in(word, "c") {
                    self.check_next_id("c", id, self.items.constants.len(), place)?;
                    self.items.constants.push(self.cursor.at());
                } else if let Some(id) = id_in(word, "g") {
                    self.check_next_id("g", id, self.module.globals.len(), place)?;
                    self.survey_global(self.cursor.at())?;
                } else {
                    let message = format!("`{word}` is no id: those of a module are file0, text0, c0 and g0");
                    return Err(Problem::new(place, message));
                }
            }
            _ => {
                let what =
                    "`function`, `declare`, `constant`, `variable`, `constructors`, `destructors` or `name`";
                return self.cursor.expected(what);
            }
        }
        self.cursor.skip_line();
        Ok(())
    }

    fn survey_global(&mut self, start: usize) -> Outcome<()> {
        let global = self.new_global()?;
        let name = global.name.clone();
        let id = self.module.globals.push(global);
        self.give_name(name, Named::Global(id));
        self.items.globals.push(start);
        Ok(())
    }

    /// Ids that are written down count upwards from 0.
    pub(super) fn check_next_id(
        &self,
        prefix: &str,
        stated: u32,
        next: usize,
        place: TextPos,
    ) -> Outcome<()> {
        if stated as usize == next {
            return Ok(());
        }
        let message = format!("ids count up: `{prefix}{next}` is next, not `{prefix}{stated}`");
        Err(Problem::new(place, message))
    }

    pub(super) fn give_name(&mut self, name: String, to: Named) {
        self.names.entry(name).or_default().push(to);
    }

    /// The second pass. Constants come first: those that are written within instructions get the ids behind them.
    pub(super) fn read_items(&mut self) -> Outcome<()> {
        let Items { constants, globals, others } = std::mem::take(&mut self.items);
        self.stated_constants = constants.len() as u32;
        self.read_constants(&constants)?;
        for (id, start) in self.module.globals.ids().zip(globals) {
            self.cursor.go_to(start);
            self.read_global(id)?;
        }
        for start in others {
            self.cursor.go_to(start);
            self.read_list_or_name()?;
        }
        for id in self.module.functions.ids() {
            self.read_body(id)?;
        }
        Ok(())
    }

    fn read_list_or_name(&mut self) -> Outcome<()> {
        let keyword = self.cursor.word("an item")?;
        if keyword == "name" {
            let place = self.cursor.place();
            let name = self.cursor.new_name("another name of a function, such as `@f`")?.into_owned();
            self.cursor.expect_mark('=')?;
            let id = self.function()?;
            if self.module.by_name.insert(name, id).is_some() {
                return Err(Problem::new(place, "there is a function of that name already"));
            }
            return self.cursor.end_line();
        }
        self.cursor.expect_mark('[')?;
        while !self.cursor.eat_mark(']') {
            let id = self.function()?;
            let list = if keyword == "constructors" {
                &mut self.module.constructors
            } else {
                &mut self.module.destructors
            };
            list.push(id);
        }
        self.cursor.end_line()
    }

    /// The name of a function that exists.
    pub(super) fn function(&mut self) -> Outcome<FuncId> {
        let place = self.cursor.place();
        let symbol = self.cursor.symbol("the name of a function, such as `@f`")?;
        match self.named(&symbol, place)? {
            Named::Function(id) if symbol.offset.is_none() && symbol.label.is_none() => Ok(id),
            _ => Err(Problem::new(place, format!("@{} is not a function here", symbol.name))),
        }
    }

    pub(super) fn named(&self, symbol: &Symbol<'_>, place: TextPos) -> Outcome<Named> {
        let name = &symbol.name;
        let known = self.names.get(&**name).map_or(&[][..], Vec::as_slice);
        match (symbol.id, known) {
            (_, []) => Err(Problem::new(place, format!("there is no function or global called @{name}"))),
            (None, [only]) => Ok(*only),
            (None, [first, ..]) => {
                let message = format!("there are several called @{name}: say which, as in `@{name}#{first}`");
                Err(Problem::new(place, message))
            }
            (Some(id), _) => known
                .iter()
                .find(|named| named.to_string() == id)
                .copied()
                .ok_or_else(|| Problem::new(place, format!("{id} is not called @{name}"))),
        }
    }

    /// The source position of a line; it has no line number if the text gives none.
    pub(super) fn location(&mut self, line: u32) -> Option<SourceLoc> {
        let location = self.cursor.take_location(line)?;
        let files = &mut self.module.files;
        let file = match self.files.get(&*location.file) {
            Some(known) => *known,
            None => {
                let id = files.push(location.file.to_string());
                self.files.insert(location.file.into_owned(), id);
                id
            }
        };
        Some(SourceLoc { file, line: location.line, column: location.column })
    }

    pub(super) fn location_or_none(&mut self, line: u32) -> SourceLoc {
        self.location(line).unwrap_or(SourceLoc { file: FileId(0), line: 0, column: 0 })
    }

    pub(super) fn intern_text(&mut self, text: String) -> TextId {
        let texts = &mut self.module.texts;
        *self.texts.entry(text).or_insert_with_key(|text| texts.push(text.clone()))
    }
}
