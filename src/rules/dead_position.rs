//! Dead positions as a game asks for them after every move, and flags that fall.

use super::{Termination, WinnabilityRule};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::{Color, PieceType};
use crate::unwinnable::{Budget, is_dead_position};

/// So many replies to a move are few enough to ask where all lines lead.
const FEW_REPLIES: usize = 2;

/// A wall has so many pawns that stand head to head.
const WALL: u32 = 3;

/// Whether the position is seen to be dead (FIDE 5.2.2) by a look that costs next to nothing where
/// there is nothing to see: what a game asks after every move. `true` is a proof; `false` is none.
///
/// [`Budget::Quick`] is spent only where one of these holds:
///
/// * no queen or rook is on the board, one knight at most, and three pawns stand head to head with
///   three others: it may be a wall that nobody passes;
/// * the side to move is in check, or a player has nothing but king and pawns, and the first legal
///   move leaves the opponent two replies at most or neither player the pieces to mate: all moves may
///   lead to such an end.
///
/// Mate and stalemate come first (FIDE 5.1.1, 5.2.1): a position that is one is not asked about.
///
/// ```
/// use enroque::{notation::fen, position::Position, rules::is_evidently_dead};
/// let forced = fen::read("k7/1Q6/8/8/8/8/8/K7 b - - 0 1").unwrap();
/// assert!(is_evidently_dead(&forced)); // only Kxb7, and two kings are left
/// assert!(!is_evidently_dead(&Position::standard()));
/// ```
pub fn is_evidently_dead(position: &Position) -> bool {
    position.is_insufficient_material()
        || (may_be_walled(position) || may_be_forced(position))
            && is_dead_position(position, Budget::Quick) == Some(true)
}

#[inline]
fn may_be_walled(position: &Position) -> bool {
    let placement = position.placement();
    let heavy = placement.by_type(PieceType::Queen) | placement.by_type(PieceType::Rook);
    if heavy.any() || placement.by_type(PieceType::Knight).more_than_one() {
        return false;
    }
    let white = placement.pieces(Color::White, PieceType::Pawn);
    let black = placement.pieces(Color::Black, PieceType::Pawn);
    (white.north() & black).len() >= WALL
}

#[inline]
fn may_be_forced(position: &Position) -> bool {
    let placement = position.placement();
    let slow = placement.by_type(PieceType::King) | placement.by_type(PieceType::Pawn);
    let has_pieces = |color| (placement.by_color(color) - slow).any();
    if Color::ALL.into_iter().all(has_pieces) && !position.is_check() {
        return false;
    }
    legal_moves(position).first().is_some_and(|&m| {
        let after = position.after(m);
        after.is_insufficient_material() || legal_moves(&after).len() <= FEW_REPLIES
    })
}

/// The draw by what stands on the board alone, under a reading of who can win. The side to move has
/// a legal move.
#[inline]
pub(super) fn end_by_position(
    position: &Position,
    winnability: WinnabilityRule,
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
    (winnability == WinnabilityRule::Laws && is_evidently_dead(position))
        .then_some(Termination::DeadPosition)
}

/// Whether a player has a bare king, a lone knight or bishop, or two knights against a bare king:
/// the look at one side's pieces by which chess.com decides.
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
