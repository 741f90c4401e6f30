//! The speed of move generation compared with cozy-chess: perft, leaves, listing and counting
//! moves.
//!
//! `cargo bench --bench movegen` prints millions per second and ratios, with both libraries built
//! with the same flags. `benches/compare.py` compares the wheel, which is built for baseline
//! x86-64, with peers built for this machine, and interleaves the runs.
//!
//! `--engine enroque|enroque-unkeyed|cozy-chess` runs one and prints lines `case millions`;
//! `--task perft|leaves|list|count` runs one task.

use std::hint::black_box;

use cpu_time::ThreadTime;

use enroque::attacks::{Backend, Task, backend_name, dispatch};
use enroque::movegen::{
    count_legal_moves_with, legal_moves, list_legal_moves, perft, perft_unkeyed, visit_leaves,
};
use enroque::notation::fen;
use enroque::position::Position;
use enroque::types::MoveList;

/// The six usual positions, each with a depth of about ten million nodes.
const CLASSIC: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// A position and its perft depth.
type Case = (String, u32);

/// Returns twenty lines of a perft suite, each with the largest depth of at most `limit` nodes.
fn suite(file: &str, every: usize, limit: u64) -> Vec<Case> {
    let path = format!("{}/../shared/data/perft/{file}", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {path} is absent");
        return Vec::new();
    };
    let case = |line: &str| {
        let (fen, counts) = line.split_once(';').unwrap();
        let count = |field: &&str| field.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap();
        let depth = counts.split(';').filter(|field| count(field) <= limit).count();
        (fen.trim().to_string(), depth as u32)
    };
    text.lines().step_by(every).take(20).map(case).collect()
}

/// Returns the positions of random games from these starts, for listing and counting.
fn varied(cases: &[Case]) -> Vec<String> {
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut fens = Vec::new();
    for (start, _) in cases {
        for _ in 0..40 {
            let mut position = fen::read(start).unwrap();
            for _ in 0..30 {
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                position.play_unchecked(moves[(random % moves.len() as u64) as usize]);
                let (castling, ep) = (fen::CastlingStyle::Shredder, fen::EnPassantStyle::Legal);
                fens.push(fen::write_as(&position, castling, ep).to_string());
            }
        }
    }
    fens
}

trait Engine {
    type Board;
    fn board(&self, fen: &str) -> Option<Self::Board>;
    fn perft(&self, board: &Self::Board, depth: u32) -> u64;
    fn leaves(&self, board: &Self::Board, depth: u32) -> u64;
    fn list(&self, boards: &[Self::Board]) -> u64;
    fn count(&self, boards: &[Self::Board]) -> u64;
}

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

    fn board(&self, text: &str) -> Option<Position> {
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

struct Cozy;

impl Engine for Cozy {
    type Board = cozy_chess::Board;

    fn board(&self, fen: &str) -> Option<Self::Board> {
        let read = |shredder| cozy_chess::Board::from_fen(fen, shredder);
        read(false).or_else(|_| read(true)).ok()
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

/// Returns millions of operations per second of CPU time, the best of five runs.
fn rate(operations: u64, mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = ThreadTime::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    operations as f64 / best / 1e6
}

/// Returns the rates of an engine, by case.
fn measure<E: Engine>(engine: &E, only: Option<&str>) -> Vec<(String, f64)> {
    let is_selected = |task: &str| only.is_none_or(|only| only == task);
    let suites = [
        ("classic", CLASSIC.map(|(fen, depth)| (fen.to_string(), depth)).to_vec()),
        ("standard", suite("standard.epd", 1, 6_000_000)),
        ("chess960", suite("chess960.epd", 48, 10_000_000)),
    ];
    let mut results = Vec::new();
    for (name, cases) in &suites {
        for (n, (text, depth)) in cases.iter().enumerate() {
            let Some(board) = engine.board(text) else { continue };
            if is_selected("perft") {
                let nodes = engine.perft(&board, *depth);
                let rate = rate(nodes, || {
                    black_box(engine.perft(black_box(&board), *depth));
                });
                results.push((format!("{name}.{n} perft"), rate));
            }
            if is_selected("leaves") && *name == "classic" {
                let nodes = engine.perft(&board, depth - 1);
                let rate = rate(nodes, || {
                    black_box(engine.leaves(black_box(&board), depth - 1));
                });
                results.push((format!("{name}.{n} leaves"), rate));
            }
        }
        let boards: Vec<_> = varied(cases).iter().filter_map(|fen| engine.board(fen)).collect();
        let mut many = |task: &str, run: &dyn Fn() -> u64| {
            if is_selected(task) && !boards.is_empty() {
                let rounds = 400_000 / boards.len() as u64 + 1;
                let rate = rate(rounds * boards.len() as u64, || {
                    (0..rounds).for_each(|_| {
                        black_box(run());
                    });
                });
                results.push((format!("{name} {task}"), rate));
            }
        };
        many("list", &|| engine.list(&boards));
        many("count", &|| engine.count(&boards));
    }
    results
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |flag: &str| {
        let n = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(n + 1).map(String::as_str)
    };
    let run = |engine: &str| match engine {
        "enroque" => measure(&Enroque { keyed: true }, value("--task")),
        "enroque-unkeyed" => measure(&Enroque { keyed: false }, value("--task")),
        "cozy-chess" => measure(&Cozy, value("--task")),
        other => panic!("unknown engine {other}: use enroque, enroque-unkeyed or cozy-chess"),
    };
    if let Some(engine) = value("--engine") {
        for (what, rate) in run(engine) {
            println!("{what} {rate:.2}");
        }
        return;
    }
    println!("backend {}", backend_name());
    println!("{:<18}{:>10}{:>12}{:>8}", "millions per s", "enroque", "cozy-chess", "ratio");
    let mut means = std::collections::BTreeMap::<String, (f64, u32)>::new();
    for ((what, ours), (_, theirs)) in run("enroque").iter().zip(&run("cozy-chess")) {
        println!("{what:<18}{ours:>10.1}{theirs:>12.1}{:>8.2}", ours / theirs);
        let (sum, n) = means.entry(what.split(' ').nth(1).unwrap().to_string()).or_default();
        (*sum, *n) = (*sum + (ours / theirs).ln(), *n + 1);
    }
    for (task, (sum, n)) in means {
        println!("geometric mean of {task}: {:.2}", (sum / n as f64).exp());
    }
}
