//! Tables of options: their names, types, defaults, ranges and documentation.
//!
//! `tools/write_options` writes Python's dataclasses from them.

use std::ops::RangeInclusive;

/// Defines a struct of options, each `name: Type = default, range;`, where the default and the range are
/// optional, `check_ranges`, and a macro that calls another one with the names of the options. Fields after
/// `with` are not options.
macro_rules! options {
    ($($table:tt)*) => { $crate::options::options_with! { ($) $($table)* } };
}

macro_rules! options_with {
    (
        ($d:tt) $(#[$attribute:meta])*
        pub struct $Name:ident, $names:ident {
            $($(#[$doc:meta])* $field:ident: $Type:ty = $default:expr $(, $range:expr)?;)*
        }
    ) => {
        $crate::options::options_with! {
            ($d) $(#[$attribute])*
            pub struct $Name, $names { $($(#[$doc])* $field: $Type $(, $range)?;)* }
        }

        impl Default for $Name {
            fn default() -> $Name {
                $Name { $($field: $default),* }
            }
        }
    };
    (
        ($d:tt) $(#[$attribute:meta])*
        pub struct $Name:ident, $names:ident
        $(with { $($(#[$other_attribute:meta])* $other:ident: $Other:ty;)* })? {
            $($(#[$doc:meta])* $field:ident: $Type:ty $(, $range:expr)?;)*
        }
    ) => {
        $(#[$attribute])*
        pub struct $Name {
            $($($(#[$other_attribute])* pub $other: $Other,)*)?
            $($(#[$doc])* pub $field: $Type,)*
        }

        impl $Name {
            /// Checks the ranges of numbers; the error is the reason.
            fn check_ranges(&self) -> Result<(), String> {
                $($($crate::options::check(stringify!($field), self.$field, $range)?;)?)*
                Ok(())
            }
        }

        #[cfg(feature = "python")]
        macro_rules! $names {
            ($d macro_of:ident!, $d($d arguments:tt)*) => {
                $d macro_of! { $d($d arguments)*; $($field),* }
            };
        }
        #[cfg(feature = "python")]
        pub(crate) use $names;
    };
}

pub(crate) use {options, options_with};

/// A number that has a range.
pub(crate) trait OptionNumber {
    /// The beginning of a rule, if the number is optional.
    const NONE: &str = "";
    /// The beginning of a rule without a largest number.
    const FINITE: &str = "";

    /// Returns the number, if there is one.
    fn number(self) -> Option<f64>;
}

impl OptionNumber for u32 {
    fn number(self) -> Option<f64> {
        Some(self.into())
    }
}

impl OptionNumber for f64 {
    const FINITE: &str = "finite and ";

    fn number(self) -> Option<f64> {
        Some(self)
    }
}

impl<T: Into<f64>> OptionNumber for Option<T> {
    const NONE: &str = "None or ";

    fn number(self) -> Option<f64> {
        self.map(T::into)
    }
}

/// The range of numbers that are not infinite.
pub(crate) const FINITE: RangeInclusive<f64> = f64::MIN..=f64::MAX;

/// The range of numbers that are not less than one.
pub(crate) const fn at_least(least: f64) -> RangeInclusive<f64> {
    least..=f64::MAX
}

/// Checks the range of an option; the error is the reason.
pub(crate) fn check<T: OptionNumber>(
    name: &str,
    value: T,
    range: RangeInclusive<f64>,
) -> Result<(), String> {
    if value.number().is_none_or(|number| range.contains(&number)) {
        return Ok(());
    }
    let (none, finite) = (T::NONE, T::FINITE);
    let rule = match range.into_inner() {
        (f64::MIN, _) => "finite".to_owned(),
        (least, f64::MAX) => format!("{finite}at least {least}"),
        (least, most) => format!("from {least} to {most}"),
    };
    Err(format!("{name} must be {none}{rule}"))
}
