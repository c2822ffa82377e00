//! What is asked about a function without a body, and what running it has told: the request and the response of the paper, for calls.
//!
//! A [`Request`] is the call with its argument set-up: what the caller always passes is fixed, everything else varies. The response, a [`CallModel`], has the
//! outputs in terms of [`Input`]s: values of numbers and lengths of texts. Plain data; who runs the function is in the `native` crate.
//!
//! The invariant: a model speaks only of arguments within [`CallModel::ranges`], of pointers that are not NULL, and of objects that are apart.

use crate::model::{Model, Polynomial, Term};
use crate::sample::Range;
use crate::trust::Trust;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// What a call passes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Argument {
    /// Any number of so many bits.
    Number { bits: u16 },
    /// Always this one.
    Fixed { bits: u16, value: i64 },
    /// A pointer to any text, with room behind it.
    Text,
    /// A pointer to this text, which is constant.
    FixedText(Vec<u8>),
    /// A pointer to so many numbers of 4 or 8 bytes each.
    Words { bytes: u8, count: u8 },
    /// A pointer that is NULL.
    Null,
}

impl Argument {
    pub const fn is_pointer(&self) -> bool {
        matches!(self, Argument::Text | Argument::FixedText(_) | Argument::Words { .. })
    }
}

/// A call that is to be measured.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Request {
    pub function: String,
    pub arguments: Vec<Argument>,
    /// Bits of the result; 0 for none.
    pub result: u16,
    /// Bytes that texts are made of.
    pub alphabet: Vec<u8>,
}

/// Something of the arguments that outputs may depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Input {
    /// Of the argument with this number.
    Value(usize),
    /// Of the text behind it.
    Length(usize),
    /// Of the numbers behind it.
    Word { argument: usize, index: usize },
}

impl Input {
    pub const fn argument(self) -> usize {
        match self {
            Input::Value(argument) | Input::Length(argument) | Input::Word { argument, .. } => argument,
        }
    }
}

/// What is known of an output.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Gives {
    /// It is this.
    Exactly(Model),
    /// It depends on what the texts hold, and lies between these.
    Between {
        low: Option<Polynomial>,
        high: Option<Polynomial>,
        /// All numbers between are given for some contents.
        reaches_all: bool,
    },
    /// Each of these numbers is given for some contents of the text behind this argument; so are perhaps others.
    Written { argument: usize, numbers: Range },
    /// Nothing is known.
    Anything,
}

/// What a call returns.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Returns {
    Nothing,
    Number(Gives),
    /// So many bytes behind where this argument points to, or NULL if that is said.
    Inside {
        argument: usize,
        offset: Gives,
        or_null: bool,
    },
}

/// What a call leaves behind an argument that is a pointer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Written {
    pub argument: usize,
    /// The bytes that may be changed, from the pointer on.
    pub bytes: Gives,
    /// Of [`Argument::Words`]: each of them afterwards, where that is known.
    pub words: Vec<Option<Model>>,
}

/// A response.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CallModel {
    pub inputs: Vec<Input>,
    /// Of the inputs, one each.
    pub ranges: Vec<Range>,
    pub returns: Returns,
    /// What errno is set to; none if it stays as it is.
    pub errno: Option<Gives>,
    pub written: Vec<Written>,
    /// Arguments that must not be NULL: the function crashes.
    pub refuses_null: Vec<usize>,
    /// It keeps something for later calls: what it gives is no function of its arguments alone.
    pub remembers: bool,
    pub runs: usize,
    pub trust: Trust,
}

impl CallModel {
    /// Is anything known of the result?
    pub fn says_something(&self) -> bool {
        !matches!(self.returns, Returns::Nothing | Returns::Number(Gives::Anything))
    }

    /// Is everything that a call does said exactly?
    pub fn is_exact(&self) -> bool {
        let exact = |gives: &Gives| matches!(gives, Gives::Exactly(_));
        let result = match &self.returns {
            Returns::Nothing => true,
            Returns::Number(gives) => exact(gives),
            Returns::Inside { offset, or_null, .. } => exact(offset) && !or_null,
        };
        let written =
            |written: &Written| !written.words.is_empty() && written.words.iter().all(Option::is_some);
        result && !self.remembers && self.errno.as_ref().is_none_or(exact) && self.written.iter().all(written)
    }

