//! Types of debug information.
//!
//! The C interface has accessors for names, sizes and offsets. What refers to other nodes is read as operands, whose places are
//! LLVM's and are named here. Two facts are in no operand, the encoding of a basic type and the value of an
//! enumerator: they are read from LLVM's notation for the single node, which costs no walk over the module because
//! no instruction uses such a node.
#![allow(unsafe_code)]

use super::{copy_text, take_message};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use std::marker::PhantomData;
use std::ptr;

/// Operands of a type.
const BASE_TYPE: u32 = 3;
const ELEMENTS: u32 = 4;
/// Of a function type: a list with the result first.
const SIGNATURE: u32 = 3;
/// Of a subprogram.
const SUBPROGRAM_TYPE: u32 = 4;
/// Of an element that is a range of indices.
const COUNT: u32 = 0;
/// Of an enumerator.
const ENUMERATOR_NAME: u32 = 0;

/// A type; equal handles are one node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DebugType<'m> {
    /// The node in the form of a value.
    raw: LLVMValueRef,
    marker: PhantomData<&'m ()>,
}

/// What a type is, by the tags of DWARF.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DebugTypeKind {
    Basic,
    Pointer,
    Typedef,
    Const,
    Volatile,
    Restrict,
    Atomic,
    Member,
    Struct,
    Union,
    Enum,
    Array,
    Vector,
    Function,
    /// Of other languages.
    Other,
}

/// How many elements one dimension of an array has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DebugCount {
    Known(u64),
    Open,
    Computed,
}

/// A node among the operands of another; nodes and strings are in the form of values.
///
/// # Safety
/// `node` is a metadata node in the form of a value, or a value as metadata.
pub(super) unsafe fn node_operand(node: LLVMValueRef, index: u32) -> Option<LLVMValueRef> {
    // SAFETY: by contract; the operand is there.
    unsafe {
        if index >= LLVMGetNumOperands(node) as u32 {
            return None;
        }
        let operand = LLVMGetOperand(node, index);
        (!operand.is_null()).then_some(operand)
    }
}

/// # Safety
/// `node` is metadata in the form of a value.
pub(super) unsafe fn string_operand(node: LLVMValueRef, index: u32) -> String {
    let mut length = 0;
    // SAFETY: by contract; LLVM gives null for what is no string.
    unsafe {
        let Some(text) = node_operand(node, index) else { return String::new() };
        let text = LLVMGetMDString(text, &mut length);
        copy_text(text, length as usize)
    }
}

/// What a list of nodes holds.
///
/// # Safety
/// `list` is a metadata node in the form of a value.
unsafe fn list_operands(list: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the buffer has room for all operands.
    unsafe {
        let mut operands = vec![ptr::null_mut(); LLVMGetMDNodeNumOperands(list) as usize];
        LLVMGetMDNodeOperands(list, operands.as_mut_ptr());
        operands
    }
}

/// The type of a function.
///
/// # Safety
/// `subprogram` is a `DISubprogram` of a module that outlives `'m`, in the form of a value.
pub(super) unsafe fn subprogram_type<'m>(subprogram: LLVMValueRef) -> Option<DebugType<'m>> {
    // SAFETY: by contract.
    unsafe { node_operand(subprogram, SUBPROGRAM_TYPE).and_then(|raw| DebugType::from_raw(raw)) }
}

impl<'m> DebugType<'m> {
    /// # Safety
    /// `raw` is a metadata node of a module that outlives `'m`, in the form of a value.
    pub(super) unsafe fn from_raw(raw: LLVMValueRef) -> Option<Self> {
        use LLVMMetadataKind::*;
        // SAFETY: by contract.
        let kind = unsafe { LLVMGetMetadataKind(LLVMValueAsMetadata(raw)) };
        matches!(
            kind,
            LLVMDIBasicTypeMetadataKind
                | LLVMDIDerivedTypeMetadataKind
                | LLVMDICompositeTypeMetadataKind
                | LLVMDISubroutineTypeMetadataKind
        )
        .then_some(Self { raw, marker: PhantomData })
    }

    fn node(self) -> LLVMMetadataRef {
        // SAFETY: a node in the form of a value.
        unsafe { LLVMValueAsMetadata(self.raw) }
    }

    pub(super) fn metadata(self) -> LLVMMetadataRef {
        self.node()
    }

    pub fn kind(self) -> DebugTypeKind {
        // SAFETY: every type has a tag.
        match unsafe { LLVMGetDINodeTag(self.node()) } {
            0x24 => DebugTypeKind::Basic,
            0x0f => DebugTypeKind::Pointer,
            0x16 => DebugTypeKind::Typedef,
            0x26 => DebugTypeKind::Const,
            0x35 => DebugTypeKind::Volatile,
            0x37 => DebugTypeKind::Restrict,
            0x47 => DebugTypeKind::Atomic,
            0x0d => DebugTypeKind::Member,
            0x13 => DebugTypeKind::Struct,
            0x17 => DebugTypeKind::Union,
            0x04 => DebugTypeKind::Enum,
            0x01 if self.has_flag(LLVMDIFlagVector) => DebugTypeKind::Vector,
            0x01 => DebugTypeKind::Array,
            0x15 => DebugTypeKind::Function,
            _ => DebugTypeKind::Other,
        }
    }

