//! Finding the legal move that a parsed text denotes.

use super::error::{SanErrorKind, SanErrorWithoutText, illegal};
use super::standard::Pattern;
use crate::attacks::{self, Backend};
use crate::movegen::{is_legal_by, is_legal_with};
use crate::notation::uci;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, Move, PieceType, Rank, Square};

/// Returns the only legal move that matches.
#[inline(always)]
pub(super) fn resolve<B: Backend>(
    backend: B,
    position: &Position,
    pattern: &Pattern,
) -> Result<Move, SanErrorWithoutText> {
    let &Pattern { piece, origins, to, promotion } = pattern;
    // a complete origin square determines the piece: coordinates, long forms, castling as e1g1
    if !origins.more_than_one() {
        return resolve_coordinates(backend, position, pattern);
    }
    let Some(piece) = piece.filter(|&piece| piece != PieceType::Pawn) else {
        return resolve_pawn(backend, position, pattern);
    };
    if promotion.is_some() {
        return Err(illegal("only a pawn is promoted"));
    }
    let placement = position.placement();
    let own = placement.by_color(position.turn());
    if own.has(to) {
        return Err(illegal("the target square has a piece of the same color"));
    }
    let pieces = own & placement.by_type(piece) & origins;
    let reaching = pieces & attacks::piece(backend, piece, to, placement.occupied());
    let mut found = None;
    for from in reaching {
        if is_legal_by(backend, position, from, to) {
            if found.is_some() {
                return Err(AMBIGUOUS);
            }
            found = Some(Move::build(from, to, 0));
        }
    }
    found.ok_or(if reaching.is_empty() {
        illegal("no such piece can move there")
    } else {
        illegal("the king would be left in check")
    })
}

pub(super) const AMBIGUOUS: SanErrorWithoutText = SanErrorWithoutText {
    kind: SanErrorKind::Ambiguous,
    reason: "several pieces can make this move",
};

/// Returns the legal pawn move. Captures have the file of the origin (FIDE C.9.2).
#[inline(always)]
fn resolve_pawn<B: Backend>(
    backend: B,
    position: &Position,
    pattern: &Pattern,
) -> Result<Move, SanErrorWithoutText> {
    let &Pattern { origins, to, promotion, .. } = pattern;
    let own = position.turn();
    let placement = position.placement();
    let pawns = placement.pieces(own, PieceType::Pawn);
    let occupied = placement.occupied();
    let promotion = promotion_index(position, to, promotion)?;

    // `e4` and `ee4` push; any other file captures
    let file = Bitboard::from(to.file());
    let from = if origins.meets(file) {
        if occupied.has(to) {
            return Err(illegal("the pawn's target square is occupied"));
        }
        let back: u8 = if own == Color::White { 8u8.wrapping_neg() } else { 8 };
        let one = Square::from_low_bits((to as u8).wrapping_add(back));
        let two = Square::from_low_bits((one as u8).wrapping_add(back));
        let double = to.rank().relative_to(own) == Rank::Fourth && !occupied.has(one);
        if (pawns & origins).has(one) {
            one
        } else if double && (pawns & origins).has(two) {
            two
        } else {
            return Err(illegal("no pawn can move there"));
        }
    } else {
        if !placement.by_color(!own).has(to) && position.ep_square() != Some(to) {
            return Err(illegal("there is nothing to capture"));
        }
        // one file, so one pawn at most
        match (pawns & origins & attacks::pawn(!own, to)).first() {
            Some(from) => from,
            None => return Err(illegal("no pawn can capture there")),
        }
    };
    if !is_legal_by(backend, position, from, to) {
        return Err(illegal("the king would be left in check"));
    }
    Ok(Move::build(from, to, promotion))
}

/// Returns the index of the promotion in a move, 0 for none; an error if it contradicts the target
/// square.
#[inline(always)]
fn promotion_index(
    position: &Position,
    to: Square,
    promotion: Option<PieceType>,
) -> Result<u16, SanErrorWithoutText> {
    let is_last = to.rank().relative_to(position.turn()) == Rank::Eighth;
    match promotion {
        None if is_last => Err(illegal("the promotion piece is missing")),
        None => Ok(0),
        Some(PieceType::King | PieceType::Pawn) => {
            Err(illegal("a pawn promotes to a queen, rook, bishop or knight"))
        }
        Some(_) if !is_last => Err(illegal("a pawn is promoted on the last rank only")),
        Some(piece) => Ok(piece as u16),
    }
}

/// Returns the legal move with a complete origin square.
#[cold]
#[inline(never)]
fn resolve_coordinates<B: Backend>(
    backend: B,
    position: &Position,
    pattern: &Pattern,
) -> Result<Move, SanErrorWithoutText> {
    let &Pattern { piece, origins, to, promotion } = pattern;
    let from = origins.first_unchecked();
    match (position.piece_at(from), piece) {
        (None, _) => return Err(illegal("the origin square is empty")),
        (Some(found), _) if found.color != position.turn() => {
            return Err(illegal("the piece on the origin square is the opponent's"));
        }
        (Some(found), Some(piece)) if found.piece_type != piece => {
            return Err(illegal("the piece on the origin square has another type"));
        }
        (Some(found), _) if found.piece_type == PieceType::Pawn => {
            promotion_index(position, to, promotion)?;
        }
        _ => {}
    }
    uci::find_with(backend, position, from, to, promotion)
        .ok_or(illegal("the piece on the origin square cannot make this move"))
}

/// Returns the legal castling on one side.
#[inline(always)]
pub(super) fn castle<B: Backend>(
    backend: B,
    position: &Position,
    side: CastlingSide,
) -> Result<Move, SanErrorWithoutText> {
    let own = position.turn();
    let Some(rook) = position.castling_rook(own, side) else {
        return Err(illegal("there is no castling right on this side"));
    };
    let m = Move::build(position.king(own), rook, 0);
    let is_legal = is_legal_with(backend, position, m);
    is_legal.then_some(m).ok_or(illegal("castling on this side is currently not legal"))
}
