//! Perft suites of other engines.

use std::path::Path;

use enroque::movegen::perft;
use enroque::notation::fen;

/// Checks every line of a suite to the deepest count of at most `limit` nodes.
fn check(file: &str, limit: u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/perft").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is absent", path.display());
        return;
    };
    let mut nodes = 0;
    for line in text.lines() {
        let mut parts = line.split(';');
        let position = fen::read(parts.next().unwrap().trim()).unwrap();
        for part in parts {
            let (depth, count) = part.trim().trim_start_matches('D').split_once(' ').unwrap();
            let count: u64 = count.trim().parse().unwrap();
            if count <= limit {
                assert_eq!(perft(&position, depth.parse().unwrap()), count, "{line} {depth}");
                nodes += count;
            }
        }
    }
    println!("{file}: {nodes} nodes");
}

#[test]
fn standard() {
    check("standard.epd", 10_000_000);
}

#[test]
fn chess960() {
    check("chess960.epd", 1_000_000);
}

#[test]
fn dfrc() {
    check("dfrc.epd", 1_000_000);
}
