//! Errors of reading and writing training formats.

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::tensor::lc0::V6Error;
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
    /// What is wrong.
    pub kind: FormatErrorKind,
}

/// What is wrong with a file in a training format.
#[derive(Debug)]
pub enum FormatErrorKind {
    /// The file cannot be opened.
    Open(io::Error),
    /// The file cannot be read, or its compression is damaged.
    Read(io::Error),
    /// The file ends in the middle of an element.
    UnexpectedEnd {
        /// The element.
        what: &'static str,
    },
    /// A game continues beyond the end of its binpack chunk.
    GameBeyondChunk,
    /// The bytes are not those that mark the beginning of an element.
    Magic {
        /// The element.
        expected: &'static str,
    },
    /// A field has an invalid value.
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: i64,
    },
    /// An invalid board.
    Board(RecordError),
    /// An invalid FEN or move, with the reason.
    Text(Box<str>),
    /// An invalid record of lc0.
    Lc0(V6Error),
    /// The format does not store these elements.
    WrongFormat {
        /// The format's name.
        format: &'static str,
        /// The elements.
        what: &'static str,
    },
    /// An illegal move.
    Move {
        /// Number of plies of the game before it.
        ply: usize,
        /// The move as stored.
        token: Box<str>,
    },
    /// An element is longer than allowed.
    TooLong {
        /// The element.
        what: &'static str,
        /// The greatest length.
        limit: u64,
    },
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatErrorKind::Open(error) | FormatErrorKind::Read(error) => error.fmt(f),
            FormatErrorKind::UnexpectedEnd { what } => {
                write!(f, "the file ends in the middle of {what}")
            }
            FormatErrorKind::GameBeyondChunk => {
                f.write_str("a game continues beyond the end of its chunk")
            }
            FormatErrorKind::Magic { expected } => write!(f, "expected {expected}"),
            FormatErrorKind::Value { field, value } => {
                write!(f, "invalid value {value} of {field}")
            }
            FormatErrorKind::Board(error) => error.fmt(f),
            FormatErrorKind::Text(reason) => f.write_str(reason),
            FormatErrorKind::Lc0(error) => error.fmt(f),
            FormatErrorKind::WrongFormat { format, what } => {
                write!(f, "{format} does not store {what}")
            }
            FormatErrorKind::Move { ply, token } => {
                write!(f, "illegal move {token} after {ply} plies")
            }
            FormatErrorKind::TooLong { what, limit } => {
                write!(f, "{what} is longer than {limit}")
            }
        }
    }
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

/// What a format cannot store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unsupported {
    /// A castling right of Chess960.
    Chess960,
    /// An unknown result.
    Result,
    /// A position without an evaluation.
    Evaluation,
    /// A game without moves.
    NoMoves,
    /// More than 32 pieces.
    Pieces(u32),
    /// A clock or move number that is too large.
    Clock(u32),
    /// A game with too many moves.
    Plies(usize),
    /// A move without an index in the format's list of moves.
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

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Chess960 => f.write_str("Chess960 is not supported"),
            Unsupported::Result => f.write_str("the result is unknown"),
            Unsupported::Evaluation => f.write_str(
                "the position has no evaluation; pass missing_score to write it with a fixed score",
            ),
            Unsupported::NoMoves => f.write_str("the game has no moves"),
            Unsupported::Pieces(pieces) => write!(f, "{pieces} pieces are more than 32"),
            Unsupported::Clock(clock) => write!(f, "clock or move number {clock} is too large"),
            Unsupported::Plies(plies) => write!(f, "{plies} plies are too many"),
            Unsupported::Move => f.write_str("the move has no index in the policy"),
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

/// What a format cannot store, and at which ply of the game.
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
#[derive(Debug)]
pub enum WriteError {
    /// The format cannot store a game.
    Unsupported {
        /// The format's name.
        format: &'static str,
        /// The number of the game, from 0, among all games given to the writer.
        game: u64,
        /// The ply, from 0.
        ply: usize,
        /// What the format cannot store.
        reason: Unsupported,
    },
    /// An error of the operating system.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Unsupported { format, game, ply, reason } => {
                write!(f, "{format} cannot store game {game}, ply {ply}: {reason}")
            }
            WriteError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}
