//! Deviations of a text from standard SAN.

use std::fmt;

use bitflags::bitflags;

use super::SanText;

bitflags! {
    /// Deviations of a spelling from standard SAN. Appendix C of the Laws allows several of them;
    /// none changes the move.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Deviations: u32 {
        /// Castling with zeros (FIDE C.11.1), other letters that look like an O, or dashes.
        const CASTLING_SIGNS = 1;
        /// `e.p.` or `a.p.` after a capture en passant (FIDE C.9.3).
        const EN_PASSANT_MARK = 1 << 1;
        /// `++` for mate (FIDE C.13), or for double check.
        const DOUBLE_PLUS = 1 << 2;
        /// The word `mate`.
        const MATE_WORD = 1 << 3;
        /// A check or mate without its sign.
        const MISSING_CHECK = 1 << 4;
        /// A superfluous check or mate sign, or `#` for check.
        const WRONG_CHECK = 1 << 5;
        /// A capture without a capture sign.
        const MISSING_CAPTURE = 1 << 6;
        /// A capture sign in a move that is not a capture.
        const WRONG_CAPTURE = 1 << 7;
        /// `:`, `×` or `X` for `x`.
        const CAPTURE_SIGN = 1 << 8;
        /// More of the origin than needed, or its rank where the file suffices (FIDE C.10).
        const ORIGIN = 1 << 9;
        /// A hyphen between origin and target.
        const HYPHEN = 1 << 10;
        /// A missing piece letter: coordinates.
        const MISSING_LETTER = 1 << 11;
        /// A piece letter for a pawn.
        const PAWN_LETTER = 1 << 12;
        /// A figurine instead of a letter.
        const FIGURINE = 1 << 13;
        /// A promotion without `=`: `d8Q` (FIDE C.11), `d8(Q)`, `d8/Q`.
        const PROMOTION_SIGN = 1 << 14;
        /// A promotion with a lower-case letter.
        const PROMOTION_CASE = 1 << 15;
        /// `(=)`, a draw offer (FIDE C.12).
        const DRAW_OFFER = 1 << 16;
        /// An assessment: `!`, `?` and similar.
        const ASSESSMENT = 1 << 17;
        /// Whitespace.
        const WHITESPACE = 1 << 18;
        /// Castling as coordinates: `e1g1`, `e1h1`.
        const CASTLING_SQUARES = 1 << 19;
        /// `e.p.` or `a.p.` after another pawn move.
        const WRONG_EN_PASSANT = 1 << 20;
        /// A capture en passant without its mark, in descriptive notation.
        const MISSING_EN_PASSANT = 1 << 21;
        /// Another spelling of the same move, in descriptive notation: `Kt-KB3` for `N-KB3`.
        const SPELLING = 1 << 22;
    }
}

impl Deviations {
    /// Returns the names of the deviations that are set, in lower case with underscores.
    pub fn names(self) -> impl Iterator<Item = String> {
        self.iter_names().map(|(name, _)| name.to_lowercase())
    }
}

impl fmt::Display for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().collect::<Vec<_>>().join(", "))
    }
}

/// The form of a text, as parsed.
#[derive(Clone, Copy, Default)]
pub(super) struct ParsedForm {
    /// The deviations that are visible without the position.
    pub(super) deviations: Deviations,
    /// The origin as written, padded with 0.
    pub(super) origin: [u8; 2],
    /// Whether there is a capture sign.
    pub(super) capture: bool,
    /// Whether there is a piece letter or figurine.
    pub(super) letter: bool,
    /// Whether there is a check sign.
    pub(super) check: bool,
    /// Whether there is a mate sign.
    pub(super) mate: bool,
    /// Whether it is castling written as castling.
    pub(super) castling: bool,
}

impl ParsedForm {
    /// Returns all deviations, by comparison with the standard SAN of the move.
    pub(super) fn against(self, standard: &SanText) -> Deviations {
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
            deviations.set(Deviations::CASTLING_SQUARES, !self.castling);
            deviations.set(Deviations::WRONG_CAPTURE, self.capture);
            return deviations;
        }
        let captures = standard.contains('x');
        deviations.set(Deviations::MISSING_CAPTURE, captures && !self.capture);
        deviations.set(Deviations::WRONG_CAPTURE, self.capture && !captures);
        let is_pawn = !standard.starts_with(|sign: char| sign.is_ascii_uppercase());
        let is_figurine = deviations.contains(Deviations::FIGURINE);
        deviations.set(Deviations::PAWN_LETTER, is_pawn && self.letter && !is_figurine);
        deviations.set(Deviations::MISSING_LETTER, !is_pawn && !self.letter);
        let squares = standard.split('=').next().unwrap_or_default().bytes();
        let mut squares = squares.filter(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8'));
        let count = squares.clone().count();
        let mut due = [0; 2];
        for sign in due.iter_mut().take(count.saturating_sub(2)) {
            *sign = squares.next().unwrap_or_default();
        }
        deviations.set(Deviations::ORIGIN, self.origin != due);
        deviations
    }
}
