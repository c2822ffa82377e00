//! How the parameters and the result of a C function became scalars.
//!
//! Clang passes structures of up to 16 bytes in registers, one for each half that has contents, and larger ones as addresses
//! of copies; LLVM's signature shows the outcome but not which C parameter it belongs to. Here the two lists are walked
//! side by side. Only if every parameter of C finds what it needs and none of LLVM's is left over is the outcome
//! believed; an optimiser that changed the signature then leaves all of it unknown.

use super::ModuleLowering;
use super::layout::Layout;
use crate::llvm::{DebugVariable, Global, Subprogram, Type, TypeKind};
use bowline_base::FxHashSet;
use bowline_ir::c_type::function::{BareParam, CFunction, CParam, Part, Passing};
use bowline_ir::c_type::{BasicKind, CType, CTypes, Count, FunctionType};
use bowline_ir::{CTypeId, FloatKind, FuncId, Parameter};
use std::rc::Rc;

/// What a general-purpose register holds; larger structures have halves of this size.
const EIGHTBYTE: u64 = 8;

/// A parameter of LLVM's.
struct Arg<'m> {
    ty: Type<'m>,
    layout: Rc<Layout>,
    /// The number of its first scalar.
    first: u32,
    /// It is the address of this many bytes that the callee owns.
    copied: Option<u64>,
}

impl<'m> ModuleLowering<'m> {
    /// Keeps what debug information says about a function.
    pub fn describe_function(&mut self, id: FuncId, global: Global<'m>) {
        let Some((_, ty)) = global.subprogram() else { return self.describe_bare(id, global) };
        let ty = self.types.read(&mut self.out.types, Some(ty));
        let CType::Function(function) = self.out.types.get(ty).clone() else { return };
        let args = self.args(global);
        let passed = args.and_then(|args| {
            let returned = self.returned_as(global, function.result, &args)?;
            let skipped = usize::from(matches!(returned, Passing::Memory { .. }));
            let mut walk = Walk { types: &self.out.types, args: &args, next: skipped };
            let passed: Option<Vec<Passing>> =
                function.params.iter().map(|param| walk.take(*param)).collect();
            (walk.next == args.len()).then_some((passed?, returned))
        });
        if passed.is_none() {
            self.describe_bare(id, global);
        }
        let (passed, returned) =
            passed.unwrap_or_else(|| (vec![Passing::Unknown; function.params.len()], Passing::Unknown));
        // Debug information lists the parameters of an old-style definition as if it were a prototype.
        let ty = match passed.iter().any(|passed| matches!(passed, Passing::Promoted { .. })) {
            true => {
                self.out.types.intern(CType::Function(FunctionType { prototyped: false, ..function.clone() }))
            }
            false => ty,
        };
        let params = function.params.iter().zip(passed);
        let params = params.map(|(ty, passed)| CParam { name: None, ty: *ty, passed }).collect();
        let described = CFunction { ty, params, result: function.result, returned, variables: Vec::new() };
        self.out.types.set_function(id, described);
    }

    /// What LLVM's signature says by itself.
    fn describe_bare(&mut self, id: FuncId, global: Global<'m>) {
        // Aliases and what a resolver chooses have none of their own.
        if !global.is_function() {
            return;
        }
        let Some(args) = self.args(global) else { return };
        let mut params = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let (scalar, index) = (arg.first, index as u32);
            let written = global.param_attribute_type(index, "sret").map(|ty| self.layouts.data().size(ty));
            let is_vector = matches!(arg.ty.kind(), TypeKind::Float(_) | TypeKind::Vector)
                && arg.layout.size <= EIGHTBYTE;
            match (arg.copied, written, parts_of(&arg.layout, scalar, 0)) {
                (Some(bytes), _, _) => params.push(BareParam::Copied { scalar, bytes }),
                (_, Some(bytes), _) => params.push(BareParam::Result { scalar, bytes }),
                (_, _, Some(Passing::Scalars(parts))) if is_vector => {
                    params.push(BareParam::Vector { parts, bytes: arg.layout.size });
                }
                _ => params.extend(
                    (0..arg.layout.leaves.len() as u32)
                        .map(|leaf| BareParam::Integer { scalar: scalar + leaf }),
                ),
            }
        }
        self.out.types.set_bare(id, params);
    }

    fn args(&mut self, global: Global<'m>) -> Option<Vec<Arg<'m>>> {
        let mut first = 0;
        let mut args = Vec::new();
        for (index, ty) in global.value_type().params().into_iter().enumerate() {
            let layout = self.layouts.of(ty).ok()?;
            let copied = match ty.kind() {
                TypeKind::Pointer { .. } => global.param_attribute_type(index as u32, "byval"),
                _ => None,
            };
            let scalars = layout.leaves.len() as u32;
            args.push(Arg { ty, layout, first, copied: copied.map(|ty| self.layouts.data().size(ty)) });
            first += scalars;
        }
        Some(args)
    }

    fn returned_as(&mut self, global: Global<'m>, result: CTypeId, args: &[Arg<'m>]) -> Option<Passing> {
        let ty = global.value_type().return_type();
        if ty.kind() == TypeKind::Void {
            let written =
                args.first().and_then(|first| global.param_attribute_type(0, "sret").map(|_| first.first));
            return match written {
                Some(scalar) => Some(Passing::Memory { scalar }),
                None => is_nothing(&self.out.types, result).then_some(Passing::Nothing),
            };
        }
        let layout = self.layouts.of(ty).ok()?;
        // A structure of two halves is one argument each, if it were passed.
        let parts: Vec<Type<'m>> = match ty.kind() {
            TypeKind::Struct => (0..ty.field_count()).map(|field| ty.field(field)).collect(),
            _ => vec![ty],
        };
        if parts.len() > 1 && self.out.types.size_of(result)?.next_multiple_of(EIGHTBYTE) >= layout.size {
            return parts_of(&layout, 0, 0);
        }
        let arg = Arg { ty: *parts.first()?, layout, first: 0, copied: None };
        let mut walk = Walk { types: &self.out.types, args: &[arg], next: 0 };
        walk.take(result).filter(|_| walk.next == 1)
    }
}

