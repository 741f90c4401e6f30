//! Consumers of generated moves: count, list, existence test, or the next ply of a traversal.

use crate::attacks::{self, Backend, Pieces};
use crate::position::{Placement, Position};
use crate::types::{Bitboard, MAX_MOVES, Move, MoveList, PieceType, Rank, Square};

/// Receives generated moves as sets of targets.
pub(crate) trait Sink {
    /// A piece other than a pawn moves to any of these squares. Queens are sent twice, once for
    /// ranks and files and once for diagonals.
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard);

    /// Knights and sliders that are not pinned move to the targets that they attack.
    #[inline(always)]
    fn pieces<B: Backend>(
        &mut self,
        backend: B,
        placement: &Placement,
        pieces: Pieces,
        occupied: Bitboard,
        targets: Bitboard,
    ) {
        for from in pieces.knights {
            self.piece(PieceType::Knight, from, attacks::knight(from) & targets);
        }
        for from in pieces.diagonal {
            let piece_type = placement.slider_at_unchecked(PieceType::Bishop, from);
            self.piece(piece_type, from, backend.bishop(from, occupied) & targets);
        }
        for from in pieces.orthogonal {
            let piece_type = placement.slider_at_unchecked(PieceType::Rook, from);
            self.piece(piece_type, from, backend.rook(from, occupied) & targets);
        }
    }

    /// Pawns move to these squares, each from `target - step`; none on the last rank.
    fn pawns(&mut self, targets: Bitboard, step: i8);

    /// Pawns promote on these squares, each from `target - step`.
    fn promotions(&mut self, targets: Bitboard, step: i8);

    /// A pawn captures en passant.
    fn en_passant(&mut self, from: Square, to: Square);

    /// The king castles with the rook on this square.
    fn castling(&mut self, king: Square, rook: Square);
}

/// The origin of a pawn, given its target and step.
#[inline(always)]
pub(super) fn origin(to: Square, step: i8) -> Square {
    Square::from_low_bits((to as i8 - step) as u8)
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u32);

impl Sink for Count {
    #[inline(always)]
    fn pieces<B: Backend>(
        &mut self,
        backend: B,
        _: &Placement,
        pieces: Pieces,
        occupied: Bitboard,
        targets: Bitboard,
    ) {
        self.0 += backend.count_moves(pieces, occupied, targets);
    }

    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 += 4 * targets.len();
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }
}

/// Tests whether there is a move.
#[derive(Default)]
pub(crate) struct Any(pub(crate) bool);

impl Sink for Any {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.0 = true;
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) {
        self.0 = true;
    }
}

/// Passes captures on to a sink.
pub(crate) struct CapturesOnly<S> {
    /// The pieces of the opponent.
    pub(crate) them: Bitboard,
    pub(crate) sink: S,
}

impl<S: Sink> Sink for CapturesOnly<S> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) {
        self.sink.piece(piece_type, from, targets & self.them);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        self.sink.pawns(targets & self.them, step);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        self.sink.promotions(targets & self.them, step);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.sink.en_passant(from, to);
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) {}
}

/// The number of moves that a backend may write after the last one.
const SLACK: usize = 32;

/// An upper bound of the legal moves of the side to move: the most targets that each of its pieces
/// has on an empty board, promotions, castling with two rooks, and two captures en passant.
fn most_moves(position: &Position) -> usize {
    let (placement, color) = (position.placement(), position.turn());
    let pieces = placement.knights_and_sliders(color);
    let pawns = placement.pieces(color, PieceType::Pawn);
    let promoting = pawns & Bitboard::from_rank(Rank::Seventh.relative_to(color));
    let count = |set: Bitboard| set.len() as usize;
    let sliders = 14 * count(pieces.orthogonal) + 13 * count(pieces.diagonal);
    let pawn_moves = 4 * count(pawns) + 8 * count(promoting) + 2;
    let king_moves = 8 + 2;
    sliders + 8 * count(pieces.knights) + pawn_moves + king_moves
}

/// A list that a [`Lister`] fills.
///
/// # Safety
/// The legal moves of the position, and [`SLACK`] more, can be written at the address that
/// [`Fill::begin`] returns, until the list is used otherwise.
pub(crate) unsafe trait Fill {
    /// Removes the moves, and returns the address at which they are written.
    fn begin(&mut self, position: &Position) -> *mut Move;

    /// Sets the number of moves.
    ///
    /// # Safety
    /// This many were written at the address.
    unsafe fn finish(&mut self, count: usize);
}

// SAFETY: no legal position has `MAX_MOVES - SLACK` legal moves (see there)
unsafe impl Fill for MoveList {
    #[inline(always)]
    fn begin(&mut self, _: &Position) -> *mut Move {
        self.clear();
        self.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn finish(&mut self, count: usize) {
        // SAFETY: as required above
        unsafe { self.set_len(count) };
    }
}

// SAFETY: `begin` reserves them
unsafe impl Fill for Vec<Move> {
    #[inline(always)]
    fn begin(&mut self, position: &Position) -> *mut Move {
        self.clear();
        // exactly, since there may be very many lists
        self.reserve_exact(most_moves(position) + SLACK);
        self.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn finish(&mut self, count: usize) {
        // SAFETY: as required above
        unsafe { self.set_len(count) };
    }
}

/// Lists all moves. The length is set when it is dropped, so that it stays in a register until
/// then.
pub(crate) struct Lister<'a, B, L: Fill> {
    backend: B,
    list: &'a mut L,
    begin: *mut Move,
    len: usize,
}

impl<'a, B: Backend, L: Fill> Lister<'a, B, L> {
    /// Fills a list with the moves of a position.
    #[inline(always)]
    pub(crate) fn new(backend: B, position: &Position, list: &'a mut L) -> Lister<'a, B, L> {
        let begin = list.begin(position);
        Lister { backend, list, begin, len: 0 }
    }

    /// Appends one move.
    #[inline(always)]
    fn push(&mut self, m: Move) {
        debug_assert!(self.len < MAX_MOVES);
        // SAFETY: the legal moves of the position can be written (see `Fill::begin`).
        unsafe { self.begin.add(self.len).write(m) };
        self.len += 1;
    }
}

impl<B, L: Fill> Drop for Lister<'_, B, L> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: this many moves were written.
        unsafe { self.list.finish(self.len) };
    }
}

impl<B: Backend, L: Fill> Sink for Lister<'_, B, L> {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard) {
        // SAFETY: a piece has at most 27 targets, and the moves of the position and 32 more can be
        // written (see `Fill::begin`).
        unsafe { self.backend.write_moves(self.begin.add(self.len), from, targets) };
        self.len += targets.len() as usize;
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        // more than 32 only in positions with as many pawns
        for half in [targets & Bitboard(0xFFFF_FFFF), targets - Bitboard(0xFFFF_FFFF)] {
            // SAFETY: half a board is 32 squares; for the capacity see `piece`.
            unsafe { self.backend.write_steps(self.begin.add(self.len), half, step) };
            self.len += half.len() as usize;
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for piece in PieceType::PROMOTIONS {
                self.push(Move::build(origin(to, step), to, piece as u16));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::build(from, to, 0));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.push(Move::build(king, rook, 0));
    }
}
