//! Units out of ELF files and archives.

use super::frame::{Framed, decode_all};
use super::{Content, SECTION, Unit};
use crate::error::Error;
use object::read::archive::ArchiveFile;
use object::read::elf::ElfFile64;
use object::{Object, ObjectSection, ObjectSymbol};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Why a native object that another compiler made is opaque.
pub const WITHOUT: &str = "built without bowline cc";

/// A native file that holds bitcode.
pub enum Container {
    /// An executable, a shared object or an object: all of it belongs to the program.
    Linked(Vec<Framed>),
    /// What is needed of it belongs to the program.
    Archive(Vec<Member>),
}

/// One object, or one piece of bitcode, of an archive.
#[derive(Clone, Debug)]
pub struct Member {
    pub units: Vec<Framed>,
    /// Of bitcode only as far as the archive has an index.
    pub defines: Vec<String>,
}

/// The names that an object gives to others and wants from them.
#[derive(Clone, Default, Debug)]
pub struct Symbols {
    pub defined: Vec<String>,
    pub undefined: Vec<String>,
}

pub fn is_container(contents: &[u8]) -> bool {
    is_elf(contents) || is_archive(contents)
}

/// Plain or in a wrapper.
pub fn is_bitcode(contents: &[u8]) -> bool {
    contents.starts_with(b"BC\xC0\xDE") || contents.starts_with(b"\xDE\xC0\x17\x0B")
}

fn is_elf(contents: &[u8]) -> bool {
    contents.starts_with(b"\x7fELF")
}

fn is_archive(contents: &[u8]) -> bool {
    contents.starts_with(&object::archive::MAGIC) || contents.starts_with(&object::archive::THIN_MAGIC)
}

/// Reads an ELF file or an archive; one without any bitcode is an error.
pub fn open(path: &Path, contents: &[u8]) -> Result<Container, Error> {
    if is_archive(contents) {
        return Ok(Container::Archive(members(path, contents)?));
    }
    let file = elf(path, contents)?;
    let units = section(path, &file)?.unwrap_or_default();
    if !units.iter().any(|framed| matches!(framed.unit.content, Content::Bitcode(_))) {
        if let Some((source, why)) = units.iter().find_map(|framed| framed.unit.why_opaque())
            && why != WITHOUT
        {
            let first = format!("{}: {why}", source.display());
            return Err(Error::OnlyOpaque { path: path.to_path_buf(), first });
        }
        let stripped = file.symbols().next().is_none();
        return Err(Error::NoBitcode { path: path.to_path_buf(), stripped });
    }
    Ok(Container::Linked(units))
}

/// Does an object that is about to be linked carry a section of ours? None if it is no ELF object.
pub fn carries_bitcode(contents: &[u8]) -> Option<bool> {
    let file = ElfFile64::<object::Endianness>::parse(contents).ok()?;
    (file.kind() == object::ObjectKind::Relocatable).then(|| file.section_by_name(SECTION).is_some())
}

/// The symbols of a native object.
pub fn symbols(path: &Path) -> Result<Symbols, Error> {
    let contents = fs::read(path).map_err(|source| Error::Unreadable { path: path.to_path_buf(), source })?;
    Ok(symbols_of(&elf(path, &contents)?))
}

fn elf<'a>(path: &Path, contents: &'a [u8]) -> Result<ElfFile64<'a>, Error> {
    ElfFile64::parse(contents).map_err(|error| Error::BrokenContainer {
        path: path.to_path_buf(),
        what: format!("is not a valid 64-bit ELF file ({error})"),
    })
}

/// None without a section of ours. A relocatable link may leave several of them.
fn section(path: &Path, file: &ElfFile64<'_>) -> Result<Option<Vec<Framed>>, Error> {
    let broken = |what: String| Error::BrokenContainer { path: path.to_path_buf(), what };
    let mut found: Option<Vec<Framed>> = None;
    for section in file.sections().filter(|section| section.name() == Ok(SECTION)) {
        let data = section.data().map_err(|_| broken("its bitcode is cut short".to_string()))?;
        found.get_or_insert_default().extend(decode_all(data).map_err(broken)?);
    }
    Ok(found)
}

fn symbols_of(file: &ElfFile64<'_>) -> Symbols {
    let mut symbols = Symbols::default();
    for symbol in file.symbols().filter(|symbol| symbol.is_global()) {
        let Ok(name) = symbol.name() else { continue };
        if symbol.is_undefined() {
            if !symbol.is_weak() {
                symbols.undefined.push(name.to_string());
            }
        } else if !name.is_empty() {
            symbols.defined.push(name.to_string());
        }
    }
    symbols
}

fn members(path: &Path, contents: &[u8]) -> Result<Vec<Member>, Error> {
    let broken = |what: String| Error::BrokenContainer { path: path.to_path_buf(), what };
    let archive =
        ArchiveFile::parse(contents).map_err(|error| broken(format!("is not a valid archive ({error})")))?;
    let defined = symbol_table(&archive);
    let mut found = Vec::new();
    let mut any_bitcode = false;
    for member in archive.members() {
        let member = member.map_err(|error| broken(format!("is cut short ({error})")))?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let outside;
        let data = if archive.is_thin() {
            let place = path.parent().unwrap_or(Path::new("")).join(&name);
            outside = fs::read(&place).map_err(|source| Error::Unreadable { path: place, source })?;
            outside.as_slice()
        } else {
            member.data(contents).map_err(|_| broken(format!("its member {name} is cut short")))?
        };
        let member_path = PathBuf::from(format!("{}({name})", path.display()));
        if is_bitcode(data) {
            any_bitcode = true;
            let defines = defined.get(&member.file_range().0).cloned().unwrap_or_default();
            let units = vec![alone(member_path, Content::Bitcode(data.to_vec()))];
            found.push(Member { units, defines });
            continue;
        }
        if !is_elf(data) {
            continue;
        }
        let file = elf(&member_path, data)?;
        let units = section(&member_path, &file)?;
        any_bitcode |= units.is_some();
        let units = units.unwrap_or_else(|| vec![alone(member_path, Content::Opaque(WITHOUT.to_string()))]);
        found.push(Member { units, defines: symbols_of(&file).defined });
    }
    if any_bitcode { Ok(found) } else { Err(Error::NoBitcode { path: path.to_path_buf(), stripped: false }) }
}

/// The names that members define, by where these start, as far as the archive has an index.
fn symbol_table(archive: &ArchiveFile<'_>) -> HashMap<u64, Vec<String>> {
    let mut names: HashMap<u64, Vec<String>> = HashMap::new();
    for symbol in archive.symbols().ok().flatten().into_iter().flatten().flatten() {
        if let Ok(member) = archive.member(symbol.offset()) {
            let name = String::from_utf8_lossy(symbol.name()).into_owned();
            names.entry(member.file_range().0).or_default().push(name);
        }
    }
    names
}

/// Stands for a member that another compiler made.
fn alone(source: PathBuf, content: Content) -> Framed {
    let unit = Unit {
        content,
        source,
        directory: PathBuf::new(),
        source_hash: None,
        headers: Vec::new(),
        compiler: OsString::new(),
        flags: Vec::new(),
    };
    let hash = super::hash(&super::frame::encode(&unit));
    Framed { unit, hash }
}
