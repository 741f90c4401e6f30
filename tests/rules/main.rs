//! The rules vectors of `tests/data/rules`, every case of every file.

mod castling;
mod chess960;
#[path = "../common/mod.rs"]
mod common;
mod en_passant;
mod fen_validity;
mod languages;
mod moves;
mod repetition;
mod time_controls;

use enroque::notation::fen;
use enroque::position::Position;
use serde_json::Value;

use common::data_file;

/// Reads a JSON file of rules vectors.
fn rules_json(file: &str) -> Value {
    let text = std::fs::read_to_string(data_file(&format!("rules/{file}"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Returns a list of the file, which must have at least this number of cases, so that a renamed
/// field cannot make the test empty.
fn cases<'a>(data: &'a Value, list: &str, at_least: usize) -> &'a [Value] {
    let cases = data[list].as_array().unwrap();
    assert!(cases.len() >= at_least, "{list}: {} cases", cases.len());
    cases
}

/// Returns a text of a case.
fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_else(|| panic!("{field} of {case}"))
}

fn position(fen: &str) -> Position {
    fen::read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
