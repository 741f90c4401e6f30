//! The earliest ply at which a position may match, by a replay of the pawns alone.
//!
//! It takes a fifth of the time of a replay of all pieces, and excludes most games in which a pawn
//! structure does not occur.

use super::piece_set::PieceSet;
use crate::position::{Placement, Position};
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Rank, Square};

/// Constraints on the pawns of a matching position, and on the moves that lead to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    /// The squares with a pawn, White's and Black's.
    present: [Bitboard; 2],
    /// The squares without a pawn of a color.
    absent: [Bitboard; 2],
    /// The squares of the second to the seventh rank whose contents are not those of a start position of
    /// (double) Chess960, so that an earlier move of such a game began or ended there.
    touched: Bitboard,
}

impl Approach {
    pub(super) const NONE: Approach = Approach {
        present: [Bitboard::EMPTY; 2],
        absent: [Bitboard::EMPTY; 2],
        touched: Bitboard::EMPTY,
    };

    /// Adds that a square contains an element of a set.
    pub(super) fn add(&mut self, square: Square, set: PieceSet) {
        for color in Color::ALL {
            let pawn = pawn(color);
            if set == pawn {
                self.present[color.index()] |= square.into();
            }
            if !set.has(pawn) {
                self.absent[color.index()] |= square.into();
            }
        }
        if !set.has(start_contents(square)) {
            self.touched |= square.into();
        }
    }

    /// Combines the constraints of positions that meet both by `|`, of those that meet one of the
    /// two by `&`.
    pub(super) fn join(
        self,
        other: Approach,
        join: fn(Bitboard, Bitboard) -> Bitboard,
    ) -> Approach {
        let both = |a: [Bitboard; 2], b: [Bitboard; 2]| [join(a[0], b[0]), join(a[1], b[1])];
        Approach {
            present: both(self.present, other.present),
            absent: both(self.absent, other.absent),
            touched: join(self.touched, other.touched),
        }
    }

    /// The constraints on later positions: pawns do not return to their home squares.
    pub(super) fn after(self) -> Approach {
        let [white, black] = self.absent;
        let absent = [white & Rank::Second.into(), black & Rank::Seventh.into()];
        Approach { present: [Bitboard::EMPTY; 2], absent, touched: self.touched }
    }

    /// Whether no square both has a pawn and has none.
    pub(super) fn is_possible(&self) -> bool {
        let [white, black] = [0, 1].map(|color| self.present[color] & self.absent[color]);
        (white | black).is_empty()
    }

    /// The home pawns that are required, and those that are allowed, as in
    /// [`home_pawns`](crate::games::home_pawns).
    pub(super) fn home_pawns(&self) -> (u16, u16) {
        let homes = |[white, black]: [Bitboard; 2]| {
            u16::from((white.0 >> 8) as u8) | u16::from((black.0 >> 48) as u8) << 8
        };
        (homes(self.present), !homes(self.absent))
    }

    /// Whether no start position is known to differ from a matching position.
    pub(super) fn is_from_start(&self) -> bool {
        self.touched.is_empty() && self.are_met(&Pawns::of(&Position::standard()))
    }

    #[inline(always)]
    fn are_met(&self, pawns: &Pawns) -> bool {
        let [white, black] = pawns.squares;
        let missing = (self.present[0] - white) | (self.present[1] - black);
        (missing | self.absent[0] & white | self.absent[1] & black).is_empty()
    }

    /// Returns the first ply, `last` at most, at which a position may match; `None` if none may.
    #[inline(always)]
    pub(super) fn first_ply(&self, start: &Position, moves: &[Move], last: usize) -> Option<usize> {
        let mut pawns = Pawns::of(start);
        let mut untouched =
            if is_start(start.placement()) { self.touched } else { Bitboard::EMPTY };
        // pawns do not return to their home squares
        let [white, black] = self.present;
        let homes = [white & Rank::Second.into(), black & Rank::Seventh.into()];
        let mut moves = moves.iter();
        for ply in 0..=last {
            if untouched.is_empty() && self.are_met(&pawns) {
                return Some(ply);
            }
            let [white, black] = pawns.squares;
            if !((homes[0] - white) | (homes[1] - black)).is_empty() {
                return None;
            }
            let m = *moves.next()?;
            untouched -= Bitboard::from_square(m.from()).with(m.to());
            pawns.play(m);
        }
        None
    }
}

/// The pawns of a position.
struct Pawns {
    /// White's and Black's.
    squares: [Bitboard; 2],
    /// The square that a pawn has passed by the last move.
    passed: Bitboard,
}

impl Pawns {
    #[inline(always)]
    fn of(position: &Position) -> Pawns {
        let placement = position.placement();
        Pawns {
            squares: Color::ALL.map(|color| placement.pieces(color, PieceType::Pawn)),
            passed: position.ep_square().map_or(Bitboard::EMPTY, Bitboard::from_square),
        }
    }

    /// Plays a legal move.
    #[inline(always)]
    fn play(&mut self, m: Move) {
        let (from, to) = (Bitboard::from_square(m.from()), Bitboard::from_square(m.to()));
        let [white, black] = self.squares;
        let is_pawn = !((white | black) & from).is_empty();
        let mut cleared = from | to;
        if is_pawn & (to == self.passed) {
            // en passant: the captured pawn is on the rank of the origin and the file of the target
            cleared |= Bitboard::from_square(Square::from_low_bits(m.to() as u8 ^ 8));
        }
        let placed = to - Bitboard::from(Rank::First) - Bitboard::from(Rank::Eighth);
        let moved = |pawns: Bitboard| {
            let is_moved = !(pawns & from).is_empty();
            (pawns - cleared) | if is_moved { placed } else { Bitboard::EMPTY }
        };
        self.squares = [moved(white), moved(black)];
        let is_double = is_pawn & (m.from() as u8 ^ m.to() as u8 == 16);
        let middle = Square::from_low_bits((m.from() as u8 + m.to() as u8) / 2);
        self.passed = if is_double { Bitboard::from_square(middle) } else { Bitboard::EMPTY };
    }
}

fn pawn(color: Color) -> PieceSet {
    PieceSet::of(Piece { color, piece_type: PieceType::Pawn })
}

/// The contents of a square at the start of a game of (double) Chess960; anything on the first and
/// the last rank.
fn start_contents(square: Square) -> PieceSet {
    match square.rank() {
        Rank::First | Rank::Eighth => PieceSet::ALL,
        Rank::Second => pawn(Color::White),
        Rank::Seventh => pawn(Color::Black),
        _ => PieceSet::EMPTY,
    }
}

/// Whether the second to the seventh rank are those of a start position of (double) Chess960.
#[inline(always)]
fn is_start(placement: &Placement) -> bool {
    placement.pieces(Color::White, PieceType::Pawn) == Rank::Second.into()
        && placement.pieces(Color::Black, PieceType::Pawn) == Rank::Seventh.into()
        && (placement.occupied().0 >> 16) as u32 == 0
}
