//! Query -> Verdict: solver layers and back ends.
