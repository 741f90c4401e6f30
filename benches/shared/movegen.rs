//! Positions and measurements of move generation, for `benches/movegen.rs` and `benches/movegen_peer`.

use std::hint::black_box;

use cpu_time::ThreadTime;
use enroque::movegen::{count_legal_moves, legal_moves, perft};
use enroque::notation::fen;

use crate::results::record;

/// The six usual positions, each with a depth of about ten million nodes.
const CLASSIC: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// The number of positions that are listed or counted in a run, at least.
const MANY: u64 = 400_000;

/// A position and its perft depth.
type Case = (String, u32);

/// A library, called as its authors would for speed.
pub(crate) trait Engine {
    type Board;
    /// Whether the library plays Chess960.
    const CHESS960: bool;
    /// Reads a FEN: with Shredder's castling letters if `chess960`.
    fn board(&self, fen: &str, chess960: bool) -> Option<Self::Board>;
    /// Counts the leaves, without making the moves of the last ply.
    fn perft(&self, board: &Self::Board, depth: u32) -> u64;
    /// Makes all moves of the last ply too; returns anything that depends on each leaf.
    fn leaves(&self, board: &Self::Board, depth: u32) -> u64;
    /// Returns the sum of the lengths of the lists of legal moves, which are in memory.
    fn list(&self, boards: &[Self::Board]) -> u64;
    /// Returns the sum of the numbers of legal moves.
    fn count(&self, boards: &[Self::Board]) -> u64;
}

/// A measurement: suite and number of the position, task, millions per second of CPU time.
pub(crate) struct Rate {
    pub(crate) case: String,
    pub(crate) task: &'static str,
    pub(crate) millions: f64,
}

/// What to measure: the arguments of the program.
pub(crate) struct Options {
    /// The engine, or all.
    pub(crate) engine: Option<String>,
    /// The task, or all.
    pub(crate) task: Option<String>,
    /// The number of runs of which the best counts.
    pub(crate) runs: u32,
}

impl Options {
    /// Reads `--engine`, `--task` and `--runs`.
    pub(crate) fn from_arguments() -> Options {
        let arguments: Vec<String> = std::env::args().collect();
        let value = |flag: &str| {
            let n = arguments.iter().position(|argument| argument == flag)?;
            arguments.get(n + 1).cloned()
        };
        let runs = value("--runs").map_or(5, |text| text.parse().expect("--runs is a number"));
        Options { engine: value("--engine"), task: value("--task"), runs }
    }
}

/// Prints and records the rates of an engine.
pub(crate) fn report(engine: &str, rates: &[Rate]) {
    for Rate { case, task, millions } in rates {
        println!("{case:<14}{task:<8}{millions:>10.2}");
        record(task, case, engine, "million/s", *millions);
    }
}

/// Returns twenty lines of a perft suite, each with the largest depth of at most `limit` nodes.
fn suite(file: &str, every: usize, limit: u64) -> Vec<Case> {
    let path = format!("{}/../shared/data/perft/{file}", root());
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

/// Returns the root of the repository.
fn root() -> &'static str {
    env!("CARGO_MANIFEST_DIR").trim_end_matches("/benches/movegen_peer")
}

/// Returns the positions of random games from these starts, for listing and counting.
fn varied(cases: &[Case], chess960: bool) -> Vec<String> {
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut fens = Vec::new();
    let castling = if chess960 { fen::CastlingStyle::Shredder } else { fen::CastlingStyle::XFen };
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
                fens.push(
                    fen::write_as(&position, castling, fen::EnPassantStyle::Legal).to_string(),
                );
            }
        }
    }
    fens
}

/// Returns millions of operations per second of CPU time, the best of several runs.
fn rate(operations: u64, runs: u32, mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = ThreadTime::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    operations as f64 / best / 1e6
}

/// Returns the rates of an engine, after comparing its counts with those of enroque.
pub(crate) fn measure<E: Engine>(engine: &E, options: &Options) -> Vec<Rate> {
    let is_selected = |task: &str| options.task.as_ref().is_none_or(|only| only == task);
    let runs = options.runs;
    let suites = [
        ("classic", CLASSIC.map(|(fen, depth)| (fen.to_string(), depth)).to_vec()),
        ("standard", suite("standard.epd", 1, 6_000_000)),
        ("chess960", suite("chess960.epd", 48, 10_000_000)),
    ];
    let mut rates = Vec::new();
    for (name, cases) in &suites {
        let chess960 = *name == "chess960";
        if chess960 && !E::CHESS960 {
            continue;
        }
        for (n, (text, depth)) in cases.iter().enumerate() {
            let Some(board) = engine.board(text, chess960) else { continue };
            let case = format!("{name}.{n}");
            let position = fen::read(text).unwrap();
            if is_selected("perft") {
                let nodes = perft(&position, *depth);
                assert_eq!(engine.perft(&board, *depth), nodes, "perft {depth} of {text}");
                let millions = rate(nodes, runs, || {
                    black_box(engine.perft(black_box(&board), *depth));
                });
                rates.push(Rate { case: case.clone(), task: "perft", millions });
            }
            if is_selected("leaves") {
                let nodes = perft(&position, depth - 1);
                let millions = rate(nodes, runs, || {
                    black_box(engine.leaves(black_box(&board), depth - 1));
                });
                rates.push(Rate { case, task: "leaves", millions });
            }
        }
        if !is_selected("list") && !is_selected("count") {
            continue;
        }
        let fens = varied(cases, chess960);
        let boards: Option<Vec<_>> = fens.iter().map(|fen| engine.board(fen, chess960)).collect();
        let Some(boards) = boards.filter(|boards| !boards.is_empty()) else { continue };
        let count = |fen: &String| count_legal_moves(&fen::read(fen).unwrap()) as u64;
        let sum: u64 = fens.iter().map(count).sum();
        let mut many = |task: &'static str, run: &dyn Fn() -> u64| {
            if is_selected(task) {
                assert_eq!(run(), sum, "{task} of {name}");
                let rounds = MANY / boards.len() as u64 + 1;
                let millions = rate(rounds * boards.len() as u64, runs, || {
                    (0..rounds).for_each(|_| {
                        black_box(run());
                    });
                });
                rates.push(Rate { case: (*name).to_string(), task, millions });
            }
        };
        many("list", &|| engine.list(&boards));
        many("count", &|| engine.count(&boards));
    }
    rates
}
