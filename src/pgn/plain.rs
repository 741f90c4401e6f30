//! The quick way for moves that are spelled as PGN exports them, which is nearly all of them.
//!
//! A move is taken from eight bytes at once, its man is found from the target square backwards, and
//! it is played, all without a branch that depends on the kind of piece or on whether it captures:
//! such branches cannot be predicted, and cost more than the work. What does not fit (promotion, en
//! passant, castling that is prevented, a spelling of its own, two candidates, none) is left to
//! [`crate::notation::san`], which is slower and knows everything; so this way may give up, but must
//! never give a move that the other would not.

use super::cursor::Cursor;
use crate::attacks::{self, Backend};
use crate::movegen::{is_attacked_after, is_legal_with};
use crate::position::Position;
use crate::types::{
    Bitboard, BlackSide, CastlingSide, Color, File, Move, PieceType, Rank, Side, Square, WhiteSide,
};

/// Eight bytes of a text, the first one lowest, and how many of them are before the first blank: seven at
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

/// The kinds of men by their letters; pawns by their files; 6 for other bytes.
static KINDS: [u8; 256] = {
    let mut table = [6; 256];
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

/// Where a piece may come from by the sign after its letter: a file, a rank, anywhere if it is `x`.
static ORIGINS: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut n = 0;
    while n < 8 {
        table[b'a' as usize + n] = Bitboard::from_file(File::ALL[n]);
        table[b'1' as usize + n] = Bitboard::from_rank(Rank::ALL[n]);
        n += 1;
    }
    table[b'x' as usize] = Bitboard::FULL;
    table
};

/// A pawn's way of moving when it captures; the other ways have the index of their kind, a pawn's push
/// that of the pawn.
const PAWN_CAPTURE: usize = 6;

/// From where a man of either side may go to a square, by its way of moving, if nothing stands between.
/// Nothing for pawns on the last rank, which are promoted there.
static SOURCES: [[[Bitboard; 64]; 7]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 64]; 7]; 2];
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

