//! The kinds of bugs, explained to somebody who meets one for the first time.

pub struct Kind {
    pub name: &'static str,
    /// Two or three words.
    pub title: &'static str,
    /// What it means and what can come of it.
    pub meaning: &'static str,
    /// Where to start looking.
    pub advice: &'static str,
    /// The weakness in MITRE's list.
    pub cwe: Option<u32>,
    /// From 0 to 10, as code-scanning front ends rank security.
    pub severity: &'static str,
}

pub const KINDS: [Kind; 18] = [
    Kind {
        name: "out-of-bounds-read",
        title: "Read outside of an object",
        meaning: "The program reads bytes that do not belong to the object it points into. It gets data of something else, or crashes.",
        advice: "Compare the index or length with the size of the object before the access; the message names both.",
        cwe: Some(125),
        severity: "7.5",
    },
    Kind {
        name: "out-of-bounds-write",
        title: "Write outside of an object",
        meaning: "The program writes to bytes that do not belong to the object it points into. Other data is overwritten, often in a way that an attacker can use.",
        advice: "Compare the index or length with the size of the object before the access; the message names both.",
        cwe: Some(787),
        severity: "9.0",
    },
    Kind {
        name: "null-dereference",
        title: "Use of a null pointer",
        meaning: "The program reads, writes or calls through a null pointer, which ends it.",
        advice: "Look at where the pointer comes from: a failed allocation, a search without result, a field that was never set.",
        cwe: Some(476),
        severity: "5.5",
    },
    Kind {
        name: "use-after-free",
        title: "Use of a dead object",
        meaning: "The program uses memory that was freed, or a local variable whose block or function has been left. Something else may live there now.",
        advice: "Find the free (or the end of the block) that comes before on this path, and what still holds the pointer after it.",
        cwe: Some(416),
        severity: "8.5",
    },
    Kind {
        name: "double-free",
        title: "Memory freed twice",
        meaning: "The same block is given to free twice, which corrupts the allocator's data.",
        advice: "Decide which part of the program owns the block; set the pointer to NULL where ownership ends.",
        cwe: Some(415),
        severity: "8.0",
    },
    Kind {
        name: "invalid-free",
        title: "Free of something that was not allocated",
        meaning: "The pointer given to free is not the start of a block that malloc returned.",
        advice: "Keep the pointer that malloc returned; free neither local or global objects nor the middle of a block.",
        cwe: Some(590),
        severity: "7.0",
    },
    Kind {
        name: "read-only-write",
        title: "Write to constant data",
        meaning: "The program writes to a string literal or a constant object, which ends it on most systems.",
        advice: "Copy the data first, or declare the pointer const so that the compiler objects.",
        cwe: Some(471),
        severity: "5.0",
    },
    Kind {
        name: "division-by-zero",
        title: "Division by zero",
        meaning: "A division or remainder has a divisor of zero, or a quotient that does not fit; the program ends.",
        advice: "Check the divisor before the division.",
        cwe: Some(369),
        severity: "5.0",
    },
    Kind {
        name: "shift-out-of-range",
        title: "Shift by too many bits",
        meaning: "A shift count is negative or not below the width of the value. The result is undefined.",
        advice: "Check the count, or mask it.",
        cwe: Some(1335),
        severity: "4.0",
    },
    Kind {
        name: "assertion",
        title: "Failed assertion",
        meaning: "A condition that the program states about itself does not hold for this input.",
        advice: "Either the statement is wrong, or the code before it lets a case through.",
        cwe: Some(617),
        severity: "5.0",
    },
    Kind {
        name: "abort",
        title: "Call of abort",
        meaning: "The program gives up by calling abort, or reports an error of its own.",
        advice: "Decide whether this input should be rejected earlier.",
        cwe: Some(617),
        severity: "4.0",
    },
    Kind {
        name: "unreachable",
        title: "Unreachable code reached",
        meaning: "The program reaches a point that it declares unreachable. Compilers may do anything there.",
        advice: "Find the case that the declaration forgot.",
        cwe: Some(758),
        severity: "5.0",
    },
    Kind {
        name: "stack-overflow",
        title: "Stack exhausted",
        meaning: "Calls nest deeper, or local objects are larger, than the stack allows.",
        advice: "Bound the recursion or the size by something that the input cannot choose.",
        cwe: Some(674),
        severity: "5.5",
    },
    Kind {
        name: "signed-overflow",
        title: "Signed overflow",
        meaning: "A computation with signed integers leaves their range, which is undefined in C.",
        advice: "Check the operands first, or compute with unsigned or wider integers.",
        cwe: Some(190),
        severity: "5.0",
    },
    Kind {
        name: "uninitialised-read",
        title: "Use of an uninitialised value",
        meaning: "A decision depends on memory that was never written.",
        advice: "Initialise the variable where it is declared, or find the path that skips the assignment.",
        cwe: Some(457),
        severity: "5.5",
    },
    Kind {
        name: "memory-leak",
        title: "Memory never freed",
        meaning: "At the end of the program a block is left that nothing points to.",
        advice: "Free it on every way out, error paths included.",
        cwe: Some(401),
        severity: "3.0",
    },
    Kind {
        name: "hang",
        title: "Path that does not end",
        meaning: "The program still ran when the time for one path was up, and natively it does not end in ten seconds either.",
        advice: "Look at what the loop waits for: a counter that wraps or does not advance, an end that this input never reaches.",
        cwe: Some(835),
        severity: "5.0",
    },
    Kind {
        name: "large-allocation",
        title: "Large allocation",
        meaning: "An input makes the program ask for more memory than the limit that was given.",
        advice: "Check sizes that come from the input before memory is allocated for them.",
        cwe: Some(789),
        severity: "4.0",
    },
];

/// What is known about a kind; a kind of a later version has no explanation yet.
pub fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_engine::BugKind;

    #[test]
    fn every_kind_is_explained_once() {
        let explained: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        let all: Vec<&str> = BugKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(explained, all);
    }
}
