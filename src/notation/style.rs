//! Styles of notation: letters of other languages, long form, figurines, the notation of the Laws.

use super::language::Language;
use super::san;
use crate::named_enum::named_enum;
use crate::position::{Position, Setup};
use crate::types::{Color, Move, PieceType};

named_enum! {
    /// A system of notation.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Notation {
        /// Files have letters and ranks have numbers: SAN and its relatives in this module.
        #[default]
        Algebraic = "algebraic",
        /// Files have the names of pieces: [`super::descriptive`].
        Descriptive = "descriptive",
    }
}

/// A style of writing moves in algebraic notation. The default is SAN.
///
/// ```
/// use enroque::notation::{language::Language, style::MoveStyle, uci};
/// use enroque::position::Position;
/// let start = Position::standard();
/// let m = uci::read(&start, "g1f3").unwrap();
/// let spanish = MoveStyle { language: Language::from_code("es").unwrap(), ..MoveStyle::FIDE };
/// assert_eq!(spanish.write(&start, m), "Cf3");
/// assert_eq!(MoveStyle { long: true, ..MoveStyle::SAN }.write(&start, m), "Ng1-f3");
/// assert_eq!(MoveStyle { figurines: true, ..MoveStyle::SAN }.write(&start, m), "♘f3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveStyle {
    /// The language of the piece letters.
    pub language: Language,
    /// Figurines of the side to move instead of letters.
    pub figurines: bool,
    /// The long form: origin and target, separated by a hyphen or `x` (FIDE C.8): `Ng1-f3`,
    /// `e2-e4`.
    pub long: bool,
    /// The notation of the Laws: castling with zeros, promotion without `=`, `e.p.` or the
    /// equivalent in the language (FIDE C.9.3, C.11.1).
    pub fide: bool,
}

impl MoveStyle {
    /// SAN, as in PGN.
    pub const SAN: MoveStyle =
        MoveStyle { language: Language::ENGLISH, figurines: false, long: false, fide: false };

    /// The notation of appendix C of the Laws: `0-0`, `d8Q`, `exd6 e.p.`
    pub const FIDE: MoveStyle = MoveStyle { fide: true, ..MoveStyle::SAN };

    /// Returns the text of a legal move, which [`san::read`] and [`Language::read`] can read.
    pub fn write(&self, position: &Position, m: Move) -> String {
        let setup = position.to_setup();
        self.restyle(&setup, m, &san::write(position, m))
    }

    /// [`MoveStyle::write`] in a setup that may be illegal, from the move's SAN.
    pub fn restyle(&self, setup: &Setup, m: Move, standard: &str) -> String {
        let (body, mark) = match standard.strip_suffix(['+', '#']) {
            Some(body) => (body, &standard[body.len()..]),
            None => (standard, ""),
        };
        if body.starts_with('O') {
            let castling = if self.fide { body.replace('O', "0") } else { body.to_owned() };
            return castling + mark;
        }
        let letter = |piece_type: PieceType| -> String {
            if self.figurines {
                figurine(piece_type, setup.turn).to_string()
            } else {
                self.language.letter(piece_type).to_owned()
            }
        };
        let piece_type = setup.placement.type_at_unchecked(m.from());
        let mut text =
            if piece_type == PieceType::Pawn { String::new() } else { letter(piece_type) };
        let captures = body.contains('x');
        if self.long {
            text.push_str(&m.from().to_string());
            text.push(if captures { 'x' } else { '-' });
        } else {
            // the disambiguation and the capture sign
            let origin = body.trim_start_matches(|sign: char| sign.is_ascii_uppercase());
            let target = origin.split('=').next().unwrap_or_default();
            text.push_str(&target[..target.len().saturating_sub(2)]);
        }
        text.push_str(&m.to().to_string());
        if let Some(promoted) = m.promoted() {
            text.push_str(if self.fide { "" } else { "=" });
            text.push_str(&letter(promoted));
        }
        text.push_str(mark);
        if self.fide && setup.is_en_passant(m) {
            text.push(' ');
            text.push_str(self.language.en_passant());
        }
        text
    }
}

/// The figurine of a piece of the side to move.
fn figurine(piece_type: PieceType, turn: Color) -> char {
    let white = ['♙', '♘', '♗', '♖', '♕', '♔'];
    let black = ['♟', '♞', '♝', '♜', '♛', '♚'];
    match turn {
        Color::White => white[piece_type.index()],
        Color::Black => black[piece_type.index()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::notation::fen;

    /// The text of each move in each style is read as the same move.
    #[test]
    fn round_trip() {
        let mut seen = Vec::new();
        for text in [
            "r3k2r/pPp2ppp/2n2n2/1B1qp1B1/1b1QP1b1/2N2N2/PPP2PPP/R3K2R w KQkq - 0 1",
            "4k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQk - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        ] {
            let position = fen::read(text).unwrap();
            for m in legal_moves(&position) {
                for n in 0..8 {
                    for &language in Language::ALL {
                        let (figurines, long, fide) = (n & 1 != 0, n & 2 != 0, n & 4 != 0);
                        let style = MoveStyle { language, figurines, long, fide };
                        let written = style.write(&position, m);
                        let read = language.read(&position, &written);
                        assert_eq!(read, Ok(m), "{written} {style:?}");
                        seen.push(written);
                    }
                }
                let standard = san::write(&position, m);
                assert_eq!(MoveStyle::SAN.write(&position, m), standard.as_str());
            }
        }
        for expected in
            ["0-0-0", "bxa8D+", "exd6 a.p.", "e5xd6 e.p.", "bxa1=♛+", "Крe1-e2", "b7xa8=Q+"]
        {
            assert!(seen.iter().any(|text| text == expected), "{expected}");
        }
    }
}
