//! Moves in as few bits as the position allows.
//!
//! First the piece: its number among the side to move's, by squares from a1 to h8. Then the target: its number
//! among those that the piece reaches by its way of moving, checks and pins left aside. Each number has
//! as many bits as the largest needs.
//!
//! A pawn reaches the squares of its captures (en passant where it is legal) and pushes; on the seventh
//! rank each target counts four times, for knight, bishop, rook, queen. A king reaches, after its
//! steps, the rooks with which its side has the right to castle, on the a-side first.

use super::bits::{BitReader, BitWriter, width};
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, Move, PieceType, Rank, Square};

/// What a piece reaches.
struct Reach {
    piece_type: PieceType,
    targets: Bitboard,
    /// The rooks that a king may castle with, a-side and h-side.
    rooks: [Option<Square>; 2],
    promotes: bool,
}

impl Reach {
    #[inline(always)]
    fn of<B: Backend>(backend: B, position: &Position, from: Square) -> Reach {
        let placement = position.placement();
        let us = position.turn();
        let (own, occupied) = (placement.by_color(us), placement.occupied());
        let piece_type = placement.type_at_unchecked(from);
        let mut reach =
            Reach { piece_type, targets: Bitboard::EMPTY, rooks: [None; 2], promotes: false };
        if piece_type == PieceType::Pawn {
            let mut prey = placement.by_color(!us);
            if let Some(square) = position.legal_ep_square() {
                prey = prey.with(square);
            }
            reach.targets = attacks::pawn(us, from) & prey;
            let forward: i8 = if us == Color::White { 8 } else { -8 };
            let rank = from.rank().relative_to(us);
            if let Some(one) = from.offset(forward).filter(|&one| !occupied.has(one)) {
                reach.targets = reach.targets.with(one);
                let two = one.offset(forward).filter(|&two| !occupied.has(two));
                if let Some(two) = two.filter(|_| rank == Rank::Second) {
                    reach.targets = reach.targets.with(two);
                }
            }
            reach.promotes = rank == Rank::Seventh;
        } else {
            reach.targets = attacks::piece(backend, piece_type, from, occupied) - own;
            if piece_type == PieceType::King {
                let sides = [CastlingSide::Queen, CastlingSide::King];
                reach.rooks = sides.map(|side| position.castling_rook(us, side));
            }
        }
        reach
    }

    fn count(&self) -> u32 {
        let rooks = self.rooks.iter().flatten().count() as u32;
        self.targets.len() * if self.promotes { 4 } else { 1 } + rooks
    }
}

/// The square of a set with this number.
#[inline(always)]
fn nth(set: Bitboard, number: u32) -> Option<Square> {
    let mut rest = set.0;
    for _ in 0..number {
        rest &= rest.wrapping_sub(1);
    }
    Bitboard(rest).first()
}

/// The number of a square in a set.
#[inline(always)]
fn number_of(set: Bitboard, square: Square) -> u32 {
    (set.0 & ((1 << square as u8) - 1)).count_ones()
}

/// Reads a move; `None` if a number is too large.
#[inline(always)]
pub(super) fn read<B: Backend>(
    backend: B,
    position: &Position,
    bits: &mut BitReader<'_>,
) -> Option<Move> {
    let own = position.placement().by_color(position.turn());
    let from = nth(own, bits.take(width(own.len())))?;
    let reach = Reach::of(backend, position, from);
    let number = bits.take(width(reach.count()));
    if reach.promotes {
        let piece = PieceType::from_index(1 + (number % 4) as usize)?;
        return Move::promotion(from, nth(reach.targets, number / 4)?, piece);
    }
    let to = match number.checked_sub(reach.targets.len()) {
        None => nth(reach.targets, number)?,
        Some(castling) => reach.rooks.into_iter().flatten().nth(castling as usize)?,
    };
    Move::new(from, to)
}

/// Writes a legal move.
#[inline(always)]
pub(super) fn write<B: Backend>(
    backend: B,
    position: &Position,
    m: Move,
    bits: &mut BitWriter<'_>,
) {
    let own = position.placement().by_color(position.turn());
    bits.push(number_of(own, m.from()), width(own.len()));
    let reach = Reach::of(backend, position, m.from());
    let number = match m.promoted() {
        Some(piece) => {
            4 * number_of(reach.targets, m.to()) + (piece as u32 - PieceType::Knight as u32)
        }
        None if reach.piece_type == PieceType::King && own.has(m.to()) => {
            let rooks = reach.rooks.into_iter().flatten();
            reach.targets.len() + rooks.take_while(|&rook| rook != m.to()).count() as u32
        }
        None => number_of(reach.targets, m.to()),
    };
    bits.push(number, width(reach.count()));
}
