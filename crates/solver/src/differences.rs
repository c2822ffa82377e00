//! Bounds on differences of whole numbers: `x - y <= c`.
//!
//! The system holds values that satisfy all its bounds. A further bound is met by lowering values as little as possible,
//! or refused with the bounds that contradict it; each value is lowered at most once, in the order in which Dijkstra's
//! algorithm would visit them (Cotton and Maler, "Fast and flexible difference constraint propagation for DPLL(T)").
//!
//! Number 0 stands for zero: its value may be lowered like any other, and only differences mean something.
//!
//! Where lowering is not what is wanted, the system may be told to raise values instead: it then works on their negatives.

use bowline_base::FxHashMap;

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
    /// The tightest between two numbers.
    bounds: Vec<Bound<T>>,
    places: FxHashMap<(usize, usize), usize>,
    /// By number: the bounds that it is the lower end of.
    above: Vec<Vec<usize>>,
    raises: bool,
}

impl<T: Copy> Differences<T> {
    /// The number zero alone. Values are raised to meet bounds, or lowered.
    pub fn new(raises: bool) -> Self {
        Self {
            values: vec![0],
            bounds: Vec::new(),
            places: FxHashMap::default(),
            above: vec![Vec::new()],
            raises,
        }
    }

    pub const ZERO: usize = 0;

    /// One more number, with its value.
    pub fn add_number(&mut self, value: i128) -> usize {
        self.values.push(if self.raises { -value } else { value });
        self.above.push(Vec::new());
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
    pub fn tightest(&self, upper: usize, lower: usize) -> Option<(i128, Vec<T>)> {
        let (upper, lower) = if self.raises { (lower, upper) } else { (upper, lower) };
        let count = self.values.len();
        // How much room bounds leave on the way from `lower`: shortest paths over what the values leave of each bound, which is never negative.
        let mut room: Vec<Option<i128>> = vec![None; count];
        let mut because: Vec<Option<usize>> = vec![None; count];
        let mut done = vec![false; count];
        room[lower] = Some(0);
        while let Some((so_far, number)) =
            (0..count).filter(|&n| !done[n]).filter_map(|n| Some((room[n]?, n))).min()
        {
            done[number] = true;
            if number == upper {
                break;
            }
            for &place in &self.above[number] {
                let bound = &self.bounds[place];
                let there = so_far - self.excess(bound);
                if room[bound.upper].is_none_or(|known| there < known) {
                    room[bound.upper] = Some(there);
                    because[bound.upper] = Some(place);
                }
            }
        }
        let most = self.values[upper] - self.values[lower] + room[upper]?;
        let mut causes = Vec::new();
        let mut number = upper;
        while let Some(place) = because[number].filter(|_| number != lower) {
            causes.push(self.bounds[place].cause);
            number = self.bounds[place].lower;
        }
        Some((most, causes))
    }

    /// Adds a bound and changes values to meet it. The error lists the causes of bounds that contradict it; the
    /// system is as before then.
    pub fn add(&mut self, bound: Bound<T>) -> Result<(), Vec<T>> {
        let bound = self.kept(bound);
        if self.excess(&bound) > 0 {
            self.values = self.lowered(&bound)?;
        }
        self.keep(bound);
        Ok(())
    }

    fn keep(&mut self, bound: Bound<T>) {
        let place = *self.places.entry((bound.upper, bound.lower)).or_insert(self.bounds.len());
        match self.bounds.get_mut(place) {
            Some(known) if known.most <= bound.most => {}
            Some(known) => *known = bound,
            None => {
                self.above[bound.lower].push(place);
                self.bounds.push(bound);
            }
        }
    }

    fn lowered(&self, added: &Bound<T>) -> Result<Vec<i128>, Vec<T>> {
        let count = self.values.len();
        let mut values = self.values.clone();
        // By how much each number must go down at least, as far as is known, and because of which bound.
        let mut lower_by = vec![0; count];
        let mut because: Vec<Option<usize>> = vec![None; count];
        let mut done = vec![false; count];
        lower_by[added.upper] = self.excess(added);
        while let Some(number) =
            (0..count).filter(|&n| lower_by[n] > 0 && !done[n]).max_by_key(|&n| lower_by[n])
        {
            if number == added.lower {
                return Err(self.cycle(added, &because));
            }
            values[number] -= lower_by[number];
            done[number] = true;
            for &place in &self.above[number] {
                let bound = &self.bounds[place];
                let needed = self.values[bound.upper] - values[number] - bound.most;
                if !done[bound.upper] && needed > lower_by[bound.upper] {
                    lower_by[bound.upper] = needed;
                    because[bound.upper] = Some(place);
                }
            }
        }
        Ok(values)
    }

    /// The bounds that lead from the added one around to its lower end.
    fn cycle(&self, added: &Bound<T>, because: &[Option<usize>]) -> Vec<T> {
        let mut causes = Vec::new();
        let mut number = added.lower;
        while number != added.upper {
            let Some(place) = because[number] else { break };
            causes.push(self.bounds[place].cause);
            number = self.bounds[place].lower;
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
