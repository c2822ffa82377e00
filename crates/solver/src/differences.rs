//! Bounds on differences of whole numbers: `x - y <= c`.
//!
//! The system holds values that satisfy all its bounds. A further bound is met by lowering values as little as possible,
//! or refused with the bounds that contradict it; each value is lowered at most once, in the order in which Dijkstra's
//! algorithm would visit them (Cotton and Maler, "Fast and flexible difference constraint propagation for DPLL(T)").
//!
//! Number 0 stands for zero: its value may be lowered like any other, and only differences mean something.
//!
//! Where lowering is not what is wanted, the system may be told to raise values instead: it then works on their negatives.

/// `upper - lower <= most`, and whatever it came from.
#[derive(Clone, Copy, Debug)]
pub struct Bound<T> {
    pub upper: usize,
    pub lower: usize,
    pub most: i128,
    pub cause: T,
}

pub struct Differences<T> {
    values: Vec<i128>,
    /// Each with the place of the next one that has the same lower end, plus one; 0 for none.
    bounds: Vec<(Bound<T>, usize)>,
    /// By number: the first bound that it is the lower end of, plus one.
    above: Vec<usize>,
    raises: bool,
    /// Of the last search, to be used again.
    visits: Vec<Visit>,
}

/// What a search knows of a number.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// By how much it goes down at least; or, where the tightest bound is looked for, how much room is left on the way to it.
    by: Option<i128>,
    /// The place of the bound that says so.
    because: usize,
    is_done: bool,
}

impl<T: Copy> Differences<T> {
    /// The number zero alone. Values are raised to meet bounds, or lowered.
    pub fn new(raises: bool) -> Self {
        Self { values: vec![0], bounds: Vec::new(), above: vec![0], raises, visits: Vec::new() }
    }

    pub const ZERO: usize = 0;

    /// One more number, with its value.
    pub fn add_number(&mut self, value: i128) -> usize {
        self.values.push(if self.raises { -value } else { value });
        self.above.push(0);
        self.values.len() - 1
    }

    pub fn value(&self, number: usize) -> i128 {
        let value = self.values[number] - self.values[Self::ZERO];
        if self.raises { -value } else { value }
    }

    /// A bound as one on the values that are kept.
    fn kept(&self, bound: Bound<T>) -> Bound<T> {
        match self.raises {
            true => Bound { upper: bound.lower, lower: bound.upper, ..bound },
            false => bound,
        }
    }

    fn excess(&self, bound: &Bound<T>) -> i128 {
        self.values[bound.upper] - self.values[bound.lower] - bound.most
    }

    /// Adds a bound that the values satisfy already; false if they do not.
    pub fn add_satisfied(&mut self, bound: Bound<T>) -> bool {
        let bound = self.kept(bound);
        let holds = self.excess(&bound) <= 0;
        if holds {
            self.keep(bound);
        }
        holds
    }

    /// The tightest bound on `upper - lower` that follows from all, with the causes of those it follows from; nothing where there is none.
    pub fn tightest(&mut self, upper: usize, lower: usize) -> Option<(i128, Vec<T>)> {
        let (upper, lower) = if self.raises { (lower, upper) } else { (upper, lower) };
        // How much room bounds leave on the way from `lower`: shortest paths over what the values leave of each bound, which is never negative.
        let mut visits = self.begin_visits();
        visits[lower].by = Some(0);
        let open = |visits: &[Visit]| {
            let open = visits.iter().enumerate().filter(|(_, visit)| !visit.is_done);
            open.filter_map(|(number, visit)| Some((visit.by?, number))).min()
        };
        while let Some((so_far, number)) = open(&visits) {
            visits[number].is_done = true;
            if number == upper {
                break;
            }
            for (place, bound) in self.bounds_above(number) {
                let there = so_far - self.excess(bound);
                let visit = &mut visits[bound.upper];
                if visit.by.is_none_or(|known| there < known) {
                    *visit = Visit { by: Some(there), because: place, ..*visit };
                }
            }
        }
        let room = visits[upper].by;
        let causes = if room.is_some() { self.causes(&visits, upper, lower) } else { Vec::new() };
        self.visits = visits;
        Some((self.values[upper] - self.values[lower] + room?, causes))
    }

    /// Adds a bound and changes values to meet it. The error lists the causes of bounds that contradict it; the
    /// system is as before then.
    pub fn add(&mut self, bound: Bound<T>) -> Result<(), Vec<T>> {
        let bound = self.kept(bound);
        if self.excess(&bound) > 0 {
            self.lower(&bound)?;
        }
        self.keep(bound);
        Ok(())
    }

    fn keep(&mut self, bound: Bound<T>) {
        let first = &mut self.above[bound.lower];
        self.bounds.push((bound, *first));
        *first = self.bounds.len();
    }

