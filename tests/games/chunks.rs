//! Reading in chunks on several threads.

use std::io;
use std::sync::Arc;

use enroque::games::Games;
use enroque::io::{ReadOptions, Source};
use enroque::types::{NO_CLOCK, NO_EVAL};

use super::common::data_file;
use super::{
    REPEATS, assert_same, options, read, some_games, stream, text_with_ambiguous_boundaries,
};

#[test]
fn results_do_not_depend_on_threads_and_batches() {
    let names = [
        "lichess_999.pgn",
        "chess960_mainz2009.pgn",
        "lichess_evals_2000.pgn.zst",
        "lichess_chess960_150.pgn",
    ];
    let paths = names.map(|name| data_file(&format!("pgn/{name}")));
    let one = read(&paths, options(1));
    assert_eq!(one.len(), 999 + 20 + 2000 + 150);
    for threads in [2, 5] {
        assert_same(&read(&paths, options(threads)), &one);
    }
    for batch_bytes in [5_000, 100_000, 3_000_000] {
        let batches = ReadOptions { batch_bytes: Some(batch_bytes), ..options(2) };
        assert_same(&read(&paths, batches), &one);
    }
}

/// Columns are reused for other chunks: optional columns of one chunk must not appear in the next.
#[test]
fn columns_that_only_some_chunks_have() {
    let kind = |game: usize| game / 4000 % 4;
    let text: String = (0..24_000)
        .map(|game| {
            let eval = if kind(game) & 1 != 0 {
                format!("[%eval 0.{:02}]", game % 100)
            } else {
                String::new()
            };
            let clock = if kind(game) & 2 != 0 {
                format!("[%clk 0:00:{:02}]", game % 60)
            } else {
                String::new()
            };
            format!("[Event \"{game}\"]\n\n1. e4 {{ {eval} {clock} }} e5 *\n\n")
        })
        .collect();
    for threads in [1, 2] {
        let source = stream(text.clone().into_bytes());
        let games = Games::from_pgn(vec![source], options(threads), |_| {}).unwrap();
        assert_eq!(games.len(), 24_000);
        let (evals, clocks) = (games.evals().unwrap(), games.clocks().unwrap());
        assert_eq!((evals.len(), clocks.len()), (48_000, 48_000));
        for game in 0..24_000 {
            let eval = if kind(game) & 1 != 0 { (game % 100) as i32 } else { NO_EVAL };
            let clock = if kind(game) & 2 != 0 { (game % 60) as i32 * 1000 } else { NO_CLOCK };
            assert_eq!(evals[2 * game..][..2], [eval, NO_EVAL], "{game}");
            assert_eq!(clocks[2 * game..][..2], [clock, NO_CLOCK], "{game}");
        }
    }
}

