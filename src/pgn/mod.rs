//! Reading and writing PGN, including the deviations from the standard that are common in files.
//!
//! # Guarantees of the reader
//!
//! The reader makes one pass over the bytes, in any encoding that contains ASCII. It checks every
//! move of the main line. Its memory is bounded by the longest game allowed. **A word that has the
//! form of a move but is not a legal move ends its game with an error that names the word**; the
//! legal moves before it are kept, and the next game is read as usual. Every tolerated deviation is
//! reported as a warning.
//!
//! # Tolerated deviations
//!
//! The deviations of moves that [`crate::notation::san`] tolerates, and:
//!
//! * missing results, empty lines and tags; several tags on a line; games without tags
//! * byte order marks anywhere, CRLF and CR, tabs, no-break spaces, NUL and control characters
//! * tag values with unescaped or missing quotation marks, or on several lines
//! * wrong, missing and superfluous move numbers
//! * results in other spellings, or without a space after the last move
//! * signs and letters that comment on a move, unknown NAG numbers
//! * closing brackets, braces and parentheses without the opening ones
//! * comments and variations without an end: an error of their game, not of the next one
//!
//! The result after the moves counts if there is no `Result` tag, or if the tag is `*`.

mod annotation;
mod arrow;
mod byte_masks;
mod command_values;
mod comment;
mod comment_index;
mod contents;
mod cursor;
mod dialect;
mod error;
mod fast_comments;
mod fast_san;
mod fast_values;
mod foreign;
mod game;
mod game_record;
mod lines;
mod location;
mod outside_games;
mod parse;
mod parser_state;
mod read_tag;
mod skip;
mod spaces;
mod start;
mod tag;
mod tags;
mod text_reader;
mod token;
pub mod tree;
mod variant;
mod variation;
mod words;

pub use arrow::{Arrow, ArrowColor};
pub use command_values::EngineReport;
pub use dialect::{Annotations, CommentStyle, Dialect, Letters};
pub use error::{MAX_TOKEN, PgnError, PgnErrorKind};
pub use lines::Lines;
pub use start::Start;
pub use tags::MAX_TAGS;
pub use text_reader::DEFAULT_MAX_GAME_BYTES;
pub use variant::Variant;

#[cfg(feature = "python")]
pub(crate) use cursor::Cursor;
pub(crate) use error::ErrorCounts;
pub(crate) use foreign::no_game;
pub(crate) use game::Verdict;
pub(crate) use game_record::{GameRecord, PgnGame};
pub(crate) use location::TextLocation;
pub(crate) use tag::{decode_value, is_readable_name};
pub(crate) use text_reader::{
    SAMPLE, Skipping, Step, Text, TextReader, binary_format, check_encoding, skip_whitespace,
};
#[cfg(feature = "python")]
pub(crate) use {
    comment::Commands,
    contents::{Comment, Contents, Diagnostic, Entry},
    tags::{Tags, is_tag_name},
    words::is_move_like,
};
