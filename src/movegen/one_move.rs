//! Testing whether one move is legal, and playing it.
//!
//! Each move of a stored game is validated, so this determines the speed of reading them. Which
//! piece moves next is unpredictable, and a branch misprediction costs more than the whole test, so
//! all pieces are tested without branches; only castling and en passant have separate code.

use thiserror::Error;

use super::generate::may_castle;
use crate::attacks::{self, Backend, Task, dispatch, task};
use crate::position::Position;
use crate::types::{Bitboard, BlackSide, Color, Move, PieceType, Rank, Side, Square, WhiteSide};

/// The targets of each piece type and color from each square on an empty board, including captures
/// of pawns.
static REACH: [[[Bitboard; 64]; 6]; 2] = reach_table();

const fn reach_table() -> [[[Bitboard; 64]; 6]; 2] {
    let mut table = [[[Bitboard::EMPTY; 64]; 6]; 2];
    let mut index = 0;
    while index < 64 {
        let square = Square::from_low_bits(index as u8);
        let (knight, king) = (attacks::knight(square), attacks::king(square));
        let (bishop, rook) = (attacks::diagonals(square), attacks::orthogonals(square));
        let queen = Bitboard(bishop.0 | rook.0);
        let mut color = 0;
        while color < 2 {
            let (captures, ahead, third) = if color == 0 {
                (attacks::pawn(Color::White, square).0, 1u64 << index << 8, 0x00FF_0000)
            } else {
                (attacks::pawn(Color::Black, square).0, 1u64 << index >> 8, 0x00FF_0000 << 24)
            };
            let on_third = ahead & third;
            let twice = if color == 0 { on_third << 8 } else { on_third >> 8 };
            let pawn = Bitboard(captures | ahead | twice);
            let pieces = [pawn, knight, bishop, rook, queen, king];
            let mut piece_type = 0;
            while piece_type < 6 {
                table[color][piece_type][index] = pieces[piece_type];
                piece_type += 1;
            }
            color += 1;
        }
        index += 1;
    }
    table
}

/// The targets of a piece of the side `S` from a square on an empty board, including captures of
/// pawns. A piece other than a pawn reaches the square from there, too.
#[inline(always)]
pub(crate) fn reach<S: Side>(piece_type: PieceType, square: Square) -> Bitboard {
    REACH[S::COLOR.index()][piece_type.index()][square.index()]
}

/// Whether a move is legal in a position.
///
/// ```
/// use enroque::{movegen::is_legal, position::Position, types::{Move, Square}};
/// let start = Position::standard();
/// assert!(is_legal(&start, Move::new(Square::G1, Square::F3).unwrap()));
/// assert!(!is_legal(&start, Move::new(Square::G1, Square::E2).unwrap()));
/// ```
pub fn is_legal(position: &Position, m: Move) -> bool {
    dispatch(task!(|backend, position: &Position, m: Move| -> bool {
        is_legal_with(backend, position, m)
    }))
}

/// [`is_legal`] inside a task that already runs on a backend.
#[inline(always)]
pub fn is_legal_with<B: Backend>(backend: B, position: &Position, m: Move) -> bool {
    match position.turn() {
        Color::White => is_legal_for::<B, WhiteSide>(backend, position, m),
        Color::Black => is_legal_for::<B, BlackSide>(backend, position, m),
    }
}

/// Plays a move if it is legal, and returns whether it was. For tasks that already run on a
/// backend.
#[inline(always)]
pub fn play_with<B: Backend>(backend: B, position: &mut Position, m: Move) -> bool {
    match position.turn() {
        Color::White => play_for::<B, WhiteSide, true>(backend, position, m),
        Color::Black => play_for::<B, BlackSide, true>(backend, position, m),
    }
}

/// [`play_with`] without updating the key of the position.
#[inline(always)]
pub(crate) fn play_without_key<B: Backend>(backend: B, position: &mut Position, m: Move) -> bool {
    match position.turn() {
        Color::White => play_for::<B, WhiteSide, false>(backend, position, m),
        Color::Black => play_for::<B, BlackSide, false>(backend, position, m),
    }
}

#[inline(always)]
fn play_for<B: Backend, S: Side, const KEYED: bool>(
    backend: B,
    position: &mut Position,
    m: Move,
) -> bool {
    let is_legal = is_legal_for::<B, S>(backend, position, m);
    if is_legal {
        position.play_any::<S, KEYED>(m);
    }
    is_legal
}

