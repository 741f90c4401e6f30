//! Planes of OpenSpiel.

use super::{EnPassantRule, HistoryView, PlaneEncoding, Planes};
use crate::attacks::Backend;
use crate::tensor::bits::filled_plane;
use crate::types::{CastlingSide, Color, PieceType};

/// The plane of the number of earlier occurrences.
const REPETITIONS: usize = 13;
/// The plane of the halfmove clock.
const HALFMOVES: usize = 15;

/// The 20 planes of OpenSpiel, always from White's side: kings, queens, rooks, bishops, knights,
/// pawns, each White's, then Black's; empty squares; the number of earlier occurrences, divided by
/// 2; ones if White is to move; the halfmove clock, divided by 101; White's right to castle on the
/// a-side and on the h-side, Black's.
///
/// The rule of repetitions is [`EnPassantRule::PseudoLegal`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OpenSpiel;

impl PlaneEncoding for OpenSpiel {
    fn name(&self) -> &'static str {
        "openspiel"
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        20
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::PseudoLegal
    }

    fn history_plies(&self) -> usize {
        0
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &[REPETITIONS, HALFMOVES]
    }

    fn has_fractions(&self) -> bool {
        true
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let Planes { masks, scales } = planes;
        let position = history.position();
        let placement = position.placement();
        for (piece_type, pair) in PieceType::ALL.into_iter().rev().zip(masks.chunks_exact_mut(2)) {
            pair[0] = placement.pieces(Color::White, piece_type).0;
            pair[1] = placement.pieces(Color::Black, piece_type).0;
        }
        masks[12] = !placement.occupied().0;
        masks[REPETITIONS] = !0;
        masks[14] = filled_plane(position.turn() == Color::White);
        masks[HALFMOVES] = !0;
        let mut rights = masks[16..].iter_mut();
        for color in [Color::White, Color::Black] {
            for side in [CastlingSide::Queen, CastlingSide::King] {
                if let Some(mask) = rights.next() {
                    *mask = filled_plane(position.castling_rook(color, side).is_some());
                }
            }
        }
        scales[0] = f32::from(history.mark().repetitions) / 2.0;
        scales[1] = position.halfmove_clock() as f32 / 101.0;
    }
}
