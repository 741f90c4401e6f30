//! The speed of move generation compared with cozy-chess: perft, leaves, listing and counting
//! moves.
//!
//! `cargo bench --bench movegen` prints millions per second and ratios, with both libraries built
//! with the same flags. `benches/compare.py` compares the wheel, which is built for baseline
//! x86-64, with peers built for this machine, and interleaves the runs.
//!
//! `--engine enroque|enroque-unkeyed|cozy-chess` runs one, `--task perft|leaves|list|count` one task,
//! and `--runs N` takes the best of N runs instead of five.

use std::hint::black_box;

use enroque::attacks::{Backend, Task, backend_name, dispatch};
use enroque::movegen::{
    count_legal_moves_with, list_legal_moves, perft, perft_unkeyed, visit_leaves,
};
use enroque::notation::fen;
use enroque::position::Position;
use enroque::types::MoveList;

#[path = "shared/cozy.rs"]
mod cozy;
#[path = "shared/movegen.rs"]
mod harness;
#[path = "shared/results.rs"]
mod results;

use cozy::Cozy;
use harness::{Engine, Options, measure, report};

struct Enroque {
    keyed: bool,
}

/// Lists or counts the moves of many positions in one task.
struct ManyPositions<'a> {
    positions: &'a [Position],
    list: bool,
}

impl Task for ManyPositions<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let mut sum = 0;
        if self.list {
            for position in self.positions {
                let mut list = MoveList::new();
                list_legal_moves(backend, black_box(position), &mut list);
                sum += black_box(&list).len() as u64;
            }
        } else {
            for position in self.positions {
                sum += count_legal_moves_with(backend, black_box(position)) as u64;
            }
        }
        sum
    }
}

impl Engine for Enroque {
    type Board = Position;
    const CHESS960: bool = true;

    fn board(&self, text: &str, _: bool) -> Option<Position> {
        fen::read(text).ok()
    }

    fn perft(&self, board: &Position, depth: u32) -> u64 {
        if self.keyed { perft(board, depth) } else { perft_unkeyed(board, depth) }
    }

    fn leaves(&self, board: &Position, depth: u32) -> u64 {
        let mut sum = 0;
        visit_leaves(board, depth, |position| sum += black_box(position).pieces_key() & 1);
        sum
    }

    fn list(&self, boards: &[Position]) -> u64 {
        dispatch(ManyPositions { positions: boards, list: true })
    }

    fn count(&self, boards: &[Position]) -> u64 {
        dispatch(ManyPositions { positions: boards, list: false })
    }
}

fn main() {
    let options = Options::from_arguments();
    let run = |engine: &str| match engine {
        "enroque" => measure(&Enroque { keyed: true }, &options),
        "enroque-unkeyed" => measure(&Enroque { keyed: false }, &options),
        "cozy-chess" => measure(&Cozy, &options),
        other => panic!("unknown engine {other}: use enroque, enroque-unkeyed or cozy-chess"),
    };
    if let Some(engine) = &options.engine {
        return report(engine, &run(engine));
    }
    println!("backend {}", backend_name());
    println!("{:<20}{:>10}{:>12}{:>8}", "millions per s", "enroque", "cozy-chess", "ratio");
    let mut means = std::collections::BTreeMap::<&str, (f64, u32)>::new();
    for (ours, theirs) in run("enroque").iter().zip(&run("cozy-chess")) {
        let ratio = ours.millions / theirs.millions;
        let what = format!("{} {}", ours.case, ours.task);
        println!("{what:<20}{:>10.1}{:>12.1}{ratio:>8.2}", ours.millions, theirs.millions);
        let (sum, n) = means.entry(ours.task).or_default();
        (*sum, *n) = (*sum + ratio.ln(), *n + 1);
    }
    for (task, (sum, n)) in means {
        println!("geometric mean of {task}: {:.2}", (sum / n as f64).exp());
    }
}
