//! Outcomes of games by position and history, without claims.

use super::{Game, Outcome, RuleSet, Score, Termination, WinnabilityRule, dead_position};
use crate::movegen::{has_legal_move, legal_moves};
use crate::pool::Interrupted;
use crate::position::Position;
use crate::types::{Move, MoveList};
use crate::unwinnable::{Budget, is_dead_position, is_dead_position_until};

impl Game {
    /// Returns the outcome by position and history, without claims, if the game is over: by the
    /// Laws of 2023, [`Game::outcome_by`] with [`RuleSet::default`].
    ///
    /// ```
    /// use enroque::{notation::fen, rules::{Game, Termination}, types::Color};
    /// let mated = fen::read("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    /// let outcome = Game::new(mated).outcome().unwrap();
    /// assert_eq!(outcome.termination, Termination::Checkmate);
    /// assert_eq!(outcome.winner(), Some(Color::White));
    ///
    /// let walled = fen::read("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1").unwrap();
    /// let outcome = Game::new(walled).outcome().unwrap();
    /// assert_eq!(outcome.termination, Termination::DeadPosition);
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_by(&RuleSet::FIDE2023)
    }

    /// Returns the outcome by position and history under a rule set, if the game is over. Mate and
    /// stalemate are first, so a mate on the 75th move is a mate (FIDE 9.6.2), then dead positions,
    /// then the 75-move rule and repetition, draws that can be claimed with a move if the rules end
    /// games by them, and the limit of plies.
    ///
    /// Dead positions are those that the cheap test [`is_evidently_dead`](super::is_evidently_dead)
    /// proves; the full test is [`is_dead_position`].
    pub fn outcome_by(&self, rules: &RuleSet) -> Option<Outcome> {
        let position = self.position();
        let is_repeated = |times, consecutive: bool| {
            self.is_repetition(times) && (!consecutive || self.consecutive_repetitions() >= times)
        };
        let first_move = || legal_moves(position).first().copied();
        let has_move = has_legal_move(position);
        let is_check = || position.is_check();
        let on_board = rules.outcome(position, has_move, is_check, first_move, is_repeated);
        let by_claim = || {
            let moves =
                if rules.claims_with_move { legal_moves(position) } else { MoveList::new() };
            rules.claimable(position, &moves, |m, _| self.repetition_count_after(m))
        };
        on_board.or_else(by_claim).or_else(|| rules.limit(self.len()))
    }

    /// Returns the first ply after which the game was over under a rule set, and its outcome;
    /// `None` if it is not over. Moves may have been played after it. Unlike [`Game::outcome_by`],
    /// this tests for dead positions with the whole budget.
    ///
    /// ```
    /// use enroque::{notation::{fen, uci}, rules::{Game, RuleSet, Termination}, unwinnable::Budget};
    /// let mut game = Game::new(fen::read("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/3r4/8 w - - 0 1").unwrap());
    /// for text in ["d3d2", "d6e6", "d2e3", "e6d6"] {
    ///     game.push(uci::read(game.position(), text).unwrap()).unwrap();
    /// }
    /// let end = game.first_termination(&RuleSet::FIDE2023, Budget::FULL, &|| false).unwrap();
    /// let (ply, outcome) = end.unwrap();
    /// assert_eq!((ply, outcome.termination), (1, Termination::DeadPosition));
    /// ```
    ///
    /// `stop` is called every few milliseconds.
    ///
    /// # Errors
    /// When `stop` returns true.
    pub fn first_termination(
        &self,
        rules: &RuleSet,
        budget: Budget,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<(usize, Outcome)>, Interrupted> {
        let mut first = None;
        let mut earlier = self.clone();
        loop {
            if let Some(outcome) = earlier.outcome_by(rules) {
                first = Some((earlier.len(), outcome));
            }
            if earlier.pop().is_none() {
                break;
            }
        }
        if rules.winnability != WinnabilityRule::Laws {
            return Ok(first);
        }
        // dead positions stay dead, so binary search finds the first one
        let (mut alive, mut dead) = (0, first.map_or(self.len() + 1, |(ply, _)| ply));
        while alive < dead {
            let ply = (alive + dead) / 2;
            let Some(position) = self.position_at(ply) else { break };
            if is_dead_position_until(position, budget, stop)? == Some(true) {
                dead = ply;
                first = Some((ply, Outcome::draw(Termination::DeadPosition)));
            } else {
                alive = ply + 1;
            }
        }
        Ok(first)
    }

    /// Returns why an outcome contradicts the position, the history or its own termination, if it
    /// does.
    ///
    /// Terminations that do not depend on the board (agreement, flag fall, decisions) are not
    /// tested. A dead position is accepted if a short search finds no mate by either player.
    ///
    /// ```
    /// use enroque::rules::{Game, Outcome, RuleSet, Termination};
    /// let start = Game::default();
    /// let stalemate = Outcome::draw(Termination::Stalemate);
    /// assert!(start.contradiction(stalemate, &RuleSet::default()).is_some());
    /// let agreement = Outcome::draw(Termination::Agreement);
    /// assert_eq!(start.contradiction(agreement, &RuleSet::default()), None);
    /// ```
    pub fn contradiction(&self, outcome: Outcome, rules: &RuleSet) -> Option<String> {
        use Termination::*;
        let Outcome { termination, score } = outcome;
        let name = termination.name();
        if let Some(end) = self.outcome_by(rules) {
            let differs = end != outcome;
            return differs
                .then(|| format!("the game ended on the board: {}", end.termination.name()));
        }
        let is_possible = match termination {
            Checkmate | Stalemate | InsufficientMaterial | FivefoldRepetition
            | SeventyFiveMoves => false,
            ThreefoldRepetition => self.can_claim_repetition(),
            FiftyMoves => self.can_claim_fifty_moves(),
            DeadPosition => {
                is_dead_position(self.position(), Budget::Full { nodes: SHORT_SEARCH })
                    != Some(false)
            }
            _ => true,
        };
        if !is_possible {
            return Some(format!("{name} contradicts the position"));
        }
        let is_draw =
            matches!(termination, ThreefoldRepetition | FiftyMoves | DeadPosition | Agreement);
        (is_draw && score != Score::DRAW).then(|| format!("{name} is a draw, not {score}"))
    }
}