/// Whether a move of the side to move, `S`, is legal.
#[inline(always)]
fn is_legal_for<B: Backend, S: Side>(backend: B, position: &Position, m: Move) -> bool {
    let (from, to) = (m.from(), m.to());
    let placement = position.placement();
    let (own, them) = (placement.by_color(S::COLOR), placement.by_color(S::Other::COLOR));
    let king = position.king(S::COLOR);
    if own.has(to) {
        return king_takes_rook::<B, S>(backend, position, m);
    }
    let occupied = own | them;
    // `Pawn` for an empty square, which the test of `own` rejects
    let piece_type = placement.type_at_unchecked(from);
    let is_pawn = piece_type == PieceType::Pawn;
    let is_diagonal = from.file() != to.file();
    let reaches = own.has(from)
        & reach::<S>(piece_type, from).has(to)
        & (attacks::between(from, to) & occupied).is_empty();
    if is_pawn & is_diagonal & (position.ep_square() == Some(to)) {
        let promotes = m.promoted().is_some();
        return reaches && !promotes && position.ep_capture_is_legal(backend, from, to);
    }
    // pawns capture diagonally and move straight (FIDE 3.7.1 to 3.7.3)
    let pawn_direction_fits = !is_pawn | (them.has(to) == is_diagonal);
    let is_last = is_pawn & (to.rank() == Rank::Eighth.relative_to(S::COLOR));
    let promotion_fits = is_last == m.promoted().is_some();
    // the king is not attacked after the move (FIDE 3.9.2)
    let king_after = if piece_type == PieceType::King { to } else { king };
    let is_safe = !is_attacked_after::<S>(position, king_after, from, to);
    reaches & pawn_direction_fits & promotion_fits & is_safe
}

/// Whether the opponent attacks a square after a move. Checks only the lines with a slider, which
/// is faster than look-ups in a large table.
#[inline(always)]
pub(crate) fn is_attacked_after<S: Side>(
    position: &Position,
    square: Square,
    from: Square,
    to: Square,
) -> bool {
    let placement = position.placement();
    let them = S::Other::COLOR;
    let occupied = placement.occupied().without(from).with(to);
    let sliders = (attacks::orthogonals(square) & placement.orthogonal_sliders(them))
        | (attacks::diagonals(square) & placement.diagonal_sliders(them));
    // a piece on the target is captured
    let sliders = sliders.without(to);
    let leapers = placement.leaping_attackers(square, them).without(to);
    let (first, last) = (sliders.first_unchecked(), sliders.last_unchecked());
    let is_open = !attacks::between(square, first).meets(occupied)
        | !attacks::between(square, last).meets(occupied);
    let mut is_attacked = leapers.any() | sliders.any() & is_open;
    // an unpredictable number, rarely more than two
    for slider in sliders.without(first).without(last) {
        is_attacked |= !attacks::between(square, slider).meets(occupied);
    }
    is_attacked
}

/// Whether the king of `S`, the side to move, is attacked.
#[inline(always)]
pub(crate) fn is_in_check<S: Side>(position: &Position) -> bool {
    let king = position.king(S::COLOR);
    // no piece moves
    is_attacked_after::<S>(position, king, king, king)
}

/// Whether a move onto an own piece is a legal castling.
#[inline(never)]
#[cold]
fn king_takes_rook<B: Backend, S: Side>(backend: B, position: &Position, m: Move) -> bool {
    struct Castles<'a, S>(&'a Position, Square, std::marker::PhantomData<S>);
    impl<S: Side> Task for Castles<'_, S> {
        type Output = bool;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> bool {
            may_castle::<B, S>(backend, self.0, self.1)
        }
    }
    m.from() == position.king(S::COLOR)
        && m.promoted().is_none()
        && position.castling().of(S::COLOR).has(m.to())
        && backend.enter(Castles::<S>(position, m.to(), std::marker::PhantomData))
}

impl Position {
    /// Plays a move, or returns an error and changes nothing if it is illegal.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !is_legal(self, m) {
            return Err(IllegalMove(m));
        }
        self.play_unchecked(m);
        Ok(())
    }
}

/// A move is not legal in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0} is not a legal move here")]
pub struct IllegalMove(pub Move);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{dispatch, task};
    use crate::movegen::legal_moves;
    use crate::notation::fen;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    /// Compares the test of all 16-bit moves, and the positions after them, with the generated
    /// list.
    fn compare_with_list(position: &Position) {
        dispatch(task!(|backend, position: &Position| -> () {
            let list = legal_moves(position);
            for m in (0..=u16::MAX).filter_map(Move::from_bits) {
                let mut after = *position;
                let is_legal = play_with(backend, &mut after, m);
                assert_eq!(is_legal, list.contains(&m), "{m} in {position:?}");
                let expected = if is_legal { position.after(m) } else { *position };
                let (fields, key) = (after.to_setup(), after.pieces_key());
                assert_eq!((fields, key), (expected.to_setup(), expected.pieces_key()), "{m}");
            }
        }));
    }

    #[test]
    fn is_legal_equals_the_generated_list() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            // Chess960: the rook blocks an attack on the king's target, the king is on it, inner
            // rooks
            "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/rRK4R w HBhb - 0 1",
            "rk3r2/8/8/8/8/8/8/R4RK1 b fa - 0 1",
            // en passant that opens a rank, and en passant that captures the checking pawn
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        ];
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(7);
        for start in starts {
            let start = fen::read(start).unwrap();
            let mut position = start;
            for _ in 0..25 {
                compare_with_list(&position);
                match legal_moves(&position).choose(&mut random) {
                    Some(&m) if random.random_bool(0.98) => position.play_unchecked(m),
                    _ => position = start,
                }
            }
        }
    }
}
