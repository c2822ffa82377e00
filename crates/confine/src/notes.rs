//! What a program was kept from, in words.

use std::sync::{Arc, Mutex};

/// Kept; a loop that tries thousands of files says nothing new.
const MOST: usize = 20;

#[derive(Clone, Default)]
pub(crate) struct Notes {
    all: Arc<Mutex<Vec<String>>>,
}

impl Notes {
    pub fn add(&self, text: String) {
        let mut all = self.all.lock().unwrap_or_else(|poison| poison.into_inner());
        if all.len() < MOST && !all.contains(&text) {
            all.push(text);
        }
    }

    pub fn all(&self) -> Vec<String> {
        self.all.lock().unwrap_or_else(|poison| poison.into_inner()).clone()
    }
}
