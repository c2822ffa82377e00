//! A persistent map from `u32` keys to shared values: a radix tree whose nodes are copied on write.
//!
//! It is the object table of a state. Look-up is a handful of dependent loads (the height follows the largest key
//! ever inserted), a clone is one reference count, and an exclusive owner updates in place. Keys are handed out in
//! rising order and die, so empty subtrees are dropped: memory follows the live entries, not the largest key.

use std::rc::Rc;

const BITS: u32 = 5;
const FANOUT: usize = 1 << BITS;
const MASK: u32 = FANOUT as u32 - 1;

#[derive(Clone)]
enum Node<T> {
    Inner { children: [Option<Rc<Node<T>>>; FANOUT], used: u8 },
    Leaf { values: [Option<Rc<T>>; FANOUT], used: u8 },
}

impl<T> Node<T> {
    fn empty(height: u32) -> Self {
        if height == 0 {
            Node::Leaf { values: [const { None }; FANOUT], used: 0 }
        } else {
            Node::Inner { children: [const { None }; FANOUT], used: 0 }
        }
    }
}

/// See the module documentation.
pub struct RadixMap<T> {
    root: Option<Rc<Node<T>>>,
    /// Levels above the leaves.
    height: u32,
    len: usize,
}

impl<T> Clone for RadixMap<T> {
    fn clone(&self) -> Self {
        Self { root: self.root.clone(), height: self.height, len: self.len }
    }
}

impl<T> Default for RadixMap<T> {
    fn default() -> Self {
        Self { root: None, height: 0, len: 0 }
    }
}

#[inline]
fn slot(key: u32, height: u32) -> usize {
    ((key >> (height * BITS)) & MASK) as usize
}

impl<T> RadixMap<T> {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    fn reaches(&self, key: u32) -> bool {
        // Height 6 covers 35 bits, so every u32.
        self.height >= 6 || key >> ((self.height + 1) * BITS) == 0
    }

