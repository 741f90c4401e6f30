//! Resignation, flag fall, irregularities and decisions.

use super::{EventKind, PlayError, PlayedGame};
use crate::movegen::{IllegalMove, is_legal};
use crate::rules::{Adjudication, Clock, LawsEdition, Outcome, Score, Termination, adjudicate};
use crate::types::{Color, Move, PieceType};
use crate::unwinnable::Budget;

/// The effort for deciding whether the opponent can win. A [`Budget`] converts to one without
/// `stop`.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The maximum number of positions to search.
    pub budget: Budget,
    /// Called every few milliseconds; if it returns true, the call returns
    /// [`PlayError::Interrupted`].
    pub stop: &'a dyn Fn() -> bool,
}

impl From<Budget> for Effort<'_> {
    fn from(budget: Budget) -> Self {
        Effort { budget, stop: &|| false }
    }
}

impl std::fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Effort").field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// An irregularity (FIDE 7.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// An illegal move, if known: the position before it is restored (7.5.1).
    IllegalMove(Option<Move>),
    /// The clock was pressed with an unpromoted pawn on the last rank. The move is the promotion to
    /// a queen (7.5.2). By the Laws of 2009 it is an ordinary illegal move.
    UnpromotedPawn(Move),
    /// The clock was pressed without a move (7.5.3, since 2017).
    NoMove,
    /// A move was made with two hands (7.5.4, since 2017).
    TwoHands,
}

/// The consequence of an irregularity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The number of irregularities of this player so far, from 1.
    pub number: u32,
    /// Milliseconds added to the opponent's clock.
    pub penalty: u64,
    /// The result, if the irregularity ended the game.
    pub adjudication: Option<Adjudication>,
}

impl Irregularity {
    /// Returns the kind of its event and its move.
    fn kind_and_move(self) -> (EventKind, Option<Move>) {
        match self {
            Irregularity::IllegalMove(m) => (EventKind::IllegalMove, m),
            Irregularity::UnpromotedPawn(m) => (EventKind::UnpromotedPawn, Some(m)),
            Irregularity::NoMove => (EventKind::NoMove, None),
            Irregularity::TwoHands => (EventKind::TwoHands, None),
        }
    }

    /// Whether an edition of the Laws counts it as an illegal move.
    fn counts_in(self, edition: LawsEdition) -> bool {
        match self {
            Irregularity::IllegalMove(_) | Irregularity::UnpromotedPawn(_) => true,
            Irregularity::NoMove | Irregularity::TwoHands => edition >= LawsEdition::Fide2018,
        }
    }
}

