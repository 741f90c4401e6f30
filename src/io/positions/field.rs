//! The value of a column in a row: a text, or a number without a text between.

use std::borrow::Cow;

/// The value of a column in a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field<'t> {
    /// A text; empty if the value is missing.
    Text(&'t [u8]),
    Integer(i64),
    Real(f64),
}

impl<'t> Field<'t> {
    pub(super) const MISSING: Field<'static> = Field::Text(b"");

    /// The value without surrounding whitespace; `None` if it is missing.
    #[inline(always)]
    pub(super) fn known(self) -> Option<Field<'t>> {
        match self {
            Field::Text(text) => {
                Some(trimmed(text)).filter(|text| !text.is_empty()).map(Field::Text)
            }
            number => Some(number),
        }
    }

    /// The value as a whole number, such as 311.0: pandas and others make floats of integers where
    /// some are missing.
    #[inline(always)]
    pub(super) fn whole(self) -> Option<i64> {
        let real = match self {
            Field::Integer(value) => return Some(value),
            Field::Text(text) => match integer(text) {
                Some(value) => return Some(value),
                None => real(text).filter(|_| text.first() != Some(&b'.'))?,
            },
            Field::Real(value) => value,
        };
        // from 2^53 on a float may be another number than the one that was meant
        (real.fract() == 0.0 && real.abs() < (1_u64 << 53) as f64).then_some(real as i64)
    }

    /// The value as a finite number.
    pub(super) fn real(self) -> Option<f64> {
        match self {
            Field::Text(text) => real(text),
            Field::Integer(value) => Some(value as f64),
            Field::Real(value) => Some(value).filter(|value| value.is_finite()),
        }
    }

    /// The value as a text, for messages.
    #[cold]
    pub(super) fn shown(self) -> Cow<'t, [u8]> {
        match self {
            Field::Text(text) => text.into(),
            Field::Integer(value) => value.to_string().into_bytes().into(),
            Field::Real(value) => value.to_string().into_bytes().into(),
        }
    }
}

/// A text without surrounding whitespace and byte order marks, which occur inside of fields.
#[inline(always)]
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
    text.strip_prefix(b"\xEF\xBB\xBF").map_or(text, <[u8]>::trim_ascii)
}

/// Splits the sign off a number.
pub(super) fn signed(text: &[u8]) -> (i32, &[u8]) {
    match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        _ => (1, text),
    }
}

/// A number of decimal digits.
#[inline(always)]
pub(super) fn number(digits: &[u8]) -> Option<i64> {
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    digits.iter().try_fold(0, |number: i64, byte| {
        byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0'))
    })
}

/// An integer with an optional sign.
#[inline(always)]
pub(super) fn integer(text: &[u8]) -> Option<i64> {
    let (sign, digits) = signed(text);
    Some(number(digits)? * i64::from(sign))
}

/// A finite number.
fn real(text: &[u8]) -> Option<f64> {
    let value: f64 = str::from_utf8(text).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}
