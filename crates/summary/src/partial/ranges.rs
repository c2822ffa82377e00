//! In which part of a text a path can be taken, and how often: from the counters of all paths alone.
//!
//! Iterations are told apart by the path that they take, and their order is not known: each path `p` has been taken `k_p` times. A text is walked over by an
//! index, which path `p` moves by `stride_p`, so that its *distance* from the start is the sum of `stride_p * k_p`. A [`Bound`] is a condition of some
//! of the paths: a sum that path `p` moves by `move_p` has moved less than its `slack`. Every comparison of values that move by constants is one: `n < 10`, where
//! `n` starts at 0, is a bound with slack 10, and `n >= 10`, which is `-n < -9`, one with slack -9.
//!
//! Where a path with a bound is taken, the sum has moved less than the slack, and the distance is so far from what the sum has moved as the other
//! counters allow:
//!
//! * It ends ([`Bound::end`]): `c * distance < slack + sum of max(0, c * stride_p - move_p) * k_p`, for any positive `c`.
//! * It begins ([`Bound::begin`]): `c * distance > -slack - sum of max(0, -move_p - c * stride_p) * k_p`.
//! * No other path raises the sum ([`Bound::balance`]): the whole sum has moved at most to the slack and one step of such a path beyond, if one was taken.
//!
//! These are the cases of the range inference of *S-Looper* (ISSTA 2015): initial values, sums and indices that move differently, and paths that take back what
//! others have added. There a range is a number of characters, wherever they are; here it is where they are, and the number is the balance. So paths with
//! a bound may move differently, which has no range there.

/// A condition of some paths on a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Moves {
    /// How each path moves the sum towards the limit.
    pub by: Vec<i128>,
    /// Is it a condition of the path?
    pub of_path: Vec<bool>,
}

/// `(slack * by + sum of times[p] * k_p) / over`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Limit {
    pub by: i128,
    pub times: Vec<i128>,
    pub over: i128,
}

impl Moves {
    /// Paths with the condition are taken at distances less than this, rounded up.
    pub fn end(&self, strides: &[i128]) -> Limit {
        let (moves, stride) = self.pace(strides, |moves| moves, |best, one| one.0 * best.1 < best.0 * one.1);
        let times = self.by.iter().zip(strides).map(|(&by, &of)| (moves * of - stride * by).max(0));
        Limit { by: stride, times: times.collect(), over: moves }
    }

    /// Paths with the condition are taken at distances greater than this, rounded down.
    pub fn begin(&self, strides: &[i128]) -> Limit {
        let (moves, stride) = self.pace(strides, |moves| -moves, |best, one| one.0 * best.1 > best.0 * one.1);
        let times = self.by.iter().zip(strides).map(|(&by, &of)| -(-stride * by - moves * of).max(0));
        Limit { by: -stride, times: times.collect(), over: moves }
    }

    /// What the sum has moved is at most the slack and this, if some path with the condition was taken; nothing where others raise it, too.
    pub fn balance(&self) -> Option<i128> {
        let mut most = 0;
        for (&by, &has_it) in self.by.iter().zip(&self.of_path) {
            match has_it {
                true => most = most.max(by),
                false if by > 0 => return None,
                false => {}
            }
        }
        Some(most - 1)
    }

