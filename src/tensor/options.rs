//! Options of encodings, and errors of names and options.

use thiserror::Error;

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

impl From<&str> for OptionValue {
    fn from(word: &str) -> OptionValue {
        OptionValue::Word(word.to_owned())
    }
}

impl From<String> for OptionValue {
    fn from(word: String) -> OptionValue {
        OptionValue::Word(word)
    }
}

impl From<u32> for OptionValue {
    fn from(number: u32) -> OptionValue {
        OptionValue::Number(number.into())
    }
}

/// An error of a name or an option of an encoding.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    /// The name is unknown.
    #[error(
        "unknown {kind} {:?}; {}known: {}",
        shortened(.name),
        suggestion(.name, .known),
        quoted(.known)
    )]
    Unknown {
        /// The kind of object: encoding, policy and so on.
        kind: &'static str,
        /// The name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The encoding has no such option.
    #[error("{encoding:?} has no option {}{}", shortened(.option), known_options(.known))]
    Option {
        /// The name of the encoding.
        encoding: &'static str,
        /// The option.
        option: String,
        /// The options of the encoding.
        known: Vec<&'static str>,
    },
    /// The option cannot have this value.
    #[error("invalid {option} {value} of {encoding:?}; known: {known}")]
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
    /// The sum of encodings is invalid.
    #[error("invalid sum {:?}: {reason}", shortened(.name))]
    Sum {
        /// The name.
        name: String,
        /// The error.
        reason: String,
    },
    /// The option has an invalid text.
    #[error("invalid {option} of {encoding:?}: {reason}")]
    Text {
        /// The name of the encoding.
        encoding: &'static str,
        /// The option.
        option: &'static str,
        /// The error.
        reason: String,
    },
}

/// Returns names in quotation marks.
fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    names.join(", ")
}

/// Returns the known name that a name probably means, as a question.
fn suggestion(name: &str, known: &[&str]) -> String {
    let near = known.iter().find(|known| is_spelling_of(name, known));
    near.map_or(String::new(), |near| format!("did you mean {near:?}? "))
}

/// Returns the options of an encoding, for a message.
fn known_options(known: &[&str]) -> String {
    match known {
        [] => ": it has no options".to_owned(),
        _ => format!("; known: {}", known.join(", ")),
    }
}

/// Whether a text is a name, but for capitals and whitespace around it.
pub(crate) fn is_spelling_of(text: &str, name: &str) -> bool {
    text.trim().eq_ignore_ascii_case(name)
}

/// Returns at most the first 80 characters of an invalid text.
fn shortened(text: &str) -> &str {
    text.char_indices().nth(80).map_or(text, |(end, _)| &text[..end])
}

/// The options of an encoding: those that are given, and, once
/// [`PlaneEncoding::configure`](super::PlaneEncoding::configure) or another `configure` has taken
/// them, all that the encoding has.
#[derive(Debug)]
pub struct Options<'a> {
    encoding: &'static str,
    given: &'a [(String, OptionValue)],
    known: Vec<KnownOption>,
}

/// An option of an encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownOption {
    /// The name.
    pub name: &'static str,
    /// The value before options were given.
    pub value: OptionValue,
    /// All values; empty for a text.
    pub choices: Vec<OptionValue>,
}

impl<'a> Options<'a> {
    fn given(&self, option: &str) -> Option<&'a OptionValue> {
        self.given.iter().find(|(name, _)| name == option).map(|(_, value)| value)
    }

    /// Sets `target` to the given choice, if the option is given.
    ///
    /// # Errors
    /// If the value is not one of the choices.
    pub fn choose<T: Copy + PartialEq, V: Copy + Into<OptionValue>>(
        &mut self,
        option: &'static str,
        target: &mut T,
        choices: &[(V, T)],
    ) -> Result<(), NameError> {
        let current = choices.iter().find(|(_, choice)| choice == target);
        let values: Vec<OptionValue> = choices.iter().map(|&(value, _)| value.into()).collect();
        let value = current.map_or_else(|| String::new().into(), |&(value, _)| value.into());
        let found = self.given(option).map(|given| (given, values.iter().position(|v| v == given)));
        match found {
            None => {}
            Some((_, Some(index))) => *target = choices[index].1,
            Some((given, None)) => {
                let known = match (&values[..], values.len() as i64 - 1) {
                    // consecutive numbers
                    ([OptionValue::Number(first), .., OptionValue::Number(last)], steps)
                        if first + steps == *last =>
                    {
                        format!("{first} to {last}")
                    }
                    _ => values.iter().map(OptionValue::to_string).collect::<Vec<_>>().join(", "),
                };
                return Err(self.invalid(option, given, known));
            }
        }
        self.known.push(KnownOption { name: option, value, choices: values });
        Ok(())
    }

    /// Converts the given text, or the current one, with `of`, whose error becomes part of the
    /// message.
    ///
    /// # Errors
    /// If the value is not a text, or `of` returns an error.
    pub fn text<T, E: fmt::Display>(
        &mut self,
        option: &'static str,
        current: String,
        of: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, NameError> {
        let text = match self.given(option) {
            None => &current,
            Some(OptionValue::Word(word)) => word,
            Some(given) => {
                return Err(self.invalid(option, given, "names separated by spaces".to_owned()));
            }
        };
        let encoding = self.encoding;
        let converted = of(text).map_err(|error| {
            let reason = error.to_string();
            NameError::Text { encoding, option, reason }
        });
        self.known.push(KnownOption { name: option, value: current.into(), choices: Vec::new() });
        converted
    }

    fn invalid(&self, option: &'static str, value: &OptionValue, known: String) -> NameError {
        NameError::Value { encoding: self.encoding, option, value: value.clone(), known }
    }
}

