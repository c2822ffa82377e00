//! Inline assembly that contains no instruction: a barrier, or a way to hide a value from the optimiser.

/// Does the template have no instruction, only white space and comments?
pub fn is_empty_asm(template: &str) -> bool {
    template.split(['\n', ';']).all(|line| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#') || line.starts_with("//")
    })
}

/// For each output that is a result, the argument whose value it keeps.
///
/// Constraints list outputs (`=r`), then inputs (`r`, or a number that ties the input to that output), then clobbers
/// (`~{memory}`). Outputs in memory (`=*m`) are passed as an argument and are no result. `None` if that does not account
/// for all results.
pub fn empty_asm_ties(constraints: &str, results: usize) -> Option<Vec<Option<u32>>> {
    let mut ties: Vec<Option<u32>> = Vec::new();
    // By position among all outputs: the result that it is, if it is one.
    let mut outputs: Vec<Option<usize>> = Vec::new();
    let mut argument = 0;
    for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
        if constraint.starts_with('~') || constraint.starts_with('!') {
            continue;
        }
        if let Some(output) = constraint.strip_prefix('=') {
            if output.trim_start_matches('&').starts_with('*') {
                outputs.push(None);
                argument += 1;
            } else {
                outputs.push(Some(ties.len()));
                ties.push(None);
            }
            continue;
        }
        if let Ok(tied) = constraint.parse::<usize>()
            && let Some(result) = outputs.get(tied).copied()?
        {
            ties[result] = Some(argument);
        }
        argument += 1;
    }
    (ties.len() == results).then_some(ties)
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
        assert_eq!(empty_asm_ties("~{memory},~{dirflag}", 0), Some(vec![]));
        assert_eq!(empty_asm_ties("=r,0,~{memory}", 1), Some(vec![Some(0)]));
        assert_eq!(empty_asm_ties("=&r,=r,r,1,0", 2), Some(vec![Some(2), Some(1)]));
        assert_eq!(empty_asm_ties("=*m,=r,*m,1", 1), Some(vec![Some(2)]));
        assert_eq!(empty_asm_ties("=r", 1), Some(vec![None]));
        assert_eq!(empty_asm_ties("=r,0", 2), None);
        assert_eq!(empty_asm_ties("=r,5", 1), None);
    }
}
