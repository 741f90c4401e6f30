//! The values of the criteria of a [`Filter`](super::Filter): classes of time controls, dates,
//! ranges of ECO codes, patterns, and their text.

use std::sync::Arc;

use thiserror::Error;

use crate::find::{Program, Query};
use crate::games::common_spelling;
use crate::pgn::Variant;
use crate::rules::{GameResult, LawsEdition, LichessClass, TimeClass, TimeControl};
use crate::types::Color;

/// A class of time controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControlClass {
    /// One of Lichess.
    Lichess(LichessClass),
    /// One of the FIDE Laws of Chess of 2023.
    Fide(TimeClass),
}

impl TimeControlClass {
    /// Whether a `TimeControl` tag is of this class.
    pub(super) fn contains(self, tag: &[u8]) -> bool {
        let text = std::str::from_utf8(tag).unwrap_or_default();
        let Ok(control) = text.parse::<TimeControl>() else { return false };
        match self {
            TimeControlClass::Lichess(class) => control.lichess_class() == Some(class),
            TimeControlClass::Fide(class) => control.class(LawsEdition::default()) == Some(class),
        }
    }

    /// Returns the class with a name: `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` and
    /// `correspondence` of Lichess, `fide:blitz`, `fide:rapid` and `fide:standard` of FIDE.
    ///
    /// ```
    /// use enroque::io::TimeControlClass;
    /// assert!(TimeControlClass::from_name("blitz") != TimeControlClass::from_name("fide:blitz"));
    /// assert_eq!(TimeControlClass::from_name("slow"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<TimeControlClass> {
        match name.strip_prefix("fide:") {
            Some(name) => TimeClass::from_name(name).map(TimeControlClass::Fide),
            None => LichessClass::from_name(name).map(TimeControlClass::Lichess),
        }
    }
}

/// A date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
}

/// The days that a PGN date may mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DateRange {
    /// The first day.
    pub first: Date,
    /// The last day; 31 also where the month has fewer days.
    pub last: Date,
}

impl DateRange {
    /// Reads a PGN date, whose month and day may be `??` or missing. Hyphens and slashes are
    /// accepted as separators. `None` if the year is unknown or the text is not a date.
    ///
    /// ```
    /// use enroque::io::DateRange;
    /// let range = DateRange::of(b"2024.02.??").unwrap();
    /// assert_eq!((range.first.day, range.last.month, range.last.day), (1, 2, 31));
    /// assert_eq!(DateRange::of(b"????.??.??"), None);
    /// ```
    pub fn of(text: &[u8]) -> Option<DateRange> {
        let mut fields = text.trim_ascii().split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let year = number(fields.next()?, 4)?;
        // only for comparisons, so that 31 serves as the last day of every month
        let (month, day) = (month_or_day(fields.next(), 12)?, month_or_day(fields.next(), 31)?);
        let date = |month, day| Date { year, month, day };
        match fields.next() {
            Some(_) => None,
            None => Some(DateRange { first: date(month.0, day.0), last: date(month.1, day.1) }),
        }
    }
}

fn number(text: &[u8], digits: usize) -> Option<u16> {
    let is_number = (1..=digits).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |sum, digit| 10 * sum + u16::from(digit - b'0')))
}

/// Parses a month or a day. Returns its smallest and largest possible value.
fn month_or_day(text: Option<&[u8]>, max: u8) -> Option<(u8, u8)> {
    match text {
        None | Some(b"" | b"?" | b"??") => Some((1, max)),
        Some(text) => {
            let number = u8::try_from(number(text, 2)?).ok()?;
            (1..=max).contains(&number).then_some((number, number))
        }
    }
}

/// A range of ECO codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EcoRange {
    first: [u8; 3],
    last: [u8; 3],
}