/// Gives options to an encoding by its `configure`.
///
/// # Errors
/// If an option or its value is unknown.
pub(super) fn configure(
    encoding: &'static str,
    given: &[(String, OptionValue)],
    configure: impl FnOnce(&mut Options<'_>) -> Result<(), NameError>,
) -> Result<Vec<KnownOption>, NameError> {
    let mut options = Options { encoding, given, known: Vec::new() };
    configure(&mut options)?;
    let known = options.known;
    let is_known = |name: &str| known.iter().any(|option| option.name == name);
    match given.iter().find(|(name, _)| !is_known(name)) {
        None => Ok(known),
        Some((option, _)) => Err(NameError::Option {
            encoding,
            option: option.clone(),
            known: known.into_iter().map(|option| option.name).collect(),
        }),
    }
}

/// Defines the enum of all encodings of a kind, and the macro that calls a method of any of them.
///
/// To add an encoding, implement the trait in a file, and add the type here.
macro_rules! registry {
    ($d:tt $(#[$meta:meta])* $enum:ident, $kind:literal, $with:ident: $($variant:ident($type:ty),)*) => {
        $(#[$meta])*
        #[non_exhaustive]
        pub enum $enum {
            $(
                #[doc = concat!("[`", stringify!($type), "`].")]
                $variant($type),
            )*
        }

        impl $enum {
            /// Returns all with default options.
            pub fn all() -> Vec<$enum> {
                vec![$($enum::$variant(<$type>::default())),*]
            }

            /// The names of all.
            pub fn names() -> Vec<&'static str> {
                $enum::all().iter().map(|any| any.name()).collect()
            }

            /// Returns the one with a name and options.
            ///
            /// # Errors
            /// If the name, an option or its value is unknown; the error lists the known ones.
            pub fn named(name: &str, options: &[(String, $crate::tensor::OptionValue)]) -> Result<$enum, $crate::tensor::NameError> {
                $(
                    let mut found = <$type>::default();
                    if found.name() == name {
                        $crate::tensor::options::configure(found.name(), options, |options| found.configure(options))?;
                        return Ok($enum::$variant(found));
                    }
                )*
                let (kind, name, known) = ($kind, name.to_owned(), $enum::names());
                Err($crate::tensor::NameError::Unknown { kind, name, known })
            }

            /// Returns all options with their values and choices.
            pub fn known_options(&self) -> Vec<$crate::tensor::KnownOption> {
                let mut copy = self.clone();
                let configure = |options: &mut $crate::tensor::Options<'_>| match &mut copy {
                    $($enum::$variant(inner) => inner.configure(options),)*
                };
                $crate::tensor::options::configure(self.name(), &[], configure).unwrap_or_default()
            }

            /// Returns all options with their values, as `named` takes them.
            pub fn options(&self) -> Vec<(String, $crate::tensor::OptionValue)> {
                let options = self.known_options().into_iter();
                options.map(|option| (option.name.to_owned(), option.value)).collect()
            }
        }

        $(
            impl From<$type> for $enum {
                fn from(inner: $type) -> $enum {
                    $enum::$variant(inner)
                }
            }
        )*

        /// Evaluates an expression with a name bound to the inner value.
        macro_rules! $with {
            ($d any:expr, $d inner:ident => $d body:expr) => {
                match $d any {
                    $($enum::$variant($d inner) => $d body,)*
                }
            };
        }
    };
}
pub(super) use registry;

/// Defines methods that call the one of the same name of the inner value, by the macro of a
/// [`registry`].
macro_rules! dispatch {
    ($with:ident: $(
        $(#[$meta:meta])*
        $vis:vis fn $method:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;
    )*) => {$(
        $(#[$meta])*
        $vis fn $method(&self, $($argument: $type),*) -> $result {
            $with!(self, inner => inner.$method($($argument),*))
        }
    )*};
}
pub(super) use dispatch;
