//! Policies by origin and target.

use super::maia2::two_files;
use super::move_table::{UNDERPROMOTIONS, underpromotion};
use super::options::{NameError, Options};
use super::{Policy, PolicyConventions, View};
use crate::position::Position;
use crate::types::{Color, Move, PieceType, Square};

/// The number of pairs of squares.
const FROM_TO: usize = 4096;

/// Returns origin and target from the viewer's side, with castling as in [`two_files`].
#[inline(always)]
fn relative_squares(position: &Position, m: Move, view: View) -> (Square, Square) {
    let m = two_files(position, m);
    match view.viewer(position.turn()) {
        Color::White => (m.from(), m.to()),
        Color::Black => (m.from().mirror(), m.to().mirror()),
    }
}

/// 4096 indices: 64 times the origin plus the target. A promotion to queen has the index of the
/// plain move; underpromotions have no index.
///
/// Castling is the king's move of two files, or king takes rook if the king is not on the e-file.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Policy, from_to::FromTo};
/// use enroque::types::{Move, Square};
/// let e4 = Move::new(Square::E2, Square::E4).unwrap();
/// assert_eq!(FromTo::default().index(&Position::standard(), e4), Some(64 * 12 + 28));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FromTo {
    /// The player from whose side squares are numbered.
    pub view: View,
}

impl Policy for FromTo {
    fn name(&self) -> &'static str {
        "from_to"
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        options.choose("view", &mut self.view, &View::NAMES)
    }

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            view: self.view.description(),
            promotion: "to queen as the plain move; others have no index",
            ..PolicyConventions::default()
        }
    }

    fn view(&self) -> View {
        self.view
    }

    #[inline(always)]
    fn size(&self) -> usize {
        FROM_TO
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        if m.promoted().is_some_and(|piece| piece != PieceType::Queen) {
            return None;
        }
        let (from, to) = relative_squares(position, m, self.view);
        Some(64 * from.index() + to.index())
    }
}

/// 4162 indices, from the side to move's side: those of [`FromTo`], then the promotions to rook,
/// bishop and knight by file of origin, then straight, to the left, to the right, then piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FromToPromotion;

impl Policy for FromToPromotion {
    fn name(&self) -> &'static str {
        "from_to_promotion"
    }

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            order: "64 * origin + target; then underpromotions",
            promotion: "to queen as the plain move; others by file, direction, then rook, bishop, knight",
            ..PolicyConventions::default()
        }
    }

    #[inline(always)]
    fn size(&self) -> usize {
        FROM_TO + UNDERPROMOTIONS
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        let (from, to) = relative_squares(position, m, View::SideToMove);
        match m.promoted() {
            None | Some(PieceType::Queen) => Some(64 * from.index() + to.index()),
            Some(piece) => Some(FROM_TO + underpromotion(from, to, piece)?),
        }
    }
}
