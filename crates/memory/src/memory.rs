//! The address space of a state: the table of objects, where they are placed, and the accesses to them.
//!
//! `address = (id << 28) + offset in the window`. An object starts at a multiple of 4096 in the first eighth of its window,
//! spread by a hash of its id and never at 0: a pointer before or behind its object stays in the object's window, and the
//! distance between two objects is no multiple of the window's length. An object of more than 2^27 bytes takes several ids in
//! a row, of which only the first is in the table. The first ids are not used, so null and every number of 32 bits is no address of an object,
//! unless one was asked for at a fixed address among them: such an object has an id like others, and its addresses are its own only.
//!
//! Invariant: ids rise in the order of allocation, but for those that were set apart ([`crate::reserve`]), and are never used again; where an object is
//! placed depends only on its id. A freed object leaves the table; that its window was handed out is known from the largest id so far.

use crate::ObjectId;
use crate::array::Backing;
use crate::contents::Contents;
use crate::formula::{Length, Rows};
use crate::object::{Allocation, Object, Size};
use crate::reserve::Reserve;
use crate::value::Value;
use bowline_base::RadixMap;
use bowline_expr::{ExprId, Marker, Pool};
use std::cell::RefCell;
use std::rc::Rc;

const WINDOW_BITS: u32 = 28;
pub(crate) const WINDOW: u64 = 1 << WINDOW_BITS;
const GRAIN: u64 = 4096;
/// Objects start in the first eighth of their window.
const STARTS: u64 = WINDOW / 8 / GRAIN;
const MAX_ALIGN: u64 = 1 << 20;
/// A larger object does not share its window with the gap behind it.
const ONE_WINDOW_CAPACITY: u64 = WINDOW / 2;
/// The first id: smaller windows are left to objects at fixed addresses.
const FIRST: u32 = 16;
/// Where addresses of objects begin that chose no address themselves.
pub(crate) const FIXED_END: u64 = (FIRST as u64) << WINDOW_BITS;
/// Page numbers have 32 bits.
const MAX_CAPACITY: u64 = 1 << 44;

/// What an address belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Located {
    /// A live object; `offset` is the distance from its base and may be negative or past the end.
    Object { id: ObjectId, offset: i64 },
    /// An object that was freed. Of an object with several windows: the id of the window.
    Freed(ObjectId),
    /// No object ever.
    Nothing,
}

/// See the module documentation.
#[derive(Clone, Default)]
pub struct Memory {
    pub(crate) objects: RadixMap<Object>,
    /// The largest id handed out.
    pub(crate) last: u32,
    /// Objects at fixed addresses, in the order they were made.
    pub(crate) fixed: Rc<Vec<u32>>,
    pub(crate) reserve: Reserve,
    /// How often an object has come into scope.
    pub(crate) scopes: u32,
}

