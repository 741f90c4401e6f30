//! Reading and writing the PGN files of `../shared/data/pgn` on one thread.
//!
//! `cargo bench --bench pgn` prints millions of plies and megabytes of text per second of CPU time,
//! the best of many runs: of `Games` from bytes in memory; of `Games` with filters that keep 1% of
//! the games: a random sample, and those of the strongest players; and of writing all games with
//! their evaluations and clock times.
//!
//! Words after `--` select the files whose names contain them; `--once` runs each benchmark once;
//! `--write` only writes.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cpu_time::ThreadTime;
use enroque::games::Games;
use enroque::io::{Filter, Fraction, PgnOptions, ReadOptions, Source};
#[cfg(not(feature = "python"))]
use enroque::large_pages::LargePages;
use enroque::pool::Run;

#[path = "shared/results.rs"]
mod results;

use results::record;

/// The allocator of the Python package.
#[cfg(not(feature = "python"))]
#[global_allocator]
static ALLOCATOR: LargePages = LargePages;

/// Returns the shortest CPU time of many runs in seconds, and the result of the last one.
fn best(runs: usize, mut run: impl FnMut() -> usize) -> (f64, usize) {
    let mut best = (f64::INFINITY, 0);
    for _ in 0..runs {
        let start = ThreadTime::now();
        let plies = black_box(run());
        best = (best.0.min(start.elapsed().as_secs_f64()), plies);
    }
    best
}

/// Returns the decompressed text of a file.
fn text_of(path: &Path) -> Vec<u8> {
    let file = std::fs::read(path).unwrap();
    if path.extension().is_some_and(|extension| extension == "zst") {
        return zstd::decode_all(file.as_slice()).unwrap();
    }
    file
}

fn games(text: &'static [u8], filter: Option<&Filter>) -> Games {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let source = Source::Bytes("bench".to_owned(), Arc::new(text));
    let options = ReadOptions { run, filter, ..ReadOptions::default() };
    Games::from_pgn(vec![source], options, |_| {}).unwrap()
}

/// Writes games; returns the number of bytes.
fn write(games: &Games, text: &mut Vec<u8>) -> usize {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    text.clear();
    games.write_pgn(text, PgnOptions::default(), run).unwrap();
    text.len()
}

/// Returns a filter that keeps a random sample of 1% of the games.
fn sample_filter() -> Filter {
    Filter { sample_fraction: Some(Fraction(0.01)), ..Filter::default() }
}

/// Returns a filter that keeps at most 1% of the games, by the ratings of both players.
fn rating_filter(text: &'static [u8]) -> Filter {
    let games = games(text, None);
    let ratings = games.white_elo().iter().zip(games.black_elo());
    let mut lower: Vec<i16> = ratings.map(|(&white, &black)| white.min(black)).collect();
    lower.sort_unstable();
    let threshold = lower.iter().rev().nth(lower.len() / 100).copied().unwrap_or_default();
    Filter { min_elo: Some(threshold + 1), ..Filter::default() }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let once = words.iter().any(|word| word == "--once");
    let only_write = words.iter().any(|word| word == "--write");
    let words: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/pgn");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("no benchmark: {} is absent", folder.display());
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    println!(
        "{:32} {:>8} {:>22} {:>13} {:>13} {:>22}",
        "", "MB", "columns Mply/s  MB/s", "sample MB/s", "rating MB/s", "writer Mply/s  MB/s"
    );
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        // leaked, since sources need a text with a static lifetime
        let text: &'static [u8] = text_of(&path).leak();
        let megabytes = text.len() as f64 / 1e6;
        let runs = if once { 1 } else { (500.0 / megabytes).clamp(5.0, 50.0) as usize };
        print!("{name:32} {megabytes:8.1}");
        if !only_write {
            let (time, plies) = best(runs, || games(text, None).moves().len());
            let rate = plies as f64 / time / 1e6;
            print!(" {rate:13.2} {:8.0}", megabytes / time);
            record("read PGN into columns (Games)", &name, "enroque", "million plies/s", rate);
            for (task, filter) in [
                ("read 1% of PGN, random sample", sample_filter()),
                ("read 1% of PGN, by rating", rating_filter(text)),
            ] {
                let rate = megabytes / best(runs, || games(text, Some(&filter)).len()).0;
                print!(" {rate:13.0}");
                record(task, &name, "enroque", "MB/s", rate);
            }
        }
        let games = games(text, None);
        let mut written = Vec::new();
        let (time, bytes) = best(runs, || write(&games, &mut written));
        let rate = games.moves().len() as f64 / time / 1e6;
        println!(" {rate:13.2} {:8.0}", bytes as f64 / time / 1e6);
        record("write PGN (Games.to_pgn)", &name, "enroque", "million plies/s", rate);
    }
}
