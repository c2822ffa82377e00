//! Which inputs the sizes of objects depend on: forks on them are what multiplies paths in loops over such objects.

use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Pool, Support, SupportCache};

#[derive(Default)]
pub(crate) struct Taint {
    inputs: FxHashSet<Support>,
}

impl Taint {
    /// Everything that an expression depends on.
    pub fn add(&mut self, pool: &Pool, expr: ExprId) {
        self.inputs.extend(SupportCache::new().of(pool, expr).iter().copied());
    }

    pub fn touches(&self, pool: &Pool, condition: ExprId) -> bool {
        if self.inputs.is_empty() {
            return false;
        }
        // Not kept between calls: after a collection ids mean something else.
        let support = SupportCache::new().of(pool, condition);
        support.iter().any(|one| match one {
            Support::Byte(symbol, _) => {
                self.inputs.contains(one) || self.inputs.contains(&Support::Whole(*symbol))
            }
            Support::Whole(_) => self.inputs.contains(one),
        })
    }

    /// A path has decided that `whole` is `part`. A byte of a text of unknown length is one also where the path knows that
    /// the text is long enough.
    pub fn follow(&mut self, pool: &Pool, whole: ExprId, part: ExprId) {
        if self.touches(pool, whole) && !self.touches(pool, part) {
            self.add(pool, part);
        }
    }
}
