//! States and steps: what one instruction does to one state.
