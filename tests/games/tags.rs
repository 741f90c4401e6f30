//! Tags, results and filters by tags.

use std::io;

use enroque::games::{GameErrorKind, Games};
use enroque::io::{Filter, ReadOptions, Source, Wildcard};
use enroque::pgn::{PgnErrorKind, Variant};
use enroque::rules::GameResult;

use super::common::data_file;
use super::{options, read_stream, text_with_ambiguous_boundaries};

#[test]
fn tags_and_results() {
    let text = b"[Event \"a\"]\n[WhiteElo \"2500\"]\n[BlackElo \"?\"]\n[Result \"1-0\"]\n\n1. e4 0-1\n\n\
        [White \"M\xFCller\"]\n[Black \"\\\"x\\\"\"]\n[Result \"*\"]\n\n1. d4 1/2-1/2\n\n[Event \"c\"]\n1. c4";
    let games = read_stream(text.to_vec());
    assert_eq!(games.result(), [1, 0, -128]);
    assert_eq!(games.white_elo(), [2500, 0, 0]);
    let second = games.game(1).unwrap();
    assert_eq!((second.header("White"), second.header("Black")), (Some("Müller"), Some("\"x\"")));
    assert_eq!(second.result(), GameResult::Draw);
    assert_eq!(games.warnings().len(), 1);
    assert_eq!(games.warnings()[0].kind, GameErrorKind::Pgn(PgnErrorKind::ResultMismatch));
    assert_eq!(games.warnings()[0].index, Some(0));
}

/// Results with other dashes or fractions end games as the standard ones do.
#[test]
fn results_with_other_dashes() {
    let text = "1. e4 e5 0–1\n\n1. d4 1/2–1/2 1. c4 ½—½\n1. Nf3 1−0\n\
        1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0–0 *\n1. e4 O–O";
    let games = Games::from_pgn_text("dashes", text.as_bytes());
    assert_eq!(games.result(), [-1, 0, 0, 1, -128, -128]);
    assert_eq!(games.game(4).unwrap().moves().len(), 7);
    let warnings = games.warnings().iter().map(|error| (error.kind.name(), &*error.token));
    let warnings: Vec<_> = warnings.collect();
    assert_eq!(warnings, ["0–1", "1/2–1/2", "½—½", "1−0"].map(|token| ("odd_result", token)));
    assert_eq!(games.errors().iter().map(|error| &*error.token).collect::<Vec<_>>(), ["O–O"]);
}

/// A filter while reading keeps the same games as selecting them afterwards.
fn check_filters(name: &str, text: &[u8]) {
    let all = Games::from_pgn_text(name, text);
    let filters = [
        Filter { min_elo: Some(1500), max_elo: Some(2500), ..Filter::default() },
        Filter { variant: Some(Variant::Chess960), ..Filter::default() },
        Filter { result: Some(vec![GameResult::Draw]), ..Filter::default() },
        Filter {
            tags: Some(vec![("Event".into(), vec![Wildcard::new("b"), Wildcard::new("f")])]),
            ..Filter::default()
        },
        Filter::default(),
    ];
    for (n, filter) in filters.iter().enumerate() {
        let selected = all.iter().filter(|game| {
            let elo = [all.white_elo()[game.index()], all.black_elo()[game.index()]];
            match n {
                0 => elo.iter().all(|elo| (1500..=2500).contains(elo)),
                1 => game.is_chess960(),
                2 => game.header("Result") == Some("1/2-1/2"),
                3 => matches!(game.header("Event"), Some("b" | "f")),
                _ => true,
            }
        });
        let selected = all.select(selected.map(|game| game.index())).unwrap();
        let source =
            Source::Stream(name.to_owned(), Box::new(io::Cursor::new(text.to_vec())), None);
        let options =
            ReadOptions { filter: Some(filter), batch_bytes: Some(1 << 18), ..options(2) };
        let games = Games::from_pgn(vec![source], options, |_| {}).unwrap();
        assert_eq!(
            games.len() as u64 + games.filtered_out().total(),
            all.len() as u64,
            "{name} {n}"
        );
        assert!(
            games.moves() == selected.moves() && games.offsets() == selected.offsets(),
            "{name} {n}"
        );
        for (a, b) in games.iter().zip(selected.iter()) {
            assert!(a.headers().eq(b.headers()), "{name} {n}");
        }
        let numbers = |games: &Games| -> Vec<u64> {
            games.errors().iter().filter(|e| e.index.is_some()).map(|e| e.game).collect()
        };
        assert_eq!(numbers(&games), numbers(&selected), "{name} {n}");
    }
}

fn check_filters_of_file(name: &str) {
    check_filters(name, &std::fs::read(data_file(&format!("pgn/{name}"))).unwrap());
}

#[test]
fn filters_by_tags() {
    check_filters("tricky", text_with_ambiguous_boundaries().as_bytes());
    for name in ["lichess_999.pgn", "lichess_from_position_100.pgn", "chess960_mainz2009.pgn"] {
        check_filters_of_file(name);
    }
}

mod needs_shared_data {
    #[test]
    #[ignore = "needs files of shared/data/pgn"]
    fn filters_by_tags() {
        for name in ["world_matches_annotated.pgn", "twic_head.pgn", "dortmund_annotated.pgn"] {
            super::check_filters_of_file(name);
        }
    }
}
