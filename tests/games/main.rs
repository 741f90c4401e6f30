//! The columnar store: reading files, chunks and threads, sources, validation.

mod chunks;
mod columns;
#[path = "../common/mod.rs"]
mod common;
mod counts;
mod errors;
mod sources;
mod tags;

use std::io;
use std::path::PathBuf;

use enroque::games::Games;
use enroque::io::{ReadOptions, Source};

use common::options;

fn read(paths: &[PathBuf], options: ReadOptions<'_>) -> Games {
    let sources = paths.iter().cloned().map(Source::Path).collect();
    Games::from_pgn(sources, options, |_| {}).unwrap()
}

/// Asserts that all columns, tags, errors and warnings are equal.
fn assert_same(a: &Games, b: &Games) {
    assert_eq!(a.len(), b.len());
    assert_eq!(a.start_codes(), b.start_codes());
    assert_eq!(a.chess960(), b.chess960());
    assert!(a.moves() == b.moves(), "moves differ");
    assert_eq!(a.offsets(), b.offsets());
    assert_eq!(a.result(), b.result());
    assert_eq!(a.white_elo(), b.white_elo());
    assert_eq!(a.black_elo(), b.black_elo());
    assert!(a.evals() == b.evals(), "evaluations differ");
    assert!(a.clocks() == b.clocks(), "clocks differ");
    assert_eq!(a.broken(), b.broken());
    assert_eq!(a.errors(), b.errors());
    assert_eq!(a.error_count(), b.error_count());
    assert_eq!(a.warnings(), b.warnings());
    assert_eq!(a.warning_count(), b.warning_count());
    for (a, b) in a.iter().zip(b.iter()) {
        assert!(a.headers().eq(b.headers()));
        assert_eq!(a.start().to_setup(), b.start().to_setup());
    }
}

const REPEATS: usize = 160;

/// Games where a chunk is likely to start within a game, and games with errors.
fn text_with_ambiguous_boundaries() -> String {
    let filler = "[Event \"f\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n".repeat(40);
    let comment = "[Event \"c\"]\n\n1. d4 {look:\n[Event \"x\"]\n[Site \"y\"]\n} d5 2. c4 1-0\n\n";
    let unclosed = "[Event \"u\"]\n\n1. d4 {never\n\n[Event \"v\"]\n\n1. e4 {a} e5 ± *\n\n";
    let broken =
        "[Event \"b\"]\r\n[Foo \"1\"]\r\n\r\n1. e4 Nd4 2. e5 } 1-0 stray\r\n1. d4 d6 *\r\n";
    let empty = "[Event \"1\"]\n[White \"A\"]\n\n[Event \"2\"]\n[Event \"3\"]\n* 4. Nf3 d5 *\n";
    [&filler, comment, unclosed, &filler, broken, comment, empty, &filler].concat().repeat(REPEATS)
}

fn stream(bytes: Vec<u8>) -> Source {
    Source::Stream("stream".to_owned(), Box::new(io::Cursor::new(bytes)), None)
}

fn read_stream(bytes: Vec<u8>) -> Games {
    Games::from_pgn(vec![stream(bytes)], options(2), |_| {}).unwrap()
}

fn some_games(count: usize) -> String {
    let game = |n: usize| format!("[Event \"g\"]\n[Round \"{n}\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n");
    (0..count).map(game).collect()
}
