//! Errors of reading and writing training formats.

use std::fmt;
use std::io;
use std::sync::Arc;

use thiserror::Error;

use crate::error::CallError;
use crate::pool::Interrupted;
use crate::tensor::records::RecordError;

/// An error in a file, with its location.
#[derive(Debug)]
pub struct FormatError {
    /// The name of the file or stream.
    pub source: Arc<str>,
    /// The number of the game or record with the error, from 1; 0 before the first.
    pub entry: u64,
    /// The offset of the error in bytes, from 0, after decompression.
    pub offset: u64,
    /// The kind of the error.
    pub kind: FormatErrorKind,
}

/// The kind of an error in a file of a training format.
#[derive(Debug, Error)]
pub enum FormatErrorKind {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(io::Error),
    /// The file cannot be read, or its compression is damaged.
    #[error(transparent)]
    Read(io::Error),
    /// The file ends in the middle of an element.
    #[error("the file ends in the middle of {what}")]
    UnexpectedEnd {
        /// The element.
        what: &'static str,
    },
    /// A game continues beyond the end of its binpack chunk.
    #[error("a game continues beyond the end of its chunk")]
    GameBeyondChunk,
    /// The bytes are not those that mark the beginning of an element.
    #[error("expected {expected}")]
    Magic {
        /// The element.
        expected: &'static str,
    },
    /// A field has an invalid value.
    #[error("invalid value {value} of {field}")]
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: i64,
    },
    /// An invalid board.
    #[error(transparent)]
    Board(RecordError),
    /// An invalid FEN or move, with the reason.
    #[error("{0}")]
    Text(Box<str>),
    /// An invalid record of lc0.
    #[error(transparent)]
    Lc0(CallError),
    /// The format does not store these elements.
    #[error("{format} does not store {what}")]
    WrongFormat {
        /// The format's name.
        format: &'static str,
        /// The elements.
        what: &'static str,
    },
    /// An illegal move.
    #[error("illegal move {token} after {ply} plies")]
    Move {
        /// Number of plies of the game before it.
        ply: usize,
        /// The move as stored.
        token: Box<str>,
    },
    /// An element is longer than allowed.
    #[error("{what} is longer than {limit}")]
    TooLong {
        /// The element.
        what: &'static str,
        /// The greatest length.
        limit: u64,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            FormatErrorKind::Open(_) | FormatErrorKind::WrongFormat { .. } => {
                write!(f, "{}: {}", self.source, self.kind)
            }
            _ => write!(
                f,
                "{}: entry {}, byte {}: {}",
                self.source, self.entry, self.offset, self.kind
            ),
        }
    }
}

impl std::error::Error for FormatError {}

/// An error with its offset; the reader adds the file and the entry.
#[derive(Debug)]
pub(super) struct OffsetError {
    pub(super) offset: u64,
    pub(super) kind: FormatErrorKind,
}

impl OffsetError {
    pub(super) fn new(offset: u64, kind: FormatErrorKind) -> OffsetError {
        OffsetError { offset, kind }
    }

    pub(super) fn too_long(offset: u64, what: &'static str, limit: u64) -> OffsetError {
        OffsetError { offset, kind: FormatErrorKind::TooLong { what, limit } }
    }

    pub(super) fn unexpected_end(offset: u64, what: &'static str) -> OffsetError {
        OffsetError { offset, kind: FormatErrorKind::UnexpectedEnd { what } }
    }

    pub(super) fn value(offset: u64, field: &'static str, value: impl Into<i64>) -> OffsetError {
        OffsetError { offset, kind: FormatErrorKind::Value { field, value: value.into() } }
    }

    pub(super) fn illegal(offset: u64, ply: usize, token: impl fmt::Display) -> OffsetError {
        let token = token.to_string().into_boxed_str();
        OffsetError { offset, kind: FormatErrorKind::Move { ply, token } }
    }

    /// Adds the file and the entry.
    pub(super) fn in_file(self, source: &Arc<str>, entry: u64) -> FormatError {
        FormatError { source: source.clone(), entry, offset: self.offset, kind: self.kind }
    }
}

/// The advice for positions without an evaluation.
pub const MISSING_SCORE: &str = "pass missing_score to write it with a fixed score";

/// Data that a format cannot store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum Unsupported {
    /// A castling right of Chess960.
    #[error("Chess960 is not supported")]
    Chess960,
    /// An unknown result.
    #[error("the result is unknown")]
    Result,
    /// A position without an evaluation.
    #[error("the position has no evaluation; {MISSING_SCORE}")]
    Evaluation,
    /// A game without moves.
    #[error("the game has no moves")]
    NoMoves,
    /// More than 32 pieces.
    #[error("{0} pieces are more than 32")]
    Pieces(u32),
    /// A clock or move number that is too large.
    #[error("clock or move number {0} is too large")]
    Clock(u32),
    /// A game with too many moves.
    #[error("{0} plies are too many")]
    Plies(usize),
    /// A move without an index in the format's list of moves.
    #[error("the move has no index in the policy")]
    Move,
}

impl Unsupported {
    /// The name in reports, such as `no_evaluation`.
    pub fn name(self) -> &'static str {
        match self {
            Unsupported::Chess960 => "chess960",
            Unsupported::Result => "result_unknown",
            Unsupported::Evaluation => "no_evaluation",
            Unsupported::NoMoves => "no_moves",
            Unsupported::Pieces(_) => "pieces",
            Unsupported::Clock(_) => "clock",
            Unsupported::Plies(_) => "plies",
            Unsupported::Move => "move",
        }
    }
}

impl From<RecordError> for Unsupported {
    /// Converts the reason why [`crate::tensor::records`] cannot pack a position.
    fn from(error: RecordError) -> Unsupported {
        match error {
            RecordError::TooManyPieces(pieces) => Unsupported::Pieces(pieces),
            RecordError::Clock(clock) => Unsupported::Clock(clock),
            _ => Unsupported::Result,
        }
    }
}

/// Data that a format cannot store, with the ply of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UnsupportedAt {
    pub(super) ply: usize,
    pub(super) reason: Unsupported,
}

impl UnsupportedAt {
    /// The reason applies to the whole game.
    pub(super) fn game(reason: Unsupported) -> UnsupportedAt {
        UnsupportedAt { ply: 0, reason }
    }
}

/// An error of writing games.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The format cannot store a game.
    #[error("{format} cannot store game {game}, ply {ply}: {reason}")]
    Unsupported {
        /// The format's name.
        format: &'static str,
        /// The number of the game, from 0, among all games given to the writer.
        game: u64,
        /// The ply, from 0.
        ply: usize,
        /// The data that the format cannot store.
        reason: Unsupported,
    },
    /// An error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The call was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}