/// Matches C types with parameters of LLVM's, from left to right.
struct Walk<'a, 'm> {
    types: &'a CTypes,
    args: &'a [Arg<'m>],
    next: usize,
}

impl Walk<'_, '_> {
    /// How a value of this type is passed, if what comes next fits.
    fn take(&mut self, ty: CTypeId) -> Option<Passing> {
        if is_nothing(self.types, ty) {
            return Some(Passing::Nothing);
        }
        let size = self.types.size_of(ty)?;
        let arg = self.args.get(self.next)?;
        if let Some(copied) = arg.copied {
            self.next += 1;
            return (copied == size).then_some(Passing::Memory { scalar: arg.first });
        }
        match (self.types.resolve(ty), arg.ty.kind()) {
            (CType::Record(_), _) => self.take_halves(ty, size),
            (CType::Pointer(_), TypeKind::Pointer { .. }) => self.take_whole(0),
            (CType::Vector { .. }, _) if arg.layout.size == size => self.take_whole(0),
            (CType::Enum(_), TypeKind::Integer(width)) => self.take_integer(size, width, false),
            (CType::Basic(basic), kind) => match (basic.kind, kind) {
                (BasicKind::Bool, TypeKind::Integer(1 | 8)) => self.take_whole(0),
                (BasicKind::Bool | BasicKind::Signed | BasicKind::Unsigned, TypeKind::Integer(width)) => {
                    self.take_integer(size, width, basic.name.contains("_BitInt"))
                }
                (BasicKind::Float(Some(expected)), TypeKind::Float(actual)) if expected == actual => {
                    self.take_whole(0)
                }
                (BasicKind::Float(Some(_)), TypeKind::Float(FloatKind::Double)) if size < 8 => {
                    self.take_promoted()
                }
                (BasicKind::Complex, _) => self.take_halves(ty, size),
                _ => None,
            },
            _ => None,
        }
    }

    fn take_whole(&mut self, offset: u64) -> Option<Passing> {
        let arg = self.args.get(self.next)?;
        self.next += 1;
        parts_of(&arg.layout, arg.first, offset)
    }

    fn take_promoted(&mut self) -> Option<Passing> {
        let scalar = self.args.get(self.next)?.first;
        self.next += 1;
        Some(Passing::Promoted { scalar })
    }

    fn take_integer(&mut self, size: u64, width: u32, is_bit_precise: bool) -> Option<Passing> {
        let bits = size * 8;
        match u64::from(width) {
            width if width == bits => self.take_whole(0),
            64 if bits == 128 => self.take_both(),
            width if is_bit_precise && width < bits => self.take_whole(0),
            32 if bits < 32 => self.take_promoted(),
            _ => None,
        }
    }

    /// Two parameters, one for each half.
    fn take_both(&mut self) -> Option<Passing> {
        let sizes = self.args.get(self.next..self.next + 2)?.iter().map(|arg| (arg.layout.size, arg.copied));
        if !sizes.into_iter().all(|(size, copied)| size <= EIGHTBYTE && copied.is_none()) {
            return None;
        }
        match (self.take_whole(0)?, self.take_whole(EIGHTBYTE)?) {
            (Passing::Scalars(mut low), Passing::Scalars(high)) => {
                low.extend(high);
                Some(Passing::Scalars(low))
            }
            _ => None,
        }
    }

