//! Units into objects.

use bowline_frontend::embedded::frame::encode;
use bowline_frontend::embedded::{SECTION, Unit};
use object::read::elf::{ElfFile64, FileHeader};
use object::write::Object;
use object::{
    Architecture, BinaryFormat, Endianness, LittleEndian, Object as _, ObjectSection, SectionFlags,
    SectionKind, elf,
};
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

const OBJCOPY: &str = "llvm-objcopy-19";

/// Why an object did not get its section.
pub enum Refused {
    /// The tool is not there.
    NoTool(io::Error),
    Failed(String),
}

/// Adds the section to an object that the compiler just wrote; the object stays as it is if that fails.
pub fn into_object(object: &Path, units: &[Unit], scratch: &Path) -> Result<(), Refused> {
    let contents = scratch.join("section");
    let failed = |error: io::Error| Refused::Failed(error.to_string());
    fs::write(&contents, section(units)).map_err(failed)?;
    let mut argument = std::ffi::OsString::from(format!("--add-section={SECTION}="));
    argument.push(&contents);
    let output = Command::new(OBJCOPY)
        .arg(format!("--remove-section={SECTION}"))
        .arg(argument)
        .arg(object)
        .stdin(Stdio::null())
        .output()
        .map_err(Refused::NoTool)?;
    match output.status.success() {
        true => retain(object).map_err(failed),
        false => Err(Refused::Failed(String::from_utf8_lossy(&output.stderr).trim().to_string())),
    }
}

/// Keeps the section when the linker collects unused ones: other units of the program may still refer to this one, from
/// functions that are collected too. `llvm-objcopy` cannot set that flag.
fn retain(path: &Path) -> io::Result<()> {
    // Offsets in ELF's headers, for 64 bits.
    const OS_ABI: usize = 7;
    const SECTION_FLAGS: usize = 8;
    let mut contents = fs::read(path)?;
    let place = {
        let file = ElfFile64::<LittleEndian>::parse(&*contents).map_err(io::Error::other)?;
        let header = file.elf_header();
        let Some(section) = file.section_by_name(SECTION) else { return Ok(()) };
        let (start, size) = (header.e_shoff(LittleEndian), header.e_shentsize(LittleEndian));
        start as usize + section.index().0 * usize::from(size) + SECTION_FLAGS
    };
    let Some(flags) = contents.get_mut(place..).and_then(<[u8]>::first_chunk_mut::<8>) else { return Ok(()) };
    *flags = (u64::from_le_bytes(*flags) | elf::SHF_GNU_RETAIN.0).to_le_bytes();
    // Linkers know the flag only in objects for this system.
    contents[OS_ABI] = elf::ELFOSABI_GNU.0;
    fs::write(path, contents)
}

/// Writes an object with nothing but the section, to be linked along.
pub fn into_carrier(path: &Path, units: &[Unit]) -> io::Result<()> {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    object.flags =
        object::FileFlags::Elf { os_abi: elf::ELFOSABI_GNU, abi_version: 0, e_flags: elf::FileFlags(0) };
    // Without this mark, linkers believe that the object wants an executable stack.
    object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
    let id = object.add_section(Vec::new(), SECTION.as_bytes().to_vec(), SectionKind::Other);
    let section_of_units = object.section_mut(id);
    section_of_units.set_data(section(units), 1);
    // Nothing refers to it, and collection of unused sections must not take it away.
    section_of_units.flags = SectionFlags::Elf { sh_type: elf::SHT_PROGBITS, sh_flags: elf::SHF_GNU_RETAIN };
    fs::write(path, object.write().map_err(io::Error::other)?)
}

fn section(units: &[Unit]) -> Vec<u8> {
    units.iter().flat_map(encode).collect()
}
