//! The deviations of a move's text from standard SAN.

use std::fmt;

use bitflags::bitflags;

use super::SanText;

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

/// The form of a text, as the parser saw it.
#[derive(Clone, Copy, Default)]
pub(super) struct Noted {
    /// The deviations that are visible without the position.
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
