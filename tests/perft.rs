//! Perft: move generation compared with counts of other programs.
//!
//! Fast tests run the table and the suites to depth 4 at least; slow tests (`cargo test --release --
//! --ignored`) run them completely.

mod common;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

#[cfg(target_arch = "x86_64")]
use enroque::attacks::{Avx512, Bmi2};
use enroque::attacks::{Backend, Portable};
use enroque::chess960;
use enroque::movegen::{count_legal_moves_with, legal_moves_with, perft, perft_with};
use enroque::notation::fen;
use enroque::position::Position;

/// A position with its counts by depth.
struct Entry {
    name: String,
    position: Position,
    counts: Vec<(u32, u64)>,
}

/// `D4 197281` of a list of counts.
fn counts<'a>(parts: impl Iterator<Item = &'a str>) -> Vec<(u32, u64)> {
    parts
        .map(|part| {
            let (depth, count) = part.trim().trim_start_matches('D').split_once(' ').unwrap();
            (depth.parse().unwrap(), count.trim().parse().unwrap())
        })
        .collect()
}

/// The project's table.
fn own_table() -> Vec<Entry> {
    let lines = include_str!("data/perft.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries: Vec<Entry> = lines
        .map(|line| {
            let [name, fen, list] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
            let position = fen::read(fen).unwrap_or_else(|error| panic!("{line}: {error}"));
            Entry { name: name.into(), position, counts: counts(list.split(';')) }
        })
        .collect();
    assert!(entries.len() >= 40);
    entries
}

/// A suite of `perft/`.
fn suite(file: &str) -> Vec<Entry> {
    let text = std::fs::read_to_string(common::data_file(&format!("perft/{file}"))).unwrap();
    let entries = text.lines().map(|line| {
        let (fen, list) = line.split_once(';').unwrap();
        let position = fen::read(fen.trim()).unwrap_or_else(|error| panic!("{line}: {error}"));
        Entry { name: fen.trim().into(), position, counts: counts(list.split(';')) }
    });
    entries.collect()
}

/// Checks all counts to depth 4, and deeper ones of at most `limit` nodes, on all cores.
fn check(entries: &[Entry], limit: u64) {
    check_counts(entries, |depth, count| depth <= 4 || count <= limit, perft);
}

/// Checks the counts that `is_included` selects by depth and number, on all cores.
fn check_counts(
    entries: &[Entry],
    is_included: impl Fn(u32, u64) -> bool + Sync,
    perft: impl Fn(&Position, u32) -> u64 + Sync,
) {
    let next = AtomicUsize::new(0);
    let nodes = AtomicU64::new(0);
    let worker = || {
        while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
            for &(depth, count) in entry.counts.iter().filter(|&&(d, n)| is_included(d, n)) {
                assert_eq!(perft(&entry.position, depth), count, "{} depth {depth}", entry.name);
                nodes.fetch_add(count, Ordering::Relaxed);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(worker);
        }
    });
    println!("{} positions, {} nodes", entries.len(), nodes.into_inner());
}

#[test]
fn own() {
    check(&own_table(), 1_000_000);
}

#[test]
fn dfrc() {
    check(&suite("dfrc.epd"), 0);
}

mod needs_shared_data {
    use super::{check, suite};

    #[test]
    #[ignore = "needs shared/data/perft/standard.epd"]
    fn standard() {
        check(&suite("standard.epd"), 5_000_000);
    }

    #[test]
    #[ignore = "needs shared/data/perft/chess960.epd"]
    fn chess960() {
        check(&suite("chess960.epd"), 0);
    }
}

/// A hundred double Chess960 starts to depth 4, each against cozy-chess.
#[test]
fn dfrc_starts_equal_cozy_chess() {
    use cozy_chess::Board;
    fn count(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                for m in moves {
                    let mut after = board.clone();
                    after.play_unchecked(m);
                    nodes += count(&after, depth - 1);
                }
            }
            false
        });
        nodes
    }
    let entries: Vec<Entry> = (0..100)
        .map(|n| {
            let (white, black) = (n * 67 % 960, n * 311 % 960);
            let board = Board::double_chess960_startpos(white.into(), black.into());
            let position = chess960::double_position(white, black).unwrap();
            Entry {
                name: format!("{white} {black}"),
                position,
                counts: vec![(4, count(&board, 4))],
            }
        })
        .collect();
    check(&entries, u64::MAX);
}

/// Perft with move lists and counts of a backend, which differ from [`perft`] for AVX-512.
fn perft_by_lists<B: Backend>(backend: B, position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return count_legal_moves_with(backend, position) as u64;
    }
    let moves = legal_moves_with(backend, position);
    moves.iter().map(|&m| perft_by_lists(backend, &position.after(m), depth - 1)).sum()
}

fn check_backend<B: Backend>(backend: B) {
    for file in ["standard.epd", "chess960.epd", "dfrc.epd"] {
        println!("{} {file}", B::NAME);
        let entries = suite(file);
        check_counts(&entries, |depth, _| depth <= 5, |p, depth| perft_with(backend, p, depth));
        check_counts(&entries, |depth, _| depth <= 4, |p, d| perft_by_lists(backend, p, d));
    }
}

#[test]
#[ignore = "slow: depth 5 of all suites on every backend, 13 billion nodes each; needs shared/data/perft"]
fn every_backend_to_depth_five() {
    check_backend(Portable::new());
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(backend) = Bmi2::detect() {
            check_backend(backend);
        }
        if let Some(backend) = Avx512::detect() {
            check_backend(backend);
        }
    }
}

#[test]
#[ignore = "slow: the whole table, 265 million nodes"]
fn own_to_full_depth() {
    check(&own_table(), u64::MAX);
}

#[test]
#[ignore = "slow: depth 6; needs shared/data/perft/standard.epd"]
fn standard_to_full_depth() {
    check(&suite("standard.epd"), u64::MAX);
}

#[test]
#[ignore = "slow: depth 6 of 960 positions, 524 billion nodes; needs shared/data/perft/chess960.epd"]
fn chess960_to_full_depth() {
    check(&suite("chess960.epd"), u64::MAX);
}

#[test]
#[ignore = "slow: depth 5 of 250 positions"]
fn dfrc_to_full_depth() {
    check(&suite("dfrc.epd"), u64::MAX);
}
