//! lc0's 1858 move indices.

use super::Transform;
use crate::position::Position;
use crate::tensor::Policy;
use crate::types::{Color, Move, PieceType, Square};

/// Moves that are no promotion to queen, rook or bishop.
const PLAIN: usize = 1792;
const SIZE: usize = 1858;
/// In [`INDICES`]: no queen and no knight goes that way.
const NONE: u16 = u16::MAX;

/// The index of a plain move: all ways of queens and knights, by origin, then by target.
static INDICES: [[u16; 64]; 64] = {
    let mut indices = [[NONE; 64]; 64];
    let (mut next, mut from) = (0, 0);
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let files = (from as i8 % 8 - to as i8 % 8).abs();
            let ranks = (from as i8 / 8 - to as i8 / 8).abs();
            let queen = from != to && (files == 0 || ranks == 0 || files == ranks);
            if queen || files * ranks == 2 {
                indices[from][to] = next;
                next += 1;
            }
            to += 1;
        }
        from += 1;
    }
    assert!(next as usize == PLAIN);
    indices
};

/// lc0's policy: 1858 indices, from the side to move's side.
///
/// First all 1792 ways that a queen or a knight can go, by origin and target from a1 to h8, then
/// the promotions from the seventh rank by file, target and piece: queen, rook, bishop. A promotion
/// to knight is the plain move. Castling is the king taking the own rook (`e1h1` 103, `e1a1` 97), so
/// Chess960 needs nothing more.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Policy, lc0::Lc0Policy};
/// use enroque::types::{Move, Square};
/// let policy = Lc0Policy::default();
/// let start = Position::standard();
/// let e4 = Move::new(Square::E2, Square::E4).unwrap();
/// assert_eq!(policy.index(&start, e4), Some(322));
/// assert_eq!(policy.legal_move(&start, 322), Some(e4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lc0Policy {
    /// Whether squares are turned by the position's [`Transform`], as networks of the canonical
    /// input formats want it. (lc0 since March 2025, pull request 2126, gives other numbers where
    /// the board is transposed; v0.31.2, which the networks were trained with, gives these.)
    pub canonical: bool,
}

impl Policy for Lc0Policy {
    fn name(&self) -> &'static str {
        "lc0"
    }

    #[inline(always)]
    fn size(&self) -> usize {
        SIZE
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        self.indices(position)(m)
    }

    #[inline(always)]
    fn indices<'a>(&'a self, position: &'a Position) -> impl Fn(Move) -> Option<usize> + 'a {
        let is_mirrored = position.turn() == Color::Black;
        let transform = self.canonical.then(|| Transform::of(position));
        let seen = move |square: Square| {
            let square = if is_mirrored { square.mirror() } else { square };
            transform.map_or(square, |transform| transform.square(square))
        };
        move |m| {
            let (from, to) = (seen(m.from()), seen(m.to()));
            match m.promoted() {
                None | Some(PieceType::Knight) => {
                    let index = INDICES[from.index()][to.index()];
                    (index != NONE).then_some(index as usize)
                }
                Some(piece) => promotion(from, to, piece),
            }
        }
    }
}

/// The index of a promotion to queen, rook or bishop.
#[inline(always)]
fn promotion(from: Square, to: Square, piece: PieceType) -> Option<usize> {
    let (from, to) = (from.file().index(), to.file().index());
    if from.abs_diff(to) > 1 {
        return None;
    }
    // the a-file has no target to its left
    let targets_before = 2 * from + to;
    let piece = match piece {
        PieceType::Queen => 0,
        PieceType::Rook => 1,
        PieceType::Bishop => 2,
        _ => return None,
    };
    Some(PLAIN + 3 * targets_before + piece)
}
