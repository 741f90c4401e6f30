//! Start positions of Chess960 and double Chess960, by number and at random.
//!
//! Numbers are Reinhard Scharnagl's, 0 to 959; 518 is standard chess. In Chess960 both players have
//! the same back rank (FIDE Guideline II.2); in double Chess960 (DFRC) each player has a number,
//! which makes 921,600 positions.

use rand::Rng;

use crate::position::{Placement, Position, Setup};
use crate::types::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

/// The number of Chess960 start positions.
pub const POSITIONS: u16 = 960;

/// The number of standard chess.
pub const STANDARD: u16 = 518;

/// The knights' squares among the five that bishops and queen leave.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The back rank of a number, a to h; `None` from 960 on.
///
/// The number is decomposed from its lowest digit: bishop on a light square b, d, f, h; bishop on a
/// dark square a, c, e, g; queen on one of the six squares left; knights on two of the five left;
/// rook, king, rook on the last three.
///
/// ```
/// use enroque::chess960;
/// use enroque::types::PieceType::{Bishop, King, Knight, Queen, Rook};
/// let standard = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
/// assert_eq!(chess960::back_rank(518), Some(standard));
/// assert_eq!(chess960::back_rank(960), None);
/// ```
pub fn back_rank(number: u16) -> Option<[PieceType; 8]> {
    if number >= POSITIONS {
        return None;
    }
    let number = usize::from(number);
    let mut squares = [None; 8];
    squares[number % 4 * 2 + 1] = Some(PieceType::Bishop);
    squares[number / 4 % 4 * 2] = Some(PieceType::Bishop);
    place_on_free_square(&mut squares, number / 16 % 6, PieceType::Queen);
    let (first, second) = KNIGHTS[number / 96];
    // the farther one first, so that it does not change the index of the nearer one
    place_on_free_square(&mut squares, second, PieceType::Knight);
    place_on_free_square(&mut squares, first, PieceType::Knight);
    place_on_free_square(&mut squares, 1, PieceType::King);
    Some(squares.map(|piece| piece.unwrap_or(PieceType::Rook)))
}

/// Puts a piece on the free square with this index, counted from the a-file.
fn place_on_free_square(squares: &mut [Option<PieceType>; 8], index: usize, piece: PieceType) {
    if let Some(square) = squares.iter_mut().filter(|square| square.is_none()).nth(index) {
        *square = Some(piece);
    }
}

/// The number of a back rank; `None` if it is not one of Chess960.
///
/// ```
/// use enroque::chess960;
/// use enroque::types::PieceType::{Bishop, King, Knight, Queen, Rook};
/// let mirrored = [Rook, Knight, Bishop, King, Queen, Bishop, Knight, Rook];
/// assert_eq!(chess960::number(&mirrored), Some(534));
/// assert_eq!(chess960::number(&[King; 8]), None);
/// ```
pub fn number(back_rank: &[PieceType; 8]) -> Option<u16> {
    let places = |piece| (0..8).filter(move |&file| back_rank[file] == piece);
    let light = places(PieceType::Bishop).find(|file| file % 2 == 1)?;
    let dark = places(PieceType::Bishop).find(|file| file % 2 == 0)?;
    // the squares that bishops and queen leave
    let left = || back_rank.iter().filter(|&&piece| piece != PieceType::Bishop);
    let queen = left().position(|&piece| piece == PieceType::Queen)?;
    let mut left = left().filter(|&&piece| piece != PieceType::Queen).enumerate();
    let mut knights =
        left.by_ref().filter(|&(_, &piece)| piece == PieceType::Knight).map(|(index, _)| index);
    let pair = (knights.next()?, knights.next()?);
    let knights = KNIGHTS.iter().position(|&knights| knights == pair)?;
    let number = (knights * 96 + queen * 16 + dark / 2 * 4 + light / 2) as u16;
    // also checks the rest: rooks, king and the number of each piece
    (self::back_rank(number).as_ref() == Some(back_rank)).then_some(number)
}

/// The start position of a number, White to move, with all castling rights; `None` from 960 on.
///
/// ```
/// use enroque::{chess960, position::Position};
/// assert_eq!(chess960::position(518), Some(Position::standard()));
/// ```
pub fn position(number: u16) -> Option<Position> {
    double_position(number, number)
}

/// The start position of double Chess960 in which White has one number and Black another; `None`
/// from 960 on.
///
/// ```
/// use enroque::{chess960, notation::fen};
/// let position = chess960::double_position(518, 0).unwrap();
/// let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// assert_eq!(fen::write(&position).as_str(), fen);
/// ```
pub fn double_position(white: u16, black: u16) -> Option<Position> {
    Position::try_from(Setup::from_back_ranks(back_rank(white)?, back_rank(black)?)).ok()
}

/// White's and Black's number of a start position, which has White to move and all castling rights.
/// Equal numbers are Chess960, 518 twice is standard chess. Clocks are ignored.
pub fn position_numbers(position: &Position) -> Option<(u16, u16)> {
    let (white, black) = placement_numbers(position.placement())?;
    (double_position(white, black).as_ref() == Some(position)).then_some((white, black))
}