    fn has_flag(self, flag: LLVMDIFlags) -> bool {
        // SAFETY: a type.
        unsafe { LLVMDITypeGetFlags(self.node()) & flag != 0 }
    }

    /// Defined elsewhere.
    pub fn is_declaration(self) -> bool {
        self.has_flag(LLVMDIFlagFwdDecl)
    }

    pub fn is_bit_field(self) -> bool {
        self.has_flag(LLVMDIFlagBitField)
    }

    /// Empty without one.
    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: a type, which owns the string.
        unsafe {
            let text = LLVMDITypeGetName(self.node(), &mut length);
            copy_text(text, length)
        }
    }

    pub fn size_bits(self) -> u64 {
        // SAFETY: a type.
        unsafe { LLVMDITypeGetSizeInBits(self.node()) }
    }

    pub fn offset_bits(self) -> u64 {
        // SAFETY: a type.
        unsafe { LLVMDITypeGetOffsetInBits(self.node()) }
    }

    /// What a pointer points to, a name stands for, an array consists of; `None` is `void`.
    pub fn base(self) -> Option<DebugType<'m>> {
        // SAFETY: a node; the base of a type is a type.
        unsafe { node_operand(self.raw, BASE_TYPE).and_then(|raw| DebugType::from_raw(raw)) }
    }

    fn elements(self) -> Vec<LLVMValueRef> {
        // SAFETY: a composite type, whose elements are a list of nodes.
        unsafe { node_operand(self.raw, ELEMENTS).map_or_else(Vec::new, |list| list_operands(list)) }
    }

    /// The fields of a structure or union.
    pub fn members(self) -> Vec<DebugType<'m>> {
        let nodes = self.elements().into_iter().filter(|node| !node.is_null());
        // SAFETY: the elements of a structure are nodes.
        let types = nodes.filter_map(|node| unsafe { DebugType::from_raw(node) });
        types.filter(|ty| ty.kind() == DebugTypeKind::Member).collect()
    }

    /// The lengths of an array's dimensions, the outermost first.
    pub fn dimensions(self) -> Vec<DebugCount> {
        let count = |range: LLVMValueRef| {
            // SAFETY: the elements of an array are ranges, whose count is an integer or a node.
            unsafe {
                match node_operand(range, COUNT) {
                    None => DebugCount::Open,
                    Some(count) if !LLVMIsAConstantInt(count).is_null() => {
                        u64::try_from(LLVMConstIntGetSExtValue(count))
                            .map_or(DebugCount::Open, DebugCount::Known)
                    }
                    Some(_) => DebugCount::Computed,
                }
            }
        };
        self.elements().into_iter().filter(|range| !range.is_null()).map(count).collect()
    }

    /// The result of a function type, and its parameters, the last of which is `None` for `...` and for `()`.
    pub fn signature(self) -> (Option<DebugType<'m>>, Vec<Option<DebugType<'m>>>) {
        // SAFETY: the operand of a function type is a list of types, some of them null.
        let types = unsafe {
            let list = node_operand(self.raw, SIGNATURE).map_or_else(Vec::new, |list| list_operands(list));
            let of = |raw: LLVMValueRef| if raw.is_null() { None } else { DebugType::from_raw(raw) };
            list.into_iter().map(of).collect::<Vec<_>>()
        };
        let mut types = types.into_iter();
        (types.next().flatten(), types.collect())
    }

    /// The names and values of an enumeration.
    pub fn enumerators(self) -> Vec<(String, i128)> {
        let read = |node: LLVMValueRef| {
            // SAFETY: the elements of an enumeration are enumerators.
            let (name, text) = unsafe { (string_operand(node, ENUMERATOR_NAME), notation(node)) };
            Some((name, attribute(&text, "value: ")?.parse().ok()?))
        };
        self.elements().into_iter().filter(|node| !node.is_null()).filter_map(read).collect()
    }

    /// How a basic type is encoded, by DWARF's name without its prefix: `signed`, `unsigned_char`, `float`.
    pub fn encoding(self) -> String {
        // SAFETY: a node.
        let text = unsafe { notation(self.raw) };
        attribute(&text, "encoding: DW_ATE_").unwrap_or_default().to_string()
    }
}

/// LLVM's notation for a single node.
///
/// # Safety
/// `node` is a metadata node in the form of a value.
unsafe fn notation(node: LLVMValueRef) -> String {
    // SAFETY: by contract; the string is ours.
    unsafe { take_message(LLVMPrintValueToString(node)) }
}

/// What follows a key; the last occurrence counts, as names come first.
fn attribute<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let rest = &text[text.rfind(key)? + key.len()..];
    rest.split([',', ')']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_not_looked_for_in_names() {
        let text = "<0x1> = !DIEnumerator(name: \"value: 7, \", value: -3, isUnsigned: true)";
        assert_eq!(attribute(text, "value: "), Some("-3"));
        let text = "!DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)";
        assert_eq!(attribute(text, "encoding: DW_ATE_"), Some("signed_char"));
        assert_eq!(attribute(text, "value: "), None);
    }
}