    #[inline]
    pub fn get(&self, key: u32) -> Option<&Rc<T>> {
        if !self.reaches(key) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf { values, .. } => return values[slot(key, 0)].as_ref(),
                Node::Inner { children, .. } => {
                    node = children[slot(key, height)].as_deref()?;
                    height -= 1;
                }
            }
        }
    }

    /// The value with the largest key that is not above `key`.
    pub fn floor(&self, key: u32) -> Option<(u32, &Rc<T>)> {
        let key = if self.reaches(key) { key } else { u32::MAX };
        Self::floor_in(self.root.as_deref()?, self.height, key, 0)
    }

    fn floor_in(node: &Node<T>, height: u32, key: u32, prefix: u32) -> Option<(u32, &Rc<T>)> {
        let start = slot(key, height);
        match node {
            Node::Leaf { values, .. } => {
                (0..=start).rev().find_map(|i| values[i].as_ref().map(|value| (prefix | i as u32, value)))
            }
            Node::Inner { children, .. } => (0..=start).rev().find_map(|i| {
                let below = if i == start { key } else { u32::MAX };
                let child = children[i].as_deref()?;
                Self::floor_in(child, height - 1, below, prefix | (i as u32) << (height * BITS))
            }),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, &Rc<T>)> {
        let mut stack: Vec<(&Node<T>, u32, u32, usize)> = Vec::new();
        if let Some(root) = self.root.as_deref() {
            stack.push((root, self.height, 0, 0));
        }
        std::iter::from_fn(move || {
            while let Some((node, height, prefix, next)) = stack.pop() {
                match node {
                    Node::Leaf { values, .. } => {
                        if let Some(i) = (next..FANOUT).find(|&i| values[i].is_some()) {
                            stack.push((node, height, prefix, i + 1));
                            return values[i].as_ref().map(|value| (prefix | i as u32, value));
                        }
                    }
                    Node::Inner { children, .. } => {
                        if let Some(i) = (next..FANOUT).find(|&i| children[i].is_some()) {
                            stack.push((node, height, prefix, i + 1));
                            if let Some(child) = children[i].as_deref() {
                                stack.push((child, height - 1, prefix | (i as u32) << (height * BITS), 0));
                            }
                        }
                    }
                }
            }
            None
        })
    }

    /// Keys under which two maps do not hold the very same shared value. Subtrees in common are not looked into.
    pub fn differing(&self, other: &Self) -> Vec<u32> {
        let mut keys = Vec::new();
        let (mut a, mut b) = ((self.root.as_ref(), self.height), (other.root.as_ref(), other.height));
        // The taller tree has keys that the other cannot have; its first subtree is as tall as the other.
        while a.1 != b.1 {
            let taller = if a.1 > b.1 { &mut a } else { &mut b };
            let mut first = None;
            if let Some(Node::Inner { children, .. }) = taller.0.map(|node| &**node) {
                for (slot, child) in (0u32..).zip(children).skip(1) {
                    Self::differing_in(
                        child.as_ref(),
                        None,
                        taller.1 - 1,
                        slot << (taller.1 * BITS),
                        &mut keys,
                    );
                }
                first = children[0].as_ref();
            }
            *taller = (first, taller.1 - 1);
        }
        Self::differing_in(a.0, b.0, a.1, 0, &mut keys);
        keys.sort_unstable();
        keys
    }

    fn differing_in(
        a: Option<&Rc<Node<T>>>,
        b: Option<&Rc<Node<T>>>,
        height: u32,
        prefix: u32,
        keys: &mut Vec<u32>,
    ) {
        if let (Some(a), Some(b)) = (a, b)
            && Rc::ptr_eq(a, b)
        {
            return;
        }
        for slot in 0..FANOUT {
            let key = prefix | (slot as u32) << (height * BITS);
            if height > 0 {
                let child = |node: Option<&'_ Rc<Node<T>>>| match node.map(|node| &**node) {
                    Some(Node::Inner { children, .. }) => children[slot].clone(),
                    _ => None,
                };
                let (a, b) = (child(a), child(b));
                if a.is_some() || b.is_some() {
                    Self::differing_in(a.as_ref(), b.as_ref(), height - 1, key, keys);
                }
            } else {
                let value = |node: Option<&'_ Rc<Node<T>>>| match node.map(|node| &**node) {
                    Some(Node::Leaf { values, .. }) => values[slot].as_ref().map(Rc::as_ptr),
                    _ => None,
                };
                if value(a) != value(b) {
                    keys.push(key);
                }
            }
        }
    }

    /// Visits every value once across many maps that share structure: subtrees whose address `seen` refuses are
    /// skipped whole. `seen` is told each node's address and answers whether it is new.
    pub fn visit_shared(&self, seen: &mut dyn FnMut(usize) -> bool, visit: &mut dyn FnMut(&T)) {
        let mut stack: Vec<&Rc<Node<T>>> = self.root.iter().collect();
        while let Some(node) = stack.pop() {
            if !seen(Rc::as_ptr(node) as usize) {
                continue;
            }
            match &**node {
                Node::Leaf { values, .. } => {
                    for value in values.iter().flatten() {
                        if seen(Rc::as_ptr(value) as usize) {
                            visit(value);
                        }
                    }
                }
                Node::Inner { children, .. } => stack.extend(children.iter().flatten()),
            }
        }
    }
}