impl Cursor<'_> {
    /// Passes over blanks and move numbers to a word of at most seven bytes that a letter begins and
    /// a blank ends. `None` if something else comes first; the place is then before it.
    #[inline(always)]
    pub(super) fn plain_word(&mut self) -> Option<Word> {
        const LOW: u64 = 0x0101_0101_0101_0101;
        loop {
            let bytes = self.eight_bytes()?;
            let first = bytes as u8;
            if LETTERS[usize::from(first)] {
                // the lowest byte below 0x21: borrows reach only bytes above it
                let blanks = bytes.wrapping_sub(LOW * 0x21) & !bytes & (LOW << 7);
                let len = blanks.trailing_zeros() as usize / 8;
                return (blanks != 0).then_some(Word { bytes, len });
            }
            if first.is_ascii_digit() {
                // how long numbers are can be predicted: branches cost less than waiting for it
                let is_number = self.pass_number::<1>(bytes)
                    || self.pass_number::<2>(bytes)
                    || self.pass_number::<3>(bytes);
                if !is_number {
                    return None;
                }
            } else if first <= b' ' || first == b'.' {
                self.advance(1);
            } else {
                return None;
            }
        }
    }

    /// Passes over a number of so many digits with its dot and what usually follows: `..` before
    /// Black's move, a blank. Without the dot it is no number: `1-0` begins like one.
    #[inline(always)]
    fn pass_number<const DIGITS: usize>(&mut self, bytes: u64) -> bool {
        let byte = |index: usize| (bytes >> (8 * index)) as u8;
        if byte(DIGITS) != b'.' || !(1..DIGITS).all(|index| byte(index).is_ascii_digit()) {
            return false;
        }
        if byte(DIGITS + 1) == b' ' {
            self.advance(DIGITS + 2);
        } else if byte(DIGITS + 1) == b'.' && byte(DIGITS + 2) == b'.' {
            self.advance(DIGITS + 3);
        } else {
            self.advance(DIGITS + 1);
        }
        true
    }
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
    let mut len = word.len;
    while matches!(word.byte(len - 1), b'!' | b'?') && len > 2 {
        len -= 1;
    }
    len -= usize::from(matches!(word.byte(len - 1), b'+' | b'#'));
    let first = word.byte(0);
    let kind = KINDS[usize::from(first)];
    let piece = PieceType::from_index(usize::from(kind));
    let (Some(piece), true) = (piece, len >= 2) else {
        return castle::<B, S>(backend, position, Word { len, ..word });
    };
    let file = word.byte(len - 2).wrapping_sub(b'a');
    let rank = word.byte(len - 1).wrapping_sub(b'1');
    let to = Square::from_low_bits((rank << 3) | (file & 7));

    // from here on nothing branches that a kind of man or a capture decides
    let is_pawn = piece == PieceType::Pawn;
    let (second, third) = (word.byte(1), word.byte(2));
    let is_pawn_capture = is_pawn & (len == 4) & (second == b'x');
    let is_push = is_pawn & (len == 2);
    let is_piece_move =
        !is_pawn & ((len == 3) | (len == 4) | (len == 5) & (third == b'x') & (second != b'x'));
    let way = if is_pawn_capture { PAWN_CAPTURE } else { piece.index() };
    let origin = if is_pawn { first } else { second };
    let origins = ORIGINS[usize::from(if len <= 3 { b'x' } else { origin })];

    let placement = position.placement();
    let (own, enemy) = (placement.by_color(S::COLOR), placement.by_color(S::Other::COLOR));
    let occupied = own | enemy;
    let may_go = !own.has(to) & (enemy.has(to) | !is_pawn_capture) & !(enemy.has(to) & is_push);
    let sources = SOURCES[S::COLOR.index()][way][to.index()];
    let candidates = own & placement.by_type(piece) & origins & sources;
    let (from, is_only) = the_unhindered(candidates, to, occupied);
    let is_plain = (file | rank <= 7) & (is_pawn_capture | is_push | is_piece_move);
    if !(is_plain & may_go & is_only) {
        return None;
    }
    // the king must not be attacked afterwards, wherever he is then
    let place = if piece == PieceType::King { to } else { position.king(S::COLOR) };
    if is_attacked_after::<S>(position, place, from, to) {
        return None;
    }
    position.play_step::<S, false>(piece, from, piece, to);
    Some(Move::build(from, to, 0))
}

/// Of some squares on lines with another, or a leap away, the only one with nothing between, and
/// whether there is one. Of more than two squares, which are rare, it is not said.
#[inline(always)]
fn the_unhindered(squares: Bitboard, to: Square, occupied: Bitboard) -> (Square, bool) {
    let (first, last) = (squares.first_unchecked(), squares.last_unchecked());
    let is_first_free = !attacks::between(first, to).meets(occupied);
    let is_last_free = !attacks::between(last, to).meets(occupied);
    let is_one = first == last;
    let is_all = squares.without(first).without(last).is_empty();
    let is_only = squares.any() & is_all & (is_first_free ^ (is_last_free & !is_one));
    (if is_first_free { first } else { last }, is_only)
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
                let text = format!("{} 1234567", self.1);
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
        let word = |text: &str| Cursor::new(text.as_bytes(), 0).plain_word().map(Word::len);
        assert_eq!(word("e4 e5 Nf3"), Some(2));
        assert_eq!(word("1.e4 e5 Nf3"), Some(2));
        assert_eq!(word(" 12. ...\r\nexd8=Q+ "), Some(7));
        assert_eq!(word("123.e4 e5 Nf3"), Some(2));
        for text in
            ["1-0 e4 e5 Nf3", "e4 e5", "{ 1. e4 e4", "1/2-1/2 1. e4", "Nf3xxxxxxx ", "1x. e4 e5"]
        {
            assert_eq!(word(text), None, "{text}");
        }
    }
}
