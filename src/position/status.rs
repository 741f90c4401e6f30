//! Validation of setups.

use std::fmt;

use bitflags::bitflags;

use super::Setup;
use crate::attacks::{self, Backend, dispatch, task};
use crate::types::{Bitboard, Color, PieceType};

bitflags! {
    /// Reasons why a setup is illegal or impossible: python-chess's flags and numbers.
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
        /// A pawn is on the first or the eighth rank.
        const PAWNS_ON_BACKRANK = 1 << 5;
        /// White has more than sixteen pieces.
        const TOO_MANY_WHITE_PIECES = 1 << 6;
        /// Black has more than sixteen pieces.
        const TOO_MANY_BLACK_PIECES = 1 << 7;
        /// A castling right has no rook, no king, or two rooks on one side.
        const BAD_CASTLING_RIGHTS = 1 << 8;
        /// No double push can have passed the en-passant square.
        const INVALID_EP_SQUARE = 1 << 9;
        /// The side not to move is in check, or the kings are adjacent.
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
    /// The flags that make a position illegal. Positions with only the other flags (too many
    /// pieces, an impossible check) have legal moves.
    pub const ILLEGAL: Status = Status::NO_WHITE_KING
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
            Status::PAWNS_ON_BACKRANK => "a pawn is on the first or the eighth rank",
            Status::TOO_MANY_WHITE_PIECES => "White has more than sixteen pieces",
            Status::TOO_MANY_BLACK_PIECES => "Black has more than sixteen pieces",
            Status::BAD_CASTLING_RIGHTS => {
                "a castling right has no king or no rook, or there are two to one side of the king"
            }
            Status::INVALID_EP_SQUARE => "no double push can have passed the en-passant square",
            Status::OPPOSITE_CHECK => "the side not to move is in check",
            Status::EMPTY => "the board is empty",
            Status::TOO_MANY_CHECKERS => "more than two pieces give check",
            Status::IMPOSSIBLE_CHECK => "no legal move can have given this check",
            _ => "unknown status",
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
    /// Whether it is a legal position, given that castling rights and en-passant square are possible.
    #[inline(always)]
    pub(crate) fn has_legal_pieces<B: Backend>(&self, backend: B) -> bool {
        illegal_pieces(backend, self).is_empty()
    }

    /// All that is illegal or impossible about the setup; see [`Status`].
    pub fn status(&self) -> Status {
        let setup = self;
        dispatch(task!(|backend, setup: &Setup| -> Status { status_with(backend, setup) }))
    }
}

/// The flags of [`Status::ILLEGAL`].
pub(super) fn illegal(setup: &Setup) -> Status {
    dispatch(task!(|backend, setup: &Setup| -> Status { illegal_with(backend, setup) }))
}

#[inline(always)]
fn illegal_with<B: Backend>(backend: B, setup: &Setup) -> Status {
    let mut status = illegal_pieces(backend, setup);
    status.set(Status::BAD_CASTLING_RIGHTS, setup.castling != setup.possible_castling());
    status.set(Status::INVALID_EP_SQUARE, !setup.ep_square_is_possible());
    status
}

/// The flags of [`Status::ILLEGAL`], those of castling rights and en passant excepted.
#[inline(always)]
fn illegal_pieces<B: Backend>(backend: B, setup: &Setup) -> Status {
    let placement = &setup.placement;
    let mut status = Status::empty();
    let mut set = |condition: bool, flag: Status| {
        status |= if condition { flag } else { Status::empty() };
    };
    let occupied = placement.occupied();
    set(occupied.is_empty(), Status::EMPTY);
    let kings = |color| placement.pieces(color, PieceType::King);
    set(kings(Color::White).is_empty(), Status::NO_WHITE_KING);
    set(kings(Color::Black).is_empty(), Status::NO_BLACK_KING);
    let are_many = |color| kings(color).more_than_one();
    set(are_many(Color::White) | are_many(Color::Black), Status::TOO_MANY_KINGS);
    let pawns = placement.by_type(PieceType::Pawn);
    set(pawns.meets(Bitboard::BACK_RANKS), Status::PAWNS_ON_BACKRANK);
    for king in kings(!setup.turn) {
        let attackers = placement.attackers(backend, king, setup.turn, occupied);
        set(attackers.any(), Status::OPPOSITE_CHECK);
    }
    status
}

fn status_with<B: Backend>(backend: B, setup: &Setup) -> Status {
    let placement = &setup.placement;
    let mut status = illegal_with(backend, setup);
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

/// Whether no legal move can have given these checks. Two checkers arise only by a discovered
/// check, so one of them is a slider, and they are never on opposite sides of the king on one line.
/// After a double push, the checker is the pawn or a slider that the push discovered.
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
    // with the king between them, neither can have blocked the other
    !checkers.meets(sliders) || attacks::between(first, second).has(king)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Piece, Square};

    #[test]
    fn reports_all_flags() {
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
            "White has no king; Black has no king; a pawn is on the first or the eighth rank; \
             a castling right has no king or no rook, or there are two to one side of the king"
        );
    }
}