impl<T: Clone> RadixMap<T> {
    /// Exclusive access to a value, copying it and its path when they are shared.
    #[inline]
    pub fn get_mut(&mut self, key: u32) -> Option<&mut T> {
        if !self.reaches(key) {
            return None;
        }
        let mut node = Rc::make_mut(self.root.as_mut()?);
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf { values, .. } => return values[slot(key, 0)].as_mut().map(Rc::make_mut),
                Node::Inner { children, .. } => {
                    node = Rc::make_mut(children[slot(key, height)].as_mut()?);
                    height -= 1;
                }
            }
        }
    }

    pub fn insert(&mut self, key: u32, value: Rc<T>) -> Option<Rc<T>> {
        while !self.reaches(key) {
            self.height += 1;
            if let Some(old) = self.root.take() {
                let mut top = Node::empty(self.height);
                if let Node::Inner { children, used } = &mut top {
                    children[0] = Some(old);
                    *used = 1;
                }
                self.root = Some(Rc::new(top));
            }
        }
        let root = self.root.get_or_insert_with(|| Rc::new(Node::empty(self.height)));
        let mut node = Rc::make_mut(root);
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf { values, used } => {
                    let old = values[slot(key, 0)].replace(value);
                    if old.is_none() {
                        *used += 1;
                        self.len += 1;
                    }
                    return old;
                }
                Node::Inner { children, used } => {
                    let child = &mut children[slot(key, height)];
                    height -= 1;
                    if child.is_none() {
                        *used += 1;
                    }
                    node = Rc::make_mut(child.get_or_insert_with(|| Rc::new(Node::empty(height))));
                }
            }
        }
    }

    pub fn remove(&mut self, key: u32) -> Option<Rc<T>> {
        if !self.reaches(key) || self.get(key).is_none() {
            return None;
        }
        let root = self.root.as_mut()?;
        let (removed, empty) = Self::remove_in(Rc::make_mut(root), self.height, key);
        if empty {
            self.root = None;
        }
        self.len -= usize::from(removed.is_some());
        removed
    }

    fn remove_in(node: &mut Node<T>, height: u32, key: u32) -> (Option<Rc<T>>, bool) {
        match node {
            Node::Leaf { values, used } => {
                let removed = values[slot(key, 0)].take();
                *used -= u8::from(removed.is_some());
                (removed, *used == 0)
            }
            Node::Inner { children, used } => {
                let child = &mut children[slot(key, height)];
                let Some(inner) = child else { return (None, false) };
                let (removed, empty) = Self::remove_in(Rc::make_mut(inner), height - 1, key);
                if empty {
                    *child = None;
                    *used -= 1;
                }
                (removed, *used == 0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use std::collections::BTreeMap;

    fn same(map: &RadixMap<u64>, reference: &BTreeMap<u32, u64>, probe: u32) {
        assert_eq!(map.len(), reference.len());
        assert_eq!(map.get(probe).map(|v| **v), reference.get(&probe).copied());
        let floor = reference.range(..=probe).next_back().map(|(k, v)| (*k, *v));
        assert_eq!(map.floor(probe).map(|(k, v)| (k, **v)), floor, "floor of {probe}");
    }

    #[test]
    fn agrees_with_a_btree_across_forks() {
        let mut rng = Rng::new(42);
        let mut worlds = vec![(RadixMap::new(), BTreeMap::new())];
        for round in 0..20_000u64 {
            let at = rng.below(worlds.len() as u64) as usize;
            let shift = rng.below(32) as u32;
            let key = (rng.next_u64() as u32) >> shift;
            let (map, reference) = &mut worlds[at];
            match rng.below(8) {
                0..=3 => {
                    let old = map.insert(key, Rc::new(round)).map(|v| *v);
                    assert_eq!(old, reference.insert(key, round));
                }
                4 => assert_eq!(map.remove(key).map(|v| *v), reference.remove(&key)),
                5 => {
                    let picked = reference.range(key..).next().map_or(key, |(k, _)| *k);
                    assert_eq!(map.remove(picked).map(|v| *v), reference.remove(&picked));
                }
                6 => {
                    if let Some(value) = map.get_mut(key) {
                        *value += 1;
                    }
                    if let Some(value) = reference.get_mut(&key) {
                        *value += 1;
                    }
                }
                _ => {
                    let fork = worlds[at].clone();
                    if worlds.len() < 8 {
                        worlds.push(fork);
                    } else {
                        let to = rng.below(8) as usize;
                        worlds[to] = fork;
                    }
                }
            }
            let (map, reference) = &worlds[at];
            same(map, reference, key);
            same(map, reference, u32::MAX);
        }
        for (map, reference) in &worlds {
            for (other, other_reference) in &worlds {
                // A value's number tells its round, so equal numbers mean that it was shared or never changed.
                let keys = reference.keys().chain(other_reference.keys());
                let mut expected: Vec<u32> =
                    keys.filter(|key| reference.get(key) != other_reference.get(key)).copied().collect();
                expected.sort_unstable();
                expected.dedup();
                let found = map.differing(other);
                assert!(expected.iter().all(|key| found.contains(key)), "a difference is missed");
                let same_value = |key: &&u32| reference.get(key) == other_reference.get(key);
                for key in found.iter().filter(same_value) {
                    assert!(reference.contains_key(key), "{key} is in neither");
                }
            }
            let all: Vec<(u32, u64)> = map.iter().map(|(k, v)| (k, **v)).collect();
            assert_eq!(all, reference.iter().map(|(k, v)| (*k, *v)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn empty_subtrees_are_dropped() {
        let mut map = RadixMap::new();
        for key in 0..100_000u32 {
            map.insert(key, Rc::new(key));
            map.remove(key);
        }
        assert!(map.root.is_none());
    }

    #[test]
    fn shared_structure_is_visited_once() {
        let mut a = RadixMap::new();
        for key in 0..100u32 {
            a.insert(key, Rc::new(key));
        }
        let mut b = a.clone();
        b.insert(7, Rc::new(1000));
        let mut seen = crate::FxHashSet::default();
        let mut values = Vec::new();
        for map in [&a, &b] {
            map.visit_shared(&mut |address| seen.insert(address), &mut |v| values.push(*v));
        }
        values.sort_unstable();
        let expected: Vec<u32> = (0..100).chain([1000]).collect();
        assert_eq!(values, expected);
    }
}
