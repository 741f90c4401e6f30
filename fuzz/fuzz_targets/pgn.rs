//! Any bytes as PGN: no panic, and however the text is cut, the same games.

#![no_main]

use std::io::Cursor;
use std::num::NonZeroUsize;

use enroque::games::{Games, ReadOptions, Source};
use enroque::pgn::{Dialect, Letters, Reader};
use enroque::pool::Run;
use libfuzzer_sys::fuzz_target;

fn read(data: &[u8], batch_bytes: Option<usize>, letters: Letters) -> Games {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let dialect = Dialect { letters, ..Dialect::default() };
    let options = ReadOptions { run, batch_bytes, dialect, ..ReadOptions::default() };
    let source = Source::Stream("fuzz".to_owned(), Box::new(Cursor::new(data.to_vec())));
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
    let pieces = read(data, Some(1), Letters::English);
    assert_eq!(pieces.moves(), whole.moves());
    assert_eq!(pieces.offsets(), whole.offsets());
    assert_eq!(pieces.errors(), whole.errors());
    assert_eq!(pieces.warnings(), whole.warnings());
    let detected = read(data, None, Letters::Detected);
    assert_eq!(detected.len(), whole.len());
});
