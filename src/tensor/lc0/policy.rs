//! The policy of lc0.

use super::format::CANONICAL_VIEW;
use super::{InputFormat, Transform};
use crate::position::Position;
use crate::tensor::move_table::{MoveTable, NONE, Order, TABLE_MOVES};
use crate::tensor::options::{NameError, Options};
use crate::tensor::{Policy, PolicyConventions, View};
use crate::types::{Color, Move, PieceType, Square};

/// The number of indices: the move table and 22 promotions to three pieces.
const SIZE: usize = TABLE_MOVES + 66;

static PLAIN_MOVES: MoveTable = MoveTable::new(Order::Ascending);

/// [`PLAIN_MOVES`] by the bits of a move.
static BY_BITS: [u16; 4096] = MoveTable::new(Order::Ascending).by_bits();

/// The bits of a move that mirror its squares when they are flipped.
const RANKS: u16 = 56 << 6 | 56;

/// The policy of lc0: 1858 indices, from the side to move's side.
///
/// First the 1792 queen and knight moves by origin and target from a1 to h8, then the promotions
/// from the seventh rank by file, target and piece: queen, rook, bishop. A promotion to knight has
/// the index of the plain move. Castling is king takes rook (`e1h1` 103, `e1a1` 97), also in
/// Chess960.
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
    /// The input format of the network. In canonical formats, the position's [`Transform`] is
    /// applied to squares. Where the board is transposed, the indices are those of v0.31.2, with
    /// which the networks were trained; lc0 since pull request 2126 (March 2025) computes others.
    pub format: InputFormat,
}

impl Policy for Lc0Policy {
    fn name(&self) -> &'static str {
        "lc0"
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        options.choose("format", &mut self.format, &InputFormat::numbers())
    }

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            view: match self.format.is_canonical() {
                true => CANONICAL_VIEW,
                false => View::SideToMove.description(),
            },
            order: "queen and knight moves by origin, then target; then promotions",
            castling: "king takes rook",
            promotion: "to knight as the plain move; others by file, target, then queen, rook, bishop",
            chess960: "as in the source",
            source: "Leela Chess Zero 0.31",
        }
    }

    fn untransformed(&self) -> Option<Lc0Policy> {
        self.format.is_canonical().then(Lc0Policy::default)
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
        let transform = self.format.is_canonical().then(|| Transform::of(position));
        let seen = move |square: Square| {
            let square = if is_mirrored { square.mirror() } else { square };
            transform.map_or(square, |transform| transform.square(square))
        };
        move |m| {
            let (from, to) = (seen(m.from()), seen(m.to()));
            match m.promoted() {
                None | Some(PieceType::Knight) => PLAIN_MOVES.get(from, to),
                Some(piece) => promotion(from, to, piece),
            }
        }
    }

    /// Moves that do not promote take one look into a table, without branches.
    #[inline(always)]
    fn each_index(
        &self,
        position: &Position,
        moves: &[Move],
        mut each: impl FnMut(Move, Option<usize>),
    ) {
        let promotes = moves.iter().fold(0, |bits, m| bits | m.bits()) > 0xFFF;
        if promotes || self.format.is_canonical() {
            let index_of = self.indices(position);
            return moves.iter().for_each(|&m| each(m, index_of(m)));
        }
        let flip = if position.turn() == Color::Black { RANKS } else { 0 };
        for &m in moves {
            let number = BY_BITS[usize::from((m.bits() ^ flip) & 0xFFF)];
            debug_assert_ne!(number, NONE, "{m} is no legal move");
            each(m, Some(number.into()));
        }
    }
}

/// Returns the index of a promotion to queen, rook or bishop.
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
    Some(TABLE_MOVES + 3 * targets_before + piece)
}
