//! What may be wrong with a set-up.

use std::fmt;

use bitflags::bitflags;

use super::Setup;
use crate::attacks::{self, Backend, Task, dispatch};
use crate::types::{Bitboard, Color, PieceType};

bitflags! {
    /// What is wrong or odd about a set-up: python-chess's flags, with its numbers.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Status: u32 {
        /// White has no king.
        const NO_WHITE_KING = 1 << 0;
        /// Black has no king.
        const NO_BLACK_KING = 1 << 1;
        /// A side has several kings.
        const TOO_MANY_KINGS = 1 << 2;
        /// White has more than eight pawns.
        const TOO_MANY_WHITE_PAWNS = 1 << 3;
        /// Black has more than eight pawns.
        const TOO_MANY_BLACK_PAWNS = 1 << 4;
        /// A pawn stands on the first or the eighth rank.
        const PAWNS_ON_BACKRANK = 1 << 5;
        /// White has more than sixteen pieces.
        const TOO_MANY_WHITE_PIECES = 1 << 6;
        /// Black has more than sixteen pieces.
        const TOO_MANY_BLACK_PIECES = 1 << 7;
        /// A castling right has no rook, no king, or two rooks of one wing.
        const BAD_CASTLING_RIGHTS = 1 << 8;
        /// No double push can have passed the en-passant square.
        const INVALID_EP_SQUARE = 1 << 9;
        /// The side that is not to move is in check, or the kings touch.
        const OPPOSITE_CHECK = 1 << 10;
        /// There are no pieces.
        const EMPTY = 1 << 11;
        /// More than two pieces give check.
        const TOO_MANY_CHECKERS = 1 << 15;
        /// No legal move can have given this check.
        const IMPOSSIBLE_CHECK = 1 << 16;
    }
}

impl Status {
    /// The faults that leave nothing to play: with any of these a set-up is no position. The
    /// others are odd (too many pieces, a check that cannot have arisen) but have legal moves.
    pub const UNPLAYABLE: Status = Status::NO_WHITE_KING
        .union(Status::NO_BLACK_KING)
        .union(Status::TOO_MANY_KINGS)
        .union(Status::PAWNS_ON_BACKRANK)
        .union(Status::BAD_CASTLING_RIGHTS)
        .union(Status::INVALID_EP_SQUARE)
        .union(Status::OPPOSITE_CHECK)
        .union(Status::EMPTY);

    fn phrase(self) -> &'static str {
        match self {
            Status::NO_WHITE_KING => "White has no king",
            Status::NO_BLACK_KING => "Black has no king",
            Status::TOO_MANY_KINGS => "a side has several kings",
            Status::TOO_MANY_WHITE_PAWNS => "White has more than eight pawns",
            Status::TOO_MANY_BLACK_PAWNS => "Black has more than eight pawns",
            Status::PAWNS_ON_BACKRANK => "a pawn stands on the first or the eighth rank",
            Status::TOO_MANY_WHITE_PIECES => "White has more than sixteen pieces",
            Status::TOO_MANY_BLACK_PIECES => "Black has more than sixteen pieces",
            Status::BAD_CASTLING_RIGHTS => "a castling right has no king and rook to go with it",
            Status::INVALID_EP_SQUARE => "no pawn can have passed the en-passant square",
            Status::OPPOSITE_CHECK => "the side that is not to move is in check",
            Status::EMPTY => "the board is empty",
            Status::TOO_MANY_CHECKERS => "more than two pieces give check",
            Status::IMPOSSIBLE_CHECK => "no legal move can have given this check",
            _ => "unknown fault",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("valid");
        }
        for (n, flag) in self.iter().enumerate() {
            let comma = if n == 0 { "" } else { "; " };
            write!(f, "{comma}{}", flag.phrase())?;
        }
        Ok(())
    }
}

impl Setup {
    /// Everything that is illegal or impossible about the setup; see [`Status`].
    pub fn status(&self) -> Status {
        struct StatusTask<'a>(&'a Setup);
        impl Task for StatusTask<'_> {
            type Output = Status;
            fn run<B: Backend>(self, backend: B) -> Status {
                status_with(backend, self.0)
            }
        }
        dispatch(StatusTask(self))
    }
}

/// What leaves nothing to play, of [`Status::UNPLAYABLE`].
pub(super) fn unplayable(setup: &Setup) -> Status {
    struct Unplayable<'a>(&'a Setup);
    impl Task for Unplayable<'_> {
        type Output = Status;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> Status {
            unplayable_with(backend, self.0)
        }
    }
    dispatch(Unplayable(setup))
}