#[test]
fn chunks_that_start_within_a_game() {
    let text = text_with_ambiguous_boundaries();
    assert!(text.len() > 1 << 20);
    let whole = Games::from_pgn_text("tricky", text.as_bytes());
    assert_eq!(whole.len(), REPEATS * (3 * 40 + 1 + 2 + 2 + 1 + 3));
    assert_eq!(whole.error_count(), REPEATS as u64 * (1 + 1 + 1));
    // lines and columns are those of the whole text
    for error in whole.errors() {
        let line = text.lines().nth(error.line as usize - 1).unwrap();
        assert!(line[error.column as usize - 1..].starts_with(&*error.token), "{error}");
    }
    let dir = std::env::temp_dir().join(format!("enroque-games-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("tricky");
    std::fs::write(&path, &text).unwrap();
    for (threads, batch) in [(1, 1 << 20), (2, 1 << 16), (3, 4096), (2, 4 << 20)] {
        let options = ReadOptions { batch_bytes: Some(batch), ..options(threads) };
        let stream = Source::Stream(
            "tricky".to_owned(),
            Box::new(std::fs::File::open(&path).unwrap()),
            None,
        );
        let bytes = Source::Bytes("tricky".to_owned(), Arc::new(text.clone()));
        for source in [stream, bytes] {
            assert_same(&Games::from_pgn(vec![source], options, |_| {}).unwrap(), &whole);
        }
    }
    std::fs::remove_dir_all(dir).unwrap();
}

/// Games without tags, comments longer than a chunk, the rest of overlong games, and texts that end
/// anywhere.
#[test]
fn chunks_in_which_no_game_starts() {
    let filler = "[Event \"f\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(100);
    let long = format!("[Event \"l\"]\n\n1. d4 {{{}}} d5 *\n\n", "[Event words\n".repeat(9000));
    let bare = "1. e4 e5 2. Nf3 Nc6 1/2-1/2 1. d4 {x} *\r\n".repeat(2000);
    let unclosed =
        format!("[Event \"u\"]\n\n1. c4 {{{}", "[Event \"x\"]\n1. e4 e5 *\n".repeat(400));
    let text = [&*filler, &bare, &filler, &long, &filler, &unclosed].concat();
    // all of it is one chunk
    assert!(text.len() < 512 << 10 && long.len() > 20 * 4096);
    for max_game_bytes in [5000, 50_000, 1 << 20] {
        for cut in (0..9).map(|n| text.len() - n * 19) {
            let bytes = &text.as_bytes()[..cut];
            let one = ReadOptions { max_game_bytes, ..options(1) };
            let source = || Source::Bytes("text".to_owned(), Arc::new(bytes.to_vec()));
            let whole = Games::from_pgn(vec![source()], one, |_| {}).unwrap();
            assert!(whole.len() > 4000 && whole.error_count() > 0);
            for (threads, batch) in [(1, 9000), (2, 9000), (4, 9000), (2, 3000)] {
                let small =
                    ReadOptions { max_game_bytes, batch_bytes: Some(batch), ..options(threads) };
                assert_same(&Games::from_pgn(vec![source()], small, |_| {}).unwrap(), &whole);
                let stream = Source::Stream(
                    "text".to_owned(),
                    Box::new(io::Cursor::new(bytes.to_vec())),
                    None,
                );
                assert_same(&Games::from_pgn(vec![stream], small, |_| {}).unwrap(), &whole);
            }
        }
    }
}

/// Memory that returns different bytes on each call must not cause a panic or an endless loop.
#[test]
fn memory_that_shrinks() {
    struct Shrinking(std::sync::atomic::AtomicUsize, Vec<u8>);
    impl AsRef<[u8]> for Shrinking {
        fn as_ref(&self) -> &[u8] {
            let call = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            &self.1[..if call % 7 < 5 { self.1.len() } else { 10 }]
        }
    }
    for threads in [1, 2] {
        for first in 0..7 {
            let shrinking = Shrinking(first.into(), some_games(10_000).into_bytes());
            let source = Source::Bytes("shrinking".to_owned(), Arc::new(shrinking));
            let small = ReadOptions { batch_bytes: Some(1 << 14), ..options(threads) };
            let _ = Games::from_pgn(vec![source], small, |_| {});
        }
    }
}

/// A panic on any thread is propagated to the caller, and no thread hangs.
#[test]
fn a_source_that_panics() {
    struct Broken(std::sync::atomic::AtomicUsize, Vec<u8>);
    impl AsRef<[u8]> for Broken {
        fn as_ref(&self) -> &[u8] {
            assert!(self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 40, "broken");
            &self.1
        }
    }
    for threads in [1, 2, 4] {
        let broken = Broken(0.into(), some_games(100_000).into_bytes());
        let source = Source::Bytes("broken".to_owned(), Arc::new(broken));
        let small = ReadOptions { batch_bytes: Some(1 << 14), ..options(threads) };
        let read = std::panic::AssertUnwindSafe(|| Games::from_pgn(vec![source], small, |_| {}));
        assert!(std::panic::catch_unwind(read).is_err());
    }
}
