//! The recorded rules vectors of the project's shared data, every case of every file.
//!
//! They lie outside the repository; where they are absent each test says so by name and passes. The
//! project's own tables (`tests/data/`) are what holds everywhere.

mod castling;
mod chess960;
mod en_passant;
mod fen_validity;
mod languages;
mod moves;
mod repetition;
mod time_controls;

use std::path::{Path, PathBuf};

use enroque::notation::fen;
use enroque::position::Position;
use serde_json::Value;

/// The place of a file of rules vectors, or a word on the error stream that it is absent.
fn shared(file: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/rules").join(file);
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    }
    Some(path)
}

/// A JSON file of rules vectors.
fn shared_json(file: &str) -> Option<Value> {
    let text = std::fs::read_to_string(shared(file)?).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

/// A list of the file; at least as many cases as were there when the test was written, so that a
/// renamed field cannot empty the test.
fn cases<'a>(data: &'a Value, list: &str, at_least: usize) -> &'a [Value] {
    let cases = data[list].as_array().unwrap();
    assert!(cases.len() >= at_least, "{list}: {} cases", cases.len());
    cases
}

/// A text of a case.
fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_else(|| panic!("{field} of {case}"))
}

fn position(fen: &str) -> Position {
    fen::read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
