//! Taking aggregates and vectors apart and putting them together. Known positions cost nothing: scalars are only
//! bound again. An unknown lane becomes a chain of selects.

use super::Unsupported;
use super::function::{FunctionLowering, Lowered};
use crate::llvm::{Instruction, Type, TypeKind};
use bowline_ir::ComparePredicate;
use std::ops::Range;

impl<'m> FunctionLowering<'_, 'm> {
    /// The leaves of an aggregate that a path of indices leads to.
    fn leaves_at(&mut self, ty: Type<'m>, path: &[u32]) -> Result<Range<usize>, Unsupported> {
        let mut ty = ty;
        let mut first = 0;
        for index in path {
            match ty.kind() {
                TypeKind::Struct => {
                    for field in 0..*index {
                        first += self.layout(ty.field(field))?.leaves.len();
                    }
                    ty = ty.field(*index);
                }
                _ => {
                    ty = ty.element();
                    first += *index as usize * self.layout(ty)?.leaves.len();
                }
            }
        }
        let count = self.layout(ty)?.leaves.len();
        Ok(first..first + count)
    }

    pub fn lower_extract_value(&mut self, instruction: Instruction<'m>) -> Lowered {
        let aggregate = instruction.operand(0);
        let range = self.leaves_at(aggregate.ty(), instruction.indices())?;
        let scalars = self.scalars(aggregate)?;
        self.bind(instruction, scalars[range].to_vec())
    }

    pub fn lower_insert_value(&mut self, instruction: Instruction<'m>) -> Lowered {
        let aggregate = instruction.operand(0);
        let range = self.leaves_at(aggregate.ty(), instruction.indices())?;
        let mut scalars = self.scalars(aggregate)?.to_vec();
        let inserted = self.scalars(instruction.operand(1))?;
        scalars[range].copy_from_slice(&inserted);
        self.bind(instruction, scalars)
    }

    pub fn lower_extract_element(&mut self, instruction: Instruction<'m>) -> Lowered {
        let layout = self.layout(instruction.operand(0).ty())?;
        let lanes = self.scalars(instruction.operand(0))?;
        let index_width = self.layout(instruction.operand(1).ty())?.leaves[0].width;
        let index = self.scalar(instruction.operand(1))?;
        let width = layout.leaves[0].width;
        if let Some(lane) = self.known_int(index) {
            let zero = self.int(width, 0);
            let lane = lanes.get(lane as usize).copied().unwrap_or(zero);
            return self.bind(instruction, lane);
        }
        let mut result = lanes[0];
        for (lane, value) in lanes.iter().enumerate().skip(1) {
            let lane = self.int(index_width, lane as u128);
            let is_it = self.compare(ComparePredicate::Eq, index_width, index, lane);
            result = self.select(width, is_it, *value, result);
        }
        self.bind(instruction, result)
    }

    pub fn lower_insert_element(&mut self, instruction: Instruction<'m>) -> Lowered {
        let layout = self.layout(instruction.ty())?;
        let mut lanes = self.scalars(instruction.operand(0))?.to_vec();
        let value = self.scalar(instruction.operand(1))?;
        let index_width = self.layout(instruction.operand(2).ty())?.leaves[0].width;
        let index = self.scalar(instruction.operand(2))?;
        if let Some(lane) = self.known_int(index) {
            if let Some(place) = lanes.get_mut(lane as usize) {
                *place = value;
            }
            return self.bind(instruction, lanes);
        }
        for (lane, place) in lanes.iter_mut().enumerate() {
            let lane_index = self.int(index_width, lane as u128);
            let is_it = self.compare(ComparePredicate::Eq, index_width, index, lane_index);
            *place = self.select(layout.leaves[lane].width, is_it, value, *place);
        }
        self.bind(instruction, lanes)
    }

    pub fn lower_shuffle(&mut self, instruction: Instruction<'m>) -> Lowered {
        let layout = self.layout(instruction.ty())?;
        let a = self.scalars(instruction.operand(0))?;
        let b = self.scalars(instruction.operand(1))?;
        let mut lanes = Vec::with_capacity(layout.leaves.len());
        for (leaf, picked) in layout.leaves.iter().zip(instruction.shuffle_mask()) {
            let picked = picked.map(|lane| lane as usize);
            lanes.push(match picked {
                Some(lane) if lane < a.len() => a[lane],
                Some(lane) => b[lane - a.len()],
                None => self.int(leaf.width, 0),
            });
        }
        self.bind(instruction, lanes)
    }
}
