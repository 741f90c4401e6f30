//! Any bytes as PGN: no panic, and the same games for every chunk size.

#![no_main]

use std::io::Cursor;
use std::num::NonZeroUsize;
use std::sync::Arc;

use enroque::games::Games;
use enroque::io::{Filter, ReadOptions, Source, Wildcard};
use enroque::pgn::{Dialect, Letters};
use enroque::pool::Run;
use libfuzzer_sys::fuzz_target;

/// Size of a chunk in bytes: larger than the start that detects the compression, and small enough that
/// many chunks begin within a game.
const BATCH: usize = 4096;

/// How the text is read: at once, or in chunks from memory (parsed without a copy) or from a stream.
#[derive(Clone, Copy)]
enum ReadMode {
    Whole,
    MemoryChunks,
    StreamChunks,
}

fn read(data: &[u8], mode: ReadMode, letters: Letters) -> Games {
    let dialect = Dialect { letters, ..Dialect::default() };
    read_as(data, mode, ReadOptions { dialect, ..ReadOptions::default() })
}

/// Reads some of the games of two events; the others are skipped.
fn read_some(data: &[u8], mode: ReadMode) -> Games {
    let tags = vec![("Event".to_owned(), vec![Wildcard::new("a"), Wildcard::new("?")])];
    let filter = Filter { tags: Some(tags), ..Filter::default() };
    read_as(data, mode, ReadOptions { filter: Some(&filter), ..ReadOptions::default() })
}

fn read_as(data: &[u8], mode: ReadMode, options: ReadOptions<'_>) -> Games {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let batch_bytes = match mode {
        ReadMode::Whole => None,
        _ => Some(BATCH),
    };
    let options = ReadOptions { run, batch_bytes, ..options };
    let source = match mode {
        ReadMode::MemoryChunks => Source::Bytes("fuzz".to_owned(), Arc::new(data.to_vec())),
        _ => Source::Stream("fuzz".to_owned(), Box::new(Cursor::new(data.to_vec()))),
    };
    Games::from_pgn(vec![source], options, |_| {}).expect("a stream can be opened")
}

fn assert_same(a: &Games, b: &Games) {
    assert_eq!(a.moves(), b.moves());
    assert_eq!(a.offsets(), b.offsets());
    assert_eq!(a.evals(), b.evals());
    assert_eq!(a.clocks(), b.clocks());
    assert_eq!(a.errors(), b.errors());
    assert_eq!(a.warnings(), b.warnings());
    assert_eq!((a.error_count(), a.warning_count()), (b.error_count(), b.warning_count()));
    assert_eq!(a.filtered_out(), b.filtered_out());
}

#[path = "../../tests/common/two_readers.rs"]
mod two_readers;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        two_readers::assert_same_games(text);
    }
    let whole = read(data, ReadMode::Whole, Letters::English);
    let some = read_some(data, ReadMode::Whole);
    for mode in [ReadMode::MemoryChunks, ReadMode::StreamChunks] {
        assert_same(&read(data, mode, Letters::English), &whole);
        assert_same(&read_some(data, mode), &some);
    }
    let detected = read(data, ReadMode::Whole, Letters::Detected);
    assert_eq!(detected.len(), whole.len());
});
