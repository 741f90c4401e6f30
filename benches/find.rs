//! Search by position, in CPU time of one thread: replay without pruning, and queries with signatures.
//!
//! `cargo bench --bench find -- games.pgn.zst`

use std::num::NonZeroUsize;
use std::path::PathBuf;

use cpu_time::ThreadTime;
use enroque::find::{
    Explorer, Occurrences, Program, Property, Query, difference, material, pattern, played,
};
use enroque::games::Games;
use enroque::io::ReadOptions;
use enroque::notation::fen;
use enroque::pool::Run;
use enroque::position::Position;
use enroque::store::Rows;
use enroque::types::Color;

#[path = "shared/results.rs"]
mod results;

const TASK: &str = "search, 1 thread";

/// The number of times that the games of the file are concatenated.
const COPIES: usize = 10;

/// Calls a function several times; returns its fastest CPU time in seconds.
fn fastest<T>(mut work: impl FnMut() -> T) -> f64 {
    let times = (0..3).map(|_| {
        let begun = ThreadTime::now();
        std::hint::black_box(work());
        begun.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/pgn/masters_30000.pgn.zst");
    let path = PathBuf::from(arguments.next_back().unwrap_or_else(|| default.to_owned()));
    if !path.exists() {
        println!("skipped: {} is absent", path.display());
        return;
    }
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let read = Games::from_pgn(vec![path.into()], ReadOptions::default(), |_| {});
    let one = read.expect("a PGN file");
    let mut games = Games::new();
    (0..COPIES).for_each(|_| games.append(&one));
    let (count, plies) = (games.len() as f64, games.moves().len() as f64);
    println!("{count} games, {plies} plies");

    let position = |text: &str| fen::read(text).expect("a FEN");
    let najdorf = position("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6");
    let middle = one.game(7).and_then(|game| game.position_at(30)).expect("30 plies");
    let exact = Query::from(&najdorf);
    let d4 = pattern("Pa2 Pb2 Pd4 Pf2 Pg2 Ph2 [^p]d7 [^p]d6 [^p]d5", false).expect("a pattern");
    let queries = [
        ("exact position, ply 10", exact.clone()),
        (
            "after 1.e4",
            Query::from(&position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")),
        ),
        ("exact position, ply 30", Query::from(&middle)),
        ("KRP v KR", material("KRPkr", false).expect("material")),
        ("KRP v KR, either color", material("KRPkr", true).expect("material")),
        ("KBB v KN", material("KBBkn", false).expect("material")),
        ("structure of pawns", d4),
        ("three pieces", pattern("pa6 Bb3 Nf3", false).expect("a pattern")),
        ("castled kings", pattern("?????rk?/*/*/*/*/*/PPP*/2KR*", true).expect("a pattern")),
        ("exchange ahead", difference("Rb", false).expect("a difference")),
        (
            "White's O-O-O",
            Query::All(vec![
                Query::Played(Box::new(played("O-O-O").expect("a move"))),
                Query::Turn(Color::White),
            ]),
        ),
        ("check", Query::Is(Property::Check)),
    ];
    let program = Program::without_pruning(&exact);
    let time = fastest(|| program.search(&games, Occurrences::All, run));
    println!("replay, exact position: {:.0} M plies/s", plies / time / 1e6);
    results::record(TASK, "replay", "enroque", "million plies/s", plies / time / 1e6);
    for (name, query) in queries {
        let program = Program::new(&query);
        let search = || program.search(&games, Occurrences::First, run);
        let hits = search().expect("not interrupted").game.len();
        let time = fastest(search) / count * 1e9;
        println!("{name}: {hits} hits, {time:.0} ms for 1 M games");
        results::record(TASK, name, "enroque", "ms for 1 M games", time);
    }
    let time = fastest(|| Explorer::new(&games, &najdorf, run)) / count * 1e9;
    println!("explorer, ply 10: {time:.0} ms for 1 M games");
    results::record(TASK, "explorer", "enroque", "ms for 1 M games", time);
    let start = Position::standard();
    let time = fastest(|| Explorer::new(&games, &start, run)) / count * 1e9;
    println!("explorer, start position: {time:.0} ms for 1 M games");
    results::record(TASK, "explorer of the start", "enroque", "ms for 1 M games", time);
}
