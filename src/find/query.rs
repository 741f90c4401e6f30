//! Queries: conditions of positions.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::conditions::{NameColumn, Number, Property};
use super::material::{Difference, Material};
use super::piece_set::PieceSet;
use super::played::Played;
use super::squares::Squares;
use crate::notation::fen::{self, FenError};
use crate::position::Position;
use crate::tablebase::Tablebase;
use crate::types::{Bitboard, Color};

/// A condition of a position of a game, or of a row of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Query {
    /// The same position (FIDE 9.2): pieces, side to move, castling rights, and en passant where the
    /// capture is legal.
    Position(Box<Position>),
    /// The same pieces on the same squares, and the same side to move.
    Board(Box<Position>),
    /// The sets of allowed contents of squares; see [`pattern`](super::pattern()).
    Squares(Box<Squares>),
    /// The number of some squares that contain one of some pieces.
    Count {
        /// The pieces that count.
        pieces: PieceSet,
        /// The squares.
        squares: Bitboard,
        /// The least and the largest number.
        number: RangeInclusive<u32>,
    },
    /// The number of pieces of each type; see [`material`](super::material()).
    Material(Material),
    /// The difference in pieces of each type; see [`difference`](super::difference()).
    Difference(Difference),
    /// The move played in the position; the last one of a game has none.
    Played(Box<Played>),
    /// The side to move.
    Turn(Color),
    /// A property of the position or its move.
    Is(Property),
    /// A number in a range. A position without it does not match.
    Number(Number, RangeInclusive<i64>),
    /// The result by endgame tables in a range; see [`Tablebase::wdl`]. A position without a table
    /// does not match.
    TablebaseWdl(Arc<Tablebase>, RangeInclusive<i64>),
    /// One of some names in a column of a table.
    Names(NameColumn, Vec<String>),
    /// One of the positions before, at most some plies earlier, meets a condition.
    Earlier {
        /// The condition.
        query: Box<Query>,
        /// The largest number of plies, at least 1.
        within: u32,
    },
    /// This position and those directly before it meet a condition.
    Streak {
        /// The condition.
        query: Box<Query>,
        /// The number of positions, at least 1.
        positions: u32,
    },
    /// All of several conditions.
    All(Vec<Query>),
    /// One of several conditions.
    Any(Vec<Query>),
    /// The opposite of a condition.
    Not(Box<Query>),
}

impl Query {
    /// Returns the query of a FEN. Fields that it omits are not compared: if only the pieces are given,
    /// either side may be to move.
    ///
    /// ```
    /// use enroque::find::Query;
    /// let [exact, board] = [true, false].map(|is_exact| Query::of_fen("4k3/8/8/8/8/8/8/4K2R b - -", is_exact));
    /// assert!(matches!((exact, board), (Ok(Query::Position(_)), Ok(Query::Board(_)))));
    /// assert!(matches!(Query::of_fen("4k2R/8/8/8/8/8/8/4K3", true), Ok(Query::Squares(_))));
    /// ```
    ///
    /// # Errors
    /// The FEN is invalid, or its position is illegal.
    pub fn of_fen(text: &str, is_exact: bool) -> Result<Query, FenError> {
        let fields = text.split_whitespace().count();
        let position = match fen::read(text) {
            Err(error) if fields == 1 => fen::read(&format!("{text} b")).map_err(|_| error),
            read => read,
        }?;
        Ok(match fields {
            1 => Query::Squares(Box::new(Squares::of(position.placement()))),
            2 => Query::Board(Box::new(position)),
            _ if is_exact => Query::from(&position),
            _ => Query::Board(Box::new(position)),
        })
    }
}

impl From<&Position> for Query {
    fn from(position: &Position) -> Query {
        Query::Position(Box::new(*position))
    }
}
