//! The speed of move generation of other Rust libraries, on the positions of `benches/movegen.rs`.
//!
//! `benches/compare.py` builds this program for this machine and runs it beside enroque. Each library is
//! called as its perft does, or faster where another way was found. `--engine NAME` runs one,
//! `--task perft|leaves|list|count` one task, and `--runs N` takes the best of N runs instead of five.

#[path = "../../shared/cozy.rs"]
mod cozy;
#[path = "../../shared/movegen.rs"]
mod harness;
#[path = "../../shared/results.rs"]
mod results;

mod engines;

use cozy::Cozy;
use engines::{Chess, Chessie, Eschac, Pleco, Shakmaty};
use harness::{Options, measure, report};

/// The names of the engines.
const ENGINES: [&str; 6] = ["cozy-chess", "shakmaty", "chess", "chessie", "eschac", "pleco"];

fn main() {
    let options = Options::from_arguments();
    let run = |engine: &str| match engine {
        "cozy-chess" => measure(&Cozy, &options),
        "shakmaty" => measure(&Shakmaty, &options),
        "chess" => measure(&Chess, &options),
        "chessie" => measure(&Chessie, &options),
        "eschac" => measure(&Eschac, &options),
        "pleco" => measure(&Pleco, &options),
        other => panic!("unknown engine {other}: use {}", ENGINES.join(", ")),
    };
    let selected = options.engine.as_deref();
    for engine in ENGINES.iter().filter(|name| selected.is_none_or(|one| one == **name)) {
        println!("{engine}");
        report(engine, &run(engine));
    }
}
