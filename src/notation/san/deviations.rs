//! What a reader forgave.

use std::fmt;

use bitflags::bitflags;

use super::read::read_noting;
use super::{SanError, SanErrorKind, SanText, write};
use crate::attacks::{Backend, Task, dispatch};
use crate::position::Position;
use crate::types::Move;

bitflags! {
    /// In what a spelling differs from the one that PGN exports. FIDE's appendix C allows several of
    /// them; none of them changes the move.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Deviations: u32 {
        /// Castling with zeros (FIDE C.11.1), other letters that look like an O, other dashes.
        const CASTLING_SIGNS = 1;
        /// `e.p.` or `a.p.` after a capture en passant (FIDE C.9.3).
        const EN_PASSANT_MARK = 1 << 1;
        /// `++` for mate (FIDE C.13), or for double check.
        const DOUBLE_PLUS = 1 << 2;
        /// The word `mate`.
        const MATE_WORD = 1 << 3;
        /// A check or mate that is not marked.
        const MISSING_CHECK = 1 << 4;
        /// A mark of check or mate where there is none, or of mate where there is check.
        const WRONG_CHECK = 1 << 5;
        /// A capture without its sign.
        const MISSING_CAPTURE = 1 << 6;
        /// A sign of capture where nothing is captured.
        const WRONG_CAPTURE = 1 << 7;
        /// `:`, `×` or `X` for `x`.
        const CAPTURE_SIGN = 1 << 8;
        /// More of the origin than needed, or its rank where the file is due (FIDE C.10).
        const ORIGIN = 1 << 9;
        /// A hyphen between origin and target.
        const HYPHEN = 1 << 10;
        /// No letter for a piece: coordinates.
        const MISSING_LETTER = 1 << 11;
        /// A letter for a pawn.
        const PAWN_LETTER = 1 << 12;
        /// A figurine for a letter.
        const FIGURINE = 1 << 13;
        /// A promotion without `=`: `d8Q` (FIDE C.11), `d8(Q)`, `d8/Q`.
        const PROMOTION_SIGN = 1 << 14;
        /// A promotion in a lower-case letter.
        const PROMOTION_CASE = 1 << 15;
        /// `(=)`: a draw is offered (FIDE C.12).
        const DRAW_OFFER = 1 << 16;
        /// An assessment: `!`, `?` and their like.
        const ASSESSMENT = 1 << 17;
        /// Whitespace.
        const WHITESPACE = 1 << 18;
        /// Castling as the king's or the rook's square: `e1g1`, `e1h1`.
        const CASTLING_SQUARES = 1 << 19;
        /// `e.p.` or `a.p.` after another move of a pawn.
        const WRONG_EN_PASSANT = 1 << 20;
    }
}

impl Deviations {
    /// The names of the deviations that were taken: lower case, with underscores.
    pub fn names(self) -> impl Iterator<Item = String> {
        self.iter_names().map(|(name, _)| name.to_lowercase())
    }
}

impl fmt::Display for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, name) in self.names().enumerate() {
            if n > 0 {
                f.write_str(", ")?;
            }
            f.write_str(&name)?;
        }
        Ok(())
    }
}

/// Reads a legal move as [`read`](super::read()) does, and says what was forgiven.
///
/// # Errors
/// As of [`read`](super::read()).
///
/// ```
/// use enroque::notation::{fen, san};
/// let position = fen::read("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2").unwrap();
/// let (m, deviations) = san::read_reporting(&position, "e5d6 e.p. (=)").unwrap();
/// assert_eq!(m.to_string(), "e5d6");
/// assert_eq!(
///     deviations.to_string(),
///     "en_passant_mark, missing_capture, origin, draw_offer, whitespace"
/// );
/// assert!(san::read_reporting(&position, "O-O").unwrap().1.is_empty());
/// ```
pub fn read_reporting(position: &Position, text: &str) -> Result<(Move, Deviations), SanError> {
    struct Read<'a>(&'a Position, &'a str);
    impl Task for Read<'_> {
        type Output = Result<(Move, Deviations), SanError>;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> Self::Output {
            let Read(position, text) = self;
            let (m, mut noted) = read_noting(backend, position, text.as_bytes())?;
            if noted.deviations.contains(Deviations::EN_PASSANT_MARK) && !position.is_en_passant(m)
            {
                noted.deviations ^= Deviations::EN_PASSANT_MARK | Deviations::WRONG_EN_PASSANT;
            }
            let standard = write(position, m);
            Ok((m, noted.against(&standard)))
        }
    }
    dispatch(Read(position, text))
}

