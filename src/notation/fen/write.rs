//! The writer.

use arrayvec::ArrayString;

use super::outermost_rook;
use crate::position::{Placement, Position, Setup};
use crate::types::{Bitboard, CastlingSide, Color, PieceType, Rank};

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

/// [`write_as`] of a set-up, be it playable or not: its fields as they stand, but for the en-passant
/// square, which is written by the same rule.
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

/// The letters of the men by their numbers: that of the kind, and 8 more for a black one.
const LETTERS: &[u8; 16] = b"PNBRQK__pnbrqk__";

/// The numbers of the men on each square, a rank at a time: eight of them are worked out at once.
struct Numbers([Bitboard; 4]);

impl Numbers {
    fn new(placement: &Placement) -> Numbers {
        let [ones, twos, fours] = placement.kind_digits();
        Numbers([ones, twos, fours, placement.by_color(Color::Black)])
    }

    /// The numbers of a rank, by files; 0 where there is no man.
    #[inline(always)]
    fn of(&self, rank: Rank) -> [u8; 8] {
        /// A byte for each bit of the lowest byte: 1 or 0.
        const fn spread(set: u64) -> u64 {
            let each = ((set & 0xff) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
            ((each + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101
        }
        let [ones, twos, fours, black] = self.0.map(|set| spread(set.0 >> (8 * rank as u32)));
        (ones | twos << 1 | fours << 2 | black << 3).to_le_bytes()
    }
}

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

    fn push_board(&mut self, setup: &Setup) {
        let numbers = Numbers::new(&setup.placement);
        let occupied = setup.placement.occupied();
        // in a register, not behind a reference: every letter waits for the length before it
        let (bytes, mut length) = (&mut self.bytes, self.length);
        // written in any case, and kept if it counts: how men stand nobody can foresee
        let mut put = |byte: u8, counts: bool| {
            bytes[length % bytes.len()] = byte;
            length += usize::from(counts);
        };
        for rank in Rank::ALL.into_iter().rev() {
            let (men, mut file) = (occupied & Bitboard::from(rank), 0);
            if men.any() {
                let numbers = numbers.of(rank);
                for square in men {
                    let empty = square.file() as u8 - file;
                    put(b'0' + empty, empty > 0);
                    put(LETTERS[numbers[square.file().index()] as usize & 15], true);
                    file = square.file() as u8 + 1;
                }
            }
            let empty = 8 - file;
            put(b'0' + empty, empty > 0);
            put(b'/', rank != Rank::First);
        }
        self.length = length;
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
