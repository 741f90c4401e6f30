//! Recognition of files that are not PGN, so that a wrong file gives one error that names its
//! format.

use std::borrow::Cow;

use super::cursor::Cursor;
use crate::notation::fen;

/// The columns of tables of positions and moves, in lower case.
const COLUMNS: [&str; 16] = [
    "fen",
    "fens",
    "epd",
    "position",
    "move",
    "moves",
    "bestmove",
    "best_move",
    "uci",
    "san",
    "pgn",
    "eval",
    "evaluation",
    "score",
    "puzzleid",
    "result",
];

/// Returns the format of a source by its beginning, if it certainly is not PGN.
pub(super) fn format_of(beginning: &[u8]) -> Option<String> {
    if has_tag(beginning) {
        return None;
    }
    let text = String::from_utf8_lossy(beginning);
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    let first_line = text.lines().next()?.trim_end();
    let lower: String = text.chars().take(256).collect::<String>().to_ascii_lowercase();
    if text.starts_with("version https://git-lfs") {
        Some("a Git LFS pointer, not the file: run `git lfs pull`".to_owned())
    } else if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        Some("HTML".to_owned())
    } else if lower.starts_with("<?xml") {
        Some("XML".to_owned())
    } else if is_json(text) {
        Some("JSON".to_owned())
    } else if fen::parse(first_line).is_ok() {
        Some("a list of FENs: see enroque.Positions".to_owned())
    } else {
        let columns = csv_columns(text)?;
        let is_known = |name: &&str| COLUMNS.contains(&name.to_ascii_lowercase().as_str());
        columns.iter().any(is_known).then(|| csv(&columns))
    }
}

/// Returns the error of a source without a game.
pub(crate) fn no_game(beginning: &[u8]) -> Cow<'static, str> {
    let text = String::from_utf8_lossy(beginning);
    match csv_columns(text.trim_start_matches('\u{FEFF}')).filter(|_| !has_tag(beginning)) {
        Some(columns) => format!("there is no game in it; it looks like {}", csv(&columns)).into(),
        None => "there is no game in it".into(),
    }
}

/// Whether a line begins with a tag.
fn has_tag(text: &[u8]) -> bool {
    memchr::memchr_iter(b'[', text).any(|at| {
        let mut cursor = Cursor::new(text, at);
        cursor.is_first_on_line() && cursor.is_tag() && !cursor.next_tag_name().is_empty()
    })
}

/// Whether a text begins like an object or a list of JSON. A comment in braces has no key, and a tag
/// no bracket or quotation mark after its own.
fn is_json(text: &str) -> bool {
    if let Some(object) = text.strip_prefix('{') {
        let object = object.trim_start();
        let key = object.strip_prefix('"').and_then(|key| key.split_once('"'));
        return object.starts_with('}')
            || key.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'));
    }
    let list = text.strip_prefix('[').map(str::trim_start);
    list.is_some_and(|list| list.starts_with(['{', '[', '"']))
}

/// Returns the columns of a CSV, from its first line; the second one must have as many separators.
fn csv_columns(text: &str) -> Option<Vec<&str>> {
    let mut lines = text.lines();
    let (first, second) = (lines.next()?, lines.next()?);
    let separator = [',', '\t', ';'].into_iter().find(|&separator| first.contains(separator))?;
    let count = |line: &str| line.matches(separator).count();
    let columns = first.split(separator).map(|name| name.trim().trim_matches('"'));
    let is_name = |name: &str| {
        (1..=40).contains(&name.len())
            && name.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && name.chars().all(|c| c.is_alphanumeric() || " _-/#()".contains(c))
    };
    (count(second) >= count(first) && columns.clone().all(is_name)).then(|| columns.collect())
}

fn csv(columns: &[&str]) -> String {
    let shown: Vec<&str> = columns.iter().copied().take(8).collect();
    let more = if columns.len() > shown.len() { ", ..." } else { "" };
    let has_fen = columns.iter().any(|name| name.to_ascii_lowercase().starts_with("fen"));
    let hint = if has_fen { ": see enroque.Positions" } else { "" };
    format!("a CSV with the columns {}{more}{hint}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        for (text, expected) in [
            ("{\"pgn\":\"1. e4 e5 *\"}\n", "JSON"),
            ("\n [\n {\"a\": 1}]", "JSON"),
            ("[\"e4\", \"e5\"]", "JSON"),
            ("<!DOCTYPE html>\n<html>", "HTML"),
            ("version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "a Git LFS pointer"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "a list of FENs"),
            (
                "FEN,Evaluation\n8/8/8/8/8/8/8/8 w - -,+56\n",
                "a CSV with the columns FEN, Evaluation",
            ),
            ("\"PuzzleId\";\"Moves\"\n1;e2e4 e7e5\n", "a CSV with the columns PuzzleId, Moves"),
        ] {
            let found = format_of(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
            assert!(found.starts_with(expected), "{text}: {found}");
        }
        for text in [
            "",
            "1. e4 e5 *",
            "{ a comment } 1. e4 *",
            "{\"quoted\" words} 1. e4 *",
            "[Event \"x\"]\n\n1. e4 *",
            "<html>\n[Event \"x\"]\n\n1. e4 *",
            "these, my games\n\n1. e4 e5 *",
            "e4, e5\nNf3, Nc6",
            "[1Tag \"4\"]",
        ] {
            assert_eq!(format_of(text.as_bytes()), None, "{text}");
        }
        assert!(no_game(b"name,age\na,1\n").ends_with("a CSV with the columns name, age"));
        assert_eq!(no_game(b"nothing"), "there is no game in it");
    }
}
