//! Dead positions, tested after every move of a game.

use super::{Termination, WinnabilityRule};
use crate::movegen::{count_legal_moves, legal_moves};
use crate::position::Position;
use crate::types::{Color, Move, PieceType};
use crate::unwinnable::{Budget, is_dead_position};

/// The greatest number of replies to a move for which a forced line is assumed.
const FEW_REPLIES: usize = 2;

/// The least number of pawn pairs that block each other in a pawn wall.
const MIN_BLOCKED_PAIRS: u32 = 3;

/// Whether a cheap test proves that the position is dead (FIDE 5.2.2). A game calls this after
/// every move. `true` is a proof, `false` is not.
///
/// [`Budget::Quick`] is used only in one of these cases:
///
/// * there is no queen or rook, at most one knight, and three pairs of pawns block each other: they
///   may be a wall that no piece can cross;
/// * the side to move is in check, or a player has only king and pawns, and after the first legal
///   move the opponent has at most two replies or neither player the material to mate: the line may
///   be forced.
///
/// Test mate and stalemate first (FIDE 5.1.1, 5.2.1).
///
/// ```
/// use enroque::{notation::fen, position::Position, rules::is_evidently_dead};
/// let forced = fen::read("k7/1Q6/8/8/8/8/8/K7 b - - 0 1").unwrap();
/// assert!(is_evidently_dead(&forced)); // only Kxb7, and two kings are left
/// assert!(!is_evidently_dead(&Position::standard()));
/// ```
pub fn is_evidently_dead(position: &Position) -> bool {
    position.is_insufficient_material()
        || is_quickly_dead(
            position,
            || position.is_check(),
            || legal_moves(position).first().copied(),
        )
}

/// [`is_evidently_dead`] with sufficient material. `first_move` returns the first legal move.
#[inline]
fn is_quickly_dead(
    position: &Position,
    is_check: impl FnOnce() -> bool,
    first_move: impl FnOnce() -> Option<Move>,
) -> bool {
    (may_have_pawn_wall(position) || may_be_forced(position, is_check, first_move))
        && is_dead_position(position, Budget::Quick) == Some(true)
}

fn may_have_pawn_wall(position: &Position) -> bool {
    let placement = position.placement();
    let heavy = placement.by_type(PieceType::Queen) | placement.by_type(PieceType::Rook);
    if heavy.any() || placement.by_type(PieceType::Knight).more_than_one() {
        return false;
    }
    let white = placement.pieces(Color::White, PieceType::Pawn);
    let black = placement.pieces(Color::Black, PieceType::Pawn);
    (white.north() & black).len() >= MIN_BLOCKED_PAIRS
}

#[inline]
fn may_be_forced(
    position: &Position,
    is_check: impl FnOnce() -> bool,
    first_move: impl FnOnce() -> Option<Move>,
) -> bool {
    let placement = position.placement();
    let slow = placement.by_type(PieceType::King) | placement.by_type(PieceType::Pawn);
    let has_pieces = |color| (placement.by_color(color) - slow).any();
    if Color::ALL.into_iter().all(has_pieces) && !is_check() {
        return false;
    }
    first_move().is_some_and(|m| {
        let after = position.after(m);
        after.is_insufficient_material() || count_legal_moves(&after) <= FEW_REPLIES
    })
}

/// Returns the draw by the position alone, under a winnability rule. The side to move must have a
/// legal move, of which `first_move` returns the first.
#[inline]
pub(super) fn end_by_position(
    position: &Position,
    winnability: WinnabilityRule,
    is_check: impl FnOnce() -> bool,
    first_move: impl FnOnce() -> Option<Move>,
) -> Option<Termination> {
    let insufficient = match winnability {
        WinnabilityRule::OwnPieces => {
            Color::ALL.into_iter().all(|color| has_too_few_own_pieces(position, color))
        }
        _ => position.is_insufficient_material(),
    };
    if insufficient {
        return Some(Termination::InsufficientMaterial);
    }
    (winnability == WinnabilityRule::Laws && is_quickly_dead(position, is_check, first_move))
        .then_some(Termination::DeadPosition)
}

/// Whether a player has a bare king, a single knight or bishop, or two knights against a bare king:
/// the rule of chess.com.
pub(super) fn has_too_few_own_pieces(position: &Position, color: Color) -> bool {
    let placement = position.placement();
    let pieces = placement.by_color(color) - placement.by_type(PieceType::King);
    let knights = pieces & placement.by_type(PieceType::Knight);
    let minor = knights | pieces & placement.by_type(PieceType::Bishop);
    match pieces.len() {
        0 => true,
        1 => pieces == minor,
        2 => pieces == knights && !placement.by_color(!color).more_than_one(),
        _ => false,
    }
}
