//! Fast path for moves in standard SAN, which is nearly all of them.
//!
//! A move is read from eight bytes at once, its piece is found from the target square backwards, and it is
//! played without a branch on the piece type or on whether it captures: such branches cannot be predicted, and
//! cost more than the work. Everything else (promotion, en passant, illegal castling, other spellings, ambiguous
//! and illegal moves) is left to [`crate::notation::san`]. The fast path may return nothing, but never another
//! move than `san` does.

use super::cursor::{Cursor, eight_bytes};
use crate::attacks::{self, Backend};
use crate::movegen::{is_attacked_after, is_legal_with};
use crate::position::Position;
use crate::types::{
    Bitboard, BlackSide, CastlingSide, Color, File, Move, PieceType, Rank, Side, Square, WhiteSide,
};

/// Eight bytes of a text, the first one lowest, and how many of them are before the first space: seven at
/// most.
#[derive(Clone, Copy)]
pub(super) struct Word {
    bytes: u64,
    len: usize,
}

impl Word {
    #[inline(always)]
    fn byte(self, index: usize) -> u8 {
        (self.bytes >> (8 * index)) as u8
    }

    #[inline(always)]
    pub(super) fn len(self) -> usize {
        self.len
    }
}

/// The piece types by their letters; pawns by their files; [`NO_KIND`] for other bytes.
static KINDS: [u8; 256] = {
    let mut table = [NO_KIND; 256];
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = PieceType::Pawn as u8;
        file += 1;
    }
    table[b'N' as usize] = PieceType::Knight as u8;
    table[b'B' as usize] = PieceType::Bishop as u8;
    table[b'R' as usize] = PieceType::Rook as u8;
    table[b'Q' as usize] = PieceType::Queen as u8;
    table[b'K' as usize] = PieceType::King as u8;
    table
};

const NO_KIND: u8 = 6;

/// Where a piece may come from by a sign of his word: the first one of a pawn's, the second one of a piece's.
/// A file, a rank, anywhere if it is `x` or not there.
static ORIGINS: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut n = 0;
    while n < 8 {
        table[b'a' as usize + n] = Bitboard::from_file(File::ALL[n]);
        table[b'1' as usize + n] = Bitboard::from_rank(Rank::ALL[n]);
        n += 1;
    }
    table[b'x' as usize] = Bitboard::FULL;
    table[0] = Bitboard::FULL;
    table
};

/// A word ends with `+` or `#` (1), with a NAG like `!` (2), or neither.
static SUFFIXES: [u8; 256] = {
    let mut table = [0; 256];
    table[b'+' as usize] = 1;
    table[b'#' as usize] = 1;
    table[b'!' as usize] = 2;
    table[b'?' as usize] = 2;
    table
};

/// A pawn's way of moving when it captures; the other ways have the index of their kind, a pawn's push
/// that of the pawn.
const PAWN_CAPTURE: usize = 6;

/// The way of what is not plainly spelled: nobody goes it.
const NO_WAY: usize = 7;

/// The way of moving that a word says, by the kind of its piece, how many signs stand before the target, and
/// whether the second and the third of them are `x`; see [`way_index`].
static WAYS: [u8; 256] = {
    let mut table = [NO_WAY as u8; 256];
    table[way_index(PieceType::Pawn as usize, 0, false, false)] = PieceType::Pawn as u8;
    table[way_index(PieceType::Pawn as usize, 2, true, false)] = PAWN_CAPTURE as u8;
    let mut kind = PieceType::Knight as usize;
    while kind <= PieceType::King as usize {
        table[way_index(kind, 1, false, false)] = kind as u8;
        table[way_index(kind, 2, false, false)] = kind as u8;
        table[way_index(kind, 2, true, false)] = kind as u8;
        table[way_index(kind, 3, false, true)] = kind as u8;
        kind += 1;
    }
    table
};

#[inline(always)]
const fn way_index(kind: usize, signs: usize, second_is_x: bool, third_is_x: bool) -> usize {
    (kind << 5 | (signs & 7) << 2 | (second_is_x as usize) << 1 | third_is_x as usize) & 0xFF
}

