//! Dead positions as a game asks for them after every move, and flags that fall.

use super::rule_set::WinnabilityRule;
use super::{Outcome, RuleSet, Termination};
use crate::movegen::{has_legal_move, legal_moves};
use crate::pool::Interrupted;
use crate::position::Position;
use crate::types::{Color, PieceType};
use crate::unwinnable::{Budget, Reason, Winnability, can_win_until, is_dead_position};

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
fn has_too_few_own_pieces(position: &Position, color: Color) -> bool {
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

/// What an arbiter decides when a player loses unless the opponent cannot win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// The result.
    pub outcome: Outcome,
    /// Whether the opponent could still win. `Unknown` counts as can win: the Laws take the point
    /// away only where there is a proof.
    pub answer: Winnability,
}

/// Decides a game that `loser` loses for this reason unless `loser`'s opponent cannot mate by any
/// series of legal moves; then it is drawn (FIDE 5.1.2, 6.9, 7.5.5).
///
/// ```
/// use enroque::{notation::fen, types::Color};
/// use enroque::rules::{Termination, RuleSet, adjudicate};
/// use enroque::unwinnable::Budget;
/// let flag = |fen: &str, rules: &RuleSet| {
///     let position = fen::read(fen).unwrap();
///     let flag = Termination::TimeForfeit;
///     adjudicate(&position, Color::White, flag, rules, Budget::FULL).outcome.winner()
/// };
/// // White's flag falls; all that Black's bishop and blocked pawns can do is to go to and fro
/// let walled = "8/8/3k4/1p1p1p1p/1P1P1P1P/3K1b2/8/8 w - - 0 1";
/// assert_eq!(flag(walled, &RuleSet::FIDE2023), None);
/// assert_eq!(flag(walled, &RuleSet::LICHESS), Some(Color::Black));
/// // a knight's mate needs White's help, which the Laws count and chess.com does not
/// let helpmate = "8/8/8/8/8/1k1n4/p7/K1B5 w - - 0 1";
/// assert_eq!(flag(helpmate, &RuleSet::FIDE2023), Some(Color::Black));
/// ```
pub fn adjudicate(
    position: &Position,
    loser: Color,
    termination: Termination,
    rules: &RuleSet,
    budget: Budget,
) -> Adjudication {
    let decided = adjudicate_until(position, loser, termination, rules, budget, &|| false);
    // it is never told to stop
    decided.unwrap_or(Adjudication {
        outcome: Outcome::won_by(!loser, termination),
        answer: Winnability::Unknown,
    })
}

/// [`adjudicate`], for a budget that can take long: `stop` is asked every few milliseconds.
///
/// # Errors
/// When `stop` says so.
pub fn adjudicate_until(
    position: &Position,
    loser: Color,
    termination: Termination,
    rules: &RuleSet,
    budget: Budget,
    stop: &dyn Fn() -> bool,
) -> Result<Adjudication, Interrupted> {
    let winner = !loser;
    let answer = match rules.winnability {
        WinnabilityRule::Laws => can_win_until(position, winner, budget, stop)?,
        _ if !has_legal_move(position) => can_win_until(position, winner, Budget::Quick, stop)?,
        WinnabilityRule::Material if position.has_insufficient_material(winner) => {
            Winnability::No(Reason::Material)
        }
        WinnabilityRule::OwnPieces if has_too_few_own_pieces(position, winner) => {
            Winnability::No(Reason::Material)
        }
        WinnabilityRule::Material | WinnabilityRule::OwnPieces => Winnability::Unknown,
    };
    let outcome = if answer.is_no() {
        Outcome::draw(termination)
    } else {
        Outcome::won_by(winner, termination)
    };
    Ok(Adjudication { outcome, answer })
}
