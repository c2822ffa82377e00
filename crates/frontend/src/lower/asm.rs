//! Inline assembly that contains no instruction: a barrier, or a way to hide a value from the optimiser.

/// Does the template have no instruction, only white space and comments?
pub fn is_empty_asm(template: &str) -> bool {
    template.split(['\n', ';']).all(|line| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#') || line.starts_with("//")
    })
}

/// Which arguments are outputs again.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Ties {
    /// For each output that is a result, the argument whose value it keeps.
    pub results: Vec<Option<u32>>,
    /// Outputs in memory: the argument that is its address, and the one whose value is put there.
    pub stores: Vec<(u32, u32)>,
}

#[derive(Clone, Copy)]
enum Output {
    Result(usize),
    /// With the argument that is its address.
    Memory(u32),
}

/// What an assembly without instructions does.
///
/// Constraints list outputs (`=r`), then inputs (`r`, or a number that ties the input to that output), then clobbers
/// (`~{memory}`). Outputs in memory (`=*m`) are passed as an argument and are no result. `None` if that does not account
/// for all results.
pub fn empty_asm_ties(constraints: &str, results: usize) -> Option<Ties> {
    let mut ties = Ties::default();
    let mut outputs: Vec<Output> = Vec::new();
    let mut argument = 0;
    for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
        if constraint.starts_with('~') || constraint.starts_with('!') {
            continue;
        }
        if let Some(output) = constraint.strip_prefix('=') {
            if output.trim_start_matches('&').starts_with('*') {
                outputs.push(Output::Memory(argument));
                argument += 1;
            } else {
                outputs.push(Output::Result(ties.results.len()));
                ties.results.push(None);
            }
            continue;
        }
        if let Ok(tied) = constraint.parse::<usize>() {
            match outputs.get(tied).copied()? {
                Output::Result(result) => ties.results[result] = Some(argument),
                Output::Memory(address) => ties.stores.push((address, argument)),
            }
        }
        argument += 1;
    }
    (ties.results.len() == results).then_some(ties)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_instructions() {
        for empty in ["", "  \n\t", "# barrier", "\n// nothing;"] {
            assert!(is_empty_asm(empty), "{empty:?}");
        }
        for code in ["nop", "# comment\n nop", "cpuid"] {
            assert!(!is_empty_asm(code), "{code:?}");
        }
    }

    #[test]
    fn ties_follow_the_numbers() {
        let results = |results| Some(Ties { results, stores: Vec::new() });
        assert_eq!(empty_asm_ties("~{memory},~{dirflag}", 0), results(vec![]));
        assert_eq!(empty_asm_ties("=r,0,~{memory}", 1), results(vec![Some(0)]));
        assert_eq!(empty_asm_ties("=&r,=r,r,1,0", 2), results(vec![Some(2), Some(1)]));
        assert_eq!(empty_asm_ties("=*m,=r,*m,1", 1), results(vec![Some(2)]));
        assert_eq!(empty_asm_ties("=r", 1), results(vec![None]));
        let stores = Some(Ties { results: vec![Some(3)], stores: vec![(0, 2)] });
        assert_eq!(empty_asm_ties("=*imr,=*m,=r,0,2", 1), stores);
        assert_eq!(empty_asm_ties("=r,0", 2), None);
        assert_eq!(empty_asm_ties("=r,5", 1), None);
    }
}