    /// The numbers behind pointers that a call changes in a known way, with their places.
    fn words(&self) -> impl Iterator<Item = (&Written, usize, &Model)> {
        self.written.iter().flat_map(move |written| {
            let known =
                written.words.iter().enumerate().filter_map(|(index, word)| Some((index, word.as_ref()?)));
            known
                .filter(move |(index, word)| !self.is_kept(written.argument, *index, word))
                .map(move |(index, word)| (written, index, word))
        })
    }

    /// Is a number behind a pointer what it was before?
    pub fn is_kept(&self, argument: usize, index: usize, word: &Model) -> bool {
        let own = Input::Word { argument, index };
        let at = self.inputs.iter().position(|input| *input == own);
        at.is_some_and(|at| *word == Model::Whole(Polynomial(vec![(Term::Input(at), 1)])))
    }

    /// The form of the result, or of what is written where there is none: a name of the paper's, or `bounds`.
    pub fn form(&self) -> &'static str {
        let gives = match &self.returns {
            Returns::Number(gives) | Returns::Inside { offset: gives, .. } => Some(gives),
            Returns::Nothing => self.written.first().map(|written| &written.bytes),
        };
        match gives {
            Some(Gives::Exactly(model)) => model.kind().name(),
            Some(Gives::Between { .. } | Gives::Written { .. }) => "bounds",
            Some(Gives::Anything) => "effects",
            None => "no effect",
        }
    }

    /// `toupper(c) gives c <= 96 ? c : ... (verified up to 512; 180 runs with c from -300 to 2000)`.
    pub fn text(&self, request: &Request, names: &[String]) -> String {
        let name = |input: &Input| match *input {
            Input::Value(at) => names[at].clone(),
            Input::Length(at) => format!("Len({})", names[at]),
            Input::Word { argument, index: 0 } => format!("*{}", names[argument]),
            Input::Word { argument, index } => format!("{}[{index}]", names[argument]),
        };
        let inputs: Vec<String> = self.inputs.iter().map(name).collect();
        let mut text = format!("{}({})", request.function, names.join(", "));
        match &self.returns {
            Returns::Nothing => {}
            Returns::Number(gives) => {
                let _ = write!(text, " gives {}", gives.text(&inputs));
            }
            Returns::Inside { argument, offset, or_null } => {
                let null = if *or_null { "NULL, or " } else { "" };
                let _ = write!(text, " gives {null}{} + {}", names[*argument], offset.text(&inputs));
            }
        }
        if let Some(errno) = &self.errno {
            let _ = write!(text, ", sets errno to {}", errno.text(&inputs));
        }
        for (written, index, word) in self.words() {
            let place = name(&Input::Word { argument: written.argument, index });
            let _ = write!(text, ", leaves {} in {place}", word.text(&inputs));
        }
        for written in self.written.iter().filter(|written| written.words.is_empty()) {
            let _ =
                write!(text, ", writes {} bytes to {}", written.bytes.text(&inputs), names[written.argument]);
        }
        if matches!(self.returns, Returns::Nothing) && self.written.is_empty() && self.errno.is_none() {
            text += " changes nothing";
        }
        let ranges: Vec<String> = inputs
            .iter()
            .zip(&self.ranges)
            .map(|(name, range)| format!("{name} from {} to {}", range.low, range.high))
            .collect();
        let with = if ranges.is_empty() { String::new() } else { format!(" with {}", ranges.join(", ")) };
        let _ = write!(text, " ({}; {} runs{with})", self.trust, self.runs);
        text
    }
}

impl Gives {
    fn text(&self, names: &[String]) -> String {
        let bound = |polynomial: &Polynomial| Model::Whole(polynomial.clone()).text(names);
        match self {
            Gives::Exactly(model) => model.text(names),
            Gives::Between { low: None, high: None, .. } | Gives::Anything => "something".to_string(),
            Gives::Between { low: Some(low), high: None, .. } => format!("at least {}", bound(low)),
            Gives::Between { low: None, high: Some(high), .. } => format!("at most {}", bound(high)),
            Gives::Between { low: Some(low), high: Some(high), .. } => {
                format!("something from {} to {}", bound(low), bound(high))
            }
            Gives::Written { numbers, .. } => {
                format!("any number from {} to {} that the text may be", numbers.low, numbers.high)
            }
        }
    }
}

/// An input and a small number: what bounds are made of.
pub fn bound(input: Option<usize>, more: i64) -> Polynomial {
    let mut terms = Vec::new();
    if more != 0 {
        terms.push((Term::One, more));
    }
    terms.extend(input.map(|at| (Term::Input(at), 1)));
    Polynomial(terms)
}
