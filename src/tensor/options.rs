//! What encodings are asked for by: a name and options.

use std::fmt;

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionValue {
    /// One of a few words.
    Word(String),
    /// A whole number.
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

/// An encoding cannot be had by that name or with these options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameError {
    /// Nothing of this kind has that name.
    Unknown {
        /// What was looked for: an encoding, a policy.
        kind: &'static str,
        /// The name.
        name: String,
        /// Those that there are.
        known: &'static [&'static str],
    },
    /// The encoding has no such option.
    Option {
        /// The encoding's name.
        encoding: &'static str,
        /// The option.
        option: String,
        /// Those that it has.
        known: Vec<&'static str>,
    },
    /// The option cannot have this value.
    Value {
        /// The encoding's name.
        encoding: &'static str,
        /// The option.
        option: &'static str,
        /// The value.
        value: OptionValue,
        /// What it can be, in words.
        known: String,
    },
    /// The option's text cannot be made sense of.
    Refused {
        /// The encoding's name.
        encoding: &'static str,
        /// The option.
        option: &'static str,
        /// What is wrong with it.
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
                write!(f, "{encoding:?} has no option {option}: it has none at all")
            }
            NameError::Option { encoding, option, known } => {
                let option = shortened(option);
                write!(f, "{encoding:?} has no option {option}, only {}", known.join(", "))
            }
            NameError::Refused { encoding, option, reason } => {
                write!(f, "{option} of {encoding}: {reason}")
            }
            NameError::Value { encoding, option, value, known } => {
                write!(f, "{encoding} has no {option} {value}; known: {known}")
            }
        }
    }
}

impl std::error::Error for NameError {}

/// The start of a refused text: enough to know it by, never a megabyte.
fn shortened(text: &str) -> &str {
    text.char_indices().nth(80).map_or(text, |(end, _)| &text[..end])
}

/// Options on the way into an encoding: it takes those that it knows, and the rest is an error.
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

    /// The choice that a word names; the first one unless said.
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
        found.map(|&(_, choice)| choice).ok_or_else(|| self.refused(option, names()))
    }

    /// What a number stands for; `default` unless said.
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
        found.ok_or_else(|| self.refused(option, known()))
    }

    /// What a text stands for; `default` unless said. What is wrong with it is told by its error.
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
                return Err(self.refused(option, "names between whitespace".to_owned()));
            }
        };
        of(text).map_err(|error| NameError::Refused {
            encoding: self.encoding,
            option,
            reason: error.to_string(),
        })
    }

    fn refused(&self, option: &'static str, known: String) -> NameError {
        let value = self.given.iter().find(|(name, _)| name == option);
        NameError::Value {
            encoding: self.encoding,
            option,
            value: value.map_or(OptionValue::Number(0), |(_, value)| value.clone()),
            known,
        }
    }

    /// That nothing is left over.
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

/// An option with its value, as [`Options`] takes it.
pub(super) fn word(option: &str, value: &str) -> (String, OptionValue) {
    (option.to_owned(), OptionValue::Word(value.to_owned()))
}

/// An option with its value, as [`Options`] takes it.
pub(super) fn number(option: &str, value: u32) -> (String, OptionValue) {
    (option.to_owned(), OptionValue::Number(i64::from(value)))
}
