//! Moves in as few bits as the position allows.
//!
//! First the piece: its index among those of the side to move, from a1 to h8. Then the target: its
//! index among the pseudo-legal targets of the piece. Each index has as many bits as the largest
//! needs.
//!
//! Targets of a pawn are its captures (en passant if it is legal) and pushes; on the seventh rank
//! each target counts four times, for knight, bishop, rook, queen. A king has, after its other
//! targets, the rooks with castling rights, the a-side first.

use super::bits::{BitReader, BitWriter, width};
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, Move, PieceType, Rank, Square};

/// The pseudo-legal targets of a piece.
struct Targets {
    piece_type: PieceType,
    squares: Bitboard,
    /// The rooks that the king has the right to castle with, a-side and h-side.
    rooks: [Option<Square>; 2],
    promotes: bool,
}

impl Targets {
    #[inline(always)]
    fn of<B: Backend>(backend: B, position: &Position, from: Square) -> Targets {
        let placement = position.placement();
        let us = position.turn();
        let (own_pieces, occupied) = (placement.by_color(us), placement.occupied());
        let piece_type = placement.type_at_unchecked(from);
        let mut found =
            Targets { piece_type, squares: Bitboard::EMPTY, rooks: [None; 2], promotes: false };
        if piece_type == PieceType::Pawn {
            let mut capturable = placement.by_color(!us);
            if let Some(square) = position.legal_ep_square() {
                capturable = capturable.with(square);
            }
            found.squares = attacks::pawn(us, from) & capturable;
            let forward: i8 = if us == Color::White { 8 } else { -8 };
            let rank = from.rank().relative_to(us);
            if let Some(one) = from.offset(forward).filter(|&one| !occupied.has(one)) {
                found.squares = found.squares.with(one);
                let two = one.offset(forward).filter(|&two| !occupied.has(two));
                if let Some(two) = two.filter(|_| rank == Rank::Second) {
                    found.squares = found.squares.with(two);
                }
            }
            found.promotes = rank == Rank::Seventh;
        } else {
            found.squares = attacks::piece(backend, piece_type, from, occupied) - own_pieces;
            if piece_type == PieceType::King {
                let sides = [CastlingSide::Queen, CastlingSide::King];
                found.rooks = sides.map(|side| position.castling_rook(us, side));
            }
        }
        found
    }

    fn count(&self) -> u32 {
        let rooks = self.rooks.iter().flatten().count() as u32;
        self.squares.len() * if self.promotes { 4 } else { 1 } + rooks
    }
}

/// Returns the square with this index in a set.
fn nth(set: Bitboard, index: u32) -> Option<Square> {
    let mut rest = set.0;
    for _ in 0..index {
        rest &= rest.wrapping_sub(1);
    }
    Bitboard(rest).first()
}

/// Returns the index of a square in a set.
fn index_of(set: Bitboard, square: Square) -> u32 {
    (set.0 & ((1 << square as u8) - 1)).count_ones()
}

/// Reads a move; returns `None` if an index is too large.
#[inline(always)]
pub(super) fn read<B: Backend>(
    backend: B,
    position: &Position,
    bits: &mut BitReader<'_>,
) -> Option<Move> {
    let own = position.placement().by_color(position.turn());
    let from = nth(own, bits.take(width(own.len())))?;
    let found = Targets::of(backend, position, from);
    let index = bits.take(width(found.count()));
    if found.promotes {
        let piece = PieceType::from_index(1 + (index % 4) as usize)?;
        return Move::promotion(from, nth(found.squares, index / 4)?, piece);
    }
    let to = match index.checked_sub(found.squares.len()) {
        None => nth(found.squares, index)?,
        Some(castling) => found.rooks.into_iter().flatten().nth(castling as usize)?,
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
    bits.push(index_of(own, m.from()), width(own.len()));
    let found = Targets::of(backend, position, m.from());
    let index = match m.promoted() {
        Some(piece) => {
            4 * index_of(found.squares, m.to()) + (piece as u32 - PieceType::Knight as u32)
        }
        None if found.piece_type == PieceType::King && own.has(m.to()) => {
            let rooks = found.rooks.into_iter().flatten();
            found.squares.len() + rooks.take_while(|&rook| rook != m.to()).count() as u32
        }
        None => index_of(found.squares, m.to()),
    };
    bits.push(index, width(found.count()));
}
