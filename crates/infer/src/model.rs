//! What a segment computes: polynomials of its inputs, one or several.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a coefficient stands before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Term {
    One,
    Input(usize),
    /// Of two inputs, the first not behind the second.
    Product(usize, usize),
}

impl Term {
    /// Its value; nothing where that does not fit.
    pub fn eval(self, inputs: &[i64]) -> Option<i128> {
        match self {
            Term::One => Some(1),
            Term::Input(at) => inputs.get(at).map(|&value| value.into()),
            Term::Product(a, b) => i128::from(*inputs.get(a)?).checked_mul((*inputs.get(b)?).into()),
        }
    }
}

/// A sum of terms; coefficients are not zero, terms are sorted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Polynomial(pub Vec<(Term, i64)>);

impl Polynomial {
    /// Its value in integers without end; nothing where 128 bits do not hold it.
    pub fn eval(&self, inputs: &[i64]) -> Option<i128> {
        self.0.iter().try_fold(0, |sum: i128, &(term, factor)| {
            sum.checked_add(term.eval(inputs)?.checked_mul(factor.into())?)
        })
    }

    pub fn is_linear(&self) -> bool {
        self.0.iter().all(|(term, _)| !matches!(term, Term::Product(..)))
    }

    /// The inputs that it depends on.
    pub fn inputs(&self) -> Vec<usize> {
        let mut inputs: Vec<usize> = self
            .0
            .iter()
            .flat_map(|&(term, _)| match term {
                Term::One => vec![],
                Term::Input(at) => vec![at],
                Term::Product(a, b) => vec![a, b],
            })
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }
}

/// What decides between the pieces of a model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Feature {
    Input(usize),
    /// The first input minus the second.
    Difference(usize, usize),
}

impl Feature {
    pub fn eval(self, inputs: &[i64]) -> i128 {
        match self {
            Feature::Input(at) => inputs[at].into(),
            Feature::Difference(a, b) => i128::from(inputs[a]) - i128::from(inputs[b]),
        }
    }
}

/// A transfer function.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Model {
    Whole(Polynomial),
    Pieces {
        feature: Feature,
        /// Each piece with the largest value of the feature that belongs to it, which rises.
        lower: Vec<(Polynomial, i128)>,
        /// Beyond all of these.
        last: Polynomial,
    },
}

/// The names that models have in the paper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Constant,
    SimpleLinear,
    MultipleLinear,
    Polynomial,
    Piecewise,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Constant => "constant",
            Kind::SimpleLinear => "simple linear",
            Kind::MultipleLinear => "multiple linear",
            Kind::Polynomial => "polynomial",
            Kind::Piecewise => "piecewise linear",
        }
    }
}

impl Model {
    /// Its value; nothing where 128 bits do not hold it.
    pub fn eval(&self, inputs: &[i64]) -> Option<i128> {
        self.piece(inputs).eval(inputs)
    }

    /// The polynomial that holds for these inputs.
    pub fn piece(&self, inputs: &[i64]) -> &Polynomial {
        match self {
            Model::Whole(polynomial) => polynomial,
            Model::Pieces { feature, lower, last } => {
                let value = feature.eval(inputs);
                lower.iter().find(|&&(_, largest)| value <= largest).map_or(last, |(piece, _)| piece)
            }
        }
    }

    /// May the value change with an input?
    pub fn depends_on(&self, input: usize) -> bool {
        let of = |polynomial: &Polynomial| polynomial.inputs().contains(&input);
        match self {
            Model::Whole(polynomial) => of(polynomial),
            Model::Pieces { feature, lower, last } => {
                let decides = match *feature {
                    Feature::Input(at) => at == input,
                    Feature::Difference(a, b) => a == input || b == input,
                };
                decides || of(last) || lower.iter().any(|(piece, _)| of(piece))
            }
        }
    }

    pub fn kind(&self) -> Kind {
        match self {
            Model::Pieces { .. } => Kind::Piecewise,
            Model::Whole(polynomial) if !polynomial.is_linear() => Kind::Polynomial,
            Model::Whole(polynomial) => match polynomial.inputs().len() {
                0 => Kind::Constant,
                1 => Kind::SimpleLinear,
                _ => Kind::MultipleLinear,
            },
        }
    }

    /// With the names of inputs: `2*b + c`, or `b - c <= 0 ? b : c`.
    pub fn text(&self, names: &[String]) -> String {
        Text { model: self, names }.to_string()
    }
}

/// A model with the names of its inputs, to be printed.
struct Text<'a> {
    model: &'a Model,
    names: &'a [String],
}

impl Text<'_> {
    fn polynomial(&self, polynomial: &Polynomial) -> String {
        let mut text = String::new();
        // The constant goes last, as one writes it.
        let (ones, others): (Vec<_>, Vec<_>) =
            polynomial.0.iter().copied().partition(|&(term, _)| term == Term::One);
        for (term, factor) in others.into_iter().chain(ones) {
            let sign = match (text.is_empty(), factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let size = factor.unsigned_abs();
            let product = match (term, size) {
                (Term::One, size) => size.to_string(),
                (Term::Input(at), 1) => self.names[at].clone(),
                (Term::Input(at), size) => format!("{size}*{}", self.names[at]),
                (Term::Product(a, b), 1) => format!("{}*{}", self.names[a], self.names[b]),
                (Term::Product(a, b), size) => format!("{size}*{}*{}", self.names[a], self.names[b]),
            };
            text += sign;
            text += &product;
        }
        if text.is_empty() { "0".to_string() } else { text }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.model {
            Model::Whole(polynomial) => f.write_str(&self.polynomial(polynomial)),
            Model::Pieces { feature, lower, last } => {
                let feature = match *feature {
                    Feature::Input(at) => self.names[at].clone(),
                    Feature::Difference(a, b) => format!("{} - {}", self.names[a], self.names[b]),
                };
                for (piece, largest) in lower {
                    write!(f, "{feature} <= {largest} ? {} : ", self.polynomial(piece))?;
                }
                f.write_str(&self.polynomial(last))
            }
        }
    }
}
