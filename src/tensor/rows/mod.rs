//! Rows of arrays: what one position of a game adds to each array that is asked for.
//!
//! A [`WriteRow`] is written once and serves one position ([`write_row`]), batches of many
//! ([`crate::batch::write`]) and whoever plays through games himself.

mod bytes;
mod features;
mod moves;
mod planes;
mod ragged;
mod supported;

pub use bytes::{Records, Tokens};
pub use features::{Bucket, Features};
pub use moves::{LegalBits, LegalIndices, LegalMask, MoveAt, Played};
pub use planes::{Bits, Dense};
pub use ragged::Ragged;
pub use supported::Supported;

use std::fmt;

use super::chessbench::TokensError;
use super::nnue::TooManyPieces;
use super::records::RecordError;
use super::{EnPassantRule, History, PlanesError, PolicyError};
use crate::attacks::{Backend, Task, dispatch};
use crate::position::Position;
use crate::types::Move;

/// What is carried along a game from ply to ply.
pub trait Replay: Send {
    /// At the start of standard chess. The rule says which en-passant squares count, where that is kept.
    fn new(en_passant: EnPassantRule) -> Self;

    /// Forgets everything and begins again from this position.
    fn restart(&mut self, start: Position);

    /// Plays a move that is known to be legal.
    fn push(&mut self, m: Move);
}

impl Replay for History {
    fn new(en_passant: EnPassantRule) -> History {
        History::new(Position::standard(), en_passant)
    }

    #[inline(always)]
    fn restart(&mut self, start: Position) {
        History::restart(self, start);
    }

    #[inline(always)]
    fn push(&mut self, m: Move) {
        History::push(self, m);
    }
}

impl Replay for Position {
    fn new(_: EnPassantRule) -> Position {
        Position::standard()
    }

    #[inline(always)]
    fn restart(&mut self, start: Position) {
        *self = start;
    }

    #[inline(always)]
    fn push(&mut self, m: Move) {
        self.play_unchecked(m);
    }
}

/// A position that an encoding cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowError {
    /// The policy has no index for a move.
    Policy(PolicyError),
    /// The position has no tokens.
    Tokens(TokensError),
    /// There are too many pieces for sparse features.
    Features(TooManyPieces),
    /// The position does not fit a record.
    Record(RecordError),
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowError::Policy(error) => error.fmt(f),
            RowError::Tokens(error) => error.fmt(f),
            RowError::Features(error) => error.fmt(f),
            RowError::Record(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RowError {}

/// What becomes of a position that an encoding cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unsupported {
    /// It is an error.
    #[default]
    Raise,
    /// Its row says so: -1 for an index, 0 for a move, 255 for each token, -1 for each feature; a legal mask has
    /// the moves that there are indices for.
    Mask,
}

/// Writes the row of a position; `R` is the row, a mutable slice mostly.
pub trait WriteRow<R>: Sync {
    /// What is needed of the game so far.
    type State: Replay;

    /// Which en-passant squares count in the state's history.
    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::Legal
    }

    /// How many elements a row has.
    fn width(&self) -> usize;

    /// Whether a move must have been played in the position.
    fn needs_move(&self) -> bool {
        false
    }

    /// Whether rows can be written at all, whatever the positions.
    ///
    /// # Errors
    /// When the encoding and the element type do not go together.
    fn check(&self) -> Result<(), PlanesError> {
        Ok(())
    }

    /// Writes the row of the state's position; `next` is the move that was played there.
    ///
    /// # Errors
    /// When the encoding cannot express the position: the row is then as [`Unsupported::Mask`] has
    /// it.
    fn write<B: Backend>(
        &self,
        backend: B,
        state: &Self::State,
        next: Option<Move>,
        row: &mut R,
    ) -> Result<(), RowError>;
}

/// Writes the row of one position.
///
/// # Errors
/// When the encoding cannot express the position: the row is then as [`Unsupported::Mask`] has it.
///
/// # Panics
/// May panic if the row has not [`WriteRow::width`] elements.
pub fn write_row<R, W: WriteRow<R>>(
    writer: &W,
    state: &W::State,
    next: Option<Move>,
    row: &mut R,
) -> Result<(), RowError> {
    struct One<'a, R, W: WriteRow<R>>(&'a W, &'a W::State, Option<Move>, &'a mut R);
    impl<R, W: WriteRow<R>> Task for One<'_, R, W> {
        type Output = Result<(), RowError>;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> Self::Output {
            self.0.write(backend, self.1, self.2, self.3)
        }
    }
    dispatch(One(writer, state, next, row))
}
