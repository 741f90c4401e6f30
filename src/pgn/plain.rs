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
use crate::movegen::is_legal_with;
use crate::position::Position;
use crate::types::{
    Bitboard, BlackSide, CastlingSide, Color, File, Move, PieceType, Rank, Side, Square, WhiteSide,
};

/// Eight bytes of a text, the first one lowest, and how many of them are before the first blank.
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

/// All ones for the kinds that move along diagonals.
static DIAGONAL: [Bitboard; 6] = [
    Bitboard::EMPTY,
    Bitboard::EMPTY,
    Bitboard::FULL,
    Bitboard::EMPTY,
    Bitboard::FULL,
    Bitboard::EMPTY,
];

/// All ones for the kinds that move along ranks and files.
static ORTHOGONAL: [Bitboard; 6] = [
    Bitboard::EMPTY,
    Bitboard::EMPTY,
    Bitboard::EMPTY,
    Bitboard::FULL,
    Bitboard::FULL,
    Bitboard::EMPTY,
];

/// All ones for the knight, and for the king.
static LEAPS: [[Bitboard; 2]; 6] = [
    [Bitboard::EMPTY; 2],
    [Bitboard::FULL, Bitboard::EMPTY],
    [Bitboard::EMPTY; 2],
    [Bitboard::EMPTY; 2],
    [Bitboard::EMPTY; 2],
    [Bitboard::EMPTY, Bitboard::FULL],
];

impl Cursor<'_> {
    /// Passes over blanks and move numbers to a word of at most eight bytes that a letter begins and
    /// a blank ends. `None` if something else comes first; the place is then before it.
    #[inline(always)]
    pub(super) fn plain_word(&mut self) -> Option<Word> {
        const LOW: u64 = 0x0101_0101_0101_0101;
        loop {
            let bytes = self.eight_bytes()?;
            match bytes as u8 {
                b'a'..=b'h' | b'B' | b'K' | b'N' | b'O' | b'Q' | b'R' => {
                    // the lowest byte below 0x21: borrows reach only bytes above it
                    let blanks = bytes.wrapping_sub(LOW * 0x21) & !bytes & (LOW << 7);
                    let len = blanks.trailing_zeros() as usize / 8;
                    return (blanks != 0).then_some(Word { bytes, len });
                }
                ..=b' ' | b'.' => self.advance(1),
                b'0'..=b'9' => {
                    // a number is passed over only with its dot: `1-0` begins like one
                    let digits = 1
                        + usize::from((bytes >> 8) as u8 != b'.')
                        + usize::from((bytes >> 8) as u8 != b'.' && (bytes >> 16) as u8 != b'.');
                    let is_number = (bytes >> (8 * digits)) as u8 == b'.'
                        && (digits < 2 || ((bytes >> 8) as u8).is_ascii_digit())
                        && (digits < 3 || ((bytes >> 16) as u8).is_ascii_digit());
                    if !is_number {
                        return None;
                    }
                    // `12...` before Black's move, and the blank after it
                    let after = bytes >> (8 * (digits + 1));
                    let dots = if after as u16 == u16::from_le_bytes(*b"..") { 2 } else { 0 };
                    let is_blank = (after >> (8 * dots)) as u8 == b' ';
                    self.advance(digits + 1 + dots + usize::from(is_blank));
                }
                _ => return None,
            }
        }
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
    let mut word = word;
    while matches!(word.byte(word.len - 1), b'!' | b'?') && word.len > 2 {
        word.len -= 1;
    }
    word.len -= usize::from(matches!(word.byte(word.len - 1), b'+' | b'#'));
    if word.len < 2 {
        return None;
    }
    let first = word.byte(0);
    if first == b'O' {
        return castle::<B, S>(backend, position, word);
    }
    let file = word.byte(word.len - 2).wrapping_sub(b'a');
    let rank = word.byte(word.len - 1).wrapping_sub(b'1');
    let kind = KINDS[usize::from(first)];
    if file > 7 || rank > 7 {
        return None;
    }
    let to = Square::from_low_bits((rank << 3) | file);
    if kind == PieceType::Pawn as u8 {
        return play_pawn::<S>(position, word, to);
    }
    let piece = PieceType::from_index(usize::from(kind))?;

    let placement = position.placement();
    let (own, occupied) = (placement.by_color(S::COLOR), placement.occupied());
    let origins = match word.len {
        3 => Bitboard::FULL,
        4 => ORIGINS[usize::from(word.byte(1))],
        5 if word.byte(2) == b'x' && word.byte(1) != b'x' => ORIGINS[usize::from(word.byte(1))],
        _ => return None,
    };
    let [knight, king] = LEAPS[piece.index()];
    let (diagonal, orthogonal) = (DIAGONAL[piece.index()], ORTHOGONAL[piece.index()]);
    // the tables are large: those who need no entry ask for the empty board's, which is at hand
    let reach = (backend.bishop(to, occupied & diagonal) & diagonal)
        | (backend.rook(to, occupied & orthogonal) & orthogonal)
        | (attacks::knight(to) & knight)
        | (attacks::king(to) & king);
    let candidates = own & placement.by_type(piece) & origins & reach;
    if candidates.is_empty() || candidates.more_than_one() || own.has(to) {
        return None;
    }
    let from = candidates.first_unchecked();
    // the king must not be attacked afterwards, wherever he is then
    let place = if piece == PieceType::King { to } else { position.king(S::COLOR) };
    if is_attacked_after::<S>(position, place, from, to) {
        return None;
    }
    *position = position.make_piece_move::<S, false>(piece, from, to);
    Some(Move::build(from, to, 0))
}

