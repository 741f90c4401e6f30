//! Short-term values, and the numbers that columns take as options.

use crate::error::{CallError, ensure};

/// Defines options that are numbers: the default, the condition, and its error.
macro_rules! numbers {
    ($($(#[$doc:meta])* $Name:ident($type:ty) = $default:literal, $name:literal: $check:expr, $error:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct $Name($type);

        impl $Name {
            /// Checks the number.
            ///
            /// # Errors
            /// If it is out of range.
            pub fn new(number: $type) -> Result<$Name, CallError> {
                let check: fn($type) -> bool = $check;
                ensure!(check(number), Value($name), $error);
                Ok($Name(number))
            }

            /// The number.
            pub fn get(self) -> $type {
                self.0
            }
        }

        impl Default for $Name {
            fn default() -> $Name {
                $Name($default)
            }
        }
    )*};
}

numbers! {
    /// The number of plies after the position at which a move was played.
    Ahead(u32) = 0, "ahead": |_| true, "";
    /// The weight of what follows in a short-term value.
    Td(f64) = 0.0, "td": |td| (0.0..=1.0).contains(&td), "td must be 0 to 1";
    /// The temperature of a distribution.
    Temperature(f64) = 1.0, "temperature": |number| number.is_finite() && number > 0.0,
        "temperature must be finite and more than 0";
}

/// The logarithm of the weight below which later values are omitted: 2^-100.
const LEAST_WEIGHT: f64 = -69.3;

/// Mixes values with what follows: from the last one back, `td` of the next short-term value, seen by
/// the opponent, and `1 - td` of the value. All NaN if one of the values is unknown.
pub(super) fn short_term<const N: usize>(
    values: &[[f32; N]],
    td: Td,
    of_opponent: impl Fn([f32; N]) -> [f32; N],
) -> [f32; N] {
    let plies = (LEAST_WEIGHT / td.0.ln()).abs().max(1.0) as usize;
    let theta = td.0 as f32;
    let mix = |later: Option<[f32; N]>, value: &[f32; N]| {
        let Some(later) = later.map(&of_opponent) else { return Some(*value) };
        Some(std::array::from_fn(|n| theta * later[n] + (1.0 - theta) * value[n]))
    };
    values.iter().take(plies).rev().fold(None, mix).unwrap_or([f32::NAN; N])
}
