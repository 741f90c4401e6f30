//! A plan for a far helpmate: which moves are a step forward. A guess that decides the order of the search and
//! nothing else.

use super::guide;
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// What a move does for a plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Step {
    /// It brings a piece nearer to where the plan wants it.
    Forward,
    /// It does nothing for it.
    Aside,
    /// It costs a piece who may be needed.
    Back,
}

/// How far each piece type has to go to mate the losing king in a corner.
///
/// The winner's pawns run and his pieces capture what they can; the loser's pawns change files by captures
/// so that they run too. Kings, knights and bishops of both go to the corner, the bishops by the
/// way past the pieces that never move.
pub(super) struct Plan {
    winner: Color,
    /// The moves that each piece has to go, by kind: the winner's king, the loser's, their knights, and
    /// bishops of both.
    kings: [Distances; 2],
    knights: [Distances; 2],
    bishops: Distances,
    /// Moves at the root after which the winner never mates: they are bad elsewhere, too.
    avoided: Vec<Move>,
}

type Distances = [u8; 64];

/// No way leads there.
const FAR: u8 = u8::MAX;

/// With so few pieces none is to be captured any more.
const FEW_PIECES: u32 = 5;

impl Plan {
    pub(super) fn new<B: Backend>(
        backend: B,
        winner: Color,
        corner: Square,
        fixed: Bitboard,
        avoided: Vec<Move>,
    ) -> Plan {
        // the square that lies to the corner as one of h8's corner does to it
        let inside = |square: Square| {
            Bitboard::from(Square::from_low_bits(square as u8 ^ corner as u8 ^ Square::H8 as u8))
        };
        let king = |goal| distances(goal, attacks::king);
        let knight = |goal| distances(goal, attacks::knight);
        let near = attacks::king(corner).with(corner) - inside(Square::G7);
        Plan {
            winner,
            kings: [king(inside(Square::G7)), king(Bitboard::from(corner))],
            knights: [knight(inside(Square::E5)), knight(inside(Square::G8))],
            bishops: distances(near - fixed, |square| backend.bishop(square, fixed) - fixed),
            avoided,
        }
    }

    /// What a legal move does.
    #[inline(always)]
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
            // at the corner the winner's bishop makes room for the mate
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

/// How many moves lie between each square and the nearest goal.
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

/// The corners, those first in which the losing king may be mated.
pub(super) fn corners(position: &Position, winner: Color, squares: Bitboard) -> [Square; 4] {
    let mut corners = guide::Guide::corners(position, winner).map(guide::corner);
    corners.sort_by_key(|&corner| !squares.has(corner));
    corners
}