    /// Moves of the sum for moves of the index, as those paths have it that move both: one for one where there are none.
    fn pace(
        &self,
        strides: &[i128],
        sign: impl Fn(i128) -> i128,
        is_better: impl Fn((i128, i128), (i128, i128)) -> bool,
    ) -> (i128, i128) {
        let both = self.by.iter().zip(strides).map(|(&by, &stride)| (sign(by), stride));
        let moving = both.filter(|(by, stride)| *by > 0 && *stride > 0);
        moving.reduce(|best, one| if is_better(best, one) { one } else { best }).unwrap_or((1, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::{Limit, Moves};
    use bowline_base::Rng;

    /// A loop whose paths are decided by a letter each and by bounds on sums.
    struct Walk {
        strides: Vec<i128>,
        bounds: Vec<(Moves, i128)>,
    }

    impl Limit {
        /// Twice the limit would be needed for halves; so compared without dividing.
        fn is_above(&self, slack: i128, counts: &[i128], distance: i128) -> bool {
            distance * self.over < self.value(slack, counts)
        }

        fn is_below(&self, slack: i128, counts: &[i128], distance: i128) -> bool {
            distance * self.over > self.value(slack, counts)
        }

        fn value(&self, slack: i128, counts: &[i128]) -> i128 {
            slack * self.by + self.times.iter().zip(counts).map(|(times, count)| times * count).sum::<i128>()
        }
    }

    impl Walk {
        /// Takes any path that may be taken, so many times; where each was taken (path, distance), and how often each.
        fn go(&self, rng: &mut Rng, iterations: usize) -> (Vec<(usize, i128)>, Vec<i128>) {
            let paths = self.strides.len();
            let (mut taken, mut counts, mut distance) = (Vec::new(), vec![0; paths], 0);
            let mut moved = vec![0; self.bounds.len()];
            for _ in 0..iterations {
                let may = |path: usize| {
                    self.bounds
                        .iter()
                        .zip(&moved)
                        .all(|((moves, slack), moved)| !moves.of_path[path] || moved < slack)
                };
                let choices: Vec<usize> = (0..paths).filter(|&path| may(path)).collect();
                let Some(&path) = choices.get(rng.below(choices.len().max(1) as u64) as usize) else { break };
                taken.push((path, distance));
                counts[path] += 1;
                distance += self.strides[path];
                for (moved, (moves, _)) in moved.iter_mut().zip(&self.bounds) {
                    *moved += moves.by[path];
                }
            }
            (taken, counts)
        }

        /// Every walk is within what is inferred; the places of a path that are within it in every walk of so many iterations, at most.
        fn check(&self, rng: &mut Rng) {
            for iterations in 0..60 {
                let (taken, counts) = self.go(rng, iterations);
                for (moves, slack) in &self.bounds {
                    let (end, begin) = (moves.end(&self.strides), moves.begin(&self.strides));
                    for &(path, distance) in taken.iter().filter(|(path, _)| moves.of_path[*path]) {
                        assert!(
                            end.is_above(*slack, &counts, distance),
                            "{moves:?} {slack} {path} {distance} {counts:?}"
                        );
                        assert!(
                            begin.is_below(*slack, &counts, distance),
                            "{moves:?} {slack} {path} {distance}"
                        );
                    }
                    let moved: i128 = moves.by.iter().zip(&counts).map(|(by, count)| by * count).sum();
                    let is_taken = taken.iter().any(|(path, _)| moves.of_path[*path]);
                    if let Some(beyond) = moves.balance().filter(|_| is_taken) {
                        assert!(moved <= slack + beyond, "{moves:?} {slack} {counts:?}");
                    }
                }
            }
        }
    }

    /// `n < 10` of some paths and `n >= 10` of the others, for paths that move `n` so.
    fn limit_of_ten(by: &[i128], below: &[bool]) -> Vec<(Moves, i128)> {
        let lower = Moves { by: by.to_vec(), of_path: below.to_vec() };
        let upper =
            Moves { by: by.iter().map(|by| -by).collect(), of_path: below.iter().map(|is| !is).collect() };
        vec![(lower, 10), (upper, -9)]
    }

    /// Figure 4a: `if (i < 10) ..; else ..; i++`: the first ten characters, and all others.
    #[test]
    fn a_bound_on_the_index_parts_the_text() {
        let walk = Walk { strides: vec![1, 1], bounds: limit_of_ten(&[1, 1], &[true, false]) };
        let (below, above) = (&walk.bounds[0].0, &walk.bounds[1].0);
        assert_eq!(below.end(&walk.strides), Limit { by: 1, times: vec![0, 0], over: 1 });
        assert_eq!(above.begin(&walk.strides), Limit { by: -1, times: vec![0, 0], over: 1 });
        walk.check(&mut Rng::new(1));
    }

    /// Figure 4b: `if (n < 10) n++; else n--; i++`: as many more characters as were taken back, the first path at most ten times more.
    #[test]
    fn what_is_taken_back_is_added_again() {
        let walk = Walk { strides: vec![1, 1], bounds: limit_of_ten(&[1, -1], &[true, false]) };
        let (below, above) = (&walk.bounds[0].0, &walk.bounds[1].0);
        // Each time that it is taken back is one character, and makes room for another.
        assert_eq!(below.end(&walk.strides), Limit { by: 1, times: vec![0, 2], over: 1 });
        assert_eq!(below.balance(), Some(0), "k1 - k2 <= 10");
        assert_eq!(above.balance(), Some(0), "k2 - k1 <= -9, once it is taken back");
        walk.check(&mut Rng::new(2));
    }

    /// Figure 4c: `if (n < 10) n += c == 'a' ? 1 : 2; else n--; i++`: no range there.
    #[test]
    fn paths_with_a_bound_may_move_differently() {
        let walk = Walk { strides: vec![1, 1, 1], bounds: limit_of_ten(&[1, 2, -1], &[true, true, false]) };
        let below = &walk.bounds[0].0;
        assert_eq!(below.end(&walk.strides), Limit { by: 1, times: vec![0, 0, 2], over: 1 });
        assert_eq!(below.balance(), Some(1), "k1 + 2 k2 - k3 <= 11");
        walk.check(&mut Rng::new(3));
    }

    /// Figure 4d, where the path that resets `n` is ruled out: `n++; i++`, nothing is bounded.
    #[test]
    fn nothing_is_bounded_without_a_condition() {
        let moves = Moves { by: vec![1], of_path: vec![false] };
        assert_eq!(moves.balance(), None);
    }

    /// Steps and strides of more than one: `n += 4` for each character, `i += 2`.
    #[test]
    fn a_pace_scales_the_range() {
        let fast = Moves { by: vec![4, 0], of_path: vec![true, false] };
        assert_eq!(fast.end(&[1, 0]), Limit { by: 1, times: vec![0, 0], over: 4 });
        let slow = Moves { by: vec![1, 1], of_path: vec![true, false] };
        assert_eq!(slow.end(&[2, 2]), Limit { by: 2, times: vec![0, 0], over: 1 });
    }

    #[test]
    fn every_walk_is_within_its_ranges() {
        let mut rng = Rng::new(4);
        for _ in 0..400 {
            let paths = 1 + rng.below(4) as usize;
            let strides = (0..paths).map(|_| rng.below(3).into()).collect();
            let bounds = (0..1 + rng.below(3)).map(|_| {
                let by = (0..paths).map(|_| i128::from(rng.below(7)) - 3).collect();
                let of_path = (0..paths).map(|_| rng.below(2) == 0).collect();
                (Moves { by, of_path }, i128::from(rng.below(30)) - 10)
            });
            let bounds = bounds.collect();
            Walk { strides, bounds }.check(&mut rng);
        }
    }
}
