//! `bowline ... | head` closes our output while we print. That is no fault: the command ends as other programs do then, as
//! if by SIGPIPE. The signal itself stays ignored, because native calls and the second solver are behind pipes, too, and
//! their end must not be ours.

use std::panic::{self, PanicHookInfo};
use std::process::exit;

/// 128 + SIGPIPE, as shells tell it.
const AS_BY_SIGPIPE: i32 = 141;

/// For commands that have no panic hook of their own.
pub fn install() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        end_if_it_is(panic);
        usual(panic);
    }));
}

/// `print!` panics when it cannot write.
pub fn end_if_it_is(panic: &PanicHookInfo<'_>) {
    let says = panic.payload().downcast_ref::<String>();
    if says.is_some_and(|text| text.starts_with("failed printing to std") && text.contains("Broken pipe")) {
        exit(AS_BY_SIGPIPE);
    }
}
