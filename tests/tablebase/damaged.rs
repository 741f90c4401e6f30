//! Damaged tables: an error or a value, never a panic.

use std::fs;
use std::path::Path;

use super::common::data_file;
use enroque::movegen::legal_moves;
use enroque::notation::fen;
use enroque::position::Position;
use enroque::tablebase::{DEFAULT_CACHE_BYTES, TableError, Tablebase};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random changes of a file.
fn damage(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    match rng.random_range(0..5) {
        0 => bytes.truncate(rng.random_range(0..bytes.len())),
        // of the length that a whole file may have
        1 => bytes.truncate((rng.random_range(0..bytes.len()) / 64) * 64 + 16),
        kind => {
            // headers matter most
            let end = if kind == 2 { bytes.len() } else { bytes.len().min(200) };
            for _ in 0..rng.random_range(1..8) {
                let at = rng.random_range(0..end);
                bytes[at] = rng.random();
            }
        }
    }
}

/// Probes damaged copies of both files of a material; returns the number of probes that failed.
pub(super) fn probe_damaged(folder: &Path, name: &str, position: &str, count: u64) -> usize {
    let start = fen::read(position).unwrap();
    let mut positions: Vec<Position> = vec![start];
    positions.extend(legal_moves(&start).iter().map(|&m| start.after(m)));
    let copies =
        std::env::temp_dir().join(format!("enroque-{}-{name}-{count}", std::process::id()));
    fs::create_dir_all(&copies).unwrap();
    let original = ["rtbw", "rtbz"]
        .map(|extension| fs::read(folder.join(format!("{name}.{extension}"))).unwrap());
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let file_name = path.file_name().unwrap();
        if file_name.len() == "KQvK.rtbw".len() && !file_name.to_string_lossy().starts_with(name) {
            fs::copy(&path, copies.join(file_name)).unwrap();
        }
    }
    let mut failed = 0;
    for seed in 0..count {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for (n, extension) in ["rtbw", "rtbz"].into_iter().enumerate() {
            let mut bytes = original[n].clone();
            if seed % 3 != n as u64 {
                damage(&mut bytes, &mut rng);
            }
            fs::write(copies.join(format!("{name}.{extension}")), bytes).unwrap();
        }
        let cache_bytes = if seed % 2 == 0 { DEFAULT_CACHE_BYTES } else { 0 };
        let tables = Tablebase::open(&[&copies], cache_bytes).unwrap();
        for position in &positions {
            let results = [tables.wdl(position).map(i32::from), tables.dtz(position)];
            for error in results.into_iter().filter_map(Result::err) {
                let message = error.to_string();
                assert!(matches!(error, TableError::Damaged(..)), "{seed}: {message}");
                assert!(message.contains(name), "{message}");
                failed += 1;
            }
        }
    }
    fs::remove_dir_all(&copies).unwrap();
    failed
}

#[test]
fn damaged_tables_of_three_pieces() {
    let folder = data_file("syzygy_3");
    for (name, position) in
        [("KQvK", "8/8/8/8/3k4/1Q6/8/K7 w - - 0 1"), ("KPvK", "8/8/8/8/3k4/8/1P6/K7 b - - 0 1")]
    {
        assert!(probe_damaged(&folder, name, position, 100) > 500, "{name}");
    }
}

mod needs_shared_data {
    use super::*;

    #[test]
    #[ignore = "needs shared/data/syzygy"]
    fn damaged_tables() {
        let folder = data_file("syzygy");
        for (name, position) in [
            ("KQvK", "8/8/8/8/3k4/1Q6/8/K7 w - - 0 1"),
            ("KPvK", "8/8/8/8/3k4/8/1P6/K7 b - - 0 1"),
            ("KRvKN", "8/8/4n3/8/3k4/8/1R6/K7 w - - 0 1"),
            ("KPvKP", "8/8/8/8/2pk4/8/1P6/K7 w - - 0 1"),
            ("KQvKQ", "8/8/8/8/2q1k3/8/1Q6/K7 w - - 0 1"),
        ] {
            assert!(probe_damaged(&folder, name, position, 2000) > 10_000, "{name}");
        }
    }
}
