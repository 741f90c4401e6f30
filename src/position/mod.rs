//! Positions: what is on the board and whose move it is.

mod make;
mod moves;
mod placement;
mod polyglot;
mod polyglot_numbers;
mod setup;
mod status;
mod zobrist;

use std::fmt;

pub use placement::Placement;
pub use setup::Setup;
pub(crate) use setup::outermost;
pub use status::Status;

use crate::attacks::{self, Backend, Task, dispatch};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Square};

/// A position that can be played: one king a side, the side not to move not in check, no pawn on
/// the first or last rank, castling rights and en-passant square that can be true.
///
/// It is small and `Copy`; a move is made on a copy, never taken back. What the history adds
/// (repetition, claims) is not here.
///
/// Two positions are equal when they are the same in the sense of FIDE 9.2: same pieces on the same
/// squares, same player to move, same possible moves, so en passant counts only where the capture
/// is legal. The clocks do not count.
///
/// ```
/// use enroque::position::Position;
/// use enroque::types::{Move, Square};
/// let start = Position::standard();
/// let after = start.after(Move::new(Square::E2, Square::E4).unwrap());
/// assert_ne!(after.key(), start.key());
/// assert_eq!(after.ep_square(), Some(Square::E3)); // passed by the pawn
/// assert_eq!(after.legal_ep_square(), None);       // but nobody can capture there
/// ```
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Position {
    placement: Placement,
    castling: CastlingRights,
    pieces_key: u64,
    halfmove_clock: u32,
    fullmove_number: u32,
    turn: Color,
    ep_square: Option<Square>,
}

impl Position {
    /// The start of standard chess (FIDE 2.3).
    pub fn standard() -> Position {
        use PieceType::{Bishop, King, Knight, Queen, Rook};
        Position::from_back_ranks([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
            .expect("the standard start is playable")
    }

    /// The start with this back rank, a to h, for both sides; `None` if it has not one king.
    pub fn from_back_ranks(back_rank: [PieceType; 8]) -> Option<Position> {
        Position::try_from(Setup::from_back_ranks(back_rank, back_rank)).ok()
    }

    /// The pieces.
    #[inline(always)]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Whose move it is.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The rooks with which one may still castle.
    #[inline(always)]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square that a pawn passed by the last double push, whether or not it can be captured.
    #[inline(always)]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Plies since the last capture or pawn move (FIDE 9.3).
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move, from 1; it grows after Black's.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// Plies since the start of a game that began with White's move 1.
    #[inline]
    pub const fn ply(&self) -> u32 {
        2 * self.fullmove_number.saturating_sub(1) + self.turn as u32
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement.piece_at(square)
    }

    /// Where a player's king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.placement.king_unchecked(color)
    }

    /// The square on which a king of this wing's castling rook stands, if the right is there.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling.rook(color, self.king(color), side)
    }

    /// Whether every castling right is one of standard chess: king on e, rook on a or h. Otherwise
    /// the position needs Chess960's notation.
    pub fn has_standard_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rooks = self.castling.of(color);
            let corners = Bitboard::from(File::A) | Bitboard::from(File::H);
            rooks.is_empty() || self.king(color).file() == File::E && (rooks - corners).is_empty()
        })
    }

    /// The pieces that give check to the side to move (FIDE 3.9.1).
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn)
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces of `color` that attack a square (FIDE 3.1.2).
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.placement.attackers_of(square, color, self.placement.occupied())
    }

    /// The pawns that stand ready to capture en passant, be it legal or not.
    #[inline(always)]
    pub fn ep_capturers(&self) -> Bitboard {
        match self.ep_square {
            Some(square) => {
                attacks::pawn(!self.turn, square)
                    & self.placement.pieces(self.turn, PieceType::Pawn)
            }
            None => Bitboard::EMPTY,
        }
    }

    /// Whether one of these pawns may capture en passant without leaving its king in check.
    #[inline(always)]
    pub(crate) fn ep_capture_is_legal<B: Backend>(
        &self,
        backend: B,
        from: Square,
        to: Square,
    ) -> bool {
        self.placement.is_safe_after_ep(backend, self.turn, self.king(self.turn), from, to)
    }

    /// The en-passant square if a capture there is legal: the one that counts for sameness
    /// (FIDE 9.2.3.1).
    pub fn legal_ep_square(&self) -> Option<Square> {
        struct Legal<'a>(&'a Position);
        impl Task for Legal<'_> {
            type Output = Option<Square>;
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) -> Option<Square> {
                self.0.legal_ep_square_with(backend)
            }
        }
        if self.ep_capturers().is_empty() { None } else { dispatch(Legal(self)) }
    }

    #[inline(always)]
    fn legal_ep_square_with<B: Backend>(&self, backend: B) -> Option<Square> {
        let to = self.ep_square?;
        let mut capturers = self.ep_capturers().into_iter();
        capturers.any(|from| self.ep_capture_is_legal(backend, from, to)).then_some(to)
    }

    /// The Zobrist key: equal for equal positions, whatever their clocks, on every platform and in
    /// every version within a major release.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key_of(self.legal_ep_square())
    }

    /// [`Position::key`] on a chosen backend.
    #[inline(always)]
    pub(crate) fn key_with<B: Backend>(&self, backend: B) -> u64 {
        self.key_of(self.legal_ep_square_with(backend))
    }

    #[inline(always)]
    fn key_of(&self, legal_ep_square: Option<Square>) -> u64 {
        let ep = legal_ep_square.map_or(0, |square| zobrist::en_passant(square.file()));
        self.pieces_key ^ zobrist::turn(self.turn) ^ zobrist::castling(self.castling) ^ ep
    }

    /// The part of the key that the pieces make: kept up to date by every move, so it costs nothing.
    #[inline(always)]
    pub const fn pieces_key(&self) -> u64 {
        self.pieces_key
    }

    /// The same fields, editable.
    pub fn to_setup(&self) -> Setup {
        Setup {
            placement: self.placement,
            turn: self.turn,
            castling: self.castling,
            ep_square: self.ep_square,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }
}

impl Position {
    /// The position of a set-up, taken field by field: a copy of the whole, just written, would be waited
    /// for.
    #[inline(always)]
    pub(crate) fn of_setup(setup: &Setup) -> Result<Position, PositionError> {
        if !status::unplayable(setup).is_empty() {
            return Err(PositionError { status: setup.status() });
        }
        Ok(Position {
            placement: setup.placement,
            castling: setup.castling,
            pieces_key: zobrist::pieces(&setup.placement),
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            turn: setup.turn,
            ep_square: setup.ep_square,
        })
    }
}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: Setup) -> Result<Position, PositionError> {
        Position::of_setup(&setup)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.placement == other.placement
            && self.turn == other.turn
            && self.castling == other.castling
            && self.legal_ep_square() == other.legal_ep_square()
    }
}

impl Eq for Position {}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::standard()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("setup", &self.to_setup()).finish()
    }
}

/// A set-up cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionError {
    /// Everything that was found, playable oddities included.
    pub status: Status,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no playable position: {}", self.status & Status::UNPLAYABLE)
    }
}

impl std::error::Error for PositionError {}
