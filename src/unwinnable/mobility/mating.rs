//! Whether the sets of squares allow a mate of the losing king.

use super::{Mobility, steps};
use crate::attacks::{self, Backend};
use crate::types::{Bitboard, Color, PieceType, Square};

/// The squares that the winner's pieces other than the king may ever attack.
#[derive(Default)]
struct Attacks {
    /// Squares on which they may give check.
    checks: Bitboard,
    /// Squares that they may attack.
    covers: Bitboard,
    /// Squares of bishops and queens, and of rooks and queens.
    diagonal: Bitboard,
    orthogonal: Bitboard,
    /// Squares of the loser's pieces other than the king.
    blocked: Bitboard,
}

impl Mobility<'_> {
    /// Whether the sets allow a mate on some square: the king may get there, a piece may give check
    /// there, and each flight square may be attacked by a piece or by the winner's king, or
    /// occupied by a piece of the loser, a different one for each square.
    ///
    /// A piece that never moves never gives check: a pawn or knight attacks after a move, a slider
    /// on a line that opens could also move along it, and the king never moves to a square that
    /// such a piece attacks now.
    #[inline(always)]
    pub(super) fn mate_is_possible<B: Backend>(&self, backend: B) -> bool {
        self.mating_squares(backend).next().is_some()
    }

    /// Returns the squares on which the sets allow a mate.
    #[inline(always)]
    pub(super) fn mating_squares<B: Backend>(&self, backend: B) -> impl Iterator<Item = Square> {
        let attacks = self.winners_attacks(backend);
        let squares = self.king(!self.winner).reach & attacks.checks;
        squares.into_iter().filter(move |&square| self.may_be_mated_on(square, &attacks))
    }

    #[inline(always)]
    fn may_be_mated_on(&self, square: Square, attacks: &Attacks) -> bool {
        let loser = !self.winner;
        let neighbors = attacks::king(square);
        let flights = neighbors - attacks.covers - attacked_through_king(square, attacks);
        let can_block = |flights: Bitboard| {
            (flights - attacks.blocked).is_empty() && self.can_block(loser, flights)
        };
        if flights.is_empty() || can_block(flights) {
            return true;
        }
        // the winner's king attacks a flight square only from two squares away
        let ring = steps::of(PieceType::King, neighbors) - neighbors.with(square);
        let kings = self.king(self.winner).reach & ring;
        kings.into_iter().any(|king| can_block(flights - attacks::king(king)))
    }

    #[inline(always)]
    fn winners_attacks<B: Backend>(&self, backend: B) -> Attacks {
        let blocked = self.promoted[(!self.winner).index()];
        let mut attacks = Attacks { blocked, ..Attacks::default() };
        for (index, piece) in self.pieces.iter().enumerate() {
            let moved_last = self.last_moved == Some(index);
            if piece.piece_type == PieceType::King {
                continue;
            }
            if piece.color != self.winner {
                attacks.blocked |= piece.reach;
                continue;
            }
            let squares = piece.reach;
            match piece.piece_type {
                PieceType::Pawn => {
                    attacks.covers |= attacks::pawns(piece.color, squares);
                    let unmoved = if moved_last { Bitboard::EMPTY } else { piece.origin };
                    attacks.checks |= attacks::pawns(piece.color, squares - unmoved);
                }
                piece_type => {
                    let mut attacked = steps::of(piece_type, squares);
                    let mut lines = squares;
                    if piece.forbidden.any() {
                        // it attacks beyond the squares that it may only cross
                        let all = piece.steps(backend, piece_type, self.fixed());
                        lines |= all & piece.forbidden;
                        attacked |= all;
                    }
                    attacks.covers |= attacked;
                    if !piece.never_moves() || piece.forbidden.any() || moved_last {
                        attacks.checks |= attacked;
                    }
                    if piece_type != PieceType::Knight {
                        attacks.add_lines(piece_type, lines);
                    }
                }
            }
        }
        let promoted = self.promoted[self.winner.index()];
        if promoted.any() {
            let attacked =
                steps::of(PieceType::Queen, promoted) | steps::of(PieceType::Knight, promoted);
            attacks.covers |= attacked;
            attacks.checks |= attacked;
            attacks.add_lines(PieceType::Queen, promoted);
        }
        attacks
    }

    /// Returns the squares of pieces that never move and are never captured.
    pub(super) fn fixed(&self) -> Bitboard {
        let fixed = self.pieces.iter().filter(|piece| piece.is_fixed());
        fixed.fold(Bitboard::EMPTY, |all, piece| all | piece.origin)
    }

    /// Whether pieces of `color` may occupy all these squares at once.
    #[inline(always)]
    fn can_block(&self, color: Color, squares: Bitboard) -> bool {
        // promoted pieces may occupy them too, in any number
        let squares = squares - self.promoted[color.index()];
        let mut candidates = [0u64; 8];
        for (candidates, square) in candidates.iter_mut().zip(squares) {
            for (index, piece) in self.pieces.iter().enumerate() {
                if piece.color == color
                    && piece.piece_type != PieceType::King
                    && piece.reach.has(square)
                {
                    *candidates |= 1 << index;
                }
            }
            if *candidates == 0 {
                return false;
            }
        }
        has_distinct(&candidates[..squares.len().min(8) as usize])
    }
}

impl Attacks {
    #[inline(always)]
    fn add_lines(&mut self, piece_type: PieceType, squares: Bitboard) {
        if piece_type != PieceType::Rook {
            self.diagonal |= squares;
        }
        if piece_type != PieceType::Bishop {
            self.orthogonal |= squares;
        }
    }
}

/// Returns the neighbors of a king's square that a slider attacks through the king.
#[inline(always)]
fn attacked_through_king(square: Square, attacks: &Attacks) -> Bitboard {
    let king = Bitboard::from(square);
    let attackers =
        steps::orthogonal(king) & attacks.orthogonal | steps::diagonal(king) & attacks.diagonal;
    // the neighbor on the opposite side, unless it is off the board
    let opposite =
        |from: Square| Square::from_index((2 * square.index()).checked_sub(from.index())?);
    attackers.into_iter().filter_map(opposite).collect::<Bitboard>() & attacks::king(square)
}

/// Whether a different member can be chosen from each set: by Hall's theorem, if the union of any
/// choice of sets has at least as many members as there are sets in the choice.
fn has_distinct(sets: &[u64]) -> bool {
    (1u32..1 << sets.len()).all(|choice| {
        let chosen = sets.iter().enumerate().filter(|(index, _)| choice >> index & 1 != 0);
        let union = chosen.fold(0, |union, (_, set)| union | set);
        union.count_ones() >= choice.count_ones()
    })
}