impl EcoRange {
    /// Parses a code (`B90`), a prefix of codes (`B`, `B9`), or two of these with a hyphen
    /// (`B90-C1`).
    ///
    /// ```
    /// use enroque::io::EcoRange;
    /// let range = EcoRange::from_text("B9-C1").unwrap();
    /// assert!(range.contains(b"B97") && range.contains(b"C19") && !range.contains(b"C20"));
    /// assert!(EcoRange::from_text("F00").is_none() && EcoRange::from_text("C-B").is_none());
    /// ```
    pub fn from_text(text: &str) -> Option<EcoRange> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = EcoRange { first: padded(first, b'0')?, last: padded(last, b'9')? };
        (range.first <= range.last).then_some(range)
    }

    /// Whether an `ECO` tag is in the range. Only its first three characters count.
    pub fn contains(&self, tag: &[u8]) -> bool {
        let Some(code) = tag.trim_ascii().first_chunk::<3>() else { return false };
        (self.first..=self.last)
            .contains(&code.to_ascii_uppercase().as_slice().try_into().unwrap_or([0; 3]))
    }
}

fn padded(text: &str, fill: u8) -> Option<[u8; 3]> {
    let mut code = [fill; 3];
    let text = text.trim().as_bytes();
    for (digit, byte) in code.get_mut(..text.len())?.iter_mut().zip(text) {
        *digit = byte.to_ascii_uppercase();
    }
    let is_code = matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']) && !text.is_empty();
    is_code.then_some(code)
}

/// A text pattern: `*` matches any text, `?` any byte. ASCII letters match in either case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wildcard(Vec<u8>);

impl Wildcard {
    /// Creates a pattern.
    pub fn new(pattern: &str) -> Wildcard {
        Wildcard(pattern.to_ascii_lowercase().into_bytes())
    }

    /// Whether the pattern matches the whole text.
    ///
    /// ```
    /// use enroque::io::Wildcard;
    /// assert!(Wildcard::new("*rated blitz*").matches(b"Rated Blitz game"));
    /// assert!(!Wildcard::new("blitz").matches(b"Rated Blitz game"));
    /// ```
    pub fn matches(&self, text: &[u8]) -> bool {
        let (mut at, mut in_pattern) = (0, 0);
        // where to retry from if the pattern after the last star does not match
        let mut star = None;
        while at < text.len() {
            let byte = text.get(at).map(u8::to_ascii_lowercase);
            match (self.0.get(in_pattern), star) {
                (Some(b'*'), _) => {
                    star = Some((at, in_pattern));
                    in_pattern += 1;
                }
                (Some(&wanted), _) if wanted == b'?' || Some(wanted) == byte => {
                    at += 1;
                    in_pattern += 1;
                }
                (_, Some((from, star_at))) => {
                    star = Some((from + 1, star_at));
                    (at, in_pattern) = (from + 1, star_at + 1);
                }
                _ => return false,
            }
        }
        self.0.get(in_pattern..).unwrap_or_default().iter().all(|&byte| byte == b'*')
    }
}

/// A fraction from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fraction(pub f64);

/// Whether a text is in a list, ignoring case and the space around it.
pub(super) fn is_among(text: &[u8], list: &[String]) -> bool {
    list.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(text.trim_ascii()))
}

/// A value of a criterion as it is written in Python, TOML or on a command line.
#[derive(Clone, PartialEq, Debug)]
pub enum RawValue {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A number.
    Float(f64),
    /// A text.
    Text(String),
    /// Several texts.
    Texts(Vec<String>),
    /// Names, each with several texts.
    Table(Vec<(String, Vec<String>)>),
    /// A condition of positions.
    Query(Query),
}

/// The kind of a criterion's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueKind {
    /// `bool`, `int`, `float`, `date`, `text`, `texts`, `table` or `query`.
    pub name: &'static str,
    /// The possible texts; empty if any are.
    pub choices: &'static [&'static str],
}

impl ValueKind {
    const fn any(name: &'static str) -> ValueKind {
        ValueKind { name, choices: &[] }
    }
}

