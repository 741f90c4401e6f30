//! Square tokens and policy of Maia-3.

use super::decode::{Decoded, DensePlanes, put_pieces};
use super::describe::{Conventions, piece_names};
use super::maia2::two_files;
use super::options::{NameError, Options};
use super::pieces::write_pieces;
use super::plane_symmetry::PlaneSymmetry;
use super::{
    EnPassantRule, HistoryView, Layout, PlaneEncoding, Planes, Policy, PolicyConventions, View,
};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::position::{Position, Setup};
use crate::types::{Color, File, Move, PieceType};

/// The maximum number of positions of [`Maia3`].
pub const MAX_HISTORY: usize = 8;
/// The channels of one position.
const STEP: usize = 12;
/// The number of pairs of squares.
const FROM_TO: usize = 4096;

/// The tokens of Maia-3, `(64, 12 * history)`: for each square the one-hot piece (own pawn, knight,
/// bishop, rook, queen, king, the opponent's) in each of the last positions, oldest first. Each position
/// is from the side of the player to move in it. Missing positions are copies of the first.
///
/// The times, which Maia-3 appends to each square, are those of
/// [`Column::Maia3Times`](crate::columns::Column::Maia3Times).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Maia3 {
    /// The number of positions, 1 to [`MAX_HISTORY`].
    history: usize,
}

impl Default for Maia3 {
    fn default() -> Maia3 {
        Maia3 { history: MAX_HISTORY }
    }
}

impl PlaneEncoding for Maia3 {
    fn name(&self) -> &'static str {
        "maia3"
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        let choices: [(u32, usize); MAX_HISTORY] = std::array::from_fn(|n| (n as u32 + 1, n + 1));
        options.choose("history", &mut self.history, &choices)
    }

    fn channel_names(&self) -> Vec<String> {
        (0..self.history).rev().flat_map(|plies| piece_names(View::SideToMove, plies)).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: "of each position its side to move: ranks flipped for Black, files never",
            source: "Maia-3, commit 1e13597",
            ..Conventions::default()
        }
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        STEP * self.history
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::DoublePush
    }

    fn history_plies(&self) -> usize {
        self.history.saturating_sub(1)
    }

    #[inline(always)]
    fn layout(&self) -> Layout {
        Layout::SquaresFirst
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let (steps, _) = planes.masks.as_chunks_mut::<STEP>();
        for (back, step) in steps.iter_mut().rev().enumerate() {
            let position = &history.positions()[history.plies().saturating_sub(back)];
            write_pieces(position.placement(), position.turn(), step);
        }
    }

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        let mut setup = Setup::EMPTY;
        put_pieces(planes.pieces(STEP * (self.history - 1))?, Color::White, &mut setup)?;
        Ok(Decoded::of_pieces(setup))
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        Ok(PlaneSymmetry::new(View::SideToMove, self.channels()))
    }
}

/// A time in milliseconds as an input of Maia-3: in hundreds of seconds.
///
/// The program divides in double precision; the rounded quotients are the same.
pub fn scaled_time(milliseconds: i32) -> f32 {
    (f64::from(milliseconds) / 1000.0 / 100.0) as f32
}

/// The 4352 moves of Maia-3, from the side to move's side: 64 times the origin plus the target,
/// then the promotions by file of origin, file of target, then queen, rook, bishop, knight.
///
/// Castling is the king's move of two files. As an extension for Chess960, which Maia-3 does not
/// have, it is king takes rook if the king is not on the e-file.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Policy, maia3::Maia3Policy};
/// use enroque::types::{Move, Square};
/// let e4 = Move::new(Square::E2, Square::E4).unwrap();
/// assert_eq!(Maia3Policy.index(&Position::standard(), e4), Some(796));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Maia3Policy;

impl Policy for Maia3Policy {
    fn name(&self) -> &'static str {
        "maia3"
    }

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            order: "64 * origin + target; then promotions",
            promotion: "by file of origin, file of target, then queen, rook, bishop, knight",
            source: "Maia-3, commit 1e13597",
            ..PolicyConventions::default()
        }
    }

    #[inline(always)]
    fn size(&self) -> usize {
        FROM_TO + 8 * 8 * PieceType::PROMOTIONS.len()
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        let m = two_files(position, m);
        let (from, to) = match position.turn() {
            Color::White => (m.from(), m.to()),
            Color::Black => (m.from().mirror(), m.to().mirror()),
        };
        Some(match m.promoted() {
            None => 64 * from.index() + to.index(),
            Some(piece) => {
                let files = |file: File| file.index();
                let piece = PieceType::PROMOTIONS.iter().position(|&other| other == piece)?;
                FROM_TO + 4 * (8 * files(from.file()) + files(to.file())) + piece
            }
        })
    }
}
