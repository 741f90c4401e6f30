//! The speed of deciding which side can still win, compared with `chasolver`: `cargo bench --bench
//! unwinnable`.
//!
//! The positions are those of `../shared/data/unwinnable`: real games lost on time, ordinary and
//! unwinnable ones, and composed hard positions. The mean is CPU time; the worst is wall time, the
//! best of five runs for each slow case. Unknown results are counted with their full budget.

use std::io::Read;
use std::time::{Duration, Instant};

use chasolver::{is_unwinnable_fast, winnability};
use cpu_time::ProcessTime;
use enroque::notation::fen;
use enroque::position::Position;
use enroque::types::Color;
use enroque::unwinnable::{Budget, Winnability, can_win};

#[path = "shared/results.rs"]
mod results;

struct Question {
    position: Position,
    winner: Color,
    board: chess::Board,
    their_winner: chess::Color,
}

fn question(text: &str, winner: Color) -> Question {
    let position = fen::read(text).expect("a FEN of the shared data");
    let board = fen::write(&position).parse().expect("a FEN");
    let their_winner =
        if winner == Color::White { chess::Color::White } else { chess::Color::Black };
    Question { position, winner, board, their_winner }
}

fn questions(name: &str) -> Option<Vec<Question>> {
    let path = format!("{}/../shared/data/unwinnable/{name}", env!("CARGO_MANIFEST_DIR"));
    let Ok(bytes) = std::fs::read(&path) else {
        println!("skipped: {path} is absent");
        return None;
    };
    let mut text = String::new();
    if name.ends_with(".gz") {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).ok()?;
    } else {
        text = String::from_utf8(bytes).ok()?;
    }
    let games = text.lines().skip(1).flat_map(|line| {
        let columns: Vec<&str> = line.split(',').collect();
        let winners: &[Color] = match columns[1] {
            "w" => &[Color::White],
            "b" => &[Color::Black],
            _ => &Color::ALL,
        };
        winners.iter().map(|&winner| question(columns[0], winner)).collect::<Vec<_>>()
    });
    Some(games.collect())
}

/// Prints and records the mean time of a method, and prints the worst.
fn time(
    file: &str,
    budget: &str,
    engine: &str,
    questions: &[Question],
    answer: impl Fn(&Question) -> bool,
) {
    let started = ProcessTime::now();
    let decided = questions.iter().filter(|question| answer(question)).count();
    let mean = started.elapsed().as_secs_f64() / questions.len() as f64;
    let wall = |question: &Question| {
        let started = Instant::now();
        answer(question);
        started.elapsed()
    };
    let best_of_five = |question| (0..5).map(|_| wall(question)).min().unwrap_or_default();
    let is_slow = |question: &&Question| wall(question) > Duration::from_micros(50);
    let slow = questions.iter().filter(is_slow);
    let worst = slow.map(best_of_five).max().unwrap_or_default();
    let (mean, worst) = (mean * 1e6, worst.as_secs_f64() * 1e6);
    let what = format!("{engine}, {budget}");
    let task = format!("decide who can win, {budget} budget");
    results::record(&task, file, engine, "us", mean);
    println!("  {what:<20}{mean:>10.2} us{worst:>12.0} us worst{decided:>8} decided");
}

fn main() {
    for name in ["lichess_timeouts.csv.gz", "lichess_unfair.csv.gz", "hard_positions.csv"] {
        let Some(questions) = questions(name) else { continue };
        println!("{name}, {} questions", questions.len());
        time(name, "quick", "enroque", &questions, |q| {
            can_win(&q.position, q.winner, Budget::Quick) != Winnability::Unknown
        });
        if name == "hard_positions.csv" {
            continue; // the other methods take minutes; the slow tests run them
        }
        time(name, "quick", "chasolver", &questions, |q| {
            is_unwinnable_fast(&q.board, q.their_winner)
        });
        time(name, "full", "enroque", &questions, |q| {
            can_win(&q.position, q.winner, Budget::FULL) != Winnability::Unknown
        });
        time(name, "full", "chasolver", &questions, |q| {
            winnability(&q.board, q.their_winner).is_some()
        });
    }
}
