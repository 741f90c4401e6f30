//! Policy indices of moves on an almost empty board, independent of any game.

use super::Policy;
use crate::position::{Position, Setup};
use crate::types::{Color, Move, Piece, PieceType, Square};

/// Two positions with nothing but kings, the kings of the side to move on different squares.
pub(super) struct EmptyBoard([Position; 2]);

impl EmptyBoard {
    /// The positions with this side to move.
    pub(super) fn new(turn: Color) -> EmptyBoard {
        EmptyBoard([(Square::A1, Square::H8), (Square::B1, Square::G8)].map(|(white, black)| {
            let mut setup = Setup { turn, ..Setup::EMPTY };
            for (color, square) in [(Color::White, white), (Color::Black, black)] {
                setup.placement.put(square, Piece { color, piece_type: PieceType::King });
            }
            Position::try_from(setup).unwrap_or_default()
        }))
    }

    /// The policy index of a move that is not castling.
    pub(super) fn index(&self, policy: &impl Policy, m: Move) -> Option<usize> {
        // a capture of an own piece would be castling
        let is_free = |board: &&Position| board.king(board.turn()) != m.to();
        policy.index(self.0.iter().find(is_free)?, m)
    }
}

/// The plain move between each two squares and, where a pawn of this color promotes, the
/// promotions.
pub(super) fn all_moves(turn: Color) -> impl Iterator<Item = Move> {
    let pairs = Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
    pairs.flat_map(move |(from, to)| {
        let rank = |square: Square| square.rank().relative_to(turn) as u8;
        let files = (from.file() as i8 - to.file() as i8).abs();
        let promotes = rank(from) == 6 && rank(to) == 7 && files <= 1;
        let promotions = PieceType::PROMOTIONS.into_iter().filter(move |_| promotes);
        let promotions = promotions.filter_map(move |piece| Move::promotion(from, to, piece));
        Move::new(from, to).into_iter().chain(promotions)
    })
}
