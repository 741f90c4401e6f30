//! The writer.

use arrayvec::ArrayString;

use super::outermost_rook;
use crate::position::{Position, Setup};
use crate::types::{CastlingSide, Color, PieceType, Square};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq`, and the file of a rook that another one stands outside of: the same as standard FEN
    /// wherever that can say it.
    #[default]
    XFen,
    /// The files of the rooks, `HAha`.
    Shredder,
}

/// When the en-passant square is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EnPassantStyle {
    /// When a capture there is legal: equal text, equal position (FIDE 9.2.3.1).
    #[default]
    Legal,
    /// When an enemy pawn stands ready, as X-FEN has it.
    PseudoLegal,
    /// After every double push, as the FEN standard of 1994 has it.
    Always,
}

/// A FEN, or one of its fields: at most 71 characters of board, 16 castling letters, two squares,
/// two numbers of ten digits, and what stands between.
pub type FenText = ArrayString<128>;

/// The X-FEN of a position, with the en-passant square if a capture there is legal.
pub fn write(position: &Position) -> FenText {
    write_as(position, CastlingStyle::XFen, EnPassantStyle::Legal)
}

/// The FEN of a position in a chosen dialect.
///
/// ```
/// use enroque::notation::fen::{CastlingStyle, EnPassantStyle, read, write_as};
/// let inner = read("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1").unwrap();
/// let write = |castling| write_as(&inner, castling, EnPassantStyle::Legal);
/// assert_eq!(write(CastlingStyle::Shredder).as_str(), "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
/// let outer = read("4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1").unwrap();
/// assert_eq!(enroque::notation::fen::write(&outer).as_str(), "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1");
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

/// The FEN of a set-up, its fields as they stand.
pub fn write_setup(setup: &Setup, castling: CastlingStyle) -> FenText {
    let mut line = Line::EMPTY;
    line.push_board(setup);
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
}

/// The first field of a FEN.
pub fn write_board(setup: &Setup) -> FenText {
    let mut line = Line::EMPTY;
    line.push_board(setup);
    line.text()
}

/// The castling field of a FEN.
pub fn write_castling(setup: &Setup, style: CastlingStyle) -> FenText {
    let mut line = Line::EMPTY;
    line.push_castling(setup, style);
    line.text()
}

/// What was written so far, in ASCII.
struct Line {
    bytes: [u8; FenText::new_const().capacity()],
    length: usize,
}

/// What a FEN has between two men: numbers of empty squares, and slashes.
#[derive(Clone, Copy)]
struct Gap {
    text: [u8; 16],
    length: u8,
}

/// The gaps that begin on a file, a to h, after a man, and at last those before the first man, by how
/// many squares they have; each with the slash before the man that follows, if he begins a rank.
static GAPS: [[Gap; 65]; 9] = {
    let mut gaps = [[Gap::NONE; 65]; 9];
    let mut row = 0;
    while row < 9 {
        let mut count = 0;
        while count < 65 {
            // of the eight files, the gaps on the second rank: there are men before
            let first = if row == Gap::FROM_START { 0 } else { 8 + row };
            gaps[row][count] = Gap::between(first, first + count);
            count += 1;
        }
        row += 1;
    }
    gaps
};

impl Gap {
    const NONE: Gap = Gap { text: [0; 16], length: 0 };

    /// The row of [`GAPS`] for those before the first man.
    const FROM_START: usize = 8;

    /// The gap from one place in the order of a FEN to another, where a man stands or the board ends.
    const fn between(first: usize, end: usize) -> Gap {
        let mut gap = Gap::NONE;
        let mut place = first;
        let mut empty = 0;
        while place <= end && (gap.length as usize) < gap.text.len() - 1 {
            let begins_rank = place > 0 && place.is_multiple_of(8);
            if empty > 0 && (begins_rank || place == end) {
                gap.push(b'0' + empty);
                empty = 0;
            }
            if begins_rank {
                gap.push(b'/');
            }
            empty += 1;
            place += 1;
        }
        gap
    }

    const fn push(&mut self, byte: u8) {
        self.text[self.length as usize] = byte;
        self.length += 1;
    }
}

/// The letters of white men, then of black ones, by the index of the kind.
const LETTERS: [&[u8; 6]; 2] = [b"PNBRQK", b"pnbrqk"];

impl Line {
    const EMPTY: Line = Line { bytes: [0; FenText::new_const().capacity()], length: 0 };

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        // a FEN is never so long, see `FenText`: the remainder spares a check at every letter
        self.bytes[self.length % self.bytes.len()] = byte;
        self.length += 1;
    }

    fn push_number(&mut self, number: u32) {
        if number > 9 {
            self.push_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    /// The men in the order of a FEN, and before each what stands between it and the one before: one
    /// loop without a branch, where counting empty squares rank by rank guesses at each.
    fn push_board(&mut self, setup: &Setup) {
        let placement = &setup.placement;
        let black = placement.by_color(Color::Black);
        let (mut at, mut row) = (0, Gap::FROM_START);
        for place in placement.occupied().flip_vertical() {
            let place = place.index();
            self.push_gap(&GAPS[row][place - at]);
            let square = Square::from_low_bits(place as u8 ^ 56);
            let letters = LETTERS[usize::from(black.has(square))];
            self.push(letters[placement.type_at_unchecked(square).index()]);
            (at, row) = (place + 1, (place + 1) % 8);
        }
        self.push_gap(&GAPS[row][64 - at]);
        // after the last rank there is no slash
        self.length -= 1;
    }

    #[inline(always)]
    fn push_gap(&mut self, gap: &Gap) {
        if let Some(room) = self.bytes[self.length..].first_chunk_mut() {
            *room = gap.text;
        }
        self.length += usize::from(gap.length);
    }

    fn push_castling(&mut self, setup: &Setup, style: CastlingStyle) {
        if setup.castling.0.is_empty() {
            return self.push(b'-');
        }
        for color in Color::ALL {
            let king = setup.placement.pieces(color, PieceType::King).first();
            let mut rooks = setup.castling.of(color);
            // the h-side first
            while let Some(rook) = rooks.last() {
                rooks = rooks.without(rook);
                let side = king.map(|king| CastlingSide::of(king, rook));
                let letter = match (style, side) {
                    (CastlingStyle::XFen, Some(side))
                        if outermost_rook(setup, color, side) == rook =>
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
    }

    fn text(&self) -> FenText {
        let text = std::str::from_utf8(&self.bytes[..self.length]);
        // only ASCII was pushed, and no more than there is room for
        text.ok().and_then(|text| FenText::from(text).ok()).unwrap_or_default()
    }
}
