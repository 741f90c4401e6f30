//! Training formats: files written by the programs that define them.

use std::io::Cursor;

use enroque::formats::{
    ChessBenchReader, ChessBenchWriter, Format, GameReader, GameWriter, START_EVAL_TAG,
    WriteOptions,
};
use enroque::games::Games;
use enroque::notation::fen;
use enroque::notation::uci::{self, CastlingDialect};
use enroque::store::Rows;
use enroque::tensor::View;
use enroque::tensor::score_of;
use enroque::types::{Color, NO_EVAL};
use serde_json::Value;

use crate::{corpus, path};

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|n| u8::from_str_radix(&hex[2 * n..2 * n + 2], 16).unwrap()).collect()
}

fn read(format: Format, file: Vec<u8>) -> Games {
    let mut reader = GameReader::new(format, "vector", Box::new(Cursor::new(file)));
    let mut games = Games::new();
    while let Some(batch) = reader.next_games(100).unwrap() {
        games.append(&batch);
    }
    games
}

fn written(format: Format, games: &Games) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = GameWriter::new(format, &mut file, WriteOptions::default());
    writer.write(games).unwrap();
    writer.finish().unwrap();
    file
}

/// `viriformat_std.jsonl` and `viriformat_960.jsonl`, byte for byte.
fn viriformat(kind: &str) {
    let (samples, path) = (corpus(kind), path(&format!("viriformat_{kind}.jsonl")));
    let text = std::fs::read_to_string(path).unwrap();
    let records: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.len() > 400);
    let file: Vec<u8> =
        records.iter().flat_map(|record| bytes(record["game_hex"].as_str().unwrap())).collect();
    let games = read(Format::Viriformat, file.clone());
    assert_eq!(games.len(), records.len());
    for (game, record) in games.iter().zip(&records) {
        let id = record["id"].as_str().unwrap();
        let sample = samples.iter().find(|sample| sample.id == id).unwrap();
        assert_eq!(game.start(), sample.start, "{id}");
        assert_eq!(game.moves(), sample.moves, "{id}");
        assert_eq!(game.position_at(sample.moves.len()), Some(sample.position()), "{id}");
        let result = record["wdl"].as_i64().unwrap() - 1;
        assert_eq!(i64::from(games.result()[game.index()]), result, "{id}");
        let game_bytes = bytes(record["game_hex"].as_str().unwrap());
        let scores = game_bytes[32..].chunks_exact(4).map(|pair| {
            let score = i16::from_le_bytes([pair[2], pair[3]]);
            i32::from(score)
        });
        let start_eval = game.header(START_EVAL_TAG).map(|text| text.parse().unwrap());
        let evals = start_eval.into_iter().chain(game.evals().unwrap().iter().copied());
        assert!(scores.zip(evals).take(sample.moves.len()).all(|(a, b)| a == b), "{id}");
    }
    assert_eq!(written(Format::Viriformat, &games), file);
}

#[test]
fn viriformat_std() {
    viriformat("std");
}

#[test]
fn viriformat_960() {
    viriformat("960");
}

/// `sf_std.binpack`: the entries equal those of the text file, and writing gives the same bytes.
#[test]
fn sf_std_binpack() {
    let (file, text) = (path("sf_std.binpack"), path("sf_std_binpack_entries.txt"));
    let file = std::fs::read(file).unwrap();
    let games = read(Format::Binpack, file.clone());
    let mut found = Vec::new();
    for game in games.iter() {
        let start_eval = game.header(START_EVAL_TAG).map(|text| text.parse().unwrap());
        let evals = game.evals().unwrap_or_default();
        let evals = [start_eval.unwrap_or(NO_EVAL)].into_iter().chain(evals.iter().copied());
        let mut position = game.start();
        for (&m, eval) in game.moves().iter().zip(evals) {
            let stm = position.turn();
            let score = score_of(eval, stm, View::SideToMove);
            let white = i32::from(games.result()[game.index()]);
            let result = if stm == Color::White { white } else { -white };
            let uci = uci::write(&position, m, CastlingDialect::Standard);
            let fen = fen::write(&position);
            found.push(format!("{fen} {uci} {score} {} {result}", position.ply()));
            position.play_unchecked(m);
        }
    }
    let text = std::fs::read_to_string(text).unwrap();
    let expected: Vec<&str> = text.lines().collect();
    assert_eq!(expected.len(), 28_182);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(written(Format::Binpack, &games), file);
}

/// A ChessBench file: the records equal those of the list, and writing gives the same bytes.
fn chessbench(format: Format, name: &str) {
    let (file, list) = (path(name), path("chessbench_records.json"));
    let list: Vec<Value> = serde_json::from_slice(&std::fs::read(list).unwrap()).unwrap();
    assert_eq!(list.len(), 480);
    let mut reader = ChessBenchReader::open(format, &file).unwrap();
    let mut writer = ChessBenchWriter::new(format, Vec::new()).unwrap();
    for expected in &list {
        let record = reader.next_record().unwrap().unwrap();
        assert_eq!(fen::write(&record.position).as_str(), expected["fen"].as_str().unwrap());
        let m = record.m.map(|m| uci::write(&record.position, m, CastlingDialect::Standard));
        let has_move = format != Format::StateValue;
        assert_eq!(m.as_deref(), expected["move"].as_str().filter(|_| has_move));
        let has_probability = format != Format::BehavioralCloning;
        let probability = expected["win_prob"].as_f64().filter(|_| has_probability);
        // serde_json has an error of one unit in the last place for some numbers
        let near = |(a, b): (f64, f64)| (a - b).abs() < 1e-15;
        assert_eq!(record.win_probability.is_some(), probability.is_some());
        assert!(record.win_probability.zip(probability).is_none_or(near));
        writer.push(&record).unwrap();
    }
    assert!(reader.next_record().unwrap().is_none());
    assert!(writer.finish().unwrap() == std::fs::read(file).unwrap());
}

#[test]
fn chessbench_behavioral_cloning_bag() {
    chessbench(Format::BehavioralCloning, "chessbench_behavioral_cloning.bag");
}

#[test]
fn chessbench_state_value_bag() {
    chessbench(Format::StateValue, "chessbench_state_value.bag");
}

#[test]
fn chessbench_action_value_bag() {
    chessbench(Format::ActionValue, "chessbench_action_value.bag");
}