    /// The bounds that a number is the lower end of, with their places.
    fn bounds_above(&self, number: usize) -> impl Iterator<Item = (usize, &Bound<T>)> {
        let mut next = self.above[number];
        std::iter::from_fn(move || {
            let place = next.checked_sub(1)?;
            let (bound, after) = &self.bounds[place];
            next = *after;
            Some((place, bound))
        })
    }

    /// One for each number, as nothing is known of it.
    fn begin_visits(&mut self) -> Vec<Visit> {
        let mut visits = std::mem::take(&mut self.visits);
        visits.clear();
        visits.resize(self.values.len(), Visit::default());
        visits
    }

    fn lower(&mut self, added: &Bound<T>) -> Result<(), Vec<T>> {
        let mut visits = self.begin_visits();
        visits[added.upper].by = Some(self.excess(added));
        let open = |visits: &[Visit]| {
            let open = visits.iter().enumerate().filter(|(_, visit)| !visit.is_done);
            open.filter_map(|(number, visit)| Some((visit.by?, number))).max()
        };
        while let Some((by, number)) = open(&visits) {
            if number == added.lower {
                let causes = self.causes(&visits, added.lower, added.upper);
                self.visits = visits;
                return Err(causes);
            }
            visits[number].is_done = true;
            for (place, bound) in self.bounds_above(number) {
                let needed = self.excess(bound) + by;
                let visit = &mut visits[bound.upper];
                if !visit.is_done && needed > visit.by.unwrap_or(0) {
                    *visit = Visit { by: Some(needed), because: place, is_done: false };
                }
            }
        }
        for (value, visit) in self.values.iter_mut().zip(&visits) {
            *value -= visit.by.unwrap_or(0);
        }
        self.visits = visits;
        Ok(())
    }

    /// The causes of the bounds that led from one number to another.
    fn causes(&self, visits: &[Visit], mut to: usize, from: usize) -> Vec<T> {
        let mut causes = Vec::new();
        while to != from {
            let bound = &self.bounds[visits[to].because].0;
            causes.push(bound.cause);
            to = bound.lower;
        }
        causes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;

    /// Is there a solution within `0..limit`, with number zero at 0..limit too? By trying all.
    fn satisfiable(bounds: &[Bound<usize>], count: usize, limit: i128) -> bool {
        let total = (limit as usize).pow(count as u32);
        (0..total).any(|mut code| {
            let mut values = vec![0; count];
            for value in &mut values {
                *value = (code % limit as usize) as i128;
                code /= limit as usize;
            }
            bounds.iter().all(|bound| values[bound.upper] - values[bound.lower] <= bound.most)
        })
    }

    #[test]
    fn answers_are_those_of_trying_all() {
        let (mut refused, mut met) = (0, 0);
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let mut system = Differences::new(seed % 2 == 1);
            for _ in 0..3 {
                system.add_number(0);
            }
            let mut kept: Vec<Bound<usize>> = Vec::new();
            for cause in 0..10 {
                let (upper, lower) = (rng.below(4) as usize, rng.below(4) as usize);
                if upper == lower {
                    continue;
                }
                let bound = Bound { upper, lower, most: rng.below(5) as i128 - 2, cause };
                let mut all = kept.clone();
                all.push(bound);
                // Four numbers and differences of at most 2: a solution fits into 7 values.
                let possible = satisfiable(&all, 4, 7);
                if let Some((most, _)) = system.tightest(upper, lower) {
                    let beyond = Bound { upper: lower, lower: upper, most: -most - 1, cause };
                    let at = Bound { most: -most, ..beyond };
                    let with = |one: Bound<usize>| [kept.clone(), vec![one]].concat();
                    assert!(
                        !satisfiable(&with(beyond), 4, 13) && satisfiable(&with(at), 4, 13),
                        "seed {seed}"
                    );
                }
                match system.add(bound) {
                    Ok(()) => {
                        met += 1;
                        assert!(possible, "seed {seed}: {all:?}");
                        let holds = |bound: &Bound<usize>| {
                            system.value(bound.upper) - system.value(bound.lower) <= bound.most
                        };
                        assert!(all.iter().all(holds), "seed {seed}");
                        kept = all;
                    }
                    Err(causes) => {
                        refused += 1;
                        assert!(!possible, "seed {seed}: {all:?}");
                        let mut core: Vec<Bound<usize>> =
                            kept.iter().filter(|bound| causes.contains(&bound.cause)).copied().collect();
                        assert_eq!(core.len(), causes.len());
                        core.push(bound);
                        assert!(!satisfiable(&core, 4, 7), "seed {seed}: {core:?} is no contradiction");
                    }
                }
            }
        }
        assert!(refused > 300 && met > 1000, "{refused} {met}");
    }
}