impl PlayedGame {
    /// Resigns for a player: the opponent wins (FIDE 5.1.2), or by the Laws of 2023 it is a draw if
    /// the opponent cannot win.
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::Interrupted`]. A player may resign while the game is
    /// adjourned.
    pub fn resign<'a>(
        &mut self,
        color: Color,
        effort: impl Into<Effort<'a>>,
    ) -> Result<Adjudication, PlayError> {
        self.check_not_over()?;
        let resignation = Termination::Resignation;
        let mut adjudication = self.adjudicate(color, resignation, effort.into())?;
        if !self.rules.resignation_may_draw {
            adjudication.outcome = Outcome::won_by(!color, resignation);
        }
        self.finish(adjudication.outcome, Some(color));
        Ok(adjudication)
    }

    /// Ends the game by a fallen flag: the opponent wins, or it is a draw if the opponent cannot
    /// win (FIDE 6.9). Mate, stalemate and dead positions end the game before, by the move.
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::Interrupted`].
    pub fn flag_fell<'a>(
        &mut self,
        color: Color,
        effort: impl Into<Effort<'a>>,
    ) -> Result<Adjudication, PlayError> {
        self.check_not_over()?;
        self.lose(color, Termination::TimeForfeit, effort.into())
    }

    /// Records an irregularity of the player who was to move after `ply` plies (FIDE 7.5). The game
    /// goes back to that position, with the clock's move counter ([`Clock::take_back`]; for its
    /// times see [`PlayedGame::set_left`]); an unpromoted pawn becomes a queen. The pieces touched
    /// by a known illegal move bind the next move (7.5.1). The penalty is added to the opponent's
    /// clock; the last illegal move that the rules allow loses the game, unless the opponent cannot
    /// win (FIDE 7.5.5).
    ///
    /// # Errors
    /// [`PlayError::NotCounted`] if the edition does not count it as an illegal move;
    /// [`PlayError::NoSuchPly`]; [`PlayError::NotToMove`] if the opponent is to move there;
    /// [`PlayError::Illegal`] if the promotion is illegal, [`PlayError::Legal`] if the illegal move
    /// is legal; [`PlayError::Over`]; [`PlayError::Clock`] while the clock runs (FIDE 6.11: the
    /// arbiter stops it); [`PlayError::Interrupted`].
    pub fn irregularity<'a>(
        &mut self,
        color: Color,
        ply: usize,
        irregularity: Irregularity,
        effort: impl Into<Effort<'a>>,
    ) -> Result<Ruling, PlayError> {
        let effort = effort.into();
        self.all_or_nothing(|game| game.rule_on(color, ply, irregularity, effort))
    }

    fn rule_on(
        &mut self,
        color: Color,
        ply: usize,
        irregularity: Irregularity,
        effort: Effort<'_>,
    ) -> Result<Ruling, PlayError> {
        self.check_in_progress()?;
        let Some(position) = self.game.position_at(ply) else {
            return Err(PlayError::NoSuchPly(ply));
        };
        if position.turn() != color {
            return Err(PlayError::NotToMove(color));
        }
        let edition = self.rules.edition;
        let (kind, m) = irregularity.kind_and_move();
        if !irregularity.counts_in(edition) {
            return Err(PlayError::NotCounted(kind, self.rules.name));
        }
        let promotion = m.filter(|_| kind == EventKind::UnpromotedPawn);
        if let Some(m) = m {
            let is_legal = is_legal(position, m);
            if promotion.is_none() && is_legal {
                return Err(PlayError::Legal(m));
            }
            if promotion.is_some() && !(is_legal && m.promoted() == Some(PieceType::Queen)) {
                return Err(PlayError::Illegal(IllegalMove(m)));
            }
        }
        if ply < self.game.len() {
            for _ in ply..self.game.len() {
                self.clock.as_mut().map_or(Ok(()), Clock::take_back)?;
            }
            self.game.truncate(ply);
            self.touched.clear();
            (self.offer, self.must_play) = (None, None);
        }
        self.illegal[color.index()] += 1;
        let number = self.illegal[color.index()];
        let loses = self.rules.illegal_moves_lose.is_some_and(|limit| number >= limit);
        let class = self.time_class(color);
        let penalty = if loses { 0 } else { self.rules.illegal_move_penalty.in_class(class) };
        if let Some(clock) = &mut self.clock {
            clock.add(!color, penalty);
        }
        let event = self.record(kind, Some(color));
        (event.m, event.penalty) = (m, penalty);
        if let Some(m) = promotion.filter(|_| edition >= LawsEdition::Fide2014) {
            self.touched.clear();
            self.push(m)?;
        } else if let Some(m) = m {
            self.touch_pieces_of(m)?;
        }
        let ends = loses && self.outcome.is_none();
        let lose = || self.lose(color, Termination::IllegalMove, effort);
        Ok(Ruling { number, penalty, adjudication: ends.then(lose).transpose()? })
    }

    /// Records the pieces touched by an illegal move: the moved one and a captured one.
    fn touch_pieces_of(&mut self, m: Move) -> Result<(), PlayError> {
        let opponents = self.position().placement().by_color(!self.position().turn());
        if self.position().piece_at(m.from()).is_some() {
            self.touch(m.from())?;
        }
        if opponents.has(m.to()) {
            self.touch(m.to())?;
        }
        Ok(())
    }

    /// Ends the game by a decision: a forfeit (FIDE 6.7, 11.7), an adjudication, or a loss of both
    /// players ([`Score::BOTH_LOSE`]).
    ///
    /// # Errors
    /// [`PlayError::Over`]; [`PlayError::Contradiction`] for an impossible outcome
    /// ([`Game::contradiction`](crate::rules::Game::contradiction)).
    pub fn end(&mut self, score: Score, termination: Termination) -> Result<Outcome, PlayError> {
        self.check_not_over()?;
        let outcome = Outcome { termination, score };
        match self.game.contradiction(outcome, &self.rules) {
            Some(reason) => Err(PlayError::Contradiction(reason)),
            None => Ok(self.finish(outcome, None)),
        }
    }

    pub(super) fn check_not_over(&self) -> Result<(), PlayError> {
        self.outcome.map_or(Ok(()), |outcome| Err(PlayError::Over(outcome)))
    }

    /// Ends the game with a loss of a player, or a draw if the opponent cannot win.
    pub(super) fn lose(
        &mut self,
        color: Color,
        by: Termination,
        effort: Effort<'_>,
    ) -> Result<Adjudication, PlayError> {
        let adjudication = self.adjudicate(color, by, effort)?;
        self.finish(adjudication.outcome, Some(color));
        Ok(adjudication)
    }

    fn adjudicate(
        &self,
        loser: Color,
        by: Termination,
        Effort { budget, stop }: Effort<'_>,
    ) -> Result<Adjudication, PlayError> {
        Ok(adjudicate(self.position(), loser, by, &self.rules, budget, stop)?)
    }

    /// Makes a change that is undone if it returns an error.
    pub(super) fn all_or_nothing<T>(
        &mut self,
        change: impl FnOnce(&mut PlayedGame) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        let before = self.clone();
        let result = change(self);
        if result.is_err() {
            *self = before;
        }
        result
    }
}
