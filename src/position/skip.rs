//! Playing many moves at once.
//!
//! A square is a byte: the bits of [`Placement::type_bits`], [`OCCUPIED`] and [`BLACK`]. Most moves are
//! then independent of the moves before them, while the bitboards of a position change with each move.

use super::{Placement, Position, zobrist};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, Move, PieceType, Square};

const OCCUPIED: u8 = 8;
const BLACK: u8 = 16;
const KING: u8 = OCCUPIED | PieceType::King as u8;

/// A position after some moves.
struct Mailbox {
    squares: [u8; 64],
    castling: CastlingRights,
    turn: Color,
    /// The number of moves up to the last capture or move of a pawn.
    irreversible: usize,
}

impl Mailbox {
    #[inline(always)]
    fn of(position: &Position) -> Mailbox {
        let mut squares = [0; 64];
        for color in Color::ALL {
            let bits = OCCUPIED | if color == Color::Black { BLACK } else { 0 };
            for square in position.placement.by_color(color) {
                squares[square as usize] =
                    position.placement.type_at_unchecked(square) as u8 | bits;
            }
        }
        Mailbox { squares, castling: position.castling, turn: position.turn, irreversible: 0 }
    }

    /// Plays legal moves. Without branches, it would take longer.
    #[inline(always)]
    fn play(&mut self, moves: &[Move]) {
        for (n, &m) in moves.iter().enumerate() {
            let (from, to) = (m.from(), m.to());
            let (moved, target) = (self.squares[from as usize], self.squares[to as usize]);
            let is_pawn = moved & !BLACK == OCCUPIED;
            self.squares[from as usize] = 0;
            self.castling.0 -= Bitboard::from_square(from).with(to);
            if moved & !BLACK == KING {
                self.castling.0 -= self.turn.back_rank().into();
            }
            if target != 0 && (target ^ moved) & BLACK == 0 {
                let side = CastlingSide::of(from, to);
                self.squares[to as usize] = 0;
                self.squares[side.king_target(self.turn) as usize] = moved;
                self.squares[side.rook_target(self.turn) as usize] = target;
            } else {
                if is_pawn && target == 0 && from.file() != to.file() {
                    // en passant: the captured pawn is on the rank of the origin
                    self.squares[(to as u8 ^ 8) as usize] = 0;
                }
                // a pawn has no bits of a type
                self.squares[to as usize] = moved | m.promoted().map_or(0, |piece| piece as u8);
                if is_pawn | (target != 0) {
                    self.irreversible = n + 1;
                }
            }
            self.turn = !self.turn;
        }
    }

    /// The squares whose bytes have a bit.
    #[inline(always)]
    fn squares_with(&self, bit: u8) -> u64 {
        let (ranks, _) = self.squares.as_chunks();
        let of_rank = |rank: &[u8; 8]| {
            let low_bits =
                u64::from_le_bytes(*rank) >> bit.trailing_zeros() & 0x0101_0101_0101_0101;
            (low_bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
        };
        u64::from_le_bytes(std::array::from_fn(|rank| of_rank(&ranks[rank])))
    }
}

impl Position {
    /// Plays legal moves.
    #[inline(always)]
    pub(crate) fn play_all(&mut self, moves: &[Move]) {
        let Some(last) = moves.last() else { return };
        let mut mailbox = Mailbox::of(self);
        mailbox.play(moves);
        let types = [1, 2, 4].map(|bit| mailbox.squares_with(bit));
        let [occupied, black] = [OCCUPIED, BLACK].map(|bit| mailbox.squares_with(bit));
        let Some(placement) = Placement::from_type_bits(types, occupied, black) else { return };
        let is_double = placement.by_type(PieceType::Pawn).has(last.to())
            && last.from() as u8 ^ last.to() as u8 == 16;
        let passed = Square::from_low_bits((last.from() as u8 + last.to() as u8) / 2);
        let reversible = (moves.len() - mailbox.irreversible) as u32;
        *self = Position {
            placement,
            castling: mailbox.castling,
            pieces_key: zobrist::pieces(&placement),
            halfmove_clock: match mailbox.irreversible {
                0 => self.halfmove_clock + reversible,
                _ => reversible,
            },
            fullmove_number: self.fullmove_number + (moves.len() as u32 + self.turn as u32) / 2,
            turn: mailbox.turn,
            ep_square: if is_double { Some(passed) } else { None },
        };
    }

    /// The number of legal moves up to the last capture or move of a pawn.
    #[inline(always)]
    pub(crate) fn irreversible_part(&self, moves: &[Move]) -> usize {
        let mut mailbox = Mailbox::of(self);
        mailbox.play(moves);
        mailbox.irreversible
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use crate::chess960;
    use crate::movegen::legal_moves;
    use crate::notation::fen;

    #[test]
    fn positions_are_those_of_single_moves() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut castled, mut passed) = (0, 0);
        for n in 0..2000_u16 {
            let start = match n % 4 {
                0 => fen::read("r3k2r/1pp3pp/8/3pP3/2Pp4/8/PP4PP/R3K2R b KQkq c3 3 9").unwrap(),
                _ => chess960::position(n % 960).unwrap(),
            };
            let (mut position, mut moves, mut irreversible) = (start, Vec::new(), 0);
            for _ in 0..rng.next_u32() % 150 {
                let legal = legal_moves(&position);
                let Some(&m) = legal.get(rng.next_u32() as usize % legal.len().max(1)) else {
                    break;
                };
                castled += usize::from(position.placement().by_color(position.turn()).has(m.to()));
                passed += usize::from(position.ep_square() == Some(m.to()));
                position.play_unchecked(m);
                moves.push(m);
                if position.halfmove_clock() == 0 {
                    irreversible = moves.len();
                }
            }
            let mut at_once = start;
            at_once.play_all(&moves);
            assert_eq!(at_once.to_setup(), position.to_setup());
            assert_eq!(at_once.pieces_key(), position.pieces_key());
            assert_eq!(start.irreversible_part(&moves), irreversible);
        }
        assert!(castled > 100 && passed > 30, "{castled} {passed}");
    }
}
