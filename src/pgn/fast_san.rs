//! Fast path for moves in standard SAN, which nearly all moves are.
//!
//! A move is read from eight bytes at once, its piece is found from the target square backwards,
//! and it is played without a branch on the piece type or on whether it captures: such branches are
//! unpredictable and cost more than the work. [`crate::notation::san`] reads everything else:
//! promotions, en passant, other spellings, and illegal or ambiguous moves. The fast path may
//! return nothing, but never a move that differs from `san`'s.

use super::cursor::{Cursor, eight_bytes};
use crate::attacks::{self, Backend};
use crate::movegen::{is_attacked_after, is_legal_with};
use crate::position::Position;
use crate::types::{
    Bitboard, BlackSide, CastlingSide, Color, File, Move, PieceType, Rank, Side, Square, WhiteSide,
};

/// Eight bytes of a text, the first one lowest, and the number of bytes before the first space:
/// seven at most.
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

/// The piece types by their letters, pawns by their files; [`NO_PIECE_TYPE`] for other bytes.
static PIECE_TYPES: [u8; 256] = {
    let mut table = [NO_PIECE_TYPE; 256];
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

const NO_PIECE_TYPE: u8 = 6;

/// The possible origin squares by a character of the word: the first one for pawns, the second one
/// for pieces. A file, a rank, or all squares for `x` and for 0, no character.
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

/// The suffix of a word by its last byte: 1 for `+` or `#`, 2 for `!` or `?`, 0 for none.
static SUFFIXES: [u8; 256] = {
    let mut table = [0; 256];
    table[b'+' as usize] = 1;
    table[b'#' as usize] = 1;
    table[b'!' as usize] = 2;
    table[b'?' as usize] = 2;
    table
};

/// The pattern of pawn captures. The other patterns have the index of their piece type; pawn pushes
/// have that of the pawn.
const PAWN_CAPTURE: usize = 6;

/// The pattern of all other words: no piece moves so.
const NO_PATTERN: usize = 7;

/// The move pattern of a word, by its piece type, the number of characters before the target
/// square, and whether the second and the third of them are `x`; see [`pattern_index`].
static PATTERNS: [u8; 256] = {
    let mut table = [NO_PATTERN as u8; 256];
    table[pattern_index(PieceType::Pawn as usize, 0, false, false)] = PieceType::Pawn as u8;
    table[pattern_index(PieceType::Pawn as usize, 2, true, false)] = PAWN_CAPTURE as u8;
    let mut piece = PieceType::Knight as usize;
    while piece <= PieceType::King as usize {
        table[pattern_index(piece, 1, false, false)] = piece as u8;
        table[pattern_index(piece, 2, false, false)] = piece as u8;
        table[pattern_index(piece, 2, true, false)] = piece as u8;
        table[pattern_index(piece, 3, false, true)] = piece as u8;
        piece += 1;
    }
    table
};

#[inline(always)]
const fn pattern_index(
    piece_type: usize,
    characters: usize,
    second_is_x: bool,
    third_is_x: bool,
) -> usize {
    (piece_type << 5 | (characters & 7) << 2 | (second_is_x as usize) << 1 | third_is_x as usize)
        & 0xFF
}

/// Whether a pattern allows a target square: four bits for each pattern, one for each of the values
/// empty (0), opponent's piece (1), own piece (2).
const TARGETS: u32 = {
    let (empty, them) = (1, 2);
    let mut bits = empty << (4 * PieceType::Pawn as u32) | them << (4 * PAWN_CAPTURE as u32);
    let mut piece = PieceType::Knight as u32;
    while piece <= PieceType::King as u32 {
        bits |= (empty | them) << (4 * piece);
        piece += 1;
    }
    bits
};

/// The squares from which a piece can move to a target square on an empty board, by its color and
/// pattern. Empty for pawns on the last rank, since promotions have no pattern.
static SOURCES: [[[Bitboard; 64]; 8]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 64]; 8]; 2];
    let mut color = 0;
    while color < 2 {
        let mut n = 0;
        while n < 64 {
            let to = Square::from_low_bits(n as u8);
            let (diagonals, orthogonals) = (attacks::diagonals(to), attacks::orthogonals(to));
            let sources = &mut table[color];
            sources[PieceType::Knight as usize][n] = attacks::knight(to);
            sources[PieceType::Bishop as usize][n] = diagonals;
            sources[PieceType::Rook as usize][n] = orthogonals;
            sources[PieceType::Queen as usize][n] = Bitboard(diagonals.0 | orthogonals.0);
            sources[PieceType::King as usize][n] = attacks::king(to);
            let (one, two) =
                if color == 0 { (n.wrapping_sub(8), n.wrapping_sub(16)) } else { (n + 8, n + 16) };
            // ranks 3 to 7 of the color need no promotion; rank 4 allows a double push
            let rank = if color == 0 { n / 8 } else { 7 - n / 8 };
            if rank >= 2 && rank <= 6 {
                let double = if rank == 3 { 1 << two } else { 0 };
                sources[PieceType::Pawn as usize][n] = Bitboard(1 << one | double);
                sources[PAWN_CAPTURE][n] = attacks::pawn(Color::ALL[1 - color], to);
            }
            n += 1;
        }
        color += 1;
    }
    table
};

