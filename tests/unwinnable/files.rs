//! The files of `tests/data/unwinnable`: explained cases, hard positions, real games lost on time.

use std::io::Read;

use enroque::notation::fen;
use enroque::position::Position;
use enroque::types::Color;
use enroque::unwinnable::{Budget, Winnability, can_win};
use serde_json::Value;

use crate::{common, is_right};

/// Reads a file, decompressed.
fn read(name: &str) -> String {
    let bytes = std::fs::read(common::data_file(&format!("unwinnable/{name}"))).unwrap();
    let mut text = String::new();
    if name.ends_with(".gz") {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    } else {
        text = String::from_utf8(bytes).unwrap();
    }
    text
}

/// A case of a file: position, player and expected result.
pub(crate) struct Case {
    pub(crate) position: Position,
    pub(crate) winner: Color,
    pub(crate) can_win: bool,
    pub(crate) fen: String,
}

/// Reads the cases of a file of games: `fen,winner,verdict,...`. A mate was found later for each
/// unknown verdict.
fn games(name: &str) -> Vec<Case> {
    let text = read(name);
    let cases = text.lines().skip(1).map(|line| {
        let columns: Vec<&str> = line.split(',').collect();
        Case {
            position: fen::read(columns[0]).unwrap(),
            winner: if columns[1] == "w" { Color::White } else { Color::Black },
            can_win: columns[2] != "no",
            fen: columns[0].to_owned(),
        }
    });
    cases.collect()
}

/// Reads the cases of the file of hard positions, two for each.
pub(crate) fn hard_positions() -> Vec<Case> {
    let text = read("hard_positions.csv");
    let cases = text.lines().skip(1).flat_map(|line| {
        let columns: Vec<&str> = line.split(',').collect();
        let position = fen::read(columns[0]).unwrap();
        [(Color::White, columns[1]), (Color::Black, columns[2])].map(|(winner, answer)| Case {
            position,
            winner,
            can_win: answer == "yes",
            fen: columns[0].to_owned(),
        })
    });
    cases.collect()
}

/// Tests every `step`-th case; returns the number of cases, of expected `No`, of proved `No`, and
/// the unknown cases. Panics at a wrong result.
fn check_cases(cases: &[Case], step: usize, budget: Budget) -> (usize, usize, usize, Vec<String>) {
    let (mut count, mut no, mut found, mut unknown) = (0, 0, 0, Vec::new());
    for case in cases.iter().step_by(step) {
        let Case { position, winner, can_win: expected, fen } = case;
        let answer = can_win(position, *winner, budget);
        count += 1;
        no += !expected as usize;
        found += answer.is_no() as usize;
        if answer == Winnability::Unknown {
            unknown.push(format!("{fen} {winner}"));
        } else {
            assert!(is_right(&answer, position, *winner, *expected), "{fen} {winner}: {answer:?}");
        }
    }
    (count, no, found, unknown)
}

#[test]
fn curated() {
    let text = read("curated.json");
    let cases: Value = serde_json::from_str(&text).unwrap();
    for case in cases["cases"].as_array().unwrap() {
        let text = |key: &str| case[key].as_str().unwrap();
        let position = fen::read(text("fen")).unwrap();
        let winner = if text("winner") == "white" { Color::White } else { Color::Black };
        let expected = text("winnable") == "yes";
        let answer = can_win(&position, winner, Budget::FULL);
        assert!(is_right(&answer, &position, winner, expected), "{}: {answer:?}", text("id"));
        let quick = can_win(&position, winner, Budget::Quick);
        assert!(
            quick == Winnability::Unknown || is_right(&quick, &position, winner, expected),
            "{}: {quick:?}",
            text("id")
        );
    }
}

/// `quick` proves 9,999 of 10,000 unwinnable positions from games.
#[test]
fn unwinnable_timeouts_quick() {
    let cases = games("lichess_unfair.csv.gz");
    let (count, no, found, unknown) = check_cases(&cases, 1, Budget::Quick);
    assert_eq!(count, no);
    assert!((no - found) * 10_000 <= no, "{found} of {no}; not {unknown:#?}");
}

/// Ordinary games: the winner can win, and `quick` never returns `No`.
#[test]
fn ordinary_games_quick() {
    let cases = games("lichess_timeouts.csv.gz");
    let (_, no, found, _) = check_cases(&cases, 1, Budget::Quick);
    assert_eq!((no, found), (1, 1));
}

/// `quick` proves 80 of 100 of the hard positions that are unwinnable.
#[test]
fn hard_positions_quick() {
    let cases = hard_positions();
    let (_, no, found, _) = check_cases(&cases, 1, Budget::Quick);
    assert!(found * 100 >= no * 80, "{found} of {no}");
}

#[test]
fn ordinary_games_full() {
    let cases = games("lichess_timeouts.csv.gz");
    let (.., unknown) = check_cases(&cases, 7, Budget::FULL);
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// No case remains unknown.
#[test]
#[ignore = "half a minute in release"]
fn all_games_full() {
    for name in ["lichess_timeouts.csv.gz", "lichess_unfair.csv.gz"] {
        let cases = games(name);
        let (.., unknown) = check_cases(&cases, 1, Budget::FULL);
        assert!(unknown.is_empty(), "{unknown:#?}");
    }
}

/// No hard position remains unknown.
#[test]
#[ignore = "half a minute in release"]
fn hard_positions_full() {
    let cases = hard_positions();
    let (.., unknown) = check_cases(&cases, 1, Budget::FULL);
    assert!(unknown.is_empty(), "{unknown:#?}");
}
