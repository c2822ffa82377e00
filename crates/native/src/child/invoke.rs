//! One call, by way of libffi.
#![allow(unsafe_code)]

use super::libraries::Code;
use super::watch::Watch;
use crate::protocol::{Call, Hidden, Type};
use libffi::middle::{self, Cif};
use std::ffi::c_void;

pub struct Invoked {
    /// The parts of the result one after the other.
    pub result: Vec<u8>,
    pub errno: i32,
    pub hidden: Hidden,
}

/// The error names what cannot be called.
pub fn invoke(code: Code, call: &Call, watch: &mut Watch) -> Result<Invoked, String> {
    let types = call.args.iter().map(|argument| ffi_type(&argument.ty));
    let result = result_type(&call.result);
    let cif = match call.fixed {
        Some(fixed) => Cif::try_new_variadic(types, fixed as usize, result),
        None => Cif::try_new(types, result),
    };
    let cif = cif.map_err(|_| "its types are too much for libffi".to_string())?;
    let mut values: Vec<Vec<u128>> = call.args.iter().map(|argument| aligned(&argument.bytes)).collect();
    let mut pointers: Vec<*mut c_void> = values.iter_mut().map(|value| value.as_mut_ptr().cast()).collect();
    // libffi puts its own copies of structures into the list.
    let as_it_was = pointers.clone();
    // Two registers at most, or a long double.
    let mut returned = [0u128; 2];
    watch.begin()?;
    // SAFETY: `cif` describes as many arguments as there are pointers, each to a value of its type; the result fits.
    // What the function itself does is why this is a process of its own.
    let errno = unsafe {
        let function = std::mem::transmute::<*const c_void, unsafe extern "C" fn()>(code.0);
        *libc::__errno_location() = call.errno;
        libffi::raw::ffi_call(
            cif.as_raw_ptr(),
            Some(function),
            returned.as_mut_ptr().cast(),
            pointers.as_mut_ptr(),
        );
        *libc::__errno_location()
    };
    pointers.copy_from_slice(&as_it_was);
    let hidden = watch.end();
    Ok(Invoked { result: parts(&call.result, &returned), errno, hidden })
}

/// A copy that is aligned for every type.
fn aligned(bytes: &[u8]) -> Vec<u128> {
    let word = |chunk: &[u8]| {
        let mut word = [0; 16];
        word[..chunk.len()].copy_from_slice(chunk);
        u128::from_le_bytes(word)
    };
    bytes.chunks(16).map(word).collect()
}

fn ffi_type(ty: &Type) -> middle::Type {
    match ty {
        Type::Integer { bytes: 1, signed: false } => middle::Type::u8(),
        Type::Integer { bytes: 1, signed: true } => middle::Type::i8(),
        Type::Integer { bytes: 2, signed: false } => middle::Type::u16(),
        Type::Integer { bytes: 2, signed: true } => middle::Type::i16(),
        Type::Integer { bytes: 4, .. } => middle::Type::u32(),
        Type::Integer { .. } => middle::Type::u64(),
        Type::Float => middle::Type::f32(),
        Type::Double => middle::Type::f64(),
        Type::LongDouble => middle::Type::longdouble(),
        Type::Memory { bytes } => middle::Type::structure((0..*bytes).map(|_| middle::Type::u8())),
    }
}

/// Two parts are a structure of two eight-byte fields, each of the class of its part.
fn result_type(parts: &[Type]) -> middle::Type {
    let field = |part: &Type| match part {
        Type::Float | Type::Double => middle::Type::f64(),
        _ => middle::Type::u64(),
    };
    match parts {
        [] => middle::Type::void(),
        [one] => ffi_type(one),
        several => middle::Type::structure(several.iter().map(field)),
    }
}

fn parts(types: &[Type], returned: &[u128; 2]) -> Vec<u8> {
    let bytes: Vec<u8> = returned.iter().flat_map(|word| word.to_le_bytes()).collect();
    let part = |(index, ty): (usize, &Type)| bytes[8 * index..8 * index + ty.size()].to_vec();
    types.iter().enumerate().flat_map(part).collect()
}
