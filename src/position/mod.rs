//! Positions: pieces, side to move, castling rights, en passant and clocks.

mod make;
mod make_setup;
mod moves;
mod placement;
mod polyglot;
mod setup;
mod skip;
mod status;
mod zobrist;

use std::fmt;

pub use placement::Placement;
pub use setup::Setup;
pub(crate) use setup::outermost;
pub use status::Status;

use thiserror::Error;

use crate::attacks::{self, Backend, dispatch, task};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Square};

/// A legal position: each side has one king, the side not to move is not in check, no pawn is on
/// the first or last rank, castling rights and en-passant square are possible.
///
/// It is small and `Copy`; moves are made on a copy and never unmade. It has no history, so no
/// repetitions and claims.
///
/// Two positions are equal if they are the same by FIDE 9.2: the same pieces on the same squares,
/// the same side to move, the same possible moves. The en-passant square is compared only where the
/// capture is legal. Clocks are ignored.
///
/// ```
/// use enroque::position::Position;
/// use enroque::types::{Move, Square};
/// let start = Position::standard();
/// let after = start.after(Move::new(Square::E2, Square::E4).unwrap());
/// assert_ne!(after.key(), start.key());
/// assert_eq!(after.ep_square(), Some(Square::E3)); // passed by the pawn
/// assert_eq!(after.legal_ep_square(), None);       // no pawn can capture there
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
    /// The start position of standard chess (FIDE 2.3).
    pub fn standard() -> Position {
        use PieceType::{Bishop, King, Knight, Queen, Rook};
        Position::from_back_ranks([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
            .expect("the standard start position is legal")
    }

    /// The start position with a back rank, a to h, for both sides; `None` unless it has one king.
    pub fn from_back_ranks(back_rank: [PieceType; 8]) -> Option<Position> {
        Position::try_from(Setup::from_back_ranks(back_rank, back_rank)).ok()
    }

    /// The pieces.
    #[inline(always)]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The side to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The castling rights.
    #[inline(always)]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square passed by the last double push, whether or not a capture there is possible.
    #[inline(always)]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Plies since the last capture or pawn move (FIDE 9.3).
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move, from 1, incremented after Black's move.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The number of plies since move 1 of White.
    #[inline]
    pub const fn ply(&self) -> u32 {
        2 * self.fullmove_number.saturating_sub(1) + self.turn as u32
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement.piece_at(square)
    }

    /// The square of a player's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.placement.king_unchecked(color)
    }

    /// The square of the rook of a castling right, if there is this right.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling.rook(color, self.king(color), side)
    }

    /// Whether all castling rights are those of standard chess: king on e, rook on a or h.
    /// Otherwise the position needs the notation of Chess960.
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

    /// The pawns that attack the en-passant square, whether or not the capture is legal.
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

    /// Whether one of these pawns may legally capture en passant.
    #[inline(always)]
    pub(crate) fn ep_capture_is_legal<B: Backend>(
        &self,
        backend: B,
        from: Square,
        to: Square,
    ) -> bool {
        self.placement.is_safe_after_ep(backend, self.turn, self.king(self.turn), from, to)
    }

    /// The en-passant square if a capture there is legal, as compared for repetition
    /// (FIDE 9.2.3.1).
    pub fn legal_ep_square(&self) -> Option<Square> {
        if self.ep_capturers().is_empty() {
            return None;
        }
        let position = self;
        dispatch(task!(|backend, position: &Position| -> Option<Square> {
            position.legal_ep_square_with(backend)
        }))
    }

    #[inline(always)]
    fn legal_ep_square_with<B: Backend>(&self, backend: B) -> Option<Square> {
        let to = self.ep_square?;
        let mut capturers = self.ep_capturers().into_iter();
        capturers.any(|from| self.ep_capture_is_legal(backend, from, to)).then_some(to)
    }

    /// The Zobrist key. It is the same for equal positions, ignoring clocks, on every platform and
    /// in every release with the same major version.
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
        self.key_without_ep() ^ ep
    }

    /// The key of pieces, side to move and castling rights: [`Position::key`] if no capture en
    /// passant is legal.
    #[inline(always)]
    pub(crate) fn key_without_ep(&self) -> u64 {
        self.pieces_key ^ zobrist::turn(self.turn) ^ zobrist::castling(self.castling)
    }

    /// The part of the key that depends on the pieces, updated by each move.
    #[inline(always)]
    pub const fn pieces_key(&self) -> u64 {
        self.pieces_key
    }

    /// The fields of the position as an editable [`Setup`].
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
    /// Converts a setup field by field: copying the whole struct just after it was written stalls
    /// on store forwarding.
    #[inline(always)]
    pub(crate) fn of_setup(setup: &Setup) -> Result<Position, PositionError> {
        if !status::illegal(setup).is_empty() {
            return Err(PositionError { status: setup.status() });
        }
        Ok(Position::of_legal_setup(setup))
    }

    /// [`Position::of_setup`] of a legal setup, which is not checked.
    #[inline(always)]
    pub(crate) fn of_legal_setup(setup: &Setup) -> Position {
        let pieces_key = zobrist::pieces(&setup.placement);
        Position { pieces_key, ..Position::without_key(setup) }
    }

    /// [`Position::of_legal_setup`] with a wrong key, which nothing may use: computing it takes as
    /// long as reading a setup.
    #[inline(always)]
    pub(crate) fn without_key(setup: &Setup) -> Position {
        Position {
            placement: setup.placement,
            castling: setup.castling,
            pieces_key: 0,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            turn: setup.turn,
            ep_square: setup.ep_square,
        }
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

/// A setup is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("illegal position: {}", *.status & Status::ILLEGAL)]
pub struct PositionError {
    /// All problems of the setup, including those that do not make it illegal.
    pub status: Status,
}
