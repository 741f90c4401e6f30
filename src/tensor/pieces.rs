//! `pieces`: the men and nothing else, 12 planes.

use super::{EnPassantRule, History, PlaneEncoding, Planes};
use crate::attacks::Backend;
use crate::position::Placement;
use crate::types::Color;

/// From which side the board is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum View {
    /// The side to move: its own back rank comes first, its own men before the opponent's. The board
    /// is flipped by ranks only, so files stay where they are.
    #[default]
    Mover,
    /// White's, whoever is to move.
    White,
}

impl View {
    /// The player through whose eyes one looks when it is this side's turn.
    #[inline(always)]
    pub const fn viewer(self, turn: Color) -> Color {
        match self {
            View::Mover => turn,
            View::White => Color::White,
        }
    }
}

/// Twelve planes of ones and zeros: the viewer's pawns, knights, bishops, rooks, queens and king,
/// then the opponent's, each on an 8 x 8 board whose first row is the viewer's own back rank and
/// whose first column is the a-file.
///
/// Castling, en passant, clocks and the past are not in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces {
    /// Whose own men come first.
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
    fn scaled(&self) -> &[usize] {
        &[]
    }

    fn has_fractions(&self) -> bool {
        false
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: &History, planes: Planes<'_>) {
        let position = history.position();
        if let Some(masks) = planes.masks.first_chunk_mut() {
            write_men(position.placement(), self.view.viewer(position.turn()), masks);
        }
    }
}

/// Writes the viewer's six sets, then the opponent's, pawn to king, the viewer's back rank lowest.
#[inline(always)]
pub(super) fn write_men(placement: &Placement, viewer: Color, masks: &mut [u64; 12]) {
    let (own, other) = (placement.by_color(viewer).0, placement.by_color(!viewer).0);
    let mut write = |seen: fn(u64) -> u64| {
        for piece_type in 0..6 {
            let set = placement.sets()[piece_type].0;
            masks[piece_type] = seen(set & own);
            masks[6 + piece_type] = seen(set & other);
        }
    };
    match viewer {
        Color::White => write(|set| set),
        Color::Black => write(u64::swap_bytes),
    }
}