/// The first letters of English SAN: one lookup, since a branch on the letter is unpredictable.
static LETTERS: [bool; 256] = {
    let mut table = [false; 256];
    let mut n = 0;
    while n < 256 {
        table[n] = matches!(n as u8, b'a'..=b'h' | b'B' | b'K' | b'N' | b'O' | b'Q' | b'R');
        n += 1;
    }
    table
};

/// The length of a move number and a word after it.
const AHEAD: usize = 16;

impl Cursor<'_> {
    /// Skips whitespace and move numbers before a word of at most seven bytes that begins with a
    /// letter of SAN and ends with a space. Returns `None` if the next token is none, with the
    /// cursor before it.
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
            // another game may begin after an empty line
            if number + space == 0 || space > 0 && self.is_blank_line(bytes as u16) {
                return None;
            }
            self.advance(number + space);
        }
    }

    /// Whether the next bytes, or the byte before them and the next one, are a line end and more
    /// whitespace, which may be an empty line. `bytes` are the next two, the first one lower.
    #[inline(always)]
    fn is_blank_line(&self, bytes: u16) -> bool {
        let [first, second] = bytes.to_le_bytes();
        let is_blank = |end, next| (end == b'\n' || end == b'\r' && next != b'\n') && next <= b' ';
        is_blank(first, second) || is_blank(self.before().unwrap_or_default(), first)
    }
}

/// Returns the length of a move number of at most three digits with its dot, the two dots before a
/// black move, and a space. Returns 0 if there is none, or no dot: `1-0` also begins with a digit.
#[inline(always)]
fn number_len(bytes: u64) -> usize {
    if !(bytes as u8).is_ascii_digit() {
        return 0;
    }
    // the length of move numbers is predictable: branches cost less than a dependent computation
    dotted_len::<1>(bytes)
        .or_else(|| dotted_len::<2>(bytes))
        .or_else(|| dotted_len::<3>(bytes))
        .unwrap_or(0)
}

/// [`number_len`] for `DIGITS` digits, the first of which has been checked.
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