/// A value that a criterion cannot have. The message is what follows the name of the criterion.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ValueError(String);

/// Returns the error of a value that is not what is expected.
fn unexpected<T>(expected: &str, value: impl std::fmt::Debug) -> Result<T, ValueError> {
    Err(ValueError(format!("must be {expected}, not {value:?}")))
}

/// A type of values of criteria.
pub(super) trait FilterValue: Sized {
    /// The kind of the values.
    const KIND: ValueKind;

    /// Converts a value.
    fn from_raw(value: RawValue) -> Result<Self, ValueError>;
}

/// Implements [`FilterValue`] for a type, by the arms of a `match`.
macro_rules! filter_value {
    ($Type:ty, $kind:expr, $($pattern:pat $(if $guard:expr)? => $result:expr,)+) => {
        impl FilterValue for $Type {
            const KIND: ValueKind = $kind;

            fn from_raw(value: RawValue) -> Result<Self, ValueError> {
                match value {
                    $($pattern $(if $guard)? => $result,)+
                    other => unexpected(Self::KIND.name, other),
                }
            }
        }
    };
}

/// Converts an integer.
fn int<T: TryFrom<i128>>(value: i128) -> Result<T, ValueError> {
    T::try_from(value).map_err(|_| ValueError(format!("is out of range: {value}")))
}

filter_value!(
    Arc<Program>,
    ValueKind::any("query"),
    RawValue::Query(query) => {
        let program = Program::new(&query);
        if let Some(reason) = program.query().error_of(false) {
            return Err(ValueError(format!("cannot have this condition: {reason}")));
        }
        if program.needs_tables() {
            let rule = "cannot have the condition TablebaseWdl: read the games, and search them";
            return Err(ValueError(rule.to_owned()));
        }
        Ok(Arc::new(program))
    },
);
filter_value!(bool, ValueKind::any("bool"), RawValue::Bool(value) => Ok(value),);
filter_value!(u64, ValueKind::any("int"), RawValue::Int(value) => int(value),);
filter_value!(usize, ValueKind::any("int"), RawValue::Int(value) => int(value),);
filter_value!(
    i16,
    ValueKind::any("int"),
    RawValue::Int(value) => i16::try_from(value).or_else(|_| unexpected("a rating", value)),
);
filter_value!(
    Fraction,
    ValueKind::any("float"),
    RawValue::Float(value) if (0.0..=1.0).contains(&value) => Ok(Fraction(value)),
    RawValue::Float(value) => unexpected("0 to 1", value),
);
filter_value!(
    DateRange,
    ValueKind::any("date"),
    RawValue::Text(text) => {
        let range = DateRange::of(text.as_bytes()).ok_or(text);
        range.or_else(|text| unexpected("a date such as 2024-02-29", text))
    },
);
filter_value!(
    Variant,
    ValueKind { name: "text", choices: &["standard", "chess960"] },
    RawValue::Text(text) if text == "standard" => Ok(Variant::Standard),
    RawValue::Text(text) if text == "chess960" => Ok(Variant::Chess960),
    RawValue::Text(text) => unexpected("standard or chess960", text),
);
filter_value!(
    Color,
    ValueKind { name: "text", choices: &["white", "black"] },
    RawValue::Text(text) if text == "white" => Ok(Color::White),
    RawValue::Text(text) if text == "black" => Ok(Color::Black),
    RawValue::Text(text) => unexpected("white or black", text),
);
filter_value!(
    Vec<(String, Vec<Wildcard>)>,
    ValueKind::any("table"),
    RawValue::Table(table) => table.into_iter().map(patterns_of_tag).collect(),
);