/// Reads a legal move in the one spelling that PGN exports, [`write()`]'s.
///
/// # Errors
/// As of [`read`](super::read()); [`SanErrorKind::Syntax`] for any other spelling of a legal move.
///
/// ```
/// use enroque::{notation::san, position::Position};
/// assert!(san::read_strict(&Position::standard(), "Nf3").is_ok());
/// let error = san::read_strict(&Position::standard(), "Ng1f3").unwrap_err();
/// assert_eq!(error.to_string(), r#"invalid move "Ng1f3": it is not the standard spelling"#);
/// ```
pub fn read_strict(position: &Position, text: &str) -> Result<Move, SanError> {
    let m = super::read(position, text)?;
    if write(position, m).as_str() == text {
        return Ok(m);
    }
    Err(SanError {
        kind: SanErrorKind::Syntax,
        token: text.chars().take(40).collect::<String>().into_boxed_str(),
        reason: "it is not the standard spelling",
    })
}

/// What the reader of the text saw of its form.
#[derive(Clone, Copy, Default)]
pub(super) struct Noted {
    /// What can be told without the position.
    pub(super) deviations: Deviations,
    /// What was written of the origin; 0 for nothing.
    pub(super) origin: [u8; 2],
    /// Whether a sign of capture was written.
    pub(super) capture: bool,
    /// Whether a piece letter, figurines included, was written.
    pub(super) letter: bool,
    /// Whether check was marked, and whether mate.
    pub(super) check: bool,
    pub(super) mate: bool,
    pub(super) castling: bool,
}

impl Noted {
    /// All deviations, by comparison with the standard spelling of the move.
    fn against(self, standard: &SanText) -> Deviations {
        let mut deviations = self.deviations;
        let mark = standard.bytes().last();
        let (check, mate) = (mark == Some(b'+'), mark == Some(b'#'));
        if (check || mate) && !self.check && !self.mate {
            deviations |= Deviations::MISSING_CHECK;
        } else if self.mate && !mate && !deviations.contains(Deviations::DOUBLE_PLUS)
            || self.check && !check
            || deviations.contains(Deviations::DOUBLE_PLUS) && !check && !mate
        {
            deviations |= Deviations::WRONG_CHECK;
        }
        if standard.starts_with('O') {
            if !self.castling {
                deviations |= Deviations::CASTLING_SQUARES;
            }
            if self.capture {
                deviations |= Deviations::WRONG_CAPTURE;
            }
            return deviations;
        }
        let captures = standard.contains('x');
        if captures && !self.capture {
            deviations |= Deviations::MISSING_CAPTURE;
        }
        if self.capture && !captures {
            deviations |= Deviations::WRONG_CAPTURE;
        }
        let is_pawn = !standard.starts_with(|sign: char| sign.is_ascii_uppercase());
        if is_pawn && self.letter && !deviations.contains(Deviations::FIGURINE) {
            deviations |= Deviations::PAWN_LETTER;
        }
        if !is_pawn && !self.letter {
            deviations |= Deviations::MISSING_LETTER;
        }
        let squares = standard.split('=').next().unwrap_or_default().bytes();
        let mut squares = squares.filter(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8'));
        let count = squares.clone().count();
        let mut due = [0; 2];
        for sign in due.iter_mut().take(count.saturating_sub(2)) {
            *sign = squares.next().unwrap_or_default();
        }
        if self.origin != due {
            deviations |= Deviations::ORIGIN;
        }
        deviations
    }
}