/// The node limit that finds a helpmate from nearly every position that is not dead, in
/// milliseconds.
const SHORT_SEARCH: u32 = 10_000;

impl RuleSet {
    /// Returns the outcome of a game on the board, as [`Game::outcome_by`] does, from the current
    /// position, whether it has a legal move and is a check, which move is the first, and its
    /// repetitions: `is_repeated` gets a number of occurrences and whether they must be consecutive.
    #[inline]
    pub(crate) fn outcome(
        &self,
        position: &Position,
        has_legal_move: bool,
        is_check: impl FnOnce() -> bool,
        first_move: impl FnOnce() -> Option<Move>,
        is_repeated: impl Fn(u32, bool) -> bool,
    ) -> Option<Outcome> {
        let draw = |termination| Some(Outcome::draw(termination));
        if !has_legal_move {
            return Some(if is_check() {
                Outcome::won_by(!position.turn(), Termination::Checkmate)
            } else {
                Outcome::draw(Termination::Stalemate)
            });
        }
        if let Some(termination) =
            dead_position::end_by_position(position, self.winnability, is_check, first_move)
        {
            return draw(termination);
        }
        if self.automatic_draw_plies.is_some_and(|plies| position.halfmove_clock() >= plies) {
            return draw(match self.automatic_draw_plies {
                Some(150) => Termination::SeventyFiveMoves,
                _ => Termination::FiftyMoves,
            });
        }
        let times = self.automatic_repetitions?;
        is_repeated(times, self.consecutive_repetitions).then(|| {
            Outcome::draw(match times {
                5 => Termination::FivefoldRepetition,
                _ => Termination::ThreefoldRepetition,
            })
        })
    }

    /// Returns the draw that the player to move could claim with one of the legal moves, if
    /// [`RuleSet::claims_with_move`] ends the game by it. `count_after` returns the number of
    /// occurrences of the position after a move.
    ///
    /// As in python-chess, the fifty moves can be claimed with a move to which there is a reply.
    pub(crate) fn claimable(
        &self,
        position: &Position,
        moves: &[Move],
        count_after: impl Fn(Move, &Position) -> u32,
    ) -> Option<Outcome> {
        if !self.claims_with_move {
            return None;
        }
        let clock = position.halfmove_clock();
        let after = || moves.iter().map(|&m| (m, position.after(m)));
        if let Some(plies) = self.automatic_draw_plies
            && clock + 1 >= plies
            && after().any(|(_, next)| next.halfmove_clock() >= plies && has_legal_move(&next))
        {
            return Some(Outcome::draw(Termination::FiftyMoves));
        }
        let times = self.automatic_repetitions?;
        after()
            .any(|(m, next)| next.halfmove_clock() > 0 && count_after(m, &next) >= times)
            .then_some(Outcome::draw(Termination::ThreefoldRepetition))
    }

    /// Returns the draw by the limit of plies.
    pub(crate) fn limit(&self, plies: usize) -> Option<Outcome> {
        let is_reached = self.max_plies.is_some_and(|most| plies >= most as usize);
        is_reached.then_some(Outcome::draw(Termination::Adjudication))
    }
}

#[cfg(test)]
mod tests;
