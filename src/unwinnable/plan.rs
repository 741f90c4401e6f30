//! A plan for a distant helpmate, which classifies moves. It affects the order of the search, not
//! correctness.

use super::heuristic;
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The effect of a move on a plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Step {
    /// It brings a piece nearer to its target.
    Forward,
    /// It has no effect.
    Aside,
    /// It loses a piece that may be needed.
    Back,
}

/// Distances of each piece type from its target for a mate of the losing king in a corner.
///
/// The winner's pawns advance and the winner's pieces capture; the loser's pawns change files by
/// captures so that they can advance. Kings, knights and bishops of both players go to the corner,
/// bishops around the pieces that never move.
pub(super) struct Plan {
    winner: Color,
    /// Distances in moves: kings and knights of winner and loser, and bishops of both.
    kings: [Distances; 2],
    knights: [Distances; 2],
    bishops: Distances,
    /// Moves at the root after which the winner never mates; they are avoided everywhere.
    avoided: Vec<Move>,
}

type Distances = [u8; 64];

/// The distance of squares that cannot be reached.
const FAR: u8 = u8::MAX;

/// With this number of pieces or fewer, captures are no longer steps forward.
const FEW_PIECES: u32 = 5;

impl Plan {
    pub(super) fn new<B: Backend>(
        backend: B,
        winner: Color,
        corner: Square,
        fixed: Bitboard,
        avoided: Vec<Move>,
    ) -> Plan {
        // reflects a square near h8 to the corner
        let near_corner = |square: Square| {
            Bitboard::from(Square::from_low_bits(square as u8 ^ corner as u8 ^ Square::H8 as u8))
        };
        let king = |goal| distances(goal, attacks::king);
        let knight = |goal| distances(goal, attacks::knight);
        let near = attacks::king(corner).with(corner) - near_corner(Square::G7);
        Plan {
            winner,
            kings: [king(near_corner(Square::G7)), king(Bitboard::from(corner))],
            knights: [knight(near_corner(Square::E5)), knight(near_corner(Square::G8))],
            bishops: distances(near - fixed, |square| backend.bishop(square, fixed) - fixed),
            avoided,
        }
    }

    /// Returns the effect of a legal move.
    pub(super) fn step(&self, position: &Position, m: Move) -> Step {
        use PieceType::{Bishop, King, Knight, Pawn};
        let placement = position.placement();
        let (from, to) = (m.from().index(), m.to().index());
        let piece_type = placement.type_at_unchecked(m.from());
        let is_loser = position.turn() != self.winner;
        let captures = placement.by_color(!position.turn()).has(m.to());
        let nears = |distances: &Distances| distances[to] < distances[from];
        if self.avoided.contains(&m) {
            return Step::Back;
        }
        let forward = match piece_type {
            Pawn if !is_loser => true,
            _ if captures && !is_loser => true,
            _ if captures
                && placement.occupied().len() > FEW_PIECES
                && (piece_type == Pawn || placement.type_at_unchecked(m.to()) == Pawn) =>
            {
                true
            }
            King => nears(&self.kings[is_loser as usize]),
            Knight => nears(&self.knights[is_loser as usize]),
            Bishop if is_loser => nears(&self.bishops),
            // near the corner the winner's bishop must leave the squares of the mate
            Bishop => match self.bishops[from] {
                FAR | 2 => false,
                0 | 1 => self.bishops[to] > self.bishops[from],
                _ => nears(&self.bishops),
            },
            _ => false,
        };
        match forward {
            true => Step::Forward,
            false if is_loser && captures => Step::Back,
            false => Step::Aside,
        }
    }
}

/// Returns the number of moves from each square to the nearest goal.
fn distances(goals: Bitboard, reach: impl Fn(Square) -> Bitboard) -> Distances {
    let mut distances = [FAR; 64];
    let (mut seen, mut last) = (goals, goals);
    for distance in 0.. {
        for square in last {
            distances[square.index()] = distance;
        }
        let next = last.into_iter().fold(Bitboard::EMPTY, |all, square| all | reach(square));
        last = next - seen;
        seen |= last;
        if last.is_empty() {
            return distances;
        }
    }
    distances
}

/// Returns the corners, first those in which the losing king may be mated.
pub(super) fn corners(position: &Position, winner: Color, squares: Bitboard) -> [Square; 4] {
    let mut corners = heuristic::Heuristic::corners(position, winner).map(heuristic::corner);
    corners.sort_by_key(|&corner| !squares.has(corner));
    corners
}