/// Where in its window an object starts, before alignment.
fn start_in_window(id: u32) -> u64 {
    let mixed = (u64::from(id) ^ 0x51_7cc1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    GRAIN * (1 + (mixed >> 32) % (STARTS - 1))
}

impl Memory {
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Makes an object and tells its base. Nothing if it is larger than 2^44 bytes or the ids have run out.
    pub fn alloc(&mut self, request: Allocation) -> Option<(ObjectId, u64)> {
        let id = self.next_id()?;
        let (base, windows) = Self::place(id, &request)?;
        self.last = id.checked_add(windows - 1)?;
        self.put(id, base, windows, request);
        Some((ObjectId(id), base))
    }

    pub(crate) fn next_id(&self) -> Option<u32> {
        self.last.max(FIRST - 1).checked_add(1)
    }

    /// The base of an object with this id, and its windows. Nothing if it is too large.
    pub(crate) fn place(id: u32, request: &Allocation) -> Option<(u64, u32)> {
        if request.capacity > MAX_CAPACITY {
            return None;
        }
        let align = request.align.clamp(1, MAX_ALIGN).next_power_of_two();
        let start = start_in_window(id).next_multiple_of(align);
        let windows = windows_of(start, request.capacity);
        Some(((u64::from(id) << WINDOW_BITS) + start, windows))
    }

    /// The windows that an object of this capacity has at most.
    pub(crate) fn most_windows(capacity: u64) -> u32 {
        windows_of((STARTS * GRAIN).max(MAX_ALIGN), capacity.min(MAX_CAPACITY))
    }

    pub(crate) fn put(&mut self, id: u32, base: u64, windows: u32, request: Allocation) {
        self.objects.insert(id, Rc::new(Object::new(request, id, base, windows)));
    }

    /// Makes an object at an address of 32 bits. Nothing if another one is there, or it would not end below 2^32.
    pub fn alloc_at(&mut self, request: Allocation, base: u64) -> Option<ObjectId> {
        let end = base.checked_add(request.capacity).filter(|end| *end <= FIXED_END)?;
        let overlaps = |object: &Object| base < object.base() + object.capacity() && object.base() < end;
        if self.fixed.iter().filter_map(|id| self.objects.get(*id)).any(|object| overlaps(object)) {
            return None;
        }
        let id = self.next_id()?;
        self.last = id;
        self.objects.insert(id, Rc::new(Object::new(request, id, base, 1)));
        Rc::make_mut(&mut self.fixed).push(id);
        Some(ObjectId(id))
    }

    /// The object at a fixed address.
    #[cold]
    fn owner_of_fixed(&self, address: u64) -> Option<(u32, &Rc<Object>)> {
        let mut fixed = self.fixed.iter().filter_map(|id| Some((*id, self.objects.get(*id)?)));
        fixed.find(|(_, object)| (object.base()..object.base() + object.capacity()).contains(&address))
    }

    /// Removes an object; false if there is none of that id.
    pub fn free(&mut self, id: ObjectId) -> bool {
        self.objects.remove(id.0).is_some()
    }

    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.0).map(|object| &**object)
    }

    pub fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(id.0)
    }

    /// An object comes into scope or goes out of it; what was in it is gone either way. Nothing where it is so already.
    pub fn set_out_of_scope(&mut self, id: ObjectId, out_of_scope: bool) {
        if self.object(id).is_none_or(|object| object.is_out_of_scope() == out_of_scope) {
            return;
        }
        self.scopes = self.scopes.wrapping_add(u32::from(!out_of_scope));
        let generation = self.scopes;
        if let Some(object) = self.objects.get_mut(id.0) {
            object.set_out_of_scope(id.0, generation, out_of_scope);
        }
    }

    /// The live objects in the order they were made.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().map(|(id, object)| (ObjectId(id), &**object))
    }

    pub fn locate(&self, address: u64) -> Located {
        let Some(window) = window_of(address) else { return Located::Nothing };
        if window < FIRST {
            let owner = self.owner_of_fixed(address);
            return owner.map_or(Located::Nothing, |(id, object)| Located::Object {
                id: ObjectId(id),
                offset: (address - object.base()) as i64,
            });
        }
        if window > self.last || self.reserve.is_free(window) {
            return Located::Nothing;
        }
        match self.owner(window) {
            Some((id, object)) => {
                Located::Object { id: ObjectId(id), offset: address.wrapping_sub(object.base()) as i64 }
            }
            None => Located::Freed(ObjectId(window)),
        }
    }

    /// The live object that a window belongs to.
    fn owner(&self, window: u32) -> Option<(u32, &Rc<Object>)> {
        self.objects.floor(window).filter(|(id, object)| window - id < object.windows)
    }

    #[cold]
    fn owner_elsewhere(&self, window: u32, address: u64) -> Option<(u32, &Rc<Object>)> {
        if window < FIRST { self.owner_of_fixed(address) } else { self.owner(window) }
    }

    /// Reads 1 to 8 bytes as a little-endian number, if no question remains: in bounds of a live object of known size, all
    /// bytes concrete and, where that is tracked, written.
    #[inline]
    pub fn load_concrete(&self, address: u64, bytes: u32) -> Option<u64> {
        let window = window_of(address)?;
        let object = match self.objects.get(window) {
            Some(object) => object,
            None => self.owner_elsewhere(window, address)?.1,
        };
        let offset = address.wrapping_sub(object.base());
        in_reach(object, offset, bytes).then(|| object.contents.load(offset, bytes))?
    }

    /// Writes 1 to 8 bytes as a little-endian number, if no question remains: in bounds of a live object of known size
    /// that may be written. False if nothing was done.
    #[inline]
    pub fn store_concrete(&mut self, address: u64, bytes: u32, value: u64) -> bool {
        let Some(window) = window_of(address) else { return false };
        match self.objects.get_mut(window) {
            Some(object) => store_in(object, address, bytes, value),
            None => self.store_in_later_window(window, address, bytes, value),
        }
    }

    #[cold]
    fn store_in_later_window(&mut self, window: u32, address: u64, bytes: u32, value: u64) -> bool {
        let Some((id, _)) = self.owner_elsewhere(window, address) else { return false };
        self.objects.get_mut(id).is_some_and(|object| store_in(object, address, bytes, value))
    }

    fn live(&self, id: ObjectId) -> &Object {
        self.objects.get(id.0).expect("callers name live objects")
    }

    fn live_mut(&mut self, id: ObjectId) -> &mut Object {
        self.objects.get_mut(id.0).expect("callers name live objects")
    }

    /// Reads 1 to 16 bytes, in bounds, as a little-endian value.
    pub fn read(&self, pool: &mut Pool, id: ObjectId, offset: u64, bytes: u32) -> Value {
        self.live(id).contents.read(pool, offset, bytes)
    }

    /// Writes 1 to 16 bytes, in bounds; the value has `8 * bytes` bits.
    pub fn write(&mut self, pool: &mut Pool, id: ObjectId, offset: u64, bytes: u32, value: Value) {
        self.live_mut(id).contents.write(pool, offset, bytes, value);
    }

    /// Writes constant bytes, in bounds.
    pub fn write_bytes(&mut self, id: ObjectId, offset: u64, bytes: &[u8]) {
        self.live_mut(id).contents.put_bytes(offset, bytes);
    }

    /// Reads at a 64-bit symbolic offset that is in bounds on the path.
    pub fn read_at(&self, pool: &mut Pool, id: ObjectId, offset: ExprId, bytes: u32) -> Value {
        match pool.as_const(offset) {
            Some(offset) => self.read(pool, id, offset as u64, bytes),
            None => self.live(id).contents.read_at(pool, offset, bytes),
        }
    }

    /// Writes at a 64-bit symbolic offset that is in bounds on the path.
    pub fn write_at(&mut self, pool: &mut Pool, id: ObjectId, offset: ExprId, bytes: u32, value: Value) {
        match pool.as_const(offset) {
            Some(offset) => self.write(pool, id, offset as u64, bytes, value),
            None => self.live_mut(id).contents.write_at(pool, offset, bytes, value),
        }
    }

    pub fn byte(&self, pool: &mut Pool, id: ObjectId, offset: u64) -> Value {
        self.live(id).contents.byte(pool, offset)
    }

    /// Copies a range, in bounds; the ranges may overlap.
    pub fn copy(&mut self, pool: &mut Pool, to: (ObjectId, u64), from: (ObjectId, u64), length: u64) {
        if to != from {
            let source = self.shared(from.0);
            self.live_mut(to.0).contents.copy_known(pool, to.1, &source.contents, from.1, length);
        }
    }

    /// Copies a range whose places or length may be symbolic, in bounds up to the largest length; the ranges may overlap. False, and nothing done,
    /// where that would nest formulas too deep.
    pub fn copy_range(
        &mut self,
        pool: &mut Pool,
        to: (ObjectId, Value),
        from: (ObjectId, Value),
        length: Length,
    ) -> bool {
        if to == from {
            return true;
        }
        let source = self.shared(from.0);
        self.live_mut(to.0).contents.copy_range(pool, to.1, &source.contents, from.1, length)
    }

    /// A range becomes the first bytes of an array. As [`copy_range`](Self::copy_range).
    pub fn copy_array(
        &mut self,
        pool: &mut Pool,
        to: (ObjectId, Value),
        array: ExprId,
        length: Length,
    ) -> bool {
        debug_assert_eq!(pool.width(array), 0, "contents are an array");
        let mut source = Contents::new(length.most, 0, false);
        source.rebase(Backing::plain(array));
        self.live_mut(to.0).contents.copy_range(pool, to.1, &source, Value::Int(0), length)
    }

    /// The object as it is now, whatever is written to it while this is held.
    fn shared(&self, id: ObjectId) -> Rc<Object> {
        self.objects.get(id.0).expect("callers name live objects").clone()
    }

    /// Sets every byte of a range, in bounds.
    pub fn fill(&mut self, _pool: &mut Pool, to: (ObjectId, u64), byte: Value, length: u64) {
        self.live_mut(to.0).contents.fill(to.1, byte, length);
    }

    /// Sets every byte of a range whose place or length may be symbolic. As [`copy_range`](Self::copy_range).
    pub fn fill_range(
        &mut self,
        pool: &mut Pool,
        to: (ObjectId, Value),
        byte: Value,
        length: Length,
    ) -> bool {
        self.live_mut(to.0).contents.fill_range(pool, to.1, byte, length)
    }

    /// Writes rows of equal form from an offset on, in bounds, of which there are at most so many. As [`copy_range`](Self::copy_range).
    pub fn write_rows(&mut self, pool: &mut Pool, to: (ObjectId, Value), rows: Rows, most_rows: u64) -> bool {
        self.live_mut(to.0).contents.write_rows(pool, to.1, rows, most_rows)
    }

    /// The whole contents become those of an array (an input).
    pub fn make_symbolic(&mut self, pool: &mut Pool, id: ObjectId, array: ExprId) {
        debug_assert_eq!(pool.width(array), 0, "contents are an array");
        self.live_mut(id).contents.rebase(Backing::plain(array));
    }

    /// Is every byte of a range concrete?
    pub fn is_concrete(&self, id: ObjectId, offset: u64, length: u64) -> bool {
        self.live(id).contents.is_concrete(offset, length)
    }

    /// The bytes of a range, if all are concrete.
    pub fn concrete_bytes(&self, id: ObjectId, offset: u64, length: u64) -> Option<Vec<u8>> {
        self.live(id).contents.concrete_bytes(offset, length)
    }

    /// Was any byte of a range never written? Always false for an object that does not track it.
    pub fn uninitialised(&self, id: ObjectId, offset: u64, length: u64) -> bool {
        self.live(id).contents.any_unwritten(offset, length)
    }

    /// Marks every expression this memory refers to. Over many memories with shared structure: `seen` is told the address of each
    /// shared node and answers whether it is new.
    pub fn mark(&self, seen: &mut dyn FnMut(usize) -> bool, marker: &mut Marker) {
        // Both the table of objects and the pages inside an object ask `seen`, in turns.
        let seen = RefCell::new(seen);
        self.objects.visit_shared(&mut |node| (seen.borrow_mut())(node), &mut |object| {
            if let Size::Symbolic(size) = object.size() {
                marker.mark(size);
            }
            object.contents.mark(&mut |node| (seen.borrow_mut())(node), marker);
        });
    }

    /// Roughly the bytes this memory takes, also those it shares with others.
    pub fn bytes_used(&self) -> usize {
        self.objects().map(|(_, object)| size_of::<Object>() + object.contents.footprint()).sum()
    }
}

/// The windows of an object that starts at a distance from the beginning of the first.
fn windows_of(start: u64, capacity: u64) -> u32 {
    let gap = if capacity > ONE_WINDOW_CAPACITY { WINDOW } else { 0 };
    1 + ((start + capacity + gap) >> WINDOW_BITS) as u32
}

#[inline]
fn window_of(address: u64) -> Option<u32> {
    u32::try_from(address >> WINDOW_BITS).ok()
}

#[inline]
fn in_reach(object: &Object, offset: u64, bytes: u32) -> bool {
    offset < object.reach && u64::from(bytes) <= object.reach - offset
}

#[inline]
fn store_in(object: &mut Object, address: u64, bytes: u32, value: u64) -> bool {
    let offset = address.wrapping_sub(object.base());
    let allowed = in_reach(object, offset, bytes) && !object.read_only();
    if allowed {
        object.contents.store(offset, bytes, value);
    }
    allowed
}
