//! The simplest model that fits points exactly.
//!
//! Tried in the order of the paper: a constant, linear in one input, linear in several, a polynomial of degree 2, and linear pieces. The
//! pieces lie one after the other along a [`Feature`]; where one ends and the next begins is only known to lie between two points.

use crate::eliminate::Equations;
use crate::model::{Feature, Model, Polynomial, Term};

/// One run of a segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    pub inputs: Vec<i64>,
    pub output: i64,
}

/// Pieces that a model may have.
const MAX_PIECES: usize = 5;

/// Points beyond those that determine a polynomial which must fit it, too: fewer would be no evidence.
const EVIDENCE: usize = 2;

/// What points tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fit {
    /// The simplest model that goes through all of them.
    Model(Model),
    /// Pieces might, but some have too few points to tell: stretches of features in which more are needed, the most promising first.
    Thin(Vec<Stretch>),
    Nothing,
}

/// Values of a feature, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    pub feature: Feature,
    pub low: i128,
    pub high: i128,
}

/// The simplest model that fits all points.
pub fn fit(points: &[Point]) -> Fit {
    let Some(count) = points.first().map(|point| point.inputs.len()) else { return Fit::Nothing };
    let linear = linear_terms(count);
    let whole = |terms: &[Term]| through(points.iter(), terms).map(Model::Whole);
    let found = whole(&[Term::One])
        .or_else(|| (0..count).find_map(|at| whole(&[Term::One, Term::Input(at)])))
        .or_else(|| whole(&linear))
        .or_else(|| whole(&quadratic_terms(count)));
    found.map_or_else(|| pieces(points, &linear), Fit::Model)
}

fn linear_terms(count: usize) -> Vec<Term> {
    std::iter::once(Term::One).chain((0..count).map(Term::Input)).collect()
}

fn quadratic_terms(count: usize) -> Vec<Term> {
    let products = (0..count).flat_map(|a| (a..count).map(move |b| Term::Product(a, b)));
    linear_terms(count).into_iter().chain(products).collect()
}

/// The polynomial over some terms that goes through all points, if there are enough of them.
fn through<'a>(points: impl Iterator<Item = &'a Point> + Clone, terms: &[Term]) -> Option<Polynomial> {
    let mut equations = Equations::new(terms.len());
    let mut seen = 0;
    for point in points.clone() {
        seen += 1;
        if !equations.add(&values(terms, point)?, point.output.into()) {
            return None;
        }
    }
    if seen < equations.rank() + EVIDENCE {
        return None;
    }
    let polynomial = polynomial(terms, &equations);
    // Found modulo a prime; whether it holds in integers is seen here.
    let holds = |point: &Point| polynomial.eval(&point.inputs) == Some(point.output.into());
    points.into_iter().all(holds).then_some(polynomial)
}

fn values(terms: &[Term], point: &Point) -> Option<Vec<i128>> {
    terms.iter().map(|term| term.eval(&point.inputs)).collect()
}

fn polynomial(terms: &[Term], equations: &Equations) -> Polynomial {
    let solution = equations.solution();
    Polynomial(terms.iter().copied().zip(solution).filter(|&(_, factor)| factor != 0).collect())
}

/// Linear pieces along the feature that needs the fewest.
fn pieces(points: &[Point], terms: &[Term]) -> Fit {
    let count = terms.len() - 1;
    let inputs = (0..count).map(Feature::Input);
    let differences = (0..count).flat_map(|a| (a + 1..count).map(move |b| Feature::Difference(a, b)));
    let mut best: Option<(usize, Model)> = None;
    let mut thin: Vec<(usize, Stretch)> = Vec::new();
    for feature in inputs.chain(differences) {
        match pieces_along(points, terms, feature) {
            Along::Pieces(lower, last) => {
                if best.as_ref().is_none_or(|(fewest, _)| lower.len() < *fewest) {
                    best = Some((lower.len(), Model::Pieces { feature, lower, last }));
                }
            }
            Along::Thin { explained, low, high } => thin.push((explained, Stretch { feature, low, high })),
            Along::Nothing => {}
        }
    }
    if let Some((_, model)) = best {
        return Fit::Model(model);
    }
    thin.sort_by_key(|&(explained, _)| std::cmp::Reverse(explained));
    if thin.is_empty() {
        Fit::Nothing
    } else {
        Fit::Thin(thin.into_iter().map(|(_, stretch)| stretch).collect())
    }
}

/// What there is along one feature.
enum Along {
    Pieces(Vec<(Polynomial, i128)>, Polynomial),
    /// Behind some points that are explained, a stretch has too few of them.
    Thin {
        explained: usize,
        low: i128,
        high: i128,
    },
    Nothing,
}

/// Goes along a feature and starts a new piece where a point does not fit the one before. Points of one value stay together.
fn pieces_along(points: &[Point], terms: &[Term], feature: Feature) -> Along {
    let at = |point: &Point| feature.eval(&point.inputs);
    let mut sorted: Vec<&Point> = points.iter().collect();
    sorted.sort_by_key(|point| at(point));
    let mut lower = Vec::new();
    let mut rest = sorted.as_slice();
    while lower.len() < MAX_PIECES {
        let Some(piece) = longest_piece(rest, terms, &at) else { return Along::Nothing };
        let (before, behind) = rest.split_at(piece.points);
        if piece.points < piece.rank + EVIDENCE {
            // A piece that hardly more points show than it has freedom is guessed.
            let high = behind.first().or(before.last()).map_or(0, |point| at(point));
            return Along::Thin { explained: points.len() - rest.len(), low: at(rest[0]), high };
        }
        let (Some(last), false) = (before.last(), behind.is_empty()) else {
            return Along::Pieces(lower, piece.polynomial);
        };
        lower.push((piece.polynomial, at(last)));
        rest = behind;
    }
    Along::Nothing
}

/// A polynomial through the first points of several.
struct Piece {
    polynomial: Polynomial,
    points: usize,
    rank: usize,
}

/// A piece through as many of the first points as possible.
fn longest_piece(points: &[&Point], terms: &[Term], at: &dyn Fn(&Point) -> i128) -> Option<Piece> {
    let mut equations = Equations::new(terms.len());
    let mut taken = 0;
    for group in points.chunk_by(|a, b| at(a) == at(b)) {
        let mut more = equations.clone();
        let fits = |point: &&Point| {
            values(terms, point).is_some_and(|values| more.add(&values, point.output.into()))
        };
        if !group.iter().all(fits) {
            break;
        }
        equations = more;
        taken += group.len();
    }
    let polynomial = polynomial(terms, &equations);
    let rank = equations.rank();
    // Few points may be met by numbers that are no integers: more of them will tell.
    let holds = |point: &&Point| polynomial.eval(&point.inputs) == Some(point.output.into());
    let is_sound = taken < rank + EVIDENCE || points[..taken].iter().all(holds);
    (taken > 0 && is_sound).then_some(Piece { polynomial, points: taken, rank })
}
