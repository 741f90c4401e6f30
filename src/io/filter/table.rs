//! The macros that make a [`Filter`](super::Filter) of the table of criteria.

/// Defines the struct of the tags that have criteria.
macro_rules! filter_tags {
    ($($field:ident = $name:literal,)*) => {
        /// The values of the tags that have criteria, as bytes; a missing tag is empty.
        #[derive(Default)]
        pub(super) struct FilterTags<'a> {
            $(pub(super) $field: &'a [u8],)*
        }

        impl<'a> FilterTags<'a> {
            /// Finds the tags.
            #[inline]
            pub(super) fn of(tags: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> FilterTags<'a> {
                let mut found = FilterTags::default();
                for (name, value) in tags {
                    match name {
                        $($name => found.$field = value,)*
                        _ => {}
                    }
                }
                found
            }
        }
    };
}

/// The condition of a criterion while the headers, or when the moves are judged.
macro_rules! condition {
    (headers, moves, $condition:block) => {
        true
    };
    (headers, $source:ident, $condition:block) => {
        $condition
    };
    (moves, moves, $condition:block) => {
        $condition
    };
    (moves, $source:ident, $condition:block) => {
        true
    };
}

/// Defines `Filter`, `Criterion` and their functions from a table: for each criterion its help, its
/// name in Rust, its name elsewhere, the type of its value, and the data that it depends on with
/// the condition that a game must meet.
///
/// A criterion depends on `tags`, `ratings`, the `start` position or the `result`, which are known
/// before the moves, or at the `moves`. In the conditions, the filter, the game and the value have
/// the names at the start of the table.
macro_rules! criteria {
    (
        ($filter:ident, $game:ident, $value:ident)
        $(
            $(#[doc = $help:literal])+
            $Variant:ident $field:ident: $Type:ty $(, $source:ident $condition:block)*;
        )*
    ) => {
        /// A filter of games. The default accepts every game. Criteria are checked in the order of
        /// [`Criterion`], and the first that rejects a game is counted.
        ///
        /// Criteria of tags are checked before the moves are parsed: the text of a rejected game is
        /// only skipped.
        ///
        /// ```
        /// use enroque::games::Games;
        /// use enroque::io::{Criterion, Filter, ReadOptions, Source};
        /// let text =
        ///     b"[WhiteElo \"2500\"]\n[BlackElo \"2300\"]\n1. e4 *\n[White \"A\"]\n1. d4 *".as_slice();
        /// let filter = Filter { min_elo: Some(2200), ..Filter::default() };
        /// let options = ReadOptions { filter: Some(&filter), ..ReadOptions::default() };
        /// let source = Source::Stream("text".to_owned(), Box::new(text), None);
        /// let games = Games::from_pgn(vec![source], options, |_| {}).unwrap();
        /// assert_eq!((games.len(), games.filtered_out().of(Criterion::MinElo)), (1, 1));
        /// ```
        #[derive(Clone, PartialEq, Debug, Default)]
        pub struct Filter {
            $($(#[doc = $help])+ pub $field: Option<$Type>,)*
        }

        named_enum! {
            /// A criterion of a [`Filter`]. The order is that of the checks.
            #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
            pub enum Criterion {
                $($(#[doc = $help])+ $Variant = stringify!($field),)*
            }
        }

        impl Criterion {
            /// Returns the description, in Markdown.
            pub fn help(self) -> &'static str {
                match self {
                    $(Criterion::$Variant => concat!($($help),+).trim_ascii(),)*
                }
            }

            /// Returns the kind of the value.
            pub fn kind(self) -> ValueKind {
                match self {
                    $(Criterion::$Variant => <$Type as FilterValue>::KIND,)*
                }
            }

            /// Returns the data that the criterion depends on: `tags`, `ratings`, `start`,
            /// `result`, `moves`.
            pub fn sources(self) -> &'static [&'static str] {
                match self {
                    $(Criterion::$Variant => &[$(stringify!($source)),*],)*
                }
            }
        }

        impl Filter {
            /// Sets a criterion by its name.
            ///
            /// # Errors
            /// When the value is of another kind, or impossible.
            pub fn set(&mut self, criterion: Criterion, value: RawValue) -> Result<(), ValueError> {
                match criterion {
                    $(Criterion::$Variant => self.$field = Some(<$Type as FilterValue>::from_raw(value)?),)*
                }
                Ok(())
            }

            /// Returns the criterion that rejects a game before its moves are known, if any.
            #[inline]
            #[allow(unused_variables, reason = "criteria of moves are not checked here")]
            pub(super) fn rejected_by_headers(
                &self,
                $game: &Headers<'_, impl Candidate>,
            ) -> Option<Criterion> {
                let $filter = self;
                $($(
                    if let Some($value) = &self.$field
                        && !condition!(headers, $source, $condition)
                    {
                        return Some(Criterion::$Variant);
                    }
                )*)*
                None
            }

            /// Returns the criterion that rejects a game whose moves are known, if any.
            #[inline]
            #[allow(unused_variables, reason = "criteria of headers are not checked here")]
            pub(in crate::io) fn rejected_by_moves(&self, $game: &impl Candidate) -> Option<Criterion> {
                let $filter = self;
                $($(
                    if let Some($value) = &self.$field
                        && !condition!(moves, $source, $condition)
                    {
                        return Some(Criterion::$Variant);
                    }
                )*)*
                None
            }
        }
    };
}

pub(super) use {condition, criteria, filter_tags};
