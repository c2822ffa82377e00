//! Typed ids, persistent collections and seeded randomness: the vocabulary every other crate shares.
//!
//! Nothing of the domain lives here: no expression, instruction or state.

pub mod id;
pub mod radix;
pub mod rng;
pub mod shared;

pub use id::IdVec;
pub use radix::RadixMap;
pub use rng::Rng;
pub use shared::Shared;

/// Hash collections with a fast, deterministic hash; used wherever keys are our own ids or bytes.
pub use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet, FxHasher};

/// The persistent collections of choice. A clone is O(1), an update copies a path.
pub use imbl::{HashMap as PersistentMap, OrdMap as PersistentOrdMap, Vector as PersistentVec};

/// A persistent map whose keys are our own ids.
pub type PersistentIdMap<K, V> =
    imbl::GenericHashMap<K, V, FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>;
