//! Masked vector accesses, without branches: a lane that is switched off accesses a scratch variable instead.

use super::super::function::{FunctionLowering, Lowered};
use super::super::layout::Layout;
use super::super::{ModuleLowering, Scalars, Unsupported};
use super::NO_RESULT;
use crate::llvm::{Instruction, Value};
use bowline_ir::{Constant, Global, GlobalId, Initializer, Inst, Operand};

/// The widest lane, in bytes.
const SCRATCH_SIZE: u64 = 16;

impl ModuleLowering<'_> {
    fn scratch(&mut self) -> GlobalId {
        let globals = &mut self.out.globals;
        *self.scratch.get_or_insert_with(|| {
            globals.push(Global {
                name: "bowline.scratch".to_string(),
                size: SCRATCH_SIZE,
                align: SCRATCH_SIZE,
                read_only: false,
                initializer: Initializer::Zero,
                loc: None,
            })
        })
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Lanes are accessed one by one, so they must fill bytes.
    fn lane_layout(&mut self, value: Value<'m>) -> Result<std::rc::Rc<Layout>, Unsupported> {
        let layout = self.layout(value.ty())?;
        match layout.accesses.iter().all(|access| access.count == 1) {
            true => Ok(layout),
            false => Err(Unsupported("masked access to packed bits".to_string())),
        }
    }

    fn if_enabled(&mut self, enabled: Operand, address: Operand) -> Operand {
        let global = self.module.scratch();
        let scratch = Operand::constant(self.module.intern(Constant::Global { global, offset: 0 }));
        self.select(64, enabled, address, scratch)
    }

    fn load_lanes(
        &mut self,
        layout: &Layout,
        addresses: &[Operand],
        mask: &Scalars,
        otherwise: &Scalars,
    ) -> Vec<Operand> {
        let mut lanes = Vec::with_capacity(layout.leaves.len());
        for (lane, leaf) in layout.leaves.iter().enumerate() {
            if self.known_int(mask[lane]) == Some(0) {
                lanes.push(otherwise[lane]);
                continue;
            }
            let address = self.if_enabled(mask[lane], addresses[lane]);
            let loaded = self.load_scalar(leaf.width, address);
            lanes.push(self.select(leaf.width, mask[lane], loaded, otherwise[lane]));
        }
        lanes
    }

    fn store_lanes(&mut self, layout: &Layout, addresses: &[Operand], mask: &Scalars, values: &Scalars) {
        for (lane, leaf) in layout.leaves.iter().enumerate() {
            if self.known_int(mask[lane]) == Some(0) {
                continue;
            }
            let address = self.if_enabled(mask[lane], addresses[lane]);
            self.emit(Inst::Store { width: leaf.width, address, value: values[lane] });
        }
    }

    fn consecutive(&mut self, layout: &Layout, base: Operand) -> Vec<Operand> {
        layout.accesses.iter().map(|access| self.advance(base, access.offset as i64)).collect()
    }

    /// `(address, align, mask, otherwise)`
    pub fn lower_masked_load(&mut self, call: Instruction<'m>) -> Lowered {
        let layout = self.lane_layout(call.value())?;
        let base = self.scalar(call.operand(0))?;
        let (mask, otherwise) = (self.scalars(call.operand(2))?, self.scalars(call.operand(3))?);
        let addresses = self.consecutive(&layout, base);
        let lanes = self.load_lanes(&layout, &addresses, &mask, &otherwise);
        self.bind(call, lanes)
    }

    /// `(value, address, align, mask)`
    pub fn lower_masked_store(&mut self, call: Instruction<'m>) -> Lowered {
        let layout = self.lane_layout(call.operand(0))?;
        let values = self.scalars(call.operand(0))?;
        let base = self.scalar(call.operand(1))?;
        let mask = self.scalars(call.operand(3))?;
        let addresses = self.consecutive(&layout, base);
        self.store_lanes(&layout, &addresses, &mask, &values);
        NO_RESULT
    }

    /// `(addresses, align, mask, otherwise)`
    pub fn lower_masked_gather(&mut self, call: Instruction<'m>) -> Lowered {
        let layout = self.lane_layout(call.value())?;
        let addresses = self.scalars(call.operand(0))?;
        let (mask, otherwise) = (self.scalars(call.operand(2))?, self.scalars(call.operand(3))?);
        let lanes = self.load_lanes(&layout, &addresses, &mask, &otherwise);
        self.bind(call, lanes)
    }

    /// `(values, addresses, align, mask)`
    pub fn lower_masked_scatter(&mut self, call: Instruction<'m>) -> Lowered {
        let layout = self.lane_layout(call.operand(0))?;
        let values = self.scalars(call.operand(0))?;
        let addresses = self.scalars(call.operand(1))?;
        let mask = self.scalars(call.operand(3))?;
        self.store_lanes(&layout, &addresses, &mask, &values);
        NO_RESULT
    }
}
