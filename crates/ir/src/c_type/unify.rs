//! Types of several units into one.
//!
//! Each compilation unit brings its own copy of a structure that many include, and where one unit defines a structure another
//! may only declare it. Two types are the same if nothing tells them apart: neither their own names, sizes and
//! offsets, nor what their parts and pointees are, however far away. So C itself decides between units.
//! A declaration without definition is the same as the one definition of its tag that the program has; if there
//! are several it stays by itself.
//!
//! This is the coarsest partition of the types in which equal types have equal parts, found by refinement: at first types are told
//! apart by their own words alone, and then by the classes of their parts until nothing changes.

use super::function::CFunction;
use super::{CType, CTypes, RecordKind};
use crate::CTypeId;
use bowline_base::{FxHashMap, FxHashSet, IdVec};

type Class = u32;

/// Records by kind and tag: those with a definition, and those without.
type Named<'t> = FxHashMap<(RecordKind, &'t str), (Vec<CTypeId>, Vec<CTypeId>)>;

impl CTypes {
    /// Makes types that cannot be told apart one. Ids change.
    pub fn unify(&mut self) {
        let (named, words) = (self.named_records(), self.own_words());
        if self.are_all_different(&named, &words) {
            return;
        }
        let mut classes = words.clone();
        let mut count = 0;
        loop {
            self.join_declarations(&named, &mut classes);
            let (refined, found) = self.refine(&words, &classes);
            classes = refined;
            if found == count {
                break;
            }
            count = found;
        }
        self.join_declarations(&named, &mut classes);
        self.keep_one_of_each(&classes);
    }

    fn named_records(&self) -> Named<'_> {
        let mut named = Named::default();
        for (id, ty) in self.types.iter_ids() {
            if let CType::Record(record) = ty
                && let Some(name) = &record.name
            {
                let (defined, declared) = named.entry((record.kind, name)).or_default();
                if record.complete { defined.push(id) } else { declared.push(id) }
            }
        }
        named
    }

    /// As within one unit, where every record is there once.
    fn are_all_different(&self, named: &Named<'_>, words: &IdVec<CTypeId, Class>) -> bool {
        let records = self.types.iter_ids().filter(|(_, ty)| matches!(ty, CType::Record(_)));
        let mut seen = FxHashSet::default();
        records.into_iter().all(|(id, _)| seen.insert(words[id]))
            && named.values().all(|(defined, declared)| defined.is_empty() || declared.is_empty())
    }

    /// Types by what they say without their parts.
    fn own_words(&self) -> IdVec<CTypeId, Class> {
        let mut known: FxHashMap<CType, Class> = FxHashMap::default();
        let words = self.types.iter().map(|ty| {
            let mut ty = ty.clone();
            for_each_part_mut(&mut ty, |part| *part = CTypeId(0));
            let next = known.len() as Class;
            *known.entry(ty).or_insert(next)
        });
        words.collect()
    }

    /// Declarations get the class of their definition, where there is one class of those.
    fn join_declarations(&self, named: &Named<'_>, classes: &mut IdVec<CTypeId, Class>) {
        for (defined, declared) in named.values() {
            let Some(&first) = defined.first() else { continue };
            if defined.iter().all(|id| classes[*id] == classes[first]) {
                declared.iter().for_each(|id| classes[*id] = classes[first]);
            }
        }
    }

    /// Tells types apart by the classes of their parts; also how many classes there are. Parts of what is not a record come before it in the
    /// table and have their new class already, so that one round reaches from record to record.
    fn refine(
        &self,
        words: &IdVec<CTypeId, Class>,
        classes: &IdVec<CTypeId, Class>,
    ) -> (IdVec<CTypeId, Class>, usize) {
        let mut known: FxHashMap<Box<[Class]>, Class> = FxHashMap::default();
        let mut key: Vec<Class> = Vec::new();
        // A declaration has no parts, and must not be told from its definition for that: it starts again by itself.
        let mut refined = words.clone();
        for records in [false, true] {
            let types = self.types.iter_ids().filter(|(_, ty)| !is_declaration(ty));
            for (id, ty) in types.filter(|(_, ty)| matches!(ty, CType::Record(_)) == records) {
                key.clear();
                key.extend([u32::from(records), if records { classes[id] } else { words[id] }]);
                for_each_part(ty, |part| {
                    let is_record = matches!(self.get(part), CType::Record(_));
                    key.extend([u32::from(is_record), if is_record { classes[part] } else { refined[part] }]);
                });
                refined[id] = known.get(&key[..]).copied().unwrap_or_else(|| {
                    // No class of a declaration, which are among the first.
                    let next = (self.types.len() + known.len()) as Class;
                    known.insert(key.as_slice().into(), next);
                    next
                });
            }
        }
        (refined, known.len())
    }

    fn keep_one_of_each(&mut self, classes: &IdVec<CTypeId, Class>) {
        let mut kept: FxHashMap<Class, CTypeId> = FxHashMap::default();
        for declarations in [false, true] {
            for (id, _) in self.types.iter_ids().filter(|(_, ty)| is_declaration(ty) == declarations) {
                kept.entry(classes[id]).or_insert(id);
            }
        }
        let mut new_ids: IdVec<CTypeId, CTypeId> = vec![CTypeId(0); self.types.len()].into();
        for (new_id, id) in (0..).zip(self.types.ids().filter(|id| kept[&classes[*id]] == *id)) {
            new_ids[id] = CTypeId(new_id);
        }
        let renamed = |id: CTypeId| new_ids[kept[&classes[id]]];
        let mut types: IdVec<CTypeId, CType> = IdVec::default();
        for (id, ty) in self.types.iter_ids().filter(|(id, _)| kept[&classes[*id]] == *id) {
            let mut ty = ty.clone();
            for_each_part_mut(&mut ty, |part| *part = renamed(*part));
            let pushed = types.push(ty);
            debug_assert_eq!(pushed, new_ids[id]);
        }
        self.types = types;
        self.known = self
            .types
            .iter_ids()
            .filter(|(_, ty)| !matches!(ty, CType::Record(_)))
            .map(|(id, ty)| (ty.clone(), id))
            .collect();
        for CFunction { ty, params, result, variables, .. } in self.functions.values_mut() {
            let of_params = params.iter_mut().map(|param| &mut param.ty);
            let all = of_params.chain(variables.iter_mut().flatten()).chain([ty, result]);
            all.for_each(|id| *id = renamed(*id));
        }
        self.globals.values_mut().for_each(|id| *id = renamed(*id));
    }
}

