//! Encodings compared with recorded output of the programs that define them
//! (`tests/data/vectors`).

mod alphazero;
mod chessbench;
#[path = "../common/mod.rs"]
mod common;
mod formats;
mod lc0;
mod lc0_v6;
mod maia2;
mod nnue;
mod npz;
mod planes;
mod records;

use std::collections::HashMap;
use std::path::PathBuf;

use enroque::movegen::legal_moves;
use enroque::notation::fen;
use enroque::position::Position;
use enroque::tensor::{EnPassantRule, History, Policy};
use enroque::types::{CastlingSide, Color, File, Move, PieceType, Square};
use serde_json::Value;

/// Returns the path of a recorded file.
fn path(name: &str) -> PathBuf {
    common::data_file(&format!("vectors/{name}"))
}

/// A position of the corpora with its moves.
struct Sample {
    id: String,
    start: Position,
    moves: Vec<Move>,
    is_chess960: bool,
}

impl Sample {
    fn history(&self, rule: EnPassantRule) -> History {
        History::of_moves(self.start, self.moves.iter().copied(), rule)
    }

    fn position(&self) -> Position {
        self.moves.iter().fold(self.start, |position, &m| position.after(m))
    }
}

/// Returns the corpus `std` or `960`.
fn corpus(kind: &str) -> Vec<Sample> {
    let text = std::fs::read_to_string(path(&format!("corpus_{kind}.jsonl"))).unwrap();
    text.lines().map(|line| sample(&serde_json::from_str(line).unwrap())).collect()
}

fn sample(record: &Value) -> Sample {
    let is_chess960 = record["chess960"].as_bool().unwrap();
    let start = fen::read(record["start_fen"].as_str().unwrap()).unwrap();
    let (mut position, mut moves) = (start, Vec::new());
    for text in record["moves"].as_array().unwrap() {
        let m = read_uci(&position, text.as_str().unwrap(), is_chess960);
        moves.push(m);
        position.play(m).unwrap();
    }
    Sample { id: record["id"].as_str().unwrap().to_owned(), start, moves, is_chess960 }
}

/// Returns a legal move; castling is `e1g1` in standard chess and `e1h1` in Chess960.
fn write_uci(position: &Position, m: Move, is_chess960: bool) -> String {
    let own = position.placement().by_color(position.turn());
    if own.has(m.to()) && !is_chess960 {
        let target = CastlingSide::of(m.from(), m.to()).king_target(position.turn());
        return format!("{}{target}", m.from());
    }
    m.to_string()
}

fn read_uci(position: &Position, text: &str, is_chess960: bool) -> Move {
    legal_moves(position)
        .into_iter()
        .find(|&m| write_uci(position, m, is_chess960) == text)
        .unwrap_or_else(|| panic!("{text} is not legal in {}", fen::write(position)))
}

/// Compares a policy with the program's list of moves, and with all legal moves of the corpora,
/// from the side to move's side if `is_relative`. Castling of a king on the e-file is `e1g1`.
fn check_listed_moves<P: Policy>(policy: &P, file: &str, is_relative: bool) {
    let path = path(file);
    let list: Vec<String> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(list.len(), policy.size());
    // two positions, so that a move's squares are free in one
    let boards = ["7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/8/8/1K6 w - - 0 1"];
    for (index, text) in list.iter().enumerate() {
        let board = boards[usize::from(&text[2..4] == "a1")];
        let square = |range: std::ops::Range<usize>| text[range].parse::<Square>().unwrap();
        let (from, to) = (square(0..2), square(2..4));
        let m = match text.chars().nth(4).and_then(PieceType::from_letter) {
            None => Move::new(from, to),
            Some(piece) => Move::promotion(from, to, piece),
        };
        // Maia-3 has indices for moves from a square to itself
        let Some(m) = m else { continue };
        assert_eq!(policy.index(&fen::read(board).unwrap(), m), Some(index), "{text}");
    }
    let numbers: HashMap<&str, usize> =
        list.iter().enumerate().map(|(n, text)| (text.as_str(), n)).collect();
    for sample in ["std", "960"].into_iter().flat_map(corpus) {
        let position = sample.position();
        for m in legal_moves(&position) {
            let text = write_uci(&position, m, m.from().file() != File::E);
            let text: String = match position.turn() {
                Color::Black if is_relative => text.chars().map(mirror_rank).collect(),
                _ => text,
            };
            let expected = numbers.get(text.as_str()).copied();
            assert_eq!(policy.index(&position, m), expected, "{} {text}", sample.id);
        }
    }
}

/// Returns the rank digit of a square from the other side; other characters are unchanged.
fn mirror_rank(letter: char) -> char {
    match letter {
        '1'..='8' => char::from(b'1' + b'8' - letter as u8),
        _ => letter,
    }
}
