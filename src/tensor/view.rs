//! The players from whose sides encodings are written.

use crate::named_enum::named_enum;
use crate::types::Color;

named_enum! {
    /// The player from whose side an encoding is written.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum View {
        /// The side to move: own back rank first, own pieces before the opponent's. For Black, the
        /// board is flipped by ranks only.
        #[default]
        SideToMove = "side_to_move",
        /// White always.
        White = "white",
    }
}

impl View {
    /// Returns the viewer for a side to move.
    #[inline(always)]
    pub const fn viewer(self, turn: Color) -> Color {
        match self {
            View::SideToMove => turn,
            View::White => Color::White,
        }
    }

    /// The description.
    pub(super) const fn description(self) -> &'static str {
        match self {
            View::SideToMove => "side to move: ranks flipped for Black, files never",
            View::White => "always White",
        }
    }

    /// The possessives of the viewer and of the other player.
    pub(super) const fn sides(self) -> [&'static str; 2] {
        match self {
            View::SideToMove => ["own", "opponent's"],
            View::White => ["White's", "Black's"],
        }
    }
}

named_enum! {
    /// The player who observes, in environments that give both players observations.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Player {
        /// The side to move.
        #[default]
        SideToMove = "side_to_move",
        /// The opponent, from the opponent's own side.
        Opponent = "opponent",
    }
}

impl Player {
    /// Returns the color of the player for a side to move.
    #[inline(always)]
    pub const fn color(self, turn: Color) -> Color {
        match (self, turn) {
            (Player::SideToMove, turn) => turn,
            (Player::Opponent, Color::White) => Color::Black,
            (Player::Opponent, Color::Black) => Color::White,
        }
    }

    /// The description of the player's view.
    pub(super) const fn description(self) -> &'static str {
        match self {
            Player::SideToMove => View::SideToMove.description(),
            Player::Opponent => "opponent: ranks flipped for Black, files never",
        }
    }

    /// The name of the channel that is ones if the player is Black.
    pub(super) const fn is_black(self) -> &'static str {
        match self {
            Player::SideToMove => "Black to move",
            Player::Opponent => "White to move",
        }
    }
}