#[inline(always)]
fn unplayable_with<B: Backend>(backend: B, setup: &Setup) -> Status {
    let placement = &setup.placement;
    let mut status = Status::empty();
    let mut fault = |is_there: bool, flag: Status| {
        status |= if is_there { flag } else { Status::empty() };
    };
    let occupied = placement.occupied();
    fault(occupied.is_empty(), Status::EMPTY);
    let kings = |color| placement.pieces(color, PieceType::King);
    fault(kings(Color::White).is_empty(), Status::NO_WHITE_KING);
    fault(kings(Color::Black).is_empty(), Status::NO_BLACK_KING);
    let are_many = |color| kings(color).more_than_one();
    fault(are_many(Color::White) | are_many(Color::Black), Status::TOO_MANY_KINGS);
    let pawns = placement.by_type(PieceType::Pawn);
    fault(pawns.meets(Bitboard::BACK_RANKS), Status::PAWNS_ON_BACKRANK);
    fault(setup.castling != setup.possible_castling(), Status::BAD_CASTLING_RIGHTS);
    fault(!setup.ep_square_is_possible(), Status::INVALID_EP_SQUARE);
    for king in kings(!setup.turn) {
        let attackers = placement.attackers(backend, king, setup.turn, occupied);
        fault(attackers.any(), Status::OPPOSITE_CHECK);
    }
    status
}

fn status_with<B: Backend>(backend: B, setup: &Setup) -> Status {
    let placement = &setup.placement;
    let mut status = unplayable_with(backend, setup);
    for (color, many_pieces, many_pawns) in [
        (Color::White, Status::TOO_MANY_WHITE_PIECES, Status::TOO_MANY_WHITE_PAWNS),
        (Color::Black, Status::TOO_MANY_BLACK_PIECES, Status::TOO_MANY_BLACK_PAWNS),
    ] {
        status.set(many_pieces, placement.by_color(color).len() > 16);
        status.set(many_pawns, placement.pieces(color, PieceType::Pawn).len() > 8);
    }
    if placement.pieces(setup.turn, PieceType::King).len() == 1 {
        let king = placement.king_unchecked(setup.turn);
        let checkers = placement.attackers(backend, king, !setup.turn, placement.occupied());
        status.set(Status::TOO_MANY_CHECKERS, checkers.len() > 2);
        status.set(Status::IMPOSSIBLE_CHECK, is_impossible(backend, setup, king, checkers));
    }
    status
}

/// Whether no last move can have given these checks. Two checkers arise only by discovery, so one
/// of them is a slider, and they never stand on both sides of the king on one line; after a double
/// push the check is the pawn's or one that its leaving its square discovered.
fn is_impossible<B: Backend>(
    backend: B,
    setup: &Setup,
    king: crate::types::Square,
    checkers: Bitboard,
) -> bool {
    let placement = &setup.placement;
    if checkers.is_empty() {
        return false;
    }
    let valid_ep = setup.ep_square.filter(|_| setup.ep_square_is_possible());
    if let Some(passed) = valid_ep {
        let (pushed, origin) = match setup.turn {
            Color::White => (passed as u8 - 8, passed as u8 + 8),
            Color::Black => (passed as u8 + 8, passed as u8 - 8),
        };
        let pushed = Bitboard(1 << pushed);
        let before = placement.occupied() ^ pushed | Bitboard(1 << origin);
        let already = placement.attackers(backend, king, !setup.turn, before) - pushed;
        return checkers.more_than_one() || already.any();
    }
    if checkers.len() != 2 {
        return checkers.len() > 2;
    }
    let first = checkers.first_unchecked();
    let second = checkers.without(first).first_unchecked();
    let sliders =
        placement.orthogonal_sliders(!setup.turn) | placement.diagonal_sliders(!setup.turn);
    // with the king between them, neither can have stood in the other's way
    !checkers.meets(sliders) || attacks::between(first, second).has(king)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Piece, Square};

    #[test]
    fn names_all_faults_at_once() {
        let mut setup = Setup::EMPTY;
        let pawn = Piece { color: Color::White, piece_type: PieceType::Pawn };
        setup.placement.put(Square::A1, pawn);
        setup.castling.0 = Square::H1.into();
        let expected = Status::NO_WHITE_KING
            | Status::NO_BLACK_KING
            | Status::PAWNS_ON_BACKRANK
            | Status::BAD_CASTLING_RIGHTS;
        assert_eq!(setup.status(), expected);
        assert_eq!(
            expected.to_string(),
            "White has no king; Black has no king; a pawn stands on the first or the eighth rank; \
             a castling right has no king and rook to go with it"
        );
    }
}
