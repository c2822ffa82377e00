//! Registers of a function, by number or by name.

use super::cursor::Outcome;
use super::error::{Problem, TextPos};
use super::signature::Header;
use crate::inst::Reg;
use bowline_base::FxHashMap;

/// More registers than any function has; the tables of analyses are as long as there are registers.
const MAX_REGISTERS: u32 = 1 << 22;

#[derive(Default)]
pub(super) struct Registers<'t> {
    /// Whether they have names, once the first one is known.
    named: Option<bool>,
    by_name: FxHashMap<&'t str, Reg>,
    /// So many are used.
    count: u32,
    stated: Option<(u32, TextPos)>,
}

impl<'t> Registers<'t> {
    /// The registers of the parameters come first.
    pub(super) fn new(header: &Header<'t>) -> Outcome<Self> {
        let mut registers = Self { stated: header.registers, ..Self::default() };
        for (expected, param) in (0..).map(Reg).zip(&header.params) {
            let Some((name, place)) = *param else {
                registers.count = expected.0 + 1;
                continue;
            };
            if registers.by_name.contains_key(name) {
                return Err(Problem::new(place, format!("there are two parameters %{name}")));
            }
            if registers.get(name, place)? != expected {
                let message = format!("this parameter is register %{}", expected.0);
                return Err(Problem::new(place, message));
            }
        }
        Ok(registers)
    }

    /// The register of that name or number; a name that has not been used before makes one.
    pub(super) fn get(&mut self, name: &'t str, place: TextPos) -> Outcome<Reg> {
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        if *self.named.get_or_insert(!is_number) == is_number {
            let message = "the registers of a function have either names or numbers, not both";
            return Err(Problem::new(place, message));
        }
        let reg = if is_number {
            Reg(name.parse().unwrap_or(u32::MAX))
        } else {
            *self.by_name.entry(name).or_insert(Reg(self.count))
        };
        let limit = self.stated.map_or(MAX_REGISTERS, |(stated, _)| stated.min(MAX_REGISTERS));
        if reg.0 >= limit {
            return Err(Problem::new(place, format!("there are only {limit} registers")));
        }
        self.count = self.count.max(reg.0 + 1);
        Ok(reg)
    }

    /// How many registers a frame has.
    pub(super) fn count(&self) -> Outcome<u32> {
        match self.stated {
            Some((stated, place)) if stated < self.count || stated > MAX_REGISTERS => {
                let message = format!("a function that uses {} registers cannot have {stated}", self.count);
                Err(Problem::new(place, message))
            }
            Some((stated, _)) => Ok(stated),
            None => Ok(self.count),
        }
    }

    /// As the text calls it.
    pub(super) fn name(&self, reg: Reg) -> String {
        let named = self.by_name.iter().find(|(_, known)| **known == reg);
        named.map_or(format!("%{}", reg.0), |(name, _)| format!("%{name}"))
    }

    pub(super) fn are_named(&self) -> bool {
        self.named == Some(true)
    }
}