/// Converts the values of a tag. A name that is a common one in other capitals is an error.
fn patterns_of_tag(
    (name, values): (String, Vec<String>),
) -> Result<(String, Vec<Wildcard>), ValueError> {
    match common_spelling(&name) {
        Some(common) if common != name => Err(ValueError(format!(
            "has {name:?}, which is not the name of a tag: did you mean {common:?}?"
        ))),
        _ => Ok((name, values.iter().map(|value| Wildcard::new(value)).collect())),
    }
}

/// A type of which a criterion has several values, each written as a text.
pub(super) trait FromText: Sized {
    /// A description of valid texts for messages, unless there are choices.
    const EXPECTED: &'static str = "a text";
    const CHOICES: &'static [&'static str] = &[];

    fn from_text(text: &str) -> Option<Self>;
}

impl<T: FromText> FilterValue for Vec<T> {
    const KIND: ValueKind = ValueKind { name: "texts", choices: T::CHOICES };

    fn from_raw(value: RawValue) -> Result<Self, ValueError> {
        let RawValue::Texts(texts) = value else { return unexpected("texts", value) };
        let converted = texts.into_iter().map(|text| match T::from_text(&text) {
            Some(value) => Ok(value),
            None if T::CHOICES.is_empty() => unexpected(T::EXPECTED, text),
            None => unexpected(&format!("one of {}", T::CHOICES.join(", ")), text),
        });
        converted.collect()
    }
}

impl FromText for String {
    fn from_text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }
}

impl FromText for Wildcard {
    fn from_text(text: &str) -> Option<Wildcard> {
        Some(Wildcard::new(text))
    }
}

impl FromText for EcoRange {
    const EXPECTED: &'static str = "codes such as B90, B or B90-C19";

    fn from_text(text: &str) -> Option<EcoRange> {
        EcoRange::from_text(text)
    }
}

impl FromText for TimeControlClass {
    const CHOICES: &'static [&'static str] = &[
        "ultrabullet",
        "bullet",
        "blitz",
        "rapid",
        "classical",
        "correspondence",
        "fide:blitz",
        "fide:rapid",
        "fide:standard",
    ];

    fn from_text(text: &str) -> Option<TimeControlClass> {
        TimeControlClass::from_name(text)
    }
}

impl FromText for GameResult {
    const CHOICES: &'static [&'static str] = &["1-0", "0-1", "1/2-1/2", "*"];

    fn from_text(text: &str) -> Option<GameResult> {
        GameResult::from_ascii(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let span = |text: &str| DateRange::of(text.as_bytes());
        let day = Date { year: 2024, month: 2, day: 29 };
        assert_eq!(span("2024.02.29"), Some(DateRange { first: day, last: day }));
        assert_eq!(span(" 2024-2-29"), Some(DateRange { first: day, last: day }));
        assert_eq!(span("2024").unwrap().last, Date { year: 2024, month: 12, day: 31 });
        for wrong in ["", "?", "????.01.01", "2024.13.01", "2024.00.01", "2024.1.1.1", "20245", "x"]
        {
            assert_eq!(span(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn eco() {
        let range = |text| EcoRange::from_text(text).unwrap();
        assert!(range("b").contains(b"B00") && range("B").contains(b"b99"));
        assert!(range("C42").contains(b"C42/05") && !range("C42").contains(b"C43"));
        assert!(!range("A-E").contains(b"?") && !range("A-E").contains(b""));
        for wrong in ["", "B900", "x", "B-A", "B9x", "-"] {
            assert_eq!(EcoRange::from_text(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wildcards() {
        let matches = |pattern, text: &str| Wildcard::new(pattern).matches(text.as_bytes());
        assert!(
            matches("", "")
                && matches("*", "")
                && matches("**", "x")
                && matches("a*b?c", "aXbXbYc")
        );
        assert!(
            !matches("", "x") && !matches("a*b", "abc") && !matches("?", "") && !matches("a?", "a")
        );
        // time is at most pattern length times text length
        assert!(!matches(&"*a".repeat(200), &"a".repeat(199)));
    }
}
