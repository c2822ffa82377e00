//! Loops whose iterations have no closed form, told by how often each path was taken: the approximations of *S-Looper* (ISSTA 2015), to find with.
//!
//! What the paths of [`Flow`] add to values depends on how often each was taken and not on the order, so after `k_p` iterations of path `p` a value is
//! `v0 + sum of step_p * k_p`. That there is a text on which the paths are taken so often is [approximated](texts): characters that each path demands occur as
//! often as it was taken, in the part of the text that its [bounds](ranges) leave. Values that some paths change otherwise are ruled out together with
//! these paths, or left open.
//!
//! This neither has all that can happen nor nothing else, so it decides nothing: a [`scout`] takes it for true behind the loop, and where it meets a bug or
//! something that was not executed before, its [text is tried](lead) from the header on. If the text does what the scout said, a state is sent along there that
//! is confined to this text, beside the one at the header, which goes on as if nothing had been asked.

mod flow;
mod lead;
mod letters;
mod order;
mod ranges;
mod scout;
mod texts;
mod told;

pub(crate) use scout::Scouts;
