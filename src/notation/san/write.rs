//! Writing SAN.

use super::text::{SanText, SanWord};
use crate::attacks::{self, Backend, dispatch, task};
use crate::movegen::{has_legal_move_with, is_attacked_after, is_in_check, reach};
use crate::position::Position;
use crate::types::{
    Bitboard, BlackSide, CastlingSide, Color, Move, PieceType, Side, Square, WhiteSide,
};

/// Returns the standard SAN of a legal move.
///
/// The origin is written if another piece of this type could *legally* move to the target: the file
/// if that suffices, or else the rank, or else both (FIDE C.10). `+` is check, `#` mate.
///
/// ```
/// use enroque::notation::{fen, san, uci};
/// // the other knight is pinned, so it does not count
/// let position = fen::read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1").unwrap();
/// let m = uci::read(&position, "g1e2").unwrap();
/// assert_eq!(san::write(&position, m).as_str(), "Ne2");
/// ```
pub fn write(position: &Position, m: Move) -> SanText {
    dispatch(task!(|backend, position: &Position, m: Move| -> SanText {
        play_and_write(backend, &mut { *position }, m).to_text()
    }))
}

/// Calls a function with the standard SAN of each of these legal moves, as ASCII. Faster than
/// [`write`](write()) for each: only moves that may give check are played.
pub fn write_each(position: &Position, moves: &[Move], function: impl FnMut(&[u8])) {
    dispatch(task!(
        <F: FnMut(&[u8])> |backend, position: &Position, moves: &[Move], function: F| -> () {
            match position.turn() {
                Color::White => write_each_for::<_, WhiteSide>(backend, position, moves, function),
                Color::Black => write_each_for::<_, BlackSide>(backend, position, moves, function),
            }
        }
    ));
}

#[inline(always)]
fn write_each_for<B: Backend, S: Side>(
    backend: B,
    position: &Position,
    moves: &[Move],
    mut function: impl FnMut(&[u8]),
) {
    let checks = Checks::of::<B, S>(backend, position);
    for &m in moves {
        let word = if checks.are_possible(position, m) {
            play_and_write_for::<B, S>(backend, &mut { *position }, m)
        } else {
            without_check::<S>(position, m)
        };
        word.with_bytes(&mut function);
    }
}

/// The moves of the side to move that may give check.
struct Checks {
    /// The squares from which each piece type attacks the opponent's king.
    squares: [Bitboard; 6],
    /// Own pieces that stand between an own slider and the opponent's king.
    blockers: Bitboard,
    own: Bitboard,
}

impl Checks {
    #[inline(always)]
    fn of<B: Backend, S: Side>(backend: B, position: &Position) -> Checks {
        let placement = position.placement();
        let (king, occupied) = (position.king(S::Other::COLOR), placement.occupied());
        let own = placement.by_color(S::COLOR);
        let (diagonal, orthogonal) = (backend.bishop(king, occupied), backend.rook(king, occupied));
        // with the nearest own pieces removed, own sliders behind them attack the king
        let mut blockers = Bitboard::EMPTY;
        let behind = backend.bishop(king, occupied - (diagonal & own)) - diagonal;
        if behind.meets(placement.diagonal_sliders(S::COLOR)) {
            blockers |= diagonal & own;
        }
        let behind = backend.rook(king, occupied - (orthogonal & own)) - orthogonal;
        if behind.meets(placement.orthogonal_sliders(S::COLOR)) {
            blockers |= orthogonal & own;
        }
        let squares = [
            attacks::pawn(S::Other::COLOR, king),
            attacks::knight(king),
            diagonal,
            orthogonal,
            diagonal | orthogonal,
            Bitboard::EMPTY,
        ];
        Checks { squares, blockers, own }
    }

    /// Whether a legal move may give check. True for all promotions, castling and en passant.
    #[inline(always)]
    fn are_possible(&self, position: &Position, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let piece_type = position.placement().type_at_unchecked(from);
        self.squares[piece_type.index()].has(to)
            | self.blockers.has(from)
            | self.own.has(to)
            | m.promoted().is_some()
            | (position.ep_square() == Some(to))
    }
}

/// Plays a legal move without updating the key of the position, and returns its standard SAN. For
/// tasks that already run on a backend.
#[inline(always)]
pub(crate) fn play_and_write<B: Backend>(backend: B, position: &mut Position, m: Move) -> SanWord {
    match position.turn() {
        Color::White => play_and_write_for::<B, WhiteSide>(backend, position, m),
        Color::Black => play_and_write_for::<B, BlackSide>(backend, position, m),
    }
}

#[inline(always)]
fn play_and_write_for<B: Backend, S: Side>(
    backend: B,
    position: &mut Position,
    m: Move,
) -> SanWord {
    let mut word = without_check::<S>(position, m);
    position.play_any::<S, false>(m);
    if is_in_check::<S::Other>(position) {
        word.push(if has_legal_move_with(backend, position) { b'+' } else { b'#' });
    }
    word
}

/// Returns the SAN of a legal move of the side to move, `S`, without the mark of check or mate.
#[inline(always)]
fn without_check<S: Side>(position: &Position, m: Move) -> SanWord {
    let (from, to) = (m.from(), m.to());
    let placement = position.placement();
    let own = placement.by_color(S::COLOR);
    if own.has(to) {
        return SanWord::castling(CastlingSide::of(from, to));
    }
    let piece_type = placement.type_at_unchecked(from);
    let mut others = own.without(from) & placement.by_type(piece_type) & reach::<S>(piece_type, to);
    if others.any() & (piece_type != PieceType::Pawn) {
        others = legal_origins::<S>(position, others, to);
    } else {
        others = Bitboard::EMPTY;
    }
    let is_capture = placement.by_color(S::Other::COLOR).has(to);
    SanWord::of_move(piece_type, m, is_capture, others)
}

/// Returns those origins from which a piece, neither pawn nor king, can legally move to a target
/// that it reaches on an empty board.
#[inline(never)]
fn legal_origins<S: Side>(position: &Position, origins: Bitboard, to: Square) -> Bitboard {
    let (occupied, king) = (position.placement().occupied(), position.king(S::COLOR));
    let can_move = |from: &Square| {
        !attacks::between(*from, to).meets(occupied)
            && !is_attacked_after::<S>(position, king, *from, to)
    };
    origins.into_iter().filter(can_move).collect()
}