/// Is it a record without definition?
fn is_declaration(ty: &CType) -> bool {
    matches!(ty, CType::Record(record) if !record.complete)
}

/// Visits the types that a type mentions.
fn for_each_part(ty: &CType, mut visit: impl FnMut(CTypeId)) {
    match ty {
        CType::Void | CType::Basic(_) | CType::Unknown { .. } => {}
        CType::Enum(declared) => declared.base.into_iter().for_each(visit),
        CType::Pointer(of)
        | CType::Array { element: of, .. }
        | CType::Vector { element: of, .. }
        | CType::Typedef { of, .. }
        | CType::Qualified { of, .. } => visit(*of),
        CType::Record(record) => record.fields.iter().for_each(|field| visit(field.ty)),
        CType::Function(function) => {
            visit(function.result);
            function.params.iter().for_each(|param| visit(*param));
        }
    }
}

/// As [`for_each_part`], to change them.
fn for_each_part_mut(ty: &mut CType, mut visit: impl FnMut(&mut CTypeId)) {
    match ty {
        CType::Void | CType::Basic(_) | CType::Unknown { .. } => {}
        CType::Enum(declared) => declared.base.iter_mut().for_each(visit),
        CType::Pointer(of)
        | CType::Array { element: of, .. }
        | CType::Vector { element: of, .. }
        | CType::Typedef { of, .. }
        | CType::Qualified { of, .. } => visit(of),
        CType::Record(record) => record.fields.iter_mut().for_each(|field| visit(&mut field.ty)),
        CType::Function(function) => {
            visit(&mut function.result);
            function.params.iter_mut().for_each(visit);
        }
    }
}
