//! Writing FEN.

use arrayvec::ArrayString;

use super::{outermost_rook, squares};
use crate::attacks::{Backend, dispatch, task};
use crate::position::{Placement, Position, Setup};
use crate::types::{CastlingSide, Color, PieceType};

/// A style of castling letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq`, and the file of a rook that is not the outermost one: the same as standard FEN where
    /// that is unambiguous.
    #[default]
    XFen,
    /// The files of the rooks, `HAha`.
    Shredder,
}

/// When the en-passant square is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EnPassantStyle {
    /// When a capture there is legal, so that equal positions have equal texts (FIDE 9.2.3.1).
    #[default]
    Legal,
    /// When an opposing pawn attacks it, as in X-FEN.
    PseudoLegal,
    /// After every double push, as in the FEN standard of 1994.
    Always,
}

/// A FEN, or one of its fields: at most 71 characters of board, 16 castling letters, two squares,
/// two numbers of ten digits, and separators.
pub type FenText = ArrayString<128>;

/// Returns the X-FEN of a position, with the en-passant square if a capture there is legal.
pub fn write(position: &Position) -> FenText {
    write_as(position, CastlingStyle::XFen, EnPassantStyle::Legal)
}

/// Returns the FEN of a position in a chosen dialect.
///
/// ```
/// use enroque::notation::fen::{CastlingStyle, EnPassantStyle, read, write_as};
/// let write = |text, castling| write_as(&read(text).unwrap(), castling, EnPassantStyle::Legal);
/// let inner = "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1";
/// assert_eq!(write(inner, CastlingStyle::Shredder).as_str(), inner);
/// let outer = "4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1";
/// assert_eq!(write(outer, CastlingStyle::XFen).as_str(), "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1");
/// ```
pub fn write_as(position: &Position, castling: CastlingStyle, ep: EnPassantStyle) -> FenText {
    let ep_square = match ep {
        EnPassantStyle::Legal => position.legal_ep_square(),
        EnPassantStyle::PseudoLegal => {
            position.ep_square().filter(|_| position.ep_capturers().any())
        }
        EnPassantStyle::Always => position.ep_square(),
    };
    let setup = Setup { ep_square, ..position.to_setup() };
    write_setup(&setup, castling)
}

/// [`write_as`] of a setup, which may be illegal: all fields are written unchanged, except for the
/// en-passant square, which follows the same rule.
///
/// ```
/// use enroque::notation::fen::{CastlingStyle, EnPassantStyle, parse, write_setup_as};
/// // Black has no king, and the rook on b8 pins the pawn that could capture
/// let setup = parse("1r6/8/8/pP6/8/8/8/1K6 w - a6 0 1").unwrap();
/// let write = |ep| write_setup_as(&setup, CastlingStyle::XFen, ep);
/// assert_eq!(write(EnPassantStyle::Legal).as_str(), "1r6/8/8/pP6/8/8/8/1K6 w - - 0 1");
/// assert_eq!(write(EnPassantStyle::PseudoLegal).as_str(), "1r6/8/8/pP6/8/8/8/1K6 w - a6 0 1");
/// ```
pub fn write_setup_as(setup: &Setup, castling: CastlingStyle, ep: EnPassantStyle) -> FenText {
    let ep_square = match ep {
        EnPassantStyle::Legal => setup.legal_ep_square(),
        EnPassantStyle::PseudoLegal => setup.ep_square.filter(|_| setup.ep_capturers().any()),
        EnPassantStyle::Always => setup.ep_square,
    };
    write_setup(&Setup { ep_square, ..*setup }, castling)
}

/// Returns the FEN of a setup with unchanged fields.
pub fn write_setup(setup: &Setup, castling: CastlingStyle) -> FenText {
    dispatch(task!(|backend, setup: &Setup, castling: CastlingStyle| -> FenText {
        let mut line = FenLine::EMPTY;
        line.push_board(backend, &setup.placement);
        line.push(b' ');
        line.push(setup.turn.letter() as u8);
        line.push(b' ');
        line.push_castling(setup, castling);
        line.push(b' ');
        match setup.ep_square {
            None => line.push(b'-'),
            Some(square) => {
                line.push(square.file().letter() as u8);
                line.push(square.rank().digit() as u8);
            }
        }
        line.push(b' ');
        line.push_number(setup.halfmove_clock);
        line.push(b' ');
        line.push_number(setup.fullmove_number);
        line.text()
    }))
}

/// Returns the first field of a FEN.
pub fn write_board(setup: &Setup) -> FenText {
    dispatch(task!(|backend, setup: &Setup| -> FenText {
        let mut line = FenLine::EMPTY;
        line.push_board(backend, &setup.placement);
        line.text()
    }))
}

/// Returns the castling field of a FEN.
pub fn write_castling(setup: &Setup, style: CastlingStyle) -> FenText {
    let mut line = FenLine::EMPTY;
    line.push_castling(setup, style);
    line.text()
}