/// A pawn's push or capture, but for promotion and en passant.
#[inline(always)]
fn play_pawn<S: Side>(position: &mut Position, word: Word, to: Square) -> Option<Move> {
    let placement = position.placement();
    let pawns = placement.pieces(S::COLOR, PieceType::Pawn);
    let occupied = placement.occupied();
    let rank = to.rank().relative_to(S::COLOR);
    if rank == Rank::Eighth {
        return None;
    }
    let from = if word.len == 2 {
        let back: u8 = if S::COLOR as u8 == Color::White as u8 { 8u8.wrapping_neg() } else { 8 };
        let one = Square::from_low_bits((to as u8).wrapping_add(back));
        let two = Square::from_low_bits((one as u8).wrapping_add(back));
        let is_single = pawns.has(one);
        let is_double = rank == Rank::Fourth && pawns.has(two) & !occupied.has(one);
        if occupied.has(to) || !(is_single || is_double) {
            return None;
        }
        if is_single { one } else { two }
    } else if word.len == 4 && word.byte(1) == b'x' {
        let file = ORIGINS[usize::from(word.byte(0))];
        let capturers = pawns & file & attacks::pawn(S::Other::COLOR, to);
        if capturers.is_empty() || !placement.by_color(S::Other::COLOR).has(to) {
            return None;
        }
        capturers.first_unchecked()
    } else {
        return None;
    };
    if is_attacked_after::<S>(position, position.king(S::COLOR), from, to) {
        return None;
    }
    *position = position.make_pawn_move::<S, false>(from, to);
    Some(Move::build(from, to, 0))
}

/// Whether a square is attacked by the opponent once a man has gone from square to square: look along
/// the lines on which a slider stands, most often none, rather than up every line in a large table.
#[inline(always)]
fn is_attacked_after<S: Side>(
    position: &Position,
    place: Square,
    from: Square,
    to: Square,
) -> bool {
    let placement = position.placement();
    let enemy = S::Other::COLOR;
    let occupied = placement.occupied().without(from).with(to);
    let sliders = (attacks::orthogonals(place) & placement.orthogonal_sliders(enemy))
        | (attacks::diagonals(place) & placement.diagonal_sliders(enemy));
    // what stood on the target is gone
    let leapers = placement.leaping_attackers(place, enemy).without(to);
    let mut is_attacked = leapers.any();
    for slider in sliders.without(to) {
        is_attacked |= !attacks::between(place, slider).meets(occupied);
    }
    is_attacked
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
