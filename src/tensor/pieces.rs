//! `pieces`: the pieces and nothing else, 12 planes.

use super::{EnPassantRule, History, PlaneEncoding, Planes};
use crate::attacks::Backend;
use crate::position::Placement;
use crate::types::Color;

/// From which side the board is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum View {
    /// The side to move: its own back rank comes first, its own pieces before the opponent's. The board
    /// is flipped by ranks only, so files stay where they are.
    #[default]
    SideToMove,
    /// White's, whoever is to move.
    White,
}

impl View {
    /// The player through whose eyes one looks when it is this side's turn.
    #[inline(always)]
    pub const fn viewer(self, turn: Color) -> Color {
        match self {
            View::SideToMove => turn,
            View::White => Color::White,
        }
    }
}

/// Whose observation it is, where an environment gives one to each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Player {
    /// The one to move.
    #[default]
    SideToMove,
    /// The other one, who sees the board from his own side too.
    Opponent,
}

impl Player {
    /// The player's color when it is this side's turn.
    #[inline(always)]
    pub const fn color(self, turn: Color) -> Color {
        match (self, turn) {
            (Player::SideToMove, turn) => turn,
            (Player::Opponent, Color::White) => Color::Black,
            (Player::Opponent, Color::Black) => Color::White,
        }
    }
}

/// Twelve planes of ones and zeros: the viewer's pawns, knights, bishops, rooks, queens and king,
/// then the opponent's, each on an 8 x 8 board whose first row is the viewer's own back rank and
/// whose first column is the a-file.
///
/// Castling, en passant, clocks and the history are not in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces {
    /// Whose own pieces come first.
    pub view: View,
}

impl PlaneEncoding for Pieces {
    fn name(&self) -> &'static str {
        "pieces"
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        12
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::DoublePush
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: &History, planes: Planes<'_>) {
        let position = history.position();
        if let Some(masks) = planes.masks.first_chunk_mut() {
            write_pieces(position.placement(), self.view.viewer(position.turn()), masks);
        }
    }
}

/// Writes the viewer's six sets, then the opponent's, pawn to king, the viewer's back rank lowest.
#[inline(always)]
pub(super) fn write_pieces(placement: &Placement, viewer: Color, masks: &mut [u64; 12]) {
    match viewer {
        Color::White => write_pieces_as(placement, viewer, |set| set, masks),
        Color::Black => write_pieces_as(placement, viewer, u64::swap_bytes, masks),
    }
}

/// Writes the viewer's six sets, then the opponent's, each as it is `seen`.
#[inline(always)]
pub(super) fn write_pieces_as(
    placement: &Placement,
    viewer: Color,
    seen: impl Fn(u64) -> u64,
    masks: &mut [u64; 12],
) {
    for (color, masks) in [viewer, !viewer].into_iter().zip(masks.as_chunks_mut::<6>().0) {
        // all eight sets at a time, since they fill one register; the last two are the colors'
        let (pieces, mut all) = (placement.by_color(color).0, [0; 8]);
        for (seen_set, set) in all.iter_mut().zip(placement.sets()) {
            *seen_set = seen(set.0 & pieces);
        }
        masks.copy_from_slice(&all[..6]);
    }
}
