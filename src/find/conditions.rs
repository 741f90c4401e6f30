//! Conditions that a name identifies: properties of a position, and ranges of a number.
//!
//! To add one, add its line to an enum and the arm below it, and its class to `enroque.find`.

use std::ops::RangeInclusive;

use super::line::GameLine;
use super::played::is_mate;
use crate::movegen::legal_moves;
use crate::named_enum::named_enum;
use crate::position::Position;
use crate::positions::{Labels, NameLists, Positions};
use crate::rules::LichessClass;
use crate::types::{Color, Move, NO_EVAL};

named_enum! {
    /// A property of a position, or of the move that was played in it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Property {
        /// The side to move is in check.
        Check = "Check",
        /// Checkmate.
        Checkmate = "Checkmate",
        /// Stalemate.
        Stalemate = "Stalemate",
        /// No check, and the move is neither a capture nor a promotion. A position without a move is
        /// not quiet.
        Quiet = "Quiet",
    }
}

impl Property {
    /// Whether a position has the property. `next` is the move.
    #[inline(always)]
    pub(super) fn is_met(self, position: &Position, next: Option<Move>) -> bool {
        match self {
            Property::Check => position.is_check(),
            // no move was played after the end
            Property::Checkmate => next.is_none() && is_mate(position),
            Property::Stalemate => {
                next.is_none() && !position.is_check() && legal_moves(position).is_empty()
            }
            Property::Quiet => next.is_some_and(|m| {
                !position.is_check() && !position.is_capture(m) && m.promoted().is_none()
            }),
        }
    }
}

named_enum! {
    /// A column of names of a table of puzzles.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum NameColumn {
        /// The themes.
        Themes = "Themes",
        /// The openings.
        Openings = "Openings",
    }
}

impl NameColumn {
    /// Returns the name of the column, and its names.
    pub(crate) fn of(self, positions: &Positions) -> (&'static str, Option<&NameLists>) {
        match self {
            NameColumn::Themes => ("themes", positions.themes()),
            NameColumn::Openings => ("openings", positions.openings()),
        }
    }
}

named_enum! {
    /// A number that positions have. One without it is in no range.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Number {
        /// The number of plies since the start of the game.
        Ply = "Ply",
        /// The evaluation from White's view, as in [`Games::evals`](crate::games::Games::evals).
        Eval = "Eval",
        /// The clock of the side to move in milliseconds, before the move; see
        /// [`Players::clock`](crate::games::Players::clock).
        Clock = "Clock",
        /// The clock of the opponent.
        OpponentClock = "OpponentClock",
        /// The time used for the move in milliseconds; see
        /// [`Players::move_time`](crate::games::Players::move_time).
        MoveTime = "MoveTime",
        /// The number of Lichess's class of the time control.
        TimeClass = "TimeClass",
        /// The depth of the evaluation in plies.
        Depth = "Depth",
        /// The nodes of the search.
        Nodes = "Nodes",
        /// The rating of the side to move, or of a puzzle.
        Rating = "Rating",
        /// The rating of the opponent.
        OpponentRating = "OpponentRating",
    }
}

impl Number {
    /// The values that it can have.
    pub const fn range(self) -> RangeInclusive<i64> {
        match self {
            Number::Ply => 0..=u32::MAX as i64,
            Number::Eval => i32::MIN as i64..=i32::MAX as i64,
            Number::Clock | Number::OpponentClock | Number::MoveTime => 0..=i32::MAX as i64,
            Number::TimeClass => 0..=LichessClass::ALL.len() as i64 - 1,
            Number::Depth => 0..=u8::MAX as i64,
            // larger integers of Python are converted to the maximum
            Number::Nodes => 0..=i64::MAX - 1,
            Number::Rating | Number::OpponentRating => 0..=i16::MAX as i64,
        }
    }

    /// Returns the number of a position of a game.
    #[inline(always)]
    pub(super) fn of_line(self, line: &GameLine<'_>, ply: usize, turn: Color) -> Option<i64> {
        let number = match self {
            Number::Ply => return Some(ply as i64),
            Number::Eval => {
                return known(Some(line.evals), ply.checked_sub(1).unwrap_or(usize::MAX), NO_EVAL);
            }
            Number::Clock => line.players.clock(ply, turn),
            Number::OpponentClock => line.players.clock(ply, !turn),
            Number::MoveTime => line.players.move_time(ply),
            Number::TimeClass => line.players.time_class().map(|class| class as i32),
            Number::Rating => line.players.rating(turn),
            Number::OpponentRating => line.players.rating(!turn),
            Number::Depth | Number::Nodes => None,
        };
        number.map(i64::from)
    }

    /// Returns the number of a row of a table.
    #[inline]
    pub(super) fn of_row(self, labels: &Labels, row: usize) -> Option<i64> {
        match self {
            Number::Eval => known(labels.evals(), row, NO_EVAL),
            Number::Depth => known(labels.depth(), row, 0),
            Number::Nodes => known(labels.nodes(), row, -1),
            Number::Rating => known(labels.rating(), row, -1),
            _ => None,
        }
    }

    /// The column of tables that has the number; `None` if only games have it.
    pub(super) fn column(self) -> Option<&'static str> {
        match self {
            Number::Eval => Some("evals"),
            Number::Depth => Some("depth"),
            Number::Nodes => Some("nodes"),
            Number::Rating => Some("rating"),
            _ => None,
        }
    }
}

/// A value of a column, if there is one and it is known.
#[inline(always)]
fn known<T: Copy + PartialEq + Into<i64>>(
    column: Option<&[T]>,
    index: usize,
    unknown: T,
) -> Option<i64> {
    column?.get(index).filter(|&&value| value != unknown).map(|&value| value.into())
}
