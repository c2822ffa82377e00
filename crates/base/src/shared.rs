//! A value that many owners share until one of them changes it.
//!
//! For parts of a state that are large in themselves and hardly ever change: a state that forks copies one pointer instead. A change copies the
//! value if others still have it, so values should be cheap to copy themselves (persistent collections are).

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

#[derive(Debug)]
pub struct Shared<T>(Rc<T>);

impl<T> Clone for Shared<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T: Default> Default for Shared<T> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Whoever changes it gets a copy, unless nobody else has it.
impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Rc::make_mut(&mut self.0)
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<T: Eq> Eq for Shared<T> {}

#[cfg(test)]
mod tests {
    use super::Shared;

    #[test]
    fn a_change_is_seen_by_its_owner_only() {
        let first = Shared::from(vec![1]);
        let mut second = first.clone();
        assert!(std::ptr::eq(&*first, &*second), "nothing was copied yet");
        second.push(2);
        assert_eq!((&*first, &*second), (&vec![1], &vec![1, 2]));
        let place: *const Vec<i32> = &*second;
        second.push(3);
        assert!(std::ptr::eq(place, &*second), "the only owner copies nothing");
    }
}