/// Whether a way may lead to a square: four bits for each way, by whether an enemy (1) or an own piece (2)
/// stands there.
const TARGETS: u32 = {
    let (empty, them) = (1, 2);
    let mut bits = empty << (4 * PieceType::Pawn as u32) | them << (4 * PAWN_CAPTURE as u32);
    let mut kind = PieceType::Knight as u32;
    while kind <= PieceType::King as u32 {
        bits |= (empty | them) << (4 * kind);
        kind += 1;
    }
    bits
};

/// From where a piece of either side may go to a square, by its way of moving, if nothing stands between.
/// Nothing for pawns on the last rank, which are promoted there.
static SOURCES: [[[Bitboard; 64]; 8]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 64]; 8]; 2];
    let mut color = 0;
    while color < 2 {
        let mut n = 0;
        while n < 64 {
            let to = Square::from_low_bits(n as u8);
            let (diagonals, orthogonals) = (attacks::diagonals(to), attacks::orthogonals(to));
            let ways = &mut table[color];
            ways[PieceType::Knight as usize][n] = attacks::knight(to);
            ways[PieceType::Bishop as usize][n] = diagonals;
            ways[PieceType::Rook as usize][n] = orthogonals;
            ways[PieceType::Queen as usize][n] = Bitboard(diagonals.0 | orthogonals.0);
            ways[PieceType::King as usize][n] = attacks::king(to);
            let (one, two) =
                if color == 0 { (n.wrapping_sub(8), n.wrapping_sub(16)) } else { (n + 8, n + 16) };
            // the ranks that a pawn can go to without promotion, and with a double step
            let rank = if color == 0 { n / 8 } else { 7 - n / 8 };
            if rank >= 2 && rank <= 6 {
                let double = if rank == 3 { 1 << two } else { 0 };
                ways[PieceType::Pawn as usize][n] = Bitboard(1 << one | double);
                ways[PAWN_CAPTURE][n] = attacks::pawn(Color::ALL[1 - color], to);
            }
            n += 1;
        }
        color += 1;
    }
    table
};

/// The letters that English SAN begins with. One question for all, since nobody can predict which comes.
static LETTERS: [bool; 256] = {
    let mut table = [false; 256];
    let mut n = 0;
    while n < 256 {
        table[n] = matches!(n as u8, b'a'..=b'h' | b'B' | b'K' | b'N' | b'O' | b'Q' | b'R');
        n += 1;
    }
    table
};

/// Room for a move number and a word after it.
const AHEAD: usize = 16;

impl Cursor<'_> {
    /// Passes over whitespace and move numbers to a word of at most seven bytes that a letter begins and
    /// a space ends. `None` if something else comes first; the place is then before it.
    #[inline(always)]
    pub(super) fn plain_word(&mut self) -> Option<Word> {
        const LOW: u64 = 0x0101_0101_0101_0101;
        loop {
            let ahead: &[u8; AHEAD] = self.ahead()?;
            let number = number_len(eight_bytes(ahead, 0)?);
            let bytes = eight_bytes(ahead, number)?;
            let first = bytes as u8;
            if LETTERS[usize::from(first)] {
                self.advance(number);
                // the lowest byte below 0x21: borrows reach only bytes above it
                let whitespace = bytes.wrapping_sub(LOW * 0x21) & !bytes & (LOW << 7);
                let len = whitespace.trailing_zeros() as usize / 8;
                return (whitespace != 0).then_some(Word { bytes, len });
            }
            let space = usize::from(first <= b' ' || first == b'.');
            self.advance(number + space);
            if number + space == 0 {
                return None;
            }
        }
    }
}

/// How long a number of at most three digits is, with its dot and what usually follows: `..` before Black's
/// move, a space. 0 if none is there; without the dot it is no number, since `1-0` begins like one.
#[inline(always)]
fn number_len(bytes: u64) -> usize {
    if !(bytes as u8).is_ascii_digit() {
        return 0;
    }
    // how long numbers are can be predicted: branches cost less than waiting for it
    dotted_len::<1>(bytes)
        .or_else(|| dotted_len::<2>(bytes))
        .or_else(|| dotted_len::<3>(bytes))
        .unwrap_or(0)
}

