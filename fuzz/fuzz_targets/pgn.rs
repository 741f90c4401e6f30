//! Any bytes as PGN: no panic, and however the text is cut, the same games.

#![no_main]

use std::io::Cursor;
use std::num::NonZeroUsize;
use std::sync::Arc;

use enroque::games::{Filter, Games, ReadOptions, Source};
use enroque::pgn::{Dialect, Letters, Reader};
use enroque::pool::Run;
use libfuzzer_sys::fuzz_target;

/// A text longer than what tells a source's kind is read in many parts, some of which begin where a game
/// does, some not.
const BATCH: usize = 4096;

fn read(data: &[u8], batch_bytes: Option<usize>, letters: Letters) -> Games {
    let dialect = Dialect { letters, ..Dialect::default() };
    read_as(data, ReadOptions { batch_bytes, dialect, ..ReadOptions::default() })
}

/// Only games of two events: the others are passed over.
fn read_some(data: &[u8], batch_bytes: Option<usize>) -> Games {
    let tags = vec![("Event".to_owned(), vec!["a".to_owned(), "?".to_owned()])];
    let filter = Filter { tags, ..Filter::default() };
    read_as(data, ReadOptions { batch_bytes, filter: Some(&filter), ..ReadOptions::default() })
}

fn read_as(data: &[u8], options: ReadOptions<'_>) -> Games {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let options = ReadOptions { run, ..options };
    // what is read in pieces is parsed where it is, all else is copied
    let source = match options.batch_bytes {
        Some(_) => Source::Bytes("fuzz".to_owned(), Arc::new(data.to_vec())),
        None => Source::Stream("fuzz".to_owned(), Box::new(Cursor::new(data.to_vec()))),
    };
    Games::from_pgn(vec![source], options, |_| {}).expect("a stream opens, and nobody stops it")
}

fuzz_target!(|data: &[u8]| {
    let whole = read(data, None, Letters::English);
    // compressed data are another matter: the one-game reader takes none
    if whole.source_fault().is_none() && whole.errors().iter().all(|fault| fault.line > 0) {
        let mut reader = Reader::new(data);
        let mut games = 0;
        while let Ok(Some(game)) = reader.read_game() {
            let range = whole.offsets()[games] as usize..whole.offsets()[games + 1] as usize;
            assert_eq!(game.moves(), &whole.moves()[range]);
            games += 1;
        }
        assert_eq!(games, whole.len());
    }
    let pieces = read(data, Some(BATCH), Letters::English);
    assert_eq!(pieces.moves(), whole.moves());
    assert_eq!(pieces.offsets(), whole.offsets());
    assert_eq!(pieces.evals(), whole.evals());
    assert_eq!(pieces.clocks(), whole.clocks());
    assert_eq!(pieces.errors(), whole.errors());
    assert_eq!(pieces.warnings(), whole.warnings());
    let (some, in_pieces) = (read_some(data, None), read_some(data, Some(BATCH)));
    assert_eq!(some.moves(), in_pieces.moves());
    assert_eq!(some.offsets(), in_pieces.offsets());
    assert_eq!(some.removed(), in_pieces.removed());
    let detected = read(data, None, Letters::Detected);
    assert_eq!(detected.len(), whole.len());
});
