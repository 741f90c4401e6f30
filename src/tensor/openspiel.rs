//! OpenSpiel's planes.

use super::{EnPassantRule, History, PlaneEncoding, Planes};
use crate::attacks::Backend;
use crate::types::{CastlingSide, Color, PieceType};

/// The plane of how often the position occurred before.
const REPETITIONS: usize = 13;
/// The plane of the count of plies without capture or pawn move.
const HALFMOVES: usize = 15;

/// OpenSpiel's 20 planes, White's side always: kings, queens, rooks, bishops, knights, pawns, each
/// White's and then Black's; empty squares; how often the position occurred before, over 2; ones if
/// White moves; plies without capture or pawn move, over 101; White's right to castle to the a-side
/// and to the h-side, Black's.
///
/// To tell repetitions, the en-passant square counts where an enemy pawn stands ready.
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

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &[REPETITIONS, HALFMOVES]
    }

    fn has_fractions(&self) -> bool {
        true
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: &History, planes: Planes<'_>) {
        let Planes { masks, scales } = planes;
        let position = history.position();
        let placement = position.placement();
        let whole = |set: bool| if set { !0 } else { 0 };
        for (piece_type, pair) in PieceType::ALL.into_iter().rev().zip(masks.chunks_exact_mut(2)) {
            pair[0] = placement.pieces(Color::White, piece_type).0;
            pair[1] = placement.pieces(Color::Black, piece_type).0;
        }
        masks[12] = !placement.occupied().0;
        masks[REPETITIONS] = !0;
        masks[14] = whole(position.turn() == Color::White);
        masks[HALFMOVES] = !0;
        let mut rights = masks[16..].iter_mut();
        for color in [Color::White, Color::Black] {
            for side in [CastlingSide::Queen, CastlingSide::King] {
                if let Some(mask) = rights.next() {
                    *mask = whole(position.castling_rook(color, side).is_some());
                }
            }
        }
        scales[0] = f32::from(history.mark().repetitions) / 2.0;
        scales[1] = position.halfmove_clock() as f32 / 101.0;
    }
}
