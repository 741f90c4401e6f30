//! Adjournment: the sealed move and its envelope (FIDE Guideline I).

use serde::{Deserialize, Serialize};

use super::{Effort, EventKind, PlayError, PlayedGame};
use crate::notation::descriptive::{self, Descriptive};
use crate::notation::fen;
use crate::notation::language::Language;
use crate::notation::san::{self, Deviations, SanError, SanErrorKind};
use crate::notation::style::Notation;
use crate::rules::{Adjudication, ClockError, Outcome, Termination};
use crate::types::{Color, Move};

/// A sealed move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SealedMove {
    /// The player who sealed it.
    pub by: Color,
    /// The text on the score sheet.
    pub text: String,
    /// Its notation.
    pub notation: Notation,
    /// The language of its piece letters.
    pub language: Language,
}

/// The data written on the envelope (FIDE Guideline I.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Envelope {
    /// The position before the sealed move (I.4.2), as FEN.
    pub fen: String,
    /// Milliseconds used by White and by Black (I.4.3); `None` without a clock.
    pub used: Option<[u64; 2]>,
    /// The player who sealed the move (I.4.4).
    pub sealed_by: Color,
    /// The number of the sealed move (I.4.5).
    pub move_number: u32,
    /// The player whose draw offer is open, if any (I.4.6).
    pub draw_offer: Option<Color>,
}

/// The result of opening an envelope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenedEnvelope {
    /// The move, which was played, and the outcome if it ended the game (I.5).
    Played(Move, Option<Outcome>),
    /// The move is ambiguous, not readable or illegal, and loses the game unless the opponent
    /// cannot win (I.9).
    Lost(SanError, Adjudication),
}

impl PlayedGame {
    /// Adjourns the game with a sealed move of the player to move (I.1). The text is read when the
    /// envelope is opened. `spent` is the time for the move in milliseconds, if known, until the
    /// clock is stopped (I.2).
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::Adjourned`]; [`PlayError::NoClock`] for a time without a
    /// clock; [`PlayError::Clock`] if the flag falls or the clock runs.
    pub fn seal(
        &mut self,
        text: &str,
        language: Language,
        spent: Option<u64>,
    ) -> Result<Envelope, PlayError> {
        self.seal_in(Notation::Algebraic, text, language, spent)
    }

    /// [`PlayedGame::seal`] in a notation. In descriptive notation the language must be one of
    /// [`Descriptive::ALL`]: a move in any other is not readable.
    ///
    /// # Errors
    /// Those of [`PlayedGame::seal`].
    pub fn seal_in(
        &mut self,
        notation: Notation,
        text: &str,
        language: Language,
        spent: Option<u64>,
    ) -> Result<Envelope, PlayError> {
        self.check_in_progress()?;
        if let Some(spent) = spent {
            self.all_or_nothing(|game| match game.press_clock(spent)? {
                Some(color) => Err(PlayError::Clock(ClockError::FlagFell(color))),
                None => Ok(()),
            })?;
        } else if let Some(clock) = &mut self.clock {
            clock.count_move()?;
        }
        let by = self.position().turn();
        let text = text.chars().take(MAX_TEXT).collect();
        self.sealed = Some(SealedMove { by, text, notation, language });
        self.record(EventKind::Sealed, Some(by));
        self.envelope().ok_or(PlayError::NotAdjourned)
    }

    /// The sealed move, while the game is adjourned.
    pub fn sealed(&self) -> Option<&SealedMove> {
        self.sealed.as_ref()
    }

    /// The data on the envelope, while the game is adjourned.
    pub fn envelope(&self) -> Option<Envelope> {
        let sealed = self.sealed.as_ref()?;
        let state = self.clock.as_ref().and_then(|clock| clock.state().ok());
        Some(Envelope {
            fen: fen::write(self.position()).to_string(),
            used: state.map(|state| [state.white.used, state.black.used]),
            sealed_by: sealed.by,
            move_number: self.position().fullmove_number(),
            draw_offer: self.offer,
        })
    }

    /// Opens the envelope and plays the sealed move (I.5). An ambiguous, unreadable or illegal move
    /// loses the game (I.9), and so does one excluded by a touched piece or an announced move. A
    /// draw offer in the text (C.12) is made after the move.
    ///
    /// The Laws require that the meaning can be established, not standard spelling. So the text is
    /// read by [`Language::read`] or [`Descriptive::read_in`], which do not guess: piece, target and promotion must be
    /// written, the origin must be right if it is written, and exactly one legal move must fit.
    /// Marks of capture, check and en passant may be missing or wrong (C.8 to C.13).
    ///
    /// # Errors
    /// [`PlayError::NotAdjourned`], [`PlayError::Over`], [`PlayError::Interrupted`].
    pub fn open_sealed<'a>(
        &mut self,
        effort: impl Into<Effort<'a>>,
    ) -> Result<OpenedEnvelope, PlayError> {
        let effort = effort.into();
        self.all_or_nothing(|game| game.open(effort))
    }

    fn open(&mut self, effort: Effort<'_>) -> Result<OpenedEnvelope, PlayError> {
        self.check_not_over()?;
        let sealed = self.sealed.take().ok_or(PlayError::NotAdjourned)?;
        let by = sealed.by;
        self.record(EventKind::Resumed, Some(by));
        let read = self.read_sealed(&sealed);
        let error = match read {
            Ok((m, deviations)) => match exclusion(self.check_obligations(m)) {
                None => {
                    self.play(m);
                    let offers = deviations.contains(Deviations::DRAW_OFFER);
                    if offers && self.offer.is_none() && self.outcome.is_none() {
                        self.offer_draw(by)?;
                    }
                    return Ok(OpenedEnvelope::Played(m, self.outcome));
                }
                Some(reason) => {
                    let token = sealed.text.chars().take(40).collect::<String>().into_boxed_str();
                    SanError { kind: SanErrorKind::Illegal, token, reason: reason.into() }
                }
            },
            Err(error) => error,
        };
        Ok(OpenedEnvelope::Lost(error, self.lose(by, Termination::SealedMove, effort)?))
    }

    fn read_sealed(&self, sealed: &SealedMove) -> Result<(Move, Deviations), SanError> {
        let SealedMove { text, notation, language, .. } = sealed;
        match (notation, Descriptive::of(*language)) {
            (Notation::Descriptive, Some(descriptive)) => {
                descriptive.read_in(self.position(), &self.game.wings(), text)
            }
            (Notation::Descriptive, None) => Err(descriptive::no_language(text)),
            (Notation::Algebraic, _) if *language == Language::ENGLISH => {
                san::read_reporting(self.position(), text)
            }
            (Notation::Algebraic, _) => language.read_reporting(self.position(), text),
        }
    }
}

/// Returns why obligations exclude a sealed move, if they do.
fn exclusion(obligations: Result<(), PlayError>) -> Option<&'static str> {
    Some(match obligations {
        Ok(()) => return None,
        Err(PlayError::MustPlay(_)) => "another move was announced with a claim",
        Err(_) => "it does not move or capture the pieces that were touched",
    })
}

/// The number of characters of a sealed text that are stored.
const MAX_TEXT: usize = 200;