    /// A structure in registers: each half that has contents has its own.
    fn take_halves(&mut self, ty: CTypeId, size: u64) -> Option<Passing> {
        let next = self.args.get(self.next)?.layout.size;
        if size > 2 * EIGHTBYTE {
            return if next == size { self.take_whole(0) } else { None };
        }
        let low = has_contents(self.types, ty, 0, EIGHTBYTE);
        let high = has_contents(self.types, ty, EIGHTBYTE, 2 * EIGHTBYTE);
        match (low, high) {
            (true, true) if next == 2 * EIGHTBYTE => self.take_whole(0),
            (true, true) => self.take_both(),
            (true, false) if next <= EIGHTBYTE => self.take_whole(0),
            (false, true) if next <= EIGHTBYTE => self.take_whole(EIGHTBYTE),
            _ => None,
        }
    }
}

/// The scalars of a parameter that holds a value from `offset` on.
fn parts_of(layout: &Layout, first: u32, offset: u64) -> Option<Passing> {
    let part = |access: &super::layout::Access| {
        let part = Part { scalar: first + access.first, offset: offset + access.offset, width: access.width };
        (access.count == 1).then_some(part)
    };
    layout.accesses.iter().map(part).collect::<Option<Vec<Part>>>().map(Passing::Scalars)
}

/// Does nothing have to be passed for it?
fn is_nothing(types: &CTypes, ty: CTypeId) -> bool {
    match types.resolve(ty) {
        CType::Void => true,
        CType::Record(record) => {
            record.complete && record.size <= 2 * EIGHTBYTE && !has_contents(types, ty, 0, record.size)
        }
        _ => false,
    }
}

/// Has any field a part between two offsets? Only asked of small types.
fn has_contents(types: &CTypes, ty: CTypeId, from: u64, to: u64) -> bool {
    match types.resolve(ty) {
        CType::Record(record) => record.fields.iter().any(|field| match field.bits {
            Some(bits) => bits.first < to * 8 && bits.first + bits.width > from * 8,
            None => {
                field.offset < to
                    && has_contents(types, field.ty, from.saturating_sub(field.offset), to - field.offset)
            }
        }),
        CType::Array { element, count: Count::Known(count) } => {
            let size = types.size_of(*element).unwrap_or(0);
            size > 0 && *count > 0 && from / size < *count && {
                let last = (*count - 1).min((to - 1) / size);
                (from / size..=last).any(|index| {
                    let start = index * size;
                    has_contents(types, *element, from.saturating_sub(start), to - start)
                })
            }
        }
        CType::Array { .. } => false,
        _ => from < to && types.size_of(ty).is_some_and(|size| from < size),
    }
}

/// What the body of a function says about its parameters and variables, while it is lowered.
#[derive(Default)]
pub struct Described<'m> {
    pub variables: Vec<Option<CTypeId>>,
    scope: Option<Subprogram<'m>>,
    names: Vec<Option<String>>,
    missing: usize,
    seen: FxHashSet<DebugVariable<'m>>,
}

impl<'m> Described<'m> {
    pub fn new(global: Global<'m>, function: Option<&CFunction>) -> Self {
        let count = function.map_or(0, |function| function.params.len());
        let scope = global.subprogram().map(|(scope, _)| scope);
        Self { scope, names: vec![None; count], missing: count, ..Self::default() }
    }

    /// Takes the name of a variable that is a parameter, told by `is_parameter` of a number from 1 on.
    pub fn name(&mut self, variable: DebugVariable<'m>, is_parameter: impl Fn(u32) -> bool) {
        let in_scope = self.scope.is_some_and(|scope| variable.is_in(scope));
        if self.missing == 0 || !in_scope || !self.seen.insert(variable) {
            return;
        }
        let mut unnamed = (0..self.names.len()).filter(|index| self.names[*index].is_none());
        if let Some(index) = unnamed.find(|index| is_parameter(*index as u32 + 1)) {
            self.names[index] = Some(variable.name());
            self.missing -= 1;
        }
    }

    /// Puts everything into the table. Names that do not fit to those of the signature show that it was changed.
    pub fn finish(self, function: &mut CFunction, params: &[Parameter]) {
        let signature_name = |scalar: u32| {
            let name = params.get(scalar as usize)?.name.as_deref()?;
            Some(name.split_once(".coerce").map_or(name, |(name, _)| name))
        };
        let fits = |(param, name): (&CParam, &Option<String>)| {
            let mut names = param.passed.scalars().filter_map(signature_name);
            name.as_deref().is_none_or(|name| names.all(|other| other == name))
        };
        let all_fit = function.params.iter().zip(&self.names).all(fits);
        for (param, name) in function.params.iter_mut().zip(self.names) {
            if !all_fit {
                param.passed = Passing::Unknown;
            }
            let from_signature = || param.passed.scalars().find_map(signature_name).map(str::to_string);
            param.name = name.or_else(from_signature).filter(|name| !name.is_empty());
        }
        function.variables = self.variables;
    }
}
