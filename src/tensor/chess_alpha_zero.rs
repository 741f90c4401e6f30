//! Planes of chess-alpha-zero (`Zeta36/chess-alpha-zero`).

use super::decode::{Decoded, DensePlanes, Missing, put_pieces};
use super::describe::{Conventions, FLAGS, PIECES, owned};
use super::pieces::write_pieces_as;
use super::plane_symmetry::PlaneSymmetry;
use super::{EnPassantRule, HistoryView, PlaneEncoding, Planes, View};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::position::Setup;
use crate::tensor::bits::filled_plane;
use crate::types::{Bitboard, CastlingSide, Color, Rank, Square};

/// The planes of one player's pieces.
const PLAYER: usize = 6;
/// The first plane of castling rights.
const CASTLING: usize = 12;
/// The plane of the halfmove clock.
const CLOCK: usize = 16;
/// The plane of the en-passant square.
const EN_PASSANT: usize = 17;

/// The 18 planes of chess-alpha-zero, from the side to move's side, the opponent's back rank first:
/// own king, queens, rooks, bishops, knights, pawns, the opponent's; ones for the own right to
/// castle on the h-side and on the a-side, the same for the opponent; the halfmove clock; the
/// en-passant square, if a capture is legal.
///
/// As in the original, the en-passant square is not flipped for Black, unlike all other squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ChessAlphaZero;

impl PlaneEncoding for ChessAlphaZero {
    fn name(&self) -> &'static str {
        "chess_alpha_zero"
    }

    fn channel_names(&self) -> Vec<String> {
        let pieces = |side| PIECES.iter().rev().map(move |piece| format!("{side} {piece}"));
        let rest = [
            "own O-O right",
            "own O-O-O right",
            "opponent's O-O right",
            "opponent's O-O-O right",
            "halfmove clock",
            "en-passant square, from White's side",
        ];
        View::SideToMove.sides().into_iter().flat_map(pieces).chain(owned(&rest)).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: "side to move, eighth rank first: ranks flipped for Black, files never",
            en_passant: "the square is encoded if a capture is legal, always from White's side",
            chess960: FLAGS,
            source: "Zeta36/chess-alpha-zero, commit db5961e",
            ..Conventions::default()
        }
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        18
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::Legal
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &[CLOCK]
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let position = history.position();
        let us = position.turn();
        let may_castle = |color, side| filled_plane(position.castling_rook(color, side).is_some());
        let Some((pieces, rest)) = planes.masks.split_first_chunk_mut() else { return };
        match us {
            Color::White => write_pieces_as(position.placement(), us, u64::swap_bytes, pieces),
            Color::Black => write_pieces_as(position.placement(), us, |set| set, pieces),
        }
        pieces.chunks_exact_mut(PLAYER).for_each(<[u64]>::reverse);
        let passed = history.mark().ep_square.map_or(Bitboard::EMPTY, Bitboard::from);
        rest.copy_from_slice(&[
            may_castle(us, CastlingSide::King),
            may_castle(us, CastlingSide::Queen),
            may_castle(!us, CastlingSide::King),
            may_castle(!us, CastlingSide::Queen),
            !0,
            passed.0.swap_bytes(),
        ]);
        planes.scales[0] = position.halfmove_clock() as f32;
    }

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        let mut setup = Setup::EMPTY;
        let mut pieces = planes.pieces(0)?.map(u64::swap_bytes);
        pieces.chunks_exact_mut(PLAYER).for_each(<[u64]>::reverse);
        put_pieces(pieces, Color::White, &mut setup)?;
        let sides = [CastlingSide::King, CastlingSide::Queen];
        planes.flags(CASTLING, Color::White, sides, &mut setup)?;
        setup.halfmove_clock = planes.count(CLOCK, 1.0)?;
        let square = Bitboard(planes.mask(EN_PASSANT)?.swap_bytes()).first();
        // Black's, on the third rank, is that of White in the position from the other side
        let seen = |square: Square| match square.rank() {
            Rank::Third => square.mirror(),
            _ => square,
        };
        setup.ep_square = square.map(seen);
        Ok(Decoded { setup, missing: vec![Missing::Turn, Missing::FullmoveNumber] })
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        let symmetry = PlaneSymmetry::new(View::SideToMove, self.channels());
        Ok(symmetry.reversing_ranks(true).castling(CASTLING).absolute(EN_PASSANT))
    }
}
