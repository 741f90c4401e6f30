//! Policies of 73 move kinds from each of 64 squares, in three orders.

use std::ops::Range;

use crate::position::Position;
use crate::tensor::{Policy, PolicyConventions};
use crate::types::{CastlingSide, Color, File, Move, PieceType, Square};

/// The number of move kinds from a square: 56 queen moves, 8 knight moves, 9 underpromotions.
const KINDS: usize = 73;

/// A move from the side to move's side.
struct RelativeMove {
    from: Square,
    /// Files to the right and ranks forward.
    step: (i8, i8),
    promoted: Option<PieceType>,
    castling: Option<CastlingSide>,
}

impl RelativeMove {
    #[inline(always)]
    fn new(position: &Position, m: Move) -> RelativeMove {
        let us = position.turn();
        let (from, mut to) = (m.from(), m.to());
        let mut castling = None;
        if position.placement().by_color(us).has(to) {
            let side = CastlingSide::of(from, to);
            castling = Some(side);
            // From the e-file, a king's move of two files is unambiguous. From other files it could
            // be an ordinary move, so castling is king takes rook there.
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
        RelativeMove { from, step: (files, ranks), promoted: m.promoted(), castling }
    }

    /// Returns the index of the first move kind from the square; squares are ordered by file, then
    /// rank.
    #[inline(always)]
    fn origin(&self) -> usize {
        KINDS * (8 * self.from.file().index() + self.from.rank().index())
    }

    /// The promotion piece, unless it is a queen.
    #[inline(always)]
    fn underpromotion(&self) -> Option<PieceType> {
        self.promoted.filter(|&piece| piece != PieceType::Queen)
    }
}

/// Returns the index of a knight's step in an order.
#[inline(always)]
fn knight(step: (i8, i8), order: [(i8, i8); 8]) -> Option<usize> {
    order.iter().position(|&other| other == step)
}

/// The order of knight steps in pgx and OpenSpiel.
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)];

/// Returns the move kind of pgx and OpenSpiel.
#[inline(always)]
fn kind(m: &RelativeMove) -> Option<usize> {
    let (files, ranks) = m.step;
    if let Some(piece) = m.underpromotion() {
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
        _ => return knight(m.step, KNIGHT_STEPS).map(|n| 9 + 4 * 14 + n),
    };
    // seven backward distances, then seven forward distances
    let step = if distance < 0 { distance + 7 } else { distance + 6 };
    Some(9 + 14 * line + step as usize)
}

/// The 4672 moves of AlphaZero in the order of pgx, from the side to move's side: for each square,
/// by file, then rank, 9 underpromotions (rook, bishop, knight; straight, right, left), 56 queen
/// moves and 8 knight moves. A promotion to queen has the index of the plain move.
///
/// Castling is the king's move of two files. As an extension for Chess960, which pgx does not have,
/// it is king takes rook if the king is not on the e-file.
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

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            order: "73 move kinds from each square: underpromotions, queen moves, knight moves",
            source: "Silver et al. 2018 in the order of pgx 2.6",
            ..PolicyConventions::default()
        }
    }

    #[inline(always)]
    fn size(&self) -> usize {
        64 * KINDS
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        let relative = RelativeMove::new(position, m);
        Some(relative.origin() + kind(&relative)?)
    }
}

/// The 4674 actions of OpenSpiel: as [`AlphaZeroPolicy`], except castling, which is 4672 on the
/// a-side and 4673 on the h-side, also in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OpenSpielPolicy;

impl Policy for OpenSpielPolicy {
    fn name(&self) -> &'static str {
        "openspiel"
    }

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            order: "73 move kinds from each square: underpromotions, queen and knight moves; then castling",
            castling: "4672 on the a-side, 4673 on the h-side",
            chess960: "as in the source",
            source: "OpenSpiel 2.0.2",
            ..PolicyConventions::default()
        }
    }

    fn castling_indices(&self) -> Range<usize> {
        64 * KINDS..self.size()
    }

    #[inline(always)]
    fn size(&self) -> usize {
        64 * KINDS + 2
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        let relative = RelativeMove::new(position, m);
        match relative.castling {
            Some(CastlingSide::Queen) => Some(64 * KINDS),
            Some(CastlingSide::King) => Some(64 * KINDS + 1),
            None => Some(relative.origin() + kind(&relative)?),
        }
    }
}

/// The 4672 actions of PettingZoo, from the side to move's side: for each square, by file, then
/// rank, 56 queen moves by distance and direction, 8 knight moves, 9 underpromotions. A promotion
/// to queen has the index of the plain move.
///
/// Castling is the king's move of two files, with the same extension for Chess960 as in
/// [`AlphaZeroPolicy`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PettingZooPolicy;

impl Policy for PettingZooPolicy {
    fn name(&self) -> &'static str {
        "pettingzoo"
    }

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            order: "73 move kinds from each square: queen moves, knight moves, underpromotions",
            source: "PettingZoo 1.27 chess_v6",
            ..PolicyConventions::default()
        }
    }

    #[inline(always)]
    fn size(&self) -> usize {
        64 * KINDS
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        const KNIGHT_STEPS: [(i8, i8); 8] =
            [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
        let relative = RelativeMove::new(position, m);
        let (files, ranks) = relative.step;
        let kind = if let Some(piece) = relative.underpromotion() {
            let piece = match piece {
                PieceType::Knight => 0,
                PieceType::Bishop => 1,
                _ => 2,
            };
            64 + 3 * usize::try_from(files + 1).ok().filter(|&n| n < 3)? + piece
        } else if files == 0 || ranks == 0 || files.abs() == ranks.abs() {
            let distance = files.abs().max(ranks.abs());
            // the eight neighbors by file, then rank, without the square itself
            let neighbor = (3 * (files.signum() + 1) + ranks.signum() + 1) as usize;
            let direction = if neighbor > 4 { neighbor - 1 } else { neighbor };
            8 * usize::try_from(distance - 1).ok()? + direction
        } else {
            56 + knight(relative.step, KNIGHT_STEPS)?
        };
        Some(relative.origin() + kind)
    }
}
