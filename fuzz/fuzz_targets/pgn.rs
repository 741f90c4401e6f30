//! Any bytes as PGN: no panic, and however the text is cut, the same games.

#![no_main]

use std::io::Cursor;
use std::num::NonZeroUsize;
use std::sync::Arc;

use enroque::games::Games;
use enroque::io::{Cap, Filter, ReadOptions, Source};
use enroque::pgn::{Dialect, Letters, Reader};
use enroque::pool::Run;
use libfuzzer_sys::fuzz_target;

/// A text longer than what tells a source's kind is read in many parts, some of which begin where a game
/// does, some not.
const BATCH: usize = 4096;

/// Read in pieces, text is parsed where it is, or copied.
#[derive(Clone, Copy)]
enum Manner {
    Whole,
    HeldPieces,
    StreamPieces,
}

fn read(data: &[u8], manner: Manner, letters: Letters) -> Games {
    let dialect = Dialect { letters, ..Dialect::default() };
    read_as(data, manner, ReadOptions { dialect, ..ReadOptions::default() })
}

/// Only games of two events, and of these only some: the others are passed over.
fn read_some(data: &[u8], manner: Manner) -> Games {
    let tags = vec![("Event".to_owned(), vec!["a".to_owned(), "?".to_owned()])];
    let cap = Some(Cap { games: 2, elo_width: 100 });
    let filter = Filter { tags, cap, ..Filter::default() };
    read_as(data, manner, ReadOptions { filter: Some(&filter), ..ReadOptions::default() })
}

fn read_as(data: &[u8], manner: Manner, options: ReadOptions<'_>) -> Games {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let batch_bytes = match manner {
        Manner::Whole => None,
        _ => Some(BATCH),
    };
    let options = ReadOptions { run, batch_bytes, ..options };
    let source = match manner {
        Manner::HeldPieces => Source::Bytes("fuzz".to_owned(), Arc::new(data.to_vec())),
        _ => Source::Stream("fuzz".to_owned(), Box::new(Cursor::new(data.to_vec()))),
    };
    Games::from_pgn(vec![source], options, |_| {}).expect("a stream opens, and nobody stops it")
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

fuzz_target!(|data: &[u8]| {
    let whole = read(data, Manner::Whole, Letters::English);
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
    let some = read_some(data, Manner::Whole);
    for manner in [Manner::HeldPieces, Manner::StreamPieces] {
        assert_same(&read(data, manner, Letters::English), &whole);
        assert_same(&read_some(data, manner), &some);
    }
    let detected = read(data, Manner::Whole, Letters::Detected);
    assert_eq!(detected.len(), whole.len());
});
