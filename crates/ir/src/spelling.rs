//! How the variants of plain enums are spelled in the text form, both ways.
//!
//! A name is the variant's own in lower case, words joined by underscores: `UAddSat` is `uadd_sat`. It is derived, so
//! that a new variant can be printed and read as soon as it exists.

/// An enum whose variants have names in the text form.
pub trait Spelled: Copy + Sized + 'static {
    /// Every variant with its name in the source.
    const VARIANTS: &'static [(Self, &'static str)];

    /// The name of this variant in the source.
    fn variant(self) -> &'static str;

    fn spelled(self) -> String {
        snake(self.variant()).collect()
    }

    fn from_spelling(word: &str) -> Option<Self> {
        let mut variants = Self::VARIANTS.iter();
        variants.find(|(_, name)| snake(name).eq(word.chars())).map(|(variant, _)| *variant)
    }
}

/// Defines an enum of variants without fields that knows all of them.
macro_rules! spelled_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$variant_meta])* $variant),*
        }

        impl $name {
            pub const ALL: [$name; [$(stringify!($variant)),*].len()] = [$($name::$variant),*];
        }

        impl $crate::spelling::Spelled for $name {
            const VARIANTS: &'static [(Self, &'static str)] = &[$(($name::$variant, stringify!($variant))),*];

            fn variant(self) -> &'static str {
                match self {
                    $($name::$variant => stringify!($variant)),*
                }
            }
        }
    };
}
pub(crate) use spelled_enum;

fn snake(name: &str) -> impl Iterator<Item = char> {
    let mut after_lower = false;
    name.chars().flat_map(move |c| {
        let starts_a_word = c.is_ascii_uppercase() && after_lower;
        after_lower = c.is_ascii_lowercase();
        starts_a_word.then_some('_').into_iter().chain([c.to_ascii_lowercase()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inst::{BinaryOp, FloatKind, FloatUnaryOp};

    fn check(variant: impl Spelled + PartialEq + std::fmt::Debug, spelling: &str) {
        assert_eq!(variant.spelled(), spelling);
        assert_eq!(Spelled::from_spelling(spelling), Some(variant));
    }

    #[test]
    fn names_are_words_joined_by_underscores() {
        check(BinaryOp::UAddSat, "uadd_sat");
        check(BinaryOp::Add, "add");
        check(FloatUnaryOp::RoundEven, "round_even");
        check(FloatKind::X87, "x87");
        assert_eq!(BinaryOp::from_spelling("ad"), None);
        assert_eq!(BinaryOp::from_spelling("addd"), None);
    }

    #[test]
    fn every_variant_is_found_by_its_name() {
        for op in BinaryOp::ALL {
            assert_eq!(BinaryOp::from_spelling(&op.spelled()), Some(op));
        }
    }
}
