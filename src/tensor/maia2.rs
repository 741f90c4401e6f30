//! Planes and policy of Maia-2.

use super::decode::{Decoded, DensePlanes, Missing, put_pieces};
use super::describe::{Conventions, FLAGS, piece_names};
use super::move_table::{MoveTable, Order, PROMOTIONS, TABLE_MOVES, promotion};
use super::options::{NameError, Options};
use super::pieces::write_pieces;
use super::plane_symmetry::PlaneSymmetry;
use super::policy::PROMOTIONS_BY_PIECE;
use super::{EnPassantRule, HistoryView, PlaneEncoding, Planes, Policy, PolicyConventions, View};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::position::{Position, Setup};
use crate::tensor::bits::{filled_plane, from_side_of};
use crate::types::{Bitboard, CastlingSide, Color, File, Move};

/// The plane of the side to move.
const TURN: usize = 12;
/// The first plane of castling rights.
const CASTLING: usize = 13;
/// The plane of the square passed by a double push.
const PASSED: usize = 17;

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

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        options.choose("view", &mut self.view, &View::NAMES)
    }

    fn channel_names(&self) -> Vec<String> {
        let turn = match self.view {
            View::SideToMove => "ones",
            View::White => "White to move",
        };
        let castling = self
            .view
            .sides()
            .map(|side| [format!("{side} O-O right"), format!("{side} O-O-O right")]);
        let mut names = piece_names(self.view, 0);
        names.push(turn.to_owned());
        names.extend(castling.into_iter().flatten());
        names.push("square passed by a double push".to_owned());
        names
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: self.view.description(),
            en_passant: "the square passed by every double push is encoded",
            chess960: FLAGS,
            source: "Maia-2, commit 67bee6c",
            ..Conventions::default()
        }
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        18
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::DoublePush
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

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        let mut setup = Setup::EMPTY;
        put_pieces(planes.pieces(0)?, Color::White, &mut setup)?;
        setup.turn = if planes.is_set(TURN)? { Color::White } else { Color::Black };
        let sides = [CastlingSide::King, CastlingSide::Queen];
        planes.flags(CASTLING, Color::White, sides, &mut setup)?;
        setup.ep_square = Bitboard(planes.mask(PASSED)?).first();
        let turn = (self.view == View::SideToMove).then_some(Missing::Turn);
        let clocks = [Missing::HalfmoveClock, Missing::FullmoveNumber];
        Ok(Decoded { setup, missing: turn.into_iter().chain(clocks).collect() })
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        let symmetry =
            PlaneSymmetry::new(self.view, self.channels()).halves(0..12).castling(CASTLING);
        Ok(match self.view {
            View::SideToMove => symmetry,
            View::White => symmetry.white_to_move(TURN),
        })
    }
}

/// The bin of a rating: 0 below 1100, then one for each hundred, and 10 from 2000 on.
///
/// ```
/// use enroque::tensor::maia2::rating_bin;
/// assert_eq!([1099, 1100, 1999, 2000].map(rating_bin), [0, 1, 9, 10]);
/// ```
pub fn rating_bin(rating: i32) -> i64 {
    i64::from(rating.clamp(1000, 2000) / 100 - 10)
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

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            order: "by origin: queen moves, then knight moves, targets descending; then promotions",
            promotion: PROMOTIONS_BY_PIECE,
            source: "Maia-2, commit 67bee6c",
            ..PolicyConventions::default()
        }
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