/// The ASCII text written so far.
struct FenLine {
    bytes: [u8; FenText::new_const().capacity()],
    length: usize,
}

/// Returns the letters of all squares by ranks and files; 0 for an empty square.
#[inline(always)]
fn letters(placement: &Placement) -> [[u8; 8]; 8] {
    let [pawns, knights, bishops, rooks, queens, kings, white, black] =
        placement.sets().map(|set| set.0);
    // bit n of the letter codes: P is 0x50, N 0x4E, B 0x42, R 0x52, Q 0x51, K 0x4B; lower case has
    // 0x20 more
    let mut words = [
        queens | kings,
        knights | bishops | rooks | kings,
        knights,
        knights | kings,
        pawns | rooks | queens,
        black,
        white | black,
        0,
    ];
    squares::bytes_of_sets(&mut words);
    words.map(u64::to_le_bytes)
}

/// The layout of a rank with these occupied squares.
#[derive(Clone, Copy)]
struct Pattern {
    /// For each byte of the text, the file of a letter, or 7 plus the digit.
    bytes: [u8; 8],
    length: u8,
}

static PATTERNS: [Pattern; 256] = {
    let mut table = [Pattern { bytes: [0; 8], length: 0 }; 256];
    let mut pieces = 0;
    while pieces < 256 {
        let pattern = &mut table[pieces];
        let (mut file, mut empty) = (0, 0);
        while file <= 8 {
            let is_piece = file < 8 && pieces >> file & 1 != 0;
            if empty > 0 && (is_piece || file == 8) {
                pattern.bytes[pattern.length as usize] = 7 + empty;
                pattern.length += 1;
                empty = 0;
            }
            if is_piece {
                pattern.bytes[pattern.length as usize] = file;
                pattern.length += 1;
            } else {
                empty += 1;
            }
            file += 1;
        }
        pieces += 1;
    }
    table
};

impl FenLine {
    const EMPTY: FenLine = FenLine { bytes: [0; FenText::new_const().capacity()], length: 0 };

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        // a FEN is shorter (see `FenText`); the remainder avoids a bounds check for each letter
        self.bytes[self.length % self.bytes.len()] = byte;
        self.length += 1;
    }

    #[inline(always)]
    fn push_number(&mut self, number: u32) {
        if number > 99 {
            self.push_many_digits(number / 100);
        }
        if number > 9 {
            self.push(b'0' + (number / 10 % 10) as u8);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    #[cold]
    fn push_many_digits(&mut self, number: u32) {
        if number > 9 {
            self.push_many_digits(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    #[inline(always)]
    fn push_board<B: Backend>(&mut self, backend: B, placement: &Placement) {
        let occupied = placement.occupied().0.to_le_bytes();
        for (letters, pieces) in letters(placement).into_iter().zip(occupied).rev() {
            // always writes eight bytes, of which the rank's length is kept: occupancies are
            // unpredictable, so there are no branches on them
            let pattern = &PATTERNS[pieces as usize];
            let mut signs = *b"________12345678";
            signs[..8].copy_from_slice(&letters);
            if let Some(text) = self.bytes.get_mut(self.length..self.length + 8) {
                text.copy_from_slice(&backend.chosen_bytes(signs, pattern.bytes));
            }
            self.length += usize::from(pattern.length);
            self.push(b'/');
        }
        self.length -= 1;
    }

    fn push_castling(&mut self, setup: &Setup, style: CastlingStyle) {
        let begin = self.length;
        for color in Color::ALL {
            let king = setup.placement.pieces(color, PieceType::King).first();
            let mut rooks = setup.castling.of(color);
            // the h-side first
            while let Some(rook) = rooks.last() {
                rooks = rooks.without(rook);
                let side = king.map(|king| CastlingSide::of(king, rook));
                let letter = match (style, side) {
                    (CastlingStyle::XFen, Some(side))
                        if outermost_rook(&setup.placement, color, side) == rook =>
                    {
                        match side {
                            CastlingSide::King => 'k',
                            CastlingSide::Queen => 'q',
                        }
                    }
                    _ => rook.file().letter(),
                };
                let is_white = color == Color::White;
                self.push(if is_white { letter.to_ascii_uppercase() } else { letter } as u8);
            }
        }
        // a setup may have rights on other ranks, which have no letter
        if self.length == begin {
            self.push(b'-');
        }
    }

    fn text(&self) -> FenText {
        let bytes = &self.bytes[..self.length];
        debug_assert!(bytes.is_ascii());
        // SAFETY: only ASCII is pushed. The check would be a tenth of the time.
        let text = unsafe { std::str::from_utf8_unchecked(bytes) };
        // within the capacity
        FenText::from(text).unwrap_or_default()
    }
}