/// The same of so many digits, the first of which is known to be one.
#[inline(always)]
fn dotted_len<const DIGITS: usize>(bytes: u64) -> Option<usize> {
    let byte = |index: usize| (bytes >> (8 * index)) as u8;
    if byte(DIGITS) != b'.' || !(1..DIGITS).all(|index| byte(index).is_ascii_digit()) {
        return None;
    }
    let rest = (bytes >> (8 * DIGITS)) as u32;
    Some(if rest as u16 == u16::from_le_bytes(*b". ") {
        DIGITS + 2
    } else if rest == u32::from_le_bytes(*b"... ") {
        DIGITS + 4
    } else if rest << 8 == u32::from_le_bytes(*b"\0...") {
        DIGITS + 3
    } else {
        DIGITS + 1
    })
}

/// Plays the move that a word says, if it says it plainly and the move is legal. The position's key
/// is left behind.
#[inline(always)]
pub(super) fn play<B: Backend>(backend: B, position: &mut Position, word: Word) -> Option<Move> {
    match position.turn() {
        Color::White => play_as::<B, WhiteSide>(backend, position, word),
        Color::Black => play_as::<B, BlackSide>(backend, position, word),
    }
}

#[inline(always)]
fn play_as<B: Backend, S: Side>(backend: B, position: &mut Position, word: Word) -> Option<Move> {
    let Word { bytes, mut len } = word;
    let suffix = SUFFIXES[usize::from(word.byte(len - 1))];
    if suffix > 1 {
        len = without_glyph(word);
    } else {
        len -= usize::from(suffix);
    }
    let first = bytes as u8;
    let kind = KINDS[usize::from(first)];
    let Some(piece) = PieceType::from_index(usize::from(kind)) else {
        return castle::<B, S>(backend, position, Word { len, ..word });
    };
    // the target is in the last two bytes; of fewer there is no way
    let signs = len.wrapping_sub(2);
    let shift = signs.wrapping_mul(8) as u32;
    let target = (bytes.wrapping_shr(shift) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
    let is_square = target & 0xF8F8 == 0;
    let to = Square::from_low_bits((target >> 5 | target) as u8);
    let before = bytes & 1u64.wrapping_shl(shift).wrapping_sub(1);
    let (second, third) = ((before >> 8) as u8, (before >> 16) as u8);

    // from here on nothing branches that a piece type or a capture decides
    let way = WAYS[way_index(usize::from(kind), signs, second == b'x', third == b'x')] & 7;
    let way = usize::from(way);
    let origin = if piece == PieceType::Pawn { first } else { second };
    let placement = position.placement();
    let (own, them) = (placement.by_color(S::COLOR), placement.by_color(S::Other::COLOR));
    let occupied = own | them;
    let pieces = 2 * usize::from(own.has(to)) + usize::from(them.has(to));
    let may_go = TARGETS >> (4 * way + pieces) & 1 != 0;
    let sources = SOURCES[S::COLOR.index()][way][to.index()];
    let candidates = own & placement.by_type(piece) & ORIGINS[usize::from(origin)] & sources;
    if !(is_square & may_go) | candidates.is_empty() {
        return None;
    }
    let first = candidates.first_unchecked();
    let from = if candidates.without(first).any() {
        the_unhindered(candidates, to, occupied)?
    } else if attacks::between(first, to).meets(occupied) {
        return None;
    } else {
        first
    };
    // the king must not be attacked afterwards, wherever he is then
    let place = if piece == PieceType::King { to } else { position.king(S::COLOR) };
    if is_attacked_after::<S>(position, place, from, to) {
        return None;
    }
    position.play_step::<S, false>(piece, from, piece, to);
    Some(Move::build(from, to, 0))
}

/// How long a word is without the NAGs at its end, and without the sign of check before them.
#[inline(never)]
fn without_glyph(word: Word) -> usize {
    let mut len = word.len;
    while matches!(word.byte(len - 1), b'!' | b'?') && len > 2 {
        len -= 1;
    }
    len - usize::from(matches!(word.byte(len - 1), b'+' | b'#'))
}

/// Of some squares on lines with another the only one with nothing between, if there is one.
#[inline(never)]
fn the_unhindered(squares: Bitboard, to: Square, occupied: Bitboard) -> Option<Square> {
    let mut unhindered =
        squares.into_iter().filter(|&from| !attacks::between(from, to).meets(occupied));
    let only = unhindered.next();
    only.filter(|_| unhindered.next().is_none())
}

/// `O-O` and `O-O-O`.
#[inline(never)]
fn castle<B: Backend, S: Side>(backend: B, position: &mut Position, word: Word) -> Option<Move> {
    let is_text = |text: &[u8]| {
        word.len == text.len() && text.iter().enumerate().all(|(n, &sign)| word.byte(n) == sign)
    };
    let side = if is_text(b"O-O") {
        CastlingSide::King
    } else if is_text(b"O-O-O") {
        CastlingSide::Queen
    } else {
        return None;
    };
    let rook = position.castling_rook(S::COLOR, side)?;
    let m = Move::build(position.king(S::COLOR), rook, 0);
    if !is_legal_with(backend, position, m) {
        return None;
    }
    position.play_unchecked(m);
    Some(m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{Task, dispatch};
    use crate::chess960;
    use crate::movegen::legal_moves;
    use crate::notation::san;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    fn play_text(position: &Position, text: &str) -> Option<(Move, Position)> {
        struct Play<'a>(Position, &'a str);
        impl Task for Play<'_> {
            type Output = Option<(Move, Position)>;
            fn run<B: Backend>(mut self, backend: B) -> Self::Output {
                let text = format!("{:24}", self.1);
                let word = Cursor::new(text.as_bytes(), 0).plain_word()?;
                let m = play(backend, &mut self.0, word)?;
                Some((m, self.0))
            }
        }
        dispatch(Play(*position, text))
    }

    /// In random games, of every legal move and of texts near it: never another reading than that
    /// of the slow way, and nearly always one at all.
    #[test]
    fn agrees_with_the_slow_way() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(11);
        let (mut count, mut given_up) = (0, 0);
        for game in 0..200 {
            let number = if game % 2 == 0 { 518 } else { chess960::random_number(&mut rng) };
            let mut position = chess960::position(number).unwrap();
            for _ in 0..60 {
                let moves = legal_moves(&position);
                for &m in &moves {
                    let text = san::write(&position, m);
                    count += 1;
                    match play_text(&position, &text) {
                        Some((got, after)) => {
                            assert_eq!(got, m, "{text}");
                            assert_eq!(after.to_setup(), position.after(m).to_setup(), "{text}");
                        }
                        None => given_up += 1,
                    }
                    let mut other = text.to_string().into_bytes();
                    let at = rng.random_range(0..other.len());
                    other[at] = *b"abcdefgh12345678NBRQKOx+#-!?=".choose(&mut rng).unwrap();
                    let other = String::from_utf8(other).unwrap();
                    if let Some((got, _)) = play_text(&position, &other) {
                        assert_eq!(san::read(&position, &other), Ok(got), "{other}");
                    }
                }
                match moves.choose(&mut rng) {
                    Some(&m) => position.play_unchecked(m),
                    None => break,
                }
            }
        }
        assert!(given_up * 20 < count, "{given_up} of {count}");
    }

    #[test]
    fn words() {
        let word = |text: &str| {
            let text = format!("{text:40}");
            Cursor::new(text.as_bytes(), 0).plain_word().map(Word::len)
        };
        assert_eq!(word("e4 e5 Nf3"), Some(2));
        assert_eq!(word("1.e4 e5 Nf3"), Some(2));
        assert_eq!(word(" 12. ...\r\nexd8=Q+ "), Some(7));
        assert_eq!(word("123.e4 e5 Nf3"), Some(2));
        for text in [
            "1-0 e4 e5 Nf3",
            "{ 1. e4 e4",
            "1/2-1/2 1. e4",
            "Nf3xxxxxxx ",
            "1x. e4 e5",
            "12345. e4",
        ] {
            assert_eq!(word(text), None, "{text}");
        }
        // too near to the text's end to be looked at in one go
        assert!(Cursor::new(b"e4 e5", 0).plain_word().is_none());
    }
}
