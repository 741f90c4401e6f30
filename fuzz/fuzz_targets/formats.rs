//! Any bytes as a file of each training format, or of the one that `ENROQUE_FUZZ_FORMAT` names.

#![no_main]

use std::io::Cursor;
use std::sync::LazyLock;

use enroque::formats::{
    ChessBenchReader, ChessBenchWriter, Format, GameReader, GameWriter, RecordReader, WriteOptions,
};
use enroque::games::Games;

/// Games read before the first error are unchanged after writing and reading them again.
fn games(format: Format, data: &[u8]) {
    let Some(games) = read(format, data) else { return };
    let options = WriteOptions { skip_unsupported: true, ..WriteOptions::default() };
    let mut file = Vec::new();
    let mut writer = GameWriter::new(format, &mut file, options);
    writer.write(&games).unwrap();
    let written = writer.finish().unwrap();
    assert_eq!(written.bytes, file.len() as u64);
    let again = read(format, &file).unwrap_or_default();
    if written.skipped.is_empty() {
        assert_eq!(again.moves(), games.moves());
    }
    assert_eq!(again.len() as u64, written.games);
    if written.skipped.is_empty() {
        assert_eq!(again.offsets(), games.offsets());
        assert_eq!(again.result(), games.result());
        assert_eq!(again.evals(), games.evals());
    }
}

fn read(format: Format, data: &[u8]) -> Option<Games> {
    let stream = Box::new(Cursor::new(data.to_vec()));
    let mut reader = GameReader::new(format, "fuzz", stream);
    let mut games: Option<Games> = None;
    while let Ok(Some(batch)) = reader.next_games(100) {
        games.get_or_insert_default().append(&batch);
    }
    games
}

/// Only complete records are returned.
fn records(format: Format, data: &[u8]) {
    let stream = Box::new(Cursor::new(data.to_vec()));
    let mut reader = RecordReader::new(format, "fuzz", stream).unwrap();
    while let Ok(Some(records)) = reader.next_records(100) {
        assert_eq!(records.len() % format.record_bytes().unwrap(), 0);
    }
}

/// The records of a bag are unchanged after writing and reading them again.
fn bag(format: Format, data: &[u8]) {
    let Ok(mut reader) = ChessBenchReader::from_bytes(format, "fuzz", data.into()) else { return };
    let mut writer = ChessBenchWriter::new(format, Vec::new()).unwrap();
    let mut records = Vec::new();
    while let Ok(Some(record)) = reader.next_record() {
        if writer.push(&record).is_ok() {
            records.push(record);
        }
    }
    let bytes = writer.finish().unwrap();
    let mut reader = ChessBenchReader::from_bytes(format, "again", bytes.into()).unwrap();
    for record in records {
        let again = reader.next_record().unwrap().unwrap();
        assert_eq!((again.position, again.m), (record.position, record.m));
    }
}

static ONLY: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("ENROQUE_FUZZ_FORMAT").ok());

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for (name, format) in Format::NAMES {
        if ONLY.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        if format.info().has_games {
            games(format, data);
        }
        if format.record_bytes().is_some() {
            records(format, data);
        }
        if format.is_chessbench() {
            bag(format, data);
        }
    }
});
