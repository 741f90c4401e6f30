//! 73 kinds of move from each of 64 squares, in three orders.

use crate::position::Position;
use crate::tensor::Policy;
use crate::types::{CastlingSide, Color, File, Move, PieceType, Square};

/// Kinds of move from a square: 56 of queens, 8 of knights, 9 underpromotions.
const KINDS: usize = 73;

/// A move as the side to move sees it: the board is flipped by ranks for Black.
struct Seen {
    from: Square,
    /// Files to the right and ranks ahead.
    step: (i8, i8),
    promoted: Option<PieceType>,
    castling: Option<CastlingSide>,
}

impl Seen {
    #[inline(always)]
    fn of(position: &Position, m: Move) -> Seen {
        let us = position.turn();
        let (from, mut to) = (m.from(), m.to());
        let mut castling = None;
        if position.placement().by_color(us).has(to) {
            let side = CastlingSide::of(from, to);
            castling = Some(side);
            // From the e-file the king goes two files, which no ordinary move of his does. From
            // elsewhere it could be one, so there he takes the rook, which none does either.
            if from.file() == File::E {
                to = side.king_target(us);
            }
        }
        let (from, to) = match us {
            Color::White => (from, to),
            Color::Black => (from.mirror(), to.mirror()),
        };
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        Seen { from, step: (files, ranks), promoted: m.promoted(), castling }
    }

    /// The index of the first kind of move from the square; files come before ranks.
    #[inline(always)]
    fn origin(&self) -> usize {
        KINDS * (8 * self.from.file().index() + self.from.rank().index())
    }

    /// What a pawn becomes, if that is no queen.
    #[inline(always)]
    fn underpromotion(&self) -> Option<PieceType> {
        self.promoted.filter(|&piece| piece != PieceType::Queen)
    }
}

/// The place of a step among the eight that a knight has.
#[inline(always)]
fn knight(step: (i8, i8), order: [(i8, i8); 8]) -> Option<usize> {
    order.iter().position(|&other| other == step)
}

/// The order of knights' steps in pgx and OpenSpiel.
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)];

/// pgx's and OpenSpiel's kind of move.
#[inline(always)]
fn kind(seen: &Seen) -> Option<usize> {
    let (files, ranks) = seen.step;
    if let Some(piece) = seen.underpromotion() {
        let piece = match piece {
            PieceType::Rook => 0,
            PieceType::Bishop => 1,
            _ => 2,
        };
        let direction = match files {
            0 => 0,
            1 => 1,
            -1 => 2,
            _ => return None,
        };
        return Some(3 * piece + direction);
    }
    let (line, distance) = match (files, ranks) {
        (0, _) => (0, ranks),
        (_, 0) => (1, files),
        _ if files == ranks => (2, files),
        _ if files == -ranks => (3, files),
        _ => return knight(seen.step, KNIGHT_STEPS).map(|n| 9 + 4 * 14 + n),
    };
    // seven steps down, seven up, and none of length 0
    let place = if distance < 0 { distance + 7 } else { distance + 6 };
    Some(9 + 14 * line + place as usize)
}

/// AlphaZero's 4672 moves in pgx's order, from the side to move's side: for each square, by file, then by
/// rank, 9 underpromotions (rook, bishop, knight; straight, right, left), 56 moves of a queen and 8
/// of a knight. A promotion to queen is the plain move.
///
/// Castling is the king's move of two files. pgx has no Chess960; our extension: where the king does
/// not stand on the e-file, he takes his own rook.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Policy, alphazero::AlphaZeroPolicy};
/// use enroque::types::{Move, Square};
/// let e4 = Move::new(Square::E2, Square::E4).unwrap();
/// assert_eq!(AlphaZeroPolicy.index(&Position::standard(), e4), Some(2426));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlphaZeroPolicy;

impl Policy for AlphaZeroPolicy {
    fn name(&self) -> &'static str {
        "alphazero"
    }

    #[inline(always)]
    fn size(&self) -> usize {
        64 * KINDS
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        let seen = Seen::of(position, m);
        Some(seen.origin() + kind(&seen)?)
    }
}

/// OpenSpiel's 4674 actions: [`AlphaZeroPolicy`]'s but for castling, which is 4672 towards the a-file
/// and 4673 towards the h-file, in Chess960 too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OpenSpielPolicy;

impl Policy for OpenSpielPolicy {
    fn name(&self) -> &'static str {
        "openspiel"
    }

    #[inline(always)]
    fn size(&self) -> usize {
        64 * KINDS + 2
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        let seen = Seen::of(position, m);
        match seen.castling {
            Some(CastlingSide::Queen) => Some(64 * KINDS),
            Some(CastlingSide::King) => Some(64 * KINDS + 1),
            None => Some(seen.origin() + kind(&seen)?),
        }
    }
}

/// PettingZoo's 4672 actions, from the side to move's side: for each square, by file, then by rank, 56
/// moves of a queen by distance and direction, 8 of a knight, 9 underpromotions. A promotion to
/// queen is the plain move.
///
/// Castling is the king's move of two files. PettingZoo has no Chess960; our extension is the same as
/// in [`AlphaZeroPolicy`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PettingZooPolicy;

impl Policy for PettingZooPolicy {
    fn name(&self) -> &'static str {
        "pettingzoo"
    }

    #[inline(always)]
    fn size(&self) -> usize {
        64 * KINDS
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        const KNIGHT_STEPS: [(i8, i8); 8] =
            [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
        let seen = Seen::of(position, m);
        let (files, ranks) = seen.step;
        let kind = if let Some(piece) = seen.underpromotion() {
            let piece = match piece {
                PieceType::Knight => 0,
                PieceType::Bishop => 1,
                _ => 2,
            };
            64 + 3 * usize::try_from(files + 1).ok().filter(|&n| n < 3)? + piece
        } else if files == 0 || ranks == 0 || files.abs() == ranks.abs() {
            let distance = files.abs().max(ranks.abs());
            // the eight neighbors by file, then by rank, without the square itself
            let neighbor = (3 * (files.signum() + 1) + ranks.signum() + 1) as usize;
            let direction = if neighbor > 4 { neighbor - 1 } else { neighbor };
            8 * usize::try_from(distance - 1).ok()? + direction
        } else {
            56 + knight(seen.step, KNIGHT_STEPS)?
        };
        Some(seen.origin() + kind)
    }
}
