//! The odd and malformed PGN texts of `shared/data/pgn_odd`: what its manifest says a good reader
//! gives, what this one gives, and every difference by name with its reason.

use std::collections::BTreeMap;
use std::path::Path;

use enroque::games::Games;
use enroque::io::{ReadOptions, Source};
use enroque::notation::{fen, uci};
use enroque::pgn::{PgnErrorKind, PgnGame, Reader};
use serde_json::Value;

/// Cases read otherwise than the manifest's first choice, and why that is no silent wrong reading.
const DIFFERENCES: [(&str, &str); 2] = [
    ("B11_utf16le", "the file is refused as a whole, by an error that says why; there is no game"),
    ("D36_drop_moves", "a game of a variant that is not played here has no moves, not some"),
];

/// Cases that a strict reading takes where the manifest says reject, or refuses where it says accept.
/// Taken is what the import format of the PGN standard allows and what leaves nothing to guess; refused
/// is whatever is forgiven elsewhere with a warning.
const STRICT_DIFFERENCES: [(&str, &str); 23] = [
    ("A08_result_mismatch", "refused: the two results contradict each other"),
    ("A14_duplicate_tags_fen", "refused: the standard has each tag once"),
    ("B10_ff_at_eof", "refused: a byte that belongs to no text tells of damage"),
    ("D06_null_move_mainline", "refused: a null move is no move of chess, and ends the game"),
    ("A12_blank_line_inside_headers", "space lines between tags are white space"),
    ("B08_nul_after_result", "NUL bytes at the end of a line are padding"),
    ("B12_nbsp_and_tabs", "they are white space, and the moves are plain"),
    ("C13_empty_variation", "a variation without moves says nothing that could be lost"),
    ("D01_zero_castling", "no other move can be meant: the Laws themselves write 0-0"),
    ("D02_zero_castling_after_number_result_like", "as in D01"),
    ("D03_lowercase_castling", "no other move can be meant"),
    ("D10_overspecified", "more of the square of departure than is needed is no other move"),
    ("D13_promotions", "the piece is named, whatever sign stands before it"),
    ("D15_check_marks", "checks are found by the moves, and signs of check count for nothing"),
    ("D16_long_algebraic", "the whole move is written: the Laws' own long form"),
    ("D17_coordinate_hyphen", "the whole move is written"),
    ("D18_uci", "the whole move is written"),
    ("D20_figurine", "figurines name the piece in every language"),
    ("D25_cyrillic_lookalike_O", "no other move can be meant"),
    ("D26_pawn_letter", "P is the standard's own letter of a pawn (8.2.3.2)"),
    ("D31_ellipsis_tokens", "dots are the number of a move"),
    ("D40_san_extra_disambig_forms", "more than is needed is no other move"),
    ("E17_960_castling_uci", "the whole move is written"),
];

/// Whether a reader that forgives nothing takes a text.
fn is_taken_strictly(text: Vec<u8>) -> bool {
    let source = Source::Stream("case".to_owned(), Box::new(std::io::Cursor::new(text)));
    let options = ReadOptions { strict: true, ..ReadOptions::default() };
    Games::from_pgn(vec![source], options, |_| {}).is_ok()
}

/// What a game came to: status, moves in UCI, final position, result.
#[derive(PartialEq, Debug)]
struct Outcome {
    status: &'static str,
    moves: Vec<String>,
    fen: String,
}

fn outcome(game: &PgnGame<'_>) -> Outcome {
    let dialect = match game.is_chess960() {
        true => uci::CastlingDialect::Chess960,
        false => uci::CastlingDialect::Standard,
    };
    let mut position = *game.start();
    let mut moves = Vec::new();
    for &m in game.moves() {
        moves.push(uci::write(&position, m, dialect).to_string());
        position.play_unchecked(m);
    }
    let status = match game.error().map(|error| error.kind) {
        None => "ok",
        Some(PgnErrorKind::UnsupportedVariant) => "unsupported_variant",
        Some(_) => "error",
    };
    Outcome { status, moves, fen: fen::write(&position).to_string() }
}

/// What the manifest wants of one game; null moves and moves cut short are compared as they are.
fn is_as_wanted(got: &Outcome, wanted: &Value) -> bool {
    let moves: Vec<&str> =
        wanted["uci"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let final_fen = wanted["final_fen"].as_str();
    let same_board = match (got.status, final_fen) {
        ("ok", Some(fen)) => got.fen.split(' ').next() == fen.split(' ').next(),
        _ => true,
    };
    got.status == wanted["status"] && got.moves == moves && same_board
}

fn is_list_as_wanted(got: &[Outcome], wanted: &Value) -> bool {
    let wanted = wanted.as_array().unwrap();
    got.len() == wanted.len()
        && got.iter().zip(wanted).all(|(got, wanted)| is_as_wanted(got, wanted))
}

#[test]
fn every_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/pgn_odd");
    let Ok(manifest) = std::fs::read_to_string(folder.join("manifest.json")) else {
        eprintln!("skipped: {} is absent", folder.display());
        return;
    };
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let mut differences: BTreeMap<&str, &str> = DIFFERENCES.into_iter().collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for case in manifest["cases"].as_array().unwrap() {
        count += 1;
        let id = case["id"].as_str().unwrap();
        let text = std::fs::read(folder.join(case["file"].as_str().unwrap())).unwrap();
        let mut reader = Reader::new(text.as_slice());
        let (mut got, mut headers_differ) = (Vec::new(), Vec::new());
        let end = loop {
            match reader.read_game() {
                Ok(Some(game)) => {
                    if let Some(headers) = case["games"][got.len()]["headers"].as_object() {
                        for (name, value) in headers {
                            if game.tag(name).as_deref() != value.as_str() {
                                headers_differ.push(name.clone());
                            }
                        }
                    }
                    got.push(outcome(&game));
                }
                end => break end.map(|_| ()),
            }
        };
        let mut as_wanted = is_list_as_wanted(&got, &case["games"]);
        for alternative in case["alt_games"].as_array().into_iter().flatten() {
            as_wanted |= is_list_as_wanted(&got, alternative);
        }
        as_wanted &= end.is_ok() && headers_differ.is_empty();
        if differences.remove(id).is_some() == as_wanted {
            let wanted = &case["games"];
            wrong.push(format!(
                "{id}: {end:?} {headers_differ:?}\n  got {got:?}\n  wanted {wanted}"
            ));
        }
    }
    let mut strictly = Vec::new();
    let mut reasons: BTreeMap<&str, &str> = STRICT_DIFFERENCES.into_iter().collect();
    for case in manifest["cases"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let text = std::fs::read(folder.join(case["file"].as_str().unwrap())).unwrap();
        let is_taken = is_taken_strictly(text);
        let is_wanted = (case["strict"] == "accept") == is_taken;
        let is_excused = reasons.remove(id).is_some();
        if is_wanted == is_excused {
            strictly.push(format!("{id}: {}", if is_taken { "taken" } else { "refused" }));
        }
    }
    assert!(strictly.is_empty(), "read strictly:\n{}", strictly.join("\n"));
    assert!(reasons.is_empty(), "no such case: {reasons:?}");
    assert!(wrong.is_empty(), "{} of {count} cases:\n{}", wrong.len(), wrong.join("\n"));
    assert!(differences.is_empty(), "no such case: {differences:?}");
}
