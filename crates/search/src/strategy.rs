//! The strategies by name.

use crate::Searcher;
use crate::in_line::{InLine, Order};
use crate::interleaved::Interleaved;
use crate::new_code::NewCode;
use crate::nurs::Nurs;
use crate::nurs::covnew::Covnew;
use crate::nurs::depth::Depth;
use crate::nurs::icnt::Icnt;
use crate::nurs::md2u::Md2u;
use crate::nurs::qc::QueryCost;
use crate::random_path::RandomPath;
use crate::random_state::RandomState;
use crate::to_end::ToEnd;
use bowline_base::Rng;
use std::fmt;
use std::str::FromStr;

/// See the table of the crate's documentation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// `to-end` reaches what is behind long loops, `nurs:covnew` pushes on where it is worth it, and both wait while there is something new at hand.
    #[default]
    NewCode,
    Dfs,
    Bfs,
    RandomState,
    RandomPath,
    ToEnd,
    NursCovnew,
    NursMd2u,
    NursDepth,
    NursIcnt,
    NursQc,
    /// They take turns, pick by pick. None at all means the default.
    Interleaved(Vec<Strategy>),
}

const NAMES: [(&str, Strategy); 11] = [
    ("new-code", Strategy::NewCode),
    ("dfs", Strategy::Dfs),
    ("bfs", Strategy::Bfs),
    ("random-state", Strategy::RandomState),
    ("random-path", Strategy::RandomPath),
    ("to-end", Strategy::ToEnd),
    ("nurs:covnew", Strategy::NursCovnew),
    ("nurs:md2u", Strategy::NursMd2u),
    ("nurs:depth", Strategy::NursDepth),
    ("nurs:icnt", Strategy::NursIcnt),
    ("nurs:qc", Strategy::NursQc),
];

/// A name that is no strategy: the user's mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownStrategy {
    pub name: String,
}

impl fmt::Display for UnknownStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no search strategy; choose among default", self.name)?;
        for (name, _) in NAMES {
            write!(f, ", {name}")?;
        }
        write!(f, ", or several with commas between them to take turns")
    }
}

impl std::error::Error for UnknownStrategy {}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<Self, UnknownStrategy> {
        let mut strategies = Vec::new();
        for name in text.split(',').map(str::trim) {
            match NAMES.into_iter().find(|(known, _)| *known == name) {
                Some((_, strategy)) => strategies.push(strategy),
                None if name == "default" => strategies.push(Strategy::default()),
                None => return Err(UnknownStrategy { name: name.to_string() }),
            }
        }
        match strategies.len() {
            1 => Ok(strategies.remove(0)),
            _ => Ok(Strategy::Interleaved(strategies)),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Strategy::default() {
            return f.write_str("default");
        }
        if let Strategy::Interleaved(strategies) = self {
            for (at, strategy) in strategies.iter().enumerate() {
                write!(f, "{}{strategy}", if at > 0 { "," } else { "" })?;
            }
            return Ok(());
        }
        let named = NAMES.iter().find(|(_, strategy)| strategy == self);
        f.write_str(named.map_or("default", |(name, _)| name))
    }
}

/// A searcher without states.
pub fn make(strategy: &Strategy, seed: u64) -> Box<dyn Searcher> {
    let mut rng = Rng::new(seed);
    match strategy {
        Strategy::NewCode => {
            let turns = Strategy::Interleaved(vec![Strategy::ToEnd, Strategy::NursCovnew]);
            Box::new(NewCode::new(make(&turns, seed)))
        }
        Strategy::Dfs => Box::new(InLine::new(Order::NewestFirst)),
        Strategy::Bfs => Box::new(InLine::new(Order::OldestFirst)),
        Strategy::RandomState => Box::new(RandomState::new(rng)),
        Strategy::RandomPath => Box::new(RandomPath::new(rng)),
        Strategy::ToEnd => Box::new(ToEnd::new(make(&Strategy::RandomPath, seed))),
        Strategy::NursCovnew => Box::new(Nurs::new(Covnew::default(), rng)),
        Strategy::NursMd2u => Box::new(Nurs::new(Md2u::default(), rng)),
        Strategy::NursDepth => Box::new(Nurs::new(Depth, rng)),
        Strategy::NursIcnt => Box::new(Nurs::new(Icnt::default(), rng)),
        Strategy::NursQc => Box::new(Nurs::new(QueryCost, rng)),
        Strategy::Interleaved(strategies) => match strategies.split_first() {
            None => make(&Strategy::default(), seed),
            Some((first, others)) => {
                let first = make(first, rng.next_u64());
                let others = others.iter().map(|strategy| make(strategy, rng.next_u64()));
                Box::new(Interleaved::new(first, others))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_strategies_correspond() {
        for (name, strategy) in NAMES {
            assert_eq!(name.parse(), Ok(strategy.clone()));
            let is_default = strategy == Strategy::default();
            assert_eq!(strategy.to_string(), if is_default { "default" } else { name });
        }
        assert_eq!("default".parse(), Ok(Strategy::default()));
        assert_eq!(Strategy::default().to_string(), "default");
        let list = Strategy::Interleaved(vec![Strategy::Dfs, Strategy::default(), Strategy::NursQc]);
        assert_eq!("dfs, default,nurs:qc".parse(), Ok(list.clone()));
        assert_eq!(list.to_string(), "dfs,default,nurs:qc");
    }

    #[test]
    fn unknown_names_are_explained() {
        for (text, name) in
            [("", ""), ("dfs,", ""), ("nurs", "nurs"), ("bfs,fastest", "fastest"), ("DFS", "DFS")]
        {
            let error = text.parse::<Strategy>().expect_err("this is no strategy");
            assert_eq!(error.name, name);
            assert!(error.to_string().contains("random-path, to-end, nurs:covnew"));
        }
    }
}
