//! Adjournment: the sealed move and its envelope (FIDE Guideline I).

use super::{Effort, EventKind, PlayError, PlayedGame};
use crate::notation::fen;
use crate::notation::language::Language;
use crate::notation::san::{self, Deviations, SanError, SanErrorKind};
use crate::rules::{Adjudication, ClockError, Outcome, Termination};
use crate::types::{Color, Move};

/// The move in the envelope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedMove {
    /// Who sealed it: the player to move.
    pub by: Color,
    /// What the player wrote.
    pub text: String,
    /// The language of its piece letters.
    pub language: Language,
}

/// What must be written on the envelope (FIDE Guideline I.4), all but what the players agree on
/// outside the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Envelope {
    /// The position before the sealed move (I.4.2), as FEN.
    pub fen: String,
    /// Milliseconds used by White and by Black (I.4.3), if there is a clock.
    pub used: Option<[u64; 2]>,
    /// Who sealed the move (I.4.4).
    pub sealed_by: Color,
    /// The number of the sealed move (I.4.5).
    pub move_number: u32,
    /// Who offers a draw, if an offer was current (I.4.6).
    pub draw_offer: Option<Color>,
}

/// What came out of an envelope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenedEnvelope {
    /// The move, which has been played, and the outcome if it ended the game (I.5).
    Played(Move, Option<Outcome>),
    /// The move is ambiguous, its meaning cannot be established, or it is illegal: it loses, unless
    /// the opponent cannot win (I.9).
    Lost(SanError, Adjudication),
}

impl OpenedEnvelope {
    /// Why the sealed move lost, if it did.
    pub fn error(&self) -> Option<SanErrorKind> {
        match self {
            OpenedEnvelope::Played(..) => None,
            OpenedEnvelope::Lost(error, _) => Some(error.kind),
        }
    }
}

impl PlayedGame {
    /// The player to move seals a move, and the game is adjourned (I.1). What is written is looked at
    /// when the envelope is opened. `spent` is the time for the move in milliseconds, if it is known,
    /// taken off the clock until it is stopped (I.2); the move is completed then.
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::Adjourned`]; [`PlayError::NoClock`] for a time without a
    /// clock, [`PlayError::Clock`] if it falls or runs.
    pub fn seal(
        &mut self,
        text: &str,
        language: Language,
        spent: Option<u64>,
    ) -> Result<Envelope, PlayError> {
        self.going_on()?;
        if let Some(spent) = spent {
            self.whole_or_not(|game| match game.press_clock(spent)? {
                Some(color) => Err(PlayError::Clock(ClockError::FlagFell(color))),
                None => Ok(()),
            })?;
        } else if let Some(clock) = &mut self.clock {
            clock.count_move()?;
        }
        let by = self.position().turn();
        let text = text.chars().take(MAX_TEXT).collect();
        self.sealed = Some(SealedMove { by, text, language });
        self.record(EventKind::Sealed, Some(by));
        self.envelope().ok_or(PlayError::NotAdjourned)
    }

    /// The sealed move, while the game is adjourned.
    pub fn sealed(&self) -> Option<&SealedMove> {
        self.sealed.as_ref()
    }

    /// What has to be on the envelope, while the game is adjourned.
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

    /// Opens the envelope and plays the sealed move (I.5). A move that is ambiguous, whose meaning
    /// cannot be established, or that is illegal loses the game (I.9); so does one that the player was
    /// not free to make, after touching a piece or announcing another move. A draw offer written with
    /// the move (C.12) stands once it is played.
    ///
    /// The Laws ask whether the meaning can be established, not whether the spelling is the standard
    /// one. So the text is read as [`Language::read`] reads, which guesses nothing: piece, target and
    /// promotion have to be there, what is written of the origin has to be true, and one legal move has
    /// to be left. Two that fit are ambiguous, and a promotion without its piece tells none.
    /// Marks of capture, check and en passant may be missing or wrong: they name no move (C.8 to C.13).
    ///
    /// # Errors
    /// [`PlayError::NotAdjourned`], [`PlayError::Over`], [`PlayError::Interrupted`].
    pub fn open_sealed<'a>(
        &mut self,
        effort: impl Into<Effort<'a>>,
    ) -> Result<OpenedEnvelope, PlayError> {
        let effort = effort.into();
        self.whole_or_not(|game| game.open(effort))
    }

    fn open(&mut self, effort: Effort<'_>) -> Result<OpenedEnvelope, PlayError> {
        self.not_over()?;
        let SealedMove { by, text, language } =
            self.sealed.take().ok_or(PlayError::NotAdjourned)?;
        self.record(EventKind::Resumed, Some(by));
        let read = match language.code() {
            "en" => san::read_reporting(self.position(), &text),
            _ => language.read_reporting(self.position(), &text),
        };
        let error = match read {
            Ok((m, deviations)) => match forbidden(self.check_duties(m)) {
                None => {
                    self.play(m);
                    let offers = deviations.contains(Deviations::DRAW_OFFER);
                    if offers && self.offer.is_none() && self.outcome.is_none() {
                        self.offer_draw(by)?;
                    }
                    return Ok(OpenedEnvelope::Played(m, self.outcome));
                }
                Some(reason) => {
                    let token = text.chars().take(40).collect::<String>().into_boxed_str();
                    SanError { kind: SanErrorKind::Illegal, token, reason }
                }
            },
            Err(error) => error,
        };
        Ok(OpenedEnvelope::Lost(error, self.lose(by, Termination::SealedMove, effort)?))
    }
}

/// Why a legal move was not open to the player who sealed it, if it was not.
fn forbidden(duties: Result<(), PlayError>) -> Option<&'static str> {
    Some(match duties {
        Ok(()) => return None,
        Err(PlayError::MustPlay(_)) => "another move was announced with a claim",
        Err(_) => "it does not move or capture the pieces that were touched",
    })
}

/// A sealed text is kept up to so many characters; no move is longer.
const MAX_TEXT: usize = 200;
