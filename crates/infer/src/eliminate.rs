//! Linear equations, added one by one, with a solution at any time.

use crate::prime::{from_integer, inverse, multiply, subtract, to_integer};

/// Equations in reduced form: each has a pivot column, in which it alone is not zero.
#[derive(Clone, Debug)]
pub(crate) struct Equations {
    columns: usize,
    /// Coefficients, then the right-hand side.
    rows: Vec<(usize, Vec<u64>)>,
}

impl Equations {
    pub fn new(columns: usize) -> Self {
        Self { columns, rows: Vec::new() }
    }

    /// How many columns the equations determine.
    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Adds `sum of coefficients * unknowns = result`; false where that contradicts the others, which stay as they are.
    pub fn add(&mut self, coefficients: &[i128], result: i128) -> bool {
        let mut row: Vec<u64> =
            coefficients.iter().chain([&result]).map(|&value| from_integer(value)).collect();
        for (pivot, other) in &self.rows {
            let factor = row[*pivot];
            reduce(&mut row, other, factor);
        }
        // Columns are sorted by how simple they are, so that the simplest explanation is found where several fit.
        let Some(pivot) = row[..self.columns].iter().position(|&value| value != 0) else {
            return row[self.columns] == 0;
        };
        let scale = inverse(row[pivot]);
        row.iter_mut().for_each(|value| *value = multiply(*value, scale));
        for (_, other) in &mut self.rows {
            let factor = other[pivot];
            reduce(other, &row, factor);
        }
        self.rows.push((pivot, row));
        true
    }

    /// One solution, in which unknowns that nothing determines are zero.
    pub fn solution(&self) -> Vec<i64> {
        let mut solution = vec![0; self.columns];
        for (pivot, row) in &self.rows {
            solution[*pivot] = to_integer(row[self.columns]);
        }
        solution
    }
}

/// Subtracts a multiple of one row from another.
fn reduce(row: &mut [u64], by: &[u64], factor: u64) {
    if factor != 0 {
        row.iter_mut().zip(by).for_each(|(value, &other)| *value = subtract(*value, multiply(other, factor)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lines_meet_in_a_point() {
        let mut equations = Equations::new(2);
        assert!(equations.add(&[1, 1], 10) && equations.add(&[1, -1], 4));
        assert_eq!((equations.rank(), equations.solution()), (2, vec![7, 3]));
        assert!(equations.add(&[2, 0], 14), "it follows from the others");
        assert!(!equations.add(&[0, 1], 4), "it contradicts them");
        assert_eq!(equations.solution(), [7, 3]);
    }

    #[test]
    fn what_nothing_determines_is_zero() {
        let mut equations = Equations::new(3);
        assert!(equations.add(&[1, 5, 5], 12));
        assert_eq!(equations.solution(), [12, 0, 0]);
    }
}
