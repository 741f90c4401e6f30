//! Encodings against recorded outputs of the programs that define them (`../shared/data/vectors`).
//! Each test skips, by name, where its files are absent.

mod alphazero;
mod lc0;
mod npz;

use std::path::{Path, PathBuf};

use enroque::movegen::legal_moves;
use enroque::notation::fen;
use enroque::position::Position;
use enroque::tensor::{EnPassantRule, History};
use enroque::types::{CastlingSide, Move};
use serde_json::Value;

/// A recorded file, or `None` with a word about it.
fn path(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/vectors").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is absent", path.display());
    None
}

/// One position of the corpora and how it came about.
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

/// The corpus `std` or `960`.
fn corpus(kind: &str) -> Option<Vec<Sample>> {
    let text = std::fs::read_to_string(path(&format!("corpus_{kind}.jsonl"))?).unwrap();
    Some(text.lines().map(|line| sample(&serde_json::from_str(line).unwrap())).collect())
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

/// A legal move, castling written as the corpora do: `e1g1` in standard chess, else `e1h1`.
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
