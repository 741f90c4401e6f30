//! cozy-chess, for `benches/movegen.rs` with its `pext` tables and for `benches/movegen_peer` without.

use std::hint::black_box;

use crate::harness::Engine;

pub(crate) struct Cozy;

impl Engine for Cozy {
    type Board = cozy_chess::Board;
    const CHESS960: bool = true;

    fn board(&self, fen: &str, chess960: bool) -> Option<Self::Board> {
        cozy_chess::Board::from_fen(fen, chess960).ok()
    }

    // Testing the depth outside of the closure, which runs for each piece, is a third faster.
    fn perft(&self, board: &Self::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        match depth {
            0 => return 1,
            1 => {
                board.generate_moves(|moves| {
                    nodes += moves.len() as u64;
                    false
                });
            }
            _ => {
                board.generate_moves(|moves| {
                    for m in moves {
                        let mut after = board.clone();
                        after.play_unchecked(m);
                        nodes += self.perft(&after, depth - 1);
                    }
                    false
                });
            }
        }
        nodes
    }

    fn leaves(&self, board: &Self::Board, depth: u32) -> u64 {
        let mut sum = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                for m in moves {
                    let mut after = board.clone();
                    after.play_unchecked(m);
                    sum += black_box(&after).hash() & 1;
                }
                false
            });
        } else {
            board.generate_moves(|moves| {
                for m in moves {
                    let mut after = board.clone();
                    after.play_unchecked(m);
                    sum += self.leaves(&after, depth - 1);
                }
                false
            });
        }
        sum
    }

    fn list(&self, boards: &[Self::Board]) -> u64 {
        let mut sum = 0;
        for board in boards {
            let mut list = arrayvec::ArrayVec::<cozy_chess::Move, 256>::new();
            black_box(board).generate_moves(|moves| {
                list.extend(moves);
                false
            });
            sum += black_box(&list).len() as u64;
        }
        sum
    }

    fn count(&self, boards: &[Self::Board]) -> u64 {
        let mut sum = 0;
        for board in boards {
            black_box(board).generate_moves(|moves| {
                sum += moves.len() as u64;
                false
            });
        }
        sum
    }
}
