//! Writing the channels of each part.

use super::parts::Kind;
use crate::attacks::{self, Backend};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::tensor::HistoryView;
use crate::tensor::bits::filled_plane;
use crate::tensor::pieces::write_pieces;
use crate::types::{Bitboard, CastlingSide, Color, PieceType, Square};

/// Returns the value of a scaled part.
#[inline(always)]
pub(super) fn count_of(kind: Kind, history: HistoryView<'_>, ply: usize) -> f32 {
    let position = &history.positions()[ply];
    match kind {
        Kind::Repetitions => history.marks()[ply].repetitions.into(),
        Kind::HalfmoveClock => position.halfmove_clock() as f32,
        _ => position.fullmove_number() as f32,
    }
}

/// Returns the squares that the piece on a square attacks.
#[inline(always)]
fn attacks_from<B: Backend>(
    backend: B,
    position: &Position,
    square: Square,
    color: Color,
) -> Bitboard {
    let placement = position.placement();
    match placement.type_at_unchecked(square) {
        PieceType::Pawn => attacks::pawn(color, square),
        piece_type => attacks::piece(backend, piece_type, square, placement.occupied()),
    }
}

/// Returns the squares that some pieces of a color attack.
#[inline(always)]
fn attacked<B: Backend>(backend: B, position: &Position, pieces: Bitboard, color: Color) -> u64 {
    let attack = |square| attacks_from(backend, position, square, color).0;
    pieces.into_iter().map(attack).fold(0, |all, attacks| all | attacks)
}

/// Writes the masks of a part from the viewer's side.
#[inline(always)]
pub(super) fn write_masks<B: Backend>(
    backend: B,
    kind: Kind,
    position: &Position,
    viewer: Color,
    masks: &mut [u64],
) {
    let placement = position.placement();
    let seen = |set: u64| match viewer {
        Color::White => set,
        Color::Black => set.swap_bytes(),
    };
    let attacks_of = |color| attacked(backend, position, placement.by_color(color), color);
    let lines = || {
        let us = position.turn();
        let pieces = placement.knights_and_sliders(!us);
        let (own, them) = (placement.by_color(us), placement.by_color(!us));
        let lines = backend.king_lines(position.king(us), own, them, pieces);
        (lines.orthogonal_pins | lines.diagonal_pins, own)
    };
    let one = match kind {
        Kind::Pieces | Kind::OwnPieces | Kind::OpponentPieces => {
            let mut pieces = [0; 12];
            write_pieces(placement, viewer, &mut pieces);
            let part = match kind {
                Kind::Pieces => &pieces[..],
                Kind::OwnPieces => &pieces[..6],
                _ => &pieces[6..],
            };
            masks.copy_from_slice(part);
            return;
        }
        Kind::OwnAttacksByType | Kind::OpponentAttacksByType => {
            let color = if kind == Kind::OwnAttacksByType { viewer } else { !viewer };
            for (mask, piece_type) in masks.iter_mut().zip(PieceType::ALL) {
                let pieces = placement.pieces(color, piece_type);
                *mask = seen(attacked(backend, position, pieces, color));
            }
            return;
        }
        Kind::Castling => {
            let rights = [viewer, !viewer].into_iter().flat_map(|color| {
                CastlingSide::ALL.map(|side| position.castling_rook(color, side).is_some())
            });
            for (mask, right) in masks.iter_mut().zip(rights) {
                *mask = filled_plane(right);
            }
            return;
        }
        Kind::Own => seen(placement.by_color(viewer).0),
        Kind::Opponent => seen(placement.by_color(!viewer).0),
        Kind::Occupied => seen(placement.occupied().0),
        Kind::Empty => seen(!placement.occupied().0),
        Kind::OwnAttacks => seen(attacks_of(viewer)),
        Kind::OpponentAttacks => seen(attacks_of(!viewer)),
        Kind::LegalOrigins | Kind::LegalTargets => {
            let square = |m: crate::types::Move| match kind {
                Kind::LegalOrigins => m.from(),
                _ => m.to(),
            };
            let moves = legal_moves_with(backend, position);
            seen(moves.into_iter().fold(0, |all, m| all | 1 << square(m) as u8))
        }
        Kind::Checkers => seen(position.checkers().0),
        Kind::Pinned => {
            let (lines, own) = lines();
            seen((lines & own).0)
        }
        Kind::PinLines => seen(lines().0.0),
        Kind::CastlingRooks => seen(position.castling().0.0),
        Kind::EnPassant => seen(position.legal_ep_square().map_or(0, |square| 1 << square as u8)),
        Kind::WhiteToMove => filled_plane(position.turn() == Color::White),
        Kind::Ones => !0,
        _ => 0,
    };
    masks.fill(one);
}

/// Writes the numbers of a part from the viewer's side.
#[inline(always)]
pub(super) fn write_numbers<B: Backend>(
    backend: B,
    kind: Kind,
    position: &Position,
    viewer: Color,
    out: &mut [f32; 64],
) {
    let index = |square: Square| match viewer {
        Color::White => square.index(),
        Color::Black => square.mirror().index(),
    };
    out.fill(0.0);
    match kind {
        kind @ (Kind::OwnAttackCount | Kind::OpponentAttackCount) => {
            let color = if kind == Kind::OwnAttackCount { viewer } else { !viewer };
            for square in position.placement().by_color(color) {
                for target in attacks_from(backend, position, square, color) {
                    out[index(target)] += 1.0;
                }
            }
        }
        Kind::Mobility => {
            for m in legal_moves_with(backend, position) {
                out[index(m.from())] += 1.0;
            }
        }
        kind @ (Kind::OwnKingDistance | Kind::OpponentKingDistance) => {
            let color = if kind == Kind::OwnKingDistance { viewer } else { !viewer };
            let king = position.king(color);
            for square in Square::ALL {
                let files = (square.file() as i8 - king.file() as i8).abs();
                let ranks = (square.rank() as i8 - king.rank() as i8).abs();
                out[index(square)] = f32::from(files.max(ranks));
            }
        }
        _ => {}
    }
}
