//! The unusual and malformed PGN texts of `tests/data/pgn_odd`, compared with the results in its
//! manifest. Every difference is listed with its reason.

mod common;

use std::collections::BTreeMap;

use enroque::games::{GameErrorKind, GameRef, Games};
use enroque::io::{ReadOptions, Source};
use enroque::notation::{fen, uci};
use enroque::pgn::PgnErrorKind;
use serde_json::Value;

/// Cases with another result than the first choice of the manifest, and why no error is silent.
const DIFFERENCES: [(&str, &str); 2] = [
    ("B11_utf16le", "the whole file is rejected with an error that names the encoding"),
    ("D36_drop_moves", "a game of an unsupported variant has no moves"),
];

/// Cases that strict reading accepts where the manifest has "reject", or rejects where it has
/// "accept". Strict reading accepts what the import format of the PGN standard allows and what is
/// unambiguous; it rejects everything that otherwise gives a warning.
const STRICT_DIFFERENCES: [(&str, &str); 23] = [
    ("A08_result_mismatch", "rejected: the two results differ"),
    ("A14_duplicate_tags_fen", "rejected: the standard has each tag once"),
    ("B10_ff_at_eof", "rejected: a byte that is not text is a sign of damage"),
    ("D06_null_move_mainline", "rejected: a null move is not a legal move, and ends the game"),
    ("A12_blank_line_inside_headers", "empty lines between tags are white space"),
    ("B08_nul_after_result", "NUL bytes at the end of a line are padding"),
    ("B12_nbsp_and_tabs", "they are white space, and the moves are plain"),
    ("C13_empty_variation", "a variation without moves has nothing to lose"),
    ("D01_zero_castling", "unambiguous: the FIDE Laws write 0-0"),
    ("D02_zero_castling_after_number_result_like", "as in D01"),
    ("D03_lowercase_castling", "unambiguous"),
    ("D10_overspecified", "unambiguous: more of the origin square than is needed"),
    ("D13_promotions", "unambiguous: the piece is named, with or without =, / or parentheses"),
    ("D15_check_marks", "unambiguous: signs of check are ignored"),
    (
        "D16_long_algebraic",
        "unambiguous: both squares are given, as in the long form of the FIDE Laws",
    ),
    ("D17_coordinate_hyphen", "unambiguous: both squares are given"),
    ("D18_uci", "unambiguous: both squares are given"),
    ("D20_figurine", "unambiguous: figurines are the same in every language"),
    ("D25_cyrillic_lookalike_O", "unambiguous"),
    ("D26_pawn_letter", "P is the letter of the pawn in the standard (8.2.3.2)"),
    ("D31_ellipsis_tokens", "dots are part of a move number"),
    ("D40_san_extra_disambig_forms", "unambiguous: more disambiguation than is needed"),
    ("E17_960_castling_uci", "unambiguous: both squares are given"),
];

/// Whether strict reading accepts a text.
fn is_accepted_strictly(text: Vec<u8>) -> bool {
    let source = Source::Stream("case".to_owned(), Box::new(std::io::Cursor::new(text)), None);
    let options = ReadOptions { strict: true, ..ReadOptions::default() };
    Games::from_pgn(vec![source], options, |_| {}).is_ok()
}

/// The result of reading a game: status, moves in UCI, final position.
#[derive(PartialEq, Debug)]
struct Outcome {
    status: &'static str,
    moves: Vec<String>,
    fen: String,
}

fn outcome(games: &Games, game: GameRef<'_>) -> Outcome {
    let dialect = match game.is_chess960() {
        true => uci::CastlingDialect::Chess960,
        false => uci::CastlingDialect::Standard,
    };
    let mut position = game.start();
    let mut moves = Vec::new();
    for &m in game.moves() {
        moves.push(uci::write(&position, m, dialect).to_string());
        position.play_unchecked(m);
    }
    let error = games.errors().iter().find(|error| error.index == Some(game.index()));
    let status = match error.map(|error| error.kind) {
        None => "ok",
        Some(GameErrorKind::Pgn(PgnErrorKind::UnsupportedVariant)) => "unsupported_variant",
        Some(_) => "error",
    };
    Outcome { status, moves, fen: fen::write(&position).to_string() }
}

/// Whether the result of one game is that of the manifest.
fn is_as_expected(got: &Outcome, expected: &Value) -> bool {
    let moves: Vec<&str> =
        expected["uci"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let final_fen = expected["final_fen"].as_str();
    let same_board = match (got.status, final_fen) {
        ("ok", Some(fen)) => got.fen.split(' ').next() == fen.split(' ').next(),
        _ => true,
    };
    got.status == expected["status"] && got.moves == moves && same_board
}

fn are_as_expected(got: &[Outcome], expected: &Value) -> bool {
    let expected = expected.as_array().unwrap();
    got.len() == expected.len()
        && got.iter().zip(expected).all(|(got, expected)| is_as_expected(got, expected))
}

#[test]
fn every_case() {
    let folder = common::data_file("pgn_odd");
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let mut differences: BTreeMap<&str, &str> = DIFFERENCES.into_iter().collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for case in manifest["cases"].as_array().unwrap() {
        count += 1;
        let id = case["id"].as_str().unwrap();
        let text = std::fs::read(folder.join(case["file"].as_str().unwrap())).unwrap();
        let games = Games::from_pgn_text(id, &text);
        let (mut got, mut headers_differ) = (Vec::new(), Vec::new());
        for game in games.iter() {
            if let Some(headers) = case["games"][got.len()]["headers"].as_object() {
                for (name, value) in headers {
                    if game.header(name) != value.as_str() {
                        headers_differ.push(name.clone());
                    }
                }
            }
            got.push(outcome(&games, game));
        }
        let end = games.source_error();
        let mut as_expected = are_as_expected(&got, &case["games"]);
        for alternative in case["alt_games"].as_array().into_iter().flatten() {
            as_expected |= are_as_expected(&got, alternative);
        }
        as_expected &= end.is_none() && headers_differ.is_empty();
        if differences.remove(id).is_some() == as_expected {
            let expected = &case["games"];
            wrong.push(format!(
                "{id}: {end:?} {headers_differ:?}\n  got {got:?}\n  expected {expected}"
            ));
        }
    }
    let mut strictly = Vec::new();
    let mut reasons: BTreeMap<&str, &str> = STRICT_DIFFERENCES.into_iter().collect();
    for case in manifest["cases"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let text = std::fs::read(folder.join(case["file"].as_str().unwrap())).unwrap();
        let is_accepted = is_accepted_strictly(text);
        let is_expected = (case["strict"] == "accept") == is_accepted;
        let is_listed = reasons.remove(id).is_some();
        if is_expected == is_listed {
            strictly.push(format!("{id}: {}", if is_accepted { "accepted" } else { "rejected" }));
        }
    }
    assert!(strictly.is_empty(), "read strictly:\n{}", strictly.join("\n"));
    assert!(reasons.is_empty(), "no such case: {reasons:?}");
    assert!(wrong.is_empty(), "{} of {count} cases:\n{}", wrong.len(), wrong.join("\n"));
    assert!(differences.is_empty(), "no such case: {differences:?}");
}
