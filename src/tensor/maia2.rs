//! Maia-2's planes and policy.

use super::move_table::{MoveTable, Order, PROMOTIONS, TABLE_MOVES, promotion};
use super::pieces::write_pieces;
use super::{EnPassantRule, History, PlaneEncoding, Planes, Policy, View};
use crate::attacks::Backend;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, File, Move};

/// Maia-2's 18 planes: the viewer's pawns, knights, bishops, rooks, queens, king, the opponent's;
/// ones if it is the viewer's turn; ones for the viewer's right to castle to the h-side and to the
/// a-side, and for the opponent's; the square that a double push has passed, whether or not anybody
/// can capture there.
///
/// Maia-2 is trained on [`View::SideToMove`], where plane 12 is always ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Maia2 {
    /// Whose own pieces come first.
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

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: &History, planes: Planes<'_>) {
        let position = history.position();
        let viewer = self.view.viewer(position.turn());
        let whole = |set: bool| if set { !0 } else { 0 };
        let may_castle = |color, side| whole(position.castling_rook(color, side).is_some());
        let passed = position.ep_square().map_or(Bitboard::EMPTY, Bitboard::from);
        let rest = [
            whole(position.turn() == viewer),
            may_castle(viewer, CastlingSide::King),
            may_castle(viewer, CastlingSide::Queen),
            may_castle(!viewer, CastlingSide::King),
            may_castle(!viewer, CastlingSide::Queen),
            match viewer {
                Color::White => passed.0,
                Color::Black => passed.0.swap_bytes(),
            },
        ];
        if let Some((pieces, others)) = planes.masks.split_first_chunk_mut() {
            write_pieces(position.placement(), viewer, pieces);
            others.copy_from_slice(&rest);
        }
    }
}

/// Maia-2's 1880 moves, from the side to move's side: by origin from a1 to h8 the ways of a queen and then
/// of a knight, each by target from h8 to a1; then the promotions from the seventh rank by file,
/// straight, to the left, to the right, to queen, rook, bishop, knight.
///
/// Castling is the king's move of two files. Maia-2 has no Chess960; our extension: where the king
/// does not stand on the e-file, he takes his own rook, which is no other move's index.
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

/// The move, with castling from the e-file written as the king's move of two files. From there, no
/// ordinary move of his goes so far; from elsewhere it might, so there he keeps taking the rook.
#[inline(always)]
pub(super) fn two_files(position: &Position, m: Move) -> Move {
    let us = position.turn();
    if m.from().file() == File::E && position.placement().by_color(us).has(m.to()) {
        let target = CastlingSide::of(m.from(), m.to()).king_target(us);
        return Move::new(m.from(), target).unwrap_or(m);
    }
    m
}
