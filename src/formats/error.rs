//! What can be wrong with a trainer's file, and what a format cannot hold.

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::tensor::lc0::V6Error;
use crate::tensor::records::RecordError;

/// A file is not what its format says, and where.
#[derive(Debug)]
pub struct FormatError {
    /// The file, or what the caller named the stream.
    pub source: Arc<str>,
    /// The game or record at fault, from 1; 0 before the first.
    pub entry: u64,
    /// The byte at fault, from 0, after decompression.
    pub offset: u64,
    /// What is wrong.
    pub kind: FormatErrorKind,
}

/// What is wrong with a trainer's file.
#[derive(Debug)]
pub enum FormatErrorKind {
    /// The file cannot be opened.
    Open(io::Error),
    /// The file cannot be read on, or its compression is damaged.
    Read(io::Error),
    /// The file ends in the middle of something.
    Cut {
        /// Of what.
        what: &'static str,
    },
    /// A chunk ends in the middle of a game.
    CutChunk,
    /// Other bytes stand where something must begin.
    Magic {
        /// What the bytes should be.
        expected: &'static str,
    },
    /// A field has a value that it cannot have.
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: i64,
    },
    /// A board that is none.
    Board(RecordError),
    /// A text that is no FEN or no move, with its reason.
    Text(Box<str>),
    /// A record of lc0's that is none.
    Lc0(V6Error),
    /// The format has no such thing in it.
    NotOf {
        /// The format's name.
        format: &'static str,
        /// What it does not have.
        what: &'static str,
    },
    /// A move that cannot be played.
    Move {
        /// Plies of the game before it.
        ply: usize,
        /// What stands there.
        token: Box<str>,
    },
    /// More of something than there can be.
    TooLong {
        /// Of what.
        what: &'static str,
        /// How much there may be.
        limit: u64,
    },
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatErrorKind::Open(error) | FormatErrorKind::Read(error) => error.fmt(f),
            FormatErrorKind::Cut { what } => {
                write!(f, "the file ends in the middle of {what}")
            }
            FormatErrorKind::CutChunk => f.write_str("a game goes on past the end of its chunk"),
            FormatErrorKind::Magic { expected } => write!(f, "expected {expected}"),
            FormatErrorKind::Value { field, value } => write!(f, "{field} cannot be {value}"),
            FormatErrorKind::Board(error) => error.fmt(f),
            FormatErrorKind::Text(reason) => f.write_str(reason),
            FormatErrorKind::Lc0(error) => error.fmt(f),
            FormatErrorKind::NotOf { format, what } => write!(f, "{format} does not hold {what}"),
            FormatErrorKind::Move { ply, token } => {
                write!(f, "{token} cannot be played after {ply} plies")
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
            FormatErrorKind::Open(_) | FormatErrorKind::NotOf { .. } => {
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

/// A fault and its byte; which file and which entry, the reader adds.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) offset: u64,
    pub(super) kind: FormatErrorKind,
}

impl Fault {
    pub(super) fn new(offset: u64, kind: FormatErrorKind) -> Fault {
        Fault { offset, kind }
    }

    pub(super) fn value(offset: u64, field: &'static str, value: impl Into<i64>) -> Fault {
        Fault { offset, kind: FormatErrorKind::Value { field, value: value.into() } }
    }

    pub(super) fn illegal(offset: u64, ply: usize, token: impl fmt::Display) -> Fault {
        let token = token.to_string().into_boxed_str();
        Fault { offset, kind: FormatErrorKind::Move { ply, token } }
    }

    /// The fault as everybody sees it.
    pub(super) fn of(self, source: &Arc<str>, entry: u64) -> FormatError {
        FormatError { source: source.clone(), entry, offset: self.offset, kind: self.kind }
    }
}

/// What a format has no words for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Inexpressible {
    /// A castling right that is not standard chess's.
    Chess960,
    /// A game whose result nobody knows.
    Result,
    /// A position without an evaluation.
    Evaluation,
    /// A game without moves.
    NoMoves,
    /// More than 32 pieces.
    Pieces(u32),
    /// A clock or move number beyond the format's.
    Clock(u32),
    /// More moves than a game can have.
    Plies(usize),
    /// A move that the format's list of moves does not have.
    Move,
}

impl Inexpressible {
    /// A name for programs and counts: lower case, with underscores.
    pub fn name(self) -> &'static str {
        match self {
            Inexpressible::Chess960 => "chess960",
            Inexpressible::Result => "result_unknown",
            Inexpressible::Evaluation => "no_evaluation",
            Inexpressible::NoMoves => "no_moves",
            Inexpressible::Pieces(_) => "pieces",
            Inexpressible::Clock(_) => "clock",
            Inexpressible::Plies(_) => "plies",
            Inexpressible::Move => "move",
        }
    }
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inexpressible::Chess960 => {
                f.write_str("it knows the castling of standard chess only, and this is Chess960")
            }
            Inexpressible::Result => f.write_str("it has no word for an unknown result"),
            Inexpressible::Evaluation => f.write_str(
                "the position has no evaluation, and no missing_score was given to stand for that",
            ),
            Inexpressible::NoMoves => f.write_str("it has no word for a game without moves"),
            Inexpressible::Pieces(pieces) => write!(f, "{pieces} pieces, and it has room for 32"),
            Inexpressible::Clock(clock) => write!(f, "it has no room for the clock {clock}"),
            Inexpressible::Plies(plies) => write!(f, "{plies} plies are too many"),
            Inexpressible::Move => f.write_str("its list of moves does not have this one"),
        }
    }
}

impl From<RecordError> for Inexpressible {
    /// Why a position was refused by [`crate::tensor::records`].
    fn from(error: RecordError) -> Inexpressible {
        match error {
            RecordError::TooManyPieces(pieces) => Inexpressible::Pieces(pieces),
            RecordError::Clock(clock) => Inexpressible::Clock(clock),
            _ => Inexpressible::Result,
        }
    }
}

/// What a format has no words for, and at which ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refused {
    pub(super) ply: usize,
    pub(super) what: Inexpressible,
}

impl Refused {
    /// The game as a whole.
    pub(super) fn game(what: Inexpressible) -> Refused {
        Refused { ply: 0, what }
    }
}

/// Games cannot be written.
#[derive(Debug)]
pub enum WriteError {
    /// The format has no words for a game.
    Inexpressible {
        /// The format's name.
        format: &'static str,
        /// The game, from 0, counted over all that this writer was given.
        game: u64,
        /// The ply, from 0.
        ply: usize,
        /// What it has no words for.
        what: Inexpressible,
    },
    /// The disk is full, and the like.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Inexpressible { format, game, ply, what } => {
                write!(f, "{format} cannot hold game {game}, ply {ply}: {what}")
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
