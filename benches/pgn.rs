//! How fast PGN becomes games, by the files of `../shared/data/pgn`, on one thread.
//!
//! `cargo bench --bench pgn` prints millions of plies and megabytes of text a second of CPU time: for the
//! reader alone, which finds main lines, evaluations and clocks, for the columns of `Games` from bytes in
//! memory, and for these with filters that keep one game of a hundred: a sample, and the games of the best
//! players. The best of many runs counts.
//! Words after `--` choose the files whose names contain them; `--once` runs each only once.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cpu_time::ThreadTime;
use enroque::games::Games;
use enroque::io::{Filter, ReadOptions, Sample, Source};
#[cfg(not(feature = "python"))]
use enroque::large_pages::LargePages;
use enroque::pgn::Reader;
use enroque::pool::Run;

/// As in the Python package, which brings its own.
#[cfg(not(feature = "python"))]
#[global_allocator]
static ALLOCATOR: LargePages = LargePages;

/// The shortest time of many runs in seconds of work, and what the run gave.
fn best(runs: usize, mut run: impl FnMut() -> usize) -> (f64, usize) {
    let mut best = (f64::INFINITY, 0);
    for _ in 0..runs {
        let start = ThreadTime::now();
        let plies = black_box(run());
        best = (best.0.min(start.elapsed().as_secs_f64()), plies);
    }
    best
}

/// The text of a file, decompressed.
fn text_of(path: &Path) -> Vec<u8> {
    let file = std::fs::read(path).unwrap();
    if path.extension().is_some_and(|extension| extension == "zst") {
        return zstd::decode_all(file.as_slice()).unwrap();
    }
    file
}

fn read(text: &[u8]) -> usize {
    let mut reader = Reader::new(text);
    let mut plies = 0;
    while let Some(game) = reader.read_game().unwrap() {
        plies += game.moves().len();
    }
    plies
}

fn games(text: &'static [u8], filter: Option<&Filter>) -> Games {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let source = Source::Bytes("bench".to_owned(), Arc::new(text));
    let options = ReadOptions { run, filter, ..ReadOptions::default() };
    Games::from_pgn(vec![source], options, |_| {}).unwrap()
}

/// With a filter that keeps a game of a hundred: of the others only the way to their end is gone.
fn by_sample() -> Filter {
    Filter { sample: Some(Sample { fraction: 0.01, seed: 1 }), ..Filter::default() }
}

/// The same by the ratings of both players; fewer are kept where many are rated alike.
fn by_rating(text: &'static [u8]) -> Filter {
    let games = games(text, None);
    let ratings = games.white_elo().iter().zip(games.black_elo());
    let mut least: Vec<i16> = ratings.map(|(&white, &black)| white.min(black)).collect();
    least.sort_unstable();
    let beaten = least.iter().rev().nth(least.len() / 100).copied().unwrap_or_default();
    Filter { min_elo: Some(beaten + 1), ..Filter::default() }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let once = words.iter().any(|word| word == "--once");
    let words: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/pgn");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("nothing to measure: {} is absent", folder.display());
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    println!(
        "{:32} {:>8} {:>22} {:>22} {:>13} {:>13}",
        "", "MB", "reader Mply/s  MB/s", "columns Mply/s  MB/s", "sample MB/s", "rating MB/s"
    );
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        // as long as the process: sources own what they read
        let text: &'static [u8] = text_of(&path).leak();
        let megabytes = text.len() as f64 / 1e6;
        let runs = if once { 1 } else { (500.0 / megabytes).clamp(5.0, 50.0) as usize };
        print!("{name:32} {megabytes:8.1}");
        for (time, plies) in
            [best(runs, || read(text)), best(runs, || games(text, None).moves().len())]
        {
            print!(" {:13.2} {:8.0}", plies as f64 / time / 1e6, megabytes / time);
        }
        for filter in [by_sample(), by_rating(text)] {
            print!(" {:13.0}", megabytes / best(runs, || games(text, Some(&filter)).len()).0);
        }
        println!();
    }
}
