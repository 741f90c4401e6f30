//! Planes and policy of Maia-2.

use super::move_table::{MoveTable, Order, PROMOTIONS, TABLE_MOVES, promotion};
use super::pieces::write_pieces;
use super::{EnPassantRule, HistoryView, PlaneEncoding, Planes, Policy, View};
use crate::attacks::Backend;
use crate::position::Position;
use crate::tensor::bits::{filled_plane, from_side_of};
use crate::types::{Bitboard, CastlingSide, Color, File, Move};

/// The 18 planes of Maia-2: the viewer's pawns, knights, bishops, rooks, queens, king, the
/// opponent's; ones if the viewer is to move; ones for the viewer's right to castle on the h-side
/// and on the a-side, the same for the opponent; the square passed by a double push, even if no
/// capture is possible.
///
/// Maia-2 is trained on [`View::SideToMove`], for which plane 12 is all ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Maia2 {
    /// The viewer, whose pieces come first.
    pub view: View,
}

impl PlaneEncoding for Maia2 {
    fn name(&self) -> &'static str {
        "maia2"
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        18
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::DoublePush
    }

    fn history_plies(&self) -> usize {
        0
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let position = history.position();
        let viewer = self.view.viewer(position.turn());
        let may_castle = |color, side| filled_plane(position.castling_rook(color, side).is_some());
        let passed = position.ep_square().map_or(Bitboard::EMPTY, Bitboard::from);
        let rest = [
            filled_plane(position.turn() == viewer),
            may_castle(viewer, CastlingSide::King),
            may_castle(viewer, CastlingSide::Queen),
            may_castle(!viewer, CastlingSide::King),
            may_castle(!viewer, CastlingSide::Queen),
            from_side_of(viewer, passed.0),
        ];
        if let Some((pieces, others)) = planes.masks.split_first_chunk_mut() {
            write_pieces(position.placement(), viewer, pieces);
            others.copy_from_slice(&rest);
        }
    }
}

/// The 1880 moves of Maia-2, from the side to move's side: by origin from a1 to h8, queen moves,
/// then knight moves, each by target from h8 to a1; then the promotions from the seventh rank by
/// file, then straight, to the left, to the right, then queen, rook, bishop, knight.
///
/// Castling is the king's move of two files. As an extension for Chess960, which Maia-2 does not
/// have, it is king takes rook if the king is not on the e-file.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Policy, maia2::Maia2Policy};
/// use enroque::types::{Move, Square};
/// let e4 = Move::new(Square::E2, Square::E4).unwrap();
/// assert_eq!(Maia2Policy.index(&Position::standard(), e4), Some(311));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Maia2Policy;

impl Policy for Maia2Policy {
    fn name(&self) -> &'static str {
        "maia2"
    }

    #[inline(always)]
    fn size(&self) -> usize {
        TABLE_MOVES + PROMOTIONS
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        static MAIA2: MoveTable = MoveTable::new(Order::QueenThenKnightDescending);
        let m = two_files(position, m);
        let seen = |square: crate::types::Square| match position.turn() {
            Color::White => square,
            Color::Black => square.mirror(),
        };
        let (from, to) = (seen(m.from()), seen(m.to()));
        match m.promoted() {
            None => MAIA2.get(from, to),
            Some(piece) => Some(TABLE_MOVES + promotion(from, to, piece)?),
        }
    }
}

/// Returns the move, with castling from the e-file as the king's move of two files. From other
/// files, such a move could be an ordinary king move, so castling remains king takes rook.
#[inline(always)]
pub(super) fn two_files(position: &Position, m: Move) -> Move {
    let us = position.turn();
    if m.from().file() == File::E && position.placement().by_color(us).has(m.to()) {
        let target = CastlingSide::of(m.from(), m.to()).king_target(us);
        return Move::new(m.from(), target).unwrap_or(m);
    }
    m
}
