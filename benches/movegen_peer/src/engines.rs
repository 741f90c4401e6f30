//! The libraries.

use std::hint::black_box;
use std::mem::MaybeUninit;
use std::str::FromStr;

use arrayvec::ArrayVec;
use shakmaty::{CastlingMode, Position as _};

use crate::harness::Engine;

pub(crate) struct Shakmaty;

impl Engine for Shakmaty {
    type Board = shakmaty::Chess;
    const CHESS960: bool = true;

    fn board(&self, fen: &str, chess960: bool) -> Option<Self::Board> {
        let fen: shakmaty::fen::Fen = fen.parse().ok()?;
        fen.into_position(CastlingMode::from_chess960(chess960)).ok()
    }

    fn perft(&self, board: &Self::Board, depth: u32) -> u64 {
        shakmaty::perft(board, depth)
    }

    fn leaves(&self, board: &Self::Board, depth: u32) -> u64 {
        let mut sum = 0;
        for m in board.legal_moves() {
            let mut child = board.clone();
            child.play_unchecked(m);
            if depth == 1 {
                sum += u64::from(black_box(&child).turn().is_white());
            } else {
                sum += self.leaves(&child, depth - 1);
            }
        }
        sum
    }

    fn list(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| black_box(&black_box(board).legal_moves()).len() as u64).sum()
    }

    fn count(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| black_box(board).legal_moves().len() as u64).sum()
    }
}

pub(crate) struct Chess;

impl Engine for Chess {
    type Board = chess::Board;
    const CHESS960: bool = false;

    fn board(&self, fen: &str, _: bool) -> Option<Self::Board> {
        chess::Board::from_str(fen).ok()
    }

    fn perft(&self, board: &Self::Board, depth: u32) -> u64 {
        chess::MoveGen::movegen_perft_test(board, depth as usize) as u64
    }

    fn leaves(&self, board: &Self::Board, depth: u32) -> u64 {
        let mut sum = 0;
        for m in chess::MoveGen::new_legal(board) {
            // as its perft does, which is faster than `make_move_new`
            let mut memory = MaybeUninit::<chess::Board>::uninit();
            // SAFETY: `make_move` overwrites the whole board
            let child = unsafe {
                board.make_move(m, &mut *memory.as_mut_ptr());
                &*memory.as_ptr()
            };
            if depth == 1 {
                sum += black_box(child).get_hash() & 1;
            } else {
                sum += self.leaves(child, depth - 1);
            }
        }
        sum
    }

    fn list(&self, boards: &[Self::Board]) -> u64 {
        let mut sum = 0;
        for board in boards {
            let mut list = ArrayVec::<chess::ChessMove, 256>::new();
            list.extend(chess::MoveGen::new_legal(black_box(board)));
            sum += black_box(&list).len() as u64;
        }
        sum
    }

    fn count(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| chess::MoveGen::new_legal(black_box(board)).len() as u64).sum()
    }
}

pub(crate) struct Chessie;

impl Engine for Chessie {
    type Board = chessie::Game;
    const CHESS960: bool = false;

    fn board(&self, fen: &str, _: bool) -> Option<Self::Board> {
        chessie::Game::from_fen(fen).ok()
    }

    fn perft(&self, board: &Self::Board, depth: u32) -> u64 {
        chessie::perft(board, depth as usize)
    }

    fn leaves(&self, board: &Self::Board, depth: u32) -> u64 {
        let mut sum = 0;
        for m in board.get_legal_moves() {
            let child = board.with_move_made(m);
            if depth == 1 {
                sum += u64::from(black_box(&child).side_to_move() == chessie::Color::White);
            } else {
                sum += self.leaves(&child, depth - 1);
            }
        }
        sum
    }

    fn list(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| black_box(&black_box(board).get_legal_moves()).len() as u64).sum()
    }

    fn count(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| black_box(board).get_legal_moves().len() as u64).sum()
    }
}

pub(crate) struct Eschac;

impl Engine for Eschac {
    type Board = eschac::position::Position;
    const CHESS960: bool = false;

    fn board(&self, fen: &str, _: bool) -> Option<Self::Board> {
        // it reads the four fields before the counters
        let record: Vec<&str> = fen.split(' ').take(4).collect();
        eschac::setup::Setup::from_text_record(&record.join(" ")).ok()?.into_position().ok()
    }

    fn perft(&self, board: &Self::Board, depth: u32) -> u64 {
        board.perft(depth as usize) as u64
    }

    fn leaves(&self, board: &Self::Board, depth: u32) -> u64 {
        let mut sum = 0;
        if depth == 1 {
            board.for_each_move(|m| {
                let child = m.make();
                sum += u64::from(black_box(&child).turn() == eschac::board::Color::White);
            });
        } else {
            board.for_each_move(|m| sum += self.leaves(&m.make(), depth - 1));
        }
        sum
    }

    fn list(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| black_box(&black_box(board).legal_moves()).len() as u64).sum()
    }

    fn count(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| black_box(board).count_legal_moves() as u64).sum()
    }
}

/// It makes and takes back moves: each board is cloned once for a run.
pub(crate) struct Pleco;

impl Pleco {
    fn leaves_of(board: &mut pleco::Board, depth: u32) -> u64 {
        let mut sum = 0;
        for m in board.generate_moves() {
            board.apply_move(m);
            if depth == 1 {
                sum += black_box(&*board).zobrist() & 1;
            } else {
                sum += Self::leaves_of(board, depth - 1);
            }
            board.undo_move();
        }
        sum
    }
}

impl Engine for Pleco {
    type Board = pleco::Board;
    const CHESS960: bool = false;

    fn board(&self, fen: &str, _: bool) -> Option<Self::Board> {
        pleco::Board::from_fen(fen).ok()
    }

    fn perft(&self, board: &Self::Board, depth: u32) -> u64 {
        pleco::board::perft::perft(board, depth as u16)
    }

    fn leaves(&self, board: &Self::Board, depth: u32) -> u64 {
        Self::leaves_of(&mut board.shallow_clone(), depth)
    }

    fn list(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| black_box(&black_box(board).generate_moves()).len() as u64).sum()
    }

    fn count(&self, boards: &[Self::Board]) -> u64 {
        boards.iter().map(|board| black_box(board).generate_moves().len() as u64).sum()
    }
}
