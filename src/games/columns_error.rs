//! Why columns are not valid games.

use thiserror::Error;

use crate::types::Move;

/// Why columns are not valid games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ColumnsError {
    /// A column has the wrong length.
    #[error("column {column} has {got} entries, not {expected}")]
    Length {
        /// Its name.
        column: &'static str,
        /// Its length.
        got: usize,
        /// The required length.
        expected: usize,
    },
    /// The offsets do not ascend from 0 to the number of moves.
    #[error("the offsets do not ascend from 0 to the number of moves")]
    Offsets,
    /// A value that is invalid in its column.
    #[error(
        "game {game}{}: invalid value {value} in column {column}",
        .ply.map_or(String::new(), |ply| format!(", ply {ply}"))
    )]
    Value {
        /// The column's name.
        column: &'static str,
        /// The game, from 0.
        game: usize,
        /// The ply, from 0, of a column of plies.
        ply: Option<usize>,
        /// The value.
        value: String,
    },
    /// A start position that is duplicated, or is a start position of (double) Chess960.
    #[error("start position {0} is duplicated or is a start position of Chess960")]
    Start(usize),
    /// The sources are malformed.
    #[error("the sources are damaged: {0}")]
    Sources(&'static str),
    /// Reports that do not match the games: `errors` or `warnings`.
    #[error("{0}: the count is too small, or the game of a report does not exist")]
    Reports(&'static str),
    /// An illegal move.
    #[error(
        "game {game}, ply {ply}: {}",
        move_text(*.bits, |m| format!("illegal move {m}"), "a move")
    )]
    Move {
        /// The game, from 0.
        game: usize,
        /// The ply, from 0.
        ply: usize,
        /// The bits of the move.
        bits: u16,
    },
    /// A visited move that is illegal, or occurs twice in its ply.
    #[error("game {game}, ply {ply}: {}", visit(*.bits, *.is_repeated))]
    Visit {
        /// The game, from 0.
        game: usize,
        /// The ply, from 0.
        ply: usize,
        /// The bits of the move.
        bits: u16,
        /// Whether it occurs twice.
        is_repeated: bool,
    },
    /// The caller interrupted the call.
    #[error("interrupted")]
    Interrupted,
}

/// Returns the text for the move with these bits, or that they encode none.
fn move_text(bits: u16, of_move: impl Fn(Move) -> String, what: &str) -> String {
    Move::from_bits(bits).map_or_else(|| format!("0x{bits:04x} does not encode {what}"), of_move)
}

fn visit(bits: u16, is_repeated: bool) -> String {
    let problem = if is_repeated { "occurs twice" } else { "is illegal" };
    move_text(bits, |m| format!("the visited move {m} {problem}"), "a visited move")
}
