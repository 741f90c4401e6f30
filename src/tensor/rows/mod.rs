//! Rows of arrays: the encoding of one position.
//!
//! A [`WriteRow`] is used for one position ([`write_row`]), for batches of positions
//! ([`crate::batch::write`]), and by other code that replays games.

mod bytes;
mod features;
mod moves;
mod planes;
mod ragged;
mod supported;
mod visits;

pub use bytes::{Records, Tokens};
pub use features::{Bucket, Features};
pub use moves::{LegalBits, LegalIndices, LegalMask, MoveOfIndex, Played};
pub use planes::{Bits, Dense};
pub use ragged::Ragged;
pub use supported::Supported;
pub(crate) use visits::probability;
pub use visits::{NoVisits, PolicyTarget, Visits};

use std::fmt;

use super::chessbench::TokensError;
use super::nnue::TooManyPieces;
use super::records::RecordError;
use super::{EnPassantRule, History, HistoryView, PlanesError, PolicyError, Recent};
use crate::attacks::{Backend, Task, dispatch};
use crate::position::Position;
use crate::types::Move;

/// The state of replaying a game.
pub trait Replay: Send {
    /// The state as writers read it.
    type View<'a>: Copy
    where
        Self: 'a;

    /// Returns the state as writers read it.
    fn view(&self) -> Self::View<'_>;

    /// Returns the state of a game in progress.
    fn view_of(recent: &Recent, en_passant: EnPassantRule) -> Self::View<'_>;

    /// Returns the state at the standard start position. A history keeps the en-passant rule.
    fn new(en_passant: EnPassantRule) -> Self;

    /// Clears the state and starts from this position.
    fn restart(&mut self, start: Position);

    /// Makes a legal move, which is not checked.
    fn push(&mut self, m: Move);
}

impl Replay for History {
    type View<'a> = HistoryView<'a>;

    #[inline(always)]
    fn view(&self) -> HistoryView<'_> {
        History::view(self)
    }

    #[inline(always)]
    fn view_of(recent: &Recent, en_passant: EnPassantRule) -> HistoryView<'_> {
        recent.view(en_passant)
    }

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
    type View<'a> = &'a Position;

    #[inline(always)]
    fn view(&self) -> &Position {
        self
    }

    #[inline(always)]
    fn view_of(recent: &Recent, _: EnPassantRule) -> &Position {
        recent.position()
    }

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

/// An encoding cannot express a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowError {
    /// The policy has no index for a move.
    Policy(PolicyError),
    /// The position has no tokens.
    Tokens(TokensError),
    /// There are too many pieces for sparse features.
    Features(TooManyPieces),
    /// The position does not fit into a record.
    Record(RecordError),
    /// The search visited more moves than fit into a row.
    TooManyVisits(usize),
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowError::Policy(error) => error.fmt(f),
            RowError::Tokens(error) => error.fmt(f),
            RowError::Features(error) => error.fmt(f),
            RowError::Record(error) => error.fmt(f),
            RowError::TooManyVisits(count) => {
                write!(f, "the search visited {count} moves, more than fit into a row")
            }
        }
    }
}

impl std::error::Error for RowError {}

/// The handling of positions that an encoding cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unsupported {
    /// An error is returned.
    #[default]
    Raise,
    /// The row is filled with a marker: -1 for an index, 0 for a move, 255 for each token, -1 for
    /// each feature. A legal mask has only the moves with an index.
    Mask,
}

/// A writer of rows; `R` is the row, usually a mutable slice.
pub trait WriteRow<R>: Sync {
    /// The state that a row depends on.
    type State: Replay;

    /// The en-passant rule of the history.
    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::Legal
    }

    /// The number of plies before the current position that affect a row; `usize::MAX` for all.
    fn history_plies(&self) -> usize {
        0
    }

    /// The number of elements of a row.
    fn width(&self) -> usize;

    /// Whether the position must have a next move.
    fn needs_move(&self) -> bool {
        false
    }

    /// Checks that the encoding can be written, for any position.
    ///
    /// # Errors
    /// If the element type cannot represent the encoding.
    fn check(&self) -> Result<(), PlanesError> {
        Ok(())
    }

    /// Writes the row of the current position; `next` is the move played there.
    ///
    /// # Errors
    /// If the encoding cannot express the position; the row is then as in [`Unsupported::Mask`].
    fn write<B: Backend>(
        &self,
        backend: B,
        state: <Self::State as Replay>::View<'_>,
        next: Option<Move>,
        row: &mut R,
    ) -> Result<(), RowError>;

    /// [`WriteRow::write`] for a row of an array that does not fit into the caches. The processor
    /// may write it later than other memory, until the caller ends the writes of the thread.
    ///
    /// # Errors
    /// As of [`WriteRow::write`].
    #[inline(always)]
    fn stream<B: Backend>(
        &self,
        backend: B,
        state: <Self::State as Replay>::View<'_>,
        next: Option<Move>,
        row: &mut R,
    ) -> Result<(), RowError> {
        self.write(backend, state, next, row)
    }
}

/// Writes the row of one position.
///
/// # Errors
/// If the encoding cannot express the position; the row is then as in [`Unsupported::Mask`].
///
/// # Panics
/// May panic if the row does not have [`WriteRow::width`] elements.
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
            self.0.write(backend, self.1.view(), self.2, self.3)
        }
    }
    dispatch(One(writer, state, next, row))
}
