//! The parts of rows of tokens of games, which a loader packs.

use std::sync::Arc;

use super::array::Dtype;
use crate::named_enum::named_enum;
use crate::tensor::TokenSpec;

named_enum! {
    /// A property of the tokens, which an array holds.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SequencePart {
        /// The number of the token.
        Tokens = "tokens",
        /// Whether it is a move or follows the moves.
        LossMask = "loss_mask",
        /// Its index in the game, or in the row if the game began before.
        PositionIds = "position_ids",
        /// Whether it is the first one of a game.
        GameStarts = "game_starts",
        /// The time of the move in milliseconds; NaN if unknown or no move.
        MoveTime = "move_time",
        /// The result of the game for White: 1, 0, -1; NaN if unknown.
        Result = "result",
    }
}

impl SequencePart {
    /// The element type.
    pub fn dtype(self) -> Dtype {
        match self {
            SequencePart::Tokens | SequencePart::PositionIds => Dtype::Int32,
            SequencePart::LossMask | SequencePart::GameStarts => Dtype::Bool,
            SequencePart::MoveTime | SequencePart::Result => Dtype::Float32,
        }
    }
}

named_enum! {
    /// The packing of games into rows.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Pack {
        /// One after the other; a row continues the last game of the row before.
        Concatenate = "concatenate",
        /// As many as fit, from the start of a game; the rest of the last one is omitted.
        Games = "games",
        /// One in each row; the rest of a longer one is omitted.
        One = "one",
    }
}

/// A part of rows of tokens.
#[derive(Clone, PartialEq, Debug)]
pub struct SequenceRow {
    /// The part.
    pub part: SequencePart,
    /// The tokens.
    pub spec: Arc<TokenSpec>,
    /// The number of tokens of a row.
    pub block: usize,
    /// The packing of games.
    pub pack: Pack,
    /// The probability to leave out control tokens.
    pub dropout: f64,
}
