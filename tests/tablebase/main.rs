//! Syzygy tables, compared with python-chess's results, and damaged ones.

#[path = "../common/mod.rs"]
mod common;
mod damaged;

use std::io::{BufRead, BufReader};

use common::data_file;
use enroque::notation::fen;
use enroque::pool::Run;
use enroque::position::{Position, Setup};
use enroque::tablebase::{DEFAULT_CACHE_BYTES, TableError, Tablebase};
use enroque::types::{Piece, Square};
use flate2::read::GzDecoder;

fn tables(folder: &str, cache_bytes: usize) -> Tablebase {
    Tablebase::open(&[data_file(folder)], cache_bytes).unwrap()
}

/// Compares with lines of `fen,wdl,dtz`; returns the numbers of results and distances.
fn compare(folder: &str, tables: &Tablebase) -> [usize; 2] {
    let file = std::fs::File::open(data_file(folder).join("oracle.csv.gz")).unwrap();
    let mut counts = [0; 2];
    for line in BufReader::new(GzDecoder::new(file)).lines().skip(1) {
        let line = line.unwrap();
        let [text, wdl, dtz] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = fen::read(text).unwrap();
        assert_eq!(tables.wdl(&position), Ok(wdl.parse().unwrap()), "{line}");
        counts[0] += 1;
        match dtz.parse() {
            Ok(expected) => {
                assert_eq!(tables.dtz(&position), Ok(expected), "{line}");
                counts[1] += 1;
            }
            Err(_) => {
                let found = tables.dtz(&position);
                assert!(matches!(found, Err(TableError::Missing(_))), "{line}: {found:?}");
            }
        }
    }
    counts
}

#[test]
fn results_of_three_pieces() {
    for cache_bytes in [DEFAULT_CACHE_BYTES, 0] {
        assert_eq!(compare("syzygy_3", &tables("syzygy_3", cache_bytes)), [2000; 2]);
    }
}

#[test]
fn positions_without_a_table() {
    let tables = tables("syzygy_3", DEFAULT_CACHE_BYTES);
    assert_eq!(tables.max_pieces(), 3);
    let error = |text| {
        let position = fen::read(text).unwrap();
        let error = tables.wdl(&position).unwrap_err();
        assert_eq!(tables.dtz(&position), Err(error));
        assert!(error.is_missing());
        error.to_string()
    };
    assert_eq!(
        error("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        "positions with castling rights are in no table"
    );
    assert_eq!(error("4k3/8/8/8/8/8/8/3QK2R w - - 0 1"), "4 pieces, but the largest table is of 3");
    // bare kings need no table
    assert_eq!(tables.wdl(&fen::read("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap()), Ok(0));
    let part = std::env::temp_dir().join(format!("enroque-part-{}", std::process::id()));
    std::fs::create_dir_all(&part).unwrap();
    std::fs::copy(data_file("syzygy_3").join("KRvK.rtbw"), part.join("KRvK.rtbw")).unwrap();
    let tables = Tablebase::open(&[&part], DEFAULT_CACHE_BYTES).unwrap();
    let position = fen::read("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    assert_eq!(tables.wdl(&position), Ok(2));
    assert_eq!(tables.dtz(&position).unwrap_err().to_string(), "there is no table KRvK.rtbz");
    drop(tables); // Windows deletes no open file
    std::fs::remove_dir_all(&part).unwrap();
}

/// A file that becomes shorter is an error, as soon as a missing part of it is read.
#[test]
fn files_that_change() {
    let folder = std::env::temp_dir().join(format!("enroque-change-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("KPvK.rtbw");
    std::fs::copy(data_file("syzygy_3").join("KPvK.rtbw"), &path).unwrap();
    let tables = Tablebase::open(&[&folder], 0).unwrap();
    let position = fen::read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    assert_eq!(tables.wdl(&position), Ok(2));
    std::fs::File::options().write(true).open(&path).unwrap().set_len(80).unwrap();
    let error = tables.wdl(&position).unwrap_err();
    assert_eq!(
        error.to_string(),
        "KPvK.rtbw: the table is damaged: it became shorter after it was opened"
    );
    drop(tables);
    std::fs::remove_dir_all(&folder).unwrap();
}

mod needs_shared_data {
    use super::*;

    #[test]
    #[ignore = "needs shared/data/syzygy"]
    fn all_results() {
        for cache_bytes in [DEFAULT_CACHE_BYTES, 1 << 20, 0] {
            assert_eq!(compare("syzygy", &tables("syzygy", cache_bytes))[0], 20_000);
        }
    }
}

/// Compares the results of generated tables with those of `oracle.csv.gz`, of as many pieces.
fn compare_generated(folder: &str, pieces: u32) -> Tablebase {
    let tables = Tablebase::generate(pieces, Run::default()).unwrap();
    let file = std::fs::File::open(data_file(folder).join("oracle.csv.gz")).unwrap();
    for line in BufReader::new(GzDecoder::new(file)).lines().skip(1).map(Result::unwrap) {
        let [text, wdl, _] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = fen::read(text).unwrap();
        if position.placement().occupied().len() <= pieces {
            assert_eq!(tables.wdl(&position), Ok(wdl.parse().unwrap()), "{line}");
        }
    }
    tables
}

/// The most plies to mate with pieces, White to move.
fn longest_mate(tables: &Tablebase, name: &str) -> i32 {
    let pieces: Vec<Piece> =
        name.chars().map(|letter| Piece::from_letter(letter).unwrap()).collect();
    let mut longest = 0;
    for n in 0..1 << (6 * pieces.len()) {
        let mut setup = Setup::EMPTY;
        for (at, &piece) in pieces.iter().enumerate() {
            setup.placement.put(Square::from_low_bits((n >> (6 * at)) as u8), piece);
        }
        if setup.placement.occupied().len() as usize == pieces.len()
            && let Ok(position) = Position::try_from(setup)
        {
            longest = longest.max(tables.dtm(&position).unwrap());
        }
    }
    longest
}

#[test]
fn generated_tables() {
    let tables = compare_generated("syzygy_3", 3);
    // mate in 10, 16 and 28 moves
    let longest = ["KQk", "KRk", "KPk", "KBk"].map(|name| longest_mate(&tables, name));
    assert_eq!(longest, [19, 31, 55, 0]);
    let error = |text| tables.dtm(&fen::read(text).unwrap()).unwrap_err().to_string();
    assert_eq!(error("4k3/8/8/8/8/8/8/3QK2R w - - 0 1"), "4 pieces, but the largest table is of 3");
    let position = fen::read("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    let error = tables.dtz(&position).unwrap_err().to_string();
    assert_eq!(error, "generated tables have distances to mate (dtm)");
    let stop = Run { stop: &|| true, ..Run::default() };
    assert!(Tablebase::generate(4, stop).is_err());
}

#[test]
#[ignore = "minutes in release"]
fn generated_tables_of_four_pieces() {
    let tables = compare_generated("syzygy", 4);
    // the longest mates in Nalimov's tables: 33, 19, 35, 40 and 33 moves
    let longest = ["KBNk", "KBBk", "KQkr", "KRkn", "KPkp"].map(|name| longest_mate(&tables, name));
    assert_eq!(longest, [65, 37, 69, 79, 65]);
}
