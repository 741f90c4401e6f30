//! Options of encodings, and errors of names and options.

use std::fmt;

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionValue {
    /// A string.
    Word(String),
    /// An integer.
    Number(i64),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Word(word) => write!(f, "{:?}", shortened(word)),
            OptionValue::Number(number) => number.fmt(f),
        }
    }
}

/// An error of a name or an option of an encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameError {
    /// The name is unknown.
    Unknown {
        /// The kind of object: encoding, policy and so on.
        kind: &'static str,
        /// The name.
        name: String,
        /// The known names.
        known: &'static [&'static str],
    },
    /// The encoding has no such option.
    Option {
        /// The name of the encoding.
        encoding: &'static str,
        /// The option.
        option: String,
        /// The options of the encoding.
        known: Vec<&'static str>,
    },
    /// The option cannot have this value.
    Value {
        /// The name of the encoding.
        encoding: &'static str,
        /// The option.
        option: &'static str,
        /// The value.
        value: OptionValue,
        /// A description of the valid values.
        known: String,
    },
    /// The option has an invalid text.
    Text {
        /// The name of the encoding.
        encoding: &'static str,
        /// The option.
        option: &'static str,
        /// The error.
        reason: String,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
            names.join(", ")
        };
        match self {
            NameError::Unknown { kind, name, known } => {
                write!(f, "unknown {kind} {:?}; known: {}", shortened(name), quoted(known))
            }
            NameError::Option { encoding, option, known } if known.is_empty() => {
                let option = shortened(option);
                write!(f, "{encoding:?} has no option {option}: it has no options")
            }
            NameError::Option { encoding, option, known } => {
                let option = shortened(option);
                write!(f, "{encoding:?} has no option {option}; known: {}", known.join(", "))
            }
            NameError::Text { encoding, option, reason } => {
                write!(f, "invalid {option} of {encoding:?}: {reason}")
            }
            NameError::Value { encoding, option, value, known } => {
                write!(f, "invalid {option} {value} of {encoding:?}; known: {known}")
            }
        }
    }
}

impl std::error::Error for NameError {}

/// Returns at most the first 80 characters of an invalid text.
fn shortened(text: &str) -> &str {
    text.char_indices().nth(80).map_or(text, |(end, _)| &text[..end])
}

/// A reader of options: it records which options an encoding has, and rejects all others at the
/// end.
pub(super) struct Options<'a> {
    encoding: &'static str,
    given: &'a [(String, OptionValue)],
    known: Vec<&'static str>,
}

impl<'a> Options<'a> {
    pub(super) fn new(encoding: &'static str, given: &'a [(String, OptionValue)]) -> Options<'a> {
        Options { encoding, given, known: Vec::new() }
    }

    fn get(&mut self, option: &'static str) -> Option<&'a OptionValue> {
        self.known.push(option);
        self.given.iter().find(|(name, _)| name == option).map(|(_, value)| value)
    }

    /// Returns the choice with the given name; the first one is the default.
    pub(super) fn word<T: Copy>(
        &mut self,
        option: &'static str,
        choices: &[(&str, T)],
    ) -> Result<T, NameError> {
        let found = match self.get(option) {
            None => choices.first(),
            Some(OptionValue::Word(word)) => choices.iter().find(|(name, _)| name == word),
            Some(OptionValue::Number(_)) => None,
        };
        let names = || {
            let names: Vec<String> = choices.iter().map(|(name, _)| format!("{name:?}")).collect();
            names.join(", ")
        };
        found.map(|&(_, choice)| choice).ok_or_else(|| self.invalid(option, names()))
    }

    /// Converts a number with `of`.
    pub(super) fn number<T>(
        &mut self,
        option: &'static str,
        default: T,
        of: impl FnOnce(i64) -> Option<T>,
        known: impl FnOnce() -> String,
    ) -> Result<T, NameError> {
        let found = match self.get(option) {
            None => Some(default),
            Some(&OptionValue::Number(number)) => of(number),
            Some(OptionValue::Word(_)) => None,
        };
        found.ok_or_else(|| self.invalid(option, known()))
    }

    /// Converts a text with `of`, whose error becomes part of the message.
    pub(super) fn text<T, E: fmt::Display>(
        &mut self,
        option: &'static str,
        default: &str,
        of: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, NameError> {
        let text = match self.get(option) {
            None => default,
            Some(OptionValue::Word(word)) => word,
            Some(OptionValue::Number(_)) => {
                return Err(self.invalid(option, "names separated by spaces".to_owned()));
            }
        };
        of(text).map_err(|error| NameError::Text {
            encoding: self.encoding,
            option,
            reason: error.to_string(),
        })
    }

    fn invalid(&self, option: &'static str, known: String) -> NameError {
        let value = self.given.iter().find(|(name, _)| name == option);
        NameError::Value {
            encoding: self.encoding,
            option,
            value: value.map_or(OptionValue::Number(0), |(_, value)| value.clone()),
            known,
        }
    }

    /// Returns an error if there are unknown options.
    pub(super) fn finish(self) -> Result<(), NameError> {
        match self.given.iter().find(|(name, _)| !self.known.contains(&name.as_str())) {
            None => Ok(()),
            Some((option, _)) => Err(NameError::Option {
                encoding: self.encoding,
                option: option.clone(),
                known: self.known,
            }),
        }
    }
}

/// Returns a string option with its value.
pub(super) fn word(option: &str, value: &str) -> (String, OptionValue) {
    (option.to_owned(), OptionValue::Word(value.to_owned()))
}

/// Returns a number option with its value.
pub(super) fn number(option: &str, value: u32) -> (String, OptionValue) {
    (option.to_owned(), OptionValue::Number(i64::from(value)))
}
