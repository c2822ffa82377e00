//! What native code's own memory is for one path: a version of it, shared by the paths that forked since and never changed.
//!
//! It has the libraries' variables, and the *mirrors*: objects of the program that stand for memory of the child, because a call
//! returned a pointer to it. A pointer to a mirror goes to native code as the address that it stands for, what the program wrote to a
//! mirror is written there before the next call, and what is there after the call becomes the mirror's contents.
//!
//! Not part of it: memory that native code allocates, and the C library's variables. Those are the child's, for all paths; a call that
//! changes them is in `lost`.

use crate::protocol::{Patch, Span};
use bowline_exec::State;
use std::any::Any;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Version {
    /// How the variables of libraries differ from the beginning.
    pub variables: Rc<Vec<Patch>>,
    /// The number of the process in which native code has allocated memory that it kept.
    pub process: Option<u32>,
    pub mirrors: Vec<Mirror>,
}

/// An object that stands for memory of the child.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    /// Of the object.
    pub base: u64,
    pub original: u64,
    pub writable: bool,
    /// What was in the child's memory after the last call.
    pub last: Rc<[u8]>,
}

impl Version {
    /// None if nothing has changed on the path yet.
    pub fn of(state: &State) -> Option<Rc<Self>> {
        state.unknown_memory.clone().and_then(|memory| memory.downcast().ok())
    }

    pub fn give_to(self: &Rc<Self>, state: &mut State) {
        state.unknown_memory = Some(Rc::clone(self) as Rc<dyn Any>);
    }

    /// The places that the program may look at, in the order of [`Version::writable`].
    pub fn looks(&self) -> Vec<Span> {
        let span = |mirror: &Mirror| Span { address: mirror.original, length: mirror.last.len() as u32 };
        self.writable().map(|(_, mirror)| span(mirror)).collect()
    }

    /// Mirrors that may change, with their numbers.
    pub fn writable(&self) -> impl Iterator<Item = (usize, &Mirror)> {
        self.mirrors.iter().enumerate().filter(|(_, mirror)| mirror.writable)
    }

    /// An address of the program as native code is to see it.
    pub fn outward(&self, address: u64) -> u64 {
        moved(address, self.mirrors.iter().map(|mirror| (mirror.base, mirror.original, mirror)))
    }

    /// An address of native code as the program is to see it.
    pub fn inward(&self, address: u64) -> u64 {
        moved(address, self.mirrors.iter().map(|mirror| (mirror.original, mirror.base, mirror)))
    }

    /// The words of these bytes, which start at a multiple of a word, as native code is to see them.
    pub fn words_outward(&self, bytes: &mut [u8]) {
        self.each_word(bytes, Self::outward);
    }

    pub fn words_inward(&self, bytes: &mut [u8]) {
        self.each_word(bytes, Self::inward);
    }

    fn each_word(&self, bytes: &mut [u8], change: impl Fn(&Self, u64) -> u64) {
        if self.mirrors.is_empty() {
            return;
        }
        for word in bytes.chunks_exact_mut(8) {
            if let Ok(address) = <[u8; 8]>::try_from(&*word) {
                word.copy_from_slice(&change(self, u64::from_le_bytes(address)).to_le_bytes());
            }
        }
    }
}

fn moved<'a>(address: u64, mut pairs: impl Iterator<Item = (u64, u64, &'a Mirror)>) -> u64 {
    let found = pairs.find_map(|(from, to, mirror)| {
        let offset = address.checked_sub(from).filter(|offset| *offset < mirror.last.len() as u64)?;
        Some(to + offset)
    });
    found.unwrap_or(address)
}

/// Bytes that are new, as patches at an address.
pub fn patches(address: u64, before: &[u8], now: &[u8]) -> Vec<Patch> {
    let mut patches: Vec<Patch> = Vec::new();
    let changed = (address..).zip(before.iter().zip(now)).filter(|(_, (before, now))| before != now);
    for (at, (_, byte)) in changed {
        match patches.last_mut() {
            Some(last) if last.address + last.bytes.len() as u64 == at => last.bytes.push(*byte),
            _ => patches.push(Patch { address: at, bytes: vec![*byte] }),
        }
    }
    patches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_move_between_a_mirror_and_its_original() {
        let mirror = Mirror { base: 0x1000, original: 0x7000, writable: true, last: Rc::from([0; 16]) };
        let version = Version { mirrors: vec![mirror], ..Version::default() };
        for (inside, outside) in [(0x1000, 0x7000), (0x100f, 0x700f), (0x1010, 0x1010), (0xfff, 0xfff)] {
            assert_eq!(version.outward(inside), outside);
        }
        assert_eq!(version.inward(0x7004), 0x1004);
        let mut bytes = [0x1008u64.to_le_bytes(), 5u64.to_le_bytes()].concat();
        version.words_outward(&mut bytes);
        assert_eq!(bytes, [0x7008u64.to_le_bytes(), 5u64.to_le_bytes()].concat());
    }

    #[test]
    fn patches_are_the_bytes_that_changed() {
        let found = patches(100, b"abcdef", b"aXYdeZ");
        let patch = |address, bytes: &[u8]| Patch { address, bytes: bytes.to_vec() };
        assert_eq!(found, [patch(101, b"XY"), patch(105, b"Z")]);
        assert_eq!(patches(100, b"same", b"same"), []);
    }
}
