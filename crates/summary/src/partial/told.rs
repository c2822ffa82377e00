//! What counting the paths of a loop tells, in the words of a C programmer: "after k1, k2 rounds of its paths: at = at0 + k1 + k2, depth = depth0 + k1 - k2".

use super::flow::Flow;
use crate::relation::Relation;
use bowline_exec::{Executor, State};

/// See the module documentation.
pub(super) fn told(executor: &mut Executor, state: &State, relation: &Relation, flow: &Flow) -> Vec<String> {
    let counters: Vec<String> = (1..=flow.paths.len()).map(|number| format!("k{number}")).collect();
    let mut values = Vec::new();
    for (unknown, steps) in relation.unknowns.iter().zip(&flow.steps) {
        let Some(name) = executor.name_of(state, unknown.place) else { continue };
        match steps {
            None => values.push(format!("{name} is anything")),
            Some(steps) if steps.iter().all(|step| *step == 0) => {}
            Some(steps) => values.push(format!("{name} = {name}0{}", sum(steps, &counters))),
        }
    }
    let rounds = counters.join(", ");
    let mut lines = vec![format!("after {rounds} rounds of its paths, about: {}", values.join(", "))];
    match flow.ruled_out(relation) {
        0 => {}
        1 => lines.push("one path is not counted and taken for impossible".to_string()),
        many => lines.push(format!("{many} paths are not counted and taken for impossible")),
    }
    lines
}

/// ` + k1 - 2 * k2`.
fn sum(steps: &[i128], counters: &[String]) -> String {
    let parts = steps.iter().zip(counters).filter(|(step, _)| **step != 0);
    let parts = parts.map(|(step, counter)| {
        let sign = if *step < 0 { '-' } else { '+' };
        match step.abs() {
            1 => format!(" {sign} {counter}"),
            times => format!(" {sign} {times} * {counter}"),
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn sums_read_as_they_are_written() {
        let counters = ["k1", "k2", "k3"].map(str::to_string);
        assert_eq!(sum(&[1, -2, 0], &counters), " + k1 - 2 * k2");
        assert_eq!(sum(&[0, 0, 0], &counters), "");
    }
}
