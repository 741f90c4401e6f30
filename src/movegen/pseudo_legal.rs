//! Pseudo-legal moves, which may leave the king in check.
//!
//! They exist for compatibility with python-chess, also in illegal positions. They are generated
//! one piece at a time, following FIDE 3.

use crate::attacks::{self, Backend, dispatch, task};
use crate::position::Setup;
use crate::types::{CastlingSide, Color, Move, PieceType, Rank, Square};

/// The moves of the side to move by the rules of its pieces (FIDE 3.2 to 3.8), which may leave its
/// king in check. Castling is included only if it is legal otherwise.
///
/// Works in illegal positions. Impossible castling rights and en-passant squares are ignored.
///
/// ```
/// use enroque::movegen::pseudo_legal_moves;
/// use enroque::notation::fen;
/// let pinned = fen::parse("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1").unwrap();
/// assert_eq!(pseudo_legal_moves(&pinned).len(), 6 + 4);
/// ```
pub fn pseudo_legal_moves(setup: &Setup) -> Vec<Move> {
    dispatch(task!(|backend, setup: &Setup| -> Vec<Move> {
        let placement = &setup.placement;
        let (own, occupied) = (placement.by_color(setup.turn), placement.occupied());
        let mut moves = Vec::new();
        for from in own - placement.by_type(PieceType::Pawn) {
            let piece_type = placement.type_at_unchecked(from);
            let targets = attacks::piece(backend, piece_type, from, occupied) - own;
            moves.extend(targets.into_iter().filter_map(|to| Move::new(from, to)));
        }
        castlings(backend, setup, &mut moves);
        for from in own & placement.by_type(PieceType::Pawn) {
            pawn(setup, from, &mut moves);
        }
        moves
    }))
}

/// The moves of one pawn; none on its last rank.
fn pawn(setup: &Setup, from: Square, moves: &mut Vec<Move>) {
    let occupied = setup.placement.occupied();
    let forward: i8 = if setup.turn == Color::White { 8 } else { -8 };
    let mut targets = attacks::pawn(setup.turn, from) & setup.placement.by_color(!setup.turn);
    if let Some(square) = setup.ep_square.filter(|_| setup.ep_capturers().has(from)) {
        targets = targets.with(square);
    }
    if let Some(one) = from.offset(forward).filter(|&one| !occupied.has(one)) {
        targets = targets.with(one);
        let two = one.offset(forward).filter(|&two| !occupied.has(two));
        if let Some(two) = two.filter(|_| from.rank().relative_to(setup.turn) == Rank::Second) {
            targets = targets.with(two);
        }
    }
    for to in targets {
        if to.rank().relative_to(setup.turn) == Rank::Eighth {
            let promotion = |piece_type| Move::promotion(from, to, piece_type);
            moves.extend(PieceType::PROMOTIONS.into_iter().filter_map(promotion));
        } else {
            moves.extend(Move::new(from, to));
        }
    }
}

/// Castling (FIDE 3.8.2) as king takes rook: no pieces in between, no attacked square of the king.
fn castlings<B: Backend>(backend: B, setup: &Setup, moves: &mut Vec<Move>) {
    let placement = &setup.placement;
    let Some(king) = placement.pieces(setup.turn, PieceType::King).first() else { return };
    for rook in setup.possible_castling().of(setup.turn) {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_target(setup.turn), side.rook_target(setup.turn));
        let king_path = attacks::between(king, king_to).with(king_to);
        let rook_path = attacks::between(rook, rook_to).with(rook_to);
        let others = placement.occupied().without(king).without(rook);
        let is_attacked =
            |square, occupied| placement.attackers(backend, square, !setup.turn, occupied).any();
        let is_free = !(king_path | rook_path).meets(others)
            && !is_attacked(king, placement.occupied())
            && !king_path.into_iter().any(|square| is_attacked(square, others.with(rook)))
            && !is_attacked(king_to, others.with(rook_to));
        if is_free {
            moves.extend(Move::new(king, rook));
        }
    }
}