/// Plays the move of a word, if this path supports it and it is legal. Does not update the
/// position's key.
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
        len = len_without_suffixes(word);
    } else {
        len -= usize::from(suffix);
    }
    let first = bytes as u8;
    let piece_type = PIECE_TYPES[usize::from(first)];
    let Some(piece) = PieceType::from_index(usize::from(piece_type)) else {
        return castle::<B, S>(backend, position, Word { len, ..word });
    };
    // the target is in the last two bytes; shorter words have no pattern
    let characters = len.wrapping_sub(2);
    let shift = characters.wrapping_mul(8) as u32;
    let target = (bytes.wrapping_shr(shift) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
    let is_square = target & 0xF8F8 == 0;
    let to = Square::from_low_bits((target >> 5 | target) as u8);
    let before = bytes & 1u64.wrapping_shl(shift).wrapping_sub(1);
    let (second, third) = ((before >> 8) as u8, (before >> 16) as u8);

    // from here on nothing branches on the piece type or on whether the move captures
    let index = pattern_index(usize::from(piece_type), characters, second == b'x', third == b'x');
    let pattern = usize::from(PATTERNS[index] & 7);
    let origin = if piece == PieceType::Pawn { first } else { second };
    let placement = position.placement();
    let (us, them) = (placement.by_color(S::COLOR), placement.by_color(S::Other::COLOR));
    let occupied = us | them;
    let target = 2 * usize::from(us.has(to)) + usize::from(them.has(to));
    let is_allowed = TARGETS >> (4 * pattern + target) & 1 != 0;
    let sources = SOURCES[S::COLOR.index()][pattern][to.index()];
    let candidates = us & placement.by_type(piece) & ORIGINS[usize::from(origin)] & sources;
    if !(is_square & is_allowed) | candidates.is_empty() {
        return None;
    }
    let first = candidates.first_unchecked();
    let from = if candidates.without(first).any() {
        only_unblocked(candidates, to, occupied)?
    } else if attacks::between(first, to).meets(occupied) {
        return None;
    } else {
        first
    };
    // the king must not be attacked after the move
    let king = if piece == PieceType::King { to } else { position.king(S::COLOR) };
    if is_attacked_after::<S>(position, king, from, to) {
        return None;
    }
    position.play_step::<S, false>(piece, from, piece, to);
    Some(Move::build(from, to, 0))
}

/// Returns the length of a word without the marks `!` and `?` at its end and the sign of check
/// before them.
#[inline(never)]
fn len_without_suffixes(word: Word) -> usize {
    let mut len = word.len;
    while matches!(word.byte(len - 1), b'!' | b'?') && len > 2 {
        len -= 1;
    }
    len - usize::from(matches!(word.byte(len - 1), b'+' | b'#'))
}

/// Returns the only one of some squares with no piece between it and `to`; `None` if there is none
/// or several.
#[inline(never)]
fn only_unblocked(squares: Bitboard, to: Square, occupied: Bitboard) -> Option<Square> {
    let mut unblocked =
        squares.into_iter().filter(|&from| !attacks::between(from, to).meets(occupied));
    let only = unblocked.next();
    only.filter(|_| unblocked.next().is_none())
}

/// Plays `O-O` or `O-O-O`.
#[inline(never)]
fn castle<B: Backend, S: Side>(backend: B, position: &mut Position, word: Word) -> Option<Move> {
    let is_text = |text: &[u8]| {
        word.len == text.len() && text.iter().enumerate().all(|(n, &byte)| word.byte(n) == byte)
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
    use crate::attacks::{dispatch, task};
    use crate::chess960;
    use crate::movegen::legal_moves;
    use crate::notation::san;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    fn play_text(position: &Position, text: &str) -> Option<(Move, Position)> {
        dispatch(task!(|backend, position: &Position, text: &str| -> Option<(Move, Position)> {
            let text = format!("{text:24}");
            let word = Cursor::new(text.as_bytes(), 0).plain_word()?;
            let mut position = *position;
            let m = play(backend, &mut position, word)?;
            Some((m, position))
        }))
    }

    /// In random games, for every legal move and for texts that differ in one character: the fast
    /// path never differs from `san`, and reads nearly all moves.
    #[test]
    fn agrees_with_san() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(11);
        let (mut count, mut unread) = (0, 0);
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
                        None => unread += 1,
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
        assert!(unread * 20 < count, "{unread} of {count}");
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
        // fewer bytes than are read at once
        assert!(Cursor::new(b"e4 e5", 0).plain_word().is_none());
    }
}
