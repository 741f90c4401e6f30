//! The description of a move in descriptive notation, and the moves that match it.

use super::wings::{Wing, Wings};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::{Bitboard, Color, File, Move, PieceType, Rank, Square};

/// A piece as a text names it. Squares are as seen by the side to move: rank 1 is its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Named {
    pub(super) piece: PieceType,
    /// The king's or the queen's, if stated.
    pub(super) wing: Option<Wing>,
    /// Where it may stand.
    pub(super) squares: Bitboard,
}

/// The kind of move stated, with its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// It goes to one of these squares without a capture.
    Square(Bitboard),
    /// It captures this piece.
    Capture(Named),
    /// Not stated: `Q ch`.
    Any,
}

/// A move as a text describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Description {
    pub(super) moved: Named,
    pub(super) target: Target,
    pub(super) promotion: Option<PieceType>,
}

/// A move that is not castling, as seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) m: Move,
    pub(super) moved: PieceType,
    pub(super) wing: Option<Wing>,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) captured: Option<PieceType>,
    pub(super) captured_wing: Option<Wing>,
    pub(super) is_en_passant: bool,
}

impl Candidate {
    pub(super) fn new(position: &Position, wings: &Wings, m: Move) -> Candidate {
        let seen =
            |square: Square| if position.turn() == Color::White { square } else { square.mirror() };
        let is_en_passant = position.is_en_passant(m);
        let captured = position.piece_at(m.to()).map(|piece| piece.piece_type);
        Candidate {
            m,
            moved: position.placement().type_at_unchecked(m.from()),
            wing: wings.get(m.from()),
            from: seen(m.from()),
            to: seen(m.to()),
            captured: if is_en_passant { Some(PieceType::Pawn) } else { captured },
            captured_wing: captured.and_then(|_| wings.get(m.to())),
            is_en_passant,
        }
    }

    /// Returns all legal moves but castling.
    pub(super) fn all(position: &Position, wings: &Wings) -> Vec<Candidate> {
        let moves = legal_moves(position).into_iter();
        let moves = moves.filter(|&m| position.castling_side(m).is_none());
        moves.map(|m| Candidate::new(position, wings, m)).collect()
    }
}

impl Named {
    /// Whether the description fits a piece whose side may be unknown.
    fn fits(&self, piece: PieceType, wing: Option<Wing>, square: Square) -> bool {
        let is_other_wing = self.wing.is_some() && wing.is_some() && self.wing != wing;
        self.piece == piece && !is_other_wing && self.squares.has(square)
    }
}

impl Description {
    /// Whether the description fits a move.
    pub(super) fn fits(&self, candidate: &Candidate) -> bool {
        self.fits_moved(candidate)
            && self.fits_target(candidate)
            && self.promotion == candidate.m.promoted()
    }

    pub(super) fn fits_moved(&self, candidate: &Candidate) -> bool {
        self.moved.fits(candidate.moved, candidate.wing, candidate.from)
    }

    pub(super) fn fits_target(&self, candidate: &Candidate) -> bool {
        match (self.target, candidate.captured) {
            (Target::Square(squares), None) => squares.has(candidate.to),
            (Target::Capture(named), Some(captured)) => {
                named.fits(captured, candidate.captured_wing, candidate.to)
                    // the pawn captured en passant stands a rank behind the target
                    || candidate.is_en_passant
                        && named.fits(captured, None, Square::new(candidate.to.file(), Rank::Fifth))
            }
            (Target::Any, _) => true,
            _ => false,
        }
    }
}

/// The piece and the side that a file is named after.
pub(super) fn file_name(file: File) -> (PieceType, Option<Wing>) {
    match file {
        File::A => (PieceType::Rook, Some(Wing::Queen)),
        File::B => (PieceType::Knight, Some(Wing::Queen)),
        File::C => (PieceType::Bishop, Some(Wing::Queen)),
        File::D => (PieceType::Queen, None),
        File::E => (PieceType::King, None),
        File::F => (PieceType::Bishop, Some(Wing::King)),
        File::G => (PieceType::Knight, Some(Wing::King)),
        File::H => (PieceType::Rook, Some(Wing::King)),
    }
}

/// The files with a name: two if the side is not stated and not of the king or the queen.
pub(super) fn files(piece: PieceType, wing: Option<Wing>) -> Bitboard {
    let named = |file: &File| {
        let (name, side) = file_name(*file);
        name == piece && (wing.is_none() || wing == side)
    };
    File::ALL.into_iter().filter(named).map(Bitboard::from_file).fold(Bitboard::EMPTY, |a, b| a | b)
}
