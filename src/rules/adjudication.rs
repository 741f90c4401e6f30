//! Results of games that a player loses unless the opponent cannot win.

use super::dead_position::has_too_few_own_pieces;
use super::{Outcome, RuleSet, Termination, WinnabilityRule};
use crate::movegen::has_legal_move;
use crate::pool::Interrupted;
use crate::position::Position;
use crate::types::Color;
use crate::unwinnable::{Budget, Reason, Winnability, can_win_until};

/// The result of a game that a player loses unless the opponent cannot win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// The result.
    pub outcome: Outcome,
    /// Whether the opponent could still win. `Unknown` counts as a win: the Laws require a proof
    /// for the draw.
    pub answer: Winnability,
}

/// Returns the result of a game that `loser` loses, or that is drawn if the opponent cannot mate by
/// any series of legal moves (FIDE 5.1.2, 6.9, 7.5.5).
///
/// ```
/// use enroque::{notation::fen, types::Color};
/// use enroque::rules::{Termination, RuleSet, adjudicate};
/// use enroque::unwinnable::Budget;
/// let flag = |fen: &str, rules: &RuleSet| {
///     let position = fen::read(fen).unwrap();
///     let flag = Termination::TimeForfeit;
///     let end = adjudicate(&position, Color::White, flag, rules, Budget::FULL, &|| false);
///     end.unwrap().outcome.winner()
/// };
/// // White's flag falls; Black's bishop and blocked pawns can never mate
/// let walled = "8/8/3k4/1p1p1p1p/1P1P1P1P/3K1b2/8/8 w - - 0 1";
/// assert_eq!(flag(walled, &RuleSet::FIDE2023), None);
/// assert_eq!(flag(walled, &RuleSet::LICHESS), Some(Color::Black));
/// // a mate by the knight needs White's help: a win by the Laws, a draw on chess.com
/// let helpmate = "8/8/8/8/8/1k1n4/p7/K1B5 w - - 0 1";
/// assert_eq!(flag(helpmate, &RuleSet::FIDE2023), Some(Color::Black));
/// ```
///
/// `stop` is called every few milliseconds.
///
/// # Errors
/// When `stop` returns true.
pub fn adjudicate(
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
