//! Attacks of pawns, knights and kings, in tables computed at compile time.

use crate::types::{Bitboard, Color, Square};

const fn steps(square: usize, deltas: &[(i8, i8)]) -> u64 {
    let (file, rank) = ((square % 8) as i8, (square / 8) as i8);
    let (mut set, mut i) = (0, 0);
    while i < deltas.len() {
        let (f, r) = (file + deltas[i].0, rank + deltas[i].1);
        if f >= 0 && f < 8 && r >= 0 && r < 8 {
            set |= 1 << (r * 8 + f);
        }
        i += 1;
    }
    set
}

const fn table(deltas: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(steps(square, deltas));
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] =
    table(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] =
    table(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [table(&[(-1, 1), (1, 1)]), table(&[(-1, -1), (1, -1)])];

/// The squares that a knight attacks (FIDE 3.6).
#[inline(always)]
pub const fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king attacks (FIDE 3.8.1).
#[inline(always)]
pub const fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of this color attacks (FIDE 3.7.3).
#[inline(always)]
pub const fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that all pawns of this color in the set attack.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = match color {
        Color::White => pawns.north(),
        Color::Black => pawns.south(),
    };
    ahead.east() | ahead.west()
}

/// The squares that all knights in the set attack.
#[inline(always)]
pub fn knights(knights: Bitboard) -> Bitboard {
    let (east, west) = (knights.east(), knights.west());
    let near = east | west;
    let far = east.east() | west.west();
    near.north().north() | near.south().south() | far.north() | far.south()
}
