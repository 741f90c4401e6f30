//! Enums whose variants have names.

/// Defines an enum with `ALL`, its variants in their order, and conversions to and from their names.
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        pub enum $Enum:ident {
            $($(#[$doc:meta])* $variant:ident = $name:expr,)*
        }
    ) => {
        $(#[$attribute])*
        pub enum $Enum {
            $($(#[$doc])* $variant,)*
        }

        impl $Enum {
            /// All variants, in their order.
            pub const ALL: [$Enum; [$($name),*].len()] = [$($Enum::$variant),*];

            /// All variants with their names.
            pub const NAMES: [(&'static str, $Enum); $Enum::ALL.len()] = [$(($name, $Enum::$variant)),*];

            /// Returns the name in data and messages.
            pub const fn name(self) -> &'static str {
                match self {
                    $($Enum::$variant => $name,)*
                }
            }

            /// Returns the variant with this name.
            pub fn from_name(name: &str) -> Option<$Enum> {
                $Enum::ALL.into_iter().find(|variant| variant.name() == name)
            }
        }
    };
}

pub(crate) use named_enum;
