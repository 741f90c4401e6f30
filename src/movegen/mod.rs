//! Generating, counting and testing legal moves; perft.

mod castling;
mod generate;
mod king_state;
mod leaf;
mod of_setup;
mod one_move;
mod perft;
mod perft_table;
mod pseudo_legal;
#[cfg(test)]
mod random_positions;
mod replies;
mod sink;

pub use of_setup::legal_moves_of_setup;
pub use one_move::{IllegalMove, is_legal, is_legal_with, play_with};
pub(crate) use one_move::{is_attacked_after, is_in_check, play_without_key, reach};
pub use perft::{perft, perft_unkeyed, perft_with, visit_leaves};
pub use perft_table::{PerftTable, TableSizeError, perft_parallel};
pub use pseudo_legal::pseudo_legal_moves;

use crate::attacks::{Backend, Task, dispatch};
use crate::position::Position;
use crate::types::{Bitboard, BlackSide, Color, Move, MoveList, WhiteSide};
use generate::generate;
pub(crate) use generate::is_legal_by;
use sink::{Any, CapturesOnly, Count, Fill, Lister, Sink};

struct Generate<'a, K>(&'a Position, K);

impl<K: Sink> Task for Generate<'_, K> {
    type Output = K;

    #[inline(always)]
    fn run<B: Backend>(mut self, backend: B) -> K {
        generate_into(backend, self.0, &mut self.1);
        self.1
    }
}

/// Returns the pieces that give check.
#[inline(always)]
fn generate_into<B: Backend>(backend: B, position: &Position, sink: &mut impl Sink) -> Bitboard {
    match position.turn() {
        Color::White => generate::<B, WhiteSide>(backend, position, sink),
        Color::Black => generate::<B, BlackSide>(backend, position, sink),
    }
}

/// All legal moves, in the order that `generate.rs` states.
///
/// ```
/// use enroque::{movegen::legal_moves, position::Position};
/// assert_eq!(legal_moves(&Position::standard()).len(), 20);
/// ```
pub fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    dispatch(List(position, &mut moves));
    moves
}

/// [`legal_moves`] inside a task that already runs on a backend.
#[inline(always)]
pub fn legal_moves_with<B: Backend>(backend: B, position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    backend.enter(List(position, &mut moves));
    moves
}

/// Fills a list with the legal moves, replacing its contents, inside a task that already runs on a
/// backend. Unlike [`legal_moves_with`], it copies no list, which takes as long as half of the
/// generation. Returns whether the side to move is in check, which the generation finds out.
#[inline(always)]
pub fn list_legal_moves<B: Backend>(backend: B, position: &Position, moves: &mut MoveList) -> bool {
    backend.enter(List(position, moves))
}

/// [`list_legal_moves`] in memory that is allocated for the moves that the pieces may have.
#[inline(always)]
pub(crate) fn list_legal_moves_on_heap<B: Backend>(
    backend: B,
    position: &Position,
    moves: &mut Vec<Move>,
) -> bool {
    backend.enter(List(position, moves))
}

/// The legal captures, en passant among them, inside a task that already runs on a backend.
#[inline(always)]
pub(crate) fn legal_captures_with<B: Backend>(backend: B, position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    let them = position.placement().by_color(!position.turn());
    let sink = Lister::new(backend, position, &mut moves);
    generate_into(backend, position, &mut CapturesOnly { them, sink });
    moves
}

struct List<'a, L>(&'a Position, &'a mut L);

impl<L: Fill> Task for List<'_, L> {
    type Output = bool;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> bool {
        generate_into(backend, self.0, &mut Lister::new(backend, self.0, self.1)).any()
    }
}

/// The number of legal moves, without listing them.
pub fn count_legal_moves(position: &Position) -> usize {
    dispatch(Generate(position, Count::default())).0 as usize
}

/// [`count_legal_moves`] inside a task that already runs on a backend.
#[inline(always)]
pub fn count_legal_moves_with<B: Backend>(backend: B, position: &Position) -> usize {
    let mut count = Count::default();
    generate_into(backend, position, &mut count);
    count.0 as usize
}

/// Whether there is a legal move.
pub fn has_legal_move(position: &Position) -> bool {
    dispatch(Generate(position, Any::default())).0
}

/// [`has_legal_move`] inside a task that already runs on a backend.
#[inline(always)]
pub(crate) fn has_legal_move_with<B: Backend>(backend: B, position: &Position) -> bool {
    backend.enter(Generate(position, Any::default())).0
}

impl Position {
    /// Whether the side to move is checkmated (FIDE 5.1.1).
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !has_legal_move(self)
    }

    /// Whether the side to move has no legal move and is not in check (FIDE 5.2.1).
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !has_legal_move(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::task;

    #[test]
    fn listing_finds_out_checks() {
        let mut checks = 0;
        let positions = random_positions::for_each(4, 20, |position| {
            let mut moves = MoveList::new();
            let is_check = dispatch(List(position, &mut moves));
            assert_eq!(is_check, position.is_check(), "{}", crate::notation::fen::write(position));
            checks += u32::from(is_check);
        });
        assert!(positions > 1000 && checks > 10, "{checks} of {positions}");
    }

    /// Lists that grow and lists that are large enough have the same moves.
    #[test]
    fn listing_on_the_heap() {
        let on_heap = |position: &Position, list: &mut Vec<Move>| {
            dispatch(task!(|backend, position: &Position, list: &mut Vec<Move>| -> bool {
                list_legal_moves_on_heap(backend, position, list)
            }))
        };
        let mut kept = Vec::new();
        let mut compare = |position: &Position| {
            let expected = legal_moves(position);
            let mut new = Vec::new();
            for list in [&mut kept, &mut new] {
                assert_eq!(on_heap(position, list), position.is_check());
                assert_eq!(list[..], expected[..]);
            }
            // a backend may write 32 after the last move
            assert!(new.capacity() >= expected.len() + 32);
        };
        for fen in [
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // the record, 218 moves
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQ2k1QQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/QQQQQQQQ b - - 0 1",
            "3qk3/PPP1P1PP/8/8/8/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/2PpP3/8/8/8/R3K2R w KQ d6 0 2",
        ] {
            compare(&crate::notation::fen::read(fen).unwrap());
        }
        assert!(random_positions::for_each(5, 20, compare) > 1000);
    }
}
