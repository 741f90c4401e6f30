//! Errors and warnings of chunks.

use std::sync::Arc;

use enroque::games::{GameError, GameErrorKind, Games};
use enroque::io::{Filter, ReadOptions, Source};
use enroque::pgn::{Dialect, Letters, PgnErrorKind};

use super::{assert_same, options};

/// The list of errors does not depend on the chunks: errors and warnings are limited separately in
/// each.
#[test]
fn many_errors_in_one_chunk() {
    const MANY: usize = 12_000;
    let warned = "[Event \"w\"]\n\n1. e4 $999 *\n\n".repeat(MANY);
    let broken = "[Event \"b\"]\n\n1. e4 Nd4 *\n\n";
    for text in [
        format!("{warned}{broken}"),
        format!("{}{warned}", broken.repeat(MANY)),
        format!("{warned}{}", broken.repeat(MANY)),
    ] {
        let whole = Games::from_pgn_text("errors", text.as_bytes());
        let errors = whole.len() - MANY;
        let (listed, listed_warnings) = (whole.errors().len(), whole.warnings().len());
        assert_eq!((listed, listed_warnings), (errors.min(10_000), 10_000));
        assert_eq!(whole.error_count(), errors as u64);
        assert_eq!(whole.warning_count(), MANY as u64);
        for (threads, batch) in [(1, 64 << 20), (2, 1 << 20), (2, 4096)] {
            let options = ReadOptions { batch_bytes: Some(batch), ..options(threads) };
            let bytes = Source::Bytes("errors".to_owned(), Arc::new(text.clone()));
            assert_same(&Games::from_pgn(vec![bytes], options, |_| {}).unwrap(), &whole);
        }
    }
    // errors outside of games
    let outside = Games::from_pgn_text("outside", b"L (\n");
    let kinds = |errors: &[GameError]| errors.iter().map(|error| error.kind).collect::<Vec<_>>();
    assert_eq!(kinds(outside.errors()), [GameErrorKind::Source]); // there is no game
    assert_eq!(kinds(outside.warnings()), [GameErrorKind::Pgn(PgnErrorKind::StrayText); 2]);
    assert_eq!((outside.error_count(), outside.warning_count()), (1, 2));
    // warnings that strict reading tolerates do not hide later errors
    let german = "[Event \"g\"]\n\n1. Sf3 *\n\n".repeat(MANY);
    let dialect = Dialect { letters: Letters::Detected, ..Dialect::default() };
    let strict = ReadOptions { strict: true, dialect, ..options(1) };
    for (text, is_good) in [(german.clone(), true), (format!("{german}{broken}"), false)] {
        let bytes = Source::Bytes("german".to_owned(), Arc::new(text));
        assert_eq!(Games::from_pgn(vec![bytes], strict, |_| {}).is_ok(), is_good);
    }
}

/// Errors between games are reported whether the next game is kept or not; errors of games that are
/// filtered out are not. Where a game ends may depend on whether it is parsed or skipped.
#[test]
fn errors_of_games_that_are_filtered_out() {
    let rated = |elo: u16, moves: &str| {
        format!("[Event \"e\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n\n{moves} *\n\n")
    };
    let warned = rated(1500, &format!("1. e4{}", " $999".repeat(16)));
    let last = rated(2500, "1. e4 $999");
    let words = "stray ".repeat(20);
    let unclosed = "1. e4 * ( e5\n\n[Event \"x\"]\n1. e4 *\n";
    let filter = Filter { either_min_elo: Some(2000), ..Filter::default() };
    let cases = [
        (format!("{}{last}", warned.repeat(700)), 0, 1),
        (format!("{}{last}", format!("{words}\n{}", rated(1500, "1. d4")).repeat(700)), 0, 14_001),
        (format!("{}{unclosed}", rated(1500, "1. e4 Nd4").repeat(12_000)), 1, 1),
        (odd_games(), 0, 0),
    ];
    for (text, errors, warnings) in cases {
        let read = |threads, batch_bytes| {
            let options = ReadOptions { batch_bytes, filter: Some(&filter), ..options(threads) };
            let bytes = Source::Bytes("filtered".to_owned(), Arc::new(text.clone()));
            Games::from_pgn(vec![bytes], options, |_| {}).unwrap()
        };
        let whole = read(1, None);
        if !text.contains("1-O") {
            assert_eq!((whole.error_count(), whole.warning_count()), (errors, warnings));
        }
        assert!(whole.filtered_out().total() > 0);
        for (threads, batch) in [(1, 4096), (2, 4096), (2, 1 << 16), (4, 1 << 14), (3, 4096)] {
            let chunks = read(threads, Some(batch));
            assert_same(&chunks, &whole);
            assert_eq!(chunks.filtered_out(), whole.filtered_out());
        }
    }
    // an error outside of games has no index
    let games = Games::from_pgn_text("unclosed", unclosed.as_bytes());
    assert_eq!((games.len(), games.error_count()), (2, 1));
    assert_eq!(games.errors()[0].index, None);
}

/// Games of many ratings whose ends depend on whether they are parsed or skipped.
fn odd_games() -> String {
    let game = |n: u32| {
        let moves =
            ["1. e4 e5 *", "1. e4 e5 1:0 1. d4 d5", "1. e4 Nd4 1/2 1. c4 *", "1. d4 1-O 1. c4"];
        let random = n.wrapping_mul(2_654_435_761) >> 16;
        let elo = 1000 + random % 30 * (random / 30 % 30) * 2;
        let moves = moves[random as usize / 900 % 4];
        format!("[Event \"e\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n\n{moves} *\n\n")
    };
    (0..20_000).map(game).collect()
}
