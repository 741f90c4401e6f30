//! PGN: games as text, as they are found in the wild.
//!
//! # Guarantees of the reader
//!
//! One pass over bytes, whatever their encoding; a game's main line with every move checked; memory
//! bounded by the longest game allowed. **A word that looks like a move but is not a legal one ends its
//! game with an error that names it**; the legal moves before it stay, and the next game is read as
//! usual. Every tolerated deviation is reported as a warning.
//!
//! # Tolerated deviations
//!
//! Everything that [`crate::notation::san`] tolerates in a move, and
//!
//! * missing results, space lines and tags; several tags on a line; games without tags
//! * byte order marks anywhere, CRLF and CR, tabs, no-break spaces, NUL and control characters
//! * tag values with unescaped or missing quotation marks, or on several lines
//! * wrong, missing and superfluous move numbers
//! * results in other spellings, or glued to the last move
//! * signs and letters that comment on a move, unknown NAG numbers
//! * brackets, braces and parentheses that close nothing
//! * comments and variations without an end: their game is broken, the next one is not
//!
//! A game without a `Result` tag, or with one that says nothing, has the result after its moves.

mod annotation;
mod arrow;
mod byte_masks;
mod comment;
mod comment_index;
mod cursor;
mod dialect;
mod error;
mod fast_comments;
mod fast_san;
mod fast_values;
mod game;
mod game_record;
mod location;
mod outside_games;
mod read_tag;
mod reader;
mod repair;
mod skip;
mod start;
mod tag;
mod text_reader;
mod token;
pub mod tree;
mod variant;
mod variation;

pub use arrow::{Arrow, ArrowColor};
pub use comment::{MATE, MAX_CENTIPAWNS, NO_CLOCK, NO_EVAL};
pub use dialect::{Annotations, CommentStyle, Dialect, Letters};
pub use error::{MAX_TOKEN, PgnError, PgnErrorKind};
pub use game_record::{MAX_TAGS, MAX_WARNINGS, PgnGame};
pub use reader::Reader;
pub use text_reader::DEFAULT_MAX_GAME_BYTES;
pub use variant::Variant;

#[cfg(feature = "python")]
pub(crate) use cursor::Cursor;
pub(crate) use error::ErrorCounts;
pub(crate) use game::Verdict;
pub(crate) use location::TextLocation;
#[cfg(feature = "python")]
pub(crate) use repair::is_move_like;
pub(crate) use tag::{decode_value, is_readable_name};
pub(crate) use text_reader::{
    SAMPLE, Skipping, Step, Text, TextReader, check_encoding, skip_whitespace,
};