/// White's and Black's number of the pieces of a start position, ignoring side to move and castling
/// rights.
pub fn placement_numbers(placement: &Placement) -> Option<(u16, u16)> {
    if placement.occupied().len() != 32 {
        return None;
    }
    let back_rank = |color: Color| {
        let pawns = Bitboard::from(Rank::Second.relative_to(color));
        if placement.pieces(color, PieceType::Pawn) != pawns {
            return None;
        }
        let mut back_rank = [PieceType::Pawn; 8];
        for (piece_type, file) in back_rank.iter_mut().zip(File::ALL) {
            match placement.piece_at(Square::new(file, color.back_rank())) {
                Some(Piece { color: owner, piece_type: found }) if owner == color => {
                    *piece_type = found;
                }
                _ => return None,
            }
        }
        Some(back_rank)
    };
    let (white, black) = (back_rank(Color::White)?, back_rank(Color::Black)?);
    let number_of_white = number(&white)?;
    let number_of_black = if black == white { number_of_white } else { number(&black)? };
    Some((number_of_white, number_of_black))
}

/// A random number from 0 to 959, uniformly distributed. For double Chess960 draw twice, White's
/// first.
///
/// A seeded generator gives the same numbers on every platform and in every release with the same
/// major version: Lemire's multiplication of a `u32` with 960, with rejection.
///
/// ```
/// use enroque::chess960;
/// use rand::SeedableRng;
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
/// assert!(chess960::random_number(&mut rng) < 960);
/// ```
pub fn random_number(rng: &mut impl Rng) -> u16 {
    const COUNT: u64 = POSITIONS as u64;
    /// 2^32 modulo 960: products with lower low words are rejected.
    const REJECTION_LIMIT: u32 = ((1 << 32) % COUNT) as u32;
    loop {
        let product = u64::from(rng.next_u32()) * COUNT;
        if product as u32 >= REJECTION_LIMIT {
            return (product >> 32) as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::notation::fen;

    #[test]
    fn numbers_and_back_ranks_are_one_to_one() {
        let mut seen = HashSet::new();
        for n in 0..POSITIONS {
            let rank = back_rank(n).unwrap();
            assert_eq!(number(&rank), Some(n));
            assert!(seen.insert(rank));
            let places = |piece| (0..8).filter(|&file| rank[file] == piece).collect::<Vec<_>>();
            let (rooks, bishops) = (places(PieceType::Rook), places(PieceType::Bishop));
            let king = places(PieceType::King)[0];
            assert!(rooks[0] < king && king < rooks[1], "{n}: king between the rooks");
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{n}: bishops of both colors");
        }
        assert_eq!(back_rank(STANDARD), number_518());
        assert_eq!(back_rank(POSITIONS), None);
        assert_eq!(back_rank(u16::MAX), None);
    }

    fn number_518() -> Option<[PieceType; 8]> {
        use PieceType::{Bishop, King, Knight, Queen, Rook};
        Some([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
    }

    /// Of all arrangements of eight pieces, exactly 960 have a number.
    #[test]
    fn other_back_ranks_have_no_number() {
        let mut numbered = 0;
        for code in 0..6u32.pow(8) {
            let mut rest = code;
            let rank = std::array::from_fn(|_| {
                let piece = PieceType::ALL[(rest % 6) as usize];
                rest /= 6;
                piece
            });
            numbered += u32::from(number(&rank).is_some());
        }
        assert_eq!(numbered, 960);
    }

    #[test]
    fn numbers_of_positions() {
        for n in 0..POSITIONS {
            let m = (n * 7 + 3) % POSITIONS;
            assert_eq!(position_numbers(&position(n).unwrap()), Some((n, n)));
            assert_eq!(position_numbers(&double_position(n, m).unwrap()), Some((n, m)));
        }
        assert_eq!(double_position(0, 960), None);
        assert_eq!(double_position(960, 0), None);
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNQ w Qkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNQ w - - 0 1",
        ] {
            assert_eq!(position_numbers(&fen::read(fen).unwrap()), None, "{fen}");
        }
        let later = fen::read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 4 3").unwrap();
        assert_eq!(position_numbers(&later), Some((518, 518)));
    }

    /// The numbers of a seed must not change.
    #[test]
    fn random_numbers_are_uniform_and_reproducible() {
        let mut rng = ChaCha8Rng::seed_from_u64(960);
        let first: Vec<u16> = (0..5).map(|_| random_number(&mut rng)).collect();
        assert_eq!(first, FIRST_OF_SEED_960);
        let mut counts = [0u32; 960];
        for _ in 0..960_000 {
            counts[usize::from(random_number(&mut rng))] += 1;
        }
        // the expected count is 1000, six standard deviations are 190
        assert!(counts.iter().all(|count| (810..1190).contains(count)));
    }

    const FIRST_OF_SEED_960: [u16; 5] = [728, 674, 793, 143, 491];
}
