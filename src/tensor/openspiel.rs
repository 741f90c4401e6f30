//! Planes of OpenSpiel.

use super::decode::{Decoded, DensePlanes, Missing, may_capture_en_passant, put};
use super::describe::{Conventions, FLAGS, PIECES, owned};
use super::plane_symmetry::PlaneSymmetry;
use super::{EnPassantRule, HistoryView, PlaneEncoding, Planes, View};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::position::Setup;
use crate::tensor::bits::filled_plane;
use crate::types::{CastlingSide, Color, Piece, PieceType};

/// The plane of the number of earlier occurrences.
const REPETITIONS: usize = 13;
/// The plane of the side to move.
const TURN: usize = 14;
/// The plane of the halfmove clock.
const HALFMOVES: usize = 15;
/// The first plane of castling rights.
const CASTLING: usize = 16;

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

    fn channel_names(&self) -> Vec<String> {
        let pieces = PIECES.iter().rev();
        let pieces =
            pieces.flat_map(|piece| View::White.sides().map(|side| format!("{side} {piece}")));
        let rest = [
            "empty squares",
            "earlier occurrences / 2",
            "White to move",
            "halfmove clock / 101",
            "White's O-O-O right",
            "White's O-O right",
            "Black's O-O-O right",
            "Black's O-O right",
        ];
        pieces.chain(owned(&rest)).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: View::White.description(),
            en_passant: "not encoded; for repetition, counts if a pawn is beside the pushed pawn",
            repetition: "number of earlier occurrences, divided by 2",
            chess960: FLAGS,
            source: "OpenSpiel 2.0.2",
        }
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
        masks[TURN] = filled_plane(position.turn() == Color::White);
        masks[HALFMOVES] = !0;
        let mut rights = masks[CASTLING..].iter_mut();
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

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        let mut setup = Setup::EMPTY;
        for (n, piece_type) in PieceType::ALL.into_iter().rev().enumerate() {
            for (color, channel) in [(Color::White, 2 * n), (Color::Black, 2 * n + 1)] {
                put(planes.mask(channel)?, Piece { color, piece_type }, &mut setup)?;
            }
        }
        setup.turn = if planes.is_set(TURN)? { Color::White } else { Color::Black };
        setup.halfmove_clock = planes.count(HALFMOVES, 101.0)?;
        let sides = [CastlingSide::Queen, CastlingSide::King];
        planes.flags(CASTLING, Color::White, sides, &mut setup)?;
        let lacks_square = setup.halfmove_clock == 0 && may_capture_en_passant(&setup);
        let square = lacks_square.then_some(Missing::EnPassant);
        Ok(Decoded {
            setup,
            missing: square.into_iter().chain([Missing::FullmoveNumber]).collect(),
        })
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        let symmetry = PlaneSymmetry::new(View::White, self.channels());
        let symmetry = symmetry.white_to_move(TURN).castling(CASTLING);
        Ok((0..12).step_by(2).fold(symmetry, |symmetry, white| symmetry.pair(white, white + 1)))
    }
}
