//! Lines of the board, and slow slider attacks, which fill and test the fast tables.

use crate::types::{Bitboard, Square};

/// The four directions of a rook.
pub(crate) const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The four directions of a bishop.
pub(crate) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares in one direction from a square, up to and including the first occupied one.
pub(crate) const fn walk(square: usize, occupied: u64, (df, dr): (i8, i8)) -> u64 {
    let (mut file, mut rank) = ((square % 8) as i8 + df, (square / 8) as i8 + dr);
    let mut seen = 0;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        let bit = 1 << (rank * 8 + file);
        seen |= bit;
        if occupied & bit != 0 {
            break;
        }
        file += df;
        rank += dr;
    }
    seen
}

/// The attacks of a slider with these four directions, computed step by step.
pub(crate) const fn walk_all(square: usize, occupied: u64, directions: &[(i8, i8); 4]) -> u64 {
    walk(square, occupied, directions[0])
        | walk(square, occupied, directions[1])
        | walk(square, occupied, directions[2])
        | walk(square, occupied, directions[3])
}

const fn between_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut n = 0;
        while n < 8 {
            let direction = if n < 4 { ORTHOGONAL[n] } else { DIAGONAL[n - 4] };
            let mut ray = walk(from, 0, direction);
            while ray != 0 {
                let to = ray.trailing_zeros() as usize;
                let seen = walk(from, 1 << to, direction);
                table[from][to] = Bitboard(seen & !(1 << to));
                ray &= ray - 1;
            }
            n += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = between_table();

/// The squares strictly between two squares of a line; empty if they share no line.
///
/// ```
/// use enroque::{attacks, types::{Bitboard, Square}};
/// assert_eq!(attacks::between(Square::E1, Square::G1), Square::F1.into());
/// assert_eq!(attacks::between(Square::E1, Square::F3), Bitboard::EMPTY);
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares; empty if they share no line or are equal.
///
/// ```
/// use enroque::{attacks, types::{Bitboard, Rank, Square}};
/// assert_eq!(attacks::line(Square::E1, Square::G1), Rank::First.into());
/// assert_eq!(attacks::line(Square::E1, Square::F3), Bitboard::EMPTY);
/// ```
pub fn line(a: Square, b: Square) -> Bitboard {
    for lines in [diagonals, orthogonals] {
        if lines(a).has(b) {
            return (lines(a) & lines(b)).with(a).with(b);
        }
    }
    Bitboard::EMPTY
}

/// The attacks of a bishop on an empty board.
#[inline(always)]
pub const fn diagonals(square: Square) -> Bitboard {
    DIAGONALS[square.index()]
}

/// The attacks of a rook on an empty board.
#[inline(always)]
pub const fn orthogonals(square: Square) -> Bitboard {
    ORTHOGONALS[square.index()]
}

const fn empty_board_table(directions: &[(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(walk_all(square, 0, directions));
        square += 1;
    }
    table
}

static DIAGONALS: [Bitboard; 64] = empty_board_table(&DIAGONAL);
static ORTHOGONALS: [Bitboard; 64] = empty_board_table(&ORTHOGONAL);
