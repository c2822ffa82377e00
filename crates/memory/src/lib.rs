//! Objects, addresses, contents: the memory of one state of the program under test.
//!
//! * [`Memory`] is the table of live objects. A clone is O(1); what the clones have in common stays shared and is copied
//!   when one of them writes to it.
//! * Every object lives in its own *window* of 2^28 addresses ([`memory`]), so an address tells its object without search,
//!   also an address before the object, behind it, or of an object that was freed.
//! * Contents (`contents.rs`) are pages of concrete bytes. Bytes that are not concrete have a cell beside them: an 8-bit
//!   expression, or "as in the object's backing array". A concrete program never touches the expression pool.
//! * An access at a symbolic offset sees the contents as one array expression (`array.rs`).
//! * A copy or fill of unknown length makes them an array written by a formula, in one step (`formula.rs`).
//!
//! Nothing here decides whether an access is allowed: that an access is in bounds, that an object may be written and what a
//! freed address means is judged by the executor, from what [`Memory::locate`] and [`Object`] say. The exceptions are
//! [`Memory::load_concrete`] and [`Memory::store_concrete`], which must answer at once or not at all.

mod array;
mod block;
mod contents;
mod differences;
mod formula;
mod fresh;
pub mod memory;
pub mod object;
mod page;
mod reserve;
pub mod value;
mod written;

pub use formula::{Length, Rows};
pub use memory::{Located, Memory};
pub use object::{Allocation, Fill, Kind, Object, Size};
pub use value::Value;

bowline_base::define_id!(/// An object of one state; rising in the order of allocation and never used again.
    pub ObjectId, "o");
