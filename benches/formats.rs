//! The speed of reading and writing training formats, on one thread.
//!
//! `cargo bench --bench formats` prints millions of positions per second of CPU time, in memory and
//! without compression, for the games of a PGN file in `../shared/data/pgn`, or of the path after
//! `--`: the best of several runs.

use std::hint::black_box;
use std::io::{Cursor, Read, Write};
use std::path::PathBuf;

use cpu_time::ThreadTime;
use enroque::formats::{
    ChessBenchReader, Format, GameReader, GameWriter, RecordReader, WriteOptions,
};
use enroque::games::Games;

#[path = "shared/results.rs"]
mod results;

/// Returns the shortest CPU time of several runs, in seconds.
fn best(mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = ThreadTime::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

/// A file in memory, read without copying it.
struct Shared(&'static [u8]);

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer)
    }
}

fn write(format: Format, games: &Games, out: impl Write) -> u64 {
    let options =
        WriteOptions { skip_unsupported: true, missing_score: Some(0), ..WriteOptions::default() };
    let mut writer = GameWriter::new(format, out, options);
    writer.write(games).unwrap();
    writer.finish().unwrap().0.positions
}

fn main() {
    let default = "../shared/data/pgn/lichess_evals_2000.pgn.zst";
    let path = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let path = PathBuf::from(path.unwrap_or_else(|| default.to_owned()));
    if !path.exists() {
        println!("skipped: {} is absent", path.display());
        return;
    }
    let games = Games::from_pgn(vec![path.clone().into()], Default::default(), |_| {}).unwrap();
    println!("{}: {} games, {} plies", path.display(), games.len(), games.moves().len());
    println!("{:20} {:>10} {:>10} {:>10}", "", "write M/s", "read M/s", "bytes/pos");
    for (name, format) in Format::NAMES {
        // lc0's records are large
        let count = if name.starts_with("lc0") { games.len().min(300) } else { games.len() };
        let games = games.select(0..count).unwrap();
        let mut file = Vec::new();
        let positions = write(format, &games, &mut file);
        let bytes = file.len() as f64 / positions as f64;
        let writing = best(|| {
            black_box(write(format, &games, std::io::sink()));
        });
        let file: &'static [u8] = file.leak();
        let reading = if format.info().has_games {
            best(|| {
                let mut reader = GameReader::new(format, name, Box::new(Shared(file)));
                while let Some(games) = reader.next_games(10_000).unwrap() {
                    black_box(games);
                }
            })
        } else if format.is_chessbench() {
            let path =
                std::env::temp_dir().join(format!("enroque-bench-{}.bag", std::process::id()));
            std::fs::write(&path, file).unwrap();
            let reading = best(|| {
                let mut reader = ChessBenchReader::open(format, &path).unwrap();
                while let Some(record) = reader.next_record().unwrap() {
                    black_box(record);
                }
            });
            std::fs::remove_file(&path).unwrap();
            reading
        } else {
            best(|| {
                let stream = Box::new(Cursor::new(file));
                let mut reader = RecordReader::new(format, name, stream).unwrap();
                while let Some(records) = reader.next_records(100_000).unwrap() {
                    black_box(records);
                }
            })
        };
        let rate = |seconds: f64| positions as f64 / seconds / 1e6;
        println!("{name:20} {:10.2} {:10.2} {bytes:10.2}", rate(writing), rate(reading));
        for (task, seconds) in [("write format", writing), ("read format", reading)] {
            results::record(task, name, "enroque", "million positions/s", rate(seconds));
        }
    }
}
